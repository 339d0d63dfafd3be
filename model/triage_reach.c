/* What rests on each record: for every claim, view, story and document the set of records that it names or selects. */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "document.h"
#include "query.h"
#include "reader.h"
#include "triage.h"

enum user { USER_CLAIM, USER_VIEW, USER_STORY, USER_DOCUMENT, USER_NONE };

struct reach {
	const struct corpus *corpus;
	struct bitset rests; /* the records that the present one rests on */
	struct triage_reach *list;
};

uint32_t triage_reach_total(const struct triage_reach *reach)
{
	return reach->claims + reach->views + reach->stories + reach->documents + reach->cells;
}

void triage_reach_say(const struct triage_reach *reach, struct buf *out)
{
	const struct {
		uint32_t count;
		const char *one, *many;
	} parts[] = {{reach->claims, "claim", "claims"}, {reach->views, "view", "views"}, {reach->stories, "story", "stories"},
		{reach->documents, "document", "documents"}, {reach->cells, "cell of the matrix", "cells of the matrix"}};
	const char *before = "";

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!parts[i].count)
			continue;
		buf_addf(out, "%s%u %s", before, parts[i].count, parts[i].count == 1 ? parts[i].one : parts[i].many);
		before = ", ";
	}
	if (!*before)
		buf_adds(out, "nothing");
}

static enum user user_of(const struct corpus *corpus, const struct record *r)
{
	const char *type = record_type(corpus, r)->name;

	return strcmp(type, "claim") == 0 ? USER_CLAIM
		: strcmp(type, "view") == 0   ? USER_VIEW
		: strcmp(type, "story") == 0  ? USER_STORY
		: r->document >= 0            ? USER_DOCUMENT
					      : USER_NONE;
}

/* A query that does not parse selects nothing; that is a finding of its own. */
static bool add_selected(struct reach *reach, const char *text)
{
	struct query *query = query_parse(reach->corpus, text, NULL);
	struct query_result found;
	bool ok = true;

	if (query) {
		ok = query_run(query, NULL, &found, NULL);
		for (size_t r = ok ? bitset_next(&found.records, 0) : reach->corpus->count; r < reach->corpus->count;
			r = bitset_next(&found.records, r + 1))
			bitset_add(&reach->rests, r);
		if (ok)
			query_result_release(&found);
	}
	query_free(query);
	return ok;
}

/* Every query below a map, as the schema knows them. */
static bool add_queries(struct reach *reach, const struct schema_field *fields, int count, struct node map)
{
	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		const struct schema_field *f = schema_field_by_key(fields, count, n.v->key);
		bool ok = true;

		if (f && f->kind == FIELD_QUERY && node_is_scalar(n))
			ok = add_selected(reach, node_text(n));
		else if (f && f->kind == FIELD_MAP && node_kind(n) == VALUE_MAP)
			ok = add_queries(reach, f->fields, f->field_count, n);
		else if (f && f->kind == FIELD_MAP)
			for (struct node item = node_first(n); ok && item.v; item = node_next(n, item))
				ok = add_queries(reach, f->fields, f->field_count, item);
		if (!ok)
			return false;
	}
	return true;
}

/* A live table's text is YAML with a query. */
static bool add_table(struct reach *reach, struct reader *reader, const struct document_verbatim *table)
{
	struct unit *unit = reader_yaml(reader, "live table", table->text, table->len);
	struct node root = {unit, unit && unit->value_count ? unit->values : NULL};
	struct node query = root.v ? corpus_get(reach->corpus, root, "query") : root;
	bool ok = unit && (!node_is_scalar(query) || add_selected(reach, node_text(query)));

	unit_unref(unit);
	return ok;
}

static bool add_tables(struct reach *reach, const struct document *doc)
{
	struct reader *reader = reader_new(reach->corpus->keys);
	bool ok = reader != NULL;

	for (uint32_t i = 0; ok && i < doc->block_count; i++)
		if (doc->blocks[i].kind == DOCUMENT_LIVE)
			ok = add_table(reach, reader, &doc->verbatims[doc->blocks[i].number]);
	reader_free(reader);
	return ok;
}

static bool add_user(struct reach *reach, uint32_t record, enum user user)
{
	const struct corpus *c = reach->corpus;
	const struct record *r = &c->records[record];
	const struct schema_type *schema = record_type(c, r)->schema;

	bitset_clear(&reach->rests);
	for (uint32_t i = c->links_out[record]; i < c->links_out[record + 1]; i++)
		if (c->links[i].to < c->count)
			bitset_add(&reach->rests, c->links[i].to);
	if (schema && !add_queries(reach, schema->fields, schema->field_count, record_root(r)))
		return false;
	if (r->document >= 0 && !add_tables(reach, c->documents[r->document]))
		return false;
	for (size_t to = bitset_next(&reach->rests, 0); to < c->count; to = bitset_next(&reach->rests, to + 1)) {
		struct triage_reach *of = &reach->list[to];

		of->claims += user == USER_CLAIM;
		of->views += user == USER_VIEW;
		of->stories += user == USER_STORY;
		of->documents += user == USER_DOCUMENT;
	}
	return true;
}

struct triage_reach *triage_reach_of(const struct corpus *corpus)
{
	struct reach reach = {.corpus = corpus, .list = calloc((size_t)corpus->count + 1, sizeof *reach.list)};
	bool ok = reach.list && bitset_init(&reach.rests, corpus->count);

	for (uint32_t r = 0; ok && r < corpus->count; r++) {
		const struct record *record = &corpus->records[r];
		enum user user = user_of(corpus, record);

		reach.list[r].cells = node_count(corpus_field(corpus, record, "target_backends"))
			+ node_count(corpus_field(corpus, record, "unlisted_targets"));
		ok = user == USER_NONE || add_user(&reach, r, user);
	}
	bitset_release(&reach.rests);
	if (ok)
		return reach.list;
	free(reach.list);
	return NULL;
}
