/* Editing a field in place: choose the field, give the value, look at the exact change and what it would do, save. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "change_effect.h"
#include "check.h"
#include "field_address.h"
#include "line_diff.h"
#include "review.h"
#include "triage_sheet.h"

static void say_memory(struct browser *b)
{
	browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

uint32_t browser_edit_record(const struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	uint32_t record = b->view.kind != VIEW_NONE && b->view.record < c->count ? b->view.record : b->s.record;

	return record < c->count ? record : RECORD_NONE;
}

void browser_edit_leave_from(struct browser *b)
{
	struct review *r = b->review;

	/* From one change to the next the way back stays. */
	if (b->view.kind == VIEW_CHANGE)
		return;
	r->from_triage = b->view.kind == VIEW_TRIAGE;
	if (r->from_triage)
		r->top = b->view.top;
}

void browser_edit_begin(struct browser *b)
{
	struct review *r = b->review;
	uint32_t record = browser_edit_record(b);
	struct buf id;

	if (record == RECORD_NONE) {
		browser_say(b, STYLE_MESSAGE, "nothing is selected that could be edited");
		return;
	}
	if (b->s.corpus->records[record].unit->markdown) {
		browser_say(b, STYLE_MESSAGE, "a document is edited in the editor: E");
		return;
	}
	buf_init(&id);
	selection_id(&b->s, record, &id);
	browser_edit_leave_from(b);
	if (buf_ok(&id) && review_keep(&r->record, id.data))
		browser_choose(b, CHOOSE_FIELD);
	else
		say_memory(b);
	buf_release(&id);
}

/* The record that is being edited, found again by its name; RECORD_NONE after saying that it is gone. */
static uint32_t edited(struct browser *b)
{
	uint32_t record;

	if (b->review->record
		&& corpus_resolve(b->s.corpus, b->review->record, strlen(b->review->record), &record) == RESOLVE_FOUND)
		return record;
	browser_say(b, STYLE_WARNING, "this record is no longer there");
	return RECORD_NONE;
}

static void take_since(struct browser *b, const struct finding_list *before, uint32_t record)
{
	struct review *r = b->review;
	struct finding_list after;

	finding_list_init(&after);
	finding_change_release(&r->since);
	finding_change_init(&r->since);
	if (!check_record(b->s.corpus, record, &after) || !finding_change_compare(&r->since, before, &after))
		say_memory(b);
	finding_list_release(&after);
}

void browser_edit_compare(struct browser *b, const char *id, const struct finding_list *before)
{
	uint32_t record;

	if (corpus_resolve(b->s.corpus, id, strlen(id), &record) != RESOLVE_FOUND)
		return;
	if (review_keep(&b->review->changed, id))
		take_since(b, before, record);
	else
		say_memory(b);
}

/* ---- the change before it is saved ---- */

static void drop_pending(struct review *r)
{
	change_release(&r->pending);
	r->has_pending = false;
	r->refused = false;
}

bool browser_edit_open(struct browser *b, uint32_t record)
{
	struct review *r = b->review;
	struct error err = {0};

	drop_pending(r);
	if (change_begin(&r->pending, b->s.corpus, record, &err)) {
		r->has_pending = true;
		return true;
	}
	drop_pending(r);
	browser_say(b, STYLE_ERROR, "%s", err.message);
	/* What changed on disk is read while the message is looked at. */
	b->reload = b->reload || corpus_is_outdated(b->s.corpus);
	return false;
}

static void add_lines(struct sheet *sheet, enum style style, const char *lines)
{
	while (*lines) {
		size_t len = strcspn(lines, "\n");

		sheet_paragraph(sheet, 1, 2);
		sheet_add(sheet, style, lines, len, SHEET_NO_LINK);
		lines += len + (lines[len] == '\n');
	}
}

static void heading(struct sheet *sheet, enum style style, const char *text)
{
	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 0);
	sheet_puts(sheet, style, text);
}

