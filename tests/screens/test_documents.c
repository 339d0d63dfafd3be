/* Documents in the reader and on the command line: claims that change as the records do, headings twice and in other scripts,
 * long tables, links that are refused, the browser outside, and the same links everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "buf.h"
#include "text.h"
#include "tests/harness/command.h"
#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static struct terminal *open_in(const char *dir, const char *id, int rows, int cols)
{
	struct terminal *t = terminal_open(rows, cols, "-r", dir, id, NULL);

	terminal_settle(t);
	return t;
}

static void a_claim_turns_with_the_records(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_in(dir, "15-compilers#3-portability-is-the-exception-not-the-default", 45, 120);
	const struct command_result *r;
	int row, col;

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "is counted");
	terminal_press(t, "Enter");
	assert_true(terminal_find(t, "is counted ✓", &row, &col));
	terminal_assert_absent(t, "✗");
	workdir_replace(dir, "compilers/triton.yaml", "target_backends: [cuda, rocm]", "target_backends: [cuda]");
	terminal_wait_text(t, "is counted ✗");
	/* The reader stayed where it was. */
	assert_true(terminal_find(t, "is counted ✗", &row, NULL));
	r = KERNATLAS("-r", dir, "check", "type:any");
	command_assert_status(r, 1);
	command_assert_says(r, "claim `both-vendors-nine` in 15-compilers#3-portability-is-the-exception-not-the-default");
	command_assert_says(r, "docs/15-compilers.md:172): the records do not give: triton");
	/* And back. */
	workdir_replace(dir, "compilers/triton.yaml", "target_backends: [cuda]", "target_backends: [cuda, rocm]");
	terminal_wait_text(t, "is counted ✓");
	command_assert_status(KERNATLAS("-r", dir, "check", "type:any"), 0);
	/* From the mark to the records behind it. */
	while (!terminal_find(t, "Enter: claim", NULL, NULL))
		terminal_press(t, "Tab");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "WHAT THE QUERY GIVES NOW");
	terminal_press(t, "Escape");
	quit(t);
}

static const char *odd_documents(void)
{
	const char *dir = workdir_new();
	struct buf table;

	workdir_write(dir, "docs/a.md", "# Same\n\nfirst\n\n[one](#same) [two](#same-1) [[a#日本語の見出し]] [[a#кириллица]]\n\n"
					"[out](../../../etc/passwd) [abs](/etc/passwd) [file](file:///etc/passwd) [js](javascript:alert) [gone](nothing.md)\n"
					"[web](https://example.org/a?b=c&d=$(id);e)\n\n# Same\n\nsecond\n\n# 日本語の見出し\n\nthird\n\n# Кириллица\n\nfourth\n");
	buf_init(&table);
	buf_adds(&table, "# Rows\n\n| n | word |\n|---|---|\n");
	for (int i = 0; i < 5000; i++)
		buf_addf(&table, "| %d | row%d |\n", i, i);
	assert_true(buf_ok(&table));
	workdir_write(dir, "docs/t.md", table.data);
	buf_release(&table);
	return dir;
}

static void a_heading_twice_and_other_scripts_can_be_reached(void **state)
{
	static const struct {
		const char *fragment, *text;
	} places[] = {{"same", "first"}, {"same-1", "second"}, {"日本語の見出し", "third"}, {"кириллица", "fourth"}};
	const char *dir = odd_documents();
	struct terminal *t = open_in(dir, "a", 12, 80);

	(void)state;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const struct command_result *r = KERNATLAS("-r", dir, "doc", harness_format("a#%s", places[i].fragment));

		command_assert_status(r, 0);
		/* The text beneath comes first of the four words. */
		for (size_t k = 0; k < i; k++)
			command_assert_says_not(r, places[k].text);
		command_assert_says(r, places[i].text);
	}
	terminal_press(t, "Tab Tab Enter");
	terminal_assert_text(t, "Same › Same");
	terminal_assert_text(t, "second");
	terminal_press(t, "BSpace Tab Enter");
	terminal_assert_text(t, "Same › 日本語の見出し");
	terminal_press(t, "BSpace Escape");
	quit(t);
}

static void links_out_of_the_records_are_refused_and_said(void **state)
{
	const char *dir = odd_documents();
	struct terminal *t = open_in(dir, "a", 24, 80);
	const struct command_result *r = KERNATLAS("-r", dir, "check", "type:any");

	(void)state;
	command_assert_status(r, 1);
	command_assert_says(r, "[[../../../etc/passwd]] leads nowhere; what lies outside the records is not opened");
	command_assert_says(r, "[[/etc/passwd]] leads nowhere; what lies outside the records is not opened");
	command_assert_says(r, "docs/a.md:7:1: error: link-unresolved");
	terminal_assert_text(t, "out (leads nowhere)");
	terminal_assert_text(t, "abs (leads nowhere)");
	terminal_assert_text(t, "file (not opened: only http and");
	terminal_assert_absent(t, "root:");
	terminal_press(t, "Escape");
	quit(t);
}

