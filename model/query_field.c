/* What names and values mean: fields of the schema, keys of the corpus, aliases; words of vocabularies, dates, numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query_internal.h"
#include "text.h"

const char *const query_is_names[] = {
	"verified", "draft", "contested", "deprecated", "stale", "marked", "changed", "derived", "finding", NULL};
const char *const query_state_names[] = {"has", "missing", "null", "empty", "absent", NULL};

const struct query_help query_help[] = {
	{"word", "text in any field, case ignored unless it has a capital"},
	{"\"two words\"", "a phrase"},
	{"/regex/i", "a PCRE2 pattern within a value; flags i, s, x, U"},
	{"field:a,b", "the field is, or its list holds, a or b"},
	{"field=Value", "the same with exact case"},
	{"field~word  field~/re/", "a word or pattern in that field"},
	{"field<5  >=2026-01-01", "numbers, dates, versions, ordered vocabularies"},
	{"has:field", "the field is given"},
	{"missing:field", "it is not: absent, null or empty"},
	{"absent: null: empty:", "exactly that state"},
	{"is:draft", "verified, draft, contested, deprecated, stale, marked, changed, derived"},
	{"has:finding", "something about the record is to be looked at"},
	{"links:id", "records that link to id"},
	{"linked-from:id", "records that id links to"},
	{"type:note  type:any", "other records than compilers"},
	{"-term", "not (what is unknown stays out)"},
	{"a b   a | b   (a | b) c", "and, or, brackets"},
	{NULL, NULL},
};

static const struct schema_field *schema_field_anywhere(const struct corpus *c, const char *dotted)
{
	const struct schema_type *compiler = schema_type_find(c->schema, "compiler");
	const struct schema_field *f = compiler ? schema_field_at(compiler, dotted) : NULL;

	for (int i = 0; i < c->schema->type_count && !f; i++)
		f = schema_field_at(&c->schema->types[i], dotted);
	return f;
}

static bool key_is_used(const struct corpus *c, const char *dotted)
{
	size_t len = strcspn(dotted, ".");
	uint16_t key = keys_find(c->keys, dotted, len);

	return key != KEY_NONE && bitset_has(&c->used_keys, key);
}

static void add_path(const struct corpus *c, const char *dotted, struct query_node *node)
{
	if (node->path_count < FIELD_PATHS && corpus_path(c, dotted, &node->paths[node->path_count]))
		node->path_count++;
}

static bool unknown_field(const struct corpus *c, const char *name, struct error *err)
{
	struct text_nearest near;

	text_nearest_init(&near, name);
	for (int i = 0; i < c->schema->alias_count; i++)
		text_nearest_offer(&near, c->schema->aliases[i].name);
	for (int t = 0; t < c->schema->type_count; t++)
		for (int i = 0; i < c->schema->types[t].field_count; i++)
			text_nearest_offer(&near, c->schema->types[t].fields[i].name);
	for (int i = 0; query_state_names[i]; i++)
		text_nearest_offer(&near, query_state_names[i]);
	text_nearest_offer(&near, "linked-from");
	text_nearest_offer(&near, "links");
	if (near.best)
		error_set(err, "no field `%s`; did you mean `%s`?", name, near.best);
	else
		error_set(err, "no field `%s`; text with a colon is searched in quotes: \"%s:…\"", name, name);
	return false;
}

bool query_resolve_field(const struct corpus *corpus, const char *name, struct query_node *node, struct error *err)
{
	const struct schema_alias *alias = schema_alias_find(corpus->schema, name);

	node->path_count = 0;
	if (alias) {
		for (int i = 0; i < alias->count; i++)
			add_path(corpus, alias->paths[i], node);
		node->field = alias->count ? schema_field_anywhere(corpus, alias->paths[0]) : NULL;
		/* A name for several fields takes the values of any of them. */
		if (alias->count > 1 && node->field && node->field->kind == FIELD_ENUM)
			node->field = NULL;
		return true;
	}
	node->field = schema_field_anywhere(corpus, name);
	if (!node->field && !key_is_used(corpus, name))
		return unknown_field(corpus, name, err);
	add_path(corpus, name, node);
	if (!node->field && !node->path_count)
		return unknown_field(corpus, name, err);
	return true;
}

