#include "cost_index.h"

#include <stdlib.h>
#include <string.h>

static bool add_moment(struct cost_index *x, const char *value, const char *label)
{
	struct cost_moment *moments = realloc(x->moments, (x->moment_count + 1) * sizeof *moments);

	if (!moments)
		return false;
	x->moments = moments;
	moments[x->moment_count++] = (struct cost_moment){value, label};
	return true;
}

/* The number of a moment, new or known. */
static bool find_moment(struct cost_index *x, const char *value, uint32_t *number)
{
	for (*number = 0; *number < x->moment_count; ++*number)
		if (strcmp(x->moments[*number].value, value) == 0)
			return true;
	return add_moment(x, value, value);
}

static bool build(struct cost_index *x)
{
	const struct corpus *c = x->corpus;
	const struct vocabulary *v = schema_vocabulary_find(c->schema, "lands");
	uint16_t key_costs = keys_find(c->keys, "costs", 5), key_lands = keys_find(c->keys, "lands", 5);
	uint32_t count = 0;

	for (int i = 0; v && i < v->count; i++)
		if (!add_moment(x, v->values[i].value, v->values[i].label))
			return false;
	for (int pass = 0; pass < 2; pass++) {
		uint32_t next = 0;

		if (pass)
			x->entries = calloc((size_t)count + 1, sizeof *x->entries);
		else
			x->begin = calloc((size_t)c->count + 1, sizeof *x->begin);
		if (pass ? !x->entries : !x->begin)
			return false;
		for (uint32_t r = 0; r < c->count; r++) {
			struct node list = corpus_field_by_key(&c->records[r], key_costs);

			x->begin[r] = next;
			for (struct node n = node_first(list); n.v; n = node_next(list, n), next++) {
				if (!pass)
					continue;
				x->entries[next].cost = n;
				if (!find_moment(x, node_text(node_get(n, key_lands)), &x->entries[next].moment))
					return false;
			}
		}
		x->begin[c->count] = count = next;
	}
	return true;
}

bool cost_index_build(struct cost_index *x, const struct corpus *corpus)
{
	*x = (struct cost_index){.corpus = corpus};
	if (build(x))
		return true;
	cost_index_release(x);
	return false;
}

void cost_index_release(struct cost_index *x)
{
	free(x->moments);
	free(x->begin);
	free(x->entries);
	memset(x, 0, sizeof *x);
}
