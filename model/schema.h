/* The schema: types, their fields in reading order, vocabularies, and the names that queries may use for fields.
 *
 * It is data (records/schema.yaml). A copy is built into the program for corpora that bring none of their own. One
 * schema feeds validation, columns, queries and completion. All strings belong to the schema and live as long as it. */
#ifndef KERNATLAS_SCHEMA_H
#define KERNATLAS_SCHEMA_H

#include "error.h"
#include "value.h"

enum field_kind {
	FIELD_TEXT,  /* one line */
	FIELD_PROSE, /* paragraphs, with references */
	FIELD_INTEGER,
	FIELD_NUMBER,
	FIELD_BOOLEAN,
	FIELD_DATE,
	FIELD_ENUM, /* a value of a vocabulary */
	FIELD_ID,   /* a link: the id of a record, or document#heading */
	FIELD_URL,
	FIELD_MAP,
	FIELD_QUERY,
};

/* Why a record points at another. */
enum link_kind { LINK_RELATED, LINK_SOURCE, LINK_CITES, LINK_AFFECTS, LINK_TEXT, LINK_KIND_COUNT };

struct vocabulary_value {
	const char *value, *label, *meaning;
	const char *glyph; /* "" when it has none */
};

struct vocabulary {
	const char *name, *label, *meaning;
	bool ordered; /* < and > compare by position */
	struct vocabulary_value *values;
	int count;
};

/* One rule of a derived field: where field `from` has `value`, this field is taken to be what `result` holds. */
struct derive_rule {
	const char *value;
	struct node result;
};

struct schema_field {
	const char *name, *label, *meaning;
	uint16_t key;
	enum field_kind kind;
	bool list, required;
	bool facet; /* worth counting by value */
	const char *unit;
	const struct vocabulary *vocabulary; /* NULL unless FIELD_ENUM */
	enum link_kind link;                 /* of FIELD_ID */
	const char *needs;                   /* a sibling field that a given value needs, or NULL */
	struct schema_field *fields;         /* of FIELD_MAP */
	int field_count;
	const char *derive_from; /* sibling field that this one is derived from where a corpus has none; or NULL */
	struct derive_rule *derive;
	int derive_count;
};

struct schema_type {
	const char *name, *label, *plural, *meaning;
	const char *title; /* the field that names a record; "name" unless said */
	struct node folders;
	struct schema_field *fields;
	int field_count;
	uint16_t title_key;
	int16_t *by_key; /* number of a key → index in `fields`, or -1 */
	uint16_t by_key_count;
	bool derives; /* some field has rules to derive it */
};

enum { SCHEMA_ALIAS_PATHS = 4 };
struct schema_alias {
	const char *name;
	const char *paths[SCHEMA_ALIAS_PATHS]; /* dotted; a query asks any of them */
	int count;
};

struct schema {
	struct unit *unit; /* what the strings stand in */
	struct vocabulary *vocabularies;
	int vocabulary_count;
	struct schema_type *types;
	int type_count;
	struct schema_alias *aliases;
	int alias_count;
};

/* The schema built into the program: the text of records/schema.yaml. */
extern const char schema_data[];
extern const size_t schema_data_size;

/* Reads a schema; `path` is for messages. NULL with a message when memory ends or the text is no schema at all;
 * smaller faults become findings and the rest is used. `keys` must outlive the schema. */
struct schema *schema_parse(struct keys *keys, const char *path, const char *bytes, size_t len,
	struct finding_list *findings, struct error *err);
void schema_free(struct schema *schema);

const struct schema_type *schema_type_find(const struct schema *schema, const char *name);
const struct vocabulary *schema_vocabulary_find(const struct schema *schema, const char *name);
/* A field by name among `fields`; NULL when there is none. */
const struct schema_field *schema_field_find(const struct schema_field *fields, int count, const char *name);
const struct schema_field *schema_field_by_key(const struct schema_field *fields, int count, uint16_t key);
/* The field of a type with that key, found at once; NULL when there is none. */
const struct schema_field *schema_type_field(const struct schema_type *type, uint16_t key);
/* A field of a type by dotted name ("costs.lands"), which may name items ("costs[0].lands"). */
const struct schema_field *schema_field_at(const struct schema_type *type, const char *dotted);
const struct schema_alias *schema_alias_find(const struct schema *schema, const char *name);

/* The position of a value in its vocabulary, or -1. */
int vocabulary_index(const struct vocabulary *vocabulary, const char *value);
/* The label of a value; the value itself where the vocabulary does not have it. */
const char *vocabulary_label(const struct vocabulary *vocabulary, const char *value);

const char *field_kind_name(enum field_kind kind);
const char *link_kind_name(enum link_kind kind);

#endif
