/* Expected texts kept in files. With UPDATE_GOLDEN=1 in the environment they are written instead of compared. */
#ifndef KERNATLAS_TESTS_GOLDEN_H
#define KERNATLAS_TESTS_GOLDEN_H

#include <stddef.h>

/* Fails the test with the difference when `actual` is not the content of the file `path` (below the project's
 * root, or absolute), or when there is no such file. */
#define golden_check(path, actual, len) golden_check_at(path, actual, len, __FILE__, __LINE__)
void golden_check_at(const char *path, const char *actual, size_t len, const char *file, int line);

#endif
