/* The environment in which programs are tested: the same on every machine.
 *
 * LANG=C.UTF-8, TZ=UTC, KERNATLAS_TODAY=2026-12-01, KERNATLAS_RECORDS is the project's records/, HOME and the
 * XDG folders lie in a folder of the test's, TMPDIR too. In it the browser was left before (of no records yet), so that it
 * greets nobody. Nothing else comes from outside but PATH, the terminal descriptions' places and the options of
 * sanitizers and coverage. */
#ifndef KERNATLAS_TESTS_ENVIRONMENT_H
#define KERNATLAS_TESTS_ENVIRONMENT_H

/* `home` is an existing folder. `term` is TERM, or NULL for none. `changes` (or NULL) ends with NULL; each is
 * "NAME=value", or "NAME" to take a variable out. The result is for execve and is kept until teardown. */
char *const *environment_new(const char *home, const char *term, const char *const *changes);

#endif
