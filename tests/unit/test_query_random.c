/* Random queries over random records: what the program selects and counts against an evaluator written plainly here, which
 * knows the records from before they were written to files. Truth is three-valued: true, false, unknown. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "corpus_folder.h"
#include "facet.h"
#include "facet_index.h"
#include "query.h"

enum { RECORDS = 150, QUERIES = 3000, FACET_QUERIES = 1000, DEPTH = 4, LIST_MAX = 4 };

enum state { ABSENT, NUL, EMPTY, GIVEN };
enum truth { FALSE, UNKNOWN, TRUE };

static const char *const backends[] = {"cuda", "rocm", "metal", "vulkan", "tpu"};
static const char *const strategies[] = {"jit", "aot", "mixed"};
static const char *const curves[] = {"low", "moderate", "high", "very-high"};
static const char *const lands[] = {"build", "library-build", "process-start", "model-load", "first-request", "new-shape", "serve", "inherited"};
static const char *const statuses[] = {"verified", "draft", "contested"};
static const char *const licenses[] = {"MIT", "mit", "Apache-2.0"};
static const char *const words[] = {"qualm", "Quartz", "quiver", "QUOIN"};

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

struct model {
	enum state backend_state, strategy_state, tuned_state, year_state, curve_state, cost_state, license_state;
	int backends[LIST_MAX], backend_count; /* with repeats */
	int costs[LIST_MAX], cost_count;
	int strategy, tuned, year, curve, license, status, word;
};

enum leaf { BACKEND, STRATEGY, TUNED, YEAR, CURVE, COST, COST_ORDER, LICENSE, LICENSE_EXACT, LICENSE_PATTERN, STATE, STATUS, WORD, WORD_PATTERN, LEAVES };
enum shape { LEAF, NOT, AND, OR };

struct tree {
	enum shape shape;
	enum leaf leaf;
	int a, b, op; /* of a leaf */
	struct tree *left, *right;
};

static const char *const operators[] = {":", "<", "<=", ">", ">="};
static const char *const state_words[] = {"has", "missing", "null", "empty", "absent"};
static const char *const state_fields[] = {"backend", "strategy", "autotuning", "year", "learning_curve", "license"};

struct world {
	struct corpus_folder *folder;
	struct model records[RECORDS];
	uint32_t numbers[RECORDS]; /* in the corpus */
	unsigned seed;
};

static int below(struct world *w, int n)
{
	w->seed = w->seed * 1103515245u + 12345u;
	return (int)(w->seed / 65536 % (unsigned)n);
}

/* ---- records ---- */

static enum state random_state(struct world *w, bool list)
{
	int r = below(w, 10);

	return r == 0 ? ABSENT : r == 1 ? NUL : r == 2 && list ? EMPTY : GIVEN;
}

static void put_scalar(struct buf *out, const char *key, enum state state, const char *value)
{
	if (state == NUL)
		buf_addf(out, "%s: null\n", key);
	else if (state == GIVEN)
		buf_addf(out, "%s: %s\n", key, value);
}

