#include "selection.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "style.h"
#include "text.h"

struct sort_key {
	uint32_t record;
	int family;
	const char *title;
};

static int by_family(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;

	if (x->family != y->family)
		return x->family < y->family ? -1 : 1;
	return text_compare_natural(x->title, y->title);
}

static bool add_family(struct selection *s, struct map *numbers, const char *value, uint32_t *number)
{
	struct map_slot *slot;
	bool added;

	slot = map_put(numbers, value, strlen(value), (uint32_t)s->family_count, &added);
	if (!slot)
		return false;
	*number = slot->value;
	if (!added)
		return true;
	/* Room doubles whenever the count reaches a power of two. */
	if ((s->family_count & (s->family_count - 1)) == 0) {
		size_t room = s->family_count ? (size_t)s->family_count * 2 : 1;
		struct selection_family *families = realloc(s->families, room * sizeof *families);

		if (!families)
			return false;
		s->families = families;
	}
	s->families[s->family_count++] = (struct selection_family){.value = value};
	return s->family_count <= UINT16_MAX;
}

bool selection_knows_field(const struct selection *s, uint32_t record, const char *field)
{
	const struct record *r = &s->corpus->records[record];
	const struct schema_type *schema = record_type(s->corpus, r)->schema;

	return schema && (schema_field_at(schema, field) || corpus_field(s->corpus, r, field).v);
}

/* The families that records have, in one walk; in another (`none`) the group of those that could have one and have not. */
static bool note_family_values(struct selection *s, struct map *numbers, bool none)
{
	const struct corpus *c = s->corpus;
	uint16_t key = keys_find(c->keys, "family", 6);
	bool ok = true;

	for (uint32_t r = 0; ok && r < c->count; r++) {
		const struct schema_type *schema = c->types[c->records[r].type].schema;
		const char *value;
		uint32_t number;

		if (!schema || !schema_field_at(schema, "family"))
			continue;
		value = node_text(corpus_field_by_key(&c->records[r], key));
		if ((*value == '\0') != none)
			continue;
		ok = add_family(s, numbers, value, &number);
		s->family_of[r] = ok ? (uint16_t)number : 0;
	}
	return ok;
}

/* Records of other types, by their type. */
static bool note_types(struct selection *s, struct map *numbers)
{
	const struct corpus *c = s->corpus;
	bool ok = true;

	for (uint32_t t = 0; ok && t < c->type_count; t++) {
		const struct corpus_type *type = &c->types[t];
		uint32_t number = 0;
		struct buf name;
		char *value;

		if (!type->count || (type->schema && schema_field_at(type->schema, "family")))
			continue;
		buf_init(&name);
		query_quote_term(&name, "type", type->name);
		value = buf_ok(&name) ? arena_copy(&s->family_names, name.data, name.len) : NULL;
		buf_release(&name);
		ok = value && add_family(s, numbers, value, &number);
		if (!ok)
			break;
		s->families[number].type = type;
		for (uint32_t r = type->first; r < c->count; r++)
			if (c->records[r].type == t)
				s->family_of[r] = (uint16_t)number;
	}
	return ok;
}

/* Every record's family, once for a corpus. */
static bool note_families(struct selection *s)
{
	const struct vocabulary *v = schema_vocabulary_find(s->corpus->schema, "family");
	struct map numbers;
	uint32_t number;
	bool ok;

	map_init(&numbers);
	s->family_of = calloc((size_t)s->corpus->count + 1, sizeof *s->family_of);
	ok = s->family_of != NULL;
	for (int i = 0; ok && v && i < v->count; i++)
		ok = add_family(s, &numbers, v->values[i].value, &number);
	ok = ok && note_family_values(s, &numbers, false) && note_family_values(s, &numbers, true) && note_types(s, &numbers);
	map_release(&numbers);
	return ok;
}

static bool sort_all(struct selection *s)
{
	struct sort_key *keys = calloc((size_t)s->corpus->count + 1, sizeof *keys);

	s->sorted = calloc((size_t)s->corpus->count + 1, sizeof *s->sorted);
	s->order = calloc((size_t)s->corpus->count + 1, sizeof *s->order);
	if (!keys || !s->sorted || !s->order) {
		free(keys);
		return false;
	}
	for (uint32_t r = 0; r < s->corpus->count; r++)
		keys[r] = (struct sort_key){r, s->family_of[r], s->corpus->records[r].title};
	if (s->corpus->count)
		qsort(keys, s->corpus->count, sizeof *keys, by_family);
	for (uint32_t r = 0; r < s->corpus->count; r++)
		s->sorted[r] = keys[r].record;
	free(keys);
	return true;
}

/* The result in the order in which panes show it, and how many of each family it has. */
static void put_in_order(struct selection *s)
{
	s->order_count = 0;
	for (int f = 0; f < s->family_count; f++)
		s->families[f].now = s->families[f].all = 0;
	for (uint32_t i = 0; i < s->corpus->count; i++) {
		uint32_t r = s->sorted[i];
		struct selection_family *family = &s->families[s->family_of[r]];

		family->all += bitset_has(&s->domain, r);
		if (!bitset_has(&s->result, r))
			continue;
		family->now++;
		s->order[s->order_count++] = r;
	}
}

