/* What each action means where there are only lines: the table at the end, and what it runs. */
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "linear_internal.h"

enum { PAGE_RECORDS = 10, COMPARED_MOST = 8 };

static void close_view(struct linear *l)
{
	view_close(&l->b.view);
	l->section = -1;
}

/* ---- moving ---- */

static long target_of(enum action action, long at, long last)
{
	switch (action) {
	case ACTION_UP:
		return at - 1;
	case ACTION_DOWN:
		return at + 1;
	case ACTION_PAGE_UP:
	case ACTION_HALF_UP:
		return at > PAGE_RECORDS ? at - PAGE_RECORDS : 0;
	case ACTION_PAGE_DOWN:
	case ACTION_HALF_DOWN:
		return at + PAGE_RECORDS < last ? at + PAGE_RECORDS : last;
	case ACTION_TOP:
		return 0;
	default:
		return last;
	}
}

/* Through the records in their order; in a document through its sections. */
static void move(struct linear *l, enum action action, const char *argument)
{
	struct selection *s = &l->b.s;
	long at = -1, to;

	(void)argument;
	if (l->b.view.kind == VIEW_DOCUMENT) {
		const struct document *doc = s->corpus->documents[s->corpus->records[l->b.view.record].document];

		linear_step_section(l, (int)target_of(action, l->section, (long)doc->heading_count - 1));
		return;
	}
	for (long i = 0; i < (long)s->order_count; i++)
		at = s->order[i] == s->record ? i : at;
	to = target_of(action, at, (long)s->order_count - 1);
	if (to < 0 || to >= (long)s->order_count) {
		linear_say(l, action == ACTION_UP ? "This is the first record." : "This is the last record.");
		return;
	}
	close_view(l);
	selection_select(s, s->order[to]);
	linear_choices_clear(l);
	linear_tell_record_line(l, s->order[to], "");
}

static void step_group(struct linear *l, enum action action, const char *argument)
{
	(void)argument;
	linear_step_group(l, action == ACTION_LEFT ? -1 : 1);
}

static void focus(struct linear *l, enum action action, const char *argument)
{
	int pane = action == ACTION_NEXT_PANE ? (int)l->b.focus + 1
		: action == ACTION_PREVIOUS_PANE  ? (int)l->b.focus + PANE_COUNT - 1
						  : PANE_FAMILIES + (int)action - ACTION_PANE_1;

	(void)argument;
	close_view(l);
	browser_focus(&l->b, (enum pane_id)(pane % PANE_COUNT));
	linear_tell_pane(l);
}

/* ---- following ---- */

static void open_record(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	linear_open(l, argument);
}

static void step_back(struct linear *l, enum action action, const char *argument)
{
	(void)argument;
	l->section = -1;
	browser_act(&l->b, action);
	linear_tell_message(l);
	linear_choices_clear(l);
	linear_tell_place(l);
	linear_say(l, "Write again to hear what is here.");
}

/* A list of the browser, narrowed by what was written behind the command. */
static void list(struct linear *l, enum action action, const char *words)
{
	static const struct {
		enum action action;
		enum chooser_use use;
	} uses[] = {{ACTION_DOCUMENTS, CHOOSE_DOCUMENT}, {ACTION_MENTIONS, CHOOSE_MENTION}, {ACTION_PLACES, CHOOSE_PLACE},
		{ACTION_FACETS, CHOOSE_FACET}, {ACTION_VIEWS, CHOOSE_VIEW}, {ACTION_TYPES, CHOOSE_TYPE}, {ACTION_COPY, CHOOSE_COPY},
		{ACTION_PRESENT, CHOOSE_STORY}, {ACTION_PALETTE, CHOOSE_PALETTE}};
	struct browser *b = &l->b;

	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		if (uses[i].action == action)
			browser_choose(b, uses[i].use);
	linear_tell_message(l);
	if (!b->choosing)
		return;
	if (*words && !chooser_narrow(&b->chooser, words))
		l->failed = true;
	linear_tell_chooser(l);
}

static void documents(struct linear *l, enum action action, const char *argument)
{
	if (*argument)
		linear_open(l, argument);
	else
		list(l, action, "");
}

static void stories(struct linear *l, enum action action, const char *argument)
{
	if (*argument)
		linear_tell_story(l, argument);
	else
		list(l, action, "");
}

