/* How a cache's file is laid out; shared by its reader and its writer only. Header, blocks, more, entries, names: the names of the
 * keys in the order of their numbers, then the paths of the entries in theirs, each with a NUL. Numbers are the machine's own. */
#ifndef KERNATLAS_UNIT_CACHE_FORMAT_H
#define KERNATLAS_UNIT_CACHE_FORMAT_H

#include "value.h"

struct cache_header {
	char magic[16];
	char version[32];
	uint32_t value_size, record_size, entry_size;
	uint32_t key_count; /* names, KEY_NONE not among them */
	uint32_t entry_count;
	uint32_t unused;
	struct stamp program; /* the file that runs: another build may read records in another way */
	uint64_t file_size;
	uint64_t more_at, more_len, more_sum; /* what the writer's caller gave */
	uint64_t entries_at, names_at;
	uint64_t index_sum;  /* of entries and names */
	uint64_t header_sum; /* of the header with 0 here */
};

/* One unit. Its block: records, values, text with its last NUL. */
struct cache_entry {
	struct stamp stamp;
	uint64_t at, sum; /* where its block begins, a multiple of 8; the block's checksum */
	uint32_t record_count, value_count, text_len;
	uint32_t markdown;
};

static const char cache_magic[16] = "kernatlas-units";

static inline uint64_t cache_block_size(const struct cache_entry *e)
{
	return (uint64_t)e->record_count * sizeof(struct unit_record) + (uint64_t)e->value_count * sizeof(struct value) + e->text_len + 1;
}

/* The header of this program, but for counts, places and sums. */
void cache_header_init(struct cache_header *header);
uint64_t cache_header_sum(const struct cache_header *header);
uint64_t cache_sum(const void *bytes, uint64_t len);

#endif
