/* What the helpers of the tests share: failing, time limits, where things are, and cleaning up.
 *
 * Everything that a helper hands out (terminals, folders, strings, results) belongs to the helper and lives
 * until harness_teardown(), which is made to be a cmocka test's teardown:
 *
 *	cmocka_unit_test_teardown(shows_the_count, harness_teardown)
 *
 * So a test frees nothing, and one that fails half-way leaves nothing behind either. What is left at the
 * end of the process is cleaned up then. The helpers are for one thread. */
#ifndef KERNATLAS_HARNESS_H
#define KERNATLAS_HARNESS_H

#include <stddef.h>

/* Fails the running cmocka test at `file`:`line` with a message of any length. Never returns. */
void harness_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));

/* Milliseconds of a monotonic clock. */
long long harness_now(void);
/* A time limit stretched for slow surroundings (valgrind, sanitizers): times TEST_SLOW of the environment. */
int harness_limit(int milliseconds);

/* The project's root: the folder in which the test was started. Absolute. */
const char *harness_root(void);
/* The program under test: KERNATLAS_PROGRAM of the environment, else the one of this build. Absolute. */
const char *harness_program(void);
/* A file of this build (such as "tests/harness/probe_curses"). Absolute; kept until teardown. */
const char *harness_built(const char *name);

/* The arguments to execute, kept until teardown: argv[0] "kernatlas" stands for the program under test and
 * becomes its path, after the words of KERNATLAS_WRAPPER (such as valgrind with its options) if that is set. */
char *const *harness_arguments(const char *const *argv);

/* Adds a heap block to what harness_teardown() frees, and returns it. A NULL fails the test: memory ended. */
void *harness_keep(void *block);
/* A formatted string, kept until teardown. */
const char *harness_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What teardown does, in this order; blocks kept are freed last. */
enum harness_stage { HARNESS_END_PROGRAMS, HARNESS_REMOVE_FOLDERS, HARNESS_STAGES };
/* Sets what is called for a stage. */
void harness_at_teardown(enum harness_stage stage, void (*clean_up)(void));
/* Ends the terminals, removes the folders, frees what is kept. Returns 0, as cmocka wants it. */
int harness_teardown(void **state);

#endif
