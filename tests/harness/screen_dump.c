#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "tests/harness/screen.h"

void screen_add_row(const struct screen *s, int row, struct buf *out)
{
	size_t end = out->len;
	int cols = screen_cols(s);

	for (int col = 0; col < cols; col++) {
		struct screen_cell cell = screen_cell_at(s, row, col);

		buf_adds(out, cell.text);
		if (strcmp(cell.text, " ") != 0)
			end = out->len;
	}
	buf_truncate(out, end);
}

void screen_add_text(const struct screen *s, struct buf *out)
{
	int rows = screen_rows(s);

	for (int row = 0; row < rows; row++) {
		screen_add_row(s, row, out);
		buf_addc(out, '\n');
	}
}

/* The cell as it looks: what does not show is as at the start. */
static struct screen_cell visible(struct screen_cell cell)
{
	if (strcmp(cell.text, " ") != 0)
		return cell;
	cell.bold = cell.dim = cell.italic = cell.blink = false;
	if (!cell.reverse && !cell.underline && !cell.strike)
		cell.fg = SCREEN_DEFAULT;
	return cell;
}

static bool same_attributes(const struct screen_cell *a, const struct screen_cell *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->bold == b->bold && a->dim == b->dim && a->italic == b->italic
	       && a->underline == b->underline && a->blink == b->blink && a->reverse == b->reverse
	       && a->strike == b->strike;
}

static void add_colour(struct buf *out, const char *name, int colour)
{
	if (colour >= SCREEN_RGB)
		buf_addf(out, " %s=#%06x", name, (unsigned)(colour - SCREEN_RGB));
	else if (colour != SCREEN_DEFAULT)
		buf_addf(out, " %s=%d", name, colour);
}

static void add_attributes(struct buf *out, const struct screen_cell *cell)
{
	static const char *const names[] = {" bold", " dim", " italic", " underline", " blink", " reverse", " strike"};
	const bool has[] = {cell->bold,  cell->dim,     cell->italic, cell->underline,
	                    cell->blink, cell->reverse, cell->strike};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (has[i])
			buf_adds(out, names[i]);
	add_colour(out, "fg", cell->fg);
	add_colour(out, "bg", cell->bg);
}

static bool is_blank(const struct screen_cell *cell)
{
	return !strcmp(cell->text, " ");
}

/* Blank cells between two that look alike belong to their run, when they would look the same. */
static void join_over_blanks(struct screen_cell *cells, int cols)
{
	for (int start = 1, end; start < cols; start = end) {
		struct screen_cell like = cells[start - 1];

		end = start + 1;
		if (is_blank(&like) || !is_blank(&cells[start]))
			continue;
		memcpy(like.text, " ", 2);
		like = visible(like);
		end = start;
		while (end < cols && is_blank(&cells[end]) && same_attributes(&cells[end], &like))
			end++;
		if (end < cols && !is_blank(&cells[end]) && same_attributes(&cells[end], &cells[start - 1])) {
			like = cells[start - 1];
			for (int col = start; col < end; col++)
				cells[col] = like;
		}
		end += end == start;
	}
}

static void add_runs(struct buf *out, const struct screen_cell *cells, int cols, int row)
{
	static const struct screen_cell plain = {.fg = SCREEN_DEFAULT, .bg = SCREEN_DEFAULT};
	bool any = false;

	for (int start = 0, end; start < cols; start = end) {
		for (end = start + 1; end < cols && same_attributes(&cells[start], &cells[end]); end++)
			;
		if (same_attributes(&cells[start], &plain))
			continue;
		if (any)
			buf_adds(out, "; ");
		else
			buf_addf(out, "%3d: ", row);
		buf_addf(out, "%d-%d", start, end - 1);
		add_attributes(out, &cells[start]);
		any = true;
	}
	if (any)
		buf_addc(out, '\n');
}

static void add_row_attributes(const struct screen *s, int row, struct buf *out)
{
	int cols = screen_cols(s);
	struct screen_cell *cells = calloc((size_t)cols, sizeof *cells);

	if (!cells) {
		out->failed = true;
		return;
	}
	for (int col = 0; col < cols; col++)
		cells[col] = visible(screen_cell_at(s, row, col));
	join_over_blanks(cells, cols);
	add_runs(out, cells, cols, row);
	free(cells);
}

void screen_dump(const struct screen *s, struct buf *out)
{
	const struct stream_modes *modes = screen_modes(s);
	int rows = screen_rows(s), cols = screen_cols(s), row, col;

	screen_cursor(s, &row, &col);
	buf_addf(out, "%dx%d cursor ", cols, rows);
	if (modes->cursor_visible)
		buf_addf(out, "%d,%d", row, col);
	else
		buf_adds(out, "hidden");
	buf_adds(out, modes->alternate ? " alternate\n" : "\n");
	for (row = 0; row < rows; row++) {
		buf_addf(out, "%3d|", row);
		screen_add_row(s, row, out);
		buf_addc(out, '\n');
	}
	for (row = 0; row < rows; row++)
		add_row_attributes(s, row, out);
}
