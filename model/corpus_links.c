/* Links out of every record, in reading order, and their inverse.
 *
 * A link stands in a field that the schema declares to hold ids, in a [[reference]] in any text, or in a document's
 * text. In a type that the schema does not describe, a field links when at least half of its id-like values are ids of
 * records: so a dead link among live ones is seen as one, and a field of plain words is not. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_internal.h"
#include "document.h"
#include "reference.h"

enum { ID_LENGTH_MAX = 200, RECORDS_FOR_THREADS = 4000 };

/* How many values of a field of an undescribed type look like ids, and how many are. */
struct field_tally {
	uint32_t field; /* type and key; 0: free */
	uint32_t seen, resolved;
};

struct linker {
	const struct corpus *corpus;
	struct link *links; /* found by this linker */
	uint32_t link_count, cap;
	uint32_t begin, end; /* the records that it looks at */
	uint32_t record;
	struct field_tally *tallies;
	uint32_t tally_count, tally_cap; /* a power of two */
	const char *next_reference; /* the first "[[" of the record's text that is not passed yet, or NULL */
	bool counting;                   /* first pass over undescribed types */
	bool failed;
};

static struct link *add_link(struct linker *l, struct node at, const char *target, size_t len, enum link_kind kind)
{
	const struct corpus *c = l->corpus;
	struct link *link;

	if (l->link_count == l->cap) {
		uint32_t cap = l->cap ? l->cap * 2 : 256;
		struct link *links = cap > l->cap ? realloc(l->links, cap * sizeof *links) : NULL;

		if (!links) {
			l->failed = true;
			return NULL;
		}
		l->links = links;
		l->cap = cap;
	}
	link = &l->links[l->link_count++];
	*link = (struct link){
		.from = l->record,
		.value = (uint32_t)(at.v - at.unit->values),
		.line = at.v->line,
		.column = at.v->column,
		.target_len = len < UINT16_MAX ? (uint16_t)len : UINT16_MAX,
		.kind = (uint8_t)kind,
		.heading = -1,
	};
	switch (corpus_resolve_from(c, l->record, target, link->target_len, &link->to)) {
	case RESOLVE_NOTHING:
		link->to = LINK_NOWHERE;
		break;
	case RESOLVE_AMBIGUOUS:
		link->to = LINK_AMBIGUOUS;
		break;
	case RESOLVE_FOUND:
		break;
	}
	return link;
}

/* The first "[[" at or behind `at`; NULL when there is none before `end`. */
static const char *find_reference(const char *at, const char *end)
{
	/* Several times as fast as memmem, which has to be ready for any needle. */
	while (at < end && (at = memchr(at, '[', (size_t)(end - at)))) {
		if (at + 1 < end && at[1] == '[')
			return at;
		at++;
	}
	return NULL;
}

/* A link whose target stands in the text of a value. */
static struct link *add_value_link(struct linker *l, struct node at, const char *target, size_t len, enum link_kind kind)
{
	struct link *link = add_link(l, at, target, len, kind);

	if (link)
		link->target = (uint32_t)(target - at.unit->text);
	return link;
}

static void link_text(struct linker *l, struct node n)
{
	const char *s = node_text(n), *begin = s, *end = s + node_len(n);
	struct reference ref;

	if (!node_is_scalar(n))
		return;
	/* Values are met in the order of their texts, so what is passed never comes back. */
	if (l->next_reference && l->next_reference < s) {
		const struct record *r = &l->corpus->records[l->record];

		l->next_reference = find_reference(s, r->unit->text + r->text_end);
	}
	if (!l->next_reference || l->next_reference >= end)
		return;
	while (!l->failed && reference_next(&s, end, &ref)) {
		struct link *link = add_value_link(l, n, ref.target, ref.target_len, LINK_TEXT);

		/* A quoted or block text may run over lines; where it was folded this is the nearest that can be told. */
		for (const char *at = begin; link && at < ref.target; at++)
			link->line += *at == '\n';
	}
}

