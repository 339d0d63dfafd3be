/* What the README says to type: every command in it is run as written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/command.h"

/* The first word of a line behind a bar that bash does not find; "" when all are there. */
static const char *missing_program(const char *line)
{
	static const char *const programs[] = {"jq", "fzf"};

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		const char *look[] = {"bash", "-c", harness_format("command -v %s", programs[i]), NULL};

		if (strstr(line, harness_format("| %s ", programs[i])) && command_run(NULL, look)->status != 0)
			return programs[i];
	}
	return "";
}

static void run_line(const char *line, const char *dir)
{
	const char *script = harness_format("set -o pipefail; kernatlas() { '%s' \"$@\"; }; %s", harness_program(), line);
	const struct command in = {.cwd = dir};
	const struct command_result *r = command_run(&in, (const char *const[]){"bash", "-c", script, NULL});

	command_assert_status(r, 0);
	command_assert_error(r, "");
	if (!r->out_len && !strstr(line, " -o "))
		harness_fail(__FILE__, __LINE__, "nothing came of: %s", line);
}

static void every_command_works_as_written(void **state)
{
	static const char before[] = "    kernatlas ";
	const char *dir = workdir_new();
	struct buf text;
	int count = 0;

	(void)state;
	buf_init(&text);
	assert_true(buf_read_file(&text, harness_format("%s/README.md", harness_root()), 1 << 20));
	harness_keep(text.data);
	for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
		if (strncmp(line, before, strlen(before)) != 0 || strncmp(line, "    kernatlas present ", 22) == 0)
			continue;
		if (*missing_program(line)) {
			printf("%s is not installed: left out\n", missing_program(line));
			continue;
		}
		run_line(line, dir);
		count++;
	}
	assert_in_range(count, 12, 60);
}

/* The hook of the README stops a commit where records have errors, and only there. */
static void the_hook_stops_records_with_errors(void **state)
{
	const char *dir = workdir_new();
	const struct command in = {.cwd = dir};
	const char *hook = harness_format("kernatlas() { '%s' \"$@\"; }; kernatlas -r records check --strict", harness_program());
	const char *const argv[] = {"bash", "-c", hook, NULL};

	(void)state;
	workdir_write(dir, "records/compilers/a.yaml", "id: a\ntype: compiler\nname: [\n");
	command_assert_status(command_run(&in, argv), 1);
	assert_int_equal(KERNATLAS("-r", "records", "check", "--strict")->status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(every_command_works_as_written, harness_teardown),
		cmocka_unit_test_teardown(the_hook_stops_records_with_errors, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
