#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "sheet_place.h"

void view_init(struct view *v)
{
	memset(v, 0, sizeof *v);
	sheet_init(&v->sheet);
	targets_init(&v->targets);
	v->link = SHEET_NO_LINK;
	v->record = RECORD_NONE;
}

void view_close(struct view *v)
{
	sheet_clear(&v->sheet);
	targets_clear(&v->targets);
	free(v->title);
	v->title = NULL;
	v->kind = VIEW_NONE;
	v->record = RECORD_NONE;
	v->top = 0;
	v->link = SHEET_NO_LINK;
	v->search[0] = '\0';
}

void view_release(struct view *v)
{
	view_close(v);
	sheet_release(&v->sheet);
	targets_release(&v->targets);
}

bool view_open(struct view *v, enum view_kind kind, const char *title)
{
	view_close(v);
	v->title = strdup(title);
	v->kind = v->title ? kind : VIEW_NONE;
	return v->title != NULL;
}

/* The area of the text inside the frame. */
static struct area text_area(const struct view *v, struct area main)
{
	struct area a = {main.x + 2, main.y + 1, main.w - 4, main.h - 2};

	/* Columns and the lines of files are not prose. */
	if (v->kind != VIEW_COMPARE && v->kind != VIEW_CHANGE && a.w > VIEW_MEASURE) {
		a.x += (a.w - VIEW_MEASURE) / 2;
		a.w = VIEW_MEASURE;
	}
	return a;
}

static void keep_in_view(struct view *v)
{
	int most = v->sheet.line_count - v->height;

	v->top = v->top > most ? most : v->top;
	v->top = v->top < 0 ? 0 : v->top;
}

void view_fit(struct view *v, struct area main)
{
	struct area a = text_area(v, main);
	int anchor = -1;

	/* A new width moves lines: the block at the top stays at the top. */
	if (v->sheet.width && v->sheet.width != a.w && v->top < v->sheet.line_count)
		anchor = v->sheet.lines[v->top].block;
	sheet_layout(&v->sheet, a.w);
	v->height = a.h < 1 ? 1 : a.h;
	for (int i = 0; anchor >= 0 && i < v->sheet.line_count; i++)
		if (v->sheet.lines[i].block == anchor) {
			v->top = i;
			break;
		}
	keep_in_view(v);
}

/* The document that is shown; NULL for other views. */
static const struct document *document_of(const struct view *v, const struct corpus *corpus)
{
	if (v->kind != VIEW_DOCUMENT || v->record >= corpus->count || corpus->records[v->record].document < 0)
		return NULL;
	return corpus->documents[corpus->records[v->record].document];
}

bool view_place(const struct view *v, const struct corpus *corpus, struct pane_place *place)
{
	return sheet_place(&v->sheet, &v->targets, corpus, document_of(v, corpus), v->top, v->link, place);
}

bool view_back(struct view *v, const struct corpus *corpus, const struct pane_place *place)
{
	bool found = sheet_place_find(&v->sheet, &v->targets, corpus, document_of(v, corpus), place, &v->top, &v->link);

	keep_in_view(v);
	return found;
}

void view_go_to_anchor(struct view *v, int anchor)
{
	int line = sheet_anchor_line(&v->sheet, anchor);

	if (line >= 0)
		v->top = line;
	keep_in_view(v);
}

static void go_to_link(struct view *v, int by)
{
	int next = SHEET_NO_LINK, line = sheet_link_line(&v->sheet, v->link);

	/* A link out of view is no place to go on from. */
	if (line >= v->top && line < v->top + v->height)
		next = sheet_next_link(&v->sheet, v->link, by);
	else
		for (int i = 0; i < v->height && next == SHEET_NO_LINK; i++)
			for (int x = 0; x < v->sheet.width && next == SHEET_NO_LINK; x++)
				next = sheet_link_at(&v->sheet, x, by > 0 ? v->top + i : v->top + v->height - 1 - i);
	if (next == SHEET_NO_LINK)
		next = sheet_next_link(&v->sheet, line >= 0 ? v->link : SHEET_NO_LINK, by);
	if (next == SHEET_NO_LINK)
		return;
	v->link = next;
	line = sheet_link_line(&v->sheet, next);
	if (line < v->top || line >= v->top + v->height)
		v->top = line - v->height / 3;
	keep_in_view(v);
}

