/* Who is who: the maps of all units become records with a type, an id and a title. */
#include <stdlib.h>
#include <string.h>

#include "corpus_internal.h"

enum { TYPES_MAX = 4096 };

static uint32_t add_type(struct corpus *corpus, const char *name, const struct schema_type *schema)
{
	struct corpus_type *types;

	if (corpus->type_count == TYPES_MAX)
		return RECORD_NONE;
	types = realloc(corpus->types, (corpus->type_count + 1) * sizeof *types);
	if (!types)
		return RECORD_NONE;
	corpus->types = types;
	types[corpus->type_count] = (struct corpus_type){name, schema, 0, RECORD_NONE};
	return corpus->type_count++;
}

static bool add_folder(struct corpus *corpus, const char *name, size_t len, uint32_t type)
{
	return map_put(&corpus->folders, name, len, type, NULL) != NULL;
}

static bool add_schema_types(struct corpus *corpus)
{
	for (int i = 0; i < corpus->schema->type_count; i++) {
		const struct schema_type *t = &corpus->schema->types[i];
		uint32_t type = add_type(corpus, t->name, t);

		if (type == RECORD_NONE || !add_folder(corpus, t->name, strlen(t->name), type))
			return false;
		for (struct node n = node_first(t->folders); n.v; n = node_next(t->folders, n))
			if (!add_folder(corpus, node_text(n), node_len(n), type))
				return false;
	}
	return true;
}

/* The last folder of a path: "compilers" of "data/compilers/x.json". */
static const char *folder_of(const char *path, size_t *len)
{
	const char *end = strrchr(path, '/'), *begin = end;

	*len = 0;
	if (!end)
		return path;
	while (begin > path && begin[-1] != '/')
		begin--;
	*len = (size_t)(end - begin);
	return begin;
}

static uint32_t type_of(struct corpus *corpus, const struct unit *unit, struct node root)
{
	struct node n = node_get(root, corpus->key_type);
	size_t folder_len;
	const char *folder = folder_of(unit->path, &folder_len);
	struct map_slot *slot;
	uint32_t type = RECORD_NONE;

	if (!node_is_scalar(n) || !node_len(n)) {
		slot = map_find(&corpus->folders, folder, folder_len);
		return slot ? slot->value : RECORD_NONE;
	}
	for (uint32_t i = 0; i < corpus->type_count && type == RECORD_NONE; i++)
		if (strcmp(corpus->types[i].name, node_text(n)) == 0)
			type = i;
	if (type == RECORD_NONE)
		type = add_type(corpus, node_text(n), NULL);
	/* The folder that holds a type is another name for it: [[compilers/triton]]. */
	if (type != RECORD_NONE && folder_len && !map_find(&corpus->folders, folder, folder_len))
		add_folder(corpus, folder, folder_len, type);
	return type;
}

struct identifier {
	struct corpus *corpus;
	uint16_t titles[3]; /* keys that name a record where its type says nothing else */
};

static const char *title_of(const struct identifier *d, const struct record *r)
{
	const struct schema_type *schema = d->corpus->types[r->type].schema;
	struct node n = node_get(record_root(r), schema ? schema->title_key : KEY_NONE);

	for (size_t i = 0; i < 3 && !(node_is_scalar(n) && node_len(n)); i++)
		n = node_get(record_root(r), d->titles[i]);
	return node_is_scalar(n) && node_len(n) ? node_text(n) : r->id;
}

/* Puts a record behind the first one of its id; two of one type are an error that names both. */
static bool add_same_id(struct corpus *corpus, uint32_t first, uint32_t record)
{
	struct record *r = &corpus->records[record], *head = &corpus->records[first];
	uint32_t other = first;

	for (int look = 0; other != RECORD_NONE && look < SAME_ID_LOOK; look++) {
		if (corpus->records[other].type == r->type)
			break;
		other = corpus->records[other].next_same_id;
	}
	r->next_same_id = head->next_same_id;
	head->next_same_id = record;
	if (other == RECORD_NONE)
		return true;
	return corpus_add_finding(corpus, FINDING_DUPLICATE_ID, record, node_get(record_root(r), corpus->key_id),
		"id `%s` is also that of %s:%u", r->id, record_path(&corpus->records[other]),
		record_root(&corpus->records[other]).v->line);
}

static bool add_record(const struct identifier *d, uint32_t unit_index, const struct unit_record *at)
{
	struct corpus *corpus = d->corpus;
	struct unit *unit = corpus->units[unit_index];
	struct node root = {unit, &unit->values[at->value]};
	struct node id = node_get(root, corpus->key_id);
	uint32_t type = node_is_scalar(id) && node_len(id) ? type_of(corpus, unit, root) : RECORD_NONE;
	struct record *r = &corpus->records[corpus->count];
	struct map_slot *slot;
	bool added;

	if (type == RECORD_NONE) {
		struct finding *f = finding_add(&corpus->findings, FINDING_NO_IDENTITY, root.v->line, root.v->column,
			"a mapping without %s is no record", node_is_scalar(id) ? "a type" : "an id");

		if (f)
			f->unit = unit_index;
		return f != NULL;
	}
	*r = (struct record){
		.unit = unit,
		.value = at->value,
		.unit_index = unit_index,
		.text_begin = at->text_begin,
		.text_end = at->text_end,
		.next_same_id = RECORD_NONE,
		.type = (uint16_t)type,
		.document = -1,
	};
	r->id = arena_copy(&corpus->id_text, node_text(id), node_len(id));
	if (!r->id)
		return false;
	r->title = title_of(d, r);
	if (!corpus->types[type].count++)
		corpus->types[type].first = corpus->count;
	slot = map_put(&corpus->ids, r->id, node_len(id), corpus->count, &added);
	if (!slot)
		return false;
	corpus->count++;
	return added || add_same_id(corpus, slot->value, corpus->count - 1);
}

static bool add_aliases(struct corpus *corpus)
{
	uint16_t key = keys_find(corpus->keys, "aliases", 7);

	for (uint32_t i = 0; key && i < corpus->count; i++) {
		struct node list = node_get(record_root(&corpus->records[i]), key);

		for (struct node n = node_first(list); n.v; n = node_next(list, n))
			if (node_is_scalar(n) && !map_put(&corpus->aliases, node_text(n), node_len(n), i, NULL))
				return false;
	}
	return true;
}

bool corpus_identify(struct corpus *corpus)
{
	struct identifier d = {corpus,
		{keys_find(corpus->keys, "name", 4), keys_find(corpus->keys, "title", 5), keys_find(corpus->keys, "statement", 9)}};
	uint64_t count = 0;

	for (uint32_t u = 0; u < corpus->unit_count; u++)
		count += corpus->units[u]->record_count;
	/* Findings keep record numbers as signed 32-bit. */
	if (count >= INT32_MAX)
		return false;
	corpus->records = calloc(count + 1, sizeof *corpus->records);
	if (!corpus->records || !map_reserve(&corpus->ids, (uint32_t)count) || !add_schema_types(corpus))
		return false;
	for (uint32_t u = 0; u < corpus->unit_count; u++)
		for (uint32_t i = 0; i < corpus->units[u]->record_count; i++)
			if (!add_record(&d, u, &corpus->units[u]->records[i]))
				return false;
	return add_aliases(corpus);
}
