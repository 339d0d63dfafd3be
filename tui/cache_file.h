/* Where the cache of a large corpus lies: $XDG_CACHE_HOME/kernatlas, else ~/.cache/kernatlas; one file for each set of folders of
 * records, in the order and by the names that were given. */
#ifndef KERNATLAS_CACHE_FILE_H
#define KERNATLAS_CACHE_FILE_H

#include "corpus.h"
#include "buf.h"

enum { CACHE_FILES_MAX = 4 }; /* the oldest give way */

/* Appends the folder's name. False where there is no place for it. Makes nothing. */
bool cache_file_folder(struct buf *path);
/* Appends the name of the cache of these folders. False where there is no place for one. */
bool cache_file_name(const char *const *roots, int count, struct buf *path);
/* Keeps the corpus there for the next start, where that is worth its while. What goes wrong costs nothing but the time of the next
 * start, so nobody is told. `cancel` is atomic: non-zero gives up; or NULL. */
void cache_file_save(const struct corpus *corpus, const char *path, const int *cancel);

#endif
