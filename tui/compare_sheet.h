/* Records side by side: a table of the fields in which they differ, then what they share in short. */
#ifndef KERNATLAS_COMPARE_SHEET_H
#define KERNATLAS_COMPARE_SHEET_H

#include "targets.h"

enum { COMPARE_MOST = 4, COMPARE_FIELDS_MAX = 256 };

/* The fields worth comparing, by name: those of the records' types in schema order, then those that no schema has, in
 * reading order. One without a schema has no meaning (NULL). */
struct compare_fields {
	struct schema_field fields[COMPARE_FIELDS_MAX];
	bool differs[COMPARE_FIELDS_MAX];
	int count;
	int different;
};

void compare_fields(struct compare_fields *f, const struct corpus *corpus, const uint32_t *records, int count);

/* False when memory ends. */
bool compare_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const uint32_t *records,
	int count);

/* Appends what a record's field holds as one line, entries with all their parts; states in words. */
void compare_text(const struct corpus *corpus, const struct record *record, const char *field, struct buf *out);

#endif
