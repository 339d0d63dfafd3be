/* The filter line: patterns as they are typed, patterns that take for ever, the same ids as the command line, history, undo,
 * completion, and lifting a term. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

static struct terminal *open_at(int rows, int cols)
{
	struct terminal *t = terminal_open(rows, cols, NULL);

	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* What the line's right end says. */
static const char *tally(struct terminal *t)
{
	const char *row = terminal_row(t, 0), *at = strstr(row, " of ");

	if (!at)
		fail_msg("no count in the filter line: %s", row);
	while (at > row && at[-1] != ' ')
		at--;
	return harness_format("%s", at);
}

/* Types a text letter by letter. After each, what the command line says of the same text so far is what the screen shows: its
 * count, or its error, and then the count from before. */
static void type_and_compare(const char *text)
{
	struct terminal *t = open_at(30, 120);
	const char *last = tally(t);

	terminal_press(t, "/");
	for (size_t len = 1; len <= strlen(text); len++) {
		const char *prefix = harness_format("%.*s", (int)len, text);
		const struct command_result *r = KERNATLAS("list", "--count", prefix);

		terminal_type(t, harness_format("%c", text[len - 1]));
		if (r->status == 2) {
			const char *message = strstr(r->err, ": ");

			if (!strstr(r->err, "column "))
				fail_msg("`%s`: no column in: %s", prefix, r->err);
			assert_non_null(message);
			if (strcmp(tally(t), last) != 0)
				fail_msg("`%s` is an error, and the result changed from %s to %s", prefix, last, tally(t));
			/* The message stands somewhere below, as far as it fits. */
			message = strrchr(r->err, ':') + 2;
			if (!terminal_find(t, harness_format("%.12s", message), NULL, NULL))
				fail_msg("`%s`: the screen does not say `%s`:\n%s", prefix, message, terminal_text(t));
		} else {
			last = harness_format("%d of 22", atoi(r->out));
			if (strcmp(tally(t), last) != 0)
				fail_msg("`%s` shows %s, and it is %s", prefix, tally(t), last);
		}
	}
	terminal_press(t, "Escape");
	terminal_assert_text(t, "22 of 22");
	quit(t);
}

static void every_prefix_of_a_pattern_shows_a_result_or_an_error(void **state)
{
	(void)state;
	type_and_compare("/^(a|[b-z]{2,3})\\d+(?<n>x)$/");
	type_and_compare("^(a|[b-z]{2,3})\\d+(?<n>x)$");
	type_and_compare("name~/^(T|[b-z]{2,3})\\w+(?<n>x)?/");
}

/* Records with texts of 100 kB on which a greedy pattern takes for ever. */
static const char *long_records(int count)
{
	const char *dir = workdir_new();
	char *text = harness_keep(malloc(100001));

	assert_non_null(text);
	memset(text, 'a', 100000);
	text[100000] = '\0';
	for (int i = 0; i < count; i++)
		workdir_write(dir, harness_format("r%02d.yaml", i), harness_format("id: r%02d\ntype: compiler\nname: R%02d\nnotes: \"%s%s\"\n", i, i, text, i % 2 ? "!" : ""));
	workdir_write(dir, "s.yaml", "id: s\ntype: compiler\nname: S\nnotes: aaa\n");
	return dir;
}

