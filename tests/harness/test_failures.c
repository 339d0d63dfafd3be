/* That a check which should fail does fail, and says what a person needs to see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"

static const struct command_result *run_failing(const char *folder, const char *update)
{
	const struct command command = {
	        .env = (const char *const[]){harness_format("FOLDER=%s", folder), update, NULL},
	        .limit = 60000,
	};

	return command_run(&command, (const char *const[]){harness_built("tests/harness/probe_failing"), NULL});
}

/* cmocka writes its messages to standard error. */
static void says(const struct command_result *r, const char *text)
{
	if (!strstr(r->err, text))
		command_assert_error(r, text);
}

static void failing_checks_fail_and_explain(void **state)
{
	const char *folder = workdir_new();
	const struct command_result *r;

	(void)state;
	workdir_write(folder, "golden.txt", "one\nTWO\nthree\n");
	r = run_failing(folder, NULL);
	command_assert_status(r, 11);
	says(r, "did not come within 300 ms: the text \"absent\"");
	says(r, "  0|present");
	says(r, "the program ended before this came: the text \"absent\"");
	says(r, "exited with 5");
	says(r, "the program did not come to rest within 300 ms");
	says(r, "the status is 5, not 0");
	says(r, "no key has the name: Entre");
	says(r, "left changed: terminal modes, mouse, hidden cursor, colours");
	says(r, " one\n-TWO\n+two\n three\n");
	says(r, "new/golden.txt does not exist; UPDATE_GOLDEN=1 writes what is there now:\ntext\n");
	says(r, "did not end within 200 ms\nsaid\n");
	says(r, "(- expected, + actual):\n-a\n+b\n");
	says(r, "contains more than once: a");
	says(r, "tests/harness/probe_failing.c:");
}

static void an_update_writes_the_expected_files(void **state)
{
	const char *folder = workdir_new();
	const struct command_result *r;

	(void)state;
	workdir_write(folder, "golden.txt", "one\nTWO\nthree\n");
	r = run_failing(folder, "UPDATE_GOLDEN=1");
	command_assert_status(r, 9);
	assert_string_equal(workdir_read(folder, "golden.txt", NULL), "one\ntwo\nthree\n");
	assert_string_equal(workdir_read(folder, "new/golden.txt", NULL), "text\n");
	/* And what was written is what the next run expects. */
	command_assert_status(run_failing(folder, NULL), 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_teardown(failing_checks_fail_and_explain, harness_teardown),
	        cmocka_unit_test_teardown(an_update_writes_the_expected_files, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
