#include "claim.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "query.h"

void claim_result_release(struct claim_result *result)
{
	bitset_release(&result->records);
}

const char *claim_verdict_name(enum claim_verdict verdict)
{
	static const char *const names[] = {"true", "false", "invalid"};

	return names[verdict];
}

static void say(struct claim_result *result, enum claim_verdict verdict, const char *text)
{
	result->verdict = verdict;
	snprintf(result->why, sizeof result->why, "%s", text);
}

/* Runs the query of a field. False with *ok for a query that does not parse; false without for lack of memory. */
static bool run(const struct corpus *corpus, struct node n, const char *name, struct query_result *out, bool *parsed,
	struct claim_result *result, struct error *err)
{
	struct error why = {0};
	struct query *query;
	bool ok;

	*parsed = false;
	if (!node_is_scalar(n)) {
		snprintf(result->why, sizeof result->why, "the claim has no `%s`", name);
		result->verdict = CLAIM_INVALID;
		return true;
	}
	query = query_parse(corpus, node_text(n), &why);
	if (!query) {
		snprintf(result->why, sizeof result->why, "%s, column %d: %s", name, why.column, why.message);
		result->verdict = CLAIM_INVALID;
		return true;
	}
	ok = query_run(query, NULL, out, err);
	query_free(query);
	*parsed = ok;
	return ok;
}

static void judge_ids(const struct corpus *corpus, struct node ids, struct claim_result *result)
{
	struct buf extra, lacking;
	struct bitset wanted;

	if (!bitset_init(&wanted, corpus->count)) {
		say(result, CLAIM_INVALID, "out of memory");
		return;
	}
	buf_init(&extra);
	buf_init(&lacking);
	for (struct node n = node_first(ids); n.v; n = node_next(ids, n)) {
		uint32_t record;

		if (corpus_resolve(corpus, node_text(n), node_len(n), &record) != RESOLVE_NOTHING)
			bitset_add(&wanted, record);
		if (record == RECORD_NONE || !bitset_has(&result->records, record))
			buf_addf(&lacking, " %s", node_text(n));
	}
	for (size_t r = bitset_next(&result->records, 0); r < corpus->count; r = bitset_next(&result->records, r + 1))
		if (!bitset_has(&wanted, r))
			buf_addf(&extra, " %s", corpus->records[r].id);
	if (extra.len || lacking.len) {
		result->verdict = CLAIM_FALSE;
		snprintf(result->why, sizeof result->why, "%s%s%s%s%s", extra.len ? "the records also give:" : "", extra.data,
			extra.len && lacking.len ? "; " : "", lacking.len ? "the records do not give:" : "", lacking.data);
	}
	bitset_release(&wanted);
	buf_release(&extra);
	buf_release(&lacking);
}

static bool relation_holds(const char *relation, size_t a, size_t b, bool *known)
{
	static const struct {
		const char *name;
		bool less, equal, more;
	} relations[] = {
		{"equal", false, true, false}, {"less", true, false, false}, {"more", false, false, true},
		{"at-most", true, true, false}, {"at-least", false, true, true}};

	for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
		if (strcmp(relations[i].name, relation) != 0)
			continue;
		*known = true;
		return a < b ? relations[i].less : a > b ? relations[i].more : relations[i].equal;
	}
	*known = false;
	return false;
}

static bool judge_relation(const struct corpus *corpus, struct node expect, struct claim_result *result, struct error *err)
{
	const char *relation = node_text(corpus_get(corpus, expect, "relation"));
	struct query_result other;
	bool parsed, known;
	size_t mine = bitset_count(&result->records);

	if (!run(corpus, corpus_get(corpus, expect, "other"), "other", &other, &parsed, result, err))
		return false;
	if (!parsed)
		return true;
	if (other.gave_up_count) {
		result->gave_up = true;
		say(result, CLAIM_INVALID, "a pattern of the other query gave up");
	} else if (!relation_holds(relation, mine, other.count, &known)) {
		result->verdict = known ? CLAIM_FALSE : CLAIM_INVALID;
		if (known)
			snprintf(result->why, sizeof result->why, "%zu is not %s %zu", mine, relation, other.count);
		else
			snprintf(result->why, sizeof result->why, "no relation `%s`; there are equal, less, more, at-most, at-least",
				relation);
	}
	query_result_release(&other);
	return true;
}

