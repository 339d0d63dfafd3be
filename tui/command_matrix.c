/* The portability matrix as text, JSON, CSV or Markdown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "grid.h"
#include "json.h"
#include "matrix.h"
#include "text.h"

enum { INDENT = 2, GAP = 2 };

static const char *family_of(const struct matrix *m, uint32_t row)
{
	return record_family(m->corpus, &m->corpus->records[m->rows[row].record]);
}

static void print_json(const struct matrix *m, struct buf *out)
{
	const struct corpus *c = m->corpus;
	bool first = true;

	buf_addc(out, '[');
	for (uint32_t r = 0; r < m->row_count; r++) {
		bool inner = true;

		json_next(out, &first, 2);
		buf_adds(out, "{\"id\": ");
		json_string0(out, c->records[m->rows[r].record].id);
		buf_adds(out, ", \"family\": ");
		json_string0(out, family_of(m, r));
		buf_adds(out, ", \"targets\": {");
		for (uint32_t i = 0; i < m->column_count; i++) {
			json_next(out, &inner, -1);
			json_key(out, m->columns[i].value);
			json_string0(out, cell_state_name(matrix_cell(m, r, i)));
		}
		buf_adds(out, "}, \"portability\": ");
		json_node(out, c, corpus_field(c, &c->records[m->rows[r].record], "portability"), -1);
		buf_addc(out, '}');
	}
	buf_adds(out, first ? "]\n" : "\n]\n");
}

/* Every column by its value, family in a column of its own: for programs and for Markdown. */
static void fill(struct grid *g, const struct matrix *m, bool words)
{
	const struct corpus *c = m->corpus;

	grid_head(g, "id");
	grid_head(g, "family");
	for (uint32_t i = 0; i < m->column_count; i++)
		grid_head(g, m->columns[i].value);
	for (uint32_t r = 0; r < m->row_count; r++) {
		grid_add(g, c->records[m->rows[r].record].id);
		grid_add(g, family_of(m, r));
		for (uint32_t i = 0; i < m->column_count && i + 2 < GRID_COLUMNS_MAX; i++) {
			enum cell_state state = matrix_cell(m, r, i);

			grid_add(g, words ? cell_state_name(state) : cell_state_glyph(state));
		}
	}
}

/* Whether a column's head is a number that stands for its name: the names of unlisted targets are long, and where the
 * terminal is narrow all are. */
static bool is_numbered(const struct matrix *m, uint32_t column, bool all)
{
	return all || m->columns[column].unlisted;
}

static bool is_too_wide(const struct matrix *m, int width)
{
	int total = 0;

	for (uint32_t r = 0; r < m->row_count; r++) {
		int w = text_width0(m->corpus->records[m->rows[r].record].id) + INDENT;

		total = w > total ? w : total;
	}
	for (uint32_t i = 0; i < m->column_count; i++)
		total += GAP + (is_numbered(m, i, false) ? 2 : text_width0(m->columns[i].value));
	return width > 0 && total > width;
}

static void add_family(struct grid *g, const struct matrix *m, const char *family)
{
	const struct vocabulary *v = schema_vocabulary_find(m->corpus->schema, "family");

	grid_add(g, !*family ? "no family recorded" : v ? vocabulary_label(v, family) : family);
	for (uint32_t i = 0; i < m->column_count; i++)
		grid_add(g, "");
}

static void add_row(struct grid *g, const struct matrix *m, uint32_t row)
{
	struct buf cell;

	buf_init(&cell);
	buf_add_repeat(&cell, ' ', INDENT);
	buf_adds(&cell, m->corpus->records[m->rows[row].record].id);
	grid_add(g, cell.data);
	for (uint32_t i = 0; i < m->column_count; i++)
		grid_add(g, cell_state_glyph(matrix_cell(m, row, i)));
	g->failed = g->failed || !buf_ok(&cell);
	buf_release(&cell);
}

/* How many rows reach each target. */
static void add_totals(struct grid *g, const struct matrix *m)
{
	char number[16];

	grid_add(g, "reached by");
	for (uint32_t i = 0; i < m->column_count; i++) {
		snprintf(number, sizeof number, "%u", m->columns[i].total);
		grid_add(g, number);
	}
}

static void put_states(const struct matrix *m, const char *end, struct buf *out)
{
	bool used[CELL_STATE_COUNT] = {false};
	bool first = true;

	for (uint32_t r = 0; r < m->row_count; r++)
		for (uint32_t i = 0; i < m->column_count; i++)
			used[matrix_cell(m, r, i)] = true;
	for (int s = 0; s < CELL_STATE_COUNT; s++) {
		if (!used[s])
			continue;
		buf_addf(out, "%s%s %s", first ? "" : end, cell_state_glyph((enum cell_state)s),
			cell_state_meaning((enum cell_state)s));
		first = false;
	}
	buf_adds(out, first ? "" : "\n");
}

static void print_text(const struct matrix *m, int width, struct buf *out)
{
	bool all = is_too_wide(m, width);
	char number[16];
	struct grid g;

	if (!m->row_count)
		return;
	grid_init(&g);
	grid_head(&g, "id");
	for (uint32_t i = 0; i < m->column_count; i++) {
		snprintf(number, sizeof number, "%u", i + 1);
		grid_head(&g, is_numbered(m, i, all) ? number : m->columns[i].value);
	}
	for (uint32_t r = 0; r < m->row_count; r++) {
		if (!r || strcmp(family_of(m, r), family_of(m, r - 1)) != 0)
			add_family(&g, m, family_of(m, r));
		add_row(&g, m, r);
	}
	add_totals(&g, m);
	if (grid_ok(&g))
		grid_table(&g, width, out);
	out->failed = out->failed || !grid_ok(&g);
	grid_release(&g);
	buf_addc(out, '\n');
	for (uint32_t i = 0; i < m->column_count; i++) {
		if (!is_numbered(m, i, all))
			continue;
		buf_addf(out, "%u ", i + 1);
		text_show(out, m->columns[i].value, strlen(m->columns[i].value), -1);
		buf_adds(out, m->columns[i].unlisted ? " (no value in the vocabulary)\n" : "\n");
	}
	put_states(m, "\n", out);
}

static void print_grid(const struct matrix *m, bool csv, struct buf *out)
{
	struct grid g;

	grid_init(&g);
	fill(&g, m, csv);
	if (!grid_ok(&g))
		out->failed = true;
	else if (csv)
		grid_csv(&g, out);
	else
		grid_markdown(&g, out);
	if (!csv) {
		buf_addc(out, '\n');
		put_states(m, "; ", out);
	}
	grid_release(&g);
}

int command_matrix(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	uint32_t *records, count;
	int status, written;
	struct matrix m;
	struct buf out;

	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "csv") != 0 && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; matrix prints text, json, csv or md", format);
	records = command_select(c, &count, &status);
	if (!records)
		return status;
	buf_init(&out);
	if (!matrix_build(&m, c->corpus, records, count))
		out.failed = true;
	else if (strcmp(format, "json") == 0)
		print_json(&m, &out);
	else if (strcmp(format, "text") == 0)
		print_text(&m, c->width, &out);
	else
		print_grid(&m, strcmp(format, "csv") == 0, &out);
	written = command_write(c, &out);
	matrix_release(&m);
	buf_release(&out);
	free(records);
	return written ? written : status;
}
