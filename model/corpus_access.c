/* Asking a corpus for records, fields and links. */
#include <string.h>

#include "corpus.h"
#include "document.h"
#include "text.h"

struct node record_root(const struct record *record)
{
	return (struct node){record->unit, &record->unit->values[record->value]};
}

static struct node derived_root(const struct record *record)
{
	return (struct node){record->derived, record->derived ? record->derived->values : NULL};
}

struct node corpus_field_by_key(const struct record *record, uint16_t key)
{
	struct node n = node_get(record_root(record), key);

	return n.v || !record->derived ? n : node_get(derived_root(record), key);
}

struct node corpus_field(const struct corpus *corpus, const struct record *record, const char *name)
{
	return corpus_field_by_key(record, keys_find(corpus->keys, name, strlen(name)));
}

bool record_is_derived(const struct record *record, struct node n)
{
	return n.v && n.unit == record->derived;
}

struct node corpus_get(const struct corpus *corpus, struct node map, const char *name)
{
	return node_get(map, keys_find(corpus->keys, name, strlen(name)));
}

bool corpus_path(const struct corpus *corpus, const char *dotted, struct path *path)
{
	path->depth = 0;
	while (path->depth < PATH_DEPTH) {
		size_t len = strcspn(dotted, ".");
		uint16_t key = keys_find(corpus->keys, dotted, len);

		if (key == KEY_NONE)
			return false;
		path->keys[path->depth++] = key;
		if (!dotted[len])
			return true;
		dotted += len + 1;
	}
	return false;
}

static struct node walk_root(const struct record *record, const struct path *path)
{
	struct node root = record_root(record);

	return record->derived && !node_get(root, path->keys[0]).v ? derived_root(record) : root;
}

bool record_walk(const struct record *record, const struct path *path, path_visit visit, void *context)
{
	return path_walk(walk_root(record, path), path, visit, context);
}

enum value_state record_state(const struct record *record, const struct path *path)
{
	return path_state(walk_root(record, path), path);
}

const struct corpus_type *record_type(const struct corpus *corpus, const struct record *record)
{
	return &corpus->types[record->type];
}

uint32_t corpus_type_find(const struct corpus *corpus, const char *name, size_t len)
{
	struct map_slot *slot;

	for (uint32_t i = 0; i < corpus->type_count; i++)
		if (strlen(corpus->types[i].name) == len && memcmp(corpus->types[i].name, name, len) == 0)
			return i;
	slot = map_find(&corpus->folders, name, len);
	if (slot)
		return slot->value;
	for (uint32_t i = 0; i < corpus->type_count; i++) {
		const struct schema_type *schema = corpus->types[i].schema;

		if (schema && text_equal_nocase(schema->plural, strlen(schema->plural), name, len))
			return i;
	}
	return RECORD_NONE;
}

uint32_t record_index(const struct corpus *corpus, const struct record *record)
{
	return (uint32_t)(record - corpus->records);
}

const char *record_path(const struct record *record)
{
	return record->unit->path;
}

const char *corpus_path_of_unit(const struct corpus *corpus, uint32_t unit)
{
	return unit < corpus->unit_count ? corpus->units[unit]->path : "";
}

const char *link_target(const struct corpus *corpus, const struct link *link)
{
	const struct record *from = &corpus->records[link->from];

	return link->in_document ? document_link_at(corpus->documents[from->document], link->target)->target : from->unit->text + link->target;
}

const char *link_fragment(const struct corpus *corpus, const struct link *link, size_t *len)
{
	const char *target = link_target(corpus, link), *hash = memchr(target, '#', link->target_len);

	*len = hash ? (size_t)(target + link->target_len - hash - 1) : 0;
	return hash ? hash + 1 : target + link->target_len;
}
