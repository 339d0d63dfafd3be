#include "matrix_reach.h"

#include <stdlib.h>
#include <string.h>

/* More targets than a person can look at: a corpus that names a new one in every record must not cost a square. */
enum { COLUMNS_MAX = 200 };

static bool add_column(struct matrix_reach *m, const char *value, const char *label, bool unlisted)
{
	struct matrix_column *columns = realloc(m->columns, (m->column_count + 1) * sizeof *columns);

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

/* The number of a target's column; the number of columns where there is none. */
static uint32_t column_of(const struct matrix_reach *m, struct node value, bool unlisted)
{
	uint32_t i = 0;

	while (i < m->column_count && (m->columns[i].unlisted != unlisted || !node_equals(value, m->columns[i].value)))
		i++;
	return i;
}

static struct node targets_of(const struct matrix_reach *m, uint32_t record, bool unlisted)
{
	return corpus_field_by_key(&m->corpus->records[record], unlisted ? m->key_unlisted : m->key_targets);
}

/* Those of the vocabulary first, then what else the records list, then what they list as beyond it. */
static bool add_columns(struct matrix_reach *m, size_t *items)
{
	const struct vocabulary *v = backends(m->corpus);

	for (int i = 0; v && i < v->count; i++)
		if (!add_column(m, v->values[i].value, v->values[i].label, false))
			return false;
	for (int unlisted = 0; unlisted < 2; unlisted++) {
		for (uint32_t r = 0; r < m->corpus->count; r++) {
			struct node list = targets_of(m, r, unlisted);

			for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
				struct node value = unlisted ? node_get(n, m->key_name) : n;

				++*items;
				if (node_is_scalar(value) && node_len(value) && m->column_count < COLUMNS_MAX
					&& column_of(m, value, unlisted) == m->column_count
					&& !add_column(m, node_text(value), node_text(value), unlisted))
					return false;
			}
		}
	}
	return true;
}

static bool is_noted(const struct matrix_reach *m, uint32_t begin, uint32_t end, uint32_t column)
{
	while (begin < end && m->reached[begin] != column)
		begin++;
	return begin < end;
}

static void note_record(struct matrix_reach *m, uint32_t r, uint32_t *next)
{
	m->begin[r] = *next;
	for (int unlisted = 0; unlisted < 2; unlisted++) {
		struct node list = targets_of(m, r, unlisted);

		for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
			uint32_t column = column_of(m, unlisted ? node_get(n, m->key_name) : n, unlisted);

			if (column < m->column_count && !is_noted(m, m->begin[r], *next, column))
				m->reached[(*next)++] = (uint16_t)column;
		}
	}
}

static bool build(struct matrix_reach *m)
{
	const struct corpus *corpus = m->corpus;
	size_t items = 0;
	uint32_t next = 0;

	if (!add_columns(m, &items))
		return false;
	m->begin = calloc((size_t)corpus->count + 1, sizeof *m->begin);
	m->reached = calloc(items + 1, sizeof *m->reached);
	if (!m->begin || !m->reached)
		return false;
	for (uint32_t r = 0; r < corpus->count; r++)
		note_record(m, r, &next);
	m->begin[corpus->count] = next;
	return true;
}

bool matrix_reach_build(struct matrix_reach *m, const struct corpus *corpus)
{
	*m = (struct matrix_reach){
		.corpus = corpus,
		.key_targets = keys_find(corpus->keys, "target_backends", 15),
		.key_unlisted = keys_find(corpus->keys, "unlisted_targets", 16),
		.key_name = keys_find(corpus->keys, "name", 4),
	};
	if (build(m))
		return true;
	matrix_reach_release(m);
	return false;
}

void matrix_reach_release(struct matrix_reach *m)
{
	free(m->columns);
	free(m->begin);
	free(m->reached);
	memset(m, 0, sizeof *m);
}
