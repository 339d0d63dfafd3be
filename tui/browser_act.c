/* What actions do, and where keys, clicks and pastes go: the topmost of prompt, chooser, view and panes takes them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "browser_state.h"
#include "present.h"
#include "compare_sheet.h"
#include "document.h"
#include "document_sheet.h"
#include "help_sheet.h"
#include "links_sheet.h"
#include "review.h"

enum { WHEEL_ROWS = 3 };

void browser_say(struct browser *b, enum style style, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(b->message, sizeof b->message, format, args);
	va_end(args);
	b->message_style = style;
}

static void say_memory(struct browser *b)
{
	browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

/* ---- going back ---- */

static void step(struct browser *b, bool back)
{
	const struct place *place;

	/* A view that is no document lies on top of a place and is just closed. */
	if (back && b->view.kind != VIEW_NONE && b->view.kind != VIEW_DOCUMENT) {
		view_close(&b->view);
		return;
	}
	browser_remember(b, false);
	place = back ? history_back(&b->history) : history_forward(&b->history);
	if (place)
		browser_restore(b, place);
	else
		browser_say(b, STYLE_MESSAGE, back ? "this is the first place" : "this is the latest place");
}

/* ---- going somewhere ---- */

void browser_focus(struct browser *b, enum pane_id pane)
{
	struct pane *p = &b->panes[pane];

	/* A pane that was never on the screen has no rows yet to stand on. */
	if (b->focus != pane && p->ops->enter && p->ops->update && pane_refresh(p, &b->s, p->w ? p->w : 80, p->h ? p->h : 20))
		p->ops->enter(p, &b->s);
	b->focus = pane;
	if (b->view.kind != VIEW_NONE)
		view_close(&b->view);
}

void browser_read(struct browser *b, uint32_t record, const char *fragment)
{
	const struct record *r = &b->s.corpus->records[record];
	int heading;

	if (!view_open(&b->view, VIEW_DOCUMENT, r->title)
		|| !document_sheet_build(&b->view.sheet, &b->view.targets, b->s.corpus, record)) {
		view_close(&b->view);
		say_memory(b);
		return;
	}
	b->view.record = record;
	selection_select(&b->s, record);
	view_fit(&b->view, b->layout.main);
	if (!*fragment)
		return;
	heading = document_heading_find(b->s.corpus->documents[r->document], fragment, strlen(fragment));
	if (heading >= 0)
		view_go_to_anchor(&b->view, heading);
	else
		browser_say(b, STYLE_WARNING, "this document has no heading #%s", fragment);
}

void browser_go(struct browser *b, uint32_t record, const char *fragment)
{
	char heading[256];

	/* The fragment may belong to the view that is about to close. */
	snprintf(heading, sizeof heading, "%s", fragment);
	browser_remember(b, false);
	if (b->s.corpus->records[record].document >= 0) {
		browser_read(b, record, heading);
	} else {
		view_close(&b->view);
		selection_select(&b->s, record);
		b->focus = PANE_RECORD;
	}
	browser_remember(b, true);
}

bool browser_start_at(struct browser *b, const char *reference)
{
	const char *hash = strchr(reference, '#');
	uint32_t record;

	if (corpus_resolve(b->s.corpus, reference, strlen(reference), &record) == RESOLVE_NOTHING)
		return false;
	selection_select(&b->s, record);
	if (b->s.corpus->records[record].document >= 0)
		browser_read(b, record, hash ? hash + 1 : "");
	return true;
}

void browser_follow(struct browser *b, const struct target *target)
{
	if (target->record < b->s.corpus->count)
		browser_go(b, target->record, target->fragment);
	else
		snprintf(b->open_url, sizeof b->open_url, "%s", target->url);
}

void browser_compare(struct browser *b)
{
	uint32_t records[COMPARE_MOST];
	int count = 0;

	for (size_t r = bitset_next(&b->s.marks, 0); r < b->s.corpus->count && count < COMPARE_MOST;
		r = bitset_next(&b->s.marks, r + 1))
		records[count++] = (uint32_t)r;
	if (count < 2) {
		browser_say(b, STYLE_MESSAGE, "mark two to four records with Space, then = shows them side by side");
		return;
	}
	if (!view_open(&b->view, VIEW_COMPARE, "Side by side")
		|| !compare_sheet_build(&b->view.sheet, &b->view.targets, b->s.corpus, records, count)) {
		view_close(&b->view);
		say_memory(b);
	}
	if (selection_mark_count(&b->s) > COMPARE_MOST)
		browser_say(b, STYLE_WARNING, "the first %d of %zu marked records are shown", COMPARE_MOST,
			selection_mark_count(&b->s));
}

