/* Links as a graph, both directions alike: who is near, and how two records hang together. */
#ifndef KERNATLAS_LINK_GRAPH_H
#define KERNATLAS_LINK_GRAPH_H

#include "corpus.h"

/* The records that a record links to or that link to it, each once, itself not among them, in the order of its links (out
 * before in). The caller frees the array. NULL when memory ends. */
uint32_t *link_neighbours(const struct corpus *corpus, uint32_t record, uint32_t *count);
/* The shortest way from one record to another over links in either direction: record numbers, both ends included. The
 * caller frees it. *length 0 when there is none. NULL only when memory ends. */
uint32_t *link_path(const struct corpus *corpus, uint32_t from, uint32_t to, uint32_t *length);

#endif
