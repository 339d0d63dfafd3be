#include "matrix.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* More targets than a person can look at: a corpus that names a new one in every record must not cost a square. */
enum { COLUMNS_MAX = 200 };

static const struct {
	const char *glyph, *name, *meaning;
} states[CELL_STATE_COUNT] = {
	[CELL_LISTED] = {"●", "listed", "listed"},
	[CELL_PORT] = {"◐", "port", "through a port"},
	[CELL_STAND_IN] = {"◌", "stand-in", "stand-in for a term that the vocabulary lacks"},
	[CELL_NOT_LISTED] = {"·", "not-listed", "not listed"},
	[CELL_NO_SLOT] = {"–", "no-slot", "its hardware has no value in the vocabulary"},
	[CELL_UNKNOWN] = {"?", "unknown", "targets not recorded"},
};

const char *cell_state_glyph(enum cell_state state)
{
	return states[state].glyph;
}

const char *cell_state_meaning(enum cell_state state)
{
	return states[state].meaning;
}

const char *cell_state_name(enum cell_state state)
{
	return states[state].name;
}

const char *record_family(const struct corpus *corpus, const struct record *record)
{
	return node_text(corpus_field(corpus, record, "family"));
}

int record_family_order(const struct corpus *corpus, const struct record *record)
{
	const struct vocabulary *v = schema_vocabulary_find(corpus->schema, "family");
	int index = v ? vocabulary_index(v, record_family(corpus, record)) : -1;

	return index < 0 ? INT_MAX : index;
}

static bool add_column(struct matrix *m, const char *value, const char *label, bool unlisted)
{
	struct matrix_column *columns;

	columns = realloc(m->columns, (m->column_count + 1) * sizeof *columns);
	if (!columns)
		return false;
	m->columns = columns;
	columns[m->column_count++] = (struct matrix_column){value, label, unlisted, 0};
	return true;
}

static const struct vocabulary *backends(const struct corpus *corpus)
{
	const struct schema_type *type = schema_type_find(corpus->schema, "compiler");
	const struct schema_field *f = type ? schema_field_at(type, "target_backends") : NULL;

	return f ? f->vocabulary : NULL;
}

/* The column of a target, or NULL. */
static struct matrix_column *column_of(struct matrix *m, struct node value, bool unlisted)
{
	for (uint32_t i = 0; i < m->column_count; i++)
		if (m->columns[i].unlisted == unlisted && node_equals(value, m->columns[i].value))
			return &m->columns[i];
	return NULL;
}

static bool add_columns(struct matrix *m)
{
	const struct corpus *c = m->corpus;
	const struct vocabulary *v = backends(c);

	for (int i = 0; v && i < v->count; i++)
		if (!add_column(m, v->values[i].value, v->values[i].label, false))
			return false;
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t r = 0; r < c->count; r++) {
			struct node list = corpus_field_by_key(&c->records[r], pass ? m->key_unlisted : m->key_targets);

			for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
				struct node value = pass ? node_get(n, m->key_name) : n;

				if (node_is_scalar(value) && node_len(value) && m->column_count < COLUMNS_MAX && !column_of(m, value, pass)
					&& !add_column(m, node_text(value), node_text(value), pass))
					return false;
			}
		}
	}
	return true;
}

static void count_totals(struct matrix *m)
{
	for (uint32_t r = 0; r < m->row_count; r++) {
		const struct record *record = &m->corpus->records[m->rows[r].record];

		for (int pass = 0; pass < 2; pass++) {
			struct node list = corpus_field_by_key(record, pass ? m->key_unlisted : m->key_targets);

			for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
				struct matrix_column *column = column_of(m, pass ? node_get(n, m->key_name) : n, pass);

				if (column)
					column->total++;
			}
		}
	}
}

/* What rows are ordered by, worked out once so that comparing needs no context. */
struct sort_key {
	struct matrix_row row;
	int state, family;
	const char *title;
};

static int by_key(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;

	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	if (x->family != y->family)
		return x->family < y->family ? -1 : 1;
	return text_compare_natural(x->title, y->title);
}

bool matrix_sort(struct matrix *m, int column)
{
	struct sort_key *keys = calloc((size_t)m->row_count + 1, sizeof *keys);

	if (!keys)
		return false;
	for (uint32_t i = 0; i < m->row_count; i++) {
		const struct record *r = &m->corpus->records[m->rows[i].record];

		keys[i] = (struct sort_key){
			.row = m->rows[i],
			.state = column < 0 ? 0 : (int)matrix_cell(m, i, (uint32_t)column),
			.family = record_family_order(m->corpus, r),
			.title = r->title,
		};
	}
	qsort(keys, m->row_count, sizeof *keys, by_key);
	for (uint32_t i = 0; i < m->row_count; i++)
		m->rows[i] = keys[i].row;
	free(keys);
	return true;
}

