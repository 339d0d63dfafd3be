#include "schema.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"

static const char *const field_kinds[] = {
	"text", "prose", "integer", "number", "boolean", "date", "enum", "id", "url", "map", "query"};
static const char *const link_kinds[LINK_KIND_COUNT] = {"related", "source", "cites", "affects", "text"};

struct loader {
	struct schema *schema;
	struct keys *keys;
	struct finding_list *findings;
	bool failed; /* memory ended */
};

const char *field_kind_name(enum field_kind kind)
{
	return field_kinds[kind];
}

const char *link_kind_name(enum link_kind kind)
{
	return link_kinds[kind];
}

static struct node get(struct loader *l, struct node map, const char *key)
{
	return node_get(map, keys_find(l->keys, key, strlen(key)));
}

static const char *text_of(struct loader *l, struct node map, const char *key, const char *otherwise)
{
	struct node n = get(l, map, key);

	return node_is_scalar(n) ? node_text(n) : otherwise;
}

static bool flag_of(struct loader *l, struct node map, const char *key)
{
	bool flag = false;

	return node_boolean(get(l, map, key), &flag) && flag;
}

static void complain(struct loader *l, struct node at, const char *what, const char *name)
{
	if (!finding_add(l->findings, FINDING_WRONG_TYPE, at.v ? at.v->line : 0, at.v ? at.v->column : 0, "schema: %s `%s`",
		    what, name))
		l->failed = true;
}

/* Room for one entry a child; NULL (and failed) when memory ends. */
static void *room(struct loader *l, struct node n, size_t size)
{
	void *p = calloc(node_count(n) + 1, size);

	if (!p)
		l->failed = true;
	return p;
}

static void load_values(struct loader *l, struct vocabulary *v, struct node list)
{
	v->values = room(l, list, sizeof *v->values);
	if (!v->values)
		return;
	for (struct node item = node_first(list); item.v; item = node_next(list, item)) {
		struct vocabulary_value *value = &v->values[v->count];

		value->value = node_is_scalar(item) ? node_text(item) : text_of(l, item, "value", NULL);
		if (!value->value) {
			complain(l, item, "a value without its `value` in vocabulary", v->name);
			continue;
		}
		value->label = text_of(l, item, "label", value->value);
		value->meaning = text_of(l, item, "meaning", "");
		value->glyph = text_of(l, item, "glyph", "");
		v->count++;
	}
}

static void load_vocabularies(struct loader *l, struct node map)
{
	struct schema *s = l->schema;

	s->vocabularies = room(l, map, sizeof *s->vocabularies);
	if (!s->vocabularies)
		return;
	for (struct node n = node_first(map); n.v && !l->failed; n = node_next(map, n)) {
		struct vocabulary *v = &s->vocabularies[s->vocabulary_count++];

		v->name = keys_name(l->keys, n.v->key);
		v->label = text_of(l, n, "label", v->name);
		v->meaning = text_of(l, n, "meaning", "");
		v->ordered = flag_of(l, n, "ordered");
		load_values(l, v, get(l, n, "values"));
	}
}

