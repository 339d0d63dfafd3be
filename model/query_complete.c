/* What can stand at the cursor: names of fields, or values of the field before the colon with their counts. */
#include <stdio.h>
#include <string.h>

#include "facet.h"
#include "query_internal.h"
#include "text.h"

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

static void complete_fields(const struct corpus *corpus, const struct completion *c)
{
	const struct schema_type *type = schema_type_find(corpus->schema, "compiler");

	for (int i = 0; i < corpus->schema->alias_count; i++)
		offer(c, corpus->schema->aliases[i].name, ":", -1);
	for (int i = 0; query_state_names[i]; i++)
		offer(c, query_state_names[i], ":", -1);
	offer(c, "is", ":", -1);
	offer(c, "links", ":", -1);
	offer(c, "linked-from", ":", -1);
	offer(c, "type", ":", -1);
	for (int i = 0; type && i < type->field_count; i++) {
		offer(c, type->fields[i].name, ":", -1);
		for (int j = 0; j < type->fields[i].field_count; j++) {
			char name[96];

			if (snprintf(name, sizeof name, "%s.%s", type->fields[i].name, type->fields[i].fields[j].name) < (int)sizeof name)
				offer(c, name, ":", -1);
		}
	}
}

static void complete_values(const struct corpus *corpus, const struct completion *c, const char *field)
{
	struct facet facet;
	struct bitset all;

	if (!bitset_init(&all, corpus->count))
		return;
	bitset_fill(&all);
	if (facet_count(&facet, corpus, field, &all, &all))
		for (uint32_t i = 0; i < facet.count; i++)
			if (facet.values[i].all)
				offer(c, facet.values[i].value, "", (int)facet.values[i].all);
	facet_release(&facet);
	bitset_release(&all);
}

void query_complete(const struct corpus *corpus, const char *text, size_t cursor, size_t *from,
	void (*offer_one)(void *data, const char *word, int count), void *data)
{
	size_t begin = cursor, op;
	char field[64];
	struct completion c = {.offer = offer_one, .data = data};

	while (begin > 0 && !strchr(" \t\n|(-", text[begin - 1]))
		begin--;
	op = strcspn(text + begin, ":=<>~ ");
	if (begin + op >= cursor) {
		*from = begin;
		c.word = text + begin;
		c.len = cursor - begin;
		complete_fields(corpus, &c);
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
				complete_fields(corpus, &c);
				return;
			}
		complete_values(corpus, &c, field);
	}
}
