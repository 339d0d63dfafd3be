/* A start from the cache gives what reading every file gives, whatever happened to the files or to the cache in between. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "corpus_cache.h"
#include "corpus_folder.h"
#include "unit_cache.h"
#include "unit_cache_format.h"

enum { RECORDS = 40 };

static char cache_path[128], other_root[160];

static void write_record(const struct corpus_folder *f, int i, const char *extra)
{
	char name[64], text[512];

	snprintf(name, sizeof name, "compilers/c%02d.yaml", i);
	snprintf(text, sizeof text, "id: c%02d\ntype: compiler\nname: Compiler %d\nsummary: Behind [[c%02d]] and [[nowhere]].\nsources: [s%d]\n%s", i, i,
		(i + 1) % RECORDS, i % 3, extra);
	corpus_folder_write(f, name, text);
}

static int set_up(void **state)
{
	struct corpus_folder *f;
	int failed = corpus_folder_set_up(state);

	f = *state;
	if (failed)
		return failed;
	for (int i = 0; i < RECORDS; i++)
		write_record(f, i, "");
	for (int i = 0; i < 3; i++) {
		char name[64], text[128];

		snprintf(name, sizeof name, "sources/s%d.yaml", i);
		snprintf(text, sizeof text, "id: s%d\ntype: source\nname: Source %d\n", i, i);
		corpus_folder_write(f, name, text);
	}
	corpus_folder_write(f, "docs/d.md", "---\nid: d\ntype: doc\ntitle: D\n---\n# D\n\nSee [[c01]] and [two](c02.md).\n");
	snprintf(cache_path, sizeof cache_path, "%s.units", f->root);
	return 0;
}

static int tear_down(void **state)
{
	unlink(cache_path);
	return corpus_folder_tear_down(state);
}

static struct corpus *load_roots(const char *const *roots, int count, const char *cache)
{
	struct corpus_options options = {.roots = roots, .root_count = count, .today = CORPUS_FOLDER_TODAY, .threads = 2, .cache = cache};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);

	if (!corpus)
		fail_msg("%s", err.message);
	return corpus;
}

static struct corpus *load(const struct corpus_folder *f, const char *cache)
{
	const char *root = f->root;

	return load_roots(&root, 1, cache);
}

/* All that a corpus says, as text. */
static char *say(const struct corpus *c)
{
	struct buf out;

	buf_init(&out);
	for (uint32_t r = 0; r < c->count; r++) {
		const struct record *record = &c->records[r];
		struct node root = record_root(record);

		buf_addf(&out, "%s/%s %s\n", record_type(c, record)->name, record->id, record_path(record));
		for (uint32_t i = 0; i < value_span(root.v); i++) {
			struct node n = {root.unit, root.v + i};

			buf_addf(&out, "  %s %u %u:%u %s\n", keys_name(c->keys, n.v->key), (unsigned)n.v->kind, n.v->line, n.v->column, node_text(n));
		}
		for (uint32_t i = c->links_out[r]; i < c->links_out[r + 1]; i++) {
			const struct link *link = &c->links[i];

			buf_addf(&out, "  -> %s (%.*s) %u %d\n", link->to < c->count ? c->records[link->to].id : "-", link->target_len, link_target(c, link),
				link->line, link->heading);
		}
		for (uint32_t i = c->links_in[r]; i < c->links_in[r + 1]; i++)
			buf_addf(&out, "  <- %s\n", c->records[c->links[c->links_in_order[i]].from].id);
	}
	for (size_t i = 0; i < c->findings.count; i++)
		buf_addf(&out, "%u:%u %s\n", c->findings.items[i].line, c->findings.items[i].column, c->findings.items[i].message);
	return buf_steal(&out);
}

/* Writes the cache as if the files had been left alone for a while. */
static void keep(const struct corpus_folder *f)
{
	struct corpus *corpus = load(f, NULL);
	struct error err = {0};

	corpus->read_at_ns += (int64_t)2 * UNIT_CACHE_MARGIN_S * 1000000000;
	if (!corpus_cache_write(corpus, cache_path, NULL, &err))
		fail_msg("%s", err.message);
	corpus_free(corpus);
}

/* Loads with the cache and without, and fails unless both say the same. Returns how many units came from the cache, in *links whether
 * the links did. */
static uint32_t compare(const struct corpus_folder *f, bool *links)
{
	struct corpus *with = load(f, cache_path), *without = load(f, NULL);
	char *a = say(with), *b = say(without);
	uint32_t cached = with->cached_units;

	assert_string_equal(a, b);
	assert_int_equal(without->cached_units, 0);
	*links = with->links_kept;
	free(a);
	free(b);
	corpus_free(with);
	corpus_free(without);
	return cached;
}

