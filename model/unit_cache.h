/* What was read of a large corpus, kept in one file for the next start.
 *
 * A cache is never needed and never believed further than it proves itself: it is of this very program, its parts carry
 * checksums, and a unit is taken only for a file whose device, inode, size and both times are those of the file that was
 * read. What fails any of this is read as if there were no cache. Units with findings are not kept, nor those of files that
 * changed so shortly before they were read that another change would have left the same times. */
#ifndef KERNATLAS_UNIT_CACHE_H
#define KERNATLAS_UNIT_CACHE_H

#include <sys/uio.h>

#include "error.h"
#include "value.h"

struct unit_cache;
struct unit_chunk;

/* Opens a cache and gives its names of keys to `keys`, which has none yet. NULL when there is none that can be believed;
 * `keys` may then hold names, which does no harm. */
struct unit_cache *unit_cache_open(const char *path, struct keys *keys);
/* Each unit that was taken has a reference of its own. NULL is fine. */
void unit_cache_unref(struct unit_cache *cache);
/* The unit of that file in that state, with one reference; NULL when the cache has none to be believed, or memory ends. It is
 * made in `*chunk` as scratch_unit does. Several threads may take, each with a chunk of its own. */
struct unit *unit_cache_take(struct unit_cache *cache, struct unit_chunk **chunk, const char *path, const struct stamp *stamp);
/* What was given as `more`, at an address that 8 divides; NULL when nothing was, or it is not whole. */
const void *unit_cache_more(const struct unit_cache *cache, size_t *len);
/* How many units it holds. */
uint32_t unit_cache_count(const struct unit_cache *cache);

enum { UNIT_CACHE_MARGIN_S = 3 }; /* times of a file system are this coarse at most */

struct unit_cache_input {
	struct unit *const *units;
	uint32_t count;
	struct keys *keys;
	int64_t read_at_ns; /* the clock's time when reading began */
	const int *cancel;  /* atomic; non-zero: give up; or NULL */
	const struct iovec *more; /* bytes to keep beside the units, or NULL */
	int more_count;
};

/* Whether a unit read then can be kept: see above. */
bool unit_cache_keeps(const struct unit *unit, int64_t read_at_ns);
/* Writes a cache of its own, readable by its owner alone, in the place of one that is there: whole, or not at all. */
bool unit_cache_write(const char *path, const struct unit_cache_input *input, struct error *err);

#endif
