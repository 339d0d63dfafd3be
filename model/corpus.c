/* A load in steps: walk the roots, read each file into a unit (the only part that threads share), then on one thread
 * records and identity, derived fields, documents, links. Each step only adds to the corpus; what fails frees it whole. */
#include "corpus.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "corpus_internal.h"
#include "document.h"
#include "reader.h"
#include "unit_cache_format.h"

bool corpus_add_finding(struct corpus *corpus, enum finding_code code, uint32_t record, struct node at,
	const char *format, ...)
{
	struct error text;
	struct finding *f;
	va_list args;

	va_start(args, format);
	error_vset(&text, format, args);
	va_end(args);
	f = finding_add(&corpus->findings, code, at.v ? at.v->line : 0, at.v ? at.v->column : 0, "%s", text.message);
	if (!f)
		return false;
	if (record != RECORD_NONE) {
		f->record = (int32_t)record;
		f->unit = corpus->records[record].unit_index;
	}
	return true;
}

static void take_schema(struct corpus *corpus, const char *path, const char *bytes, size_t len, struct error *err)
{
	corpus->schema = schema_parse(corpus->keys, path, bytes, len, &corpus->findings, err);
	corpus->schema_sum = cache_sum(bytes, len);
}

static bool load_schema(struct corpus *corpus, const struct walk_list *files, struct error *err)
{
	for (size_t i = 0; i < files->count; i++) {
		struct buf bytes;

		if (files->items[i].kind != WALK_SCHEMA)
			continue;
		buf_init(&bytes);
		if (buf_read_file(&bytes, files->items[i].path, READER_FILE_LIMIT))
			take_schema(corpus, files->items[i].path, bytes.data, bytes.len, err);
		else
			error_set(err, "%s: can't be read", files->items[i].path);
		buf_release(&bytes);
		return corpus->schema != NULL;
	}
	take_schema(corpus, "schema.yaml (built in)", schema_data, schema_data_size, err);
	return corpus->schema != NULL;
}

static bool copy_roots(struct corpus *corpus, const struct corpus_options *options)
{
	corpus->roots = calloc((size_t)options->root_count + 1, sizeof *corpus->roots);
	corpus->root_units = calloc((size_t)options->root_count + 1, sizeof *corpus->root_units);
	if (!corpus->roots || !corpus->root_units)
		return false;
	for (; corpus->root_count < options->root_count; corpus->root_count++) {
		corpus->roots[corpus->root_count] = strdup(options->roots[corpus->root_count]);
		if (!corpus->roots[corpus->root_count])
			return false;
	}
	return true;
}

/* The record of a unit that holds a line: the last one that begins at or before it. */
static uint32_t record_at_line(const struct corpus *corpus, uint32_t first, uint32_t end, uint32_t line)
{
	uint32_t found = RECORD_NONE;

	for (uint32_t i = first; i < end; i++)
		if (record_root(&corpus->records[i]).v->line <= line)
			found = i;
	return found;
}

/* Takes over what was found while reading. Records stand in the order of their units. */
static bool collect_findings(struct corpus *corpus)
{
	uint32_t record = 0;

	for (uint32_t u = 0; u < corpus->unit_count; u++) {
		uint32_t first = record;

		while (record < corpus->count && corpus->records[record].unit_index == u)
			record++;
		for (size_t i = 0; i < corpus->units[u]->findings.count; i++) {
			struct finding f = corpus->units[u]->findings.items[i];
			uint32_t at = record_at_line(corpus, first, record, f.line);

			f.unit = u;
			f.record = at == RECORD_NONE ? FINDING_NO_RECORD : (int32_t)at;
			if (!finding_copy(&corpus->findings, &f))
				return false;
		}
	}
	return true;
}

static bool take_keys(struct corpus *corpus)
{
	corpus->key_id = keys_add(corpus->keys, "id", 2);
	corpus->key_type = keys_add(corpus->keys, "type", 4);
	corpus->key_status = keys_add(corpus->keys, "status", 6);
	corpus->key_body = keys_add(corpus->keys, "body", 4);
	return corpus->key_id && corpus->key_type && corpus->key_status && corpus->key_body;
}