static void a_pattern_that_gives_up_names_the_records(void **state)
{
	const char *dir = long_records(6);
	struct terminal *t = terminal_open(30, 120, "-r", dir, NULL);
	const struct command_result *r = KERNATLAS("-r", dir, "list", "/^(a+)+$/", "--format", "csv", "--fields", "id");

	(void)state;
	command_assert_status(r, 0);
	command_assert_output(r, "id\r\nr00\r\nr02\r\nr04\r\ns\r\n");
	command_assert_error(r, "gave up on r01");
	command_assert_error(r, "gave up on r03");
	command_assert_error(r, "gave up on r05");
	/* Where it finds nothing, what was skipped keeps that from reading as "no match". */
	r = KERNATLAS("-r", dir, "list", "/^(a+)+b?$/ name:R01");
	command_assert_error(r, "gave up on r01");
	r = KERNATLAS("-r", dir, "list", "/(.*)*[xy]/");
	command_assert_status(r, 1);
	command_assert_error(r, "gave up on r05");
	r = KERNATLAS("-r", dir, "list", "--count", "/(.*)*x/");
	command_assert_status(r, 1);
	command_assert_error(r, "");

	terminal_settle(t);
	terminal_press(t, "/");
	terminal_type(t, "/^(a+)+$/");
	terminal_assert_text(t, "4 of 7 · gave up on 3");
	terminal_assert_text(t, "r01, r03, r05");
	/* Not taken for false either: the opposite does not have them. */
	terminal_press(t, "C-u");
	terminal_type(t, "-/^(a+)+$/");
	terminal_assert_text(t, "0 of 7 · gave up on 3");
	terminal_press(t, "Escape");
	terminal_assert_text(t, "7 of 7");
	quit(t);
}

/* Where the letter that the pattern needs stands behind a long text, only trying could tell. */
static void what_was_skipped_is_told_beside_what_was_found(void **state)
{
	const char *dir = workdir_new();
	char *text = harness_keep(malloc(100001));
	const struct command_result *r;
	struct terminal *t;

	(void)state;
	assert_non_null(text);
	memset(text, 'a', 100000);
	text[100000] = '\0';
	workdir_write(dir, "a.yaml", harness_format("id: before\ntype: compiler\nname: xx\nnotes: %s\n---\nid: behind\ntype: compiler\nname: A\n"
						    "notes: %s\nlicense: x\n---\nid: none\ntype: compiler\nname: A\nnotes: %s\n", text, text, text));
	r = KERNATLAS("-r", dir, "list", "/(.*)*x/", "--format", "csv", "--fields", "id");
	command_assert_status(r, 0);
	command_assert_output(r, "id\r\nbefore\r\n");
	command_assert_error(r, "gave up on behind");
	t = terminal_open(30, 120, "-r", dir, "-q", "/(.*)*x/", NULL);
	terminal_settle(t);
	terminal_assert_text(t, "1 of 3 · gave up on 1");
	quit(t);
}

/* The whole run would take the budget of 1.5 s and more; a key ends it. */
static void escape_ends_a_pattern_at_once(void **state)
{
	const char *dir = long_records(80);
	struct terminal *t = terminal_open(30, 120, "-r", dir, NULL);
	const char *before;

	(void)state;
	terminal_settle(t);
	before = harness_format("%s", terminal_dump(t));
	/* All at once: each letter begins a run, the next one ends it. */
	terminal_send_bytes(t, "//^(a|a|a)+$/\x1b", 14);
	terminal_wait_text(t, "81 of 81");
	terminal_settle(t);
	same_texts(before, terminal_dump(t), "the screen after Escape");
	quit(t);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The ids of the browser, gathered by walking down the list of families and reading the Record pane. */
static void the_browser_and_the_command_line_select_the_same(void **state)
{
	static const char query[] = "cost:first-request -is:draft";
	struct terminal *t = terminal_open(45, 160, "-q", query, NULL);
	const struct command_result *r = KERNATLAS("list", query, "--format", "json", "--fields", "id");
	const char *listed[64] = {0}, *shown[64] = {0}, *at = r->out;
	size_t listed_count = 0, shown_count = 0;

	(void)state;
	terminal_settle(t);
	while ((at = strstr(at, "\"id\": \""))) {
		at += 7;
		listed[listed_count++] = harness_format("%.*s", (int)strcspn(at, "\""), at);
	}
	assert_int_equal(listed_count, 5);
	terminal_press(t, "1 g");
	for (int i = 0; i < 20; i++) {
		for (int row = 0; row < 45; row++) {
			const char *line = terminal_row(t, row), *id = strstr(line, "│compiler ");
			bool known = false;

			if (!id)
				continue;
			id += strlen("│compiler ");
			id = harness_format("%.*s", (int)strcspn(id, " "), id);
			for (size_t k = 0; k < shown_count; k++)
				known = known || strcmp(shown[k], id) == 0;
			if (!known)
				shown[shown_count++] = id;
		}
		terminal_press(t, "j");
	}
	assert_int_equal(shown_count, listed_count);
	qsort(listed, listed_count, sizeof *listed, by_text);
	qsort(shown, shown_count, sizeof *shown, by_text);
	for (size_t i = 0; i < shown_count; i++)
		assert_string_equal(shown[i], listed[i]);
	quit(t);
}

static void filters_from_before_come_back(void **state)
{
	struct terminal *t = open_at(30, 120);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:tpu");
	terminal_press(t, "Enter /");
	terminal_press(t, "C-u");
	terminal_type(t, "strategy:jit");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "5 of 22");
	terminal_press(t, "/");
	terminal_press(t, "C-u Up");
	terminal_assert_text(t, "strategy:jit");
	terminal_press(t, "Up");
	terminal_assert_text(t, "backend:tpu");
	terminal_assert_text(t, "2 of 22");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "2 of 22");
	/* One key undoes the last change, another lifts the last term. */
	terminal_press(t, "u");
	terminal_assert_text(t, "5 of 22");
	terminal_press(t, "x");
	terminal_assert_text(t, "22 of 22");
	quit(t);
}