/* Which records have findings: asked by few filters, and a walk over every rule. */
static bool note_findings(struct selection *s)
{
	struct finding_list list;
	bool ok;

	if (s->has_finding.words)
		return true;
	finding_list_init(&list);
	ok = bitset_init(&s->has_finding, s->corpus->count) && check_run(s->corpus, &list);
	for (size_t i = 0; ok && i < list.count; i++)
		if (list.items[i].record != FINDING_NO_RECORD)
			bitset_add(&s->has_finding, (size_t)list.items[i].record);
	finding_list_release(&list);
	return ok;
}

static bool note_domain(struct selection *s, struct error *err)
{
	const char *type = "";
	struct query_result all;
	struct query *query;
	bool ok;

	/* A query that names types counts against all records of the whole corpus. */
	if (s->query && query_names_type(s->query))
		type = "type:any";
	query = query_parse(s->corpus, type, err);
	ok = query && query_run(query, NULL, &all, err);
	query_free(query);
	if (!ok)
		return false;
	bitset_release(&s->domain);
	s->domain = all.records;
	s->all_count = (uint32_t)all.count;
	bitset_release(&all.gave_up);
	return true;
}

bool selection_init(struct selection *s, struct corpus *corpus, struct error *err)
{
	memset(s, 0, sizeof *s);
	s->corpus = corpus;
	arena_init(&s->family_names);
	s->record = s->compiler = s->wanted = s->anchor = RECORD_NONE;
	s->facets = facet_index_new(corpus);
	if (!s->facets || !bitset_init(&s->marks, corpus->count) || !bitset_init(&s->changed, corpus->count) || !note_families(s) || !sort_all(s)) {
		selection_release(s);
		return error_memory(err);
	}
	if (!selection_filter(s, "", NULL, NULL, err)) {
		selection_release(s);
		return false;
	}
	return true;
}

void selection_release(struct selection *s)
{
	bitset_release(&s->has_finding);
	bitset_release(&s->result);
	bitset_release(&s->skipped);
	bitset_release(&s->domain);
	bitset_release(&s->marks);
	bitset_release(&s->changed);
	query_free(s->query);
	free(s->order);
	free(s->sorted);
	free(s->families);
	free(s->family_of);
	arena_release(&s->family_names);
	free(s->previous_filter);
	facet_index_free(s->facets);
	corpus_free(s->corpus);
	memset(s, 0, sizeof *s);
}

const char *selection_filter_text(const struct selection *s)
{
	return s->query ? query_text(s->query) : "";
}

void selection_set_previous(struct selection *s, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return;
	free(s->previous_filter);
	s->previous_filter = copy;
}

/* The record to select when the selected one left the result: the next one of the result behind its place, else the last. */
static uint32_t nearest_in_order(const struct selection *s, uint32_t old)
{
	bool passed = old == RECORD_NONE;

	for (uint32_t i = 0; i < s->corpus->count; i++) {
		passed = passed || s->sorted[i] == old;
		if (passed && bitset_has(&s->result, s->sorted[i]))
			return s->sorted[i];
	}
	return s->order_count ? s->order[s->order_count - 1] : RECORD_NONE;
}

static void settle(struct selection *s)
{
	/* A filter that is typed letter by letter must not move the selection for good. */
	if (s->wanted != s->compiler && s->wanted != RECORD_NONE && bitset_has(&s->result, s->wanted)) {
		s->record = s->record == s->compiler ? s->wanted : s->record;
		s->compiler = s->wanted;
	} else if (s->compiler == RECORD_NONE || !bitset_has(&s->result, s->compiler)) {
		uint32_t next = nearest_in_order(s, s->compiler);

		if (s->record == s->compiler || s->record == RECORD_NONE)
			s->record = next;
		s->compiler = next;
	}
	s->version++;
}

bool selection_filter(struct selection *s, const char *text, bool (*cancelled)(void *), void *data, struct error *err)
{
	struct query_context context = {.marked = &s->marks, .changed = &s->changed, .cancelled = cancelled, .data = data};
	struct query *query = query_parse(s->corpus, text, err);
	struct query_result found;
	char *before = strdup(selection_filter_text(s));

	if (!query || !before) {
		if (query)
			error_memory(err);
		query_free(query);
		free(before);
		return false;
	}
	if (strstr(text, "finding") && note_findings(s))
		context.findings = &s->has_finding;
	if (!query_run(query, &context, &found, err) || found.cancelled) {
		if (found.cancelled)
			error_set(err, "cancelled");
		query_result_release(&found);
		query_free(query);
		free(before);
		return false;
	}
	if (strcmp(before, text) != 0) {
		free(s->previous_filter);
		s->previous_filter = before;
	} else {
		free(before);
	}
	query_free(s->query);
	s->query = query;
	bitset_release(&s->result);
	s->result = found.records;
	s->gave_up = found.gave_up_count;
	bitset_release(&s->skipped);
	s->skipped = found.gave_up;
	if (!note_domain(s, err))
		return false;
	put_in_order(s);
	s->result_version++;
	settle(s);
	return true;
}