bool matrix_build(struct matrix *m, const struct corpus *corpus, const uint32_t *records, uint32_t count)
{
	*m = (struct matrix){
		.corpus = corpus,
		.key_targets = keys_find(corpus->keys, "target_backends", 15),
		.key_unlisted = keys_find(corpus->keys, "unlisted_targets", 16),
		.key_name = keys_find(corpus->keys, "name", 4),
		.key_qualifiers = keys_find(corpus->keys, "qualifiers", 10),
	};
	m->rows = calloc((size_t)count + 1, sizeof *m->rows);
	if (!m->rows || !add_columns(m))
		return false;
	for (uint32_t i = 0; i < count; i++)
		m->rows[m->row_count++] = (struct matrix_row){records[i], record_family(corpus, &corpus->records[records[i]])};
	if (!matrix_sort(m, -1))
		return false;
	count_totals(m);
	return true;
}

void matrix_release(struct matrix *m)
{
	free(m->columns);
	free(m->rows);
	memset(m, 0, sizeof *m);
}

/* The qualifier that a record gives to one value of one field; absent when it gives none. */
static struct node qualifier(const struct corpus *c, const struct record *r, const char *field, const char *value)
{
	struct node list = corpus_field(c, r, "qualifiers"), q;

	for (q = node_first(list); q.v; q = node_next(list, q))
		if (node_equals(corpus_get(c, q, "field"), field) && node_equals(corpus_get(c, q, "value"), value))
			break;
	return q;
}

static struct node list_item(struct node list, const char *value)
{
	struct node n = node_first(list);

	while (n.v && !node_equals(n, value))
		n = node_next(list, n);
	return n;
}

static struct node unlisted_item(const struct corpus *c, struct node list, const char *name)
{
	struct node n = node_first(list);

	while (n.v && !node_equals(corpus_get(c, n, "name"), name))
		n = node_next(list, n);
	return n;
}

enum cell_state matrix_cell(const struct matrix *m, uint32_t row, uint32_t column)
{
	const struct corpus *c = m->corpus;
	const struct record *r = &c->records[m->rows[row].record];
	const struct matrix_column *col = &m->columns[column];
	struct node targets = corpus_field_by_key(r, m->key_targets), unlisted = corpus_field_by_key(r, m->key_unlisted), q;

	if (col->unlisted)
		return unlisted_item(c, unlisted, col->value).v ? CELL_LISTED : CELL_NOT_LISTED;
	if (list_item(targets, col->value).v) {
		if (!corpus_field_by_key(r, m->key_qualifiers).v)
			return CELL_LISTED;
		q = corpus_get(c, qualifier(c, r, "target_backends", col->value), "kind");
		return node_equals(q, "port") ? CELL_PORT : node_equals(q, "stand-in") ? CELL_STAND_IN : CELL_LISTED;
	}
	if (node_state(targets) == STATE_GIVEN)
		return CELL_NOT_LISTED;
	if (node_state(targets) == STATE_EMPTY)
		return node_state(unlisted) == STATE_GIVEN ? CELL_NO_SLOT : CELL_NOT_LISTED;
	return CELL_UNKNOWN;
}

static void add_sources(const struct corpus *c, const struct record *r, struct buf *out)
{
	struct node list = corpus_field(c, r, "sources");
	const char *separator = " · sources: ";

	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		uint32_t source;
		struct node date;

		if (!node_is_scalar(n))
			continue;
		buf_addf(out, "%s%s", separator, node_text(n));
		separator = ", ";
		if (corpus_resolve(c, node_text(n), node_len(n), &source) != RESOLVE_FOUND)
			continue;
		date = corpus_field(c, &c->records[source], "accessed");
		if (node_is_scalar(date))
			buf_addf(out, " (read %s)", node_text(date));
	}
	if (*separator != ',')
		buf_adds(out, " · no source named");
}

void matrix_evidence(const struct matrix *m, uint32_t row, uint32_t column, struct buf *out)
{
	const struct corpus *c = m->corpus;
	const struct record *r = &c->records[m->rows[row].record];
	const struct matrix_column *col = &m->columns[column];
	enum cell_state state = matrix_cell(m, row, column);
	struct node note = {0}, updated = corpus_field(c, r, "updated"), status = corpus_field(c, r, "status");

	buf_addf(out, "%s %s: %s", r->title, col->value, cell_state_meaning(state));
	if (state == CELL_NO_SLOT)
		note = corpus_get(c, node_first(corpus_field(c, r, "unlisted_targets")), "name");
	else if (col->unlisted && state == CELL_LISTED)
		note = corpus_get(c, unlisted_item(c, corpus_field(c, r, "unlisted_targets"), col->value), "why");
	else
		note = corpus_get(c, qualifier(c, r, "target_backends", col->value), "note");
	if (node_is_scalar(note))
		buf_addf(out, " – %s", node_text(note));
	add_sources(c, r, out);
	if (node_is_scalar(updated))
		buf_addf(out, " · record of %s", node_text(updated));
	if (node_is_scalar(status))
		buf_addf(out, ", %s", node_text(status));
}
