/* Tables: columns as wide as their content where the width allows; where it does not, the longest words get their room
 * first and the rest is shared in proportion, and cells are wrapped within their columns. */
#include <string.h>

#include "sheet.h"

enum { GAP = 2, COLUMN_LEAST = 3, WORD_MOST = 24 };

struct columns {
	int count;
	int natural[SHEET_COLUMNS_MAX], word[SHEET_COLUMNS_MAX], width[SHEET_COLUMNS_MAX];
};

static int measure(const struct sheet *s, int first, struct columns *c)
{
	int end = first;

	memset(c, 0, sizeof *c);
	for (; end < s->block_count && s->blocks[end].kind == SHEET_CELL && s->blocks[end].table == s->blocks[first].table; end++) {
		int column = s->blocks[end].column, word;
		int natural = sheet_block_width(s, end, &word);

		c->natural[column] = natural > c->natural[column] ? natural : c->natural[column];
		word = word > WORD_MOST ? WORD_MOST : word;
		c->word[column] = word > c->word[column] ? word : c->word[column];
		c->count = column + 1 > c->count ? column + 1 : c->count;
	}
	return end;
}

static int sum(const int *values, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += values[i];
	return total;
}

static void fit(struct columns *c, int width)
{
	int room = width - GAP * (c->count - 1), wanted, spare;

	for (int i = 0; i < c->count; i++) {
		c->natural[i] = c->natural[i] < 1 ? 1 : c->natural[i];
		c->word[i] = c->word[i] < COLUMN_LEAST ? COLUMN_LEAST : c->word[i];
		c->word[i] = c->word[i] > c->natural[i] ? c->natural[i] : c->word[i];
		c->width[i] = c->natural[i];
	}
	if (sum(c->natural, c->count) <= room)
		return;
	memcpy(c->width, c->word, sizeof c->width);
	/* Where even the longest words do not fit, the widest columns give way and their words are broken. */
	while (sum(c->width, c->count) > room) {
		int widest = 0;

		for (int i = 1; i < c->count; i++)
			if (c->width[i] > c->width[widest])
				widest = i;
		if (c->width[widest] <= COLUMN_LEAST)
			return;
		c->width[widest]--;
	}
	spare = room - sum(c->width, c->count);
	wanted = sum(c->natural, c->count) - sum(c->width, c->count);
	for (int i = 0; i < c->count && wanted > 0; i++) {
		int want = c->natural[i] - c->width[i], share = (int)((long)spare * want / wanted);

		c->width[i] += share;
		spare -= share;
		wanted -= want;
	}
}

/* Lines base … hold the cells of a row one under another; puts them side by side. Within a line's pieces the cells keep
 * their order, so that reading along a line is reading across the row. */
static void merge_row(struct sheet *s, int base, int first_piece, int height, int block)
{
	int lines = s->line_count - base, total = s->piece_count - first_piece;
	struct sheet merged;

	sheet_init(&merged);
	for (int y = 0; y < height && !merged.failed; y++) {
		sheet_add_line(&merged, block);
		for (int i = 0, row = -1, cell = -1; i < lines && !merged.failed; i++) {
			const struct sheet_line *line = &s->lines[base + i];

			row = line->block == cell ? row + 1 : 0;
			cell = line->block;
			for (int p = 0; row == y && p < line->piece_count; p++)
				sheet_add_piece(&merged, merged.line_count - 1, &s->pieces[line->piece + p]);
		}
	}
	s->failed = s->failed || merged.failed;
	for (int y = 0; y < height && !s->failed; y++) {
		s->lines[base + y] = merged.lines[y];
		s->lines[base + y].piece += first_piece;
	}
	if (total && !s->failed)
		memcpy(s->pieces + first_piece, merged.pieces, (size_t)total * sizeof *s->pieces);
	s->line_count = base + height;
	sheet_release(&merged);
}

static void lay_row(struct sheet *s, const struct columns *c, int first, int end)
{
	int base = s->line_count, first_piece = s->piece_count, x = 0, column = 0, height = 0;

	for (int i = first; i < end && !s->failed; i++) {
		int begin = s->line_count;

		while (column < s->blocks[i].column)
			x += c->width[column++] + GAP;
		sheet_wrap_block(s, i, x, c->width[column]);
		height = s->line_count - begin > height ? s->line_count - begin : height;
	}
	if (!s->failed)
		merge_row(s, base, first_piece, height, first);
}

int sheet_layout_table(struct sheet *s, int first)
{
	struct columns c;
	int end = measure(s, first, &c);

	fit(&c, s->width);
	for (int i = first; i < end && !s->failed;) {
		int row = s->blocks[i].row, stop = i;

		while (stop < end && s->blocks[stop].row == row)
			stop++;
		lay_row(s, &c, i, stop);
		if (row == 0 && sheet_add_line(s, i)) {
			for (int column = 0, x = 0; column < c.count; x += c.width[column++] + GAP) {
				const struct sheet_piece rule = {
					.x = x, .width = c.width[column], .style = STYLE_BORDER, .link = SHEET_NO_LINK};

				sheet_add_piece(s, s->line_count - 1, &rule);
			}
		}
		i = stop;
	}
	return end;
}
