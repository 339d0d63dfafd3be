/* The difference of two texts, line by line, for people who read why a test failed. */
#ifndef KERNATLAS_TESTS_DIFF_H
#define KERNATLAS_TESTS_DIFF_H

#include <stddef.h>

struct buf;

/* Appends the lines that differ, "-" before those of `expected` alone, "+" before those of `actual` alone, with
 * up to two lines in common around them, and "…" where more are left out. */
void diff_add(struct buf *out, const char *expected, size_t expected_len, const char *actual, size_t actual_len);

#endif
