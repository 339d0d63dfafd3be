#include "facet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

struct counter {
	const struct corpus *corpus;
	struct facet *facet;
	struct map index;  /* value → number */
	uint32_t *last;    /* per value: the record that counted last, plus one */
	uint32_t cap;
	uint32_t record;
	bool in_now, in_domain, failed;
};

int facet_paths(const struct corpus *c, const char *field, struct path *paths)
{
	const struct schema_alias *alias = schema_alias_find(c->schema, field);
	int count = 0;

	if (!alias)
		return corpus_path(c, field, &paths[0]);
	for (int i = 0; i < alias->count; i++)
		count += corpus_path(c, alias->paths[i], &paths[count]);
	return count;
}

static bool grow(struct counter *k)
{
	uint32_t cap = k->cap ? k->cap * 2 : 32;
	struct facet_value *values = realloc(k->facet->values, cap * sizeof *values);
	uint32_t *last;

	if (!values)
		return false;
	k->facet->values = values;
	last = realloc(k->last, cap * sizeof *last);
	if (!last)
		return false;
	k->last = last;
	k->cap = cap;
	return true;
}

static bool count_value(void *context, struct node n)
{
	struct counter *k = context;
	struct map_slot *slot;
	bool added;

	if (!node_is_scalar(n) || !node_len(n))
		return true;
	if (k->facet->count == k->cap && !grow(k)) {
		k->failed = true;
		return false;
	}
	slot = map_put(&k->index, node_text(n), node_len(n), k->facet->count, &added);
	if (!slot) {
		k->failed = true;
		return false;
	}
	if (added) {
		k->facet->values[k->facet->count] = (struct facet_value){.value = node_text(n), .label = node_text(n)};
		k->last[k->facet->count++] = 0;
	}
	if (k->last[slot->value] == k->record + 1)
		return true;
	k->last[slot->value] = k->record + 1;
	k->facet->values[slot->value].all += k->in_domain;
	k->facet->values[slot->value].now += k->in_now;
	return true;
}

static int by_count(const void *a, const void *b)
{
	const struct facet_value *x = a, *y = b;

	if (x->all != y->all)
		return x->all > y->all ? -1 : 1;
	return text_compare_natural(x->value, y->value);
}

static const struct vocabulary *vocabulary_of(const struct corpus *c, const char *field)
{
	const struct schema_alias *alias = schema_alias_find(c->schema, field);
	const char *dotted = alias && alias->count ? alias->paths[0] : field;
	const struct schema_field *f = NULL;

	for (int i = 0; i < c->schema->type_count && !f; i++)
		f = schema_field_at(&c->schema->types[i], dotted);
	return f ? f->vocabulary : NULL;
}

/* Puts the values in vocabulary order, those outside it behind; values that nobody has are counted as zero. */
static bool order(struct facet *facet, const struct vocabulary *v)
{
	struct facet_value *sorted;
	uint32_t count = 0, rest;

	if (!v) {
		if (facet->count)
			qsort(facet->values, facet->count, sizeof *facet->values, by_count);
		return true;
	}
	sorted = calloc((size_t)v->count + facet->count + 1, sizeof *sorted);
	if (!sorted)
		return false;
	for (int i = 0; i < v->count; i++) {
		struct facet_value *to = &sorted[count++];

		*to = (struct facet_value){.value = v->values[i].value};
		for (uint32_t j = 0; j < facet->count; j++)
			if (strcmp(facet->values[j].value, v->values[i].value) == 0)
				*to = facet->values[j];
		to->label = v->values[i].label;
	}
	rest = count;
	for (uint32_t j = 0; j < facet->count; j++)
		if (vocabulary_index(v, facet->values[j].value) < 0)
			sorted[count++] = facet->values[j];
	if (count > rest)
		qsort(sorted + rest, count - rest, sizeof *sorted, by_count);
	free(facet->values);
	facet->values = sorted;
	facet->count = count;
	return true;
}

bool facet_count(struct facet *facet, const struct corpus *corpus, const char *field, const struct bitset *domain,
	const struct bitset *now)
{
	struct counter k = {.corpus = corpus, .facet = facet};
	struct path paths[SCHEMA_ALIAS_PATHS];
	int count = facet_paths(corpus, field, paths);

	memset(facet, 0, sizeof *facet);
	map_init(&k.index);
	for (size_t r = bitset_next(domain, 0); r < domain->size && !k.failed; r = bitset_next(domain, r + 1)) {
		bool given = false;

		k.record = (uint32_t)r;
		k.in_domain = true;
		k.in_now = bitset_has(now, r);
		for (int p = 0; p < count; p++) {
			record_walk(&corpus->records[r], &paths[p], count_value, &k);
			given = given || record_state(&corpus->records[r], &paths[p]) == STATE_GIVEN;
		}
		facet->missing_all += !given;
		facet->missing_now += !given && k.in_now;
	}
	map_release(&k.index);
	free(k.last);
	return !k.failed && order(facet, vocabulary_of(corpus, field));
}

void facet_release(struct facet *facet)
{
	free(facet->values);
	memset(facet, 0, sizeof *facet);
}

struct seek {
	const char *value;
	bool found;
};

static bool seek_value(void *context, struct node n)
{
	struct seek *s = context;

	s->found = node_equals(n, s->value);
	return !s->found;
}

void facet_records(const struct corpus *corpus, const char *field, const char *value, struct bitset *records)
{
	struct path paths[SCHEMA_ALIAS_PATHS];
	int count = facet_paths(corpus, field, paths);

	for (uint32_t r = 0; r < corpus->count; r++) {
		struct seek s = {value, false};

		for (int p = 0; p < count && !s.found; p++)
			record_walk(&corpus->records[r], &paths[p], seek_value, &s);
		if (s.found)
			bitset_add(records, r);
	}
}

static int add_fields(const struct schema_field *fields, int field_count, const char *prefix, char (*names)[64], int count,
	int most)
{
	for (int i = 0; i < field_count && count < most; i++) {
		char name[64];

		if (snprintf(name, sizeof name, "%s%s", prefix, fields[i].name) >= (int)sizeof name)
			continue;
		if (fields[i].facet)
			snprintf(names[count++], sizeof *names, "%s", name);
		if (fields[i].kind == FIELD_MAP && !strchr(name, '.')) {
			char inner[66];

			snprintf(inner, sizeof inner, "%s.", name);
			count = add_fields(fields[i].fields, fields[i].field_count, inner, names, count, most);
		}
	}
	return count;
}

int facet_fields(const struct corpus *corpus, const struct corpus_type *type, char (*names)[64], int most)
{
	const struct schema_type *schema = type ? type->schema : schema_type_find(corpus->schema, "compiler");

	return schema ? add_fields(schema->fields, schema->field_count, "", names, 0, most) : 0;
}