static int name_index(const char *const *names, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

static void load_derive(struct loader *l, struct schema_field *f, struct node rule)
{
	struct node values = get(l, rule, "values");

	if (!rule.v)
		return;
	f->derive_from = text_of(l, rule, "from", NULL);
	f->derive = room(l, values, sizeof *f->derive);
	if (!f->derive || !f->derive_from)
		return;
	for (struct node n = node_first(values); n.v; n = node_next(values, n))
		f->derive[f->derive_count++] = (struct derive_rule){keys_name(l->keys, n.v->key), n};
}

static void load_fields(struct loader *l, struct schema_field **fields, int *count, struct node map);

static void load_field(struct loader *l, struct schema_field *f, struct node n)
{
	const char *kind = text_of(l, n, "kind", "text"), *link = text_of(l, n, "link", "related");
	const char *vocabulary = text_of(l, n, "vocabulary", NULL);
	int index;

	f->key = n.v->key;
	f->name = keys_name(l->keys, f->key);
	f->label = text_of(l, n, "label", f->name);
	f->meaning = text_of(l, n, "meaning", "");
	f->unit = text_of(l, n, "unit", "");
	f->needs = text_of(l, n, "needs", NULL);
	f->list = flag_of(l, n, "list");
	f->required = flag_of(l, n, "required");
	index = name_index(field_kinds, (int)(sizeof field_kinds / sizeof *field_kinds), kind);
	if (index < 0)
		complain(l, n, "unknown kind of field", kind);
	f->kind = index < 0 ? FIELD_TEXT : (enum field_kind)index;
	index = name_index(link_kinds, LINK_KIND_COUNT, link);
	f->link = index < 0 ? LINK_RELATED : (enum link_kind)index;
	if (f->kind == FIELD_ENUM) {
		f->vocabulary = vocabulary ? schema_vocabulary_find(l->schema, vocabulary) : NULL;
		if (!f->vocabulary) {
			complain(l, n, "no such vocabulary for field", f->name);
			f->kind = FIELD_TEXT;
		}
	}
	f->facet = get(l, n, "facet").v ? flag_of(l, n, "facet") : f->kind == FIELD_ENUM || f->kind == FIELD_BOOLEAN;
	load_derive(l, f, get(l, n, "derive"));
	if (f->kind == FIELD_MAP)
		load_fields(l, &f->fields, &f->field_count, get(l, n, "fields"));
}

static void load_fields(struct loader *l, struct schema_field **fields, int *count, struct node map)
{
	*fields = room(l, map, sizeof **fields);
	for (struct node n = node_first(map); *fields && n.v && !l->failed; n = node_next(map, n))
		load_field(l, &(*fields)[(*count)++], n);
}

static void index_fields(struct loader *l, struct schema_type *t)
{
	uint16_t most = 0;

	for (int i = 0; i < t->field_count; i++) {
		most = t->fields[i].key > most ? t->fields[i].key : most;
		t->derives = t->derives || t->fields[i].derive_count;
	}
	t->by_key = malloc(((size_t)most + 1) * sizeof *t->by_key);
	if (!t->by_key) {
		l->failed = true;
		return;
	}
	t->by_key_count = (uint16_t)(most + 1);
	for (int i = 0; i <= most; i++)
		t->by_key[i] = -1;
	/* A field given twice counts once, as everywhere: the first. */
	for (int i = t->field_count; i-- > 0;)
		t->by_key[t->fields[i].key] = (int16_t)i;
}

static void load_types(struct loader *l, struct node map)
{
	struct schema *s = l->schema;

	s->types = room(l, map, sizeof *s->types);
	for (struct node n = node_first(map); s->types && n.v && !l->failed; n = node_next(map, n)) {
		struct schema_type *t = &s->types[s->type_count++];

		t->name = keys_name(l->keys, n.v->key);
		t->label = text_of(l, n, "label", t->name);
		t->plural = text_of(l, n, "plural", t->label);
		t->meaning = text_of(l, n, "meaning", "");
		t->title = text_of(l, n, "title", "name");
		t->folders = get(l, n, "folders");
		t->title_key = keys_add(l->keys, t->title, strlen(t->title));
		load_fields(l, &t->fields, &t->field_count, get(l, n, "fields"));
		index_fields(l, t);
	}
}

static void load_aliases(struct loader *l, struct node map)
{
	struct schema *s = l->schema;

	s->aliases = room(l, map, sizeof *s->aliases);
	for (struct node n = node_first(map); s->aliases && n.v; n = node_next(map, n)) {
		struct schema_alias *a = &s->aliases[s->alias_count++];

		a->name = keys_name(l->keys, n.v->key);
		if (node_is_scalar(n))
			a->paths[a->count++] = node_text(n);
		for (struct node path = node_first(n); path.v && a->count < SCHEMA_ALIAS_PATHS; path = node_next(n, path))
			a->paths[a->count++] = node_text(path);
	}
}

struct schema *schema_parse(struct keys *keys, const char *path, const char *bytes, size_t len,
	struct finding_list *findings, struct error *err)
{
	struct loader l = {.keys = keys, .findings = findings};
	struct reader *reader = reader_new(keys);
	struct node root = {0};

	l.schema = calloc(1, sizeof *l.schema);
	if (l.schema && reader)
		l.schema->unit = reader_yaml(reader, path, bytes, len);
	reader_free(reader);
	if (!l.schema || !l.schema->unit) {
		schema_free(l.schema);
		error_memory(err);
		return NULL;
	}
	for (size_t i = 0; i < l.schema->unit->findings.count && !l.failed; i++)
		l.failed = !finding_copy(findings, &l.schema->unit->findings.items[i]);
	if (l.schema->unit->record_count)
		root = (struct node){l.schema->unit, &l.schema->unit->values[l.schema->unit->records[0].value]};
	load_vocabularies(&l, get(&l, root, "vocabularies"));
	load_types(&l, get(&l, root, "types"));
	load_aliases(&l, get(&l, root, "query_aliases"));
	if (l.failed || !l.schema->type_count) {
		if (l.failed)
			error_memory(err);
		else
			error_set(err, "%s: no schema: it has no `types`; use the one in records/schema.yaml as a model", path);
		schema_free(l.schema);
		return NULL;
	}
	return l.schema;
}

static void free_fields(struct schema_field *fields, int count)
{
	for (int i = 0; i < count; i++) {
		free_fields(fields[i].fields, fields[i].field_count);
		free(fields[i].derive);
	}
	free(fields);
}

void schema_free(struct schema *schema)
{
	if (!schema)
		return;
	for (int i = 0; i < schema->vocabulary_count; i++)
		free(schema->vocabularies[i].values);
	free(schema->vocabularies);
	for (int i = 0; i < schema->type_count; i++) {
		free_fields(schema->types[i].fields, schema->types[i].field_count);
		free(schema->types[i].by_key);
	}
	free(schema->types);
	free(schema->aliases);
	unit_unref(schema->unit);
	free(schema);
}

const struct schema_type *schema_type_find(const struct schema *schema, const char *name)
{
	for (int i = 0; i < schema->type_count; i++)
		if (strcmp(schema->types[i].name, name) == 0)
			return &schema->types[i];
	return NULL;
}

const struct vocabulary *schema_vocabulary_find(const struct schema *schema, const char *name)
{
	for (int i = 0; i < schema->vocabulary_count; i++)
		if (strcmp(schema->vocabularies[i].name, name) == 0)
			return &schema->vocabularies[i];
	return NULL;
}

const struct schema_field *schema_field_find(const struct schema_field *fields, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(fields[i].name, name) == 0)
			return &fields[i];
	return NULL;
}

