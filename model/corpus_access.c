/* Asking a corpus for records, fields and the record that a reference means. */
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

/* A reference taken apart: the folder or type (may be empty) and the id. */
struct reference_parts {
	const char *folder, *id;
	size_t folder_len, id_len;
};

static void take_apart(const char *text, size_t len, struct reference_parts *parts)
{
	const char *end = memchr(text, '|', len), *slash;

	len = end ? (size_t)(end - text) : len;
	end = memchr(text, '#', len);
	len = end ? (size_t)(end - text) : len;
	while (len && (*text == ' ' || *text == '\t' || *text == '\n'))
		text++, len--;
	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\n'))
		len--;
	while (len >= 2 && text[0] == '.' && (text[1] == '/' || (len >= 3 && text[1] == '.' && text[2] == '/'))) {
		size_t step = text[1] == '/' ? 2 : 3;

		text += step;
		len -= step;
	}
	if (len > 3 && memcmp(text + len - 3, ".md", 3) == 0)
		len -= 3;
	slash = memrchr(text, '/', len);
	parts->id = slash ? slash + 1 : text;
	parts->id_len = (size_t)(text + len - parts->id);
	parts->folder = slash ? text : NULL;
	parts->folder_len = slash ? (size_t)(slash - text) : 0;
	if (slash) {
		const char *inner = memrchr(text, '/', parts->folder_len);

		if (inner) {
			parts->folder_len -= (size_t)(inner + 1 - text);
			parts->folder = inner + 1;
		}
	}
}

static enum resolve resolve_in_type(const struct corpus *corpus, const struct reference_parts *parts, uint32_t *record)
{
	uint32_t type = corpus_type_find(corpus, parts->folder, parts->folder_len);
	struct map_slot *slot = map_find(&corpus->ids, parts->id, parts->id_len);

	if (type == RECORD_NONE)
		return RESOLVE_NOTHING;
	for (uint32_t i = slot ? slot->value : RECORD_NONE; i != RECORD_NONE; i = corpus->records[i].next_same_id)
		if (corpus->records[i].type == type) {
			*record = i;
			return RESOLVE_FOUND;
		}
	slot = map_find(&corpus->aliases, parts->id, parts->id_len);
	if (!slot || corpus->records[slot->value].type != type)
		return RESOLVE_NOTHING;
	*record = slot->value;
	return RESOLVE_FOUND;
}

enum resolve corpus_resolve(const struct corpus *corpus, const char *text, size_t len, uint32_t *record)
{
	struct reference_parts parts;
	struct map_slot *slot;

	*record = RECORD_NONE;
	take_apart(text, len, &parts);
	if (!parts.id_len)
		return RESOLVE_NOTHING;
	if (parts.folder)
		return resolve_in_type(corpus, &parts, record);
	slot = map_find(&corpus->ids, parts.id, parts.id_len);
	if (slot) {
		*record = slot->value;
		for (uint32_t i = corpus->records[slot->value].next_same_id; i != RECORD_NONE; i = corpus->records[i].next_same_id)
			if (corpus->records[i].type != corpus->records[slot->value].type)
				return RESOLVE_AMBIGUOUS;
		return RESOLVE_FOUND;
	}
	slot = map_find(&corpus->aliases, parts.id, parts.id_len);
	if (!slot)
		return RESOLVE_NOTHING;
	*record = slot->value;
	return RESOLVE_FOUND;
}

const char *corpus_suggest_id(const struct corpus *corpus, const char *id)
{
	struct text_nearest near;

	text_nearest_init(&near, id);
	for (uint32_t i = 0; i < corpus->count; i++)
		text_nearest_offer(&near, corpus->records[i].id);
	for (uint32_t i = 0; i < corpus->aliases.cap; i++)
		if (corpus->aliases.slots[i].key)
			text_nearest_offer(&near, corpus->aliases.slots[i].key);
	return near.best;
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