struct seek {
	const char *text;
	bool found;
};

static bool seek_value(void *context, struct node n)
{
	struct seek *s = context;

	s->found = node_is_scalar(n) && text_equal_nocase(node_text(n), node_len(n), s->text, strlen(s->text));
	return !s->found;
}

/* Whether any record has this value there: a term the vocabulary lacks may still be in the data. */
static bool in_data(const struct corpus *c, const struct query_node *node, const char *text)
{
	struct seek s = {text, false};

	for (int p = 0; p < node->path_count; p++)
		for (uint32_t r = 0; r < c->count && !s.found; r++)
			record_walk(&c->records[r], &node->paths[p], seek_value, &s);
	return s.found;
}

static bool read_boolean(const char *text, bool *truth)
{
	*truth = text_equal_nocase(text, strlen(text), "yes", 3) || text_equal_nocase(text, strlen(text), "true", 4);
	return *truth || text_equal_nocase(text, strlen(text), "no", 2) || text_equal_nocase(text, strlen(text), "false", 5);
}

static bool resolve_enum(const struct corpus *c, const struct query_node *node, struct query_value *v, struct error *err)
{
	const struct vocabulary *vocabulary = node->field->vocabulary;
	struct text_nearest near;

	for (int i = 0; i < vocabulary->count && v->rank < 0; i++)
		if (text_equal_nocase(vocabulary->values[i].value, strlen(vocabulary->values[i].value), v->text, strlen(v->text)))
			v->rank = i;
	if (node->op >= OP_LESS && !vocabulary->ordered) {
		error_set(err, "values of `%s` have no order; use %s:%s", node->name, node->name, v->text);
		return false;
	}
	if (v->rank >= 0 || (node->op < OP_LESS && in_data(c, node, v->text)))
		return true;
	text_nearest_init(&near, v->text);
	for (int i = 0; i < vocabulary->count; i++)
		text_nearest_offer(&near, vocabulary->values[i].value);
	if (near.best)
		error_set(err, "`%s` is no value of %s; did you mean `%s`?", v->text, node->name, near.best);
	else
		error_set(err, "`%s` is no value of %s; there are %s, %s …", v->text, node->name,
			vocabulary->count ? vocabulary->values[0].value : "none",
			vocabulary->count > 1 ? vocabulary->values[1].value : "");
	return false;
}

bool query_resolve_value(const struct corpus *corpus, const struct query_node *node, struct query_value *value,
	struct error *err)
{
	enum field_kind kind = node->field ? node->field->kind : FIELD_TEXT;
	char *end;

	value->number = strtod(value->text, &end);
	value->numeric = *value->text && *end == '\0' && isfinite(value->number);
	value->boolean = read_boolean(value->text, &value->truth);
	if (!value_parse_date(value->text, strlen(value->text), &value->date))
		value->date = 0;
	if (kind == FIELD_ENUM)
		return resolve_enum(corpus, node, value, err);
	if (kind == FIELD_BOOLEAN && !value->boolean) {
		error_set(err, "`%s` is yes or no, not `%s`", node->name, value->text);
		return false;
	}
	if ((kind == FIELD_NUMBER || kind == FIELD_INTEGER) && !value->numeric) {
		error_set(err, "`%s` is a number, not `%s`", node->name, value->text);
		return false;
	}
	if (kind == FIELD_DATE && !value->date) {
		error_set(err, "`%s` is a date such as 2026-10-04, not `%s`", node->name, value->text);
		return false;
	}
	if (kind == FIELD_MAP) {
		error_set(err, "`%s` has parts; name one of them, such as %s.%s", node->name, node->name,
			node->field->field_count ? node->field->fields[0].name : "name");
		return false;
	}
	return true;
}
