/* Evaluation over sets of records. Each node gives two sets: those for which it is true and those for which it is false;
 * what is in neither is unknown. A node is asked only about the records in `mask` that still matter, cheap terms before
 * patterns, so that text is searched where nothing else has decided. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "query_internal.h"
#include "query_scan.h"
#include "text.h"

enum { ASK_EVERY = 256 };

struct sets {
	struct bitset yes, no;
};

struct run {
	const struct query *query;
	const struct corpus *corpus;
	const struct query_context *context;
	struct query_result *result;
	int64_t deadline_ns;
	unsigned asked;
	bool out_of_time, failed;
};

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Whether to stop now. Asking the clock and the caller for every record would cost more than the records. */
static bool stopped(struct run *run)
{
	if (run->result->cancelled || run->failed)
		return true;
	if (++run->asked % ASK_EVERY == 0 && run->context && run->context->cancelled)
		run->result->cancelled = run->context->cancelled(run->context->data);
	return run->result->cancelled;
}

static bool sets_init(struct run *run, struct sets *s)
{
	bool ok = bitset_init(&s->yes, run->corpus->count);

	s->no = (struct bitset){0};
	ok = ok && bitset_init(&s->no, run->corpus->count);
	run->failed = run->failed || !ok;
	return ok;
}

static void sets_release(struct sets *s)
{
	bitset_release(&s->yes);
	bitset_release(&s->no);
}

/* What one field says of one term. */
struct verdict {
	const struct query_node *node;
	bool yes, unknown, known, gave_up;
};

static int compare_value(const struct query_node *node, struct node n, const struct query_value *v, bool *comparable)
{
	double number;
	int date;

	*comparable = true;
	if (node->field && node->field->kind == FIELD_ENUM) {
		int rank = vocabulary_index(node->field->vocabulary, node_text(n));

		*comparable = rank >= 0;
		return rank - v->rank;
	}
	if (v->numeric && node_number(n, &number))
		return number < v->number ? -1 : number > v->number;
	if (v->date && value_parse_date(node_text(n), node_len(n), &date))
		return date < v->date ? -1 : date > v->date;
	return text_compare_natural(node_text(n), v->text);
}

static bool value_equals(const struct query_node *node, struct node n, const struct query_value *v)
{
	double number;
	bool truth;

	if (node_boolean(n, &truth) && v->boolean)
		return truth == v->truth;
	if (node->op == OP_EXACT)
		return node_equals(n, v->text);
	if (v->numeric && node_number(n, &number))
		return number == v->number;
	return text_equal_nocase(node_text(n), node_len(n), v->text, strlen(v->text));
}

static bool value_matches(const struct query_node *node, struct node n, bool *comparable)
{
	*comparable = true;
	for (int i = 0; i < node->value_count; i++) {
		const struct query_value *v = &node->values[i];
		int order;

		if (node->op <= OP_EXACT) {
			if (value_equals(node, n, v))
				return true;
			continue;
		}
		order = compare_value(node, n, v, comparable);
		if (*comparable
			&& (node->op == OP_LESS ? order < 0 : node->op == OP_LESS_EQUAL ? order <= 0 : node->op == OP_MORE ? order > 0
															   : order >= 0))
			return true;
	}
	return false;
}

static bool visit_value(void *context, struct node n)
{
	struct verdict *v = context;
	enum value_state state = node_state(n);
	bool comparable;

	if (state == STATE_ABSENT || state == STATE_NULL || node_kind(n) == VALUE_MAP) {
		v->unknown = true;
		return true;
	}
	if (state == STATE_EMPTY) {
		v->known = true;
		return true;
	}
	v->yes = value_matches(v->node, n, &comparable);
	v->known = v->known || comparable;
	v->unknown = v->unknown || !comparable;
	return !v->yes;
}

/* A pattern in a field looks at every scalar below it, prose in maps too. */
static bool visit_pattern(void *context, struct node n)
{
	struct verdict *v = context;

	if (node_state(n) == STATE_ABSENT || node_state(n) == STATE_NULL) {
		v->unknown = true;
		return true;
	}
	v->known = true;
	for (uint32_t i = 0; i < value_span(n.v) && !v->yes; i++) {
		struct node scalar = {n.unit, n.v + i};

		if (!node_is_scalar(scalar))
			continue;
		switch (pattern_match(v->node->pattern, node_text(scalar), node_len(scalar))) {
		case PATTERN_YES:
			v->yes = true;
			break;
		case PATTERN_GAVE_UP:
			v->gave_up = true;
			break;
		case PATTERN_NO:
			break;
		}
	}
	return !v->yes;
}

/* Notes that a pattern gave up. Only such a pattern can use up the time, so the clock is asked here alone. */
static void give_up(struct run *run, size_t record)
{
	bitset_add(&run->result->gave_up, record);
	run->out_of_time = run->out_of_time || now_ns() > run->deadline_ns;
}