static void a_start_from_the_cache_is_the_same(void **state)
{
	bool links;

	keep(*state);
	assert_int_equal(compare(*state, &links), RECORDS + 4);
	assert_true(links);
}

static void the_file_is_its_owners_alone(void **state)
{
	struct stat st;
	bool links;

	keep(*state);
	assert_int_equal(stat(cache_path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	/* One that others may have written is not believed. */
	assert_int_equal(chmod(cache_path, 0620), 0);
	assert_int_equal(compare(*state, &links), 0);
}

static void set_times(const struct corpus_folder *f, const char *name, const struct timespec *to)
{
	struct timespec times[2] = {*to, *to};
	char path[160];

	snprintf(path, sizeof path, "%s/%s", f->root, name);
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void other_bytes_of_the_same_size_and_time_are_read(void **state)
{
	struct corpus_folder *f = *state;
	char path[160];
	struct stat st;
	bool links;

	keep(f);
	snprintf(path, sizeof path, "%s/compilers/c07.yaml", f->root);
	assert_int_equal(stat(path, &st), 0);
	/* c08 becomes c09: as many bytes, in the same file, with the time that it had. */
	corpus_folder_write(f, "compilers/c07.yaml",
		"id: c07\ntype: compiler\nname: Compiler 7\nsummary: Behind [[c09]] and [[nowhere]].\nsources: [s1]\n");
	set_times(f, "compilers/c07.yaml", &st.st_mtim);
	assert_int_equal(compare(f, &links), RECORDS + 3);
	assert_false(links);
}

static void a_clock_that_was_set_back_makes_no_difference(void **state)
{
	static const struct timespec long_ago = {631152000, 0};
	bool links;

	keep(*state);
	write_record(*state, 3, "license: MIT\n");
	set_times(*state, "compilers/c03.yaml", &long_ago);
	assert_int_equal(compare(*state, &links), RECORDS + 3);
}

static void files_that_changed_just_now_are_not_kept(void **state)
{
	struct corpus *corpus = load(*state, NULL);
	struct error err = {0};
	bool links;

	assert_true(corpus_cache_write(corpus, cache_path, NULL, &err));
	corpus_free(corpus);
	assert_int_equal(compare(*state, &links), 0);
	assert_false(links);
}

static void files_may_come_and_go(void **state)
{
	struct corpus_folder *f = *state;
	char path[160], to[160];
	bool links;

	keep(f);
	write_record(f, RECORDS, "");
	assert_int_equal(compare(f, &links), RECORDS + 4);
	assert_false(links);
	snprintf(path, sizeof path, "%s/compilers/c00.yaml", f->root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(compare(f, &links), RECORDS + 3);
	assert_false(links);
	/* Another name: the records stand in another order. */
	snprintf(path, sizeof path, "%s/compilers/c05.yaml", f->root);
	snprintf(to, sizeof to, "%s/compilers/zz.yaml", f->root);
	assert_int_equal(rename(path, to), 0);
	assert_int_equal(compare(f, &links), RECORDS + 2);
	assert_false(links);
}

static void links_follow_the_schema(void **state)
{
	bool links;

	keep(*state);
	corpus_folder_write(*state, "schema.yaml", "types:\n  compiler:\n    fields:\n      name: {kind: text}\n      summary: {kind: prose}\n");
	compare(*state, &links);
	assert_false(links);
}

static void files_with_findings_are_read_each_time(void **state)
{
	bool links;

	corpus_folder_write(*state, "compilers/c04.yaml", "id: c04\ntype: compiler\nname: A\nname: B\n");
	keep(*state);
	assert_int_equal(compare(*state, &links), RECORDS + 3);
	assert_false(links);
}

static void the_order_of_the_folders_counts(void **state)
{
	struct corpus_folder *f = *state;
	char compilers[160], sources[160];
	const char *one[] = {compilers, sources}, *other[] = {sources, compilers};
	struct corpus *first, *with, *without;
	char *a, *b;

	snprintf(compilers, sizeof compilers, "%s/compilers", f->root);
	snprintf(sources, sizeof sources, "%s/sources", f->root);
	first = load_roots(one, 2, NULL);
	first->read_at_ns += (int64_t)2 * UNIT_CACHE_MARGIN_S * 1000000000;
	assert_true(corpus_cache_write(first, cache_path, NULL, NULL));
	corpus_free(first);
	with = load_roots(other, 2, cache_path);
	without = load_roots(other, 2, NULL);
	a = say(with);
	b = say(without);
	assert_string_equal(a, b);
	assert_false(with->links_kept);
	free(a);
	free(b);
	corpus_free(with);
	corpus_free(without);
}

/* ---- a cache that is damaged ---- */

static char *read_cache(size_t *size)
{
	struct buf bytes;

	buf_init(&bytes);
	assert_true(buf_read_file(&bytes, cache_path, 1 << 24));
	*size = bytes.len;
	return buf_steal(&bytes);
}

static void write_cache(const char *bytes, size_t size)
{
	int fd = open(cache_path, O_WRONLY | O_TRUNC | O_CREAT, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	close(fd);
}

static void one_that_is_cut_off_is_not_believed(void **state)
{
	size_t size;
	char *bytes;
	bool links;

	keep(*state);
	bytes = read_cache(&size);
	for (size_t at = 0; at < size; at += at < 400 ? 37 : size / 23) {
		write_cache(bytes, at);
		assert_int_equal(compare(*state, &links), 0);
	}
	free(bytes);
}

/* What a flipped bit leaves is whole or not taken. */
static void no_bit_of_it_can_flip_unseen(void **state)
{
	uint32_t taken = 0, tried = 0;
	size_t size;
	char *bytes;
	bool links;

	keep(*state);
	bytes = read_cache(&size);
	for (size_t at = 0; at < size; at += at < 300 ? 11 : size / 97) {
		bytes[at] ^= (char)(1 << at % 8);
		write_cache(bytes, size);
		taken += compare(*state, &links);
		tried++;
		bytes[at] ^= (char)(1 << at % 8);
	}
	/* A bit in one unit's block costs that unit alone. */
	assert_true(taken > tried * RECORDS / 4 && taken < tried * (RECORDS + 4));
	free(bytes);
}

static void with_header(const struct corpus_folder *f, void (*change)(struct cache_header *))
{
	struct cache_header header;
	size_t size;
	char *bytes;
	bool links;

	keep(f);
	bytes = read_cache(&size);
	memcpy(&header, bytes, sizeof header);
	change(&header);
	header.header_sum = cache_header_sum(&header);
	memcpy(bytes, &header, sizeof header);
	write_cache(bytes, size);
	free(bytes);
	assert_int_equal(compare(f, &links), 0);
}

static void of_another_version(struct cache_header *h)
{
	h->version[0] ^= 1;
}

static void of_another_build(struct cache_header *h)
{
	h->program.mtime_ns++;
}

static void of_other_sizes(struct cache_header *h)
{
	h->value_size += 8;
}

static void with_more_entries(struct cache_header *h)
{
	h->entry_count += 1000000;
}

static void with_names_elsewhere(struct cache_header *h)
{
	h->names_at = h->file_size;
}

static void with_more_keys(struct cache_header *h)
{
	h->key_count += 7;
}

static void one_of_another_program_is_not_believed(void **state)
{
	static void (*const changes[])(struct cache_header *) = {
		of_another_version, of_another_build, of_other_sizes, with_more_entries, with_names_elsewhere, with_more_keys};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
		with_header(*state, changes[i]);
}

static void what_is_no_file_is_no_cache(void **state)
{
	bool links;

	assert_int_equal(compare(*state, &links), 0);
	assert_int_equal(mkfifo(cache_path, 0600), 0);
	assert_int_equal(compare(*state, &links), 0);
	unlink(cache_path);
	assert_int_equal(symlink("/dev/zero", cache_path), 0);
	assert_int_equal(compare(*state, &links), 0);
}

static void a_write_that_fails_leaves_nothing(void **state)
{
	struct corpus *corpus = load(*state, NULL);
	struct error err = {0};
	const int cancel = 1;

	assert_false(corpus_cache_write(corpus, "/nowhere/at/all.units", NULL, &err));
	assert_non_null(strstr(err.message, "/nowhere/at/all.units"));
	assert_false(corpus_cache_write(corpus, cache_path, &cancel, &err));
	assert_int_equal(access(cache_path, F_OK), -1);
	/* A folder in its place stays. */
	snprintf(other_root, sizeof other_root, "%s/full", cache_path);
	assert_int_equal(mkdir(cache_path, 0700), 0);
	assert_int_equal(mkdir(other_root, 0700), 0);
	assert_false(corpus_cache_write(corpus, cache_path, NULL, &err));
	assert_int_equal(rmdir(other_root), 0);
	assert_int_equal(rmdir(cache_path), 0);
	corpus_free(corpus);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		T(a_start_from_the_cache_is_the_same),
		T(the_file_is_its_owners_alone),
		T(other_bytes_of_the_same_size_and_time_are_read),
		T(a_clock_that_was_set_back_makes_no_difference),
		T(files_that_changed_just_now_are_not_kept),
		T(files_may_come_and_go),
		T(links_follow_the_schema),
		T(files_with_findings_are_read_each_time),
		T(the_order_of_the_folders_counts),
		T(one_that_is_cut_off_is_not_believed),
		T(no_bit_of_it_can_flip_unseen),
		T(one_of_another_program_is_not_believed),
		T(what_is_no_file_is_no_cache),
		T(a_write_that_fails_leaves_nothing),
	};

	return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
