/* Tables: columns as wide as their content where the width allows; where it does not, the longest words get their room
 * first and the rest is shared in proportion, and cells are wrapped within their columns. A table with too many columns
 * for that is drawn in parts, one under the other, each with the first column before it. */
#include <string.h>

#include "sheet.h"

/* SQUEEZED: the width below which a column of longer words can no longer be read. */
enum { GAP = 2, COLUMN_LEAST = 3, WORD_MOST = 24, SQUEEZED = 10 };

struct columns {
	int count;
	int source[SHEET_COLUMNS_MAX]; /* which column of the table each is */
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

/* The cells of a row that belong to a part. */
static void lay_row(struct sheet *s, const struct columns *c, int part, int first, int end)
{
	int base = s->line_count, first_piece = s->piece_count, x = 0, at = 0, height = 0;

	for (int i = first; i < end && !s->failed; i++) {
		int begin = s->line_count, piece = s->piece_count;

		while (at < c->count && c->source[at] < s->blocks[i].column)
			x += c->width[at++] + GAP;
		if (at == c->count || c->source[at] != s->blocks[i].column)
			continue;
		sheet_wrap_block(s, i, x, c->width[at]);
		height = s->line_count - begin > height ? s->line_count - begin : height;
		/* A link is there once. */
		for (; part > 0 && at == 0 && piece < s->piece_count; piece++) {
			s->pieces[piece].link = SHEET_NO_LINK;
			s->pieces[piece].style = STYLE_DIM;
		}
	}
	if (!s->failed)
		merge_row(s, base, first_piece, height, first);
}

static void lay_rule(struct sheet *s, const struct columns *c, int block)
{
	if (!sheet_add_line(s, block))
		return;
	for (int at = 0, x = 0; at < c->count; x += c->width[at++] + GAP) {
		const struct sheet_piece rule = {.x = x, .width = c->width[at], .style = STYLE_BORDER, .link = SHEET_NO_LINK};

		sheet_add_piece(s, s->line_count - 1, &rule);
	}
}

static void lay_part(struct sheet *s, const struct columns *c, int part, int first, int end)
{
	for (int i = first; i < end && !s->failed;) {
		int row = s->blocks[i].row, stop = i;

		while (stop < end && s->blocks[stop].row == row)
			stop++;
		lay_row(s, c, part, i, stop);
		if (row == 0)
			lay_rule(s, c, i);
		i = stop;
	}
}

static int least_width(const struct columns *c, int column)
{
	int least = c->word[column] < SQUEEZED ? c->word[column] : SQUEEZED;

	return least < COLUMN_LEAST ? COLUMN_LEAST : least;
}

/* Takes column `column` of the whole table into a part. */
static void take_column(struct columns *part, const struct columns *all, int column)
{
	part->source[part->count] = column;
	part->natural[part->count] = all->natural[column];
	part->word[part->count++] = all->word[column];
}

/* The columns of the next part: the first one, then from `next` on as many as fit beside it. Returns the next after them. */
static int next_part(struct columns *part, const struct columns *all, int next, int width)
{
	int used = least_width(all, 0);

	*part = (struct columns){0};
	take_column(part, all, 0);
	next = next ? next : 1;
	while (next < all->count && (part->count == 1 || used + GAP + least_width(all, next) <= width)) {
		used += GAP + least_width(all, next);
		take_column(part, all, next++);
	}
	return next;
}

int sheet_layout_table(struct sheet *s, int first)
{
	struct columns all, part;
	int end = measure(s, first, &all), next = 0;

	for (int number = 0; next < all.count && !s->failed; number++) {
		next = next_part(&part, &all, next, s->width);
		fit(&part, s->width);
		if (number)
			sheet_add_line(s, end - 1);
		lay_part(s, &part, number, first, end);
	}
	return end;
}
