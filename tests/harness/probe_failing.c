/* Tests that must fail: test_failures.c runs this program and reads what it says. FOLDER names a folder to use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/golden.h"
#include "tests/harness/terminal.h"

static struct terminal *start(const char *script)
{
	const struct terminal_options options = {.rows = 3, .cols = 30, .limit = 300};

	return terminal_start(&options, (const char *const[]){"sh", "-c", script, NULL});
}

static void missing_text(void **state)
{
	(void)state;
	terminal_wait_text(start("printf present; read x"), "absent");
}

static void ended_program(void **state)
{
	(void)state;
	terminal_wait_text(start("exit 5"), "absent");
}

static void busy_program(void **state)
{
	(void)state;
	terminal_settle(start("while :; do :; done"));
}

static void wrong_status(void **state)
{
	(void)state;
	terminal_assert_exit(start("exit 5"), 0);
}

static void unknown_key(void **state)
{
	(void)state;
	terminal_press(start("read x"), "Entre");
}

static void modes_left(void **state)
{
	struct terminal *t = start("stty -echo; printf '\\033[?1000h\\033[?25l\\033[31m'");

	(void)state;
	terminal_wait_exit(t);
	terminal_assert_restored(t);
}

static void golden_differs(void **state)
{
	const char *path = workdir_path(getenv("FOLDER"), "golden.txt");
	static const char text[] = "one\ntwo\nthree\n";

	(void)state;
	golden_check(path, text, sizeof text - 1);
}

static void golden_missing(void **state)
{
	const char *path = workdir_path(getenv("FOLDER"), "new/golden.txt");

	(void)state;
	golden_check(path, "text\n", 5);
}

static void slow_command(void **state)
{
	const struct command command = {.limit = 200};

	(void)state;
	command_run(&command, (const char *const[]){"sh", "-c", "echo said; exec sleep 60", NULL});
}

static void wrong_output(void **state)
{
	(void)state;
	command_assert_output(command_run(NULL, (const char *const[]){"echo", "b", NULL}), "a\n");
}

static void replaced_twice(void **state)
{
	const char *dir = workdir_new();

	(void)state;
	workdir_write(dir, "file", "a a");
	workdir_replace(dir, "file", "a", "b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_teardown(missing_text, harness_teardown),
	        cmocka_unit_test_teardown(ended_program, harness_teardown),
	        cmocka_unit_test_teardown(busy_program, harness_teardown),
	        cmocka_unit_test_teardown(wrong_status, harness_teardown),
	        cmocka_unit_test_teardown(unknown_key, harness_teardown),
	        cmocka_unit_test_teardown(modes_left, harness_teardown),
	        cmocka_unit_test_teardown(golden_differs, harness_teardown),
	        cmocka_unit_test_teardown(golden_missing, harness_teardown),
	        cmocka_unit_test_teardown(slow_command, harness_teardown),
	        cmocka_unit_test_teardown(wrong_output, harness_teardown),
	        cmocka_unit_test_teardown(replaced_twice, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
