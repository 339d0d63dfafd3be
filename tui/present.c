#include "present.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "present_state.h"
#include "query.h"

void present_free(struct present *p)
{
	if (!p)
		return;
	free(p->story);
	buf_release(&p->marks);
	sheet_release(&p->lines);
	free(p);
}

bool browser_presents(const struct browser *b)
{
	return b->present && !b->present->live;
}

static uint32_t story_of(const struct browser *b)
{
	return story_find(b->s.corpus, b->present->story);
}

/* ---- the state of a step ---- */

static void set_marks(struct browser *b, struct node list)
{
	uint32_t record;

	selection_clear_marks(&b->s);
	for (struct node n = node_first(list); n.v; n = node_next(list, n))
		if (corpus_resolve(b->s.corpus, node_text(n), node_len(n), &record) == RESOLVE_FOUND)
			selection_mark(&b->s, record);
}

static void open_document(struct browser *b, const char *reference)
{
	const char *hash = strchr(reference, '#');
	uint32_t record;

	if (corpus_resolve(b->s.corpus, reference, strlen(reference), &record) == RESOLVE_FOUND
		&& b->s.corpus->records[record].document >= 0)
		browser_read(b, record, hash ? hash + 1 : "");
	else
		browser_say(b, STYLE_WARNING, "the step's document %s is not there", reference);
}

void browser_present_enter(struct browser *b, const struct story_step *step)
{
	uint32_t record;

	view_close(&b->view);
	b->focus = pane_id_by_name(step->pane);
	b->zoom = false;
	if (!browser_filter(b, step->query))
		browser_say(b, STYLE_WARNING, "the step's query: %s", b->filter_error.message);
	error_clear(&b->filter_error);
	set_marks(b, step->marks);
	if (*step->select && corpus_resolve(b->s.corpus, step->select, strlen(step->select), &record) == RESOLVE_FOUND)
		selection_select(&b->s, record);
	else if (*step->select)
		browser_say(b, STYLE_WARNING, "the step's selection %s is not there", step->select);
	if (step->compare)
		browser_compare(b);
	else if (*step->doc)
		open_document(b, step->doc);
}

/* Says where it stands to whoever follows with `present --notes`. That it can't be said is no reason to stop presenting. */
static void announce(struct browser *b)
{
	struct error err;

	if (!present_state_write(b->present->story, b->present->step, &err) && b->present->alone)
		browser_say(b, STYLE_WARNING, "notes in a second terminal can't follow: %s", err.message);
}

void browser_present_go(struct browser *b, uint32_t step)
{
	struct present *p = b->present;

	p->step = step < p->count ? step : p->count - 1;
	p->page = 0;
	p->black = p->zoom = p->live = p->pointing = false;
	p->w = p->h = 0;
	announce(b);
}

/* By id: numbers of records change when they are read anew. */
static bool keep_marks(const struct browser *b, struct buf *ids)
{
	const struct bitset *marks = &b->s.marks;

	buf_init(ids);
	for (size_t r = bitset_next(marks, 0); r < b->s.corpus->count; r = bitset_next(marks, r + 1)) {
		selection_id(&b->s, (uint32_t)r, ids);
		buf_addc(ids, '\0');
	}
	return buf_ok(ids);
}

static void give_marks_back(struct browser *b, const struct buf *ids)
{
	uint32_t record;

	selection_clear_marks(&b->s);
	for (size_t at = 0; at < ids->len; at += strlen(ids->data + at) + 1)
		if (corpus_resolve(b->s.corpus, ids->data + at, strlen(ids->data + at), &record) == RESOLVE_FOUND)
			selection_mark(&b->s, record);
}

bool browser_present(struct browser *b, const char *story, bool alone, bool notes)
{
	uint32_t record = story_find(b->s.corpus, story), count;
	struct present *p;

	if (record == RECORD_NONE) {
		browser_say(b, STYLE_ERROR, "there is no story %s", story);
		return false;
	}
	count = story_step_count(b->s.corpus, record);
	if (!count) {
		browser_say(b, STYLE_ERROR, "the story %s has no steps", story);
		return false;
	}
	if (b->present)
		browser_present_end(b);
	browser_remember(b, false);
	p = calloc(1, sizeof *p);
	if (!p || !(p->story = strdup(b->s.corpus->records[record].id)) || !keep_marks(b, &p->marks)) {
		present_free(p);
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
		return false;
	}
	sheet_init(&p->lines);
	p->count = count;
	p->alone = alone;
	p->notes = notes;
	p->begun = time(NULL);
	b->present = p;
	if (notes)
		browser_present_follow(b);
	else
		browser_present_go(b, 0);
	return true;
}

void browser_present_end(struct browser *b)
{
	struct present *p = b->present;
	const struct place *place = b->history.count ? &b->history.places[b->history.at] : NULL;

	b->present = NULL;
	if (p->alone)
		b->quit = true;
	/* Back to where the browser was, with the marks that it had. */
	give_marks_back(b, &p->marks);
	if (place)
		browser_restore(b, place);
	present_free(p);
}

void browser_present_return(struct browser *b)
{
	struct present *p = b->present;

	browser_close_chooser(b);
	p->live = false;
	p->w = p->h = 0;
}

