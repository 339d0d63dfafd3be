/* Two texts of many lines that must be one: screens, as a rule. */
#ifndef KERNATLAS_TESTS_SAME_H
#define KERNATLAS_TESTS_SAME_H

/* Fails the test with `what` and the lines that differ. */
#define same_texts(expected, actual, what) same_texts_at(expected, actual, what, __FILE__, __LINE__)
void same_texts_at(const char *expected, const char *actual, const char *what, const char *file, int line);

#endif
