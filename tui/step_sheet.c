#include "step_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "compare_sheet.h"
#include "document.h"
#include "document_sheet.h"
#include "grid.h"
#include "matrix.h"
#include "query.h"
#include "record_values.h"
#include "reference.h"
#include "selection.h"

enum { NAMES_MOST = 30 };

struct step {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	const struct step_state *state;
	uint32_t *records; /* the query's, by family and title */
	uint32_t count;
	uint32_t selected; /* RECORD_NONE */
	struct bitset *shown;
	struct error *err;
};

static void complain(struct step *s, const char *what, const char *detail)
{
	error_set(s->err, "%s%s%s", what, *detail ? ": " : "", detail);
	sheet_paragraph(s->sheet, 0, 0);
	sheet_printf(s->sheet, STYLE_ERROR, "%s", s->err->message);
}

static bool run_query(struct step *s)
{
	struct query_result result;
	struct error err = {0};
	struct query *query = query_parse(s->corpus, s->state->query, &err);

	if (!query) {
		complain(s, "query", err.message);
		return true;
	}
	if (!query_run(query, NULL, &result, NULL)) {
		query_free(query);
		return false;
	}
	query_free(query);
	s->records = calloc(result.count + 1, sizeof *s->records);
	for (size_t r = bitset_next(&result.records, 0); s->records && r < s->corpus->count; r = bitset_next(&result.records, r + 1))
		s->records[s->count++] = (uint32_t)r;
	query_result_release(&result);
	return s->records && record_sort(s->corpus, s->records, s->count, "family,title", NULL);
}

static const struct record *record_of(const struct step *s, uint32_t record)
{
	bitset_add(s->shown, record);
	return &s->corpus->records[record];
}

/* ---- pieces ------------------------------------------------------------------------------------- */

static void add_head_cell(struct step *s, const char *text)
{
	sheet_cell(s->sheet, false);
	sheet_puts(s->sheet, STYLE_LABEL, text);
}

/* The status is told by its glyph, and by its word where it is another than verified. */
static void add_name(struct step *s, uint32_t record, bool whole)
{
	const struct record *r = record_of(s, record);
	/* In tables what stands in brackets behind a name is left out. */
	const char *bracket = whole ? NULL : strstr(r->title, " (");
	size_t len = bracket && bracket > r->title ? (size_t)(bracket - r->title) : 0;
	int style;
	const char *glyph = selection_status_glyph(s->corpus, r, &style);
	const char *status = node_text(corpus_field_by_key(r, s->corpus->key_status));

	if (*glyph)
		sheet_printf(s->sheet, (enum style)style, "%s ", glyph);
	targets_add_record(s->targets, s->sheet, s->corpus, record, "", 0, r->title, len);
	if (*status && strcmp(status, "verified") != 0)
		sheet_printf(s->sheet, (enum style)style, " %s", status);
}

static void add_field(struct step *s, uint32_t record, const char *name)
{
	const struct record *r = record_of(s, record);
	struct value_view view = {s->sheet, s->targets, s->corpus, r};
	const struct schema_type *schema = record_type(s->corpus, r)->schema;
	struct node n = corpus_field(s->corpus, r, name);

	if (n.v)
		value_view_field(&view, schema ? schema_field_at(schema, name) : NULL, name, n, false);
}

static void add_selected(struct step *s, const char *const *fields)
{
	sheet_blank(s->sheet);
	sheet_paragraph(s->sheet, 0, 0);
	sheet_puts(s->sheet, STYLE_HEADING, record_of(s, s->selected)->title);
	for (; *fields; fields++)
		add_field(s, s->selected, *fields);
}

static void add_nothing(struct step *s)
{
	sheet_paragraph(s->sheet, 0, 0);
	sheet_printf(s->sheet, STYLE_DIM, "no record answers %s", *s->state->query ? s->state->query : "this");
}

/* ---- where the cost lands ----------------------------------------------------------------------- */

/* A row of the board: the `row`th entry of each column; false when there is none left. */
struct board_cell {
	uint32_t record;
	struct node cost;
};

static bool find_entry(const struct step *s, const char *lands, int row, struct board_cell *cell)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct node costs = corpus_field(s->corpus, &s->corpus->records[s->records[i]], "costs");

		for (struct node n = node_first(costs); n.v; n = node_next(costs, n))
			if (node_equals(corpus_get(s->corpus, n, "lands"), lands) && row-- == 0) {
				*cell = (struct board_cell){s->records[i], n};
				return true;
			}
	}
	return false;
}

static void add_entry(struct step *s, const struct board_cell *cell)
{
	if (record_is_derived(&s->corpus->records[cell->record], cell->cost))
		sheet_puts(s->sheet, STYLE_DERIVED, "≈ ");
	add_name(s, cell->record, false);
	if (node_count(corpus_get(s->corpus, cell->cost, "figures")))
		sheet_puts(s->sheet, STYLE_FIGURE, " †");
}

