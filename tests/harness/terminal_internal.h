/* What the parts of terminal.h share. */
#ifndef KERNATLAS_TESTS_TERMINAL_INTERNAL_H
#define KERNATLAS_TESTS_TERMINAL_INTERNAL_H

#include "buf.h"
#include "tests/harness/job.h"
#include "tests/harness/terminal.h"

struct terminal {
	struct job job;
	struct screen *screen;
	struct buf output;   /* all that the program wrote */
	const char *command; /* its arguments, for messages */
	const char *home;
	const char *term;
	int limit; /* of one wait, stretched already */
	struct terminal *next;
};

/* Takes in the output and the changes of state that are there; waits up to `timeout` milliseconds for the first.
 * Returns whether there was output. */
bool terminal_pump(struct terminal *t, int timeout);
/* Writes all to the program, taking in its output meanwhile. False when it does not read within the limit or the
 * terminal is gone. */
bool terminal_write(struct terminal *t, const char *bytes, size_t len);
/* Fails the test with a message, the program's state and the screen. */
void terminal_fail(struct terminal *t, const char *file, int line, const char *format, ...)
        __attribute__((format(printf, 4, 5), noreturn));
/* A buffer's content as a string kept until teardown; empties the buffer. */
const char *terminal_keep(struct buf *b);

#endif