static void make_record(struct world *w, int i)
{
	struct model *m = &w->records[i];
	struct buf out;
	char year[16];

	buf_init(&out);
	m->status = below(w, COUNT(statuses));
	m->word = below(w, COUNT(words));
	buf_addf(&out, "id: r%03d\ntype: compiler\nname: a %s b\nstatus: %s\n", i, words[m->word], statuses[m->status]);
	m->backend_state = random_state(w, true);
	m->backend_count = m->backend_state == GIVEN ? 1 + below(w, LIST_MAX) : 0;
	if (m->backend_state == NUL)
		buf_adds(&out, "target_backends: null\n");
	else if (m->backend_state != ABSENT)
		buf_adds(&out, "target_backends: [");
	for (int k = 0; k < m->backend_count; k++) {
		m->backends[k] = below(w, COUNT(backends));
		buf_addf(&out, "%s%s", k ? ", " : "", backends[m->backends[k]]);
	}
	if (m->backend_state >= EMPTY)
		buf_adds(&out, "]\n");
	m->strategy_state = random_state(w, false);
	m->strategy = below(w, COUNT(strategies));
	put_scalar(&out, "compilation_strategy", m->strategy_state, strategies[m->strategy]);
	m->tuned_state = random_state(w, false);
	m->tuned = below(w, 2);
	put_scalar(&out, "autotuning", m->tuned_state, m->tuned ? "true" : "false");
	m->year_state = random_state(w, false);
	m->year = 2010 + below(w, 12);
	snprintf(year, sizeof year, "%d", m->year);
	put_scalar(&out, "first_release_year", m->year_state, year);
	m->curve_state = random_state(w, false);
	m->curve = below(w, COUNT(curves));
	put_scalar(&out, "learning_curve", m->curve_state, curves[m->curve]);
	m->license_state = random_state(w, false);
	m->license = below(w, COUNT(licenses));
	put_scalar(&out, "license", m->license_state, licenses[m->license]);
	/* Where no cost is recorded one would be derived; so it is never absent here. */
	m->cost_state = random_state(w, true);
	m->cost_state = m->cost_state == ABSENT ? EMPTY : m->cost_state;
	m->cost_count = m->cost_state == GIVEN ? 1 + below(w, LIST_MAX) : 0;
	buf_adds(&out, m->cost_state == NUL ? "costs: null\n" : m->cost_state == EMPTY ? "costs: []\n" : "costs:\n");
	for (int k = 0; k < m->cost_count; k++) {
		m->costs[k] = below(w, COUNT(lands));
		buf_addf(&out, "  - lands: %s\n    what: w\n", lands[m->costs[k]]);
	}
	assert_true(buf_ok(&out));
	snprintf(year, sizeof year, "r%03d.yaml", i);
	corpus_folder_write(w->folder, year, out.data);
	buf_release(&out);
}

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof *w);
	void *folder = NULL;

	assert_non_null(w);
	assert_int_equal(corpus_folder_set_up(&folder), 0);
	w->folder = folder;
	w->seed = 20261201;
	for (int i = 0; i < RECORDS; i++)
		make_record(w, i);
	corpus_folder_load(w->folder);
	for (int i = 0; i < RECORDS; i++) {
		char id[8];

		snprintf(id, sizeof id, "r%03d", i);
		w->numbers[i] = corpus_folder_find(w->folder, id);
	}
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	void *folder = w->folder;

	corpus_folder_tear_down(&folder);
	free(w);
	return 0;
}

/* ---- queries ---- */

static struct tree *grow(struct world *w, int depth)
{
	struct tree *t = calloc(1, sizeof *t);

	assert_non_null(t);
	t->shape = depth == 0 ? LEAF : (enum shape)below(w, 4);
	t->leaf = (enum leaf)below(w, LEAVES);
	t->op = below(w, COUNT(operators));
	t->a = below(w, 100);
	t->b = below(w, 100);
	if (t->shape != LEAF)
		t->left = grow(w, depth - 1);
	if (t->shape >= AND)
		t->right = grow(w, depth - 1);
	return t;
}

static void cut_down(struct tree *t)
{
	if (!t)
		return;
	cut_down(t->left);
	cut_down(t->right);
	free(t);
}

static void put_leaf(const struct tree *t, struct buf *out)
{
	switch (t->leaf) {
	case BACKEND:
		buf_addf(out, t->b % 3 ? "backend:%s" : "target_backends:%s,%s", backends[t->a % COUNT(backends)], backends[t->b % COUNT(backends)]);
		break;
	case STRATEGY:
		buf_addf(out, "strategy:%s", strategies[t->a % COUNT(strategies)]);
		break;
	case TUNED:
		buf_addf(out, "autotuning:%s", t->a % 2 ? "yes" : "no");
		break;
	case YEAR:
		buf_addf(out, "year%s%d", operators[t->op], 2010 + t->a % 12);
		break;
	case CURVE:
		buf_addf(out, "learning_curve%s%s", operators[t->op], curves[t->a % COUNT(curves)]);
		break;
	case COST:
		buf_addf(out, "cost:%s", lands[t->a % COUNT(lands)]);
		break;
	case COST_ORDER:
		buf_addf(out, "costs.lands%s%s", operators[t->op], lands[t->a % COUNT(lands)]);
		break;
	case LICENSE:
		buf_addf(out, "license:%s", licenses[t->a % COUNT(licenses)]);
		break;
	case LICENSE_EXACT:
		buf_addf(out, "license=%s", licenses[t->a % COUNT(licenses)]);
		break;
	case LICENSE_PATTERN:
		buf_addf(out, "license~/^%c/", licenses[t->a % COUNT(licenses)][0]);
		break;
	case STATE:
		buf_addf(out, "%s:%s", state_words[t->a % COUNT(state_words)], state_fields[t->b % COUNT(state_fields)]);
		break;
	case STATUS:
		buf_addf(out, "is:%s", statuses[t->a % COUNT(statuses)]);
		break;
	case WORD:
		buf_adds(out, words[t->a % COUNT(words)]);
		break;
	default:
		buf_addf(out, "/ %.3s/i", words[t->a % COUNT(words)]);
	}
}