static void open_help(struct browser *b)
{
	if (!view_open(&b->view, VIEW_HELP, "Help") || !help_sheet_build(&b->view.sheet, &b->panes[b->focus], &b->keymap)) {
		view_close(&b->view);
		say_memory(b);
	}
}

static void open_links(struct browser *b, uint32_t record)
{
	if (record >= b->s.corpus->count)
		return;
	if (!view_open(&b->view, VIEW_LINKS, b->s.corpus->records[record].title)) {
		say_memory(b);
		return;
	}
	b->view.record = record;
	if (!links_sheet_build(&b->view.sheet, &b->view.targets, &b->s, record)) {
		view_close(&b->view);
		say_memory(b);
	}
}

void browser_open_view(struct browser *b, enum view_kind kind, uint32_t record)
{
	if (kind == VIEW_HELP)
		open_help(b);
	else if (kind == VIEW_COMPARE)
		browser_compare(b);
	else if (kind == VIEW_LINKS)
		open_links(b, record);
}

/* ---- the filter ---- */

/* Names what a pattern gave up on: the first of them, and how many more. */
static void say_skipped(struct browser *b)
{
	enum { NAMED = 4 };
	const struct corpus *c = b->s.corpus;
	struct buf names;
	size_t n = 0;

	buf_init(&names);
	for (size_t r = bitset_next(&b->s.skipped, 0); r < c->count && n < NAMED; r = bitset_next(&b->s.skipped, r + 1), n++)
		buf_addf(&names, "%s%s", n ? ", " : "", c->records[r].id);
	if (b->s.gave_up > n)
		buf_addf(&names, " and %zu more", b->s.gave_up - n);
	browser_say(b, STYLE_WARNING, "neither found nor ruled out, the pattern takes too many steps there: %s", names.data);
	buf_release(&names);
}

bool browser_filter(struct browser *b, const char *text)
{
	error_clear(&b->filter_error);
	if (!selection_filter(&b->s, text, b->interrupted, b->interrupted_data, &b->filter_error)) {
		if (b->filter_error.column > 0)
			browser_say(b, STYLE_ERROR, "column %d: %s", b->filter_error.column, b->filter_error.message);
		else
			browser_say(b, STYLE_ERROR, "%s", b->filter_error.message);
		return false;
	}
	if (b->s.gave_up)
		say_skipped(b);
	return true;
}

void browser_refilter(struct browser *b, const struct buf *text)
{
	if (!buf_ok(text)) {
		say_memory(b);
		return;
	}
	browser_remember(b, false);
	if (browser_filter(b, text->data))
		browser_remember(b, true);
}

void browser_toggle_term(struct browser *b, const char *term)
{
	const struct query *q = b->s.query;
	struct buf text;

	buf_init(&text);
	for (size_t i = 0; i < query_term_count(q); i++) {
		struct query_term t = query_term_at(q, i);

		if (t.end - t.begin == strlen(term) && memcmp(query_text(q) + t.begin, term, t.end - t.begin) == 0) {
			query_without(q, i, &text);
			browser_refilter(b, &text);
			buf_release(&text);
			return;
		}
	}
	query_with(q, term, &text);
	browser_refilter(b, &text);
	buf_release(&text);
}

static void term_of_cursor(struct browser *b, bool exclude)
{
	struct pane *p = &b->panes[b->focus];
	struct buf term;

	buf_init(&term);
	buf_adds(&term, exclude ? "-" : "");
	if (p->ops->term && p->ops->term(p, &b->s, &term) && buf_ok(&term))
		browser_toggle_term(b, term.data);
	else
		browser_say(b, STYLE_MESSAGE, "there is no group under the cursor");
	buf_release(&term);
}

static void lift_last_term(struct browser *b)
{
	size_t count = query_term_count(b->s.query);
	struct buf text;

	if (!count) {
		browser_say(b, STYLE_MESSAGE, "there is no filter");
		return;
	}
	buf_init(&text);
	query_without(b->s.query, count - 1, &text);
	browser_refilter(b, &text);
	buf_release(&text);
}

