/* What the chooser offers for each use, and what picking an item does. Items stand for texts in `terms`: ids, queries,
 * terms of a filter; or for numbers of actions and places. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"
#include "document.h"
#include "present.h"
#include "review.h"
#include "text.h"

void browser_chooser_moved(struct browser *b)
{
	int number = chooser_picked(&b->chooser);

	if (b->use == CHOOSE_THEME && number >= 0 && number < b->term_count)
		browser_set_theme(b, b->terms[number]);
}

void browser_say_choice(const struct browser *b, struct buf *out)
{
	int number = chooser_picked(&b->chooser);
	struct query_result found;
	struct query *query;

	if (b->use != CHOOSE_VIEW || number < 0 || number >= b->term_count)
		return;
	query = query_parse(b->s.corpus, b->terms[number], NULL);
	if (query && query_run(query, NULL, &found, NULL)) {
		for (size_t r = bitset_next(&found.records, 0); r < b->s.corpus->count; r = bitset_next(&found.records, r + 1))
			buf_addf(out, "%s%s", out->len ? ", " : "", b->s.corpus->records[r].id);
		query_result_release(&found);
	}
	query_free(query);
}

void browser_close_chooser(struct browser *b)
{
	chooser_release(&b->chooser);
	for (int i = 0; i < b->term_count; i++)
		free(b->terms[i]);
	free(b->terms);
	b->terms = NULL;
	b->term_count = 0;
	b->choosing = false;
}

int browser_keep_term(struct browser *b, const char *text)
{
	char **terms;

	if ((b->term_count & (b->term_count - 1)) == 0) {
		terms = realloc(b->terms, (b->term_count ? (size_t)b->term_count * 2 : 1) * sizeof *terms);
		if (!terms) {
			b->chooser.failed = true;
			return -1;
		}
		b->terms = terms;
	}
	b->terms[b->term_count] = strdup(text);
	if (!b->terms[b->term_count]) {
		b->chooser.failed = true;
		return -1;
	}
	return b->term_count++;
}

static size_t count_of(const struct browser *b, const char *text)
{
	struct query *query = query_parse(b->s.corpus, text, NULL);
	struct query_result found;
	size_t count = 0;

	if (query && query_run(query, NULL, &found, NULL)) {
		count = found.count;
		query_result_release(&found);
	}
	query_free(query);
	return count;
}

static const char *text_field(const struct browser *b, uint32_t record, const char *field)
{
	return node_text(corpus_field(b->s.corpus, &b->s.corpus->records[record], field));
}

struct ordered {
	uint32_t record;
	double order;
};

static int by_order(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	return x->order != y->order ? (x->order < y->order ? -1 : 1) : x->record < y->record ? -1 : x->record > y->record;
}

/* The records of a type by their `order`. The caller frees them. */
static struct ordered *records_of(const struct browser *b, const char *type_name, uint32_t *count)
{
	const struct corpus *c = b->s.corpus;
	uint32_t type = corpus_type_find(c, type_name, strlen(type_name));
	struct ordered *list;

	*count = 0;
	if (type == RECORD_NONE)
		return NULL;
	list = calloc((size_t)c->types[type].count + 1, sizeof *list);
	for (uint32_t r = 0; list && r < c->count; r++) {
		if (c->records[r].type != type)
			continue;
		list[*count] = (struct ordered){r, 1e9};
		node_number(corpus_field(c, &c->records[r], "order"), &list[(*count)++].order);
	}
	if (list && *count)
		qsort(list, *count, sizeof *list, by_order);
	return list;
}

static void list_documents(struct browser *b)
{
	uint32_t count;
	struct ordered *list = records_of(b, "doc", &count);

	chooser_init(&b->chooser, "Documents", "type to narrow, Enter reads");
	for (uint32_t i = 0; i < count; i++) {
		const struct record *r = &b->s.corpus->records[list[i].record];

		chooser_add(&b->chooser, browser_keep_term(b, r->id), STYLE_TEXT, r->title, NULL, r->id);
	}
	free(list);
}

static void list_views(struct browser *b)
{
	uint32_t count;
	struct ordered *list = records_of(b, "view", &count);

	chooser_init(&b->chooser, "Questions", "each with the number of records that answer it; Enter shows them");
	for (uint32_t i = 0; i < count; i++) {
		const char *query = text_field(b, list[i].record, "query");
		char side[24];

		snprintf(side, sizeof side, "%zu", count_of(b, query));
		chooser_add(&b->chooser, browser_keep_term(b, query), STYLE_TEXT, b->s.corpus->records[list[i].record].title, side,
			text_field(b, list[i].record, "reasoning"));
	}
	free(list);
}

