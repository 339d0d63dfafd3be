#include "chooser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void chooser_init(struct chooser *c, const char *title, const char *hint)
{
	memset(c, 0, sizeof *c);
	c->title = strdup(title);
	c->hint = strdup(hint);
	c->failed = !c->title || !c->hint;
}

void chooser_release(struct chooser *c)
{
	for (int i = 0; i < c->count; i++) {
		free(c->items[i].label);
		free(c->items[i].detail);
		free(c->items[i].side);
	}
	free(c->items);
	free(c->shown);
	free(c->title);
	free(c->hint);
	memset(c, 0, sizeof *c);
}

static char *copy(struct chooser *c, const char *text)
{
	char *p = strdup(text ? text : "");

	c->failed = c->failed || !p;
	return p;
}

void chooser_add(struct chooser *c, int number, enum style style, const char *label, const char *side, const char *detail)
{
	struct chooser_item *item;

	if (c->count == c->cap) {
		int cap = c->cap ? c->cap * 2 : 32;
		struct chooser_item *items = realloc(c->items, (size_t)cap * sizeof *items);

		if (!items) {
			c->failed = true;
			return;
		}
		c->items = items;
		c->cap = cap;
	}
	item = &c->items[c->count++];
	*item = (struct chooser_item){.style = style, .number = number};
	item->label = copy(c, label);
	item->side = copy(c, side);
	item->detail = copy(c, detail);
}

void chooser_heading(struct chooser *c, const char *label)
{
	chooser_add(c, -1, STYLE_HEADING, label, NULL, NULL);
	if (!c->failed)
		c->items[c->count - 1].heading = true;
}

static char lower(char ch)
{
	return ch >= 'A' && ch <= 'Z' ? (char)(ch + 32) : ch;
}

int chooser_fit(const char *text, const char *typed)
{
	int fit = 1, run = 0;
	char before = ' ';

	for (; *typed; typed++) {
		if (*typed == ' ')
			continue;
		while (*text && lower(*text) != lower(*typed)) {
			before = *text++;
			run = 0;
		}
		if (!*text)
			return 0;
		fit += 1 + 2 * run + (strchr(" -/_.", before) ? 3 : 0);
		run++;
		before = *text++;
	}
	return fit;
}

struct fit {
	int index, fit;
};

static int by_fit(const void *a, const void *b)
{
	const struct fit *x = a, *y = b;

	return x->fit != y->fit ? (x->fit > y->fit ? -1 : 1) : x->index - y->index;
}

static bool narrow(struct chooser *c)
{
	struct fit *fits = calloc((size_t)c->count + 1, sizeof *fits);
	int n = 0;

	if (!fits)
		return false;
	for (int i = 0; i < c->count; i++) {
		const struct chooser_item *item = &c->items[i];
		int fit = !*c->typed ? 1 : item->heading ? 0 : 2 * chooser_fit(item->label, c->typed);

		/* An id may be typed as well as a title; of equal fits that of the label comes first. */
		if (!fit && !item->heading)
			fit = 2 * chooser_fit(item->detail, c->typed) - 1;
		fit = fit < 0 ? 0 : fit;

		if (fit)
			fits[n++] = (struct fit){i, fit};
	}
	if (*c->typed && n)
		qsort(fits, (size_t)n, sizeof *fits, by_fit);
	for (int i = 0; i < n; i++)
		c->shown[i] = fits[i].index;
	free(fits);
	c->shown_count = n;
	rows_fit(&c->list, n, c->list.height);
	return true;
}

static void skip_headings(struct chooser *c, int by)
{
	int at = c->list.at;

	while (at >= 0 && at < c->shown_count && c->items[c->shown[at]].heading)
		at += by;
	if (at < 0 || at >= c->shown_count)
		for (at = 0; at < c->shown_count && c->items[c->shown[at]].heading; at++)
			;
	rows_go(&c->list, at);
}

bool chooser_ready(struct chooser *c)
{
	if (c->failed)
		return false;
	c->shown = calloc((size_t)c->count + 1, sizeof *c->shown);
	if (!c->shown || !narrow(c))
		return false;
	skip_headings(c, 1);
	return true;
}

bool chooser_narrow(struct chooser *c, const char *typed)
{
	snprintf(c->typed, sizeof c->typed, "%s", typed);
	c->list.at = 0;
	return narrow(c);
}

int chooser_picked(const struct chooser *c)
{
	const struct chooser_item *item = c->list.at < c->shown_count ? &c->items[c->shown[c->list.at]] : NULL;

	return item && !item->heading ? item->number : -1;
}

void chooser_go(struct chooser *c, int number)
{
	for (int i = 0; i < c->shown_count; i++)
		if (c->items[c->shown[i]].number == number) {
			rows_go(&c->list, i);
			return;
		}
}

static void type(struct chooser *c, uint32_t code)
{
	char bytes[4];
	size_t len = strlen(c->typed), more = text_encode(code, bytes);

	if (len + more >= sizeof c->typed)
		return;
	memcpy(c->typed + len, bytes, more);
	c->typed[len + more] = '\0';
	c->list.at = 0;
	narrow(c);
}

