#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "text.h"

enum { SIDE_MAX = 1000 };

/* Which arms a box-drawing character has: frames that meet are joined by adding their arms. */
enum arm { ARM_UP = 1, ARM_DOWN = 2, ARM_LEFT = 4, ARM_RIGHT = 8 };

static const char *const box[16] = {
	[ARM_UP | ARM_DOWN] = "│", [ARM_LEFT | ARM_RIGHT] = "─", [ARM_DOWN | ARM_RIGHT] = "╭", [ARM_DOWN | ARM_LEFT] = "╮",
	[ARM_UP | ARM_RIGHT] = "╰", [ARM_UP | ARM_LEFT] = "╯", [ARM_UP | ARM_DOWN | ARM_RIGHT] = "├",
	[ARM_UP | ARM_DOWN | ARM_LEFT] = "┤", [ARM_DOWN | ARM_LEFT | ARM_RIGHT] = "┬", [ARM_UP | ARM_LEFT | ARM_RIGHT] = "┴",
	[ARM_UP | ARM_DOWN | ARM_LEFT | ARM_RIGHT] = "┼",
};

void canvas_init(struct canvas *c)
{
	memset(c, 0, sizeof *c);
	c->cursor_x = c->cursor_y = -1;
}

void canvas_release(struct canvas *c)
{
	free(c->cells);
	canvas_init(c);
}

static void set_blank(struct cell *cell, enum style style)
{
	memset(cell, 0, sizeof *cell);
	cell->text[0] = ' ';
	cell->width = 1;
	cell->style = (uint8_t)style;
}

void canvas_clear(struct canvas *c)
{
	for (int i = 0; i < c->w * c->h; i++)
		set_blank(&c->cells[i], STYLE_TEXT);
	c->cursor_x = c->cursor_y = -1;
}

void canvas_clear_area(struct canvas *c, struct area a)
{
	for (int y = a.y < 0 ? 0 : a.y; y < a.y + a.h && y < c->h; y++)
		for (int x = a.x < 0 ? 0 : a.x; x < a.x + a.w && x < c->w; x++)
			set_blank(&c->cells[y * c->w + x], STYLE_TEXT);
}

bool canvas_resize(struct canvas *c, int w, int h)
{
	struct cell *cells;

	w = w < 1 ? 1 : w > SIDE_MAX ? SIDE_MAX : w;
	h = h < 1 ? 1 : h > SIDE_MAX ? SIDE_MAX : h;
	if (w != c->w || h != c->h) {
		cells = malloc((size_t)w * (size_t)h * sizeof *cells);
		if (!cells)
			return false;
		free(c->cells);
		c->cells = cells;
		c->w = w;
		c->h = h;
	}
	canvas_clear(c);
	return true;
}

struct area canvas_area(const struct canvas *c)
{
	return (struct area){0, 0, c->w, c->h};
}

static struct cell *at(const struct canvas *c, int x, int y)
{
	return x < 0 || y < 0 || x >= c->w || y >= c->h ? NULL : &c->cells[y * c->w + x];
}

const struct cell *canvas_cell(const struct canvas *c, int x, int y)
{
	return at(c, x, y);
}

/* Overwriting half of a wide character leaves no half behind. */
static void mend_neighbours(struct canvas *c, int x, int y, int width)
{
	struct cell *cell = at(c, x, y), *left = at(c, x - 1, y), *right = at(c, x + width, y);

	if (cell && cell->width == 0 && left)
		set_blank(left, left->style);
	if (right && right->width == 0)
		set_blank(right, right->style);
}

static void put(struct canvas *c, int x, int y, enum style style, const char *text, int width)
{
	struct cell *cell = at(c, x, y), *half;

	if (!cell || (width == 2 && !at(c, x + 1, y)))
		return;
	mend_neighbours(c, x, y, width);
	memset(cell, 0, sizeof *cell);
	/* More marks than the cell has room for are dropped, at a character's border. */
	for (size_t i = 0, len = strlen(text); i < len;) {
		uint32_t code;
		size_t step = text_decode(text + i, len - i, &code);

		if (!step || i + step >= sizeof cell->text)
			break;
		memcpy(cell->text + i, text + i, step);
		i += step;
	}
	cell->width = (uint8_t)width;
	cell->style = (uint8_t)style;
	if (width == 2 && (half = at(c, x + 1, y))) {
		memset(half, 0, sizeof *half);
		half->style = (uint8_t)style;
	}
}

