/* What can stand at the cursor of a query, over the shipped records, with the number of records that each value leaves. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "corpus.h"
#include "query.h"

static struct corpus *corpus;

static int set_up(void **state)
{
	const char *roots[] = {"records"};
	struct corpus_options options = {.roots = roots, .root_count = 1};
	struct error err = {0};

	(void)state;
	corpus = corpus_load(&options, &err);
	return corpus ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	corpus_free(corpus);
	return 0;
}

static void take(void *data, const char *word, int count)
{
	struct buf *out = data;

	buf_addf(out, count < 0 ? "%s%s" : "%s%s=%d", out->len ? " " : "", word, count);
}

/* The cursor stands at the end of `text`. `begins` is what stands before the completed word. */
static void check(const char *text, const char *begins, const char *expected)
{
	size_t from = 0;
	struct buf out;

	buf_init(&out);
	query_complete(corpus, text, strlen(text), &from, take, &out);
	assert_true(buf_ok(&out));
	if (strcmp(out.data, expected) != 0)
		fail_msg("`%s` offers\n  %s\nand should offer\n  %s", text, out.data, expected);
	assert_int_equal(from, strlen(begins));
	buf_release(&out);
}

static void names_are_completed(void **state)
{
	(void)state;
	check("backend:cuda aut", "backend:cuda ", "autotuning:");
	check("-aut", "-", "autotuning:");
	check("(is:draft | aut", "(is:draft | ", "autotuning:");
	check("linked-f", "", "linked-from:");
	check("portability.ev", "", "portability.evidence:");
	/* Behind a state's word a name stands alone. */
	check("has:aut", "has:", "autotuning");
	check("nothing-is-called-so", "", "");
}

static void values_come_with_the_number_they_leave(void **state)
{
	(void)state;
	check("autotuning:", "autotuning:", "false=17 true=5");
	check("status:", "status:", "verified=20 draft=2");
	check("backend:cuda status:", "backend:cuda status:", "verified=13 draft=1");
	check("backend:cuda -status:d", "backend:cuda -status:", "draft=1");
	check("type:note status:c", "type:note status:", "contested=2");
	/* A dash within a word bounds nothing. */
	check("cost:first-", "cost:", "first-request=6");
	check("backend:cuda,ro", "backend:cuda,", "rocm=10");
	/* What stands before and can't be read leaves the numbers of all. */
	check("nofield:x backend:ro", "nofield:x backend:", "rocm=10");
}

static void values_are_quoted_where_a_term_needs_it(void **state)
{
	(void)state;
	check("license:cuda", "license:", "\"CUDA Toolkit EULA\"=1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_completed),
		cmocka_unit_test(values_come_with_the_number_they_leave),
		cmocka_unit_test(values_are_quoted_where_a_term_needs_it),
	};

	return cmocka_run_group_tests_name("query completion", tests, set_up, tear_down);
}