enum view_answer view_act(struct view *v, enum action action)
{
	switch (action) {
	case ACTION_UP:
		v->top--;
		break;
	case ACTION_DOWN:
		v->top++;
		break;
	case ACTION_PAGE_UP:
		v->top -= v->height - 1;
		break;
	case ACTION_PAGE_DOWN:
		v->top += v->height - 1;
		break;
	case ACTION_HALF_UP:
		v->top -= v->height / 2;
		break;
	case ACTION_HALF_DOWN:
		v->top += v->height / 2;
		break;
	case ACTION_TOP:
		v->top = 0;
		break;
	case ACTION_BOTTOM:
		v->top = v->sheet.line_count;
		break;
	case ACTION_NEXT_PANE:
	case ACTION_RIGHT:
		go_to_link(v, 1);
		return VIEW_DONE;
	case ACTION_PREVIOUS_PANE:
	case ACTION_LEFT:
		go_to_link(v, -1);
		return VIEW_DONE;
	case ACTION_OPEN:
		return v->link >= 0 ? VIEW_FOLLOW : VIEW_DONE;
	case ACTION_SEARCH_NEXT:
		view_search(v, v->search, 1);
		return VIEW_DONE;
	case ACTION_SEARCH_PREVIOUS:
		view_search(v, v->search, -1);
		return VIEW_DONE;
	default:
		return VIEW_IGNORED;
	}
	keep_in_view(v);
	return VIEW_DONE;
}

enum view_answer view_click(struct view *v, struct area main, int x, int y)
{
	struct area a = text_area(v, main);
	int link = sheet_link_at(&v->sheet, x - a.x, v->top + y - a.y);

	if (link == SHEET_NO_LINK)
		return VIEW_DONE;
	v->link = link;
	return VIEW_FOLLOW;
}

void view_wheel(struct view *v, int by)
{
	v->top += by;
	keep_in_view(v);
}

bool view_search(struct view *v, const char *text, int by)
{
	int line;

	if (text != v->search)
		snprintf(v->search, sizeof v->search, "%s", text);
	if (!v->search[0])
		return false;
	line = sheet_find(&v->sheet, v->search, v->top + (by > 0 ? 1 : -1), by);
	if (line < 0)
		return false;
	v->top = line;
	keep_in_view(v);
	return true;
}

/* "Where am I": the heading over the first line, and how far down. */
static void draw_place(const struct view *v, struct canvas *c, struct area main, const struct corpus *corpus)
{
	int percent = v->sheet.line_count > v->height ? v->top * 100 / (v->sheet.line_count - v->height) : 100;
	const struct document *doc = document_of(v, corpus);
	const char *heading = "";

	if (doc) {
		for (int i = v->top < v->sheet.line_count ? v->top : -1; i >= 0 && !*heading; i--) {
			int anchor = v->sheet.blocks[v->sheet.lines[i].block].anchor;

			if (anchor >= 0 && (uint32_t)anchor < doc->heading_count)
				heading = doc->headings[anchor].text;
		}
	}
	canvas_printf(c, main, 2, 0, STYLE_TITLE_FOCUS, " %s%s%s ", v->title, *heading ? " › " : "", heading);
	if (v->sheet.line_count > v->height) {
		char place[16];

		snprintf(place, sizeof place, " %d%% ", percent);
		canvas_text_right(c, main, main.w - 2, main.h - 1, STYLE_TALLY, place);
	}
}

void view_draw(struct view *v, struct canvas *c, struct area main, const struct corpus *corpus)
{
	struct area a;

	view_fit(v, main);
	a = text_area(v, main);
	canvas_fill(c, main, STYLE_TEXT);
	canvas_frame(c, main, STYLE_BORDER_FOCUS);
	draw_place(v, c, main, corpus);
	sheet_draw(&v->sheet, c, a, v->top, v->link);
	if (v->search[0])
		sheet_mark_found(&v->sheet, c, a, v->top, v->search);
	canvas_more(c, main, v->top > 0, v->top + v->height < v->sheet.line_count, STYLE_KEY);
}
