/* A hash table from byte strings to numbers. The keys are borrowed: their bytes must outlive the table. */
#ifndef KERNATLAS_MAP_H
#define KERNATLAS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
	const char *key; /* NULL: free */
	uint32_t len;
	uint32_t hash;
	uint32_t value;
};

struct map {
	struct map_slot *slots;
	uint32_t count;
	uint32_t cap; /* a power of two, or 0 */
};

uint32_t map_hash(const char *key, size_t len);
void map_init(struct map *m);
void map_release(struct map *m);
/* Makes room for `count` keys in all, so that adding them can't fail. False when memory ends. */
bool map_reserve(struct map *m, uint32_t count);

/* The slot of a key, or NULL. */
struct map_slot *map_find(const struct map *m, const char *key, size_t len);
/* The slot of a key, added with `value` when it was not there (*added tells). NULL when memory ends. */
struct map_slot *map_put(struct map *m, const char *key, size_t len, uint32_t value, bool *added);

#endif
