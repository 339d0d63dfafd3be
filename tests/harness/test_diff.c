/* The difference of two texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/diff.h"

static void check(const char *expected, const char *actual, const char *difference)
{
	struct buf out;

	buf_init(&out);
	diff_add(&out, expected, strlen(expected), actual, strlen(actual));
	assert_string_equal(out.data, difference);
	buf_release(&out);
}

static void lines_added_removed_and_changed(void **state)
{
	(void)state;
	check("a\nb\nc\n", "a\nc\n", " a\n-b\n c\n");
	check("a\nc\n", "a\nb\nc\n", " a\n+b\n c\n");
	check("a\nb\n", "a\nB\n", " a\n-b\n+B\n");
	check("", "a", "+a\n");
	check("a", "", "-a\n");
	check("", "", "");
}

static void what_is_far_away_is_left_out(void **state)
{
	(void)state;
	check("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "…\n 3\n 4\n-5\n+x\n 6\n 7\n…\n");
	check("same\n", "same\n", "…\n");
}

static void long_texts_are_compared_line_by_line(void **state)
{
	struct buf a, b, out;

	(void)state;
	buf_init(&a);
	buf_init(&b);
	buf_init(&out);
	for (int i = 0; i < 5000; i++) {
		buf_addf(&a, "%d\n", i);
		buf_addf(&b, "%d\n", i == 4000 ? -1 : i);
	}
	diff_add(&out, a.data, a.len, b.data, b.len);
	assert_string_equal(out.data, "…\n 3998\n 3999\n-4000\n+-1\n 4001\n 4002\n…\n");
	buf_release(&a);
	buf_release(&b);
	buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(lines_added_removed_and_changed),
	        cmocka_unit_test(what_is_far_away_is_left_out),
	        cmocka_unit_test(long_texts_are_compared_line_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
