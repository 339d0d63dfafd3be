/* The portability matrix as text, JSON, CSV or Markdown. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "grid.h"
#include "json.h"
#include "matrix.h"

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
		json_string0(out, m->rows[r].family);
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

static void fill(struct grid *g, const struct matrix *m, bool words)
{
	const struct corpus *c = m->corpus;

	grid_head(g, "id");
	grid_head(g, "family");
	for (uint32_t i = 0; i < m->column_count; i++)
		grid_head(g, m->columns[i].value);
	for (uint32_t r = 0; r < m->row_count; r++) {
		grid_add(g, c->records[m->rows[r].record].id);
		grid_add(g, m->rows[r].family);
		for (uint32_t i = 0; i < m->column_count && i + 2 < GRID_COLUMNS_MAX; i++) {
			enum cell_state state = matrix_cell(m, r, i);

			grid_add(g, words ? cell_state_name(state) : cell_state_glyph(state));
		}
	}
}

static void print_grid(const struct command *c, const struct matrix *m, const char *format, struct buf *out)
{
	struct grid g;

	grid_init(&g);
	fill(&g, m, strcmp(format, "csv") == 0);
	if (!grid_ok(&g))
		out->failed = true;
	else if (strcmp(format, "csv") == 0)
		grid_csv(&g, out);
	else if (strcmp(format, "md") == 0)
		grid_markdown(&g, out);
	else
		grid_table(&g, c->width, out);
	if (strcmp(format, "csv") != 0) {
		buf_addc(out, '\n');
		for (int s = 0; s < CELL_STATE_COUNT; s++)
			buf_addf(out, "%s %s%s", cell_state_glyph((enum cell_state)s), cell_state_meaning((enum cell_state)s),
				s + 1 < CELL_STATE_COUNT ? " · " : "\n");
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
	else
		print_grid(c, &m, format, &out);
	written = command_write(c, &out);
	matrix_release(&m);
	buf_release(&out);
	free(records);
	return written ? written : status;
}
