#include "sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void sheet_init(struct sheet *s)
{
	memset(s, 0, sizeof *s);
	buf_init(&s->text);
	s->next_anchor = -1;
}

void sheet_release(struct sheet *s)
{
	buf_release(&s->text);
	free(s->runs);
	free(s->blocks);
	free(s->pieces);
	free(s->lines);
	sheet_init(s);
}

void sheet_clear(struct sheet *s)
{
	buf_clear(&s->text);
	s->run_count = s->block_count = s->piece_count = s->line_count = s->width = s->table_count = 0;
	s->next_anchor = -1;
	s->in_table = s->failed = false;
}

bool sheet_ok(const struct sheet *s)
{
	return !s->failed && buf_ok(&s->text);
}

/* Makes room for one more item of an array; false when memory ends. */
static bool grow(struct sheet *s, void **items, int count, int *cap, size_t size)
{
	void *p;
	int more;

	if (count < *cap)
		return true;
	more = *cap ? *cap * 2 : 64;
	p = s->failed || more > (1 << 26) ? NULL : realloc(*items, (size_t)more * size);
	if (!p) {
		s->failed = true;
		return false;
	}
	*items = p;
	*cap = more;
	return true;
}

static struct sheet_block *add_block(struct sheet *s, enum sheet_block_kind kind)
{
	struct sheet_block *b;

	if (!grow(s, (void **)&s->blocks, s->block_count, &s->block_cap, sizeof *s->blocks))
		return NULL;
	b = &s->blocks[s->block_count++];
	*b = (struct sheet_block){.kind = kind, .run = s->run_count, .table = -1, .anchor = s->next_anchor};
	s->next_anchor = -1;
	s->width = 0;
	return b;
}

void sheet_paragraph(struct sheet *s, int indent, int hang)
{
	struct sheet_block *b = add_block(s, SHEET_PARAGRAPH);

	if (b) {
		b->indent = indent;
		b->hang = hang;
	}
}

void sheet_add(struct sheet *s, enum style style, const char *text, size_t len, int link)
{
	if (!len || !s->block_count || !grow(s, (void **)&s->runs, s->run_count, &s->run_cap, sizeof *s->runs))
		return;
	s->runs[s->run_count++] = (struct sheet_run){s->text.len, len, style, link};
	s->blocks[s->block_count - 1].run_count++;
	buf_add(&s->text, text, len);
}

void sheet_puts(struct sheet *s, enum style style, const char *text)
{
	sheet_add(s, style, text, strlen(text), SHEET_NO_LINK);
}

void sheet_printf(struct sheet *s, enum style style, const char *format, ...)
{
	struct buf text;
	va_list args;
	char small[512];
	int len;

	va_start(args, format);
	len = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (len < (int)sizeof small) {
		sheet_puts(s, style, small);
		return;
	}
	buf_init(&text);
	va_start(args, format);
	if (buf_reserve(&text, (size_t)len))
		vsnprintf(text.data, (size_t)len + 1, format, args);
	va_end(args);
	s->failed = s->failed || !buf_ok(&text);
	if (buf_ok(&text))
		sheet_puts(s, style, text.data);
	buf_release(&text);
}

void sheet_pre(struct sheet *s, int indent, enum style style, const char *text, size_t len)
{
	while (len) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end - text) : len;
		struct sheet_block *b = add_block(s, SHEET_PRE);

		if (!b)
			return;
		b->indent = indent;
		sheet_add(s, style, text, line, SHEET_NO_LINK);
		text += line + (end != NULL);
		len -= line + (end != NULL);
	}
}

void sheet_rule(struct sheet *s)
{
	add_block(s, SHEET_RULE);
}

void sheet_blank(struct sheet *s)
{
	if (s->block_count && s->blocks[s->block_count - 1].kind != SHEET_BLANK)
		add_block(s, SHEET_BLANK);
}

void sheet_anchor(struct sheet *s, int number)
{
	s->next_anchor = number;
}

void sheet_table_begin(struct sheet *s)
{
	s->in_table = true;
	s->row = -1;
	s->column = -1;
}

void sheet_row(struct sheet *s)
{
	s->row++;
	s->column = -1;
}

void sheet_cell(struct sheet *s, bool right)
{
	struct sheet_block *b = add_block(s, SHEET_CELL);

	if (!b)
		return;
	/* A table wider than this many columns keeps the first ones; the last takes what is left over. */
	s->column += s->column < SHEET_COLUMNS_MAX - 1;
	b->table = s->table_count;
	b->row = s->row < 0 ? 0 : s->row;
	b->column = s->column;
	b->right = right;
}

void sheet_table_end(struct sheet *s)
{
	s->in_table = false;
	s->table_count++;
}

bool sheet_add_line(struct sheet *s, int block)
{
	if (!grow(s, (void **)&s->lines, s->line_count, &s->line_cap, sizeof *s->lines))
		return false;
	s->lines[s->line_count++] = (struct sheet_line){s->piece_count, 0, block};
	return true;
}

bool sheet_add_piece(struct sheet *s, int line, const struct sheet_piece *piece)
{
	if (!grow(s, (void **)&s->pieces, s->piece_count, &s->piece_cap, sizeof *s->pieces))
		return false;
	s->pieces[s->piece_count++] = *piece;
	s->lines[line].piece_count++;
	return true;
}

static void lay_block(struct sheet *s, int index, int width)
{
	const struct sheet_block *b = &s->blocks[index];
	const struct sheet_piece rule = {.width = width, .style = STYLE_BORDER, .link = SHEET_NO_LINK};

	switch (b->kind) {
	case SHEET_BLANK:
		sheet_add_line(s, index);
		break;
	case SHEET_RULE:
		if (sheet_add_line(s, index))
			sheet_add_piece(s, s->line_count - 1, &rule);
		break;
	default:
		sheet_wrap_block(s, index, 0, width);
	}
}

