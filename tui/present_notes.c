/* The speaker's notes in a second terminal: they follow the step that is shown in the first one. */
#include <string.h>

#include "present.h"
#include "present_state.h"

enum { NOTES_MEASURE = 76 };

void browser_present_follow(struct browser *b)
{
	struct present *p = b->present;
	uint32_t step;

	if (!p || !p->notes || !present_state_read(p->story, &step) || step >= p->count || step == p->step)
		return;
	p->step = step;
	p->page = 0;
}

static void build(struct present *p, const struct story_step *step, const char *next)
{
	struct sheet *s = &p->lines;

	sheet_clear(s);
	sheet_paragraph(s, 0, 0);
	sheet_puts(s, STYLE_HEADING, step->headline);
	sheet_blank(s);
	sheet_paragraph(s, 0, 0);
	sheet_puts(s, *step->notes ? STYLE_STRONG : STYLE_DIM, *step->notes ? step->notes : "no notes for this step");
	sheet_blank(s);
	for (struct node n = node_first(step->lines); n.v; n = node_next(step->lines, n)) {
		sheet_paragraph(s, 0, 2);
		sheet_puts(s, STYLE_DIM, "• ");
		sheet_add(s, STYLE_DIM, node_text(n), node_len(n), SHEET_NO_LINK);
	}
	sheet_blank(s);
	sheet_paragraph(s, 0, 0);
	sheet_printf(s, STYLE_LABEL, *next ? "next: %s" : "this is the last step", next);
}

void present_notes_paint(struct browser *b, const struct story_step *step, const char *next)
{
	struct present *p = b->present;
	int width = b->canvas.w - 4 < NOTES_MEASURE ? b->canvas.w - 4 : NOTES_MEASURE;
	struct area a = {2, 2, width, b->canvas.h - 4};

	build(p, step, next);
	sheet_layout(&p->lines, width);
	p->pages = a.h > 0 ? (p->lines.line_count + a.h - 1) / a.h : 1;
	p->page = p->page < p->pages ? p->page : p->pages ? p->pages - 1 : 0;
	sheet_draw(&p->lines, &b->canvas, a, p->page * a.h, SHEET_NO_LINK);
	if (p->page + 1 < p->pages)
		canvas_text_right(&b->canvas, canvas_area(&b->canvas), b->canvas.w, a.y + a.h - 1, STYLE_KEY, "▼");
	if (p->page > 0)
		canvas_text_right(&b->canvas, canvas_area(&b->canvas), b->canvas.w, a.y, STYLE_KEY, "▲");
}

bool present_notes_act(struct browser *b, enum action action)
{
	struct present *p = b->present;

	switch (action) {
	case ACTION_DOWN:
	case ACTION_PAGE_DOWN:
	case ACTION_MARK:
		p->page += p->page + 1 < p->pages;
		return true;
	case ACTION_UP:
	case ACTION_PAGE_UP:
	case ACTION_BACK:
		p->page -= p->page > 0;
		return true;
	case ACTION_CLOCK:
		p->clock = !p->clock;
		return true;
	case ACTION_QUIT:
		b->quit = true;
		return true;
	case ACTION_THEMES:
	case ACTION_REDRAW:
	case ACTION_RELOAD:
	case ACTION_SUSPEND:
		return false;
	default:
		return true;
	}
}