/* The program that opens addresses gets them as one argument, with no shell between. */
static void an_address_goes_to_the_web_browser_as_one_argument(void **state)
{
	const char *dir = odd_documents(), *bin = workdir_new();
	const char *opener = workdir_path(bin, "xdg-open");
	const char *env[] = {harness_format("PATH=%s:%s", bin, getenv("PATH")), NULL};
	struct terminal_options options = {.rows = 24, .cols = 80, .env = env};
	struct terminal *t;

	(void)state;
	/* Written beside and renamed, so that the file is whole once it is there. */
	workdir_write(bin, "xdg-open", harness_format("#!/bin/sh\nprintf '%%s\\n' \"$#\" \"$@\" >%s/args.new && mv %s/args.new %s/args\n", bin, bin, bin));
	assert_int_equal(chmod(opener, 0755), 0);
	t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", dir, "a", NULL});
	terminal_settle(t);
	for (int i = 0; i < 10 && !terminal_find(t, "Enter: open https://", NULL, NULL); i++)
		terminal_press(t, "Tab");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "opening https://example.org/");
	for (long long end = harness_now() + harness_limit(10000); !workdir_exists(bin, "args");)
		if (harness_now() > end)
			fail_msg("the opener was not started");
	assert_string_equal(workdir_read(bin, "args", NULL), "1\nhttps://example.org/a?b=c&d=$(id);e\n");
	terminal_press(t, "Escape");
	quit(t);
}

static void a_table_of_5000_rows_is_read_to_its_end(void **state)
{
	const char *dir = odd_documents();
	struct terminal *t = open_in(dir, "t", 24, 80);
	const struct command_result *r = KERNATLAS("-r", dir, "doc", "t");

	(void)state;
	command_assert_says(r, "row0");
	command_assert_says(r, "row4999");
	terminal_assert_text(t, "row0");
	terminal_press(t, "G");
	terminal_assert_text(t, "row4999");
	terminal_press(t, "PageUp");
	terminal_assert_absent(t, "row4999");
	terminal_press(t, "g");
	terminal_assert_text(t, "row0");
	terminal_press(t, "/");
	terminal_type(t, "row2500");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "row2500");
	terminal_press(t, "Escape");
	quit(t);
}

static void a_document_reads_well_in_a_pipe(void **state)
{
	const struct command_result *r = KERNATLAS("doc", "15-compilers", "--width", "72"), *part;
	const char *section;

	(void)state;
	command_assert_status(r, 0);
	for (const char *line = r->out; *line; line += strcspn(line, "\n") + 1) {
		size_t len = strcspn(line, "\n");

		if (text_width(line, len) > 72)
			fail_msg("wider than 72: %.*s", (int)len, line);
		if (memchr(line, '\x1b', len))
			fail_msg("an escape sequence in a pipe: %.*s", (int)len, line);
		if (!line[len])
			break;
	}
	/* Every section of the seed is there. */
	command_assert_says(r, "0. The decision, short form");
	command_assert_says(r, "1. The four families");
	command_assert_says(r, "3. Portability is the exception");
	command_assert_says(r, "3a. Where a hand-written kernel still wins on Tenstorrent");
	command_assert_says(r, "4. What the records cannot answer");
	part = KERNATLAS("doc", "15-compilers#2-where-the-compile-cost-lands", "--width", "72");
	command_assert_status(part, 0);
	assert_int_equal(strncmp(part->out, "2. Where the compile cost lands\n", 32), 0);
	section = strstr(r->out, "2. Where the compile cost lands\n");
	assert_non_null(section);
	part = KERNATLAS("doc", "15-compilers#no-such-heading");
	command_assert_status(part, 1);
	command_assert_error(part, "no-such-heading");
}

/* What makes a link of the JSON another one than the link before it: its ends, kind and heading. */
static const char *link_key(const char *entry)
{
	static const char *const names[] = {"\"to\": ", "\"from\": ", "\"kind\": ", "\"heading\": "};
	const char *key = "", *end = strchr(entry, '}');

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *at = strstr(entry, names[i]);

		if (at && at < end)
			key = harness_format("%s|%.*s", key, (int)strcspn(at, ",}"), at);
	}
	return key;
}

/* The pane's list and the command line's are of the same links; the pane says once what is there twice in a row. */
static void links_are_the_same_in_the_pane_and_on_the_command_line(void **state)
{
	static const char *const ids[] = {"tt-forge", "qnn", "triton", "tensorrt", "mlir"};

	(void)state;
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		const struct command_result *json = KERNATLAS("links", ids[i], "--format", "json");
		struct terminal *t = terminal_open(200, 160, ids[i], NULL);
		const char *in = strstr(json->out, "\"in\": ");
		const char *last = "";
		int out_count = 0, in_count = 0, out_shown = 0, in_shown = 0, out_once = 0, in_once = 0;

		terminal_settle(t);
		terminal_press(t, "5 z");
		assert_non_null(in);
		for (const char *at = strstr(json->out, "{\""); at; at = strstr(at + 1, "{\"")) {
			const char *key = link_key(at);

			*(at < in ? &out_count : &in_count) += 1;
			*(at < in ? &out_once : &in_once) += strcmp(key, last) != 0;
			last = key;
		}
		if (!terminal_find(t, harness_format("LINKS %d out · %d in", out_count, in_count), NULL, NULL))
			fail_msg("%s has %d links out and %d in; the pane says\n%s", ids[i], out_count, in_count, terminal_text(t));
		for (int row = 0; row < 200; row++) {
			const char *line = terminal_row(t, row);

			out_shown += strstr(line, "│ → ") != NULL;
			in_shown += strstr(line, "│ ← ") != NULL;
		}
		assert_int_equal(out_shown, out_once);
		assert_int_equal(in_shown, in_once);
		quit(t);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_claim_turns_with_the_records),
		T(a_heading_twice_and_other_scripts_can_be_reached),
		T(links_out_of_the_records_are_refused_and_said),
		T(an_address_goes_to_the_web_browser_as_one_argument),
		T(a_table_of_5000_rows_is_read_to_its_end),
		T(a_document_reads_well_in_a_pipe),
		T(links_are_the_same_in_the_pane_and_on_the_command_line),
	};

	text_init_locale();
	return cmocka_run_group_tests_name("documents", tests, NULL, NULL);
}
