/* Links and backlinks over random trees of files: A links to B exactly when B has the backlink from A, after edits and
 * reloads too. What each record links to is kept beside the files, by the test itself. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus.h"

enum { RECORDS = 40, ROUNDS = 60 };

struct world {
	char root[64];
	bool links[RECORDS][RECORDS]; /* what the files say */
	bool there[RECORDS];
	unsigned seed;
	struct corpus *corpus;
};

static unsigned next_random(struct world *w, unsigned below)
{
	w->seed = w->seed * 1103515245u + 12345u;
	return w->seed / 65536 % below;
}

/* The forms in which one record can name another. */
static void put_link(FILE *f, unsigned form, int to)
{
	static const char *const forms[] = {"[[r%02d]]", "[[note/r%02d]]", "[[r%02d|named]]", "[[notes/r%02d#part]]", "[[alias-r%02d]]"};

	fprintf(f, " see ");
	fprintf(f, forms[form % (sizeof forms / sizeof *forms)], to);
}

static void write_record(struct world *w, int record)
{
	char path[96];
	FILE *f;

	snprintf(path, sizeof path, "%s/r%02d.yaml", w->root, record);
	if (next_random(w, 10) == 0) {
		unlink(path);
		w->there[record] = false;
		memset(w->links[record], 0, sizeof w->links[record]);
		return;
	}
	f = fopen(path, "w");
	assert_non_null(f);
	w->there[record] = true;
	fprintf(f, "id: r%02d\ntype: note\naliases: [alias-r%02d]\nname: Record %d\nbody: >-\n  words", record, record, record);
	for (int to = 0; to < RECORDS; to++) {
		w->links[record][to] = next_random(w, 12) == 0;
		if (w->links[record][to])
			put_link(f, next_random(w, 100), to);
	}
	fprintf(f, "\nround: %u\n", next_random(w, 1000000));
	assert_int_equal(fclose(f), 0);
}

static void reload(struct world *w)
{
	const char *roots[] = {w->root};
	struct corpus_options options = {.roots = roots, .root_count = 1, .previous = w->corpus};
	struct error err = {0};
	struct corpus *loaded = corpus_load(&options, &err);

	if (!loaded)
		fail_msg("%s", err.message);
	corpus_free(w->corpus);
	w->corpus = loaded;
}

/* The record's number in the corpus, by its id. */
static uint32_t find(const struct world *w, int record)
{
	char id[8];
	uint32_t found;

	snprintf(id, sizeof id, "r%02d", record);
	corpus_resolve(w->corpus, id, strlen(id), &found);
	return found;
}

static bool links_out(const struct corpus *c, uint32_t from, uint32_t to)
{
	for (uint32_t i = c->links_out[from]; i < c->links_out[from + 1]; i++)
		if (c->links[i].to == to)
			return true;
	return false;
}

static bool links_in(const struct corpus *c, uint32_t to, uint32_t from)
{
	for (uint32_t i = c->links_in[to]; i < c->links_in[to + 1]; i++)
		if (c->links[c->links_in_order[i]].from == from)
			return true;
	return false;
}

static void assert_inverse(const struct world *w)
{
	for (int a = 0; a < RECORDS; a++) {
		uint32_t from = find(w, a);

		assert_int_equal(from != RECORD_NONE, w->there[a]);
		if (!w->there[a])
			continue;
		for (int b = 0; b < RECORDS; b++) {
			uint32_t to = find(w, b);

			if (!w->there[b])
				continue;
			assert_int_equal(links_out(w->corpus, from, to), w->links[a][b]);
			assert_int_equal(links_in(w->corpus, to, from), w->links[a][b]);
		}
	}
}

/* Links to records that are gone lead nowhere, and are still there. */
static void assert_dead_links_are_kept(const struct world *w)
{
	for (int a = 0; a < RECORDS; a++) {
		uint32_t from = find(w, a), dead = 0, expected = 0;

		for (int b = 0; w->there[a] && b < RECORDS; b++)
			expected += w->links[a][b] && !w->there[b];
		for (uint32_t i = w->there[a] ? w->corpus->links_out[from] : 1; w->there[a] && i < w->corpus->links_out[from + 1]; i++)
			dead += w->corpus->links[i].to == LINK_NOWHERE;
		assert_int_equal(dead, expected);
	}
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st, (void)kind, (void)walk;
	return remove(path);
}

static void backlinks_invert_links_through_edits_and_reloads(void **state)
{
	struct world *w = calloc(1, sizeof *w);

	(void)state;
	assert_non_null(w);
	w->seed = 20261201;
	snprintf(w->root, sizeof w->root, "/tmp/kernatlas-links-XXXXXX");
	assert_non_null(mkdtemp(w->root));
	for (int i = 0; i < RECORDS; i++)
		write_record(w, i);
	for (int round = 0; round < ROUNDS; round++) {
		reload(w);
		assert_inverse(w);
		assert_dead_links_are_kept(w);
		for (unsigned n = next_random(w, 6); n; n--)
			write_record(w, (int)next_random(w, RECORDS));
	}
	corpus_free(w->corpus);
	nftw(w->root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(backlinks_invert_links_through_edits_and_reloads),
	};

	return cmocka_run_group_tests_name("random links", tests, NULL, NULL);
}
