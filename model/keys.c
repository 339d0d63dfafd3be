#include "keys.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "map.h"

/* Names live in blocks of fixed address, so that a name read by one thread stays put while another adds. */
enum { NAMES_A_BLOCK = 1024, BLOCKS_MAX = KEYS_MAX / NAMES_A_BLOCK + 1 };

struct keys {
	int refs; /* atomic */
	pthread_mutex_t lock;
	struct map map;
	char **blocks[BLOCKS_MAX];
	uint32_t count;
};

struct keys *keys_new(void)
{
	struct keys *keys = calloc(1, sizeof *keys);

	if (!keys)
		return NULL;
	if (pthread_mutex_init(&keys->lock, NULL) != 0) {
		free(keys);
		return NULL;
	}
	map_init(&keys->map);
	keys->refs = 1;
	keys->count = 1; /* number 0 is KEY_NONE */
	return keys;
}

struct keys *keys_ref(struct keys *keys)
{
	__atomic_add_fetch(&keys->refs, 1, __ATOMIC_RELAXED);
	return keys;
}

void keys_unref(struct keys *keys)
{
	if (!keys || __atomic_sub_fetch(&keys->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	for (uint32_t i = 1; i < keys->count; i++)
		free(keys->blocks[i / NAMES_A_BLOCK][i % NAMES_A_BLOCK]);
	for (size_t i = 0; i < BLOCKS_MAX; i++)
		free(keys->blocks[i]);
	map_release(&keys->map);
	pthread_mutex_destroy(&keys->lock);
	free(keys);
}

static uint16_t add_locked(struct keys *keys, const char *name, size_t len)
{
	uint32_t number = keys->count;
	char ***block = &keys->blocks[number / NAMES_A_BLOCK];
	char *copy;

	if (number >= KEYS_MAX)
		return KEY_NONE;
	if (!*block)
		*block = calloc(NAMES_A_BLOCK, sizeof **block);
	if (!*block)
		return KEY_NONE;
	copy = malloc(len + 1);
	if (!copy)
		return KEY_NONE;
	memcpy(copy, name, len);
	copy[len] = '\0';
	if (!map_put(&keys->map, copy, len, number, NULL)) {
		free(copy);
		return KEY_NONE;
	}
	(*block)[number % NAMES_A_BLOCK] = copy;
	keys->count++;
	return (uint16_t)number;
}

uint16_t keys_add(struct keys *keys, const char *name, size_t len)
{
	struct map_slot *slot;
	uint16_t number;

	pthread_mutex_lock(&keys->lock);
	slot = map_find(&keys->map, name, len);
	number = slot ? (uint16_t)slot->value : add_locked(keys, name, len);
	pthread_mutex_unlock(&keys->lock);
	return number;
}

uint16_t keys_find(struct keys *keys, const char *name, size_t len)
{
	struct map_slot *slot;
	uint16_t number;

	pthread_mutex_lock(&keys->lock);
	slot = map_find(&keys->map, name, len);
	number = slot ? (uint16_t)slot->value : KEY_NONE;
	pthread_mutex_unlock(&keys->lock);
	return number;
}

const char *keys_name(const struct keys *keys, uint16_t key)
{
	if (key == KEY_NONE || !keys->blocks[key / NAMES_A_BLOCK])
		return "";
	return keys->blocks[key / NAMES_A_BLOCK][key % NAMES_A_BLOCK];
}

uint32_t keys_count(struct keys *keys)
{
	uint32_t count;

	pthread_mutex_lock(&keys->lock);
	count = keys->count;
	pthread_mutex_unlock(&keys->lock);
	return count;
}