bool claim_judge(const struct corpus *corpus, uint32_t record, struct claim_result *result, struct error *err)
{
	const struct record *r = &corpus->records[record];
	struct node expect = corpus_field(corpus, r, "expect");
	struct node ids = corpus_get(corpus, expect, "ids"), count = corpus_get(corpus, expect, "count");
	struct query_result found;
	double number;
	bool parsed;

	memset(result, 0, sizeof *result);
	if (!run(corpus, corpus_field(corpus, r, "query"), "query", &found, &parsed, result, err))
		return false;
	if (!parsed)
		return true;
	result->records = found.records;
	bitset_release(&found.gave_up);
	if (found.gave_up_count) {
		result->gave_up = true;
		say(result, CLAIM_INVALID, "a pattern of the query gave up");
	} else if (ids.v) {
		judge_ids(corpus, ids, result);
	} else if (node_number(count, &number)) {
		if (number != (double)found.count) {
			result->verdict = CLAIM_FALSE;
			snprintf(result->why, sizeof result->why, "the records give %zu, not %s", found.count, node_text(count));
		}
	} else if (corpus_get(corpus, expect, "relation").v) {
		return judge_relation(corpus, expect, result, err);
	} else {
		say(result, CLAIM_INVALID, "`expect` gives no ids, no count and no relation");
	}
	return true;
}

/* Where a document carries the claim: "path:line" of the first that does; nothing where none does. */
static void say_line(const struct corpus *corpus, uint32_t record, struct buf *out)
{
	for (uint32_t i = corpus->links_in[record]; i < corpus->links_in[record + 1]; i++) {
		const struct link *link = &corpus->links[corpus->links_in_order[i]];

		if (corpus->records[link->from].document >= 0) {
			buf_addf(out, " (%s:%u)", record_path(&corpus->records[link->from]), link->line);
			return;
		}
	}
}

static enum finding_code code_of(const struct claim_result *result)
{
	if (result->gave_up)
		return FINDING_PATTERN_GAVE_UP;
	return result->verdict == CLAIM_FALSE ? FINDING_CLAIM_FALSE : FINDING_QUERY_INVALID;
}

static bool check_claim(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	struct node at = corpus_field(corpus, &corpus->records[record], "query");
	struct claim_result result;
	bool ok = claim_judge(corpus, record, &result, NULL);
	struct node place = corpus_field(corpus, &corpus->records[record], "at");

	struct buf line;

	buf_init(&line);
	say_line(corpus, record, &line);
	ok = ok && buf_ok(&line);
	if (ok && result.verdict != CLAIM_TRUE)
		ok = check_add(out, corpus, record, at, code_of(&result),
			"claim `%s`%s%s%s: %s", corpus->records[record].id, node_is_scalar(place) ? " in " : "", node_text(place), line.data,
			result.why);
	buf_release(&line);
	claim_result_release(&result);
	return ok;
}

/* Queries elsewhere than in claims: any field that the schema calls a query. */
static bool check_queries(const struct corpus *corpus, uint32_t record, const struct schema_field *fields, int count,
	struct node map, struct finding_list *out)
{
	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		const struct schema_field *f = schema_field_by_key(fields, count, n.v->key);

		if (f && f->kind == FIELD_QUERY && node_is_scalar(n)) {
			struct error why = {0};
			struct query *query = query_parse(corpus, node_text(n), &why);
			bool ok = query
				|| check_add(out, corpus, record, n, FINDING_QUERY_INVALID, "query, column %d: %s", why.column, why.message);

			query_free(query);
			if (!ok)
				return false;
		} else if (f && f->kind == FIELD_MAP && node_kind(n) == VALUE_MAP) {
			if (!check_queries(corpus, record, f->fields, f->field_count, n, out))
				return false;
		} else if (f && f->kind == FIELD_MAP) {
			for (struct node item = node_first(n); item.v; item = node_next(n, item))
				if (!check_queries(corpus, record, f->fields, f->field_count, item, out))
					return false;
		}
	}
	return true;
}

bool claim_check_record(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	const struct corpus_type *type = record_type(corpus, &corpus->records[record]);

	if (strcmp(type->name, "claim") == 0)
		return check_claim(corpus, record, out);
	return !type->schema
		|| check_queries(corpus, record, type->schema->fields, type->schema->field_count,
			record_root(&corpus->records[record]), out);
}

bool claim_check(const struct corpus *corpus, struct finding_list *out)
{
	for (uint32_t r = 0; r < corpus->count; r++)
		if (!claim_check_record(corpus, r, out))
			return false;
	return true;
}
