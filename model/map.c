#include "map.h"

#include <stdlib.h>
#include <string.h>

/* A per-process seed would make results depend on the run; keys that collide on purpose cost time only
 * up to the reader's limits on names, so a fixed mix is enough. */
uint32_t map_hash(const char *key, size_t len)
{
	uint64_t h = 0x9E3779B97F4A7C15u ^ len;

	while (len >= 8) {
		uint64_t part;

		memcpy(&part, key, 8);
		h = (h ^ part) * 0xD6E8FEB86659FD93u;
		h ^= h >> 32;
		key += 8;
		len -= 8;
	}
	if (len) {
		uint64_t part = 0;

		memcpy(&part, key, len);
		h = (h ^ part) * 0xD6E8FEB86659FD93u;
		h ^= h >> 32;
	}
	h *= 0xD6E8FEB86659FD93u;
	return (uint32_t)(h >> 32);
}

void map_init(struct map *m)
{
	memset(m, 0, sizeof *m);
}

void map_release(struct map *m)
{
	free(m->slots);
	map_init(m);
}

static struct map_slot *probe(const struct map *m, const char *key, size_t len, uint32_t hash)
{
	uint32_t mask = m->cap - 1;

	for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
		struct map_slot *slot = &m->slots[i];

		if (!slot->key || (slot->hash == hash && slot->len == len && memcmp(slot->key, key, len) == 0))
			return slot;
	}
}

bool map_reserve(struct map *m, uint32_t count)
{
	struct map old = *m;
	uint64_t cap = old.cap ? old.cap : 16;

	while (cap < (uint64_t)count + count / 3 + 1)
		cap *= 2;
	if (cap > UINT32_MAX / 2)
		return false;
	if (cap == old.cap)
		return true;
	m->slots = calloc(cap, sizeof *m->slots);
	if (!m->slots) {
		*m = old;
		return false;
	}
	m->cap = (uint32_t)cap;
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.slots[i].key)
			*probe(m, old.slots[i].key, old.slots[i].len, old.slots[i].hash) = old.slots[i];
	free(old.slots);
	return true;
}

struct map_slot *map_find(const struct map *m, const char *key, size_t len)
{
	struct map_slot *slot;

	if (!m->count)
		return NULL;
	slot = probe(m, key, len, map_hash(key, len));
	return slot->key ? slot : NULL;
}

struct map_slot *map_put(struct map *m, const char *key, size_t len, uint32_t value, bool *added)
{
	struct map_slot *slot;
	uint32_t hash = map_hash(key, len);

	if (added)
		*added = false;
	if (!map_reserve(m, m->count + 1))
		return NULL;
	slot = probe(m, key, len, hash);
	if (!slot->key) {
		*slot = (struct map_slot){.key = key, .len = (uint32_t)len, .hash = hash, .value = value};
		m->count++;
		if (added)
			*added = true;
	}
	return slot;
}