static void links(struct linear *l, enum action action, const char *argument)
{
	const char *fragment;
	uint32_t record = linear_record_of(l, argument, &fragment);

	(void)action;
	if (record == RECORD_NONE)
		return;
	browser_open_view(&l->b, VIEW_LINKS, record);
	linear_tell_message(l);
	linear_tell_top(l);
}

static void outline(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	(void)argument;
	if (l->b.view.kind == VIEW_DOCUMENT)
		linear_tell_outline(l);
	else
		linear_say(l, "Groups are not folded here: a group's number reads it alone. In a document fold lists its headings.");
}

static void search(struct linear *l, enum action action, const char *argument)
{
	(void)argument;
	linear_search(l, "", action == ACTION_SEARCH_NEXT ? 1 : -1);
}

/* ---- filtering ---- */

static void tell_filtered(struct linear *l)
{
	linear_tell_message(l);
	linear_tell_filter(l);
}

static void set_filter(struct linear *l, enum action action, const char *argument)
{
	struct buf text;

	if (action == ACTION_FILTER && !*argument) {
		linear_tell_filter(l);
		return;
	}
	close_view(l);
	if (action == ACTION_FILTER) {
		buf_init(&text);
		buf_adds(&text, argument);
		browser_refilter(&l->b, &text);
		buf_release(&text);
	} else {
		browser_act(&l->b, action);
	}
	tell_filtered(l);
}

/* The term of a number, a term as it is written, or the group read last. */
static void take_term(struct linear *l, enum action action, const char *argument)
{
	const char *term = *argument ? argument : l->group ? l->group : "";
	struct buf text;

	if (linear_is_number(argument)) {
		const struct linear_choice *choice = linear_choice_of(l, argument);

		if (!choice)
			return;
		term = choice->kind == CHOICE_GROUP ? choice->text : "";
	}
	if (!*term) {
		linear_say(l, "Error: this names no group. Choose one of families, cost or portability, or write a term: %s backend:cuda",
			action_rows[action].name);
		return;
	}
	buf_init(&text);
	buf_addf(&text, "%s%s", action == ACTION_EXCLUDE_TERM ? "-" : "", term);
	l->failed = l->failed || !buf_ok(&text);
	close_view(l);
	browser_toggle_term(&l->b, text.data);
	buf_release(&text);
	tell_filtered(l);
}

/* ---- comparing ---- */

static void mark(struct linear *l, enum action action, const char *argument)
{
	const char *fragment;
	uint32_t record;

	if (action == ACTION_CLEAR_MARKS) {
		selection_clear_marks(&l->b.s);
		linear_say(l, "No record is marked now.");
		return;
	}
	record = linear_record_of(l, argument, &fragment);
	if (record == RECORD_NONE)
		return;
	selection_mark(&l->b.s, record);
	linear_say(l, "%s: %s. %zu marked; compare tells them side by side.", l->b.s.corpus->records[record].title,
		bitset_has(&l->b.s.marks, record) ? "marked" : "no longer marked", selection_mark_count(&l->b.s));
}

/* With ids: these are marked in place of what was. */
static void compare(struct linear *l, enum action action, const char *argument)
{
	uint32_t records[COMPARED_MOST];
	const char *fragment;
	size_t count = 0;
	char id[256];

	(void)action;
	while (*argument && count < COMPARED_MOST) {
		size_t len = strcspn(argument, " ");

		snprintf(id, sizeof id, "%.*s", (int)(len < sizeof id ? len : sizeof id - 1), argument);
		records[count] = linear_record_of(l, id, &fragment);
		if (records[count++] == RECORD_NONE)
			return;
		argument += len + strspn(argument + len, " ");
	}
	if (count)
		selection_clear_marks(&l->b.s);
	for (size_t i = 0; i < count; i++)
		if (!bitset_has(&l->b.s.marks, records[i]))
			selection_mark(&l->b.s, records[i]);
	if (selection_mark_count(&l->b.s) < 2) {
		linear_say(l, "Error: mark two to four records, or name them: compare triton tilelang");
		return;
	}
	browser_compare(&l->b);
	linear_tell_message(l);
	linear_tell_top(l);
}

/* ---- reviewing ---- */

static void triage(struct linear *l, enum action action, const char *argument)
{
	(void)argument;
	if (action == ACTION_TRIAGE)
		browser_triage_choose(&l->b);
	else
		browser_triage_step(&l->b, action == ACTION_TRIAGE_NEXT ? 1 : -1);
	/* At an end of the queue the message says all. */
	if (l->b.message_style == STYLE_TEXT)
		linear_tell_top(l);
	else
		linear_tell_message(l);
}