static void run_field(struct run *run, const struct query_node *node, const struct bitset *mask, struct sets *s)
{
	for (size_t r = bitset_next(mask, 0); r < mask->size && !stopped(run); r = bitset_next(mask, r + 1)) {
		const struct record *record = &run->corpus->records[r];
		bool yes = false, known = false, unknown = false, gave_up = false;

		/* Several fields behind one name: any may say yes; one that is not recorded leaves the word to the others. */
		for (int p = 0; p < node->path_count && !yes; p++) {
			struct verdict v = {.node = node};

			if (run->out_of_time && node->op == OP_PATTERN) {
				gave_up = true;
				break;
			}
			record_walk(record, &node->paths[p], node->op == OP_PATTERN ? visit_pattern : visit_value, &v);
			yes = v.yes;
			gave_up = gave_up || v.gave_up;
			known = known || (v.known && !v.unknown);
			unknown = unknown || (v.known && v.unknown);
		}
		if (yes)
			bitset_add(&s->yes, r);
		else if (gave_up)
			give_up(run, r);
		else if (known && !unknown)
			bitset_add(&s->no, r);
	}
}

static bool is_stopped(void *data)
{
	return stopped(data);
}

static void run_pattern(struct run *run, const struct query_node *node, const struct bitset *mask, struct sets *s)
{
	struct query_scan scan = {
		.corpus = run->corpus,
		.pattern = node->pattern,
		.mask = mask,
		.yes = &s->yes,
		.no = &s->no,
		.gave_up = &run->result->gave_up,
		.deadline_ns = run->deadline_ns,
		.stopped = is_stopped,
		.data = run,
		.out_of_time = run->out_of_time,
	};

	query_scan_run(&scan);
	run->out_of_time = scan.out_of_time != 0;
}

/* The state of what is recorded: a derived value fills no gap. */
static bool holds_state(const struct query_node *node, const struct record *record)
{
	enum value_state best = STATE_ABSENT;

	for (int p = 0; p < node->path_count; p++) {
		enum value_state state = path_state(record_root(record), &node->paths[p]);

		best = state > best ? state : best;
	}
	switch ((enum query_state)node->which) {
	case QSTATE_HAS:
		return best == STATE_GIVEN;
	case QSTATE_MISSING:
		return best != STATE_GIVEN;
	case QSTATE_NULL:
		return best == STATE_NULL;
	case QSTATE_EMPTY:
		return best == STATE_EMPTY;
	default:
		return best == STATE_ABSENT;
	}
}

static bool has_finding(const struct run *run, size_t record)
{
	if (run->context && run->context->findings)
		return bitset_has(run->context->findings, record);
	for (size_t i = 0; i < run->corpus->findings.count; i++)
		if (run->corpus->findings.items[i].record == (int32_t)record)
			return true;
	return false;
}

static bool is_stale(const struct corpus *c, const struct record *record)
{
	struct node n = corpus_field(c, record, "updated");
	int date;

	return c->today && value_parse_date(node_text(n), node_len(n), &date)
		&& value_days_between(date, c->today) > c->stale_days;
}

/* Four of the words are statuses, which may be unknown; the others are facts about the record itself. */
static void run_is(struct run *run, const struct query_node *node, const struct bitset *mask, struct sets *s)
{
	const struct corpus *c = run->corpus;

	for (size_t r = bitset_next(mask, 0); r < mask->size && !stopped(run); r = bitset_next(mask, r + 1)) {
		const struct record *record = &c->records[r];
		bool yes;

		if (node->which <= IS_DEPRECATED) {
			struct node status = corpus_field_by_key(record, c->key_status);

			if (node_state(status) != STATE_GIVEN)
				continue;
			yes = node_equals(status, query_is_names[node->which]);
		} else if (node->which == IS_STALE) {
			yes = is_stale(c, record);
		} else if (node->which == IS_MARKED) {
			yes = run->context && run->context->marked && bitset_has(run->context->marked, r);
		} else if (node->which == IS_CHANGED) {
			yes = run->context && run->context->changed && bitset_has(run->context->changed, r);
		} else if (node->which == IS_DERIVED) {
			bool derived = false;

			node_boolean(corpus_field(c, record, "derived"), &derived);
			yes = record->derived != NULL || derived;
		} else {
			yes = has_finding(run, r);
		}
		bitset_add(yes ? &s->yes : &s->no, r);
	}
}

static void add_links(const struct corpus *c, const struct query_node *node, struct bitset *set)
{
	for (uint32_t i = 0; node->record < c->count; i++) {
		if (node->inverse) {
			if (c->links_out[node->record] + i >= c->links_out[node->record + 1])
				return;
			if (c->links[c->links_out[node->record] + i].to < c->count)
				bitset_add(set, c->links[c->links_out[node->record] + i].to);
		} else {
			if (c->links_in[node->record] + i >= c->links_in[node->record + 1])
				return;
			bitset_add(set, c->links[c->links_in_order[c->links_in[node->record] + i]].from);
		}
	}
}

