/* What a number or a name stands for, and going there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "linear_internal.h"

const struct linear_choice *linear_choice_of(struct linear *l, const char *digits)
{
	char *end;
	long number = strtol(digits, &end, 10);

	if (*end || end == digits)
		return NULL;
	if (number >= 1 && number <= l->choice_count)
		return &l->choices[number - 1];
	if (l->choice_count)
		linear_say(l, "Error: there is no number %s; the last list has 1 to %d. Write again to hear it.", digits, l->choice_count);
	else
		linear_say(l, "Error: there is no number %s; nothing was listed to choose from. Write families, documents, triage or help.",
			digits);
	return NULL;
}

bool linear_is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789")] == '\0';
}

uint32_t linear_record_of(struct linear *l, const char *text, const char **fragment)
{
	const struct corpus *c = l->b.s.corpus;
	const struct linear_choice *choice;
	uint32_t record = RECORD_NONE;
	const char *near;

	*fragment = "";
	if (!*text) {
		record = browser_edit_record(&l->b);
		if (record == RECORD_NONE)
			linear_say(l, "Error: nothing is selected; name a record by its id.");
		return record;
	}
	if (linear_is_number(text)) {
		choice = linear_choice_of(l, text);
		if (!choice)
			return RECORD_NONE;
		if (choice->kind != CHOICE_RECORD) {
			linear_say(l, "Error: number %s is no record; write the number alone to choose it.", text);
			return RECORD_NONE;
		}
		text = choice->text;
	}
	switch (corpus_resolve(c, text, strlen(text), &record)) {
	case RESOLVE_FOUND:
		*fragment = strchr(text, '#') ? strchr(text, '#') + 1 : "";
		return record;
	case RESOLVE_AMBIGUOUS:
		linear_say(l, "Error: %s fits several records; write it as type/id, such as %s/%s.", text,
			record_type(c, &c->records[record])->name, c->records[record].id);
		return RECORD_NONE;
	default:
		near = corpus_suggest_id(c, text);
		if (near)
			linear_say(l, "Error: no record %s; did you mean %s?", text, near);
		else
			linear_say(l, "Error: no record %s; write palette and a word to look for it.", text);
		return RECORD_NONE;
	}
}

/* To a record or a heading of a document; then it is told. */
static void go(struct linear *l, uint32_t record, const char *fragment)
{
	const struct corpus *c = l->b.s.corpus;
	int heading = -1;

	if (c->records[record].document >= 0 && *fragment)
		heading = document_heading_find(c->documents[c->records[record].document], fragment, strlen(fragment));
	browser_go(&l->b, record, fragment);
	linear_tell_message(l);
	if (l->b.view.kind == VIEW_DOCUMENT && heading >= 0)
		linear_tell_section(l, heading);
	else
		linear_tell_top(l);
}

void linear_open(struct linear *l, const char *text)
{
	const char *fragment;
	char kept[256];
	uint32_t record;

	if (linear_is_number(text)) {
		linear_choose(l, text);
		return;
	}
	record = linear_record_of(l, text, &fragment);
	if (record == RECORD_NONE)
		return;
	snprintf(kept, sizeof kept, "%s", fragment);
	go(l, record, kept);
}

/* ---- numbers ---- */

static void pick_item(struct linear *l, int number)
{
	struct browser *b = &l->b;
	const char *term = number >= 0 && number < b->term_count ? b->terms[number] : "";
	enum chooser_use use;

	if (!b->choosing) {
		linear_say(l, "Error: this list is gone; write the command again that listed it.");
		return;
	}
	if (b->use == CHOOSE_PALETTE && term[0] == '!') {
		long action = strtol(term + 1, NULL, 10);
		bool is_action = term[1] >= '0' && term[1] <= '9' && action < ACTION_COUNT;

		browser_close_chooser(b);
		linear_act(l, is_action ? (enum action)action : ACTION_THEMES, "");
		return;
	}
	if (b->use == CHOOSE_STORY || (b->use == CHOOSE_PALETTE && strncmp(term, "story/", 6) == 0)) {
		char *story = strdup(term);

		browser_close_chooser(b);
		l->failed = l->failed || !story;
		linear_tell_story(l, story ? story : "");
		free(story);
		return;
	}
	use = b->use;
	chooser_go(&b->chooser, number);
	l->section = -1;
	browser_picked(b);
	if (b->copy) {
		linear_say(l, "Text to copy: %s", b->copy);
		free(b->copy);
		b->copy = NULL;
		return;
	}
	linear_tell_message(l);
	if (use == CHOOSE_FACET || use == CHOOSE_VIEW || use == CHOOSE_TYPE) {
		/* The records that are left, not the one that is selected among them. */
		browser_focus(b, b->focus == PANE_RECORD ? PANE_FAMILIES : b->focus);
		linear_tell_pane(l);
	} else if (use == CHOOSE_PLACE)
		linear_tell_place(l);
	else if (b->choosing || b->prompting != PROMPT_NONE || b->view.kind != VIEW_NONE || b->focus == PANE_RECORD)
		linear_tell_top(l);
}

void linear_choose(struct linear *l, const char *digits)
{
	const struct linear_choice *choice = linear_choice_of(l, digits);
	const char *fragment;
	uint32_t record;
	char *text;

	if (!choice)
		return;
	/* The list goes when the next one is told. */
	text = strdup(choice->text);
	if (!text) {
		l->failed = true;
		return;
	}
	switch (choice->kind) {
	case CHOICE_RECORD:
		record = linear_record_of(l, text, &fragment);
		if (record != RECORD_NONE)
			go(l, record, fragment);
		break;
	case CHOICE_ADDRESS:
		linear_say(l, "Address outside these records: %s", text);
		break;
	case CHOICE_GROUP:
		linear_tell_group(l, (enum pane_id)choice->number, text);
		break;
	case CHOICE_ITEM:
		pick_item(l, choice->number);
		break;
	case CHOICE_HEADING:
		linear_tell_section(l, choice->number);
		break;
	}
	free(text);
}
