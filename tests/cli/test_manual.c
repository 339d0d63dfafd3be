/* The manual and the help: nothing that the program can do is missing there, and every page is well formed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tui/action.h"
#include "tui/manual.h"
#include "tui/options.h"

static bool installed(const char *program)
{
	static const char *const folders[] = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin"};

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (access(harness_format("%s/%s", folders[i], program), X_OK) == 0)
			return true;
	printf("%s is not installed: left out\n", program);
	return false;
}

/* A page as roff. */
static const char *page(const char *name)
{
	const struct command_result *r = KERNATLAS("help", "manual", name);

	command_assert_status(r, 0);
	return r->out;
}

/* A text as the pages have it: minus signs and quotes escaped. */
static const char *escaped(const char *text)
{
	char out[512];
	size_t n = 0;

	for (; *text && n + 8 < sizeof out; text++) {
		if (*text == '-')
			n += (size_t)sprintf(out + n, "\\-");
		else
			out[n++] = *text;
	}
	out[n] = '\0';
	return harness_format("%s", out);
}

static void contains(const char *text, const char *what)
{
	if (!strstr(text, what))
		harness_fail(__FILE__, __LINE__, "the manual does not have: %s", what);
}

static void every_action_has_a_key_or_the_palette_and_stands_in_the_manual(void **state)
{
	const char *text = page("kernatlas");

	(void)state;
	for (int i = 0; i < ACTION_COUNT; i++) {
		const struct action_row *row = &action_rows[i];

		assert_true(*row->name && *row->group && *row->help);
		contains(text, harness_format("\\fR \\fI%s\\fR\n", escaped(row->name)));
		for (int j = 0; j < i; j++)
			assert_string_not_equal(action_rows[j].name, row->name);
	}
}

static void every_command_and_option_stands_in_its_help_and_in_the_manual(void **state)
{
	const char *text = page("kernatlas"), *all = KERNATLAS("help")->out;

	(void)state;
	for (const struct command_row *command = command_rows; command->name; command++) {
		const struct command_result *r = KERNATLAS("help", command->name);

		command_assert_status(r, 0);
		contains(r->out, strcmp(command->name, "help") == 0 ? "kernatlas list" : command->help);
		contains(all, harness_format("  kernatlas %s ", command->name));
		contains(text, harness_format("\n.TP\n\\fB%s\\fR", escaped(command->name)));
		for (const struct option_row *option = option_rows; option->name; option++)
			if (strstr(option->commands, harness_format(" %s ", command->name)))
				contains(r->out, option->name);
	}
	for (const struct option_row *option = option_rows; option->name; option++)
		contains(text, escaped(option->name));
	for (const struct environment_row *row = environment_rows; row->name; row++)
		contains(text, harness_format("\\fB%s\\fR", row->name));
}

static void records_and_queries_are_told_from_the_schema(void **state)
{
	const char *records = page("kernatlas-records"), *query = page("kernatlas-query");

	(void)state;
	contains(records, "\\fBcosts.lands\\fR \\fI");
	contains(records, "\\fBfirst\\-request\\fR\n");
	contains(records, "\n.SS \"compiler\"\n");
	contains(query, "\\fBbackend\\fR\n");
	contains(query, "\\fBtarget_backends\\fR");
	contains(query, "\\fBlinked\\-from:id\\fR");
	assert_null(strstr(records, "\n.\n"));
	command_assert_status(KERNATLAS("help", "manual", "nothing"), 2);
}

static void formatters_have_nothing_to_say(void **state)
{
	static const char *const lint[] = {"mandoc", "-T", "lint", "-W", "error", "page", NULL};
	static const char *const groff[] = {"groff", "-ww", "-man", "-Tutf8", "page", NULL};
	bool mandoc = installed("mandoc"), man = installed("groff");

	(void)state;
	for (const struct manual_page *p = manual_pages; p->name; p++) {
		const char *dir = workdir_new();
		struct command in = {.cwd = dir};

		workdir_write(dir, "page", page(p->name));
		if (mandoc)
			command_assert_status(command_run(&in, lint), 0);
		if (man) {
			const struct command_result *r = command_run(&in, groff);

			command_assert_status(r, 0);
			command_assert_error(r, "");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(every_action_has_a_key_or_the_palette_and_stands_in_the_manual, harness_teardown),
		cmocka_unit_test_teardown(every_command_and_option_stands_in_its_help_and_in_the_manual, harness_teardown),
		cmocka_unit_test_teardown(records_and_queries_are_told_from_the_schema, harness_teardown),
		cmocka_unit_test_teardown(formatters_have_nothing_to_say, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
