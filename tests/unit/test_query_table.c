/* Every construct of the query language over the shipped records: tests/unit/queries.txt has the queries and the ids, and
 * tests/unit/views.txt the answers to the shipped questions. Each is
 * printed and parsed again too, and selects the same. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "corpus.h"
#include "query.h"

enum { QUERIES_LEAST = 150, TODAY = 20261201 };

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The selected ids, sorted, spaces between. */
static void select_ids(const struct corpus *corpus, const struct query *query, struct buf *out)
{
	const char **ids = calloc(corpus->count + 1, sizeof *ids);
	struct query_result result;
	struct error err;
	size_t n = 0;

	assert_non_null(ids);
	assert_true(query_run(query, NULL, &result, &err));
	for (size_t r = bitset_next(&result.records, 0); r < corpus->count; r = bitset_next(&result.records, r + 1))
		ids[n++] = corpus->records[r].id;
	assert_int_equal(result.count, n);
	qsort(ids, n, sizeof *ids, by_text);
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%s", i ? " " : "", ids[i]);
	assert_true(buf_ok(out));
	query_result_release(&result);
	free(ids);
}

static void check(const struct corpus *corpus, const char *text, const char *expected, int line)
{
	struct error err;
	struct query *query = query_parse(corpus, text, &err), *again;
	struct buf ids, printed, ids_again;

	if (!query)
		fail_msg("line %d: `%s`: %s", line, text, err.message);
	buf_init(&ids);
	buf_init(&printed);
	buf_init(&ids_again);
	select_ids(corpus, query, &ids);
	if (strcmp(ids.data, expected) != 0)
		fail_msg("line %d: `%s` selects\n  %s\nand should select\n  %s", line, text, ids.data, expected);
	query_print(query, &printed);
	again = query_parse(corpus, printed.data, &err);
	if (!again || !query_equal(query, again))
		fail_msg("line %d: `%s` is printed as `%s`, which is another query", line, text, printed.data);
	select_ids(corpus, again, &ids_again);
	assert_string_equal(ids_again.data, ids.data);
	query_free(query);
	query_free(again);
	buf_release(&ids);
	buf_release(&printed);
	buf_release(&ids_again);
}

static struct corpus *load_shipped(void)
{
	const char *roots[] = {"records"};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = TODAY};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);

	if (!corpus)
		fail_msg("%s", err.message);
	return corpus;
}

/* Calls `each` for every `left => right` of a file; returns how many there were. */
static int read_table(const char *path, const struct corpus *corpus,
	void (*each)(const struct corpus *corpus, const char *left, const char *right, int line))
{
	FILE *file = fopen(path, "r");
	char row[8192];
	int line = 0, rows = 0;

	assert_non_null(file);
	while (fgets(row, sizeof row, file)) {
		char *arrow;

		line++;
		if (*row == '#')
			continue;
		row[strcspn(row, "\n")] = '\0';
		arrow = strstr(row, " => ");
		if (!arrow) {
			fail_msg("%s:%d: no ` => `", path, line);
			continue;
		}
		*arrow = '\0';
		each(corpus, row, arrow + 4, line);
		rows++;
	}
	fclose(file);
	return rows;
}

static void every_query_selects_what_the_files_say(void **state)
{
	struct corpus *corpus = load_shipped();

	(void)state;
	assert_true(read_table("tests/unit/queries.txt", corpus, check) >= QUERIES_LEAST);
	corpus_free(corpus);
}

static void check_view(const struct corpus *corpus, const char *view, const char *expected, int line)
{
	uint32_t record;

	if (corpus_resolve(corpus, view, strlen(view), &record) != RESOLVE_FOUND)
		fail_msg("views.txt:%d: there is no view `%s`", line, view);
	check(corpus, node_text(corpus_field(corpus, &corpus->records[record], "query")), expected, line);
}

static void every_question_gives_the_records_that_the_facts_support(void **state)
{
	struct corpus *corpus = load_shipped();
	uint32_t type = corpus_type_find(corpus, "view", 4);

	(void)state;
	assert_true(type != RECORD_NONE);
	assert_int_equal(read_table("tests/unit/views.txt", corpus, check_view), corpus->types[type].count);
	corpus_free(corpus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_query_selects_what_the_files_say),
		cmocka_unit_test(every_question_gives_the_records_that_the_facts_support),
	};

	return cmocka_run_group_tests_name("query table", tests, NULL, NULL);
}
