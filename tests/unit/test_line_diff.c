/* Unified diffs: what changed, with three lines around, as patch(1) takes them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "line_diff.h"

static void assert_diff(const char *before, const char *after, const char *expected)
{
	struct buf out;

	buf_init(&out);
	assert_true(line_diff("f", before, strlen(before), after, strlen(after), &out));
	assert_string_equal(out.data, expected);
	buf_release(&out);
}

static void changes_are_shown_with_what_stands_around(void **state)
{
	(void)state;
	assert_diff("a\nb\n", "a\nb\n", "");
	assert_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nX\nf\n", "--- f\n+++ f\n@@ -2,5 +2,5 @@\n b\n c\n d\n-e\n+X\n f\n");
	assert_diff("a\n", "a\nb\n", "--- f\n+++ f\n@@ -1,1 +1,2 @@\n a\n+b\n");
	assert_diff("", "a\n", "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
	assert_diff("a\n", "", "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a\n");
}

static void changes_far_apart_make_two_hunks_and_near_ones_one(void **state)
{
	(void)state;
	assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "X\n2\n3\n4\n5\n6\n7\n8\nY\n",
		"--- f\n+++ f\n@@ -1,4 +1,4 @@\n-1\n+X\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+Y\n");
	assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n", "X\n2\n3\n4\n5\n6\n7\nY\n",
		"--- f\n+++ f\n@@ -1,8 +1,8 @@\n-1\n+X\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+Y\n");
}

static void a_missing_line_feed_at_the_end_is_said(void **state)
{
	(void)state;
	assert_diff("a", "b", "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
	assert_diff("a", "a\n", "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

/* Takes a diff and makes the second text out of the first. */
static void patch(const char *before, const char *diff, struct buf *out)
{
	const char *at = before;
	int line = 1;

	for (const char *s = diff; *s; s += strcspn(s, "\n") + 1) {
		size_t len = strcspn(s, "\n") + 1;

		if (strncmp(s, "---", 3) == 0 || strncmp(s, "+++", 3) == 0)
			continue;
		if (*s == '@') {
			/* A hunk without old lines names the line before it. */
			int begin = (int)strtol(s + 4, NULL, 10) + (strncmp(strchr(s, ','), ",0 ", 3) == 0);

			for (; line < begin; line++) {
				buf_add(out, at, strcspn(at, "\n") + 1);
				at += strcspn(at, "\n") + 1;
			}
			continue;
		}
		if (*s != '+') {
			assert_memory_equal(at, s + 1, len - 1);
			at += len - 1;
			line++;
		}
		if (*s != '-')
			buf_add(out, s + 1, len - 1);
	}
	buf_adds(out, at);
}

static void any_two_texts_are_joined_by_their_diff(void **state)
{
	unsigned seed = 5;

	(void)state;
	for (int round = 0; round < 500; round++) {
		struct buf texts[2], diff, made;

		for (int t = 0; t < 2; t++) {
			buf_init(&texts[t]);
			for (unsigned n = (seed = seed * 1103515245u + 12345u) / 65536 % 30; n; n--)
				buf_addf(&texts[t], "%c\n", 'a' + (char)((seed = seed * 1103515245u + 12345u) / 65536 % 4));
		}
		buf_init(&diff);
		buf_init(&made);
		assert_true(line_diff("f", texts[0].data, texts[0].len, texts[1].data, texts[1].len, &diff));
		patch(texts[0].data, diff.data, &made);
		assert_string_equal(made.data, texts[1].data);
		buf_release(&texts[0]);
		buf_release(&texts[1]);
		buf_release(&diff);
		buf_release(&made);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_are_shown_with_what_stands_around),
		cmocka_unit_test(changes_far_apart_make_two_hunks_and_near_ones_one),
		cmocka_unit_test(a_missing_line_feed_at_the_end_is_said),
		cmocka_unit_test(any_two_texts_are_joined_by_their_diff),
	};

	return cmocka_run_group_tests_name("line diff", tests, NULL, NULL);
}