/* One cell of text, which may be several cells wide where it stands for a control ("<9b>", a tab). */
static void put_cell(struct canvas *c, int x, int y, enum style style, const struct text_cell *cell)
{
	uint32_t code;

	if (cell->newline) {
		put(c, x, y, style, " ", 1);
	} else if (c->ascii && (unsigned char)cell->text[0] >= 0x80) {
		char ascii[2] = "?";

		if (text_decode(cell->text, strlen(cell->text), &code) && text_ascii_of(code))
			ascii[0] = text_ascii_of(code);
		for (int i = 0; i < cell->width; i++)
			put(c, x + i, y, style, i ? "?" : ascii, 1);
	} else if ((unsigned char)cell->text[0] < 0x80 && cell->width > 1) {
		for (int i = 0; i < cell->width; i++)
			put(c, x + i, y, style, (char[2]){cell->text[i], 0}, 1);
	} else if (c->ascii) {
		put(c, x, y, style, (char[2]){cell->text[0], 0}, 1);
	} else {
		put(c, x, y, style, cell->text, cell->width);
	}
}

int canvas_text(struct canvas *c, struct area a, int x, int y, enum style style, const char *text, size_t len, int width)
{
	const char *end = text + len;
	struct text_cell cell;
	int room = a.w - x, used = 0;
	int last = -1; /* where the last whole cell begins that leaves room for "…" */

	if (y < 0 || y >= a.h || x < 0)
		return 0;
	if (width >= 0 && width < room)
		room = width;
	if (room <= 0)
		return 0;
	while (text_next_cell(&text, end, used, &cell)) {
		int cells = cell.newline ? 1 : cell.width;

		if (used + cells > room) {
			const struct text_cell more = {.text = "…", .width = 1};
			int stop = last < 0 ? 0 : last;

			for (int i = stop; i < used; i++)
				put(c, a.x + x + i, a.y + y, style, " ", 1);
			put_cell(c, a.x + x + stop, a.y + y, style, &more);
			return stop + 1;
		}
		put_cell(c, a.x + x + used, a.y + y, style, &cell);
		used += cells;
		if (used < room)
			last = used;
	}
	return used;
}

int canvas_puts(struct canvas *c, struct area a, int x, int y, enum style style, const char *text)
{
	return canvas_text(c, a, x, y, style, text, strlen(text), -1);
}

int canvas_printf(struct canvas *c, struct area a, int x, int y, enum style style, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return canvas_puts(c, a, x, y, style, text);
}

int canvas_text_right(struct canvas *c, struct area a, int x, int y, enum style style, const char *text)
{
	int width = text_width0(text);

	return width > x ? canvas_text(c, a, 0, y, style, text, strlen(text), x) : canvas_puts(c, a, x - width, y, style, text);
}

void canvas_fill(struct canvas *c, struct area a, enum style style)
{
	for (int y = a.y; y < a.y + a.h; y++)
		for (int x = a.x; x < a.x + a.w; x++)
			put(c, x, y, style, " ", 1);
}

void canvas_over(struct canvas *c, struct area a, int x, int y, int width, enum style style)
{
	if (y < 0 || y >= a.h)
		return;
	for (int i = x < 0 ? 0 : x; i < x + width && i < a.w; i++) {
		struct cell *cell = at(c, a.x + i, a.y + y);

		if (cell)
			cell->over = (uint8_t)(style + 1);
	}
}

static int arms_of(const struct cell *cell)
{
	for (int i = 1; cell && i < 16; i++)
		if (box[i] && strcmp(box[i], cell->text) == 0)
			return i;
	return 0;
}