void sheet_layout(struct sheet *s, int width)
{
	width = width < 1 ? 1 : width;
	if (s->width == width)
		return;
	s->width = width;
	s->line_count = s->piece_count = 0;
	for (int i = 0; i < s->block_count && !s->failed;) {
		if (s->blocks[i].kind == SHEET_CELL)
			i = sheet_layout_table(s, i);
		else
			lay_block(s, i++, width);
	}
}

void sheet_draw(const struct sheet *s, struct canvas *c, struct area a, int first, int here)
{
	for (int y = 0; y < a.h && first + y < s->line_count; y++) {
		const struct sheet_line *line = &s->lines[first + y];

		for (int i = 0; i < line->piece_count; i++) {
			const struct sheet_piece *p = &s->pieces[line->piece + i];

			if (!p->len) {
				canvas_rule(c, (struct area){a.x + p->x, a.y + y, p->width, 1}, 0, p->style);
				continue;
			}
			canvas_text(c, a, p->x, y, p->style, s->text.data + p->begin, p->len, p->width);
			if (p->link >= 0 && p->link == here)
				canvas_over(c, a, p->x, y, p->width, STYLE_LINK_HERE);
		}
	}
}

int sheet_anchor_line(const struct sheet *s, int number)
{
	for (int i = 0; i < s->line_count; i++)
		if (s->blocks[s->lines[i].block].anchor == number && (i == 0 || s->lines[i - 1].block != s->lines[i].block))
			return i;
	return -1;
}

int sheet_link_line(const struct sheet *s, int link)
{
	for (int i = 0; i < s->line_count; i++)
		for (int p = 0; p < s->lines[i].piece_count; p++)
			if (s->pieces[s->lines[i].piece + p].link == link)
				return i;
	return -1;
}

int sheet_link_at(const struct sheet *s, int x, int line)
{
	if (line < 0 || line >= s->line_count)
		return SHEET_NO_LINK;
	for (int p = 0; p < s->lines[line].piece_count; p++) {
		const struct sheet_piece *piece = &s->pieces[s->lines[line].piece + p];

		if (piece->link >= 0 && x >= piece->x && x < piece->x + piece->width)
			return piece->link;
	}
	return SHEET_NO_LINK;
}

int sheet_next_link(const struct sheet *s, int from, int by)
{
	int before = SHEET_NO_LINK;
	bool passed = from == SHEET_NO_LINK;

	for (int i = 0; i < s->run_count; i++) {
		int link = s->runs[i].link;

		if (link < 0 || link == before)
			continue;
		if (by > 0 && passed && link != from)
			return link;
		if (link == from) {
			if (by < 0)
				return before;
			passed = true;
		}
		before = link;
	}
	return by < 0 && from == SHEET_NO_LINK ? before : SHEET_NO_LINK;
}

static void line_text(const struct sheet *s, int index, struct buf *out)
{
	const struct sheet_line *line = &s->lines[index];
	int x = 0;

	for (int i = 0; i < line->piece_count; i++) {
		const struct sheet_piece *p = &s->pieces[line->piece + i];

		if (p->x > x)
			buf_add_repeat(out, ' ', (size_t)(p->x - x));
		if (p->len)
			text_show(out, s->text.data + p->begin, p->len, -1);
		for (int w = 0; !p->len && w < p->width; w++)
			buf_adds(out, "─");
		x = p->x + p->width;
	}
	while (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

void sheet_to_text(const struct sheet *s, struct buf *out)
{
	for (int i = 0; i < s->line_count; i++) {
		size_t begin = out->len;

		buf_addc(out, '\n'); /* so that the trimming of this line stops here */
		line_text(s, i, out);
		if (buf_ok(out)) {
			memmove(out->data + begin, out->data + begin + 1, out->len - begin - 1);
			out->data[out->len - 1] = '\n';
		}
	}
}

/* Finds `text` in a line of plain text; the byte offset, or -1. */
static long find_in(const char *line, size_t len, const char *text, bool exact)
{
	size_t want = strlen(text);

	for (size_t i = 0; want && i + want <= len; i++)
		if (exact ? memcmp(line + i, text, want) == 0 : text_equal_nocase(line + i, want, text, want))
			return (long)i;
	return -1;
}

static bool has_capital(const char *text)
{
	return strpbrk(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
}

int sheet_find(const struct sheet *s, const char *text, int from, int by)
{
	struct buf line;
	int found = -1;

	buf_init(&line);
	for (int i = from, n = 0; n < s->line_count && found < 0; i += by, n++) {
		int at = ((i % s->line_count) + s->line_count) % s->line_count;

		buf_clear(&line);
		line_text(s, at, &line);
		if (find_in(line.data, line.len, text, has_capital(text)) >= 0)
			found = at;
	}
	buf_release(&line);
	return found;
}

void sheet_mark_found(const struct sheet *s, struct canvas *c, struct area a, int first, const char *text)
{
	struct buf line;

	buf_init(&line);
	for (int y = 0; y < a.h && first + y < s->line_count; y++) {
		size_t from = 0;
		long at;

		buf_clear(&line);
		line_text(s, first + y, &line);
		while ((at = find_in(line.data + from, line.len - from, text, has_capital(text))) >= 0) {
			from += (size_t)at;
			canvas_over(c, a, text_width(line.data, from), y, text_width(line.data + from, strlen(text)), STYLE_MATCH);
			from += strlen(text);
		}
	}
	buf_release(&line);
}
