/* Where the compile cost of each record of a corpus lands, worked out once: the moments as columns, and the costs of every
 * record with theirs. */
#ifndef KERNATLAS_COST_INDEX_H
#define KERNATLAS_COST_INDEX_H

#include "corpus.h"

struct cost_moment {
	const char *value; /* of `lands`; belongs to the corpus */
	const char *label;
};

struct cost_entry {
	uint32_t moment; /* index in moments */
	struct node cost;
};

struct cost_index {
	const struct corpus *corpus; /* NULL: not built */
	struct cost_moment *moments; /* those of the vocabulary in its order, then what else the records name */
	uint32_t moment_count;
	uint32_t *begin; /* [records + 1] */
	struct cost_entry *entries; /* costs of record r, as they stand there: entries[begin[r] … begin[r + 1] - 1] */
};

/* False when memory ends; it is then released, as if never built. */
bool cost_index_build(struct cost_index *index, const struct corpus *corpus);
void cost_index_release(struct cost_index *index);

#endif
