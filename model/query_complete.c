/* What can stand at the cursor: names of fields, or values of the field before the colon with the number of records that
 * are left when one is added. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facet.h"
#include "query_internal.h"
#include "text.h"

enum { COUNT_BUDGET_MS = 200 };

struct completion {
	const char *word;
	size_t len;
	void (*offer)(void *data, const char *word, int count);
	void *data;
};

static bool begins_with(const struct completion *c, const char *name)
{
	return strlen(name) >= c->len && text_equal_nocase(name, c->len, c->word, c->len);
}

static void offer(const struct completion *c, const char *name, const char *tail, int count)
{
	char word[96];

	if (begins_with(c, name) && snprintf(word, sizeof word, "%s%s", name, tail) < (int)sizeof word)
		c->offer(c->data, word, count);
}

/* `tail` is ":" where a term begins, and "" behind `has:` and the like, where the name stands alone. */
static void complete_fields(const struct corpus *corpus, const struct completion *c, const char *tail)
{
	const struct schema_type *type = schema_type_find(corpus->schema, "compiler");

	for (int i = 0; i < corpus->schema->alias_count; i++)
		offer(c, corpus->schema->aliases[i].name, tail, -1);
	for (int i = 0; type && i < type->field_count; i++) {
		offer(c, type->fields[i].name, tail, -1);
		for (int j = 0; j < type->fields[i].field_count; j++) {
			char name[96];

			if (snprintf(name, sizeof name, "%s.%s", type->fields[i].name, type->fields[i].fields[j].name) < (int)sizeof name)
				offer(c, name, tail, -1);
		}
	}
}

static void complete_terms(const struct corpus *corpus, const struct completion *c)
{
	static const char *const words[] = {"is", "links", "linked-from", "type"};

	for (int i = 0; query_state_names[i]; i++)
		offer(c, query_state_names[i], ":", -1);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		offer(c, words[i], ":", -1);
	complete_fields(corpus, c, ":");
}

/* The records that a query selects; without a query that can be read, those that an empty one does. */
static bool select_by(const struct corpus *corpus, const char *text, size_t len, struct query_result *result, bool *types)
{
	char *copy = strndup(text, len);
	struct query *query;
	bool ok;

	while (copy && len > 0 && strchr(" \t\n|(-", copy[len - 1]))
		copy[--len] = '\0';
	query = copy ? query_parse(corpus, copy, NULL) : NULL;
	if (!query)
		query = query_parse(corpus, "", NULL);
	*types = query && query_names_type(query);
	ok = query && query_run(query, &(struct query_context){.budget_ms = COUNT_BUDGET_MS}, result, NULL);
	query_free(query);
	free(copy);
	return ok;
}

/* Offers a value as a term has to have it, in quotes where it needs them. */
static void offer_value(const struct completion *c, const char *field, const struct facet_value *v)
{
	struct buf term;

	if (!v->all || !begins_with(c, v->value))
		return;
	buf_init(&term);
	query_quote_term(&term, field, v->value);
	if (buf_ok(&term))
		c->offer(c->data, term.data + strlen(field) + 1, (int)v->now);
	buf_release(&term);
}

static void complete_values(const struct corpus *corpus, const struct completion *c, const char *field, const char *before, size_t len)
{
	struct query_result now, domain;
	struct facet facet;
	bool types, none;

	if (!select_by(corpus, before, len, &now, &types))
		return;
	if (select_by(corpus, "", 0, &domain, &none)) {
		if (types)
			bitset_fill(&domain.records);
		if (facet_count(&facet, corpus, field, &domain.records, &now.records))
			for (uint32_t i = 0; i < facet.count; i++)
				offer_value(c, field, &facet.values[i]);
		facet_release(&facet);
		query_result_release(&domain);
	}
	query_result_release(&now);
}

void query_complete(const struct corpus *corpus, const char *text, size_t cursor, size_t *from,
	void (*offer_one)(void *data, const char *word, int count), void *data)
{
	size_t begin = cursor, op;
	char field[64];
	struct completion c = {.offer = offer_one, .data = data};

	while (begin > 0 && !strchr(" \t\n|(", text[begin - 1]))
		begin--;
	while (begin < cursor && text[begin] == '-')
		begin++;
	op = strcspn(text + begin, ":=<>~ ");
	if (begin + op >= cursor) {
		*from = begin;
		c.word = text + begin;
		c.len = cursor - begin;
		complete_terms(corpus, &c);
		return;
	}
	if (op >= sizeof field)
		return;
	memcpy(field, text + begin, op);
	field[op] = '\0';
	*from = cursor;
	while (*from > begin + op + 1 && !strchr(":=<>,", text[*from - 1]))
		--*from;
	c.word = text + *from;
	c.len = cursor - *from;
	if (strcmp(field, "is") == 0) {
		for (int i = 0; query_is_names[i]; i++)
			offer(&c, query_is_names[i], "", -1);
	} else if (strcmp(field, "type") == 0) {
		for (uint32_t i = 0; i < corpus->type_count; i++)
			if (corpus->types[i].count)
				offer(&c, corpus->types[i].name, "", (int)corpus->types[i].count);
		offer(&c, "any", "", (int)corpus->count);
	} else if (strcmp(field, "links") == 0 || strcmp(field, "linked-from") == 0) {
		for (uint32_t i = 0; i < corpus->count; i++)
			offer(&c, corpus->records[i].id, "", -1);
	} else {
		for (int i = 0; query_state_names[i]; i++)
			if (strcmp(field, query_state_names[i]) == 0) {
				complete_fields(corpus, &c, "");
				return;
			}
		complete_values(corpus, &c, field, text, begin);
	}
}
