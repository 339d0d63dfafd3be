/* Every construct of the query language over the shipped records: tests/unit/queries.txt has the queries and the ids. Each is
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
		fail_msg("queries.txt:%d: `%s`: %s", line, text, err.message);
	buf_init(&ids);
	buf_init(&printed);
	buf_init(&ids_again);
	select_ids(corpus, query, &ids);
	if (strcmp(ids.data, expected) != 0)
		fail_msg("queries.txt:%d: `%s` selects\n  %s\nand should select\n  %s", line, text, ids.data, expected);
	query_print(query, &printed);
	again = query_parse(corpus, printed.data, &err);
	if (!again || !query_equal(query, again))
		fail_msg("queries.txt:%d: `%s` is printed as `%s`, which is another query", line, text, printed.data);
	select_ids(corpus, again, &ids_again);
	assert_string_equal(ids_again.data, ids.data);
	query_free(query);
	query_free(again);
	buf_release(&ids);
	buf_release(&printed);
	buf_release(&ids_again);
}

static void every_query_selects_what_the_files_say(void **state)
{
	const char *roots[] = {"records"};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = TODAY};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);
	FILE *file = fopen("tests/unit/queries.txt", "r");
	char row[8192];
	int line = 0, queries = 0;

	(void)state;
	if (!corpus)
		fail_msg("%s", err.message);
	assert_non_null(file);
	while (fgets(row, sizeof row, file)) {
		char *arrow;

		line++;
		if (*row == '#')
			continue;
		row[strcspn(row, "\n")] = '\0';
		arrow = strstr(row, " => ");
		if (!arrow)
			fail_msg("queries.txt:%d: no ` => `", line);
		*arrow = '\0';
		check(corpus, row, arrow + 4, line);
		queries++;
	}
	fclose(file);
	assert_true(queries >= QUERIES_LEAST);
	print_message("%d queries\n", queries);
	corpus_free(corpus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_query_selects_what_the_files_say),
	};

	return cmocka_run_group_tests_name("query table", tests, NULL, NULL);
}