static void set_filter(struct browser *b, const char *text)
{
	struct buf copy;

	buf_init(&copy);
	buf_adds(&copy, text);
	browser_refilter(b, &copy);
	buf_release(&copy);
}

static void begin_prompt(struct browser *b, enum prompt_use use)
{
	b->prompting = use;
	if (use == PROMPT_FILTER) {
		selection_anchor(&b->s);
		snprintf(b->filter_before, sizeof b->filter_before, "%s", selection_filter_text(&b->s));
		prompt_set(&b->prompt, b->filter_before);
		if (b->prompt.len && b->prompt.text[b->prompt.len - 1] != ' ')
			prompt_insert(&b->prompt, " ", 1);
	} else {
		prompt_set(&b->prompt, "");
	}
}

/* ---- actions ---- */

static bool act_on_pane(struct browser *b, enum action action)
{
	struct pane *p = &b->panes[b->focus];

	switch (p->ops->act(p, &b->s, action)) {
	case PANE_IGNORED:
		return false;
	case PANE_DONE:
		b->moves++;
		return true;
	case PANE_OPEN:
		browser_go(b, b->s.record, "");
		return true;
	case PANE_FOLLOW: {
		struct target target = {p->record, p->fragment, p->fragment};

		browser_follow(b, &target);
		return true;
	}
	}
	return true;
}

static void next_pane(struct browser *b, int by)
{
	browser_focus(b, (enum pane_id)((b->focus + PANE_COUNT + by) % PANE_COUNT));
}

/* Actions that open a chooser and do nothing else. */
static bool act_by_choosing(struct browser *b, enum action action)
{
	static const struct {
		enum action action;
		enum chooser_use use;
	} choices[] = {{ACTION_DOCUMENTS, CHOOSE_DOCUMENT}, {ACTION_MENTIONS, CHOOSE_MENTION},
		{ACTION_PLACES, CHOOSE_PLACE}, {ACTION_FACETS, CHOOSE_FACET}, {ACTION_VIEWS, CHOOSE_VIEW},
		{ACTION_TYPES, CHOOSE_TYPE}, {ACTION_THEMES, CHOOSE_THEME}, {ACTION_COPY, CHOOSE_COPY},
		{ACTION_PALETTE, CHOOSE_PALETTE}};

	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (choices[i].action == action) {
			browser_choose(b, choices[i].use);
			return true;
		}
	return false;
}

static void act_on_browser(struct browser *b, enum action action)
{
	switch (action) {
	case ACTION_QUIT:
		b->quit = true;
		break;
	case ACTION_CANCEL:
		if (b->view.kind != VIEW_NONE)
			view_close(&b->view);
		break;
	case ACTION_HELP:
		open_help(b);
		break;
	case ACTION_TOUR:
		browser_tour(b);
		break;
	case ACTION_NEXT_PANE:
	case ACTION_PREVIOUS_PANE:
		next_pane(b, action == ACTION_NEXT_PANE ? 1 : -1);
		break;
	case ACTION_PANE_1:
	case ACTION_PANE_2:
	case ACTION_PANE_3:
	case ACTION_PANE_4:
	case ACTION_PANE_5:
		browser_focus(b, (enum pane_id)(PANE_FAMILIES + (action - ACTION_PANE_1)));
		break;
	case ACTION_ZOOM:
		b->zoom = !b->zoom;
		break;
	case ACTION_BACK:
	case ACTION_FORWARD:
		step(b, action == ACTION_BACK);
		break;
	case ACTION_FILTER:
		begin_prompt(b, b->view.kind == VIEW_NONE ? PROMPT_FILTER : PROMPT_SEARCH);
		break;
	case ACTION_CLEAR_FILTER:
		set_filter(b, "");
		break;
	case ACTION_ADD_TERM:
	case ACTION_EXCLUDE_TERM:
		term_of_cursor(b, action == ACTION_EXCLUDE_TERM);
		break;
	case ACTION_LIFT_TERM:
		lift_last_term(b);
		break;
	case ACTION_UNDO_FILTER:
		set_filter(b, b->s.previous_filter ? b->s.previous_filter : "");
		break;
	case ACTION_MARK:
		selection_mark(&b->s, b->s.record);
		browser_say(b, STYLE_MESSAGE, "%zu marked; = compares", selection_mark_count(&b->s));
		break;
	case ACTION_CLEAR_MARKS:
		selection_clear_marks(&b->s);
		break;
	case ACTION_PRESENT:
		if (b->present)
			browser_present_return(b);
		else
			browser_choose(b, CHOOSE_STORY);
		break;
	case ACTION_COMPARE:
		browser_compare(b);
		break;
	case ACTION_LINKS:
		open_links(b, b->s.record);
		break;
	case ACTION_PICTURE:
		browser_picture_begin(b);
		break;
	case ACTION_FOLD:
		if (b->view.kind == VIEW_DOCUMENT)
			browser_choose(b, CHOOSE_OUTLINE);
		break;
	case ACTION_RELOAD:
		b->reload = true;
		break;
	case ACTION_REDRAW:
		b->redraw = true;
		break;
	case ACTION_SUSPEND:
		b->suspend = true;
		break;
	default:
		browser_review_act(b, action);
	}
}