static void run_type(struct run *run, const struct query_node *node, struct bitset *set)
{
	const struct corpus *c = run->corpus;

	for (int i = 0; i < node->value_count; i++) {
		const char *name = node->values[i].text;
		uint32_t type = corpus_type_find(c, name, strlen(name));

		for (uint32_t r = 0; r < c->count; r++)
			if (strcmp(name, "any") == 0 || c->records[r].type == type)
				bitset_add(set, r);
	}
}

static void run_node(struct run *run, int index, const struct bitset *mask, struct sets *s);

static bool is_text(const struct run *run, int index)
{
	const struct query_node *node = &run->query->nodes[index];

	if (node->kind == QUERY_TEXT || node->kind == QUERY_REGEX || node->op == OP_PATTERN)
		return true;
	for (int child = node->first; child != QUERY_NONE; child = run->query->nodes[child].next)
		if (is_text(run, child))
			return true;
	return false;
}

/* Both joins in one: for "or" the sets change roles, by De Morgan. */
static void run_join(struct run *run, const struct query_node *node, const struct bitset *mask, struct sets *s)
{
	bool and = node->kind == QUERY_AND;
	struct bitset *decided = and ? &s->no : &s->yes, *all = and ? &s->yes : &s->no, left;

	bitset_or(all, mask);
	if (!bitset_copy(&left, mask)) {
		run->failed = true;
		return;
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int child = node->first; child != QUERY_NONE && !stopped(run); child = run->query->nodes[child].next) {
			struct sets one;

			if (is_text(run, child) != (pass == 1))
				continue;
			if (sets_init(run, &one)) {
				run_node(run, child, &left, &one);
				bitset_or(decided, and ? &one.no : &one.yes);
				bitset_and(all, and ? &one.yes : &one.no);
				bitset_subtract(&left, and ? &one.no : &one.yes);
			}
			sets_release(&one);
		}
	}
	bitset_release(&left);
}

static void run_node(struct run *run, int index, const struct bitset *mask, struct sets *s)
{
	const struct query_node *node = &run->query->nodes[index];
	struct bitset spare;

	switch (node->kind) {
	case QUERY_ALL:
		bitset_or(&s->yes, mask);
		break;
	case QUERY_AND:
	case QUERY_OR:
		run_join(run, node, mask, s);
		break;
	case QUERY_NOT:
		run_node(run, node->first, mask, s);
		spare = s->yes;
		s->yes = s->no;
		s->no = spare;
		break;
	case QUERY_TEXT:
	case QUERY_REGEX:
		run_pattern(run, node, mask, s);
		break;
	case QUERY_FIELD:
		run_field(run, node, mask, s);
		break;
	case QUERY_STATE:
		for (size_t r = bitset_next(mask, 0); r < mask->size && !stopped(run); r = bitset_next(mask, r + 1))
			bitset_add(holds_state(node, &run->corpus->records[r]) ? &s->yes : &s->no, r);
		break;
	case QUERY_IS:
		run_is(run, node, mask, s);
		break;
	case QUERY_LINKS:
	case QUERY_TYPE:
		if (node->kind == QUERY_LINKS)
			add_links(run->corpus, node, &s->yes);
		else
			run_type(run, node, &s->yes);
		bitset_and(&s->yes, mask);
		bitset_or(&s->no, mask);
		bitset_subtract(&s->no, &s->yes);
		break;
	}
}

/* The records that the query speaks of. */
static void fill_domain(const struct query *query, struct bitset *domain)
{
	const struct corpus *c = query->corpus;
	uint32_t compiler = corpus_type_find(c, "compiler", 8);

	if (query->names_type || compiler == RECORD_NONE || !c->types[compiler].count) {
		bitset_fill(domain);
		return;
	}
	for (uint32_t r = 0; r < c->count; r++)
		if (c->records[r].type == compiler)
			bitset_add(domain, r);
}

bool query_run(const struct query *query, const struct query_context *context, struct query_result *result,
	struct error *err)
{
	struct run run = {.query = query, .corpus = query->corpus, .context = context, .result = result};
	int budget = context && context->budget_ms ? context->budget_ms : QUERY_BUDGET_MS;
	struct bitset domain = {0};
	struct sets s = {0};
	bool ok;

	memset(result, 0, sizeof *result);
	run.deadline_ns = now_ns() + (int64_t)budget * 1000000;
	ok = bitset_init(&result->gave_up, query->corpus->count) && bitset_init(&domain, query->corpus->count)
		&& sets_init(&run, &s);
	if (ok) {
		fill_domain(query, &domain);
		run_node(&run, query->root, &domain, &s);
	}
	bitset_release(&domain);
	bitset_release(&s.no);
	result->records = s.yes;
	if (!ok || run.failed) {
		query_result_release(result);
		return error_memory(err);
	}
	result->count = bitset_count(&result->records);
	result->gave_up_count = bitset_count(&result->gave_up);
	return true;
}

void query_result_release(struct query_result *result)
{
	bitset_release(&result->records);
	bitset_release(&result->gave_up);
	memset(result, 0, sizeof *result);
}
