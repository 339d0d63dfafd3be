#include <string.h>

#include "markup.h"
#include "sheet_markup.h"

enum { INDENT_MAX = 16 };

int sheet_table_end_of(const struct sheet *s, int block)
{
	int end = block;

	while (end < s->block_count && s->blocks[end].kind == SHEET_CELL && s->blocks[end].table == s->blocks[block].table)
		end++;
	return end;
}

bool sheet_is_heading(const struct sheet *s, const struct sheet_block *block)
{
	bool heading = block->kind == SHEET_PARAGRAPH && block->run_count > 0;

	for (int i = 0; i < block->run_count; i++)
		heading = heading && s->runs[block->run + i].style == STYLE_HEADING;
	return heading;
}

static char folded(char c)
{
	return c == '-' ? ' ' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Whether the marked text stands at a place as a word of its own: "port" is not in "portability". */
static bool fits(const char *text, size_t len, size_t at, size_t step, const char *marked)
{
	for (size_t i = 0; i < step; i++)
		if (folded(text[at + i]) != folded(marked[i]))
			return false;
	return !(at && is_word(text[at - 1]) && is_word(marked[0]))
		&& !(at + step < len && is_word(text[at + step]) && is_word(marked[step - 1]));
}

static void add_text(const char *text, size_t len, const char *marked, struct buf *out)
{
	size_t from = 0, step = strlen(marked);

	for (size_t i = 0; step && i + step <= len; i++) {
		if (!fits(text, len, i, step, marked))
			continue;
		markup_html(out, text + from, i - from);
		buf_adds(out, "<mark>");
		markup_html(out, text + i, step);
		buf_adds(out, "</mark>");
		from = i + step;
		i = from - 1;
	}
	markup_html(out, text + from, len - from);
}

static void add_run(const struct sheet *s, const struct sheet_run *run, const struct sheet_markup *how, struct buf *out)
{
	size_t at = out->len;
	bool linked = false, plain = run->style == STYLE_TEXT || run->style == STYLE_HEADING;

	if (run->link != SHEET_NO_LINK) {
		buf_adds(out, "<a href=\"");
		how->href(how->data, run->link, out);
		linked = out->len > at + strlen("<a href=\"");
		if (linked)
			buf_adds(out, "\">");
		else
			buf_truncate(out, at);
	}
	if (!plain)
		buf_addf(out, "<span class=\"%s\">", linked || run->style != STYLE_LINK ? style_name(run->style) : "ref");
	add_text(s->text.data + run->begin, run->len, how->marked, out);
	buf_adds(out, plain ? "" : "</span>");
	buf_adds(out, linked ? "</a>" : "");
}

static void add_runs(const struct sheet *s, const struct sheet_block *block, const struct sheet_markup *how, struct buf *out)
{
	for (int i = 0; i < block->run_count; i++)
		add_run(s, &s->runs[block->run + i], how, out);
}

static int indent_class(int cells)
{
	return cells < 0 ? 0 : cells > INDENT_MAX ? INDENT_MAX : cells;
}

static void add_table(const struct sheet *s, int begin, int end, const struct sheet_markup *how, struct buf *out)
{
	int row = -1;

	buf_adds(out, "<div class=\"table\"><table>\n");
	for (int i = begin; i < end; i++) {
		const struct sheet_block *cell = &s->blocks[i];
		const char *tag = cell->row == s->blocks[begin].row ? "th" : "td";

		if (cell->row != row)
			buf_adds(out, row < 0 ? "<tr>" : "</tr>\n<tr>");
		row = cell->row;
		buf_addf(out, "<%s%s>", tag, cell->right ? " class=\"right\"" : "");
		add_runs(s, cell, how, out);
		buf_addf(out, "</%s>", tag);
	}
	buf_adds(out, "</tr>\n</table></div>\n");
}

void sheet_to_html(const struct sheet *s, const struct sheet_markup *how, struct buf *out)
{
	for (int i = 0; i < s->block_count; i++) {
		const struct sheet_block *block = &s->blocks[i];

		if (block->kind == SHEET_CELL) {
			int end = sheet_table_end_of(s, i);

			add_table(s, i, end, how, out);
			i = end - 1;
		} else if (block->kind == SHEET_RULE) {
			buf_adds(out, "<hr>\n");
		} else if (block->kind == SHEET_PRE) {
			/* A block is a line; those that follow each other are one text. */
			buf_adds(out, i && s->blocks[i - 1].kind == SHEET_PRE ? "\n" : "<pre>");
			add_runs(s, block, how, out);
			buf_adds(out, i + 1 < s->block_count && s->blocks[i + 1].kind == SHEET_PRE ? "" : "</pre>\n");
		} else if (sheet_is_heading(s, block)) {
			buf_addf(out, "<h%d>", how->level);
			add_runs(s, block, how, out);
			buf_addf(out, "</h%d>\n", how->level);
		} else if (block->kind == SHEET_PARAGRAPH && block->run_count) {
			buf_addf(out, "<p class=\"i%d h%d\">", indent_class(block->indent), indent_class(block->hang));
			add_runs(s, block, how, out);
			buf_adds(out, "</p>\n");
		}
	}
}
