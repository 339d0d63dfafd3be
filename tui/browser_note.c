/* A reviewer's note in the record, and the report of a sitting. */
#include <stdio.h>
#include <string.h>

#include "new_file.h"
#include "review.h"
#include "review_note.h"

static void say_memory(struct browser *b)
{
	browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

void browser_note_begin(struct browser *b)
{
	struct review *r = b->review;
	uint32_t record = browser_edit_record(b);
	struct buf id;

	if (record == RECORD_NONE) {
		browser_say(b, STYLE_MESSAGE, "nothing is selected to leave a note in");
		return;
	}
	browser_edit_leave_from(b);
	buf_init(&id);
	selection_id(&b->s, record, &id);
	if (buf_ok(&id) && review_keep(&r->record, id.data)) {
		b->prompting = PROMPT_NOTE;
		prompt_set(&b->prompt, "");
	} else {
		say_memory(b);
	}
	buf_release(&id);
}

void browser_note_typed(struct browser *b, const char *text)
{
	struct review *r = b->review;
	struct error err = {0};
	struct buf name;
	uint32_t record;

	if (!*text) {
		browser_say(b, STYLE_MESSAGE, "nothing was typed; no note was left");
		return;
	}
	if (corpus_resolve(b->s.corpus, r->record, strlen(r->record), &record) != RESOLVE_FOUND) {
		browser_say(b, STYLE_WARNING, "this record is no longer there");
		return;
	}
	buf_init(&name);
	if (!review_note_name(record_path(&b->s.corpus->records[record]), &name) || !buf_ok(&name))
		browser_say(b, STYLE_WARNING, "who reviews? set KERNATLAS_REVIEWER to your name");
	else if (browser_edit_open(b, record)) {
		if (review_note_add(&r->pending, b->s.corpus, record, name.data, text, &err)) {
			buf_clear(&r->pending.what);
			buf_addf(&r->pending.what, "note: %s", text);
			browser_edit_show(b);
		} else {
			browser_say(b, STYLE_ERROR, "%s", err.message);
		}
	}
	buf_release(&name);
}

static bool write_report(const struct browser *b, struct buf *out)
{
	return sitting_report(&b->review->sitting, &b->review->queue, b->s.corpus, out);
}

void browser_report_open(struct browser *b)
{
	struct buf text;

	if (b->view.kind == VIEW_TRIAGE)
		b->review->top = b->view.top;
	if (b->view.kind != VIEW_REPORT)
		b->review->report_from_triage = b->view.kind == VIEW_TRIAGE;
	browser_triage_refresh(b);
	b->message_style = STYLE_TEXT;
	buf_init(&text);
	if (!write_report(b, &text) || !view_open(&b->view, VIEW_REPORT, "Report of this sitting")) {
		say_memory(b);
	} else {
		sheet_pre(&b->view.sheet, 0, STYLE_TEXT, text.data, text.len);
		if (!sheet_ok(&b->view.sheet)) {
			view_close(&b->view);
			say_memory(b);
		}
	}
	buf_release(&text);
}

void browser_report_save(struct browser *b, const char *path)
{
	struct error err = {0};
	struct buf text;

	if (!*path)
		return;
	buf_init(&text);
	if (!write_report(b, &text))
		say_memory(b);
	else if (new_file_write(path, &text, &err))
		browser_say(b, STYLE_MESSAGE, "the report is in %s", path);
	else
		browser_say(b, STYLE_ERROR, "%s", err.message);
	buf_release(&text);
}
