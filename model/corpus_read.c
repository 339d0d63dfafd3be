/* Files into units. Threads take files in small runs from a shared counter, so that a slow file holds up nobody; each
 * has a reader and a buffer of its own. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "corpus_internal.h"
#include "reader.h"

enum { THREADS_MAX = 8, RUN = 16, FILES_FOR_THREADS = 300 };

struct job {
	struct corpus *corpus;
	const struct walk_list *files;
	const struct map *previous; /* path → number of its unit there */
	const struct corpus *previous_corpus;
	struct corpus_progress *progress;
	const struct corpus_overlay *overlay;
	struct unit_cache *cache;
	size_t next; /* atomic: the first file nobody has taken */
	int failed;  /* atomic */
};

static bool cancelled(const struct job *job)
{
	return job->progress && __atomic_load_n(&job->progress->cancel, __ATOMIC_RELAXED);
}

static struct unit *unit_of_last_time(const struct job *job, const struct walk_file *file)
{
	struct map_slot *slot = map_find(job->previous, file->path, strlen(file->path));

	return slot ? job->previous_corpus->units[slot->value] : NULL;
}

static const char *why_unreadable(int error)
{
	switch (error) {
	case EFBIG:
		return "larger than 64 MiB: left out";
	case EINVAL:
		return "not a regular file: left out";
	default:
		return strerror(error);
	}
}

/* Cut off, as by one who truncates a file and then writes it: with a fault, or with nothing in it. */
static bool is_half_written(const struct unit *now, const struct unit *before)
{
	return before && before->clean && before->record_count && (!now->clean || (!now->value_count && !now->findings.count));
}

/* A file caught half-written keeps what it held before; its findings tell. */
static struct unit *keep_last_good(struct unit *now, struct unit *before)
{
	const struct finding *fault = now->findings.count ? &now->findings.items[0] : NULL;
	struct unit *kept = unit_copy(before);

	if (kept)
		kept->stamp = now->stamp;
	if (kept && !finding_add(&kept->findings, fault ? fault->code : FINDING_SYNTAX, fault ? fault->line : 1,
			    fault ? fault->column : 1, "what the file held before is shown: %s",
			    fault ? fault->message : "it is empty")) {
		unit_unref(kept);
		kept = NULL;
	}
	unit_unref(now);
	return kept;
}

static struct unit *read_failed(const struct walk_file *file, struct stat *st)
{
	int error = errno;

	/* Its stamp all the same: a file that stays unreadable is no change. */
	if (lstat(file->path, st) != 0)
		memset(st, 0, sizeof *st);
	return error == ENOMEM ? NULL : reader_failed(file->path, FINDING_UNREADABLE, why_unreadable(error));
}

static struct unit *read_bytes(struct reader *reader, const struct walk_file *file, const char *bytes, size_t len)
{
	return file->kind == WALK_MARKDOWN ? reader_markdown(reader, file->path, bytes, len)
					   : reader_yaml(reader, file->path, bytes, len);
}

static bool is_overlaid(const struct job *job, const struct walk_file *file)
{
	return job->overlay && file->kind != WALK_SCHEMA && strcmp(job->overlay->path, file->path) == 0;
}

/* After a part of the corpus few files have been read before, and only those are looked at. */
static bool is_unchanged(const struct unit *before, const struct walk_file *file)
{
	struct stamp now = file->stamp;
	struct stat st;

	if (!file->stamped) {
		if (stat(file->path, &st) != 0 || !S_ISREG(st.st_mode))
			return false;
		now = stamp_of(&st);
	}
	return stamp_equal(&before->stamp, &now);
}

/* Told by the file's name alone, it need not be opened. */
static struct unit *take_cached(const struct job *job, struct reader *reader, const struct walk_file *file)
{
	struct unit *unit;
	struct stamp stamp;
	struct stat st;

	if (!job->cache || (file->kind != WALK_YAML && file->kind != WALK_MARKDOWN) || stat(file->path, &st) != 0 || !S_ISREG(st.st_mode))
		return NULL;
	stamp = stamp_of(&st);
	unit = unit_cache_take(job->cache, reader_chunk(reader), file->path, &stamp);
	if (unit)
		__atomic_fetch_add(&job->corpus->cached_units, 1, __ATOMIC_RELAXED);
	return unit;
}

static struct unit *read_one(const struct job *job, struct reader *reader, struct buf *bytes, const struct walk_file *file)
{
	struct unit *before = unit_of_last_time(job, file), *unit;
	struct stat st = {0};

