/* Commands run to their end, and the folders and files of tests. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"

static const struct command_result *run_shell(const struct command *command, const char *script)
{
	return command_run(command, (const char *const[]){"sh", "-c", script, NULL});
}

static void streams_and_status_are_kept_apart(void **state)
{
	const struct command_result *r = run_shell(NULL, "echo out; echo err >&2; exit 3");

	(void)state;
	command_assert_status(r, 3);
	command_assert_output(r, "out\n");
	command_assert_error(r, "err\n");
	command_assert_says(r, "ou");
	command_assert_says_not(r, "err");
	assert_int_equal(r->signal, 0);
	assert_string_equal(r->line, "sh -c echo out; echo err >&2; exit 3");
}

static void arguments_meet_no_shell(void **state)
{
	const struct command_result *r =
	        command_run(NULL, (const char *const[]){"printf", "%s|", "$(id)", "a b", "", "*", NULL});

	(void)state;
	command_assert_output(r, "$(id)|a b||*|");
}

static void input_is_given(void **state)
{
	const struct command text = {.input = "some text"};
	const struct command bytes = {.input = "a\0b", .input_len = 3};

	(void)state;
	command_assert_output(run_shell(&text, "cat"), "some text");
	assert_int_equal(run_shell(&bytes, "cat")->out_len, 3);
	command_assert_output(run_shell(NULL, "cat"), "");
	/* A reader that stops early is no fault. */
	command_assert_output(run_shell(&text, "exit 0"), "");
}

static void much_goes_both_ways(void **state)
{
	enum { SIZE = 3000000 };
	char *input = harness_keep(malloc(SIZE));
	const struct command command = {.input = input, .input_len = SIZE};
	const struct command_result *r;

	(void)state;
	for (size_t i = 0; i < SIZE; i++)
		input[i] = (char)('a' + i % 23);
	r = run_shell(&command, "tee /dev/stderr");
	assert_int_equal(r->out_len, SIZE);
	assert_int_equal(r->err_len, SIZE);
	assert_memory_equal(r->out, input, SIZE);
	assert_memory_equal(r->err, input, SIZE);
}

static void the_environment_is_pinned_and_changed(void **state)
{
	const struct command changed = {.env = (const char *const[]){"LANG=C", "TZ", NULL}, .cwd = "/"};

	(void)state;
	setenv("NO_COLOR", "leaks", 1);
	command_assert_output(run_shell(NULL, "echo $LANG,$TZ,$KERNATLAS_TODAY,$NO_COLOR,$TERM"),
	                      "C.UTF-8,UTC,2026-12-01,,xterm-256color\n");
	command_assert_output(run_shell(&changed, "echo $LANG,$TZ,$PWD"), "C,,/\n");
	command_assert_output(run_shell(NULL, "pwd"), harness_format("%s\n", harness_root()));
	command_assert_output(run_shell(NULL, "test -d $HOME -a -d $TMPDIR && ls -A $HOME"), "state\ntmp\n");
}

static void a_shared_home_stays(void **state)
{
	const struct command command = {.home = workdir_new()};

	(void)state;
	command_assert_status(run_shell(&command, "echo kept > $HOME/file"), 0);
	command_assert_output(run_shell(&command, "cat $HOME/file"), "kept\n");
}

static void ends_by_signals_and_closed_pipes(void **state)
{
	const struct command closed = {.close_output = true};
	const struct command_result *r = run_shell(NULL, "kill -TERM $$");

	(void)state;
	assert_int_equal(r->signal, SIGTERM);
	command_assert_status(r, 128 + SIGTERM);
	r = command_run(&closed, (const char *const[]){"yes", NULL});
	command_assert_status(r, 128 + SIGPIPE);
	r = command_run(NULL, (const char *const[]){"/no/such", NULL});
	command_assert_status(r, 127);
	command_assert_error(r, "/no/such: No such file or directory\n");
}

static void the_program_goes_through_a_wrapper(void **state)
{
	char *const *argv;

	(void)state;
	setenv("KERNATLAS_PROGRAM", "/bin/echo", 1);
	setenv("KERNATLAS_WRAPPER", "env  A=1", 1);
	argv = harness_arguments((const char *const[]){"kernatlas", "list", NULL});
	assert_string_equal(argv[0], "env");
	assert_string_equal(argv[1], "A=1");
	assert_string_equal(argv[2], "/bin/echo");
	assert_string_equal(argv[3], "list");
	assert_null(argv[4]);
	command_assert_output(KERNATLAS("list", "--count"), "list --count\n");
	unsetenv("KERNATLAS_WRAPPER");
	unsetenv("KERNATLAS_PROGRAM");
}

static void files_are_written_and_changed(void **state)
{
	const char *dir = workdir_new();
	struct stat before, after;
	size_t len;

	(void)state;
	workdir_write(dir, "a/b/c.yaml", "one: 1\n");
	assert_int_equal(stat(workdir_path(dir, "a/b/c.yaml"), &before), 0);
	workdir_append(dir, "a/b/c.yaml", "two: 2\n");
	workdir_replace(dir, "a/b/c.yaml", "1", "one");
	assert_string_equal(workdir_read(dir, "a/b/c.yaml", &len), "one: one\ntwo: 2\n");
	assert_int_equal(len, 16);
	assert_int_equal(stat(workdir_path(dir, "a/b/c.yaml"), &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	workdir_write_bytes(dir, "zero", "\0\1", 2);
	workdir_read(dir, "zero", &len);
	assert_int_equal(len, 2);
	workdir_make(dir, "empty");
	assert_true(workdir_exists(dir, "empty"));
	workdir_remove(dir, "a");
	assert_false(workdir_exists(dir, "a"));
}

static void trees_are_copied(void **state)
{
	const char *dir = workdir_new(), *copy = workdir_path(workdir_new(), "copy");

	(void)state;
	workdir_write(dir, "x/y", "text");
	workdir_make(dir, "empty");
	assert_int_equal(symlink("nowhere", workdir_path(dir, "link")), 0);
	workdir_copy(dir, copy);
	assert_string_equal(workdir_read(copy, "x/y", NULL), "text");
	assert_true(workdir_exists(copy, "empty"));
	assert_true(workdir_exists(copy, "link"));
	workdir_write(copy, "x/y", "changed");
	assert_string_equal(workdir_read(dir, "x/y", NULL), "text");
}

static void the_records_can_be_copied(void **state)
{
	const char *records = workdir_records();

	(void)state;
	assert_true(workdir_exists(records, "sources"));
	assert_int_not_equal(strncmp(records, harness_root(), strlen(harness_root())), 0);
}

static void teardown_removes_folders_without_rights(void **state)
{
	const char *dir = workdir_new();
	char copy[256];

	(void)state;
	workdir_write(dir, "closed/file", "");
	assert_int_equal(chmod(workdir_path(dir, "closed"), 0), 0);
	strncpy(copy, dir, sizeof copy - 1);
	copy[sizeof copy - 1] = '\0';
	harness_teardown(NULL);
	assert_int_not_equal(access(copy, F_OK), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
	        TEST(streams_and_status_are_kept_apart),
	        TEST(arguments_meet_no_shell),
	        TEST(input_is_given),
	        TEST(much_goes_both_ways),
	        TEST(the_environment_is_pinned_and_changed),
	        TEST(a_shared_home_stays),
	        TEST(ends_by_signals_and_closed_pipes),
	        TEST(the_program_goes_through_a_wrapper),
	        TEST(files_are_written_and_changed),
	        TEST(trees_are_copied),
	        TEST(the_records_can_be_copied),
	        TEST(teardown_removes_folders_without_rights),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
