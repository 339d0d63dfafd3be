#include "selection.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "matrix.h"
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

/* The result in the order in which panes show it. */
static bool put_in_order(struct selection *s)
{
	size_t count = bitset_count(&s->result);
	struct sort_key *keys = calloc(count + 1, sizeof *keys);
	uint32_t *order = calloc(count + 1, sizeof *order), n = 0;

	if (!keys || !order) {
		free(keys);
		free(order);
		return false;
	}
	for (size_t r = bitset_next(&s->result, 0); r < s->corpus->count; r = bitset_next(&s->result, r + 1))
		keys[n++] = (struct sort_key){(uint32_t)r, record_family_order(s->corpus, &s->corpus->records[r]),
			s->corpus->records[r].title};
	if (n)
		qsort(keys, n, sizeof *keys, by_family);
	for (uint32_t i = 0; i < n; i++)
		order[i] = keys[i].record;
	free(keys);
	free(s->order);
	s->order = order;
	s->order_count = n;
	return true;
}

static bool note_findings(struct selection *s)
{
	finding_list_clear(&s->findings);
	bitset_release(&s->has_finding);
	if (!bitset_init(&s->has_finding, s->corpus->count) || !check_run(s->corpus, &s->findings))
		return false;
	for (size_t i = 0; i < s->findings.count; i++)
		if (s->findings.items[i].record != FINDING_NO_RECORD)
			bitset_add(&s->has_finding, (size_t)s->findings.items[i].record);
	return true;
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
	s->record = s->compiler = s->wanted = RECORD_NONE;
	finding_list_init(&s->findings);
	s->facets = facet_index_new(corpus);
	if (!s->facets || !bitset_init(&s->marks, corpus->count) || !note_findings(s)) {
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
	finding_list_release(&s->findings);
	bitset_release(&s->has_finding);
	bitset_release(&s->result);
	bitset_release(&s->domain);
	bitset_release(&s->marks);
	query_free(s->query);
	free(s->order);
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

/* The record to select when the selected one left the result: the one that took its place in the order. */
static uint32_t nearest_in_order(const struct selection *s, uint32_t old)
{
	struct sort_key gone, key;

	if (!s->order_count)
		return RECORD_NONE;
	if (old == RECORD_NONE)
		return s->order[0];
	gone = (struct sort_key){old, record_family_order(s->corpus, &s->corpus->records[old]), s->corpus->records[old].title};
	for (uint32_t i = 0; i < s->order_count; i++) {
		const struct record *r = &s->corpus->records[s->order[i]];

		key = (struct sort_key){s->order[i], record_family_order(s->corpus, r), r->title};
		if (by_family(&gone, &key) <= 0)
			return s->order[i];
	}
	return s->order[s->order_count - 1];
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
	struct query_context context = {
		.marked = &s->marks, .findings = &s->has_finding, .cancelled = cancelled, .data = data};
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
	bitset_release(&found.gave_up);
	if (!put_in_order(s))
		return error_memory(err);
	settle(s);
	return note_domain(s, err);
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
		buf_addf(out, "%s/%s", record_type(s->corpus, &s->corpus->records[record])->name, s->corpus->records[record].id);
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

/* The same record in another corpus; RECORD_NONE when it is gone. */
static uint32_t same_record(const struct corpus *from, uint32_t record, const struct corpus *to)
{
	struct buf id;
	uint32_t found = RECORD_NONE;

	if (record >= from->count)
		return RECORD_NONE;
	buf_init(&id);
	buf_addf(&id, "%s/%s", record_type(from, &from->records[record])->name, from->records[record].id);
	if (buf_ok(&id))
		corpus_resolve(to, id.data, id.len, &found);
	buf_release(&id);
	return found;
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
	for (size_t r = bitset_next(&s->marks, 0); r < s->corpus->count; r = bitset_next(&s->marks, r + 1)) {
		uint32_t to = same_record(s->corpus, (uint32_t)r, corpus);

		if (to != RECORD_NONE)
			bitset_add(&fresh.marks, to);
	}
	/* A filter that no longer parses (its field is gone) gives way to none. */
	if (!selection_filter(&fresh, text, NULL, NULL, err))
		error_clear(err);
	free(text);
	fresh.compiler = same_record(s->corpus, s->compiler, corpus);
	fresh.record = same_record(s->corpus, s->record, corpus);
	fresh.wanted = same_record(s->corpus, s->wanted, corpus);
	free(fresh.previous_filter);
	fresh.previous_filter = s->previous_filter;
	s->previous_filter = NULL;
	fresh.version = s->version + 1;
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
