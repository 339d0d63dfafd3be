/* Derived fields. A corpus with no family, cost location or portability of its own still fills the panes: the schema
 * says from which field each is derived, and how. What is derived stands apart from the record (record.derived), so it
 * can never be taken for recorded. Records that derive alike share one unit. */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "corpus_internal.h"
#include "scratch.h"

struct derived_set {
	struct map by_recipe; /* which rules apply → number of the unit */
	struct unit **units;
	char **recipes; /* the map's keys */
	uint32_t count, cap;
};

void derived_set_free(struct derived_set *set)
{
	if (!set)
		return;
	for (uint32_t i = 0; i < set->count; i++) {
		unit_unref(set->units[i]);
		free(set->recipes[i]);
	}
	map_release(&set->by_recipe);
	free(set->units);
	free(set->recipes);
	free(set);
}

/* The rule that gives a record this field, or NULL: it has the field, or nothing to derive it from. */
static const struct derive_rule *rule_for(const struct corpus *corpus, const struct record *r, const struct schema_field *f)
{
	struct node from;

	if (!f->derive_count || node_get(record_root(r), f->key).v)
		return NULL;
	from = corpus_get(corpus, record_root(r), f->derive_from);
	if (!node_is_scalar(from))
		return NULL;
	for (int i = 0; i < f->derive_count; i++)
		if (node_equals(from, f->derive[i].value))
			return &f->derive[i];
	return NULL;
}

static struct unit *build(struct corpus *corpus, const struct record *r, const struct schema_type *type)
{
	struct scratch s;
	struct unit *unit;
	uint32_t map;

	scratch_init(&s);
	map = scratch_open(&s, KEY_NONE, VALUE_MAP, 0, 0);
	for (int i = 0; i < type->field_count && !s.failed; i++) {
		const struct derive_rule *rule = rule_for(corpus, r, &type->fields[i]);

		if (rule)
			scratch_graft(&s, rule->result, type->fields[i].key);
	}
	if (!s.failed)
		scratch_close(&s, map);
	unit = scratch_unit(&s, "(derived)");
	scratch_release(&s);
	return unit;
}

static bool grow(struct derived_set *set)
{
	uint32_t cap = set->cap ? set->cap * 2 : 16;
	struct unit **units;
	char **recipes;

	if (set->count < set->cap)
		return true;
	units = realloc(set->units, cap * sizeof *units);
	if (!units)
		return false;
	set->units = units;
	recipes = realloc(set->recipes, cap * sizeof *recipes);
	if (!recipes)
		return false;
	set->recipes = recipes;
	set->cap = cap;
	return true;
}

static bool add_unit(struct corpus *corpus, struct record *r, const struct schema_type *type, const struct buf *recipe)
{
	struct derived_set *set = corpus->derived;

	if (!grow(set))
		return false;
	set->recipes[set->count] = strdup(recipe->data);
	if (!set->recipes[set->count])
		return false;
	set->units[set->count] = build(corpus, r, type);
	if (!set->units[set->count]) {
		free(set->recipes[set->count]);
		return false;
	}
	r->derived = set->units[set->count];
	set->count++;
	return map_put(&set->by_recipe, set->recipes[set->count - 1], recipe->len, set->count - 1, NULL) != NULL;
}

static bool derive(struct corpus *corpus, struct record *r, struct buf *recipe)
{
	const struct schema_type *type = corpus->types[r->type].schema;
	bool any = false;
	struct map_slot *slot;

	buf_clear(recipe);
	buf_addf(recipe, "%u", r->type);
	for (int i = 0; i < type->field_count; i++) {
		const struct derive_rule *rule = rule_for(corpus, r, &type->fields[i]);

		if (rule)
			buf_addf(recipe, " %d.%td", i, rule - type->fields[i].derive);
		any = any || rule;
	}
	if (!any)
		return true;
	if (!buf_ok(recipe))
		return false;
	slot = map_find(&corpus->derived->by_recipe, recipe->data, recipe->len);
	if (!slot)
		return add_unit(corpus, r, type, recipe);
	r->derived = corpus->derived->units[slot->value];
	return true;
}

bool corpus_derive(struct corpus *corpus)
{
	struct buf recipe;
	bool ok = true;

	corpus->derived = calloc(1, sizeof *corpus->derived);
	if (!corpus->derived)
		return false;
	buf_init(&recipe);
	for (uint32_t i = 0; ok && i < corpus->count; i++) {
		const struct schema_type *type = corpus->types[corpus->records[i].type].schema;

		if (type && type->derives)
			ok = derive(corpus, &corpus->records[i], &recipe);
	}
	buf_release(&recipe);
	return ok;
}
