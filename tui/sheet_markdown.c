#include <string.h>

#include "markup.h"
#include "sheet_markup.h"
#include "text.h"

/* What stands around a run of a style; emphasis can't begin or end with a blank. */
static const char *sign_of(enum style style)
{
	return style == STYLE_STRONG || style == STYLE_BIG ? "**" : style == STYLE_EMPHASIS ? "*" : "";
}

static void add_run(const struct sheet *s, const struct sheet_run *run, const struct sheet_markup *how, struct buf *out)
{
	const char *text = s->text.data + run->begin, *sign = sign_of(run->style);
	size_t len = run->len, before = 0;
	struct buf href;

	while (before < len && text[before] == ' ')
		before++;
	buf_add_repeat(out, ' ', before);
	text += before;
	len -= before;
	while (len && text[len - 1] == ' ')
		len--;
	buf_init(&href);
	if (run->link != SHEET_NO_LINK)
		how->href(how->data, run->link, &href);
	if (len) {
		buf_adds(out, href.len ? "[" : sign);
		markup_markdown(out, text, len);
		if (href.len)
			buf_addf(out, "](%s)", href.data);
		else
			buf_adds(out, sign);
	}
	buf_add_repeat(out, ' ', run->len - before - len);
	out->failed = out->failed || !buf_ok(&href);
	buf_release(&href);
}

static void add_runs(const struct sheet *s, const struct sheet_block *block, const struct sheet_markup *how, struct buf *out)
{
	for (int i = 0; i < block->run_count; i++)
		add_run(s, &s->runs[block->run + i], how, out);
}

static int columns_of(const struct sheet *s, int begin, int end)
{
	int columns = 0;

	for (int i = begin; i < end; i++)
		columns = s->blocks[i].column >= columns ? s->blocks[i].column + 1 : columns;
	return columns;
}

static void add_table(const struct sheet *s, int begin, int end, const struct sheet_markup *how, struct buf *out)
{
	int columns = columns_of(s, begin, end), head = s->blocks[begin].row;

	for (int i = begin; i < end;) {
		int row = s->blocks[i].row, column = 0;

		for (; i < end && s->blocks[i].row == row; i++, column++) {
			buf_adds(out, "| ");
			add_runs(s, &s->blocks[i], how, out);
			buf_addc(out, ' ');
		}
		for (; column < columns; column++)
			buf_adds(out, "| ");
		buf_adds(out, "|\n");
		for (column = 0; row == head && column < columns; column++)
			buf_adds(out, begin + column < end && s->blocks[begin + column].right ? "| ---: " : "| --- ");
		if (row == head)
			buf_adds(out, "|\n");
	}
	buf_addc(out, '\n');
}

/* Four blanks before a line make it code; a fence could be ended by one in the text. A block is a line. */
static void add_pre(const struct sheet *s, const struct sheet_block *block, bool last, struct buf *out)
{
	buf_adds(out, "    ");
	for (int i = 0; i < block->run_count; i++)
		text_show(out, s->text.data + s->runs[block->run + i].begin, s->runs[block->run + i].len, -1);
	buf_adds(out, last ? "\n\n" : "\n");
}

/* Characters that would make the line something else than a paragraph. */
static void add_line(const struct sheet *s, const struct sheet_block *block, const struct sheet_markup *how, struct buf *out)
{
	size_t at = out->len, digits;
	struct buf line;

	buf_init(&line);
	add_runs(s, block, how, &line);
	digits = strspn(line.data, "0123456789");
	if (strncmp(line.data, "• ", strlen("• ")) == 0) {
		buf_addf(out, "- %s", line.data + strlen("• "));
	} else {
		if (*line.data && strchr("#>+-=", *line.data))
			buf_addc(out, '\\');
		buf_add(out, line.data, digits);
		if (digits && (line.data[digits] == '.' || line.data[digits] == ')'))
			buf_addc(out, '\\');
		buf_adds(out, line.data + digits);
	}
	out->failed = out->failed || !buf_ok(&line);
	if (out->len > at)
		buf_adds(out, "\n\n");
	buf_release(&line);
}

void sheet_to_markdown(const struct sheet *s, const struct sheet_markup *how, struct buf *out)
{
	for (int i = 0; i < s->block_count; i++) {
		const struct sheet_block *block = &s->blocks[i];

		if (block->kind == SHEET_CELL) {
			int end = sheet_table_end_of(s, i);

			add_table(s, i, end, how, out);
			i = end - 1;
		} else if (block->kind == SHEET_PRE) {
			add_pre(s, block, i + 1 == s->block_count || s->blocks[i + 1].kind != SHEET_PRE, out);
		} else if (block->kind == SHEET_RULE) {
			buf_adds(out, "---\n\n");
		} else if (block->kind == SHEET_PARAGRAPH) {
			if (sheet_is_heading(s, block))
				buf_addf(out, "%.*s ", how->level, "######");
			add_line(s, block, how, out);
		}
	}
}
