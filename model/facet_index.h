/* Facets counted again and again under changing filters: each field's values are gathered once, with the records that have
 * them, so that a count is a walk over numbers. Fields are gathered when they are first asked for. */
#ifndef KERNATLAS_FACET_INDEX_H
#define KERNATLAS_FACET_INDEX_H

#include "facet.h"

struct facet_index;

struct facet_index *facet_index_new(const struct corpus *corpus); /* borrows the corpus; NULL when memory ends */
void facet_index_free(struct facet_index *index);                 /* NULL is fine */
/* The same as facet_count() over the whole index's corpus. False when memory ends. */
bool facet_index_count(struct facet_index *index, const char *field, const struct bitset *domain, const struct bitset *now,
	struct facet *facet);

#endif
