/* Facets: for one field, each value with the number of records that have it. A record counts once for a value however
 * often it holds it. */
#ifndef KERNATLAS_FACET_H
#define KERNATLAS_FACET_H

#include "bitset.h"
#include "corpus.h"

struct facet_value {
	const char *value; /* belongs to the corpus */
	const char *label;
	uint32_t now; /* among the records given */
	uint32_t all; /* in the whole domain */
};

struct facet {
	struct facet_value *values; /* in vocabulary order, else by count and name */
	uint32_t count;
	uint32_t missing_now, missing_all; /* records where nothing is given */
};

/* Counts a field, by dotted name or query alias. `domain` are the records that count as "all". False when memory ends;
 * release in either case. A field that nothing has gives an empty facet. */
bool facet_count(struct facet *facet, const struct corpus *corpus, const char *field, const struct bitset *domain,
	const struct bitset *now);
void facet_release(struct facet *facet);
/* The records that have a value there, added to `records`. */
void facet_records(const struct corpus *corpus, const char *field, const char *value, struct bitset *records);

/* The paths that a field's name or alias stands for (room for SCHEMA_ALIAS_PATHS); their number. */
int facet_paths(const struct corpus *corpus, const char *field, struct path *paths);

/* The fields worth a facet, as dotted names in schema order: those of the compiler type, or of `type`. Returns how many
 * were written (at most `most`). */
int facet_fields(const struct corpus *corpus, const struct corpus_type *type, char (*names)[64], int most);

#endif
