/* Reviewing by lines: edits with their exact change and a question, notes, the report, findings. */
#include <string.h>

#include "check.h"
#include "field_address.h"
#include "linear_internal.h"

bool linear_asks(const struct linear *l)
{
	return l->b.view.kind == VIEW_CHANGE && l->b.review->has_pending;
}

void linear_tell_change(struct linear *l)
{
	struct browser *b = &l->b;

	linear_choices_clear(l);
	linear_tell_title(l);
	linear_tell_sheet(l, &b->view.sheet, &b->view.targets, 0, b->view.sheet.block_count);
	if (!b->review->refused) {
		linear_say(l, "Question: save this change? Write yes or no.");
		return;
	}
	browser_edit_leave(b);
	linear_tell_message(l);
}

/* After a change: what became of the findings, and what is still missing; the rest of the view is as it was. */
static void tell_since(struct linear *l)
{
	static const char *const sections[] = {"SINCE THE LAST EDIT", "BEFORE IT CAN BE", "NOTHING KEEPS", NULL};

	if (l->b.view.kind == VIEW_TRIAGE)
		linear_tell_sections(l, &l->b.view.sheet, &l->b.view.targets, sections);
}

void linear_answer(struct linear *l, bool yes)
{
	struct browser *b = &l->b;

	/* A line without its end may be the half of another. */
	if (yes && !l->whole) {
		linear_say(l, "Error: the input ended within this line; nothing is saved.");
		return;
	}
	linear_choices_clear(l);
	if (!yes) {
		browser_edit_leave(b);
		linear_tell_message(l);
		return;
	}
	browser_edit_save(b);
	if (linear_asks(l)) {
		/* Another program was there first. */
		linear_tell_message(l);
		linear_tell_change(l);
		return;
	}
	linear_tell_message(l);
	tell_since(l);
}

void linear_undo(struct linear *l, bool redo)
{
	linear_choices_clear(l);
	browser_edit_undo(&l->b, redo);
	linear_tell_message(l);
	tell_since(l);
}

/* Chooses the field as the list of fields does; false after saying that there is none of that name. */
static bool find_field(struct linear *l, const char *address, char *term, size_t size)
{
	const struct corpus *c = l->b.s.corpus;
	uint32_t record = browser_edit_record(&l->b);
	bool adds = *address == '+';

	if (record == RECORD_NONE)
		return false;
	address += adds;
	if (strlen(address) + 2 > size)
		return false;
	term[0] = adds ? '+' : '=';
	memcpy(term + 1, address, strlen(address) + 1);
	if (field_address_schema(c, record, address) || field_address_node(c, record, address).v)
		return true;
	linear_say(l, "Error: this record has no field %s; write edit alone to list the fields.", address);
	return false;
}

void linear_edit(struct linear *l, const char *arguments)
{
	struct browser *b = &l->b;
	size_t len = strcspn(arguments, " ");
	const char *value = arguments + len + strspn(arguments + len, " ");
	char address[ADDRESS_MAX], term[ADDRESS_MAX + 1];

	browser_edit_begin(b);
	linear_tell_message(l);
	if (!b->choosing)
		return;
	if (!*arguments) {
		linear_tell_chooser(l);
		return;
	}
	browser_close_chooser(b);
	if (len >= sizeof address) {
		linear_say(l, "Error: no field has such a long name; write edit alone to list the fields.");
		return;
	}
	memcpy(address, arguments, len);
	address[len] = '\0';
	if (!find_field(l, address, term, sizeof term))
		return;
	browser_edit_field_picked(b, term);
	if (!*value) {
		linear_tell_message(l);
		if (b->choosing || b->prompting != PROMPT_NONE)
			linear_tell_top(l);
		return;
	}
	/* The value is there already: neither list nor question is needed. */
	if (b->choosing)
		browser_close_chooser(b);
	b->prompting = PROMPT_NONE;
	b->message_style = STYLE_TEXT;
	browser_edit_value(b, value);
	linear_tell_message(l);
	if (linear_asks(l))
		linear_tell_change(l);
}

void linear_note(struct linear *l, const char *text)
{
	struct browser *b = &l->b;

	browser_note_begin(b);
	if (b->prompting == PROMPT_NOTE && *text) {
		b->prompting = PROMPT_NONE;
		browser_note_typed(b, text);
	}
	linear_tell_message(l);
	if (b->prompting != PROMPT_NONE || linear_asks(l))
		linear_tell_top(l);
}

void linear_report(struct linear *l, const char *path)
{
	struct browser *b = &l->b;

	if (*path) {
		browser_triage_refresh(b);
		b->message_style = STYLE_TEXT;
		browser_report_save(b, path);
		linear_tell_message(l);
		return;
	}
	browser_report_open(b);
	linear_tell_message(l);
	linear_tell_top(l);
	linear_say(l, "Write review-report and a file's name to save it.");
}

void linear_findings(struct linear *l)
{
	const struct corpus *c = l->b.s.corpus;
	struct finding_list list;
	size_t told = 0;

	finding_list_init(&list);
	linear_choices_clear(l);
	if (!check_run(c, &list))
		l->failed = true;
	for (size_t i = 0; i < list.count; i++) {
		const struct finding *f = &list.items[i];
		bool of_record = f->record != FINDING_NO_RECORD;
		int number;

		if (of_record && !bitset_has(&l->b.s.result, (size_t)f->record))
			continue;
		told++;
		number = of_record ? linear_offer_record(l, (uint32_t)f->record, "") : 0;
		if (number)
			linear_say(l, "%d. %s %s: %s, %s. What to do: %s. %s:%u:%u", number, severity_name(f->severity), finding_code_name(f->code),
				c->records[f->record].title, f->message, finding_remedy(f->code), corpus_path_of_unit(c, f->unit), f->line, f->column);
		else
			linear_say(l, "Finding: %s %s: %s. What to do: %s. %s:%u:%u", severity_name(f->severity), finding_code_name(f->code),
				f->message, finding_remedy(f->code), corpus_path_of_unit(c, f->unit), f->line, f->column);
	}
	if (told)
		linear_say(l, "Findings: %zu on the records that the filter leaves.", told);
	else
		linear_say(l, "Findings: none on the records that the filter leaves.");
	finding_list_release(&list);
}
