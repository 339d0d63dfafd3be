/* Patterns on text: the one place that knows PCRE2 (https://www.pcre.org/current/doc/html/).
 *
 * A record's text is one stretch of values with a NUL after each. NUL is told to PCRE2 as the line end, so `^` and `$`
 * are the ends of a value, `.` stays within it, and one call searches a whole record. A match that would span values is
 * looked for again value by value, so a pattern means "within one value" always.
 *
 * A match that takes too many steps is given up, and said so: it is never taken for "no". */
#ifndef KERNATLAS_PATTERN_H
#define KERNATLAS_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct pattern;

enum pattern_flag {
	PATTERN_LITERAL = 1,  /* text as it stands, no expression */
	PATTERN_CASELESS = 2, /* i */
	PATTERN_DOTALL = 4,   /* s */
	PATTERN_EXTENDED = 8, /* x */
	PATTERN_UNGREEDY = 16 /* U */
};

enum pattern_result { PATTERN_NO, PATTERN_YES, PATTERN_GAVE_UP };

/* PCRE2's version, as it tells it. */
const char *pattern_library_version(void);
/* Compiles a pattern. NULL with a message; err->column is the place in the pattern, in characters from 1. */
struct pattern *pattern_new(const char *text, size_t len, unsigned flags, struct error *err);
/* The same pattern for another thread, to be freed before `p`. NULL when memory ends. */
struct pattern *pattern_share(const struct pattern *p);
void pattern_free(struct pattern *p); /* NULL is fine */

/* Searches text of values that each end in NUL (the last NUL may be missing). The text must be UTF-8. Not for use by
 * two threads at once. */
enum pattern_result pattern_match(struct pattern *p, const char *text, size_t len);
/* The first match at or after `from` in one plain text; false when there is none. Empty matches are passed over. */
bool pattern_find(struct pattern *p, const char *text, size_t len, size_t from, size_t *begin, size_t *end);

#endif