static void list_types(struct browser *b)
{
	const struct corpus *c = b->s.corpus;

	chooser_init(&b->chooser, "Types", "what kind of records to look at");
	for (uint32_t i = 0; i < c->type_count; i++) {
		char term[128], side[24];
		const char *label = c->types[i].schema ? c->types[i].schema->plural : c->types[i].name;

		if (!c->types[i].count)
			continue;
		snprintf(term, sizeof term, "type:%.100s", c->types[i].name);
		snprintf(side, sizeof side, "%u", c->types[i].count);
		chooser_add(&b->chooser, browser_keep_term(b, strcmp(c->types[i].name, "compiler") == 0 ? "" : term), STYLE_TEXT, label, side,
			c->types[i].schema ? c->types[i].schema->meaning : "not described in the schema");
	}
	chooser_add(&b->chooser, browser_keep_term(b, "type:any"), STYLE_TEXT, "Everything", NULL, "all records of all types");
}

static void list_places(struct browser *b)
{
	chooser_init(&b->chooser, "Places", "where you were, the latest first");
	for (size_t i = b->history.count; i-- > 0;) {
		const struct place *place = &b->history.places[i];
		const char *what = *place->document ? place->document : place->record;
		char detail[300];

		snprintf(detail, sizeof detail, "%s%.200s", *place->query ? "filter " : "", place->query);
		chooser_add(&b->chooser, (int)i, i == b->history.at ? STYLE_STRONG : STYLE_TEXT, *what ? what : "(nothing selected)",
			i == b->history.at ? "here" : NULL, detail);
	}
}

static void list_outline(struct browser *b)
{
	const struct document *doc = b->s.corpus->documents[b->s.corpus->records[b->view.record].document];

	chooser_init(&b->chooser, "Outline", "type to narrow, Enter goes there");
	for (uint32_t i = 0; i < doc->heading_count; i++) {
		struct buf label;

		buf_init(&label);
		buf_add_repeat(&label, ' ', (size_t)(doc->headings[i].level - 1) * 2);
		buf_adds(&label, doc->headings[i].text);
		chooser_add(&b->chooser, (int)i, STYLE_TEXT, label.data, NULL, NULL);
		buf_release(&label);
	}
}

/* The palette: actions as "!number", themes as "!theme name", the rest by id. */
#define THEME_TERM "!theme "

static void list_palette(struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	char **themes;

	chooser_init(&b->chooser, "Find", "an action, a record, a document, a question, a story or a theme by name");
	for (int i = 0; i < ACTION_COUNT; i++) {
		char name[64];
		struct buf keys;

		buf_init(&keys);
		keymap_print(&b->keymap, (enum action)i, &keys);
		snprintf(name, sizeof name, "!%d", i);
		chooser_add(&b->chooser, browser_keep_term(b, name), STYLE_TEXT, action_rows[i].name, keys.data, action_rows[i].help);
		buf_release(&keys);
	}
	for (uint32_t r = 0; r < c->count && b->term_count < FACET_TERMS_MAX * 4; r++) {
		struct buf id;

		buf_init(&id);
		selection_id(&b->s, r, &id);
		chooser_add(&b->chooser, browser_keep_term(b, id.data), STYLE_TEXT, c->records[r].title, record_type(c, &c->records[r])->name,
			c->records[r].id);
		buf_release(&id);
	}
	themes = theme_list(b->theme_folders.list, b->theme_folders.count);
	for (char **name = themes; name && *name; name++) {
		char term[256];

		if (snprintf(term, sizeof term, "%s%s", THEME_TERM, *name) < (int)sizeof term)
			chooser_add(&b->chooser, browser_keep_term(b, term), STYLE_TEXT, *name, "theme", "colours");
	}
	b->chooser.failed = b->chooser.failed || !themes;
	theme_list_free(themes);
}

