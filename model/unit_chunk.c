#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "value.h"

enum { CHUNK_SIZE = 4 << 20, ALIGNMENT = 16 };

struct unit_chunk {
	int refs; /* atomic: units may be let go by any thread */
	size_t used;
};

struct unit_chunk *unit_chunk_new(void)
{
	struct unit_chunk *chunk =
		mmap(NULL, CHUNK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (chunk == MAP_FAILED)
		return NULL;
#ifdef MADV_HUGEPAGE
	/* A wish: where the system grants it, touching fresh memory costs a hundredth. */
	madvise(chunk, CHUNK_SIZE, MADV_HUGEPAGE);
#endif
	chunk->refs = 1;
	chunk->used = (sizeof *chunk + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	return chunk;
}

void unit_chunk_unref(struct unit_chunk *chunk)
{
	if (chunk && __atomic_sub_fetch(&chunk->refs, 1, __ATOMIC_ACQ_REL) == 0)
		munmap(chunk, CHUNK_SIZE);
}

void *unit_chunk_take(struct unit_chunk *chunk, size_t size)
{
	char *at = (char *)chunk + chunk->used;

	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (size > CHUNK_SIZE - chunk->used)
		return NULL;
	chunk->used += size;
	__atomic_add_fetch(&chunk->refs, 1, __ATOMIC_RELAXED);
	return at;
}

struct unit *unit_new(struct unit_chunk **chunk, size_t more)
{
	size_t size = sizeof(struct unit) + more;
	struct unit *unit = *chunk ? unit_chunk_take(*chunk, size) : NULL;
	struct unit_chunk *fresh;

	if (*chunk && !unit && (fresh = unit_chunk_new())) {
		unit_chunk_unref(*chunk);
		*chunk = fresh;
		unit = unit_chunk_take(fresh, size);
	}
	if (unit) {
		memset(unit, 0, sizeof *unit);
		unit->chunk = *chunk;
	} else {
		/* Also for one that is larger than a chunk. */
		unit = malloc(size);
		if (!unit)
			return NULL;
		memset(unit, 0, sizeof *unit);
	}
	unit->refs = 1;
	return unit;
}
