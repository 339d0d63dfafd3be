/* What each record of a corpus runs on, worked out once: the targets as columns, and the columns of every record. Filters then
 * count and show without looking at the records again. */
#ifndef KERNATLAS_MATRIX_REACH_H
#define KERNATLAS_MATRIX_REACH_H

#include "corpus.h"

struct matrix_column {
	const char *value; /* belongs to the corpus */
	const char *label;
	bool unlisted;  /* from unlisted_targets */
	uint32_t total; /* rows of a matrix that reach it; 0 here */
};

struct matrix_reach {
	const struct corpus *corpus;
	struct matrix_column *columns;
	uint32_t column_count;
	uint32_t *begin;   /* [records + 1] */
	uint16_t *reached; /* columns of record r, each once: reached[begin[r] … begin[r + 1] - 1] */
	uint16_t key_targets, key_unlisted, key_name;
};

/* False when memory ends; it is then released, as if never built. */
bool matrix_reach_build(struct matrix_reach *reach, const struct corpus *corpus);
void matrix_reach_release(struct matrix_reach *reach);

#endif
