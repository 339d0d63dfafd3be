/* The file is mapped, not read: what is not asked for costs nothing, and nothing is kept twice. */
#include "unit_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "corpus_walk.h"
#include "map.h"
#include "unit_cache_format.h"

struct unit_cache {
	int refs; /* atomic */
	const char *bytes;
	size_t size;
	struct cache_header header;
	const struct cache_entry *entries;
	struct map paths; /* path → number of its entry */
};

void cache_header_init(struct cache_header *header)
{
	struct stat st;

	memset(header, 0, sizeof *header);
	memcpy(header->magic, cache_magic, sizeof header->magic);
	strncpy(header->version, KERNATLAS_VERSION, sizeof header->version - 1);
	header->value_size = sizeof(struct value);
	header->record_size = sizeof(struct unit_record);
	header->entry_size = sizeof(struct cache_entry);
	if (stat("/proc/self/exe", &st) == 0)
		header->program = stamp_of(&st);
}

uint64_t cache_sum(const void *bytes, uint64_t len)
{
	return XXH3_64bits(bytes, len);
}

uint64_t cache_header_sum(const struct cache_header *header)
{
	struct cache_header plain = *header;

	plain.header_sum = 0;
	return cache_sum(&plain, sizeof plain);
}

static bool is_of_this_program(const struct cache_header *h)
{
	struct cache_header mine;

	cache_header_init(&mine);
	return memcmp(h->magic, mine.magic, sizeof h->magic) == 0 && memcmp(h->version, mine.version, sizeof h->version) == 0
		&& h->value_size == mine.value_size && h->record_size == mine.record_size && h->entry_size == mine.entry_size
		&& stamp_equal(&h->program, &mine.program);
}

static bool check_header(const struct unit_cache *c)
{
	const struct cache_header *h = &c->header;

	return is_of_this_program(h) && h->header_sum == cache_header_sum(h) && h->file_size == c->size && h->entries_at % 8 == 0
		&& h->more_at % 8 == 0 && h->more_at >= sizeof *h && h->more_at <= h->entries_at && h->more_len <= h->entries_at - h->more_at && h->entries_at <= c->size && h->names_at <= c->size
		&& h->names_at == h->entries_at + (uint64_t)h->entry_count * sizeof(struct cache_entry) && h->key_count < KEYS_MAX
		&& h->index_sum == cache_sum(c->bytes + h->entries_at, c->size - h->entries_at);
}

/* The next name of the list, and its length; NULL at the end of the file. */
static const char *next_name(const struct unit_cache *c, const char **at, size_t *len)
{
	const char *name = *at, *end = c->bytes + c->size;
	const char *nul = name < end ? memchr(name, '\0', (size_t)(end - name)) : NULL;

	if (!nul)
		return NULL;
	*len = (size_t)(nul - name);
	*at = nul + 1;
	return name;
}

/* Keys get the numbers that they had when the cache was written; so values can stay as they are. */
static bool take_names(struct unit_cache *c, struct keys *keys)
{
	const char *at = c->bytes + c->header.names_at, *name;
	size_t len;

	for (uint32_t i = 1; i <= c->header.key_count; i++) {
		name = next_name(c, &at, &len);
		if (!name || keys_add(keys, name, len) != i)
			return false;
	}
	if (!map_reserve(&c->paths, c->header.entry_count))
		return false;
	for (uint32_t i = 0; i < c->header.entry_count; i++) {
		name = next_name(c, &at, &len);
		if (!name || !map_put(&c->paths, name, len, i, NULL))
			return false;
	}
	return at == c->bytes + c->size;
}

static bool map_file(struct unit_cache *c, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	void *bytes = MAP_FAILED;

	if (fd < 0)
		return false;
	/* One that others may write is not believed. */
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 077)
		&& st.st_size >= (off_t)sizeof c->header)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (bytes == MAP_FAILED)
		return false;
	c->bytes = bytes;
	c->size = (size_t)st.st_size;
	memcpy(&c->header, bytes, sizeof c->header);
	return true;
}

struct unit_cache *unit_cache_open(const char *path, struct keys *keys)
{
	struct unit_cache *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->refs = 1;
	map_init(&c->paths);
	if (map_file(c, path) && check_header(c) && keys_count(keys) == 1 && take_names(c, keys)) {
		c->entries = (const struct cache_entry *)(const void *)(c->bytes + c->header.entries_at);
		return c;
	}
	unit_cache_unref(c);
	return NULL;
}

void unit_cache_unref(struct unit_cache *c)
{
	if (!c || __atomic_sub_fetch(&c->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	if (c->bytes)
		munmap((void *)(uintptr_t)c->bytes, c->size);
	map_release(&c->paths);
	free(c);
}

uint32_t unit_cache_count(const struct unit_cache *cache)
{
	return cache->header.entry_count;
}

static bool is_whole(const struct unit_cache *c, const struct cache_entry *e)
{
	return e->at % 8 == 0 && e->at <= c->header.more_at && cache_block_size(e) <= c->header.more_at - e->at
		&& e->sum == cache_sum(c->bytes + e->at, cache_block_size(e));
}

struct unit *unit_cache_take(struct unit_cache *c, struct unit_chunk **chunk, const char *path, const struct stamp *stamp)
{
	struct map_slot *slot = map_find(&c->paths, path, strlen(path));
	const struct cache_entry *e = slot ? &c->entries[slot->value] : NULL;
	struct unit *unit;
	char *at;

	if (!e || !stamp_equal(&e->stamp, stamp) || !is_whole(c, e))
		return NULL;
	unit = unit_new(chunk, 0);
	if (!unit)
		return NULL;
	__atomic_add_fetch(&c->refs, 1, __ATOMIC_RELAXED);
	unit->cache = c;
	unit->clean = true;
	unit->markdown = e->markdown;
	unit->stamp = *stamp;
	/* Nobody writes to a unit; the pointers are those of units that have memory of their own. */
	unit->path = (char *)(uintptr_t)slot->key;
	at = (char *)(uintptr_t)(c->bytes + e->at);
	unit->records = (struct unit_record *)(void *)at;
	unit->record_count = e->record_count;
	at += e->record_count * sizeof *unit->records;
	unit->values = (struct value *)(void *)at;
	unit->value_count = e->value_count;
	unit->text = at + e->value_count * sizeof *unit->values;
	unit->text_len = e->text_len;
	return unit;
}

const void *unit_cache_more(const struct unit_cache *c, size_t *len)
{
	const char *more = c->bytes + c->header.more_at;

	*len = c->header.more_len;
	return *len && cache_sum(more, *len) == c->header.more_sum ? more : NULL;
}
