/* Rules that the schema states: which fields a type has, what kind each is, which vocabulary, which are required. */
#include <string.h>

#include "check.h"
#include "text.h"

struct place {
	const struct corpus *corpus;
	uint32_t record;
	struct finding_list *out;
};

static const char *const kinds[] = {"null", "text", "yes or no", "a whole number", "a number", "a date", "a list", "a map"};

static bool fits(enum field_kind want, struct node n)
{
	enum value_kind kind = node_kind(n);

	switch (want) {
	case FIELD_INTEGER:
		return kind == VALUE_INTEGER;
	case FIELD_NUMBER:
		return kind == VALUE_INTEGER || kind == VALUE_NUMBER;
	case FIELD_BOOLEAN:
		return kind == VALUE_BOOLEAN;
	case FIELD_DATE:
		return kind == VALUE_DATE || (kind == VALUE_TEXT && value_parse_date(node_text(n), node_len(n), &(int){0}));
	case FIELD_MAP:
		return kind == VALUE_MAP;
	default:
		return kind != VALUE_LIST && kind != VALUE_MAP;
	}
}

static const char *wanted(const struct schema_field *f)
{
	switch (f->kind) {
	case FIELD_INTEGER:
		return "a whole number";
	case FIELD_NUMBER:
		return "a number";
	case FIELD_BOOLEAN:
		return "yes or no";
	case FIELD_DATE:
		return "a date (YYYY-MM-DD)";
	case FIELD_MAP:
		return "a map";
	default:
		return "text";
	}
}

/* Whether a qualifier of the record says that this value is kept though the vocabulary lacks it. */
static bool kept_outside(const struct place *p, const char *field, struct node value)
{
	const struct record *r = &p->corpus->records[p->record];
	struct node list = corpus_field(p->corpus, r, "qualifiers");

	for (struct node q = node_first(list); q.v; q = node_next(list, q))
		if (node_equals(corpus_get(p->corpus, q, "field"), field)
			&& node_equals(corpus_get(p->corpus, q, "value"), node_text(value))
			&& node_equals(corpus_get(p->corpus, q, "kind"), "outside"))
			return true;
	return false;
}

static bool check_vocabulary(const struct place *p, const struct schema_field *f, struct node n)
{
	const struct vocabulary *v = f->vocabulary;
	struct text_nearest near;

	if (vocabulary_index(v, node_text(n)) >= 0)
		return true;
	if (kept_outside(p, f->name, n))
		return check_add(p->out, p->corpus, p->record, n, FINDING_OUTSIDE_KEPT,
			"%s: `%s` is outside the vocabulary, kept as recorded", f->name, node_text(n));
	text_nearest_init(&near, node_text(n));
	for (int i = 0; i < v->count; i++)
		text_nearest_offer(&near, v->values[i].value);
	if (near.best)
		return check_add(p->out, p->corpus, p->record, n, FINDING_VOCABULARY,
			"%s: `%s` is not in the vocabulary; did you mean `%s`?", f->name, node_text(n), near.best);
	return check_add(p->out, p->corpus, p->record, n, FINDING_VOCABULARY, "%s: `%s` is not in the vocabulary", f->name,
		node_text(n));
}

static bool check_map(const struct place *p, const struct schema_field *fields, int count, struct node map, bool top);

static bool check_item(const struct place *p, const struct schema_field *f, struct node n)
{
	if (node_kind(n) == VALUE_NULL)
		return true;
	if (!fits(f->kind, n))
		return check_add(p->out, p->corpus, p->record, n, FINDING_WRONG_TYPE, "%s: %s where %s is asked", f->name,
			kinds[node_kind(n)], wanted(f));
	if (f->kind == FIELD_ENUM)
		return check_vocabulary(p, f, n);
	if (f->kind == FIELD_MAP)
		return check_map(p, f->fields, f->field_count, n, false);
	return true;
}

static bool check_value(const struct place *p, const struct schema_field *f, struct node n)
{
	if (node_kind(n) == VALUE_NULL)
		return true;
	if (!f->list)
		return check_item(p, f, n);
	if (node_kind(n) != VALUE_LIST)
		return check_add(p->out, p->corpus, p->record, n, FINDING_WRONG_TYPE, "%s: %s where a list is asked", f->name,
			kinds[node_kind(n)]);
	for (struct node item = node_first(n); item.v; item = node_next(n, item))
		if (!check_item(p, f, item))
			return false;
	return true;
}

static bool unknown_field(const struct place *p, const struct schema_field *fields, int count, struct node n)
{
	const char *name = keys_name(p->corpus->keys, n.v->key);
	struct text_nearest near;

	text_nearest_init(&near, name);
	for (int i = 0; i < count; i++)
		text_nearest_offer(&near, fields[i].name);
	if (near.best)
		return check_add(p->out, p->corpus, p->record, n, FINDING_UNKNOWN_FIELD, "field `%s`; did you mean `%s`?", name,
			near.best);
	return check_add(p->out, p->corpus, p->record, n, FINDING_UNKNOWN_FIELD, "field `%s`", name);
}

static bool check_map(const struct place *p, const struct schema_field *fields, int count, struct node map, bool top)
{
	const struct record *r = &p->corpus->records[p->record];

	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		const struct schema_field *f = schema_field_by_key(fields, count, n.v->key);

		if (f ? !check_value(p, f, n) : !unknown_field(p, fields, count, n))
			return false;
	}
	for (int i = 0; i < count; i++) {
		struct node n = node_get(map, fields[i].key);

		if (!n.v && top)
			n = corpus_field_by_key(r, fields[i].key);
		if (fields[i].required && !n.v
			&& !check_add(p->out, p->corpus, p->record, map, FINDING_MISSING_FIELD, "field `%s` is missing", fields[i].name))
			return false;
		if (fields[i].needs && node_state(n) == STATE_GIVEN
			&& node_state(corpus_get(p->corpus, map, fields[i].needs)) != STATE_GIVEN
			&& !check_add(p->out, p->corpus, p->record, n, FINDING_NO_METHOD,
				"%s: %s%s%s stands without a method (`%s` is not recorded)", fields[i].name, node_text(n),
				*fields[i].unit ? " " : "", fields[i].unit, fields[i].needs))
			return false;
	}
	return true;
}

bool check_fields(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	const struct record *r = &corpus->records[record];
	const struct schema_type *type = corpus->types[r->type].schema;
	struct place p = {corpus, record, out};

	/* A type without a description has no rules; that it has none is said once, at its first record. */
	if (!type) {
		if (corpus->types[r->type].first != record)
			return true;
		return check_add(out, corpus, record, node_get(record_root(r), corpus->key_type), FINDING_UNKNOWN_TYPE,
			"type `%s` (%u records) is not described in the schema", corpus->types[r->type].name,
			corpus->types[r->type].count);
	}
	return check_map(&p, type->fields, type->field_count, record_root(r), true);
}