static void review(struct linear *l, enum action action, const char *argument)
{
	if (action == ACTION_EDIT)
		linear_edit(l, argument);
	else if (action == ACTION_REVIEW_NOTE)
		linear_note(l, argument);
	else if (action == ACTION_REVIEW_REPORT)
		linear_report(l, argument);
	else
		linear_undo(l, action == ACTION_REDO_EDIT);
}

static void edit_file(struct linear *l, enum action action, const char *argument)
{
	uint32_t record = browser_edit_record(&l->b);
	const struct record *r = record == RECORD_NONE ? NULL : &l->b.s.corpus->records[record];

	(void)action;
	(void)argument;
	if (r)
		linear_say(l, "File: %s, line %u. Open it in an editor beside this; what it saves is read before the next command.",
			record_path(r), record_root(r).v->line);
	else
		linear_say(l, "Error: nothing is selected; write open and an id first.");
}

/* ---- the program ---- */

static void reload(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	(void)argument;
	browser_reload(&l->b, NULL);
	linear_choices_clear(l);
	linear_tell_message(l);
}

static void again(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	(void)argument;
	linear_tell_top(l);
}

static void cancel(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	(void)argument;
	if (l->b.view.kind == VIEW_NONE)
		linear_say(l, "Nothing is open; quit leaves.");
	else
		linear_say(l, "Closed: %s", l->b.view.title);
	close_view(l);
}

static void help(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	linear_help(l, argument);
}

static void quit(struct linear *l, enum action action, const char *argument)
{
	(void)action;
	(void)argument;
	l->quit = true;
}

/* ---- the table ---- */

struct use {
	void (*run)(struct linear *l, enum action action, const char *argument); /* NULL: not meant here */
	const char *argument; /* what may stand behind the name */
	const char *meaning;  /* here; NULL: the browser's. Without `run`: why, and what to do instead */
};

