/* Shared by the corpus's files only: the steps of a load, in the order in which corpus_load takes them. */
#ifndef KERNATLAS_CORPUS_INTERNAL_H
#define KERNATLAS_CORPUS_INTERNAL_H

#include "corpus.h"
#include "corpus_walk.h"
#include "unit_cache.h"

/* How far a walk along the records of one id goes: what is beyond is reached by FILE:LINE. */
enum { SAME_ID_LOOK = 64 };

/* Reads every file of the list into a unit, or takes it from the cache, with one or two threads; the units
 * come in the list's order. False with a message when memory ends or the load was cancelled. */
bool corpus_read_units(struct corpus *corpus, const struct walk_list *files, const struct corpus_options *options,
	struct error *err);

/* Records, types, titles and identity out of the units. */
bool corpus_identify(struct corpus *corpus);
/* Fields that the schema derives where a record has none. */
bool corpus_derive(struct corpus *corpus);
void derived_set_free(struct derived_set *set);
/* Parses the bodies of documents. */
bool corpus_parse_documents(struct corpus *corpus);
/* The links as the cache has them; false when it has none that hold. */
bool corpus_take_links(struct corpus *corpus);
/* Links out of every record, and their inverse. */
bool corpus_link(struct corpus *corpus);

/* Adds a finding at a value of a record. False when memory ends. */
bool corpus_add_finding(struct corpus *corpus, enum finding_code code, uint32_t record, struct node at,
	const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