const struct schema_field *schema_field_by_key(const struct schema_field *fields, int count, uint16_t key)
{
	for (int i = 0; i < count; i++)
		if (fields[i].key == key)
			return &fields[i];
	return NULL;
}

const struct schema_field *schema_type_field(const struct schema_type *type, uint16_t key)
{
	return key < type->by_key_count && type->by_key[key] >= 0 ? &type->fields[type->by_key[key]] : NULL;
}

const struct schema_field *schema_field_at(const struct schema_type *type, const char *dotted)
{
	const struct schema_field *fields = type->fields, *found = NULL;
	int count = type->field_count;

	while (*dotted) {
		size_t len = strcspn(dotted, ".[");

		found = NULL;
		for (int i = 0; i < count && !found; i++)
			if (strlen(fields[i].name) == len && memcmp(fields[i].name, dotted, len) == 0)
				found = &fields[i];
		if (!found)
			return NULL;
		fields = found->fields;
		count = found->field_count;
		dotted += len;
		if (*dotted == '[')
			dotted += strcspn(dotted, ".");
		if (*dotted == '.' && !*++dotted)
			return NULL;
	}
	return found;
}

const struct schema_alias *schema_alias_find(const struct schema *schema, const char *name)
{
	for (int i = 0; i < schema->alias_count; i++)
		if (strcmp(schema->aliases[i].name, name) == 0)
			return &schema->aliases[i];
	return NULL;
}

int vocabulary_index(const struct vocabulary *vocabulary, const char *value)
{
	for (int i = 0; i < vocabulary->count; i++)
		if (strcmp(vocabulary->values[i].value, value) == 0)
			return i;
	return -1;
}

const char *vocabulary_label(const struct vocabulary *vocabulary, const char *value)
{
	int index = vocabulary_index(vocabulary, value);

	return index < 0 ? value : vocabulary->values[index].label;
}
