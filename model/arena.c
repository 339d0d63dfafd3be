#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_LEAST = 4096, CHUNK_MOST = 1 << 20 };

struct arena_chunk {
	struct arena_chunk *next;
	char bytes[];
};

void arena_init(struct arena *a)
{
	*a = (struct arena){0};
}

void arena_release(struct arena *a)
{
	while (a->chunks) {
		struct arena_chunk *next = a->chunks->next;

		free(a->chunks);
		a->chunks = next;
	}
	arena_init(a);
}

char *arena_bytes(struct arena *a, size_t size)
{
	char *bytes;

	if (size > a->size - a->used) {
		/* Each chunk is as large as all before it, within bounds: few chunks, little waste. */
		size_t room = a->total < CHUNK_LEAST ? CHUNK_LEAST : a->total < CHUNK_MOST ? a->total : CHUNK_MOST;
		struct arena_chunk *chunk;

		if (room < size)
			room = size;
		if (room > SIZE_MAX / 2 || !(chunk = malloc(sizeof *chunk + room)))
			return NULL;
		chunk->next = a->chunks;
		a->chunks = chunk;
		a->used = 0;
		a->size = room;
		a->total += sizeof *chunk + room;
	}
	bytes = a->chunks->bytes + a->used;
	a->used += size;
	return bytes;
}

char *arena_copy(struct arena *a, const char *bytes, size_t len)
{
	char *copy = len < SIZE_MAX / 2 ? arena_bytes(a, len + 1) : NULL;

	if (!copy)
		return NULL;
	if (len)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}
