#include "grid.h"

#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "text.h"

enum { GAP = 2, COLUMN_LEAST = 6 };

void grid_init(struct grid *g)
{
	memset(g, 0, sizeof *g);
}

void grid_release(struct grid *g)
{
	for (int i = 0; i < g->columns; i++)
		free(g->heads[i]);
	for (size_t i = 0; i < g->count; i++)
		free(g->cells[i]);
	free(g->cells);
	grid_init(g);
}

bool grid_ok(const struct grid *g)
{
	return !g->failed;
}

void grid_head(struct grid *g, const char *head)
{
	if (g->columns == GRID_COLUMNS_MAX)
		return;
	g->heads[g->columns] = strdup(head);
	if (g->heads[g->columns])
		g->columns++;
	else
		g->failed = true;
}

void grid_add(struct grid *g, const char *text)
{
	if (g->count == g->cap) {
		size_t cap = g->cap ? g->cap * 2 : 64;
		char **cells = realloc(g->cells, cap * sizeof *cells);

		if (!cells) {
			g->failed = true;
			return;
		}
		g->cells = cells;
		g->cap = cap;
	}
	g->cells[g->count] = strdup(text);
	if (g->cells[g->count])
		g->count++;
	else
		g->failed = true;
}

static size_t rows_of(const struct grid *g)
{
	return g->columns ? g->count / (size_t)g->columns : 0;
}

static const char *cell_at(const struct grid *g, size_t row, int column)
{
	return g->cells[row * (size_t)g->columns + (size_t)column];
}

/* Columns as wide as their content; where that is too much, the widest give way first. */
static void fit(const struct grid *g, int width, int *widths)
{
	int total = GAP * (g->columns - 1);

	if (!g->columns)
		return;
	for (int c = 0; c < g->columns; c++) {
		widths[c] = text_width0(g->heads[c]);
		for (size_t r = 0; r < rows_of(g); r++) {
			int w = text_width0(cell_at(g, r, c));

			widths[c] = w > widths[c] ? w : widths[c];
		}
		total += widths[c];
	}
	while (width > 0 && total > width) {
		int widest = 0;

		/* The first column names the row and is what people copy: it gives way last. */
		for (int c = 1; c < g->columns; c++)
			if (!widest || widths[c] > widths[widest])
				widest = c;
		if (widths[widest] <= COLUMN_LEAST)
			widest = 0;
		if (widths[widest] <= COLUMN_LEAST)
			return;
		widths[widest]--;
		total--;
	}
}

static void trim_line(struct buf *out)
{
	while (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
	buf_addc(out, '\n');
}

static void table_row(const struct grid *g, const int *widths, size_t row, bool head, struct buf *out)
{
	for (int c = 0; c < g->columns; c++) {
		const char *text = head ? g->heads[c] : cell_at(g, row, c);
		int used = text_width0(text);

		if (c)
			buf_add_repeat(out, ' ', GAP);
		if (g->right[c] && used < widths[c])
			buf_add_repeat(out, ' ', (size_t)(widths[c] - used));
		if (g->right[c])
			text_show(out, text, strlen(text), widths[c]);
		else
			text_show_padded(out, text, strlen(text), widths[c]);
	}
	trim_line(out);
}

void grid_table(const struct grid *g, int width, struct buf *out)
{
	int widths[GRID_COLUMNS_MAX] = {0};

	fit(g, width, widths);
	table_row(g, widths, 0, true, out);
	for (int c = 0; c < g->columns; c++) {
		buf_add_repeat(out, ' ', c ? GAP : 0);
		for (int i = 0; i < widths[c]; i++)
			buf_adds(out, "─");
	}
	buf_addc(out, '\n');
	for (size_t r = 0; r < rows_of(g); r++)
		table_row(g, widths, r, false, out);
}

void grid_markdown(const struct grid *g, struct buf *out)
{
	for (int c = 0; c < g->columns; c++) {
		buf_adds(out, c ? " | " : "| ");
		markup_markdown(out, g->heads[c], strlen(g->heads[c]));
	}
	buf_adds(out, " |\n");
	for (int c = 0; c < g->columns; c++)
		buf_adds(out, g->right[c] ? "| ---: " : "| --- ");
	buf_adds(out, "|\n");
	for (size_t r = 0; r < rows_of(g); r++) {
		for (int c = 0; c < g->columns; c++) {
			buf_adds(out, c ? " | " : "| ");
			markup_markdown(out, cell_at(g, r, c), strlen(cell_at(g, r, c)));
		}
		buf_adds(out, " |\n");
	}
}

/* A sign, digits, a point, an exponent: what strtod takes beyond that ("-inf", "+0x10") is no plain number. */
static bool is_number(const char *text)
{
	char *end;

	if ((*text != '+' && *text != '-') || text[strspn(text, "+-.0123456789eE")])
		return false;
	strtod(text, &end);
	return end != text && !*end;
}

/* Some spreadsheets take the wide forms of the signs as well. */
static bool is_formula(const char *text)
{
	static const char *const wide[] = {"＝", "＋", "－", "＠"};

	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (strncmp(text, wide[i], strlen(wide[i])) == 0)
			return true;
	return *text && strchr("=+-@\t\r\n", *text) && !is_number(text);
}

static void csv_cell(const char *text, char separator, struct buf *out)
{
	bool formula = is_formula(text);
	bool quote = separator == ',' && strpbrk(text, ",\"\n\r");

	if (quote)
		buf_addc(out, '"');
	if (formula)
		buf_addc(out, '\'');
	for (; *text; text++) {
		if (quote && *text == '"')
			buf_addc(out, '"');
		/* TSV has no quotes: what would break a row becomes a space. */
		buf_addc(out, separator == '\t' && strchr("\t\n\r", *text) ? ' ' : *text);
	}
	if (quote)
		buf_addc(out, '"');
}

static void separated(const struct grid *g, char separator, const char *eol, struct buf *out)
{
	for (int c = 0; c < g->columns; c++) {
		if (c)
			buf_addc(out, separator);
		csv_cell(g->heads[c], separator, out);
	}
	buf_adds(out, eol);
	for (size_t r = 0; r < rows_of(g); r++) {
		for (int c = 0; c < g->columns; c++) {
			if (c)
				buf_addc(out, separator);
			csv_cell(cell_at(g, r, c), separator, out);
		}
		buf_adds(out, eol);
	}
}

void grid_csv(const struct grid *g, struct buf *out)
{
	separated(g, ',', "\r\n", out);
}

void grid_tsv(const struct grid *g, struct buf *out)
{
	separated(g, '\t', "\n", out);
}
