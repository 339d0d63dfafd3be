/* The facet panel: every value of every field with its counts. A value that the filter leaves nothing of says which term takes
 * it out, and picking it lifts that term. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"
#include "facet.h"

enum { TERMS_MOST = 16, LIFT = 1 }; /* LIFT: the byte that marks an item which lifts a term instead of adding one */

/* What the query would give without each of its terms: to tell which of them takes a value out. */
struct without {
	struct bitset results[TERMS_MOST];
	int count;
};

static void without_init(struct without *w, const struct browser *b)
{
	size_t count = query_term_count(b->s.query);

	w->count = 0;
	for (size_t i = 0; i < count && i < TERMS_MOST; i++) {
		struct query_result found = {0};
		struct query *query;
		struct buf text;

		buf_init(&text);
		query_without(b->s.query, i, &text);
		query = buf_ok(&text) ? query_parse(b->s.corpus, text.data, NULL) : NULL;
		if (query && query_run(query, &(struct query_context){.marked = &b->s.marks, .changed = &b->s.changed}, &found, NULL))
			bitset_release(&found.gave_up);
		w->results[w->count++] = found.records;
		query_free(query);
		buf_release(&text);
	}
}

static void without_release(struct without *w)
{
	for (int i = 0; i < w->count; i++)
		bitset_release(&w->results[i]);
}

/* The term without which the value would have records again; -1 when it takes more than one. */
static int remover_of(const struct without *w, const struct browser *b, const char *field, const char *value)
{
	struct bitset records;
	int found = -1;

	if (!bitset_init(&records, b->s.corpus->count))
		return -1;
	facet_records(b->s.corpus, field, value, &records);
	for (int i = 0; i < w->count && found < 0; i++)
		if (w->results[i].size && bitset_count_and(&records, &w->results[i]))
			found = i;
	bitset_release(&records);
	return found;
}

static void add_zero(struct browser *b, const struct without *w, const char *field, const struct facet_value *v,
	const char *label, const char *side)
{
	int remover = remover_of(w, b, field, v->value);
	char term[16], detail[300];
	struct query_term t;

	if (remover < 0) {
		chooser_add(&b->chooser, browser_keep_term(b, ""), STYLE_DIM, label, side, "none left under this filter");
		return;
	}
	t = query_term_at(b->s.query, (size_t)remover);
	snprintf(term, sizeof term, "%c%d", LIFT, remover);
	snprintf(detail, sizeof detail, "taken out by %.*s; Enter lifts that", (int)(t.end - t.begin < 200 ? t.end - t.begin : 200),
		query_text(b->s.query) + t.begin);
	chooser_add(&b->chooser, browser_keep_term(b, term), STYLE_DIM, label, side, detail);
}

static void list_facet(struct browser *b, const struct without *w, const char *field)
{
	struct facet facet;
	int shown = 0;

	if (!facet_index_count(b->s.facets, field, &b->s.domain, &b->s.result, &facet)) {
		b->chooser.failed = true;
		facet_release(&facet);
		return;
	}
	for (uint32_t i = 0; i < facet.count && b->term_count < FACET_TERMS_MAX; i++) {
		const struct facet_value *v = &facet.values[i];
		struct buf term, label;
		char side[32];

		if (!v->all)
			continue;
		if (!shown++)
			chooser_heading(&b->chooser, field);
		buf_init(&term);
		buf_init(&label);
		query_quote_term(&term, field, v->value);
		buf_addf(&label, "  %s: %s", field, v->value);
		snprintf(side, sizeof side, "%u/%u", v->now, v->all);
		if (v->now)
			chooser_add(&b->chooser, browser_keep_term(b, term.data), STYLE_TEXT, label.data, side,
				strcmp(v->label, v->value) != 0 ? v->label : "");
		else
			add_zero(b, w, field, v, label.data, side);
		buf_release(&term);
		buf_release(&label);
	}
	if (facet.missing_all && shown) {
		struct buf term;
		char side[32];

		buf_init(&term);
		buf_addf(&term, "missing:%s", field);
		snprintf(side, sizeof side, "%u/%u", facet.missing_now, facet.missing_all);
		chooser_add(&b->chooser, browser_keep_term(b, term.data), STYLE_DIM, "  not given", side, "absent, null or empty");
		buf_release(&term);
	}
	facet_release(&facet);
}

static const struct corpus_type *shown_type(const struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	uint32_t compiler = corpus_type_find(c, "compiler", 8);

	if (b->s.order_count)
		return record_type(c, &c->records[b->s.order[0]]);
	return compiler == RECORD_NONE ? NULL : &c->types[compiler];
}

void browser_list_facets(struct browser *b)
{
	static char names[FACET_FIELDS_MAX][64];
	struct without w;
	int count = facet_fields(b->s.corpus, shown_type(b), names, FACET_FIELDS_MAX);

	chooser_init(&b->chooser, "Facets", "now/all of each value; Enter adds it to the filter, again takes it out");
	without_init(&w, b);
	for (int i = 0; i < count; i++)
		list_facet(b, &w, names[i]);
	without_release(&w);
}

void browser_take_facet(struct browser *b, const char *term)
{
	struct buf text;

	if (term[0] != LIFT) {
		if (*term)
			browser_toggle_term(b, term);
		return;
	}
	buf_init(&text);
	query_without(b->s.query, (size_t)strtoul(term + 1, NULL, 10), &text);
	browser_refilter(b, &text);
	buf_release(&text);
}