/* As the pane has it: a column for each place along the life of a deployment, the records beneath. */
static void add_board(struct step *s)
{
	const struct vocabulary *v = schema_vocabulary_find(s->corpus->schema, "lands");
	bool more = true;

	if (!s->count || !v) {
		add_nothing(s);
		return;
	}
	sheet_table_begin(s->sheet);
	for (int row = -1; more; row++) {
		struct board_cell cell;

		more = row < 0;
		for (int i = 0; row >= 0 && i < v->count; i++)
			more = more || find_entry(s, v->values[i].value, row, &cell);
		if (!more)
			break;
		sheet_row(s->sheet);
		for (int i = 0; i < v->count; i++) {
			if (!find_entry(s, v->values[i].value, 0, &cell))
				continue;
			if (row < 0) {
				add_head_cell(s, v->values[i].label);
				continue;
			}
			sheet_cell(s->sheet, false);
			if (find_entry(s, v->values[i].value, row, &cell))
				add_entry(s, &cell);
		}
	}
	sheet_table_end(s->sheet);
	sheet_paragraph(s->sheet, 0, 0);
	sheet_puts(s->sheet, STYLE_DIM, "† has figures, whose conditions stand in the record. ≈ was derived, not recorded.");
}

/* ---- portability -------------------------------------------------------------------------------- */

static void add_state_legend(struct step *s, const bool *seen)
{
	bool first = true;

	sheet_paragraph(s->sheet, 0, 0);
	for (int i = 0; i < CELL_STATE_COUNT; i++) {
		if (!seen[i])
			continue;
		sheet_printf(s->sheet, STYLE_DIM, "%s%s %s", first ? "" : " · ", cell_state_glyph((enum cell_state)i),
			cell_state_meaning((enum cell_state)i));
		first = false;
	}
}

static enum style state_style(enum cell_state state)
{
	return state == CELL_LISTED ? STYLE_CELL_LISTED : state == CELL_PORT ? STYLE_CELL_PORT
		: state == CELL_STAND_IN                                  ? STYLE_CELL_STAND_IN
									  : STYLE_CELL_NONE;
}

/* Columns are the values of the vocabulary that some record reaches; the rest is told in words. */
static bool is_column(const struct matrix *m, uint32_t c)
{
	return m->columns[c].total && !m->columns[c].unlisted;
}

static void add_matrix_row(struct step *s, const struct matrix *m, uint32_t row, bool *seen)
{
	sheet_row(s->sheet);
	sheet_cell(s->sheet, false);
	add_name(s, m->rows[row].record, false);
	for (uint32_t c = 0; c < m->column_count; c++) {
		enum cell_state state = matrix_cell(m, row, c);

		if (!is_column(m, c))
			continue;
		sheet_cell(s->sheet, false);
		sheet_puts(s->sheet, state_style(state), cell_state_glyph(state));
		seen[state] = true;
	}
}

/* Hardware that the vocabulary has no value for, with the records that reach it. */
static void add_unlisted(struct step *s, const struct matrix *m)
{
	for (uint32_t c = 0; c < m->column_count; c++) {
		bool first = true;

		if (!m->columns[c].unlisted || !m->columns[c].total)
			continue;
		sheet_paragraph(s->sheet, 0, 2);
		sheet_puts(s->sheet, STYLE_LABEL, "no slot in the vocabulary ");
		sheet_printf(s->sheet, STYLE_STRONG, "%s", m->columns[c].value);
		for (uint32_t r = 0; r < m->row_count; r++) {
			enum cell_state state = matrix_cell(m, r, c);

			if (state != CELL_LISTED && state != CELL_PORT && state != CELL_STAND_IN)
				continue;
			sheet_puts(s->sheet, STYLE_DIM, first ? ": " : ", ");
			add_name(s, m->rows[r].record, false);
			first = false;
		}
	}
}

/* Values that none of the records reaches are named beneath instead. */
static void add_unreached(struct step *s, const struct matrix *m)
{
	int count = 0;

	for (uint32_t c = 0; c < m->column_count; c++) {
		if (m->columns[c].total || m->columns[c].unlisted)
			continue;
		if (!count)
			sheet_paragraph(s->sheet, 0, 0);
		if (count++ < NAMES_MOST)
			sheet_printf(s->sheet, STYLE_DIM, "%s%s", count == 1 ? "Reached by none of these: " : ", ", m->columns[c].value);
	}
	if (count > NAMES_MOST)
		sheet_printf(s->sheet, STYLE_DIM, " and %d more", count - NAMES_MOST);
}

static bool add_matrix(struct step *s)
{
	bool seen[CELL_STATE_COUNT] = {false};
	struct matrix m;
	bool ok = matrix_build(&m, s->corpus, s->records, s->count);

	if (ok && m.row_count) {
		sheet_table_begin(s->sheet);
		sheet_row(s->sheet);
		add_head_cell(s, "record");
		for (uint32_t c = 0; c < m.column_count; c++)
			if (is_column(&m, c))
				add_head_cell(s, m.columns[c].value);
		for (uint32_t r = 0; r < m.row_count; r++)
			add_matrix_row(s, &m, r, seen);
		sheet_table_end(s->sheet);
		add_state_legend(s, seen);
		add_unlisted(s, &m);
		add_unreached(s, &m);
	} else if (ok) {
		add_nothing(s);
	}
	matrix_release(&m);
	return ok;
}