void browser_act(struct browser *b, enum action action)
{
	if (action == ACTION_QUIT_HERE) {
		b->quit = true;
		return;
	}
	if (browser_presents(b) && browser_present_act(b, action))
		return;
	if (b->view.kind != VIEW_NONE) {
		if (browser_review_view_act(b, action))
			return;
		enum view_answer answer = view_act(&b->view, action);

		if (answer == VIEW_FOLLOW)
			browser_follow(b, &b->view.targets.items[b->view.link]);
		if (answer != VIEW_IGNORED)
			return;
		/* A letter that quits the browser first closes what lies on top. */
		if (action == ACTION_QUIT || action == ACTION_HELP) {
			view_close(&b->view);
			return;
		}
	} else if (act_on_pane(b, action)) {
		return;
	}
	if (!act_by_choosing(b, action))
		act_on_browser(b, action);
}

/* ---- events ---- */

static void end_prompt(struct browser *b, bool keep)
{
	enum prompt_use use = b->prompting;

	b->prompting = PROMPT_NONE;
	if (use == PROMPT_PICTURE) {
		if (keep)
			browser_picture_save(b, b->prompt.text);
		return;
	}
	if (use != PROMPT_SEARCH && use != PROMPT_FILTER) {
		if (keep)
			browser_review_typed(b, use, b->prompt.text);
		return;
	}
	if (use == PROMPT_SEARCH) {
		if (keep && !view_search(&b->view, b->prompt.text, 1))
			browser_say(b, STYLE_WARNING, "`%s` is not in this text", b->prompt.text);
		return;
	}
	if (!keep) {
		browser_filter(b, b->filter_before);
		/* What half a filter left out is selected again. */
		selection_return(&b->s);
		error_clear(&b->filter_error);
		b->message_style = STYLE_TEXT;
		return;
	}
	prompt_remember(&b->prompt);
	/* All that was typed is one change. */
	if (strcmp(b->filter_before, selection_filter_text(&b->s)) != 0)
		selection_set_previous(&b->s, b->filter_before);
	/* The last good result stands; a filter that does not parse is not kept. */
	if (b->filter_error.message[0])
		browser_say(b, STYLE_ERROR, "%s (the filter stays as it was: %s)", b->filter_error.message,
			*selection_filter_text(&b->s) ? selection_filter_text(&b->s) : "none");
	error_clear(&b->filter_error);
	browser_remember(b, true);
}

void browser_prompt_changed(struct browser *b)
{
	size_t len = b->prompt.len;
	char text[PROMPT_MAX];

	if (b->prompting != PROMPT_FILTER)
		return;
	/* A blank at the end is the beginning of a next term. */
	while (len && b->prompt.text[len - 1] == ' ')
		len--;
	memcpy(text, b->prompt.text, len);
	text[len] = '\0';
	b->message_style = STYLE_TEXT;
	browser_filter(b, text);
}

static void take_prompt_key(struct browser *b, const struct event *event)
{
	bool changed = false;

	if (event->key == EKEY_ENTER) {
		end_prompt(b, true);
	} else if (event->key == EKEY_ESCAPE || (event->ctrl && (event->key == 'c' || event->key == 'g'))) {
		end_prompt(b, false);
	} else if (event->key == EKEY_TAB && b->prompting == PROMPT_FILTER) {
		browser_choose(b, CHOOSE_COMPLETION);
	} else if (prompt_key(&b->prompt, event, &changed) && changed) {
		browser_prompt_changed(b);
	}
}