void browser_choose(struct browser *b, enum chooser_use use)
{
	static void (*const lists[])(struct browser *) = {
		[CHOOSE_DOCUMENT] = list_documents, [CHOOSE_VIEW] = list_views, [CHOOSE_TYPE] = list_types,
		[CHOOSE_PLACE] = list_places, [CHOOSE_FACET] = browser_list_facets, [CHOOSE_THEME] = browser_list_themes,
		[CHOOSE_PALETTE] = list_palette, [CHOOSE_OUTLINE] = list_outline, [CHOOSE_COMPLETION] = browser_list_completions,
		[CHOOSE_STORY] = browser_list_stories, [CHOOSE_STEP] = browser_list_steps,
		[CHOOSE_MENTION] = browser_list_mentions, [CHOOSE_TRIAGE] = browser_list_triage,
		[CHOOSE_COPY] = browser_list_copies, [CHOOSE_FIELD] = browser_list_fields, [CHOOSE_VALUE] = browser_list_values};

	if (b->choosing)
		browser_close_chooser(b);
	lists[use](b);
	if (!chooser_ready(&b->chooser)) {
		browser_close_chooser(b);
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
		return;
	}
	if (!b->chooser.count) {
		browser_close_chooser(b);
		browser_say(b, STYLE_MESSAGE, use == CHOOSE_COMPLETION ? "nothing begins like that"
				: use == CHOOSE_MENTION        ? "no document talks of it"
								: "this corpus has none");
		return;
	}
	b->use = use;
	b->choosing = true;
	if (use == CHOOSE_THEME)
		browser_begin_themes(b);
	/* One completion needs no choosing. */
	if (use == CHOOSE_COMPLETION && b->chooser.count == 1)
		browser_picked(b);
}

static void take_palette(struct browser *b, const char *term)
{
	uint32_t record;

	if (strncmp(term, THEME_TERM, strlen(THEME_TERM)) == 0) {
		browser_keep_theme(b, term + strlen(THEME_TERM));
		return;
	}
	if (term[0] == '!') {
		browser_act(b, (enum action)strtol(term + 1, NULL, 10));
		return;
	}
	if (corpus_resolve(b->s.corpus, term, strlen(term), &record) == RESOLVE_NOTHING)
		return;
	if (strncmp(term, "view/", 5) == 0) {
		browser_remember(b, false);
		if (browser_filter(b, text_field(b, record, "query")))
			browser_remember(b, true);
		return;
	}
	if (strncmp(term, "story/", 6) == 0)
		browser_present(b, term, false, false);
	else
		browser_go(b, record, "");
}

void browser_picked(struct browser *b)
{
	int number = chooser_picked(&b->chooser);
	enum chooser_use use = b->use;
	char *term = number >= 0 && number < b->term_count ? strdup(b->terms[number]) : strdup("");
	uint32_t record;

	if (!term) {
		browser_close_chooser(b);
		return;
	}
	if (use == CHOOSE_COMPLETION) {
		browser_take_completion(b, term);
		free(term);
		return;
	}
	browser_close_chooser(b);
	switch (use) {
	case CHOOSE_DOCUMENT:
	case CHOOSE_MENTION:
		if (corpus_resolve(b->s.corpus, term, strlen(term), &record) != RESOLVE_NOTHING)
			browser_go(b, record, strchr(term, '#') ? strchr(term, '#') + 1 : "");
		break;
	case CHOOSE_VIEW:
	case CHOOSE_TYPE:
		browser_remember(b, false);
		view_close(&b->view);
		if (browser_filter(b, term))
			browser_remember(b, true);
		break;
	case CHOOSE_PLACE:
		browser_remember(b, false);
		if (history_go(&b->history, (size_t)number))
			browser_restore(b, &b->history.places[number]);
		break;
	case CHOOSE_FACET:
		browser_take_facet(b, term);
		break;
	case CHOOSE_COPY:
		browser_copy(b, term);
		break;
	case CHOOSE_THEME:
		browser_keep_theme(b, term);
		break;
	case CHOOSE_TRIAGE:
	case CHOOSE_FIELD:
	case CHOOSE_VALUE:
		browser_review_picked(b, use, term);
		break;
	case CHOOSE_STORY:
		browser_present(b, term, false, false);
		break;
	case CHOOSE_STEP:
		if (b->present)
			browser_present_go(b, (uint32_t)strtoul(term, NULL, 10) - 1);
		break;
	case CHOOSE_OUTLINE:
		view_go_to_anchor(&b->view, number);
		break;
	default:
		take_palette(b, term);
	}
	free(term);
}