/* In ASCII a junction can't be read back from the cell; "+" joins with anything. */
static void put_arms(struct canvas *c, int x, int y, int arms, enum style style)
{
	struct cell *cell = at(c, x, y);

	if (!cell)
		return;
	if (c->ascii) {
		bool straight = arms == (ARM_UP | ARM_DOWN) || arms == (ARM_LEFT | ARM_RIGHT);
		const char *sign = !straight ? "+" : arms & ARM_UP ? "|" : "-";

		if ((cell->text[0] == '|' || cell->text[0] == '-' || cell->text[0] == '+') && cell->text[0] != sign[0])
			sign = "+";
		put(c, x, y, style, sign, 1);
		return;
	}
	put(c, x, y, style, box[arms | arms_of(cell)], 1);
}

void canvas_frame(struct canvas *c, struct area a, enum style style)
{
	int right = a.x + a.w - 1, bottom = a.y + a.h - 1;

	if (a.w < 2 || a.h < 2)
		return;
	for (int x = a.x + 1; x < right; x++) {
		put_arms(c, x, a.y, ARM_LEFT | ARM_RIGHT, style);
		put_arms(c, x, bottom, ARM_LEFT | ARM_RIGHT, style);
	}
	for (int y = a.y + 1; y < bottom; y++) {
		put_arms(c, a.x, y, ARM_UP | ARM_DOWN, style);
		put_arms(c, right, y, ARM_UP | ARM_DOWN, style);
	}
	put_arms(c, a.x, a.y, ARM_DOWN | ARM_RIGHT, style);
	put_arms(c, right, a.y, ARM_DOWN | ARM_LEFT, style);
	put_arms(c, a.x, bottom, ARM_UP | ARM_RIGHT, style);
	put_arms(c, right, bottom, ARM_UP | ARM_LEFT, style);
}

void canvas_rule(struct canvas *c, struct area a, int y, enum style style)
{
	for (int x = 0; y >= 0 && y < a.h && x < a.w; x++)
		put(c, a.x + x, a.y + y, style, c->ascii ? "-" : "─", 1);
}

void canvas_more(struct canvas *c, struct area frame, bool above, bool below, enum style style)
{
	int x = frame.x + frame.w - 1;

	if (frame.h < 3)
		return;
	if (above)
		put(c, x, frame.y + 1, style, c->ascii ? "^" : "▲", 1);
	if (below)
		put(c, x, frame.y + frame.h - 2, style, c->ascii ? "v" : "▼", 1);
}

static uint64_t mix(uint64_t h, uint64_t part)
{
	h = (h ^ part) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

/* In several sums at once: none has to wait for the one before it. */
uint64_t canvas_row_hash(const struct canvas *c, int y)
{
	const unsigned char *bytes = (const unsigned char *)&c->cells[(size_t)y * (size_t)c->w];
	uint64_t h[4] = {0x9E3779B97F4A7C15u, 1, 2, 3}, part[4] = {0};
	size_t n = (size_t)c->w * sizeof *c->cells;

	for (; n >= sizeof part; n -= sizeof part, bytes += sizeof part) {
		memcpy(part, bytes, sizeof part);
		for (int i = 0; i < 4; i++)
			h[i] = mix(h[i], part[i]);
	}
	memset(part, 0, sizeof part);
	memcpy(part, bytes, n);
	for (int i = 0; i < 4; i++)
		h[i] = mix(h[i], part[i]);
	return mix(mix(mix(h[0], h[1]), h[2]), h[3]);
}

bool canvas_to_text(const struct canvas *c, struct buf *out)
{
	for (int y = 0; y < c->h; y++) {
		size_t keep = out->len;

		for (int x = 0; x < c->w; x++) {
			const struct cell *cell = at(c, x, y);

			buf_adds(out, cell->text);
			if (cell->width && strcmp(cell->text, " ") != 0)
				keep = out->len;
		}
		buf_truncate(out, keep);
		buf_addc(out, '\n');
	}
	return buf_ok(out);
}
