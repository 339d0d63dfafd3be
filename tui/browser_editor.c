/* Editing the file of a record in the user's editor, and what became of the record's findings by it. */
#include <string.h>

#include "check.h"
#include "editor.h"
#include "review.h"
#include "screen.h"

static void say_memory(struct browser *b)
{
	browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

/* The line of the worst finding of a record, or its own. */
static int line_of(const struct corpus *c, uint32_t record)
{
	int line = (int)record_root(&c->records[record]).v->line, worst = -1;
	struct finding_list list;

	finding_list_init(&list);
	if (check_record(c, record, &list))
		for (size_t i = 0; i < list.count; i++)
			if ((int)list.items[i].severity > worst && list.items[i].line) {
				worst = (int)list.items[i].severity;
				line = (int)list.items[i].line;
			}
	finding_list_release(&list);
	return line;
}

static bool ask_for_record(struct browser *b, uint32_t record)
{
	struct review *r = b->review;
	struct buf id;
	bool ok;

	buf_init(&id);
	selection_id(&b->s, record, &id);
	ok = buf_ok(&id) && review_keep(&r->editor_record, id.data)
		&& review_keep(&r->editor_path, record_path(&b->s.corpus->records[record]));
	buf_release(&id);
	r->editor_line = line_of(b->s.corpus, record);
	return ok;
}

/* The item of the queue that is a file without a record. */
static const struct triage_item *file_shown(const struct browser *b)
{
	const struct review *r = b->review;
	long index = b->view.kind == VIEW_TRIAGE && r->at ? triage_find(&r->queue, b->s.corpus, r->at) : -1;

	return index >= 0 && r->queue.items[index].record >= b->s.corpus->count ? &r->queue.items[index] : NULL;
}

void browser_editor_ask(struct browser *b)
{
	struct review *r = b->review;
	const struct triage_item *file = file_shown(b);
	uint32_t record = browser_edit_record(b);
	bool ok;

	if (!file && record == RECORD_NONE) {
		browser_say(b, STYLE_MESSAGE, "nothing is selected that could be edited");
		return;
	}
	if (file) {
		ok = review_keep(&r->editor_record, "") && review_keep(&r->editor_path, corpus_path_of_unit(b->s.corpus, file->unit));
		r->editor_line = (int)file->line;
	} else {
		ok = ask_for_record(b, record);
	}
	r->editor_asked = ok;
	if (!ok)
		say_memory(b);
}

static void say_outcome(struct browser *b, const char *name, bool changed)
{
	const struct review *r = b->review;

	/* A file that no longer reads is what matters most. */
	if (changed && b->message_style == STYLE_ERROR)
		return;
	if (!changed)
		browser_say(b, STYLE_MESSAGE, "back from %s: nothing was changed", name);
	else if (r->changed && strcmp(r->changed, r->editor_record) == 0)
		browser_say(b, STYLE_MESSAGE, "back from %s: %zu finding%s fixed, %zu new, %zu still there", name, r->since.fixed.count,
			r->since.fixed.count == 1 ? "" : "s", r->since.added.count, r->since.same.count);
	else
		browser_say(b, STYLE_MESSAGE, "back from %s: the file was changed", name);
}

/* Reads again what was changed, and notes it as decided. */
static void take_changes(struct browser *b, const struct finding_list *before)
{
	struct review *r = b->review;
	uint32_t record;

	browser_reload(b, b->review->editor_record);
	if (!*r->editor_record)
		return;
	browser_edit_compare(b, r->editor_record, before);
	if (corpus_resolve(b->s.corpus, r->editor_record, strlen(r->editor_record), &record) == RESOLVE_FOUND
		&& !sitting_decide(&r->sitting, r->editor_record, b->s.corpus->records[record].title, "edited in an editor"))
		say_memory(b);
	if (b->view.kind == VIEW_TRIAGE)
		browser_triage_reopen(b);
}

bool browser_editor_run(struct browser *b)
{
	struct review *r = b->review;
	struct finding_list before;
	struct error err = {0};
	char name[64];
	uint32_t record;
	int w, h;
	bool ran, back, changed;

	r->editor_asked = false;
	finding_list_init(&before);
	if (*r->editor_record
		&& corpus_resolve(b->s.corpus, r->editor_record, strlen(r->editor_record), &record) == RESOLVE_FOUND
		&& !check_record(b->s.corpus, record, &before))
		say_memory(b);
	editor_name(name, sizeof name);
	screen_suspend();
	ran = editor_run(r->editor_path, r->editor_line, &err);
	back = screen_resume();
	if (back) {
		screen_size(&w, &h);
		back = browser_resize(b, w, h);
		screen_redraw();
	}
	if (back) {
		changed = corpus_is_outdated(b->s.corpus);
		if (changed)
			take_changes(b, &before);
		if (ran)
			say_outcome(b, name, changed);
		else
			browser_say(b, STYLE_ERROR, "%s", err.message);
	}
	finding_list_release(&before);
	return back;
}