void browser_present_reload(struct browser *b)
{
	struct present *p = b->present;
	uint32_t record = story_of(b), count = record == RECORD_NONE ? 0 : story_step_count(b->s.corpus, record);

	p->w = p->h = 0;
	p->pointing = false;
	/* A file with a fault in it, in the middle of a talk: the step waits until it is mended. */
	if (!count)
		return;
	p->count = count;
	p->step = p->step < count ? p->step : count - 1;
	if (p->notes)
		browser_present_follow(b);
	else
		announce(b);
}

/* ---- actions ---- */

static void turn(struct browser *b, int by)
{
	struct present *p = b->present;

	/* A step's own pages come first. */
	if (by > 0 && p->page + 1 < p->pages)
		p->page++;
	else if (by < 0 && p->page > 0)
		p->page--;
	else if (by > 0 && p->step + 1 < p->count)
		browser_present_go(b, p->step + 1);
	else if (by < 0 && p->step > 0)
		browser_present_go(b, p->step - 1);
	else
		browser_say(b, STYLE_MESSAGE, by > 0 ? "this is the last step; q leaves" : "this is the first step");
}

/* What moves the cursor of a pane, or scrolls a document. */
static bool moves(enum action action)
{
	return action == ACTION_DOWN || action == ACTION_UP || action == ACTION_LEFT || action == ACTION_RIGHT
		|| action == ACTION_PAGE_DOWN || action == ACTION_PAGE_UP || action == ACTION_TOP || action == ACTION_BOTTOM;
}

bool browser_present_act(struct browser *b, enum action action)
{
	struct present *p = b->present;

	if (p->notes)
		return present_notes_act(b, action);
	/* Whatever is pressed, light comes first. */
	if (p->black) {
		p->black = false;
		return action != ACTION_QUIT || (browser_present_end(b), true);
	}
	if (p->pointing && moves(action))
		return false;
	switch (action) {
	case ACTION_DOWN:
	case ACTION_RIGHT:
	case ACTION_PAGE_DOWN:
	case ACTION_MARK:
	case ACTION_SEARCH_NEXT:
	case ACTION_FORWARD:
		turn(b, 1);
		return true;
	case ACTION_UP:
	case ACTION_LEFT:
	case ACTION_PAGE_UP:
	case ACTION_BACK:
	case ACTION_SEARCH_PREVIOUS:
		turn(b, -1);
		return true;
	case ACTION_TOP:
		browser_present_go(b, 0);
		return true;
	case ACTION_BOTTOM:
		browser_present_go(b, p->count - 1);
		return true;
	case ACTION_FOLD:
	case ACTION_PLACES:
		browser_choose(b, CHOOSE_STEP);
		return true;
	case ACTION_ZOOM:
		p->zoom = !p->zoom;
		p->w = p->h = 0;
		return true;
	case ACTION_HIGHLIGHT:
		p->pointing = !p->pointing;
		/* What was moved goes back to where the step has it. */
		if (!p->pointing)
			p->w = p->h = 0;
		return true;
	case ACTION_BLACK:
		p->black = true;
		return true;
	case ACTION_CLOCK:
		p->clock = !p->clock;
		return true;
	case ACTION_OPEN:
	case ACTION_PRESENT:
		p->live = true;
		browser_say(b, STYLE_MESSAGE, "this is the browser; P goes back to step %u of %u", p->step + 1, p->count);
		return true;
	case ACTION_QUIT:
		browser_present_end(b);
		return true;
	case ACTION_CANCEL:
		return true;
	case ACTION_HELP:
	case ACTION_THEMES:
	case ACTION_REDRAW:
	case ACTION_RELOAD:
	case ACTION_SUSPEND:
	case ACTION_PICTURE:
	case ACTION_COPY:
		p->live = action == ACTION_HELP;
		return false;
	default:
		/* A question from the floor: the browser answers it. */
		p->live = true;
		return false;
	}
}

int browser_present_wait(const struct browser *b)
{
	time_t now = time(NULL);

	return b->present && b->present->clock && !b->present->live ? (int)(60 - now % 60) * 1000 : -1;
}

/* ---- lists ---- */

void browser_list_stories(struct browser *b)
{
	const struct corpus *c = b->s.corpus;

	chooser_init(&b->chooser, "Stories", "Enter presents it; q leaves it again");
	for (uint32_t r = 0; r < c->count; r++) {
		char side[24];

		if (story_find(c, c->records[r].id) != r)
			continue;
		snprintf(side, sizeof side, "%u steps", story_step_count(c, r));
		chooser_add(&b->chooser, browser_keep_term(b, c->records[r].id), STYLE_TEXT, c->records[r].title, side,
			node_text(corpus_field(c, &c->records[r], "about")));
	}
}

void browser_list_steps(struct browser *b)
{
	const struct present *p = b->present;
	struct story_step step;

	chooser_init(&b->chooser, "Steps", "Enter goes there");
	for (uint32_t i = 0; p && story_of(b) != RECORD_NONE && i < p->count; i++)
		if (story_step_read(b->s.corpus, story_of(b), i, &step)) {
			char number[24];

			snprintf(number, sizeof number, "%u", i + 1);
			chooser_add(&b->chooser, browser_keep_term(b, number), i == p->step ? STYLE_STRONG : STYLE_TEXT, step.headline, number, NULL);
		}
}
