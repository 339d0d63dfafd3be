/* The difference of two texts, line by line, in the unified form of POSIX diff -u. */
#ifndef KERNATLAS_LINE_DIFF_H
#define KERNATLAS_LINE_DIFF_H

#include "buf.h"

/* Appends the diff of a file that held `before` and holds `after`, with three lines around each change; nothing when
 * they are equal. Texts that differ in very many lines are shown as one change. False when memory ends. */
bool line_diff(const char *path, const char *before, size_t before_len, const char *after, size_t after_len,
	struct buf *out);

#endif
