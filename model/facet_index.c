#include "facet_index.h"

#include <stdlib.h>
#include <string.h>

struct field {
	char *name;
	struct facet values; /* every value of the corpus, ordered; its counts are not used */
	uint32_t *starts;    /* [values.count + 2]: records of value v are records[starts[v] … starts[v+1]-1] */
	uint32_t *records;   /* behind the last value: the records where nothing is given */
};

struct facet_index {
	const struct corpus *corpus;
	struct bitset everything;
	struct field *fields;
	int count, cap;
};

struct facet_index *facet_index_new(const struct corpus *corpus)
{
	struct facet_index *index = calloc(1, sizeof *index);

	if (!index || !bitset_init(&index->everything, corpus->count)) {
		free(index);
		return NULL;
	}
	bitset_fill(&index->everything);
	index->corpus = corpus;
	return index;
}

static void field_release(struct field *f)
{
	free(f->name);
	facet_release(&f->values);
	free(f->starts);
	free(f->records);
}

void facet_index_free(struct facet_index *index)
{
	if (!index)
		return;
	for (int i = 0; i < index->count; i++)
		field_release(&index->fields[i]);
	free(index->fields);
	bitset_release(&index->everything);
	free(index);
}

/* Fills the records of each value: places from the counts, then one pass over the corpus. */
struct filling {
	struct map numbers; /* value → number */
	uint32_t *next;     /* per value: where its next record goes */
	uint32_t *last;     /* per value: the record noted last, plus one */
	uint32_t *records;
	uint32_t record;
	bool given;
};

static bool note_value(void *context, struct node n)
{
	struct filling *f = context;
	struct map_slot *slot;

	f->given = f->given || node_state(n) == STATE_GIVEN;
	if (!node_is_scalar(n) || !node_len(n))
		return true;
	slot = map_find(&f->numbers, node_text(n), node_len(n));
	if (slot && f->last[slot->value] != f->record + 1) {
		f->last[slot->value] = f->record + 1;
		f->records[f->next[slot->value]++] = f->record;
	}
	return true;
}

static bool fill(const struct corpus *c, struct field *field, struct filling *f)
{
	struct path paths[SCHEMA_ALIAS_PATHS];
	int count = facet_paths(c, field->name, paths);

	for (uint32_t i = 0; i < field->values.count; i++)
		if (!map_put(&f->numbers, field->values.values[i].value, strlen(field->values.values[i].value), i, NULL))
			return false;
	for (uint32_t r = 0; r < c->count; r++) {
		f->record = r;
		f->given = false;
		for (int p = 0; p < count; p++)
			record_walk(&c->records[r], &paths[p], note_value, f);
		if (!f->given)
			f->records[f->next[field->values.count]++] = r;
	}
	return true;
}

static bool gather(struct facet_index *index, struct field *field)
{
	const struct corpus *c = index->corpus;
	uint32_t count, total = 0;
	struct filling f = {0};
	bool ok;

	if (!facet_count(&field->values, c, field->name, &index->everything, &index->everything))
		return false;
	count = field->values.count;
	field->starts = calloc((size_t)count + 2, sizeof *field->starts);
	f.next = calloc((size_t)count + 1, sizeof *f.next);
	f.last = calloc((size_t)count + 1, sizeof *f.last);
	ok = field->starts && f.next && f.last;
	for (uint32_t i = 0; ok && i <= count; i++) {
		field->starts[i] = f.next[i] = total;
		total += i < count ? field->values.values[i].all : field->values.missing_all;
	}
	if (ok)
		field->starts[count + 1] = total;
	field->records = f.records = ok ? calloc((size_t)total + 1, sizeof *field->records) : NULL;
	map_init(&f.numbers);
	ok = ok && field->records && fill(c, field, &f);
	map_release(&f.numbers);
	free(f.next);
	free(f.last);
	return ok;
}

static const struct field *field_of(struct facet_index *index, const char *name)
{
	struct field *f;

	for (int i = 0; i < index->count; i++)
		if (strcmp(index->fields[i].name, name) == 0)
			return &index->fields[i];
	if (index->count == index->cap) {
		int cap = index->cap ? index->cap * 2 : 32;
		struct field *fields = realloc(index->fields, (size_t)cap * sizeof *fields);

		if (!fields)
			return NULL;
		index->fields = fields;
		index->cap = cap;
	}
	f = &index->fields[index->count];
	memset(f, 0, sizeof *f);
	f->name = strdup(name);
	if (!f->name || !gather(index, f)) {
		field_release(f);
		return NULL;
	}
	index->count++;
	return f;
}

bool facet_index_count(struct facet_index *index, const char *name, const struct bitset *domain, const struct bitset *now,
	struct facet *facet)
{
	const struct field *f = field_of(index, name);

	memset(facet, 0, sizeof *facet);
	facet->values = f ? calloc((size_t)f->values.count + 1, sizeof *facet->values) : NULL;
	if (!facet->values)
		return false;
	facet->count = f->values.count;
	for (uint32_t v = 0; v <= f->values.count; v++) {
		uint32_t all = 0, some = 0;

		for (uint32_t i = f->starts[v]; i < f->starts[v + 1]; i++) {
			bool in = bitset_has(domain, f->records[i]);

			all += in;
			some += in && bitset_has(now, f->records[i]);
		}
		if (v == f->values.count) {
			facet->missing_all = all;
			facet->missing_now = some;
		} else {
			facet->values[v] = (struct facet_value){f->values.values[v].value, f->values.values[v].label, some, all};
		}
	}
	return true;
}
