/* Memory that is given piece by piece and freed at once. */
#ifndef KERNATLAS_ARENA_H
#define KERNATLAS_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks; /* the newest first */
	size_t used, size;          /* of the newest */
	size_t total;               /* bytes held in all */
};

void arena_init(struct arena *a);
void arena_release(struct arena *a);
/* Uninitialised bytes, aligned for nothing but bytes. NULL when memory ends. */
char *arena_bytes(struct arena *a, size_t size);
/* A NUL-terminated copy; NULL when memory ends. */
char *arena_copy(struct arena *a, const char *bytes, size_t len);

#endif