static void put(const struct tree *t, struct buf *out)
{
	switch (t->shape) {
	case LEAF:
		put_leaf(t, out);
		break;
	case NOT:
		buf_adds(out, "-(");
		put(t->left, out);
		buf_addc(out, ')');
		break;
	default:
		buf_addc(out, '(');
		put(t->left, out);
		buf_adds(out, t->shape == OR ? ") | (" : t->a % 2 ? ") (" : ")  (");
		put(t->right, out);
		buf_addc(out, ')');
	}
}

/* ---- the plain evaluator ---- */

static enum truth truth_of(bool b)
{
	return b ? TRUE : FALSE;
}

static bool compares(int value, int op, int to)
{
	return op == 0 ? value == to : op == 1 ? value < to : op == 2 ? value <= to : op == 3 ? value > to : value >= to;
}

static enum truth in_list(enum state state, const int *list, int count, int op, int a, int b)
{
	if (state == ABSENT || state == NUL)
		return UNKNOWN;
	for (int i = 0; i < count; i++)
		if (compares(list[i], op, a) || (b >= 0 && list[i] == b))
			return TRUE;
	return FALSE;
}

static enum truth scalar(enum state state, bool holds)
{
	return state == GIVEN ? truth_of(holds) : UNKNOWN;
}

static bool same_letters(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if ((*a | 32) != (*b | 32))
			return false;
	return *a == *b;
}

static bool has_capital(const char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			return true;
	return false;
}

static enum state field_state(const struct model *m, int field)
{
	const enum state states[] = {m->backend_state, m->strategy_state, m->tuned_state, m->year_state, m->curve_state, m->license_state};

	return states[field];
}

static bool state_is(enum state state, int word)
{
	return word == 0 ? state == GIVEN : word == 1 ? state != GIVEN : word == 2 ? state == NUL : word == 3 ? state == EMPTY : state == ABSENT;
}

static enum truth leaf_truth(const struct tree *t, const struct model *m)
{
	const char *word = words[t->a % COUNT(words)], *license = licenses[t->a % COUNT(licenses)], *own = words[m->word];

	switch (t->leaf) {
	case BACKEND:
		return in_list(m->backend_state, m->backends, m->backend_count, 0, t->a % COUNT(backends), t->b % 3 ? -1 : t->b % COUNT(backends));
	case STRATEGY:
		return scalar(m->strategy_state, m->strategy == t->a % COUNT(strategies));
	case TUNED:
		return scalar(m->tuned_state, m->tuned == t->a % 2);
	case YEAR:
		return scalar(m->year_state, compares(m->year, t->op, 2010 + t->a % 12));
	case CURVE:
		return scalar(m->curve_state, compares(m->curve, t->op, t->a % COUNT(curves)));
	case COST:
		return in_list(m->cost_state, m->costs, m->cost_count, 0, t->a % COUNT(lands), -1);
	case COST_ORDER:
		return in_list(m->cost_state, m->costs, m->cost_count, t->op, t->a % COUNT(lands), -1);
	case LICENSE:
		return scalar(m->license_state, same_letters(licenses[m->license], license));
	case LICENSE_EXACT:
		return scalar(m->license_state, strcmp(licenses[m->license], license) == 0);
	case LICENSE_PATTERN:
		return scalar(m->license_state, licenses[m->license][0] == license[0]);
	case STATE:
		return truth_of(state_is(field_state(m, t->b % COUNT(state_fields)), t->a % COUNT(state_words)));
	case STATUS:
		return truth_of(m->status == t->a % COUNT(statuses));
	case WORD:
		return truth_of(has_capital(word) ? strcmp(own, word) == 0 : same_letters(own, word));
	default:
		return truth_of((own[2] | 32) == (word[2] | 32));
	}
}

static enum truth truth(const struct tree *t, const struct model *m)
{
	enum truth a, b;

	if (t->shape == LEAF)
		return leaf_truth(t, m);
	a = truth(t->left, m);
	if (t->shape == NOT)
		return (enum truth)(TRUE - a);
	b = truth(t->right, m);
	return t->shape == AND ? (a < b ? a : b) : (a > b ? a : b);
}

/* ---- tests ---- */

