/* The record pane: everything known of the selection, with links that Enter follows. */
#include <stdio.h>
#include <stdlib.h>

#include "pane.h"
#include "record_sheet.h"
#include "sheet_place.h"

struct record_view {
	struct sheet sheet;
	struct targets targets;
	uint32_t record;  /* that the sheet shows */
	bool built;      /* the sheet stands */
	bool carried;    /* the same record comes back under another number */
	int top, link;
};

static bool record_init(struct pane *p)
{
	struct record_view *v = calloc(1, sizeof *v);

	if (!v)
		return false;
	sheet_init(&v->sheet);
	targets_init(&v->targets);
	v->record = RECORD_NONE;
	v->link = SHEET_NO_LINK;
	p->state = v;
	return true;
}

static void record_release(struct pane *p)
{
	struct record_view *v = p->state;

	if (!v)
		return;
	sheet_release(&v->sheet);
	targets_release(&v->targets);
	free(v);
}

static void record_forget(struct pane *p)
{
	struct record_view *v = p->state;

	/* Numbers of records change with the corpus; the scroll stays, since the selection is carried over by identity. */
	v->built = false;
	v->carried = true;
}

static void keep_in_view(const struct pane *p)
{
	struct record_view *v = p->state;
	int most = v->sheet.line_count - p->h;

	v->top = v->top > most ? most : v->top;
	v->top = v->top < 0 ? 0 : v->top;
}

static bool record_place(const struct pane *p, const struct selection *s, struct pane_place *place)
{
	const struct record_view *v = p->state;

	return !v->built || sheet_place(&v->sheet, &v->targets, s->corpus, NULL, v->top, v->link, place);
}

static bool record_update(struct pane *p, const struct selection *s)
{
	struct record_view *v = p->state;
	bool same = v->record == s->record;

	if (!same || !v->built) {
		sheet_clear(&v->sheet);
		targets_clear(&v->targets);
		if (s->record < s->corpus->count && !record_sheet_build(&v->sheet, &v->targets, s->corpus, s->record))
			return false;
		v->record = s->record;
		v->built = true;
	}
	if (!same && !v->carried) {
		v->top = 0;
		v->link = SHEET_NO_LINK;
	}
	v->carried = false;
	if (v->link >= v->targets.count)
		v->link = SHEET_NO_LINK;
	sheet_layout(&v->sheet, p->w);
	keep_in_view(p);
	return sheet_ok(&v->sheet);
}

static void record_back(struct pane *p, const struct selection *s, const struct pane_place *place)
{
	struct record_view *v = p->state;

	v->link = SHEET_NO_LINK;
	sheet_place_find(&v->sheet, &v->targets, s->corpus, NULL, place, &v->top, &v->link);
	keep_in_view(p);
}

static void record_draw(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused)
{
	const struct record_view *v = p->state;

	(void)s;
	sheet_draw(&v->sheet, c, a, v->top, focused ? v->link : SHEET_NO_LINK);
	if (!v->sheet.line_count)
		canvas_puts(c, a, 1, 0, STYLE_DIM, "nothing is selected");
}

static void go_to_link(const struct pane *p, int by)
{
	struct record_view *v = p->state;
	int next = v->link, line;

	/* From a place without a link the way begins at what is in view. */
	if (next == SHEET_NO_LINK && by > 0)
		for (int i = v->top; i < v->sheet.line_count && next == SHEET_NO_LINK; i++)
			for (int x = 0; x < p->w && next == SHEET_NO_LINK; x++)
				next = sheet_link_at(&v->sheet, x, i);
	else
		next = sheet_next_link(&v->sheet, v->link, by);
	if (next == SHEET_NO_LINK)
		return;
	v->link = next;
	line = sheet_link_line(&v->sheet, next);
	if (line < v->top || line >= v->top + p->h)
		v->top = line - p->h / 3;
	keep_in_view(p);
}

static bool scroll(const struct pane *p, enum action action)
{
	struct record_view *v = p->state;
	int page = p->h > 1 ? p->h - 1 : 1;

	switch (action) {
	case ACTION_UP:
		v->top--;
		break;
	case ACTION_DOWN:
		v->top++;
		break;
	case ACTION_PAGE_UP:
		v->top -= page;
		break;
	case ACTION_PAGE_DOWN:
		v->top += page;
		break;
	case ACTION_HALF_UP:
		v->top -= p->h / 2;
		break;
	case ACTION_HALF_DOWN:
		v->top += p->h / 2;
		break;
	case ACTION_TOP:
		v->top = 0;
		break;
	case ACTION_BOTTOM:
		v->top = v->sheet.line_count;
		break;
	default:
		return false;
	}
	keep_in_view(p);
	return true;
}

static enum pane_answer follow(struct pane *p, int link)
{
	struct record_view *v = p->state;

	if (link < 0 || link >= v->targets.count)
		return PANE_DONE;
	v->link = link;
	p->record = v->targets.items[link].record;
	snprintf(p->fragment, sizeof p->fragment, "%s",
		p->record == RECORD_NONE ? v->targets.items[link].url : v->targets.items[link].fragment);
	return PANE_FOLLOW;
}

static enum pane_answer record_act(struct pane *p, struct selection *s, enum action action)
{
	struct record_view *v = p->state;

	if (scroll(p, action))
		return PANE_DONE;
	switch (action) {
	case ACTION_LEFT:
	case ACTION_RIGHT:
		go_to_link(p, action == ACTION_RIGHT ? 1 : -1);
		return PANE_DONE;
	case ACTION_OPEN:
		if (v->link != SHEET_NO_LINK)
			return follow(p, v->link);
		/* A document is read in the reader. */
		if (s->record < s->corpus->count && s->corpus->records[s->record].document >= 0) {
			p->record = s->record;
			p->fragment[0] = '\0';
			return PANE_FOLLOW;
		}
		go_to_link(p, 1);
		return PANE_DONE;
	default:
		return PANE_IGNORED;
	}
}

static enum pane_answer record_click(struct pane *p, struct selection *s, int x, int y, bool open)
{
	const struct record_view *v = p->state;
	int link = sheet_link_at(&v->sheet, x, v->top + y);

	(void)s, (void)open;
	return link == SHEET_NO_LINK ? PANE_DONE : follow(p, link);
}

static void record_wheel(struct pane *p, int by)
{
	struct record_view *v = p->state;

	v->top += by;
	keep_in_view(p);
}

static void record_say(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct record_view *v = p->state;

	targets_say(&v->targets, s->corpus, v->link, out);
}

static bool record_term(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct record_view *v = p->state;

	if (v->record >= s->corpus->count)
		return false;
	query_quote_term(out, "linked-from", s->corpus->records[v->record].id);
	return true;
}

static void record_more(const struct pane *p, bool *above, bool *below)
{
	const struct record_view *v = p->state;

	*above = v->top > 0;
	*below = v->top + p->h < v->sheet.line_count;
}

const struct pane_ops pane_record = {
	.title = "Record",
	.point = "everything known of the selected record, with its links both ways",
	.keys = "h l links|Enter follow|BSpace back",
	.init = record_init,
	.release = record_release,
	.forget = record_forget,
	.place = record_place,
	.back = record_back,
	.update = record_update,
	.draw = record_draw,
	.act = record_act,
	.click = record_click,
	.wheel = record_wheel,
	.term = record_term,
	.say = record_say,
	.more = record_more,
};