static bool looks_like_id(struct node n)
{
	const char *s = node_text(n);
	size_t len = node_len(n);
	bool letter = false;

	if (node_kind(n) != VALUE_TEXT || len < 2 || len > ID_LENGTH_MAX)
		return false;
	for (size_t i = 0; i < len; i++) {
		if ((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z'))
			letter = true;
		else if (!(s[i] >= '0' && s[i] <= '9') && !strchr("-_./", s[i]))
			return false;
	}
	return letter;
}

/* The tally of a field; where there is none, a new one if `add`, else NULL. */
static struct field_tally *tally(struct linker *l, uint32_t field, bool add)
{
	struct field_tally *t;

	if (!add && !l->tally_cap)
		return NULL;
	if (add && (l->tally_count + 1) * 4 > l->tally_cap * 3) {
		struct field_tally *old = l->tallies;
		uint32_t old_cap = l->tally_cap;

		l->tally_cap = old_cap ? old_cap * 2 : 256;
		l->tallies = calloc(l->tally_cap, sizeof *l->tallies);
		if (!l->tallies) {
			l->tallies = old;
			l->tally_cap = old_cap;
			l->failed = true;
			return NULL;
		}
		for (uint32_t i = 0; i < old_cap; i++) {
			uint32_t at = old[i].field * 2654435761u & (l->tally_cap - 1);

			while (old[i].field && l->tallies[at].field)
				at = (at + 1) & (l->tally_cap - 1);
			if (old[i].field)
				l->tallies[at] = old[i];
		}
		free(old);
	}
	t = &l->tallies[field * 2654435761u & (l->tally_cap - 1)];
	while (t->field && t->field != field)
		t = t + 1 == l->tallies + l->tally_cap ? l->tallies : t + 1;
	if (!t->field && !add)
		return NULL;
	if (!t->field) {
		t->field = field;
		l->tally_count++;
	}
	return t;
}

static enum link_kind kind_by_name(const char *name)
{
	if (strcmp(name, "sources") == 0 || strcmp(name, "source") == 0 || strcmp(name, "source_id") == 0)
		return LINK_SOURCE;
	if (strcmp(name, "affects") == 0)
		return LINK_AFFECTS;
	return strcmp(name, "related") == 0 ? LINK_RELATED : LINK_CITES;
}

/* A value of an undescribed type: counted in the first pass, linked in the second. */
static void link_guessed(struct linker *l, struct node n, uint16_t key)
{
	const struct corpus *c = l->corpus;
	struct field_tally *t;
	uint32_t to;

	if (key == KEY_NONE || key == c->key_id || key == c->key_type || key == c->key_status || !looks_like_id(n))
		return;
	/* Only the first pass adds; the second may run in two threads and just looks. */
	t = tally(l, (uint32_t)(c->records[l->record].type + 1) << 16 | key, l->counting);
	if (!t)
		return;
	if (l->counting) {
		t->seen++;
		t->resolved += corpus_resolve_from(c, l->record, node_text(n), node_len(n), &to) != RESOLVE_NOTHING;
	} else if (t->resolved && t->resolved * 2 >= t->seen) {
		add_value_link(l, n, node_text(n), node_len(n), kind_by_name(keys_name(c->keys, key)));
	}
}

static void link_undescribed(struct linker *l, struct node n, uint16_t key)
{
	if (node_kind(n) == VALUE_LIST || node_kind(n) == VALUE_MAP) {
		for (struct node child = node_first(n); child.v && !l->failed; child = node_next(n, child))
			link_undescribed(l, child, child.v->key ? child.v->key : key);
		return;
	}
	link_guessed(l, n, key);
	if (!l->counting)
		link_text(l, n);
}

static void link_fields(struct linker *l, const struct schema_field *fields, int count, struct node map);

static void link_described(struct linker *l, const struct schema_field *f, struct node n)
{
	if (node_kind(n) == VALUE_LIST) {
		for (struct node item = node_first(n); item.v && !l->failed; item = node_next(n, item))
			link_described(l, f, item);
	} else if (node_kind(n) == VALUE_MAP) {
		link_fields(l, f ? f->fields : NULL, f ? f->field_count : 0, n);
	} else if (f && f->kind == FIELD_ID) {
		if (node_is_scalar(n) && node_len(n))
			add_value_link(l, n, node_text(n), node_len(n), f->link);
	} else if (!f || f->kind != FIELD_QUERY) {
		link_text(l, n);
	}
}

static void link_fields(struct linker *l, const struct schema_field *fields, int count, struct node map)
{
	for (struct node n = node_first(map); n.v && !l->failed; n = node_next(map, n))
		link_described(l, schema_field_by_key(fields, count, n.v->key), n);
}

static void link_record_fields(struct linker *l, const struct schema_type *type, struct node map)
{
	/* A document's body is Markdown and is linked by its own rules. */
	bool markdown = l->corpus->records[l->record].document >= 0;

	for (struct node n = node_first(map); n.v && !l->failed; n = node_next(map, n))
		if (!markdown || n.v->key != l->corpus->key_body)
			link_described(l, schema_type_field(type, n.v->key), n);
}

static void link_document(struct linker *l, const struct record *r)
{
	const struct document *doc = l->corpus->documents[r->document];
	struct node body = node_get(record_root(r), l->corpus->key_body);

	for (size_t i = 0; i < document_link_count(doc) && !l->failed; i++) {
		const struct document_link *from = document_link_at(doc, i);
		struct link *link;

		if (from->kind == DOCUMENT_LINK_URL)
			continue;
		link = add_link(l, body, from->target, from->target_len, LINK_CITES);
		if (!link)
			return;
		/* "#heading" alone means this document. */
		if (from->target_len && from->target[0] == '#')
			link->to = l->record;
		link->target = (uint32_t)i;
		link->in_document = true;
		link->line = (uint32_t)from->line;
		link->column = 1;
		link->heading = from->heading;
	}
}

static void link_record(struct linker *l, uint32_t record)
{
	const struct record *r = &l->corpus->records[record];
	const struct schema_type *type = l->corpus->types[r->type].schema;

	l->record = record;
	l->next_reference = find_reference(r->unit->text + r->text_begin, r->unit->text + r->text_end);
	if (type && !l->counting)
		link_record_fields(l, type, record_root(r));
	else if (!type)
		link_undescribed(l, record_root(r), KEY_NONE);
	if (r->document >= 0 && !l->counting)
		link_document(l, r);
}

/* Both directions as runs in one array: counted, summed, filled. */
static bool index_links(struct corpus *c)
{
	uint32_t *out = calloc((size_t)c->count + 1, sizeof *out), *in = calloc((size_t)c->count + 1, sizeof *in);
	uint32_t *order = calloc((size_t)c->link_count + 1, sizeof *order), *next = calloc((size_t)c->count + 1, sizeof *next);
	bool ok = out && in && order && next;

	c->links_out = out;
	c->links_in = in;
	c->links_in_order = order;
	for (uint32_t i = 0; ok && i < c->link_count; i++) {
		out[c->links[i].from + 1]++;
		if (c->links[i].to < c->count)
			in[c->links[i].to + 1]++;
	}
	for (uint32_t r = 0; ok && r < c->count; r++) {
		out[r + 1] += out[r];
		in[r + 1] += in[r];
		next[r] = in[r];
	}
	for (uint32_t i = 0; ok && i < c->link_count; i++)
		if (c->links[i].to < c->count)
			order[next[c->links[i].to]++] = i;
	free(next);
	return ok;
}

static void *link_range(void *argument)
{
	struct linker *l = argument;

	for (uint32_t r = l->begin; r < l->end && !l->failed; r++)
		link_record(l, r);
	return NULL;
}

/* Puts the links of both linkers behind each other: their ranges are, so the order by record stays. */
static bool join_links(struct corpus *corpus, struct linker *first, struct linker *second)
{
	struct link *links = first->links;

	if (second->link_count) {
		links = realloc(links, ((size_t)first->link_count + second->link_count) * sizeof *links);
		if (!links)
			return false;
		memcpy(links + first->link_count, second->links, second->link_count * sizeof *links);
	}
	first->links = NULL;
	corpus->links = links;
	corpus->link_count = first->link_count + second->link_count;
	return true;
}

/* Half of the records each, where there are enough to be worth a thread. */
static bool link_all(struct corpus *corpus, struct linker *first)
{
	struct linker second = *first;
	pthread_t thread;
	bool ok;

	first->begin = 0;
	first->end = second.begin = corpus->count < RECORDS_FOR_THREADS ? corpus->count : corpus->count / 2;
	second.end = corpus->count;
	if (second.begin == second.end || pthread_create(&thread, NULL, link_range, &second) != 0) {
		first->end = second.begin = corpus->count;
		link_range(first);
	} else {
		link_range(first);
		pthread_join(thread, NULL);
	}
	ok = !first->failed && !second.failed && join_links(corpus, first, &second);
	free(first->links);
	free(second.links);
	return ok;
}

bool corpus_link(struct corpus *corpus)
{
	struct linker l = {.corpus = corpus};
	bool undescribed = false, ok;

	if (corpus_take_links(corpus))
		return true;
	for (uint32_t i = 0; i < corpus->type_count; i++)
		undescribed = undescribed || (!corpus->types[i].schema && corpus->types[i].count);
	l.counting = true;
	l.end = undescribed ? corpus->count : 0;
	link_range(&l);
	l.counting = false;
	ok = !l.failed && link_all(corpus, &l);
	free(l.tallies);
	return ok && index_links(corpus);
}
