#include "corpus_cache.h"

#include "corpus_internal.h"

/* Before the arrays: links, links_out, links_in, links_in_order. */
struct links_head {
	uint64_t schema_sum; /* which fields hold links is the schema's word */
	uint32_t record_count, link_count;
};

bool corpus_cache_is_due(const struct corpus *corpus)
{
	uint32_t fresh = corpus->unit_count - corpus->cached_units;

	return corpus->unit_count >= CORPUS_CACHE_FILES_LEAST && fresh > corpus->unit_count / 16;
}

/* Links name records and values by number. They hold when every record stands in a unit of the cache, all of its units are there, and
 * in the same order: their texts then stand one behind the other. */
static bool has_same_units(const struct corpus *corpus)
{
	const char *last = NULL;

	if (corpus->cached_units != unit_cache_count(corpus->cache))
		return false;
	for (uint32_t i = 0; i < corpus->unit_count; i++) {
		const struct unit *unit = corpus->units[i];

		if (unit->cache ? last && unit->text <= last : unit->record_count)
			return false;
		if (unit->cache)
			last = unit->text;
	}
	return true;
}

bool corpus_take_links(struct corpus *corpus)
{
	size_t len, want, nodes = (size_t)corpus->count + 1;
	const struct links_head *head = corpus->cache ? unit_cache_more(corpus->cache, &len) : NULL;

	if (!head || len < sizeof *head || head->schema_sum != corpus->schema_sum || head->record_count != corpus->count || !has_same_units(corpus))
		return false;
	want = sizeof *head + head->link_count * (sizeof *corpus->links + sizeof *corpus->links_in_order) + 2 * nodes * sizeof *corpus->links_out;
	if (len != want)
		return false;
	corpus->links = (const struct link *)(head + 1);
	corpus->link_count = head->link_count;
	corpus->links_out = (const uint32_t *)(corpus->links + corpus->link_count);
	corpus->links_in = corpus->links_out + nodes;
	corpus->links_in_order = corpus->links_in + nodes;
	corpus->links_kept = true;
	return true;
}

/* Whether the cache will hold every unit that has records. */
static bool keeps_all(const struct corpus *corpus)
{
	for (uint32_t i = 0; i < corpus->unit_count; i++)
		if (corpus->units[i]->record_count && !unit_cache_keeps(corpus->units[i], corpus->read_at_ns))
			return false;
	return true;
}

bool corpus_cache_write(const struct corpus *corpus, const char *path, const int *cancel, struct error *err)
{
	struct links_head head = {corpus->schema_sum, corpus->count, corpus->link_count};
	size_t nodes = ((size_t)corpus->count + 1) * sizeof *corpus->links_out;
	struct iovec more[] = {
		{&head, sizeof head},
		{(void *)(uintptr_t)corpus->links, corpus->link_count * sizeof *corpus->links},
		{(void *)(uintptr_t)corpus->links_out, nodes},
		{(void *)(uintptr_t)corpus->links_in, nodes},
		{(void *)(uintptr_t)corpus->links_in_order, corpus->link_count * sizeof *corpus->links_in_order},
	};
	struct unit_cache_input input = {
		.units = corpus->units,
		.count = corpus->unit_count,
		.keys = corpus->keys,
		.read_at_ns = corpus->read_at_ns,
		.cancel = cancel,
		.more = more,
		.more_count = keeps_all(corpus) ? sizeof more / sizeof *more : 0,
	};

	return unit_cache_write(path, &input, err);
}
