/* Records side by side: a table of the fields in which they differ, then what they share in short. */
#ifndef KERNATLAS_COMPARE_SHEET_H
#define KERNATLAS_COMPARE_SHEET_H

#include "targets.h"

enum { COMPARE_MOST = 4 };

/* False when memory ends. */
bool compare_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const uint32_t *records,
	int count);

/* Whether a field differs between the records, in state or content. */
bool compare_differs(const struct corpus *corpus, const uint32_t *records, int count, const char *field);
/* Whether a field is worth comparing: no identity, and one of them has it. */
bool compare_given(const struct corpus *corpus, const uint32_t *records, int count, const char *field);
/* Appends what a record's field holds as one line, entries with all their parts; states in words. */
void compare_text(const struct corpus *corpus, const struct record *record, const char *field, struct buf *out);

#endif