	if (file->kind == WALK_REFUSED)
		return reader_failed(file->path, FINDING_UNREADABLE, file->refused);
	if (is_overlaid(job, file))
		return read_bytes(reader, file, job->overlay->bytes, job->overlay->len);
	if (before && is_unchanged(before, file))
		return unit_ref(before);
	if ((unit = take_cached(job, reader, file)))
		return unit;
	buf_clear(bytes);
	if (file->kind == WALK_SCHEMA) {
		/* Read elsewhere; here only its stamp counts, so that a change of it is seen. */
		unit = reader_yaml(reader, file->path, "", 0);
		if (stat(file->path, &st) != 0)
			memset(&st, 0, sizeof st);
	} else if (!buf_read_file_stat(bytes, file->path, READER_FILE_LIMIT, &st)) {
		unit = read_failed(file, &st);
	} else {
		unit = read_bytes(reader, file, bytes->data, bytes->len);
	}
	if (unit)
		unit->stamp = stamp_of(&st);
	if (unit && is_half_written(unit, before))
		unit = keep_last_good(unit, before);
	return unit;
}

/* While its values are at hand: a pass of its own over all values would cost a tenth of a start from the cache. */
static void note_keys(struct bitset *keys, const struct unit *unit)
{
	for (uint32_t i = 0; i < unit->value_count; i++)
		bitset_add(keys, unit->values[i].key);
}

static void give_keys(struct corpus *corpus, const struct bitset *keys)
{
	for (size_t i = 0; i < bitset_words(keys); i++)
		if (keys->words[i])
			__atomic_fetch_or(&corpus->used_keys.words[i], keys->words[i], __ATOMIC_RELAXED);
}

static void *work(void *argument)
{
	struct job *job = argument;
	struct reader *reader = reader_new(job->corpus->keys);
	struct bitset keys = {0};
	struct buf bytes;

	buf_init(&bytes);
	if (!bitset_init(&keys, KEYS_MAX) || !reader)
		__atomic_store_n(&job->failed, 1, __ATOMIC_RELAXED);
	else if (job->files->count >= FILES_FOR_THREADS && (!job->previous_corpus || job->previous_corpus->partial))
		reader_expect_many(reader);
	while (!__atomic_load_n(&job->failed, __ATOMIC_RELAXED) && !cancelled(job)) {
		size_t begin = __atomic_fetch_add(&job->next, RUN, __ATOMIC_RELAXED);
		size_t end = begin + RUN < job->files->count ? begin + RUN : job->files->count;

		if (begin >= job->files->count)
			break;
		for (size_t i = begin; i < end; i++) {
			job->corpus->units[i] = read_one(job, reader, &bytes, &job->files->items[i]);
			if (job->corpus->units[i])
				note_keys(&keys, job->corpus->units[i]);
			else
				__atomic_store_n(&job->failed, 1, __ATOMIC_RELAXED);
		}
		if (job->progress)
			__atomic_fetch_add(&job->progress->files_done, (int)(end - begin), __ATOMIC_RELAXED);
	}
	if (keys.words)
		give_keys(job->corpus, &keys);
	bitset_release(&keys);
	buf_release(&bytes);
	reader_free(reader);
	return NULL;
}

static int choose_threads(const struct corpus_options *options, size_t files)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int threads = options->threads;

	/* Starting threads costs more than reading a few files. */
	if (!threads)
		threads = files < FILES_FOR_THREADS ? 1 : processors > 2 ? (int)processors : 2;
	return threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
}

static void run_threads(struct job *job, int threads)
{
	pthread_t others[THREADS_MAX];
	int started = 0;

	while (started < threads - 1 && pthread_create(&others[started], NULL, work, job) == 0)
		started++;
	work(job);
	while (started > 0)
		pthread_join(others[--started], NULL);
}

static bool index_previous(struct map *map, const struct corpus *previous)
{
	if (!previous)
		return true;
	if (!map_reserve(map, previous->unit_count))
		return false;
	for (uint32_t i = 0; i < previous->unit_count; i++)
		map_put(map, previous->units[i]->path, strlen(previous->units[i]->path), i, NULL);
	return true;
}

bool corpus_read_units(struct corpus *corpus, const struct walk_list *files, const struct corpus_options *options,
	struct error *err)
{
	struct map previous;
	struct timespec now;
	struct job job = {.corpus = corpus,
		.files = files,
		.previous = &previous,
		.previous_corpus = options->previous,
		.progress = options->progress,
		.overlay = options->overlay,
		.cache = corpus->cache};
	bool ok;

	map_init(&previous);
	clock_gettime(CLOCK_REALTIME, &now);
	corpus->read_at_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	corpus->units = calloc(files->count + 1, sizeof *corpus->units);
	ok = corpus->units && bitset_init(&corpus->used_keys, KEYS_MAX) && files->count < RECORD_NONE && index_previous(&previous, options->previous);
	if (ok) {
		if (options->progress)
			__atomic_store_n(&options->progress->files, (int)files->count, __ATOMIC_RELAXED);
		corpus->unit_count = (uint32_t)files->count;
		run_threads(&job, choose_threads(options, files->count));
	}
	map_release(&previous);
	if (ok && cancelled(&job)) {
		error_set(err, "cancelled");
		return false;
	}
	return ok && !job.failed ? true : error_memory(err);
}