static void erase(struct chooser *c)
{
	size_t len = strlen(c->typed);

	while (len && ((unsigned char)c->typed[len - 1] & 0xC0) == 0x80)
		len--;
	c->typed[len ? len - 1 : 0] = '\0';
	c->list.at = 0;
	narrow(c);
}

/* Letters narrow the list, so moving is left to the arrow keys and their like. */
enum chooser_answer chooser_key(struct chooser *c, const struct event *event, enum action action)
{
	if (event->key == EKEY_ESCAPE && *c->typed) {
		c->typed[0] = '\0';
		narrow(c);
	} else if (event->key == EKEY_ESCAPE || (event->ctrl && (event->key == 'c' || event->key == 'g'))) {
		return CHOOSER_CLOSED;
	} else if (event->key == EKEY_ENTER) {
		return chooser_picked(c) >= 0 ? CHOOSER_PICKED : CHOOSER_OPEN;
	} else if (event->key == EKEY_BACKSPACE) {
		if (!*c->typed)
			return CHOOSER_CLOSED;
		erase(c);
	} else if (!event->ctrl && !event->alt && event->key >= ' ' && event->key < 0x110000 && event->key != 0x7F) {
		type(c, event->key);
	} else if (event->key == EKEY_TAB) {
		rows_go(&c->list, c->list.at + 1);
	} else if (event->key == EKEY_BACK_TAB) {
		rows_go(&c->list, c->list.at - 1);
	} else {
		rows_act(&c->list, action);
		skip_headings(c, action == ACTION_UP || action == ACTION_PAGE_UP ? -1 : 1);
	}
	return CHOOSER_OPEN;
}

static struct area frame_of(const struct chooser *c, struct area main)
{
	int w = main.w > 110 ? 104 : main.w - 4, h = c->count + 4 < main.h - 2 ? c->count + 4 : main.h - 2;

	if (main.w < 60)
		w = main.w;
	if (h < 6 || main.h < 16)
		h = main.h < 8 ? main.h : h < 6 ? 6 : main.h;
	return (struct area){main.x + (main.w - w) / 2, main.y + (main.h - h) / 2, w, h};
}

enum chooser_answer chooser_click(struct chooser *c, struct area main, int x, int y)
{
	struct area f = frame_of(c, main);

	if (x < f.x || y < f.y || x >= f.x + f.w || y >= f.y + f.h)
		return CHOOSER_CLOSED;
	y = c->list.top + y - f.y - 2;
	if (y < c->list.top || y >= c->shown_count || y >= c->list.top + c->list.height)
		return CHOOSER_OPEN;
	rows_go(&c->list, y);
	return chooser_picked(c) >= 0 ? CHOOSER_PICKED : CHOOSER_OPEN;
}

void chooser_wheel(struct chooser *c, int by)
{
	rows_wheel(&c->list, by);
}

static void draw_item(const struct chooser *c, const struct chooser_item *item, struct canvas *canvas, struct area a, int y)
{
	int side = text_width0(item->side), label = text_width0(item->label), room = a.w - (side ? side + 1 : 0);
	int used;

	(void)c;
	if (*item->detail && room > 50 && label > room * 2 / 5 && text_width0(item->detail) + label > room)
		label = label < room * 3 / 5 ? label : room * 3 / 5;
	used = canvas_text(canvas, a, 0, y, item->style, item->label, strlen(item->label), label < room ? label : room);
	if (*item->detail && room - used > 8)
		canvas_text(canvas, a, used + 2, y, STYLE_DIM, item->detail, strlen(item->detail), room - used - 2);
	if (side)
		canvas_text_right(canvas, a, a.w, y, STYLE_TALLY, item->side);
}

void chooser_draw(struct chooser *c, struct canvas *canvas, struct area main)
{
	struct area f = frame_of(c, main), a = {f.x + 2, f.y + 1, f.w - 4, f.h - 2};
	bool above, below;
	int used;

	canvas_fill(canvas, f, STYLE_TEXT);
	canvas_frame(canvas, f, STYLE_BORDER_FOCUS);
	used = canvas_printf(canvas, f, 2, 0, STYLE_TITLE_FOCUS, " %s ", c->title);
	(void)used;
	if (*c->typed)
		canvas_printf(canvas, a, 0, 0, STYLE_FILTER, "> %s", c->typed);
	else
		canvas_puts(canvas, a, 0, 0, STYLE_DIM, c->hint);
	a.y++;
	a.h--;
	rows_fit(&c->list, c->shown_count, a.h);
	for (int y = 0; y < a.h && c->list.top + y < c->shown_count; y++) {
		draw_item(c, &c->items[c->shown[c->list.top + y]], canvas, a, y);
		if (c->list.top + y == c->list.at)
			canvas_over(canvas, (struct area){f.x + 1, a.y, f.w - 2, a.h}, 0, y, f.w - 2, STYLE_SELECTION);
	}
	if (!c->shown_count)
		canvas_puts(canvas, a, 0, 0, STYLE_DIM, "nothing fits; Backspace widens the list");
	rows_more(&c->list, &above, &below);
	canvas_more(canvas, f, above, below, STYLE_KEY);
}
