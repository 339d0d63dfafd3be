/* Fields as one line of text, and records in the order of their fields. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facet.h"
#include "grid.h"
#include "text.h"

/* The part of an entry that tells most, by name. */
static const char *const telling[] = {"lands", "bound_to", "value", "name", "to", "says", "note", "headline"};

static struct node telling_part(const struct corpus *c, struct node map)
{
	for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
		struct node n = corpus_get(c, map, telling[i]);

		if (node_is_scalar(n))
			return n;
	}
	return node_first(map);
}

struct joining {
	const struct corpus *corpus;
	const struct record *record;
	struct buf *out;
	int count;
	enum value_state state;
};

/* A NUL would end the cell: it is shown instead. */
static void add_text(struct buf *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i])
			buf_addc(out, text[i]);
		else
			buf_adds(out, "␀");
	}
}

static bool join_value(void *context, struct node n)
{
	struct joining *j = context;

	if (node_state(n) > j->state)
		j->state = node_state(n);
	if (node_state(n) != STATE_GIVEN)
		return true;
	if (node_kind(n) == VALUE_MAP)
		n = telling_part(j->corpus, n);
	if (!node_is_scalar(n))
		return true;
	buf_adds(j->out, j->count++ ? ", " : record_is_derived(j->record, n) ? "≈" : "");
	add_text(j->out, node_text(n), node_len(n));
	return true;
}

void field_text(const struct corpus *corpus, const struct record *record, const char *dotted, const char *absent,
	struct buf *out)
{
	struct joining j = {corpus, record, out, 0, STATE_ABSENT};
	struct path paths[SCHEMA_ALIAS_PATHS];
	int count = facet_paths(corpus, dotted, paths);

	if (strcmp(dotted, "title") == 0) {
		buf_adds(out, record->title);
		return;
	}
	for (int i = 0; i < count; i++)
		record_walk(record, &paths[i], join_value, &j);
	if (!j.count)
		buf_adds(out, j.state == STATE_NULL ? "null" : j.state == STATE_EMPTY ? "[]" : absent);
}

struct sort_value {
	bool given;
	double number; /* numbers, dates, positions in a vocabulary */
	const char *text;
};

enum { SORT_FIELDS_MAX = 8 };

struct sort_row {
	uint32_t record;
	const char *id;
	struct sort_value values[SORT_FIELDS_MAX];
	int count;
	const bool *down;
};

static bool first_scalar(void *context, struct node n)
{
	struct node *found = context;

	*found = n;
	return !node_is_scalar(n);
}

static struct sort_value value_of(const struct corpus *c, const struct record *r, const char *dotted)
{
	const struct schema_alias *alias = schema_alias_find(c->schema, dotted);
	const char *name = alias && alias->count ? alias->paths[0] : dotted;
	const struct schema_type *type = record_type(c, r)->schema;
	const struct schema_field *f = type ? schema_field_at(type, name) : NULL;
	struct sort_value v = {.text = ""};
	struct node n = {0};
	struct path path;
	int date;

	if (strcmp(dotted, "title") == 0)
		return (struct sort_value){.given = true, .text = r->title};
	if (corpus_path(c, name, &path))
		record_walk(r, &path, first_scalar, &n);
	if (!node_is_scalar(n))
		return v;
	v.given = true;
	v.text = node_text(n);
	if (f && f->vocabulary) {
		int index = vocabulary_index(f->vocabulary, v.text);

		v.number = index < 0 ? 1e9 : index;
	} else if (value_parse_date(v.text, node_len(n), &date)) {
		v.number = date;
	} else {
		node_number(n, &v.number);
	}
	return v;
}

static int by_values(const void *a, const void *b)
{
	const struct sort_row *x = a, *y = b;

	for (int i = 0; i < x->count; i++) {
		const struct sort_value *p = &x->values[i], *q = &y->values[i];
		int order;

		/* What is not there comes last, whichever way the others go. */
		if (p->given != q->given)
			return p->given ? -1 : 1;
		order = p->number < q->number ? -1 : p->number > q->number ? 1 : text_compare_natural(p->text, q->text);
		if (order)
			return x->down[i] ? -order : order;
	}
	return text_compare_natural(x->id, y->id);
}

/* A field that the schema has but no record orders nothing, and is no slip either. */
static bool is_field(const struct corpus *c, const char *name)
{
	struct path paths[SCHEMA_ALIAS_PATHS];

	if (!*name)
		return false;
	if (strcmp(name, "title") == 0 || schema_alias_find(c->schema, name) || facet_paths(c, name, paths))
		return true;
	for (int t = 0; t < c->schema->type_count; t++)
		if (schema_field_at(&c->schema->types[t], name))
			return true;
	return false;
}

static int read_fields(const struct corpus *c, const char *fields, char names[][64], bool *down, struct error *err)
{
	int count = 0;

	while (*fields) {
		size_t len;

		if (count == SORT_FIELDS_MAX) {
			error_set(err, "more than %d fields to order by", SORT_FIELDS_MAX);
			return -1;
		}
		down[count] = *fields == '-';
		fields += *fields == '-';
		len = strcspn(fields, ",");
		snprintf(names[count], sizeof names[0], "%.*s", (int)(len < INT_MAX ? len : INT_MAX), fields);
		if (len >= sizeof names[0] || !is_field(c, names[count])) {
			error_set(err, "no record has a field `%s` to order by", names[count]);
			return -1;
		}
		count++;
		fields += len + (fields[len] == ',');
	}
	return count;
}

bool record_sort(const struct corpus *corpus, uint32_t *records, uint32_t count, const char *fields, struct error *err)
{
	char names[SORT_FIELDS_MAX][64];
	bool down[SORT_FIELDS_MAX];
	int field_count = read_fields(corpus, fields, names, down, err);
	struct sort_row *rows;

	if (field_count < 0)
		return false;
	rows = calloc((size_t)count + 1, sizeof *rows);
	if (!rows)
		return error_memory(err);
	for (uint32_t i = 0; i < count; i++) {
		const struct record *r = &corpus->records[records[i]];

		rows[i] = (struct sort_row){.record = records[i], .id = r->id, .count = field_count, .down = down};
		for (int f = 0; f < field_count; f++)
			rows[i].values[f] = value_of(corpus, r, names[f]);
	}
	if (count)
		qsort(rows, count, sizeof *rows, by_values);
	for (uint32_t i = 0; i < count; i++)
		records[i] = rows[i].record;
	free(rows);
	return true;
}