static void completion_puts_in_values_and_questions(void **state)
{
	struct terminal *t = open_at(30, 120);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:cuda status:");
	terminal_press(t, "Tab");
	terminal_assert_text(t, "how many records it would leave");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "/backend:cuda status:verified");
	terminal_assert_text(t, "13 of 22");
	/* A saved question by its name: its query takes the place of what was typed. */
	terminal_press(t, "C-u");
	terminal_type(t, "nvidia-and");
	terminal_press(t, "Tab");
	terminal_assert_text(t, "/backend:cuda backend:rocm");
	terminal_assert_text(t, "9 of 22");
	/* Behind other terms it stands in brackets. */
	terminal_type(t, "phone");
	terminal_press(t, "Tab");
	terminal_assert_text(t, "backend:rocm (portability.constraint");
	terminal_assert_text(t, "2 of 22");
	terminal_press(t, "Escape");
	quit(t);
}

static void an_error_tells_its_column_and_marks_it(void **state)
{
	struct terminal *t = open_at(30, 60);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:rocm");
	terminal_assert_text(t, "10 of 22");
	terminal_type(t, " backend:cudaa");
	terminal_assert_text(t, "column 22: `cudaa` is no value of backend; did you mean `c");
	/* The last that could be read was backend:cuda. */
	terminal_assert_text(t, "9 of 22");
	/* Longer than the line: the column still counts from the beginning. */
	terminal_press(t, "C-u");
	terminal_type(t, "(backend:rocm backend:cuda) (backend:rocm backend:cuda) nofield:x");
	terminal_assert_text(t, "column 57: no field `nofield`");
	terminal_press(t, "Escape");
	quit(t);
}

static void a_facet_of_zero_says_what_takes_it_out_and_lifts_it(void **state)
{
	struct terminal *t = terminal_open(30, 120, "-q", "backend:cuda production_ready:no", NULL);

	(void)state;
	terminal_settle(t);
	terminal_assert_text(t, "2 of 22");
	terminal_press(t, "f");
	terminal_type(t, "backends: tpu");
	terminal_assert_text(t, "taken out by production_ready:no; Enter lifts that");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "/backend:cuda ");
	terminal_assert_text(t, "14 of 22");
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(every_prefix_of_a_pattern_shows_a_result_or_an_error),
		T(a_pattern_that_gives_up_names_the_records),
		T(what_was_skipped_is_told_beside_what_was_found),
		T(escape_ends_a_pattern_at_once),
		T(the_browser_and_the_command_line_select_the_same),
		T(filters_from_before_come_back),
		T(completion_puts_in_values_and_questions),
		T(an_error_tells_its_column_and_marks_it),
		T(a_facet_of_zero_says_what_takes_it_out_and_lifts_it),
	};

	return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