static void add_effect(struct sheet *sheet, const struct change_effect *effect)
{
	if (effect->refusals.len) {
		heading(sheet, STYLE_ERROR, effect->promotion ? "IT CAN'T BE CALLED VERIFIED YET" : "THIS CAN'T BE SAVED");
		add_lines(sheet, STYLE_TEXT, effect->refusals.data);
		return;
	}
	if (effect->record.fixed.count || effect->record.added.count || effect->claims.len)
		heading(sheet, STYLE_HEADING, "WHAT IT DOES");
	for (size_t i = 0; i < effect->record.fixed.count; i++) {
		sheet_paragraph(sheet, 1, 2);
		sheet_printf(sheet, STYLE_CLAIM_TRUE, "✓ fixes: %s", effect->record.fixed.items[i].message);
	}
	for (size_t i = 0; i < effect->record.added.count; i++) {
		sheet_paragraph(sheet, 1, 2);
		sheet_printf(sheet, STYLE_WARNING, "brings: %s", effect->record.added.items[i].message);
	}
	add_lines(sheet, STYLE_WARNING, effect->claims.data);
}

static bool add_diff(struct sheet *sheet, const struct change *change)
{
	struct buf diff;
	bool ok;

	buf_init(&diff);
	ok = change_diff(change, &diff);
	heading(sheet, STYLE_HEADING, "WHAT CHANGES IN THE FILE");
	triage_sheet_diff(sheet, diff.data, diff.len);
	buf_release(&diff);
	return ok;
}

/* The other program's change beside ours, when both were made to one file. */
static bool add_overtaken(struct sheet *sheet, const struct change *change, bool *overtaken)
{
	struct buf now, diff;
	bool ok = true;

	buf_init(&now);
	buf_init(&diff);
	*overtaken = change_is_overtaken(change, &now);
	if (*overtaken) {
		ok = line_diff(change->path, change->before.data, change->before.len, now.data, now.len, &diff);
		heading(sheet, STYLE_ERROR, "THE FILE CHANGED MEANWHILE: NOTHING WAS SAVED");
		add_lines(sheet, STYLE_TEXT, "what another program changed since it was read:");
		triage_sheet_diff(sheet, diff.data, diff.len);
	}
	buf_release(&now);
	buf_release(&diff);
	return ok;
}

static bool build_change(struct browser *b, uint32_t record, struct error *err)
{
	struct review *r = b->review;
	struct sheet *sheet = &b->view.sheet;
	struct change_effect effect;
	bool overtaken, ok;

	change_effect_init(&effect);
	sheet_paragraph(sheet, 0, 2);
	sheet_puts(sheet, STYLE_STRONG, r->pending.record);
	sheet_printf(sheet, STYLE_TEXT, "  %s", r->pending.what.data);
	ok = add_overtaken(sheet, &r->pending, &overtaken)
		&& (overtaken || change_effect_of(&effect, &r->pending, b->s.corpus, record, err));
	r->refused = overtaken || effect.refusals.len > 0;
	if (ok) {
		add_effect(sheet, &effect);
		ok = add_diff(sheet, &r->pending);
	}
	change_effect_release(&effect);
	return ok && sheet_ok(sheet);
}

void browser_edit_show(struct browser *b)
{
	struct review *r = b->review;
	struct error err = {0};
	uint32_t record;

	if (corpus_resolve(b->s.corpus, r->pending.record, strlen(r->pending.record), &record) != RESOLVE_FOUND) {
		drop_pending(r);
		browser_say(b, STYLE_WARNING, "this record is no longer there");
		return;
	}
	if (!view_open(&b->view, VIEW_CHANGE, "A change, not saved yet") || !build_change(b, record, &err)) {
		view_close(&b->view);
		drop_pending(r);
		browser_say(b, STYLE_ERROR, "%s", err.message[0] ? err.message : "out of memory: this could not be done");
		return;
	}
	view_fit(&b->view, b->layout.main);
}

static void go_back(struct browser *b)
{
	if (b->review->from_triage)
		browser_triage_reopen(b);
	else
		view_close(&b->view);
}

void browser_edit_leave(struct browser *b)
{
	drop_pending(b->review);
	go_back(b);
	browser_say(b, STYLE_MESSAGE, "nothing was changed");
}

/* ---- saving, undoing ---- */

static const char *title_of(const struct browser *b, const char *id)
{
	uint32_t record;

	return corpus_resolve(b->s.corpus, id, strlen(id), &record) == RESOLVE_FOUND ? b->s.corpus->records[record].title : id;
}