/* ---- records ------------------------------------------------------------------------------------ */

static bool is_passed_over(const char *name)
{
	static const char *const names[] = {"id", "type", "title", "name", "status", "updated", "aliases", "topic", "sources",
		"related", "order", "body"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* A record of another type than compiler: all that it says. */
static void add_whole(struct step *s)
{
	const struct schema_type *schema = record_type(s->corpus, record_of(s, s->selected))->schema;

	sheet_paragraph(s->sheet, 0, 0);
	add_name(s, s->selected, true);
	for (int i = 0; schema && i < schema->field_count; i++)
		if (!is_passed_over(schema->fields[i].name))
			add_field(s, s->selected, schema->fields[i].name);
}

static void add_record(struct step *s)
{
	static const char *const asked[] = {"family", "compilation_strategy", "costs", "compile_time_seconds",
		"compile_time_basis", "target_backends", "unlisted_targets", "qualifiers", "portability", NULL};

	if (strcmp(record_type(s->corpus, record_of(s, s->selected))->name, "compiler") == 0)
		add_selected(s, asked);
	else
		add_whole(s);
}

static void add_list(struct step *s)
{
	if (!s->count)
		add_nothing(s);
	for (uint32_t i = 0; i < s->count; i++) {
		sheet_paragraph(s->sheet, 0, 2);
		sheet_puts(s->sheet, STYLE_TEXT, "• ");
		add_name(s, s->records[i], true);
	}
}

/* ---- documents ---------------------------------------------------------------------------------- */

/* Cuts the sheet of a document down to one section: from its heading to the next of the same level or above. */
static void keep_section(struct sheet *sheet, const struct document *doc, int heading)
{
	int begin = 0, end = sheet->block_count, kept = 0;

	while (begin < end && sheet->blocks[begin].anchor != heading)
		begin++;
	for (int i = begin + 1; i < end; i++)
		if (sheet->blocks[i].anchor >= 0 && doc->headings[sheet->blocks[i].anchor].level <= doc->headings[heading].level)
			end = i;
	for (int i = begin; i < end; i++)
		sheet->blocks[kept++] = sheet->blocks[i];
	sheet->block_count = kept;
}

bool step_document_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus,
	const struct step_state *state, struct bitset *shown, struct error *err)
{
	struct step s = {sheet, targets, corpus, state, NULL, 0, RECORD_NONE, shown, err};
	const struct document *doc;
	struct reference ref;
	uint32_t record;
	int heading;

	if (!*state->doc)
		return true;
	if (corpus_resolve(corpus, state->doc, strlen(state->doc), &record) != RESOLVE_FOUND
		|| corpus->records[record].document < 0) {
		complain(&s, "no document", state->doc);
		return sheet_ok(sheet);
	}
	reference_split(state->doc, strlen(state->doc), &ref);
	doc = corpus->documents[record_of(&s, record)->document];
	heading = ref.fragment_len ? document_heading_find(doc, ref.fragment, ref.fragment_len) : -1;
	if (ref.fragment_len && heading < 0) {
		complain(&s, "the document has no such heading", state->doc);
		return sheet_ok(sheet);
	}
	if (!document_sheet_build(sheet, targets, corpus, record))
		return false;
	if (heading >= 0)
		keep_section(sheet, doc, heading);
	return true;
}

/* ---- the step ----------------------------------------------------------------------------------- */

static void select_record(struct step *s)
{
	const char *id = s->state->select;

	if (!*id)
		return;
	if (corpus_resolve(s->corpus, id, strlen(id), &s->selected) != RESOLVE_FOUND) {
		s->selected = RECORD_NONE;
		complain(s, "no record", id);
	}
}

static bool add_state(struct step *s)
{
	static const char *const costs[] = {"costs", "compile_time_seconds", "compile_time_basis", NULL};
	static const char *const bounds[] = {"target_backends", "unlisted_targets", "qualifiers", "portability", NULL};
	const char *pane = s->state->pane;
	bool cost = strcmp(pane, "cost") == 0, portability = strcmp(pane, "portability") == 0;
	bool selected = s->selected != RECORD_NONE;

	if (s->state->compare && s->state->mark_count >= 2) {
		for (int i = 0; i < s->state->mark_count; i++)
			record_of(s, s->state->marks[i]);
		return compare_sheet_build(s->sheet, s->targets, s->corpus, s->state->marks, s->state->mark_count);
	}
	if (cost)
		add_board(s);
	else if (portability && !add_matrix(s))
		return false;
	if (selected && (cost || portability))
		add_selected(s, cost ? costs : bounds);
	else if (selected)
		add_record(s);
	else if (!cost && !portability && (*s->state->query || !*s->state->doc))
		add_list(s);
	return true;
}

bool step_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus,
	const struct step_state *state, struct bitset *shown, struct error *err)
{
	struct step s = {sheet, targets, corpus, state, NULL, 0, RECORD_NONE, shown, err};
	bool ok = run_query(&s);

	select_record(&s);
	ok = ok && add_state(&s);
	free(s.records);
	return ok && sheet_ok(sheet) && !targets->failed;
}
