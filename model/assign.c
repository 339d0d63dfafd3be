#include "assign.h"

#include <string.h>

#include "field_address.h"
#include "reader_internal.h"
#include "text.h"

bool assign_is_null(const char *value)
{
	return reader_kind(value, strlen(value)) == VALUE_NULL;
}

static bool outside_vocabulary(const struct schema_field *f, const char *value, struct error *err)
{
	const struct vocabulary *v = f->vocabulary;
	struct text_nearest near;
	struct buf values;

	text_nearest_init(&near, value);
	for (int i = 0; i < v->count; i++)
		text_nearest_offer(&near, v->values[i].value);
	if (near.best) {
		error_set(err, "%s: `%s` is not in the vocabulary; did you mean `%s`?", f->name, value, near.best);
		return false;
	}
	buf_init(&values);
	for (int i = 0; i < v->count; i++)
		buf_addf(&values, "%s%s", i ? ", " : "", v->values[i].value);
	error_set(err, "%s: `%s` is not in the vocabulary: %s", f->name, value, values.data);
	buf_release(&values);
	return false;
}

static bool wrong_kind(const struct schema_field *f, const char *value, const char *wanted, struct error *err)
{
	error_set(err, "%s: `%s` is not %s", f->name, value, wanted);
	return false;
}

bool assign_check_value(const struct schema_field *f, const char *value, struct error *err)
{
	enum value_kind kind = reader_kind(value, strlen(value));
	int date;

	if (kind == VALUE_NULL && f->kind == FIELD_ENUM && f->required) {
		error_set(err, "%s: a record needs one of its values, not null", f->name);
		return false;
	}
	if (kind == VALUE_NULL)
		return true;
	switch (f->kind) {
	case FIELD_ENUM:
		return vocabulary_index(f->vocabulary, value) >= 0 || outside_vocabulary(f, value, err);
	case FIELD_INTEGER:
		return kind == VALUE_INTEGER || wrong_kind(f, value, "a whole number", err);
	case FIELD_NUMBER:
		return kind == VALUE_INTEGER || kind == VALUE_NUMBER || wrong_kind(f, value, "a number", err);
	case FIELD_BOOLEAN:
		return kind == VALUE_BOOLEAN || wrong_kind(f, value, "yes or no", err);
	case FIELD_DATE:
		return value_parse_date(value, strlen(value), &date) || wrong_kind(f, value, "a date such as 2026-10-04", err);
	case FIELD_MAP:
		error_set(err, "%s is made of parts; name one of them, such as %s.%s", f->name, f->name,
			f->field_count ? f->fields[0].name : "part");
		return false;
	default:
		return true;
	}
}

/* The address that a name stands for: itself, or the one field of a short name. */
static void resolve_name(const struct corpus *corpus, uint32_t record, const char *name, struct buf *address)
{
	const struct schema_alias *alias = schema_alias_find(corpus->schema, name);

	if (alias && alias->count == 1 && !field_address_schema(corpus, record, name))
		buf_adds(address, alias->paths[0]);
	else
		buf_adds(address, name);
}

static bool unknown_field(const struct corpus *corpus, uint32_t record, const char *name, struct error *err)
{
	const struct corpus_type *type = record_type(corpus, &corpus->records[record]);
	struct text_nearest near;

	text_nearest_init(&near, name);
	for (int i = 0; type->schema && i < type->schema->field_count; i++)
		text_nearest_offer(&near, type->schema->fields[i].name);
	if (near.best)
		error_set(err, "a %s has no field `%s`; did you mean `%s`?", type->name, name, near.best);
	else if (type->schema)
		error_set(err, "a %s has no field `%s`", type->name, name);
	else
		error_set(err, "this %s has no field `%s`, and the schema does not describe its type", type->name, name);
	return false;
}

bool assign_check(const struct corpus *corpus, uint32_t record, const char *name, const char *value, struct buf *address,
	struct error *err)
{
	const struct schema_field *field;
	size_t begin = address->len;
	const char *at;

	resolve_name(corpus, record, name, address);
	if (!buf_ok(address))
		return error_memory(err);
	at = address->data + begin;
	if (strcmp(at, "id") == 0 || strcmp(at, "type") == 0) {
		error_set(err, "`%s` is what links lead to; change it in an editor, with all that links to it", at);
		return false;
	}
	field = field_address_schema(corpus, record, at);
	if (!field)
		return field_address_node(corpus, record, at).v || unknown_field(corpus, record, name, err);
	if (field->list && !field_address_is_item(at)) {
		if (value[0] == '[' || assign_is_null(value))
			return true;
		error_set(err, "`%s` is a list; name one of its items, as %s[0]%s%s=…, or give all as [one, two]", at, at,
			field->field_count ? "." : "", field->field_count ? field->fields[0].name : "");
		return false;
	}
	return assign_check_value(field, value, err);
}