static bool take_findings(const struct browser *b, const char *id, struct finding_list *list)
{
	uint32_t record;

	finding_list_init(list);
	return corpus_resolve(b->s.corpus, id, strlen(id), &record) != RESOLVE_FOUND || check_record(b->s.corpus, record, list);
}

void browser_edit_save(struct browser *b)
{
	struct review *r = b->review;
	struct finding_list before;
	struct error err = {0};

	if (r->refused) {
		browser_say(b, STYLE_ERROR, "this can't be saved; Escape leaves it");
		return;
	}
	if (!change_save(&r->pending, &err)) {
		browser_edit_show(b);
		browser_say(b, STYLE_ERROR, "%s", err.message);
		return;
	}
	if (!take_findings(b, r->pending.record, &before)
		|| !sitting_decide(&r->sitting, r->pending.record, title_of(b, r->pending.record), r->pending.what.data)
		|| !review_keep(&r->changed, r->pending.record) || !change_log_add(&r->log, &r->pending))
		say_memory(b);
	drop_pending(r);
	view_close(&b->view);
	browser_reload(b, r->changed);
	if (r->changed)
		browser_edit_compare(b, r->changed, &before);
	finding_list_release(&before);
	if (r->from_triage)
		browser_triage_reopen(b);
	if (r->log.count)
		browser_say(b, STYLE_MESSAGE, "saved: %s (U undoes it)", r->log.items[r->log.count - 1].what.data);
}

void browser_edit_undo(struct browser *b, bool redo)
{
	struct review *r = b->review;
	struct error err = {0};
	const struct change *change = redo ? change_log_redo(&r->log, &err) : change_log_undo(&r->log, &err);
	bool triage = b->view.kind == VIEW_TRIAGE;
	struct finding_list before;

	if (!change) {
		browser_say(b, STYLE_WARNING, "%s", err.message);
		return;
	}
	if (!take_findings(b, change->record, &before))
		say_memory(b);
	if (!redo)
		sitting_undecide(&r->sitting, change->record, change->what.data);
	else if (!sitting_decide(&r->sitting, change->record, title_of(b, change->record), change->what.data))
		say_memory(b);
	browser_reload(b, change->record);
	browser_edit_compare(b, change->record, &before);
	finding_list_release(&before);
	/* What changed is shown, whatever record it is of. */
	if (triage)
		browser_triage_open(b, change->record);
	else
		selection_select_id(&b->s, change->record);
	browser_say(b, STYLE_MESSAGE, "%s: %s: %s", redo ? "made again" : "undone", change->record, change->what.data);
}

/* ---- the value ---- */

/* An entry is held against the schema as an item of its list would be. */
static bool check_added(const struct corpus *c, uint32_t record, const char *address, const char *value, struct error *err)
{
	const struct schema_field *f = field_address_schema(c, record, address);

	if (!*value) {
		error_set(err, "nothing was typed; nothing is added");
		return false;
	}
	return !f || assign_check_value(f, value, err);
}

/* Makes the change that was asked for: set, add, or take out an item whose text was emptied. */
static bool make_change(struct browser *b, uint32_t record, const char *value, struct error *err)
{
	struct review *r = b->review;
	const struct corpus *c = b->s.corpus;
	struct buf address;
	bool ok;

	if (r->adding)
		return check_added(c, record, r->address, value, err) && change_add(&r->pending, c, record, r->address, value, err);
	if (!*value && field_address_is_item(r->address))
		return change_remove(&r->pending, c, record, r->address, err);
	buf_init(&address);
	ok = assign_check(c, record, r->address, value, &address, err)
		&& change_set(&r->pending, c, record, address.data, value, err);
	buf_release(&address);
	return ok;
}

void browser_edit_value(struct browser *b, const char *value)
{
	struct review *r = b->review;
	uint32_t record = edited(b);
	struct error err = {0};

	if (record == RECORD_NONE || !browser_edit_open(b, record))
		return;
	if (!make_change(b, record, value, &err)) {
		drop_pending(r);
		browser_say(b, STYLE_ERROR, "%s", err.message);
	} else if (change_is_empty(&r->pending)) {
		drop_pending(r);
		browser_say(b, STYLE_MESSAGE, "%s is that already; nothing was changed", r->address);
	} else {
		browser_edit_show(b);
	}
}