void selection_anchor(struct selection *s)
{
	s->anchor = s->compiler;
}

void selection_return(struct selection *s)
{
	if (s->anchor == RECORD_NONE || !bitset_has(&s->result, s->anchor))
		return;
	s->record = s->record == s->compiler ? s->anchor : s->record;
	s->compiler = s->anchor;
	s->version++;
}

void selection_select(struct selection *s, uint32_t record)
{
	if (record == s->record || record >= s->corpus->count)
		return;
	s->record = record;
	if (bitset_has(&s->result, record))
		s->compiler = s->wanted = record;
	s->version++;
}

bool selection_select_id(struct selection *s, const char *id)
{
	uint32_t record;

	if (!*id || corpus_resolve(s->corpus, id, strlen(id), &record) == RESOLVE_NOTHING)
		return false;
	selection_select(s, record);
	return true;
}

void selection_id(const struct selection *s, uint32_t record, struct buf *out)
{
	buf_clear(out);
	if (record < s->corpus->count)
		record_reference(s->corpus, record, out);
}

void selection_mark(struct selection *s, uint32_t record)
{
	if (record >= s->corpus->count)
		return;
	if (bitset_has(&s->marks, record))
		bitset_remove(&s->marks, record);
	else
		bitset_add(&s->marks, record);
	s->version++;
}

void selection_clear_marks(struct selection *s)
{
	bitset_clear(&s->marks);
	s->version++;
}

size_t selection_mark_count(const struct selection *s)
{
	return bitset_count(&s->marks);
}

void selection_note_changes(struct selection *s, const struct bitset *records)
{
	char *text;

	bitset_or(&s->changed, records);
	s->version++;
	if (!strstr(selection_filter_text(s), "is:changed"))
		return;
	/* What is in the result depends on it. Without memory the result stays as it is. */
	text = strdup(selection_filter_text(s));
	if (text)
		selection_filter(s, text, NULL, NULL, NULL);
	free(text);
}

void selection_saw(struct selection *s, uint32_t record)
{
	if (record >= s->corpus->count || !bitset_has(&s->changed, record))
		return;
	bitset_remove(&s->changed, record);
	s->version++;
}

/* The same record in another corpus; RECORD_NONE when it is gone. */
static uint32_t same_record(const struct corpus *from, uint32_t record, const struct corpus *to)
{
	struct buf id;
	uint32_t found = RECORD_NONE;

	if (record >= from->count)
		return RECORD_NONE;
	buf_init(&id);
	record_reference(from, record, &id);
	if (buf_ok(&id))
		corpus_resolve(to, id.data, id.len, &found);
	buf_release(&id);
	return found;
}

static void carry_over(const struct bitset *from, const struct corpus *before, struct bitset *to, const struct corpus *after)
{
	for (size_t r = bitset_next(from, 0); r < before->count; r = bitset_next(from, r + 1)) {
		uint32_t record = same_record(before, (uint32_t)r, after);

		if (record != RECORD_NONE)
			bitset_add(to, record);
	}
}

bool selection_replace(struct selection *s, struct corpus *corpus, struct error *err)
{
	struct selection fresh;
	char *text = strdup(selection_filter_text(s));

	if (!text) {
		corpus_free(corpus);
		return error_memory(err);
	}
	if (!selection_init(&fresh, corpus, err)) {
		free(text);
		return false;
	}
	carry_over(&s->marks, s->corpus, &fresh.marks, corpus);
	carry_over(&s->changed, s->corpus, &fresh.changed, corpus);
	/* A filter that no longer parses (its field is gone) gives way to none. */
	if (!selection_filter(&fresh, text, NULL, NULL, err))
		error_clear(err);
	free(text);
	fresh.compiler = same_record(s->corpus, s->compiler, corpus);
	fresh.record = same_record(s->corpus, s->record, corpus);
	fresh.wanted = same_record(s->corpus, s->wanted, corpus);
	fresh.anchor = same_record(s->corpus, s->anchor, corpus);
	free(fresh.previous_filter);
	fresh.previous_filter = s->previous_filter;
	s->previous_filter = NULL;
	fresh.version = s->version + 1;
	fresh.result_version = s->result_version + 1;
	settle(&fresh);
	if (fresh.record == RECORD_NONE)
		fresh.record = fresh.compiler;
	selection_release(s);
	*s = fresh;
	return true;
}

const char *selection_status_glyph(const struct corpus *corpus, const struct record *record, int *style)
{
	static const struct {
		const char *status, *glyph;
		int style;
	} rows[] = {
		{"verified", "●", STYLE_VERIFIED}, {"draft", "○", STYLE_DRAFT}, {"contested", "◆", STYLE_CONTESTED},
		{"deprecated", "✕", STYLE_DEPRECATED}};
	struct node status = corpus_field_by_key(record, corpus->key_status);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (node_equals(status, rows[i].status)) {
			*style = rows[i].style;
			return rows[i].glyph;
		}
	*style = STYLE_DIM;
	return node_is_scalar(status) ? "?" : " ";
}
