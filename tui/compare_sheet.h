/* Records side by side: a table of the fields in which they differ, then what they share in short. */
#ifndef KERNATLAS_COMPARE_SHEET_H
#define KERNATLAS_COMPARE_SHEET_H

#include "targets.h"

enum { COMPARE_MOST = 4 };

/* False when memory ends. */
bool compare_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const uint32_t *records,
	int count);

#endif
