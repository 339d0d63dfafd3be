/* A corpus kept for the next start: its units as unit_cache.h keeps them, and its links, which hold only where nothing at all has
 * changed since. */
#ifndef KERNATLAS_CORPUS_CACHE_H
#define KERNATLAS_CORPUS_CACHE_H

#include "corpus.h"

enum { CORPUS_CACHE_FILES_LEAST = 1000 }; /* fewer are read as fast */

/* Whether keeping it is worth its while: it is large, and what it began from lacks a good part of it. */
bool corpus_cache_is_due(const struct corpus *corpus);
/* `cancel` is atomic: non-zero gives up; or NULL. The corpus must stay until it has ended. */
bool corpus_cache_write(const struct corpus *corpus, const char *path, const int *cancel, struct error *err);

#endif
