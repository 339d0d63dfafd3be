/* Patterns: within one value, with flags and Unicode, wrong ones with their column, and those that take for ever. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "pattern.h"

static enum pattern_result match(const char *pattern, unsigned flags, const char *text, size_t len)
{
	struct error err = {0};
	struct pattern *p = pattern_new(pattern, strlen(pattern), flags, &err);
	enum pattern_result result;

	if (!p)
		fail_msg("%s: %s", pattern, err.message);
	result = pattern_match(p, text, len);
	pattern_free(p);
	return result;
}

#define MATCHES(pattern, flags, text) assert_int_equal(match(pattern, flags, text, sizeof(text) - 1), PATTERN_YES)
#define FAILS(pattern, flags, text) assert_int_equal(match(pattern, flags, text, sizeof(text) - 1), PATTERN_NO)

static void a_pattern_stays_within_one_value(void **state)
{
	(void)state;
	MATCHES("^two$", 0, "one\0two\0three");
	FAILS("one.two", 0, "one\0two");
	FAILS("one.two", PATTERN_DOTALL, "one\0two");
	FAILS("one[^x]two", 0, "one\0two");
	FAILS("one\\W+two", 0, "one\0two");
	MATCHES("t\\W*hree", 0, "one\0t hree");
	MATCHES("b$", 0, "a b\0c");
	FAILS("^b", 0, "a b\0c");
	/* A match that would span is no match, and one that stands behind it is found. */
	MATCHES("a[^c]*b", 0, "a\0b\0a-b");
	FAILS("a[^c]*b", 0, "a\0b\0c");
	/* An empty value has a beginning and an end. */
	MATCHES("^$", 0, "a\0\0b");
}

static void lines_of_a_value_are_not_values(void **state)
{
	(void)state;
	FAILS("^b", 0, "a\nb");
	MATCHES("a.b", 0, "a\nb");
	MATCHES("a\\nb", 0, "a\nb");
}

static void flags_do_what_they_say(void **state)
{
	(void)state;
	FAILS("cuda", 0, "CUDA");
	MATCHES("cuda", PATTERN_CASELESS, "CUDA");
	MATCHES("c u d a # words", PATTERN_EXTENDED, "cuda");
	MATCHES("a.c", PATTERN_LITERAL, "xa.cx");
	FAILS("a.c", PATTERN_LITERAL, "abc");
	MATCHES("straße", PATTERN_CASELESS, "STRAßE");
	MATCHES("é", PATTERN_CASELESS, "É");
	MATCHES("\\p{Lu}", 0, "aÉ");
	MATCHES("^.$", 0, "é");
	MATCHES("\\bé\\b", 0, "a é b");
	MATCHES("^\\w+$", 0, "éß");
}

static void a_wrong_pattern_tells_its_column(void **state)
{
	static const struct {
		const char *pattern;
		int column;
	} wrong[] = {{"a(b", 4}, {"a[b", 4}, {"é(b", 4}, {"*a", 1}, {"a{2,1}", 6}, {"(?<n>a)(?<n>b)", 13}, {"\\", 2}, {"(?P<", 5}};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct error err = {0};
		struct pattern *p = pattern_new(wrong[i].pattern, strlen(wrong[i].pattern), 0, &err);

		if (p) {
			/* Some of these are taken as they stand. */
			pattern_free(p);
			if (wrong[i].column)
				fail_msg("`%s` is taken for a pattern", wrong[i].pattern);
			continue;
		}
		assert_true(err.message[0] != '\0');
		if (err.column != wrong[i].column)
			fail_msg("`%s`: column %d, and it is %d (%s)", wrong[i].pattern, err.column, wrong[i].column, err.message);
	}
}

static void what_takes_for_ever_is_given_up(void **state)
{
	size_t len = 100000;
	char *text = malloc(len + 1);

	(void)state;
	assert_non_null(text);
	memset(text, 'a', len);
	text[len - 1] = '!';
	text[len] = '\0';
	assert_int_equal(match("^(a+)+$", 0, text, len), PATTERN_GAVE_UP);
	assert_int_equal(match("(a|aa)+$", 0, text, len), PATTERN_GAVE_UP);
	assert_int_equal(match("(.*)*[xy]", 0, text, len), PATTERN_GAVE_UP);
	/* The letter that it needs is not there: known without trying. */
	assert_int_equal(match("(.*)*x", 0, text, len), PATTERN_NO);
	/* A good pattern over the same text is no trouble. */
	assert_int_equal(match("!$", 0, text, len), PATTERN_YES);
	assert_int_equal(match("^a+!$", 0, text, len), PATTERN_YES);
	free(text);
}

static void matches_are_found_one_after_another(void **state)
{
	struct error err;
	struct pattern *p = pattern_new("b*", 2, 0, &err);
	size_t begin, end;

	(void)state;
	assert_non_null(p);
	assert_true(pattern_find(p, "abba b", 6, 0, &begin, &end));
	assert_int_equal(begin, 1);
	assert_int_equal(end, 3);
	assert_true(pattern_find(p, "abba b", 6, end, &begin, &end));
	assert_int_equal(begin, 5);
	assert_int_equal(end, 6);
	assert_false(pattern_find(p, "abba b", 6, end, &begin, &end));
	pattern_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pattern_stays_within_one_value),
		cmocka_unit_test(lines_of_a_value_are_not_values),
		cmocka_unit_test(flags_do_what_they_say),
		cmocka_unit_test(a_wrong_pattern_tells_its_column),
		cmocka_unit_test(what_takes_for_ever_is_given_up),
		cmocka_unit_test(matches_are_found_one_after_another),
	};

	return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
