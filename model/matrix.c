#include "matrix.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

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

/* What rows are ordered by, worked out once so that comparing needs no context. */
struct sort_key {
	struct matrix_row row;
	int state, order;
	const char *family, *title;
};

static int by_family(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;
	int order;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	order = strcmp(x->family, y->family);
	return order ? order : text_compare_natural(x->title, y->title);
}

static int by_state(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;

	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	return x->row.place < y->row.place ? -1 : x->row.place > y->row.place;
}

static void take_rows(struct matrix *m, const struct sort_key *keys)
{
	for (uint32_t i = 0; i < m->row_count; i++)
		m->rows[i] = keys[i].row;
}

static bool sort_by_family(struct matrix *m)
{
	struct sort_key *keys = calloc((size_t)m->row_count + 1, sizeof *keys);

	if (!keys)
		return false;
	for (uint32_t i = 0; i < m->row_count; i++) {
		const struct record *r = &m->corpus->records[m->rows[i].record];

		keys[i] = (struct sort_key){
			.row = m->rows[i],
			.order = record_family_order(m->corpus, r),
			.family = record_family(m->corpus, r),
			.title = r->title,
		};
	}
	qsort(keys, m->row_count, sizeof *keys, by_family);
	take_rows(m, keys);
	for (uint32_t i = 0; i < m->row_count; i++)
		m->rows[i].place = i;
	free(keys);
	return true;
}

bool matrix_sort(struct matrix *m, int column)
{
	struct sort_key *keys = calloc((size_t)m->row_count + 1, sizeof *keys);

	if (!keys)
		return false;
	for (uint32_t i = 0; i < m->row_count; i++)
		keys[i] = (struct sort_key){
			.row = m->rows[i],
			.state = column < 0 ? 0 : (int)matrix_cell(m, i, (uint32_t)column),
		};
	qsort(keys, m->row_count, sizeof *keys, by_state);
	take_rows(m, keys);
	free(keys);
	return true;
}

bool matrix_build_on(struct matrix *m, const struct matrix_reach *reach, const uint32_t *records, uint32_t count)
{
	*m = (struct matrix){
		.corpus = reach->corpus,
		.key_targets = reach->key_targets,
		.key_unlisted = reach->key_unlisted,
		.key_qualifiers = keys_find(reach->corpus->keys, "qualifiers", 10),
	};
	m->rows = calloc((size_t)count + 1, sizeof *m->rows);
	m->columns = calloc((size_t)reach->column_count + 1, sizeof *m->columns);
	if (!m->rows || !m->columns)
		return false;
	m->column_count = reach->column_count;
	for (uint32_t i = 0; i < m->column_count; i++)
		m->columns[i] = reach->columns[i];
	for (uint32_t i = 0; i < count; i++) {
		uint32_t r = records[i];

		m->rows[m->row_count++] = (struct matrix_row){r, i};
		for (uint32_t c = reach->begin[r]; c < reach->begin[r + 1]; c++)
			m->columns[reach->reached[c]].total++;
	}
	return true;
}

bool matrix_build(struct matrix *m, const struct corpus *corpus, const uint32_t *records, uint32_t count)
{
	struct matrix_reach reach;
	bool ok = matrix_reach_build(&reach, corpus);

	*m = (struct matrix){0};
	ok = ok && matrix_build_on(m, &reach, records, count) && sort_by_family(m);
	matrix_reach_release(&reach);
	return ok;
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
	struct node targets, q;

	if (col->unlisted)
		return unlisted_item(c, corpus_field_by_key(r, m->key_unlisted), col->value).v ? CELL_LISTED : CELL_NOT_LISTED;
	targets = corpus_field_by_key(r, m->key_targets);
	if (list_item(targets, col->value).v) {
		if (!corpus_field_by_key(r, m->key_qualifiers).v)
			return CELL_LISTED;
		q = corpus_get(c, qualifier(c, r, "target_backends", col->value), "kind");
		return node_equals(q, "port") ? CELL_PORT : node_equals(q, "stand-in") ? CELL_STAND_IN : CELL_LISTED;
	}
	if (node_state(targets) == STATE_GIVEN)
		return CELL_NOT_LISTED;
	if (node_state(targets) == STATE_EMPTY)
		return node_state(corpus_field_by_key(r, m->key_unlisted)) == STATE_GIVEN ? CELL_NO_SLOT : CELL_NOT_LISTED;
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