static bool load(struct corpus *corpus, const struct corpus_options *options, struct walk_list *files, struct error *err)
{
	static bool (*const steps[])(struct corpus *) = {
		corpus_identify, corpus_derive, corpus_parse_documents, corpus_link, collect_findings};

	if (!corpus->keys || !copy_roots(corpus, options) || !take_keys(corpus))
		return error_memory(err);
	files->most = options->most_files > 0 ? (size_t)options->most_files : 0;
	files->many = options->many;
	files->many_data = options->many_data;
	files->many_at = options->many_files > 0 ? (size_t)options->many_files : 0;
	for (int i = 0; i < options->root_count; i++) {
		if (!corpus_walk(files, options->roots[i], options->previous && !options->previous->partial, err))
			return false;
		corpus->root_units[i + 1] = (uint32_t)files->count;
	}
	corpus->partial = files->cut;
	if (!load_schema(corpus, files, err) || !corpus_read_units(corpus, files, options, err))
		return false;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (!steps[i](corpus) || corpus->findings.failed)
			return error_memory(err);
		if (options->progress && __atomic_load_n(&options->progress->cancel, __ATOMIC_RELAXED)) {
			error_set(err, "cancelled");
			return false;
		}
	}
	return true;
}

struct corpus *corpus_load(const struct corpus_options *options, struct error *err)
{
	struct corpus *corpus = calloc(1, sizeof *corpus);
	struct walk_list files = {0};
	bool ok;

	if (!corpus) {
		error_memory(err);
		return NULL;
	}
	corpus->keys = options->previous ? keys_ref(options->previous->keys) : keys_new();
	corpus->today = options->today;
	corpus->stale_days = options->stale_days ? options->stale_days : 180;
	/* Before any other key gets its number. */
	if (options->cache && !options->previous && corpus->keys)
		corpus->cache = unit_cache_open(options->cache, corpus->keys);
	ok = load(corpus, options, &files, err);
	walk_list_release(&files);
	if (!ok) {
		corpus_free(corpus);
		return NULL;
	}
	return corpus;
}

struct corpus *corpus_ref(const struct corpus *corpus)
{
	/* Who reads it changes nothing in it but the count of those who do. */
	struct corpus *own = (struct corpus *)(uintptr_t)corpus;

	__atomic_add_fetch(&own->more_owners, 1, __ATOMIC_RELAXED);
	return own;
}

void corpus_free(struct corpus *corpus)
{
	if (!corpus || __atomic_fetch_sub(&corpus->more_owners, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	for (uint32_t i = 0; i < corpus->document_count; i++)
		document_free(corpus->documents[i]);
	free(corpus->documents);
	for (uint32_t i = 0; i < corpus->unit_count; i++)
		unit_unref(corpus->units[i]);
	free(corpus->units);
	for (int i = 0; i < corpus->root_count; i++)
		free(corpus->roots[i]);
	free(corpus->root_units);
	free(corpus->roots);
	free(corpus->records);
	free(corpus->types);
	if (!corpus->links_kept) {
		free((void *)(uintptr_t)corpus->links);
		free((void *)(uintptr_t)corpus->links_out);
		free((void *)(uintptr_t)corpus->links_in);
		free((void *)(uintptr_t)corpus->links_in_order);
	}
	unit_cache_unref(corpus->cache);
	bitset_release(&corpus->used_keys);
	map_release(&corpus->ids);
	arena_release(&corpus->id_text);
	map_release(&corpus->aliases);
	map_release(&corpus->folders);
	derived_set_free(corpus->derived);
	finding_list_release(&corpus->findings);
	schema_free(corpus->schema);
	keys_unref(corpus->keys);
	free(corpus);
}

size_t corpus_memory(const struct corpus *corpus)
{
	size_t bytes = sizeof *corpus;

	for (uint32_t i = 0; i < corpus->unit_count; i++)
		bytes += unit_memory(corpus->units[i]);
	bytes += corpus->unit_count * sizeof *corpus->units + corpus->count * sizeof *corpus->records;
	bytes += corpus->link_count * (sizeof *corpus->links + sizeof *corpus->links_in_order);
	bytes += (corpus->count + 1) * 2 * sizeof *corpus->links_out;
	bytes += (corpus->ids.cap + corpus->aliases.cap + corpus->folders.cap) * sizeof *corpus->ids.slots;
	return bytes;
}

bool corpus_is_outdated(const struct corpus *corpus)
{
	struct walk_list files = {0};
	bool same = true;
	uint32_t unit = 0;

	for (int i = 0; same && i < corpus->root_count; i++)
		same = corpus_walk(&files, corpus->roots[i], true, NULL);
	for (size_t i = 0; same && i < files.count; i++) {
		const struct walk_file *file = &files.items[i];

		same = unit < corpus->unit_count && strcmp(file->path, corpus->units[unit]->path) == 0
			&& stamp_equal(&file->stamp, &corpus->units[unit]->stamp);
		unit++;
	}
	same = same && unit == corpus->unit_count;
	walk_list_release(&files);
	return !same;
}
