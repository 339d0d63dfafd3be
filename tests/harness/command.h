/* Programs run to their end, without a terminal and without a shell: for tests of the command line.
 *
 *	const struct command_result *r = KERNATLAS("list", "backend:cuda", "--count");
 *
 *	command_assert_status(r, 0);
 *	command_assert_output(r, "17\n");
 *
 * The environment is that of environment.h, with TERM=xterm-256color. */
#ifndef KERNATLAS_TESTS_COMMAND_H
#define KERNATLAS_TESTS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/harness/harness.h"
#include "tests/harness/workdir.h"

struct command {
	const char *const *env; /* changes to the environment, see environment_new(); or NULL */
	const char *home;       /* the folder of HOME and XDG_…; NULL: a fresh one */
	const char *cwd;        /* NULL: the project's root */
	const void *input;      /* for standard input; NULL: /dev/null */
	size_t input_len;       /* 0: input is a string */
	bool close_output;      /* nobody reads standard output: the first write meets a closed pipe */
	int limit;              /* milliseconds; 0: 20000. Stretched by TEST_SLOW. Running longer fails the test */
};

/* Kept until harness_teardown(). */
struct command_result {
	int status;      /* the exit status, or 128 + n when signal n killed it */
	int signal;      /* n, or 0 */
	const char *out; /* standard output, NUL-terminated */
	size_t out_len;
	const char *err; /* standard error, NUL-terminated */
	size_t err_len;
	const char *line; /* what was run, for messages */
};

/* Runs argv (NULL at its end); argv[0] "kernatlas" is the program under test, others are searched for in PATH.
 * `command` may be NULL. */
const struct command_result *command_run(const struct command *command, const char *const *argv);
/* The program under test with these arguments. */
#define KERNATLAS(...) command_run(NULL, (const char *const[]){"kernatlas", __VA_ARGS__, NULL})
#define KERNATLAS_WITH(command, ...) command_run(command, (const char *const[]){"kernatlas", __VA_ARGS__, NULL})

/* Each fails with all of the result, and the difference where texts are compared. */
#define command_assert_status(r, status) command_assert_status_at(r, status, __FILE__, __LINE__)
/* Standard output is this text. */
#define command_assert_output(r, text) command_assert_output_at(r, text, __FILE__, __LINE__)
/* Standard output has this text in it, or does not. */
#define command_assert_says(r, text) command_assert_says_at(r, text, true, __FILE__, __LINE__)
#define command_assert_says_not(r, text) command_assert_says_at(r, text, false, __FILE__, __LINE__)
/* Standard error has this text in it; with "" it is empty. */
#define command_assert_error(r, text) command_assert_error_at(r, text, __FILE__, __LINE__)
/* Standard output equals tests/cli/golden/NAME; a name with a "/" is a path below the project's root. See golden.h. */
#define command_assert_golden(r, name) command_assert_golden_at(r, name, __FILE__, __LINE__)

void command_assert_status_at(const struct command_result *r, int status, const char *file, int line);
void command_assert_output_at(const struct command_result *r, const char *text, const char *file, int line);
void command_assert_says_at(const struct command_result *r, const char *text, bool present, const char *file, int line);
void command_assert_error_at(const struct command_result *r, const char *text, const char *file, int line);
void command_assert_golden_at(const struct command_result *r, const char *name, const char *file, int line);

#endif