static void take_chooser_answer(struct browser *b, enum chooser_answer answer)
{
	if (answer == CHOOSER_PICKED)
		browser_picked(b);
	else if (answer == CHOOSER_OPEN)
		browser_chooser_moved(b);
	else if (answer == CHOOSER_CLOSED) {
		browser_close_chooser(b);
		browser_leave_themes(b);
	}
}

static int pane_at(const struct browser *b, int x, int y)
{
	for (int i = 0; i < PANE_COUNT; i++) {
		struct area a = layout_inside(b->layout.panes[i]);

		if (b->layout.panes[i].w && x >= a.x && x < a.x + a.w && y >= a.y && y < a.y + a.h)
			return i;
	}
	return -1;
}

static void click_pane(struct browser *b, const struct event *event)
{
	int index = pane_at(b, event->x, event->y);
	struct area a;
	struct pane *p;

	if (index < 0)
		return;
	a = layout_inside(b->layout.panes[index]);
	p = &b->panes[index];
	b->focus = (enum pane_id)index;
	switch (p->ops->click(p, &b->s, event->x - a.x, event->y - a.y, event->mouse == MOUSE_DOUBLE)) {
	case PANE_OPEN:
		browser_go(b, b->s.record, "");
		break;
	case PANE_FOLLOW:
		browser_follow(b, &(struct target){p->record, p->fragment, p->fragment});
		break;
	default:
		break;
	}
}

static void take_mouse(struct browser *b, const struct event *event)
{
	int by = event->mouse == MOUSE_WHEEL_UP ? -WHEEL_ROWS : event->mouse == MOUSE_WHEEL_DOWN ? WHEEL_ROWS : 0;
	int index = pane_at(b, event->x, event->y);

	if (b->choosing && by) {
		chooser_wheel(&b->chooser, by);
	} else if (b->choosing) {
		take_chooser_answer(b, chooser_click(&b->chooser, b->layout.main, event->x, event->y));
	} else if (b->view.kind != VIEW_NONE && by) {
		view_wheel(&b->view, by);
	} else if (b->view.kind != VIEW_NONE) {
		if (view_click(&b->view, b->layout.main, event->x, event->y) == VIEW_FOLLOW)
			browser_follow(b, &b->view.targets.items[b->view.link]);
	} else if (by && index >= 0) {
		b->panes[index].ops->wheel(&b->panes[index], by);
	} else if (!by && event->button == 1) {
		click_pane(b, event);
	}
}

static void take_key(struct browser *b, const struct event *event)
{
	enum action action;

	if (b->choosing) {
		take_chooser_answer(b, chooser_key(&b->chooser, event, keymap_action(&b->keymap, event)));
	} else if (b->prompting != PROMPT_NONE) {
		take_prompt_key(b, event);
	} else {
		action = browser_prefix_take(b, event);
		if (action != ACTION_NONE)
			browser_act(b, action);
	}
}

void browser_take(struct browser *b, const struct event *event)
{
	b->touched = true;
	b->takes++;
	if (event->kind == EVENT_KEY || event->kind == EVENT_PASTE)
		b->message_style = STYLE_TEXT;
	/* Whoever does something has looked at what was shown. */
	selection_saw(&b->s, b->view.kind != VIEW_NONE && b->view.record < b->s.corpus->count ? b->view.record : b->s.record);
	/* Whoever reaches for the mouse has left the keys. */
	if (event->kind != EVENT_KEY)
		b->prefix_count = 0;
	if (event->kind == EVENT_KEY) {
		take_key(b, event);
	} else if (event->kind == EVENT_MOUSE) {
		take_mouse(b, event);
	} else if (event->kind == EVENT_PASTE && b->prompting != PROMPT_NONE && !b->choosing) {
		if (!prompt_insert(&b->prompt, event->text, strlen(event->text)))
			browser_say(b, STYLE_WARNING, "this is too long for the line");
		browser_prompt_changed(b);
	} else if (event->kind == EVENT_PASTE) {
		browser_say(b, STYLE_MESSAGE, "pasted text is no command; press / first to paste it as a filter");
	}
}