static void judge(struct world *w, const struct tree *t, const char *text)
{
	const struct corpus *corpus = w->folder->corpus;
	struct error err;
	struct query *query = query_parse(corpus, text, &err), *again;
	struct query_result result;
	struct buf printed;

	if (!query)
		fail_msg("`%s`: column %d: %s", text, err.column, err.message);
	buf_init(&printed);
	query_print(query, &printed);
	again = query_parse(corpus, printed.data, &err);
	if (!again || !query_equal(query, again))
		fail_msg("`%s` is printed as `%s`, which is another query", text, printed.data);
	assert_true(query_run(again, NULL, &result, &err));
	assert_int_equal(result.gave_up_count, 0);
	for (int i = 0; i < RECORDS; i++)
		if (bitset_has(&result.records, w->numbers[i]) != (truth(t, &w->records[i]) == TRUE))
			fail_msg("`%s` (printed `%s`) %s r%03d, which is %s", text, printed.data, bitset_has(&result.records, w->numbers[i]) ? "selects" : "does not select", i,
				truth(t, &w->records[i]) == TRUE ? "true" : truth(t, &w->records[i]) == FALSE ? "false" : "unknown");
	query_result_release(&result);
	query_free(query);
	query_free(again);
	buf_release(&printed);
}

static void random_queries_select_what_a_plain_evaluator_does(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < QUERIES; i++) {
		struct tree *t = grow(w, below(w, DEPTH + 1));
		struct buf text;

		buf_init(&text);
		put(t, &text);
		judge(w, t, text.data);
		buf_release(&text);
		cut_down(t);
	}
}

/* How many of the selected records hold a value, a record once however often it holds it. */
static uint32_t count_plainly(const struct world *w, const struct tree *t, bool all, bool costs, int value)
{
	uint32_t n = 0;

	for (int i = 0; i < RECORDS; i++) {
		const struct model *m = &w->records[i];
		const int *list = costs ? m->costs : m->backends;
		bool has = false;

		for (int k = 0; k < (costs ? m->cost_count : m->backend_count); k++)
			has = has || list[k] == value;
		n += has && (all || truth(t, m) == TRUE);
	}
	return n;
}

static void compare_facet(const struct world *w, const struct tree *t, const struct facet *facet, bool costs, const char *text)
{
	const char *const *names = costs ? lands : backends;
	int count = costs ? COUNT(lands) : COUNT(backends);

	for (int v = 0; v < count; v++) {
		uint32_t now = 0, all = 0;

		for (uint32_t i = 0; i < facet->count; i++)
			if (strcmp(facet->values[i].value, names[v]) == 0) {
				now = facet->values[i].now;
				all = facet->values[i].all;
			}
		if (now != count_plainly(w, t, false, costs, v) || all != count_plainly(w, t, true, costs, v))
			fail_msg("under `%s` %s counts %u of %u, and it is %u of %u", text, names[v], now, all, count_plainly(w, t, false, costs, v),
				count_plainly(w, t, true, costs, v));
	}
}

static void facets_count_what_a_plain_count_does(void **state)
{
	struct world *w = *state;
	const struct corpus *corpus = w->folder->corpus;
	struct facet_index *index = facet_index_new(corpus);
	struct bitset domain;

	assert_non_null(index);
	assert_true(bitset_init(&domain, corpus->count));
	bitset_fill(&domain);
	for (int i = 0; i < FACET_QUERIES; i++) {
		struct tree *t = grow(w, below(w, DEPTH));
		struct query_result result;
		struct query *query;
		struct error err;
		struct buf text;

		buf_init(&text);
		put(t, &text);
		query = query_parse(corpus, text.data, &err);
		assert_non_null(query);
		assert_true(query_run(query, NULL, &result, &err));
		for (int costs = 0; costs < 2; costs++) {
			struct facet once, indexed;
			const char *field = costs ? "costs.lands" : "target_backends";

			assert_true(facet_count(&once, corpus, field, &domain, &result.records));
			assert_true(facet_index_count(index, field, &domain, &result.records, &indexed));
			compare_facet(w, t, &once, costs, text.data);
			compare_facet(w, t, &indexed, costs, text.data);
			facet_release(&once);
			facet_release(&indexed);
		}
		query_result_release(&result);
		query_free(query);
		buf_release(&text);
		cut_down(t);
	}
	bitset_release(&domain);
	facet_index_free(index);
}

/* A chain of "not" deeper than anybody writes, and one that is too deep. */
static void deep_queries_have_a_bottom(void **state)
{
	struct world *w = *state;
	struct error err;
	struct query *query;
	struct buf text;

	buf_init(&text);
	for (int i = 0; i < QUERY_DEPTH_MAX + 10; i++)
		buf_adds(&text, "-(");
	buf_adds(&text, "backend:cuda");
	query = query_parse(w->folder->corpus, text.data, &err);
	assert_null(query);
	assert_true(err.message[0] && err.column > 0);
	buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_queries_select_what_a_plain_evaluator_does),
		cmocka_unit_test(facets_count_what_a_plain_count_does),
		cmocka_unit_test(deep_queries_have_a_bottom),
	};

	return cmocka_run_group_tests_name("random queries", tests, set_up, tear_down);
}
