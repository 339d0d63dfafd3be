/* Other programs, run by argument list and never through a shell. */
#ifndef KERNATLAS_CHILD_H
#define KERNATLAS_CHILD_H

#include "buf.h"
#include "error.h"

/* Runs `argv` (NULL at its end; searched for in PATH) and appends at most `limit` bytes of what it prints. Its standard
 * input and error are /dev/null. One that prints more or runs longer than `limit_ms` is ended. Returns its exit status, 0
 * for one that printed more; -1 with a message when it could not be started, was killed, took too long, or memory ended. */
int child_output(const char *const *argv, size_t limit, int limit_ms, struct buf *out, struct error *err);
/* Runs `argv` and hands it bytes on its standard input; what it prints goes nowhere. One that runs longer than `limit_ms`
 * is ended; one that goes on in the background once it has ended is not waited for. Returns its exit status, or -1 as
 * above. SIGPIPE has to be ignored: a program need not read all. */
int child_input(const char *const *argv, const void *bytes, size_t len, int limit_ms, struct error *err);

#endif
