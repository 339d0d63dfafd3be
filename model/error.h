/* An error as a value: one complete message, with its place when it has one.
 *
 * Library code fills an error and returns false (or NULL); it never prints and never exits.
 * The message is bounded: a longer one is cut and ends in "…", so a hostile name can't grow it. */
#ifndef KERNATLAS_ERROR_H
#define KERNATLAS_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

struct error {
	char message[512]; /* UTF-8, no trailing newline; "" when nothing went wrong */
	int line;          /* from 1; 0 when the error has no place */
	int column;        /* from 1, in characters; 0 when unknown */
};

void error_clear(struct error *err);

/* Sets the message and forgets the place. `err` may be NULL: the caller does not care. */
void error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

void error_vset(struct error *err, const char *format, va_list args);

/* Sets message and place. */
void error_set_at(struct error *err, int line, int column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

void error_set_memory(struct error *err);

/* The message for a failed allocation; always returns false, to be returned in turn. Here, so that compilers see it. */
static inline bool error_memory(struct error *err)
{
	error_set_memory(err);
	return false;
}

#endif
