#include "review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field_address.h"

struct review *review_new(void)
{
	struct review *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	sitting_init(&r->sitting);
	change_log_init(&r->log);
	change_init(&r->pending);
	finding_change_init(&r->since);
	return r;
}

void review_free(struct review *r)
{
	if (!r)
		return;
	triage_release(&r->queue);
	sitting_release(&r->sitting);
	change_log_release(&r->log);
	change_release(&r->pending);
	finding_change_release(&r->since);
	free(r->at);
	free(r->record);
	free(r->changed);
	free(r->editor_path);
	free(r->editor_record);
	free(r);
}

bool review_keep(char **kept, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return false;
	free(*kept);
	*kept = copy;
	return true;
}

void browser_review_put_away(struct browser *b)
{
	struct review *r = b->review;

	r->put_away = b->view.kind;
	if (b->view.kind == VIEW_TRIAGE)
		r->top = b->view.top;
	/* The next corpus may come to stand where the old one stood. */
	r->queue_of = NULL;
}

void browser_review_bring_back(struct browser *b)
{
	struct review *r = b->review;

	if (r->put_away == VIEW_TRIAGE)
		browser_triage_reopen(b);
	else if (r->put_away == VIEW_CHANGE && r->has_pending)
		browser_edit_show(b);
	r->put_away = VIEW_NONE;
}

bool browser_review_act(struct browser *b, enum action action)
{
	switch (action) {
	case ACTION_TRIAGE:
		browser_triage_choose(b);
		return true;
	case ACTION_TRIAGE_NEXT:
	case ACTION_TRIAGE_PREVIOUS:
		browser_triage_step(b, action == ACTION_TRIAGE_NEXT ? 1 : -1);
		return true;
	case ACTION_EDIT:
		browser_edit_begin(b);
		return true;
	case ACTION_EDIT_FILE:
		browser_editor_ask(b);
		return true;
	case ACTION_UNDO_EDIT:
	case ACTION_REDO_EDIT:
		browser_edit_undo(b, action == ACTION_REDO_EDIT);
		return true;
	case ACTION_REVIEW_NOTE:
		browser_note_begin(b);
		return true;
	case ACTION_REVIEW_REPORT:
		browser_report_open(b);
		return true;
	default:
		return false;
	}
}

static void ask_for_report(struct browser *b)
{
	int today = b->s.corpus->today;
	char name[64];

	snprintf(name, sizeof name, "review-%04d-%02d-%02d.md", today / 10000, today / 100 % 100, today % 100);
	b->prompting = PROMPT_REPORT;
	prompt_set(&b->prompt, name);
}

bool browser_review_view_act(struct browser *b, enum action action)
{
	bool leaves = action == ACTION_CANCEL || action == ACTION_QUIT || action == ACTION_BACK;

	if (b->view.kind == VIEW_REPORT && action == ACTION_OPEN) {
		ask_for_report(b);
		return true;
	}
	if (b->view.kind == VIEW_REPORT && leaves && b->review->report_from_triage) {
		browser_triage_reopen(b);
		return true;
	}
	if (b->view.kind != VIEW_CHANGE || (!leaves && action != ACTION_OPEN))
		return false;
	if (leaves)
		browser_edit_leave(b);
	else
		browser_edit_save(b);
	return true;
}

void browser_review_picked(struct browser *b, enum chooser_use use, const char *term)
{
	if (use == CHOOSE_TRIAGE)
		browser_triage_open(b, term);
	else if (use == CHOOSE_FIELD)
		browser_edit_field_picked(b, term);
	else
		browser_edit_value(b, term);
}

void browser_review_typed(struct browser *b, enum prompt_use use, const char *text)
{
	if (use == PROMPT_VALUE)
		browser_edit_value(b, text);
	else if (use == PROMPT_NOTE)
		browser_note_typed(b, text);
	else
		browser_report_save(b, text);
}

const char *browser_review_prompt(const struct browser *b)
{
	switch (b->prompting) {
	case PROMPT_VALUE:
		return b->review->address;
	case PROMPT_NOTE:
		return "review note";
	default:
		return "write the report to";
	}
}

const char *browser_review_hints(const struct browser *b)
{
	if (b->prompting == PROMPT_VALUE)
		return field_address_is_item(b->review->address) && !b->review->adding
			? "Enter show the change|Escape leave|(nothing typed: the item is taken out)"
			: "Enter show the change|Escape leave";
	if (b->prompting != PROMPT_NONE)
		return "Enter go on|Escape leave";
	if (b->view.kind == VIEW_TRIAGE)
		return "] next|[ previous|e edit|E editor|R note|U undo|Tab link|T queue|W report|q close";
	if (b->view.kind == VIEW_CHANGE)
		return b->review->refused ? "Escape leave" : "Enter save|Escape leave";
	return "Enter save as a file|Escape close";
}