static const struct use uses[ACTION_COUNT] = {
	[ACTION_UP] = {move, "", "to the record before, or the section before of a document"},
	[ACTION_DOWN] = {move, "", "to the next record, or the next section of a document"},
	[ACTION_LEFT] = {step_group, "", "to the group before of families, cost or portability"},
	[ACTION_RIGHT] = {step_group, "", "to the next group of families, cost or portability"},
	[ACTION_PAGE_UP] = {move, "", "ten records or sections back"},
	[ACTION_PAGE_DOWN] = {move, "", "ten records or sections on"},
	[ACTION_HALF_UP] = {move, "", "ten records or sections back"},
	[ACTION_HALF_DOWN] = {move, "", "ten records or sections on"},
	[ACTION_TOP] = {move, "", "to the first record or section"},
	[ACTION_BOTTOM] = {move, "", "to the last record or section"},
	[ACTION_OPEN] = {open_record, "[ID|NUMBER]", "read a record in full, or a document, or the heading of ID#heading"},
	[ACTION_BACK] = {step_back, "", NULL},
	[ACTION_FORWARD] = {step_back, "", NULL},
	[ACTION_PLACES] = {list, "[WORDS]", NULL},
	[ACTION_DOCUMENTS] = {documents, "[ID[#heading]]", "list of documents, or one of them by heading"},
	[ACTION_LINKS] = {links, "[ID]", NULL},
	[ACTION_MENTIONS] = {list, "[WORDS]", "where documents talk of the selected record"},
	[ACTION_NEXT_PANE] = {focus, "", "read the next pane"},
	[ACTION_PREVIOUS_PANE] = {focus, "", "read the pane before"},
	[ACTION_PANE_1] = {focus, "", "read the families with their records"},
	[ACTION_PANE_2] = {focus, "", "read where the compile cost lands"},
	[ACTION_PANE_3] = {focus, "", "read what the records run on and what binds them"},
	[ACTION_PANE_4] = {focus, "", "read the Tenstorrent notes"},
	[ACTION_PANE_5] = {focus, "", "read the selected record in full"},
	[ACTION_ZOOM] = {NULL, "", "one thing is read at a time; the name of a pane reads it."},
	[ACTION_FOLD] = {outline, "", "in a document: its headings"},
	[ACTION_SORT] = {NULL, "", "rows have no columns here; the number of a target in portability reads the records that reach it."},
	[ACTION_FILTER] = {set_filter, "[QUERY]", "set the filter; alone: tell it"},
	[ACTION_CLEAR_FILTER] = {set_filter, "", NULL},
	[ACTION_ADD_TERM] = {take_term, "[NUMBER|TERM]", "keep only a group: that of the number, or the one read last; again: take that term out"},
	[ACTION_EXCLUDE_TERM] = {take_term, "[NUMBER|TERM]", "leave out a group in the same way; again: take that term out"},
	[ACTION_LIFT_TERM] = {set_filter, "", NULL},
	[ACTION_UNDO_FILTER] = {set_filter, "", NULL},
	[ACTION_FACETS] = {list, "[WORDS]", "values of every field with counts, now of all; a number adds one to the filter"},
	[ACTION_VIEWS] = {list, "[WORDS]", NULL},
	[ACTION_TYPES] = {list, "[WORDS]", NULL},
	[ACTION_SEARCH_NEXT] = {search, "", NULL},
	[ACTION_SEARCH_PREVIOUS] = {search, "", NULL},
	[ACTION_MARK] = {mark, "[ID|NUMBER]", NULL},
	[ACTION_CLEAR_MARKS] = {mark, "", NULL},
	[ACTION_COMPARE] = {compare, "[ID ID…]", "marked records, or those named, side by side, differences first"},
	[ACTION_PRESENT] = {stories, "[STORY]", "read a story step by step"},
	[ACTION_BLACK] = {NULL, "", "it blacks the screen of a presented step, and there is no screen."},
	[ACTION_HIGHLIGHT] = {NULL, "", "it colours a row of a presented step, and there is no screen."},
	[ACTION_CLOCK] = {NULL, "", "it shows a clock over a presented step, and there is no screen."},
	[ACTION_TRIAGE] = {triage, "", NULL},
	[ACTION_TRIAGE_NEXT] = {triage, "", NULL},
	[ACTION_TRIAGE_PREVIOUS] = {triage, "", NULL},
	[ACTION_EDIT] = {review, "[FIELD [VALUE]]", "change a value: the exact change is told and asked for; +FIELD adds to a list"},
	[ACTION_EDIT_FILE] = {edit_file, "", "tell the record's file and line, for an editor"},
	[ACTION_UNDO_EDIT] = {review, "", NULL},
	[ACTION_REDO_EDIT] = {review, "", NULL},
	[ACTION_REVIEW_NOTE] = {review, "[TEXT]", NULL},
	[ACTION_REVIEW_REPORT] = {review, "[FILE]", "the report of this sitting; with a name it is saved as that new file"},
	[ACTION_COPY] = {list, "[WORDS]", "texts that others would copy: the number tells one alone on its line"},
	[ACTION_PICTURE] = {NULL, "", "there is no screen to take a picture of; kernatlas snapshot makes one."},
	[ACTION_RELOAD] = {reload, "", NULL},
	[ACTION_REDRAW] = {again, "", "read again what is here"},
	[ACTION_SUSPEND] = {NULL, "", "nothing of the terminal is taken over; its own key for it, mostly C-z, works."},
	[ACTION_THEMES] = {NULL, "", "nothing is coloured here."},
	[ACTION_TOUR] = {NULL, "", "the tour points at things on the screen; help tells what there is."},
	[ACTION_HELP] = {help, "[COMMAND]", NULL},
	[ACTION_PALETTE] = {list, "[WORDS]", "find an action, a record, a document or a question by name"},
	[ACTION_CANCEL] = {cancel, "", "close the document or view that is open"},
	[ACTION_QUIT] = {quit, "", "leave; a change that waits for its answer is not saved"},
	[ACTION_QUIT_HERE] = {quit, "", "leave, as quit does"},
};

void linear_act(struct linear *l, enum action action, const char *argument)
{
	if (!uses[action].run)
		linear_say(l, "%s is not meant here: %s", action_rows[action].name, uses[action].meaning);
	else if (*argument && !*uses[action].argument)
		linear_say(l, "Error: %s takes nothing behind it; write %s alone.", action_rows[action].name, action_rows[action].name);
	else
		uses[action].run(l, action, argument);
}

bool linear_has_action(enum action action)
{
	return uses[action].run != NULL;
}

const char *linear_action_argument(enum action action)
{
	return uses[action].argument;
}

const char *linear_action_meaning(enum action action)
{
	return uses[action].meaning ? uses[action].meaning : action_rows[action].help;
}
