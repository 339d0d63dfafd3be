/* Measures what needs no screen, side by side in one run, over a corpus that generate.c wrote:
 *
 *   measure EVENTS FOLDER N      EVENTS: the program of events.c; N: records, for the printed line
 *
 * Each figure is the median of pairs taken in turn, so that a machine whose speed drifts treats both alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus_cache.h"
#include "facet_index.h"
#include "query.h"
#include "tests/bench/bench.h"

enum { PAIRS = 7, RUNS = 3, CACHE_FROM = 34000 };

static const char pattern[] = "fusion.{0,40}kernel";

/* Ours, run as this program with `mode` and the folder, against the yardstick. */
static bool measure_start(const char *name, const char *mode, const char *file, double limit, const char *const *argv)
{
	const char *self = argv[0], *events = argv[1], *folder = argv[2], *n = argv[3];
	const char *const mine[] = {self, mode, folder, file, NULL}, *const yardstick[] = {events, folder, NULL};
	double ratios[PAIRS], ours = 0, theirs = 0;
	char detail[80];

	if (bench_time_child(yardstick, 0) < 0)
		return false;
	for (int i = 0; i < PAIRS; i++) {
		ours = bench_time_child(mine, 0);
		theirs = bench_time_child(yardstick, 0);
		if (ours < 0 || theirs <= 0)
			return false;
		ratios[i] = ours / theirs;
	}
	snprintf(detail, sizeof detail, "last pair %.3f s / %.3f s", ours, theirs);
	bench_print(name, n, bench_median(ratios, PAIRS), limit, detail);
	return true;
}

static double sizes_of(const struct corpus *c)
{
	double bytes = 0;

	for (uint32_t i = 0; i < c->unit_count; i++)
		bytes += (double)c->units[i]->stamp.size;
	return bytes;
}

static double query_pass(const struct query *query, size_t *found)
{
	struct query_result result;
	double begin = bench_now();

	if (!query_run(query, NULL, &result, NULL))
		return -1;
	*found = result.count;
	query_result_release(&result);
	return bench_now() - begin;
}

static double facet_pass(const struct corpus *c, struct facet_index *index, const struct bitset *now_set,
	const struct bitset *all)
{
	static char names[64][64];
	int count = facet_fields(c, NULL, names, 64);
	double begin = bench_now();

	for (int i = 0; i < count; i++) {
		struct facet facet;

		if (!facet_index_count(index, names[i], all, now_set, &facet))
			return -1;
		facet_release(&facet);
	}
	return bench_now() - begin;
}

struct passes {
	double raw[PAIRS], ours[PAIRS], facets[PAIRS];
	size_t found;
};

static bool take_passes(struct passes *p, const struct corpus *c, const struct query *query, const struct query *filter)
{
	struct raw_pattern raw;
	struct query_result filtered = {0};
	struct facet_index *index = facet_index_new(c);
	struct bitset all = {0};
	bool ok = index && raw_pattern_init(&raw, pattern, 0);

	if (!ok)
		return false;
	ok = query_run(filter, NULL, &filtered, NULL) && bitset_init(&all, c->count);
	if (ok)
		bitset_fill(&all);
	/* The first count gathers the values; those after a filter are what a user waits for. */
	ok = ok && facet_pass(c, index, &filtered.records, &all) >= 0;
	for (int i = 0; ok && i < PAIRS; i++) {
		size_t by_raw;

		p->raw[i] = raw_pattern_pass(&raw, c, NULL, &by_raw);
		p->ours[i] = query_pass(query, &p->found);
		p->facets[i] = facet_pass(c, index, &filtered.records, &all);
		ok = by_raw == p->found && p->ours[i] >= 0 && p->facets[i] >= 0;
	}
	if (!ok)
		fprintf(stderr, "measure: PCRE2 and the query differ\n");
	facet_index_free(index);
	bitset_release(&all);
	query_result_release(&filtered);
	raw_pattern_release(&raw);
	return ok;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static bool measure_passes(const struct corpus *c, const char *folder, const char *n)
{
	const char *const rg[] = {"rg", "-l", pattern, folder, NULL};
	struct query *query = query_parse(c, "type:any /fusion.{0,40}kernel/", NULL);
	struct query *filter = query_parse(c, "backend:cuda", NULL);
	double ratios[PAIRS], outside = bench_time_child(rg, 0);
	struct passes p = {0};
	char detail[80];

	if (!query || !filter || !take_passes(&p, c, query, filter))
		return false;
	for (int i = 0; i < PAIRS; i++)
		ratios[i] = p.ours[i] / p.raw[i];
	snprintf(detail, sizeof detail, "last pair %.1f ms / %.1f ms, %zu found", p.ours[PAIRS - 1] * 1e3, p.raw[PAIRS - 1] * 1e3, p.found);
	bench_print("pattern", n, bench_median(ratios, PAIRS), 1.50, detail);
	for (int i = 0; i < PAIRS; i++)
		ratios[i] = p.facets[i] / p.raw[i];
	snprintf(detail, sizeof detail, "last %.1f ms / %.1f ms", p.facets[PAIRS - 1] * 1e3, p.raw[PAIRS - 1] * 1e3);
	bench_print("facets", n, bench_median(ratios, PAIRS), 1.00, detail);
	if (outside < 0) {
		printf("bench %-12s %6s not measured: rg (ripgrep) does not run here\n", "pattern/rg", n);
	} else {
		/* The best of some runs of each: the first has to bring into the caches what the other drove out of them. */
		for (int i = 0; i < PAIRS; i++) {
			outside = bench_time_child(rg, 0);
			p.ours[i] = query_pass(query, &p.found);
			for (int run = 1; run < RUNS; run++)
				outside = least(outside, bench_time_child(rg, 0));
			for (int run = 1; run < RUNS; run++)
				p.ours[i] = least(p.ours[i], query_pass(query, &p.found));
			ratios[i] = p.ours[i] / outside;
		}
		snprintf(detail, sizeof detail, "last pair %.1f ms / %.1f ms", p.ours[PAIRS - 1] * 1e3, outside * 1e3);
		bench_print("pattern/rg", n, bench_median(ratios, PAIRS), 0.05, detail);
	}
	query_free(query);
	query_free(filter);
	return true;
}

/* A load and nothing else, for the clock of another process: from files, or from a cache, or one that writes the cache. A
 * process that ends gives its memory back at once; freeing piece by piece is no part of loading. */
static int load_once(const char *mode, const char *folder, const char *file)
{
	struct corpus_options options = {.roots = &folder, .root_count = 1, .today = 20261201, .threads = 2, .cache = file};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);
	bool ok = corpus != NULL;

	if (ok && strcmp(mode, "keep") == 0)
		ok = corpus_cache_write(corpus, file, NULL, &err);
	else if (ok && file)
		ok = corpus->cached_units == corpus->unit_count;
	if (!ok)
		fprintf(stderr, "measure: %s: %s\n", mode, *err.message ? err.message : "not all came from the cache");
	_exit(ok ? 0 : 1);
}

static bool measure_cache(const char *const *argv)
{
	const char *file = "bench.cache";
	char path[4096];
	const char *const keep[] = {argv[0], "keep", argv[2], path, NULL};
	bool ok;

	snprintf(path, sizeof path, "%s.%s", argv[2], file);
	ok = bench_time_child(keep, 0) >= 0 && measure_start("cache", "load", path, 0.30, argv);
	unlink(path);
	return ok;
}

int main(int argc, char **argv)
{
	struct corpus *corpus;
	char detail[80];
	double held, files;
	bool ok;

	if ((argc == 3 || argc == 4) && (strcmp(argv[1], "load") == 0 || strcmp(argv[1], "keep") == 0))
		return load_once(argv[1], argv[2], argc == 4 ? argv[3] : NULL);
	if (argc != 4) {
		fprintf(stderr, "usage: measure EVENTS FOLDER N\n");
		return 2;
	}
	ok = measure_start("load", "load", NULL, 0.90, (const char *const *)argv)
		&& (atoi(argv[3]) < CACHE_FROM || measure_cache((const char *const *)argv));
	corpus = ok ? bench_load(argv[2]) : NULL;
	if (!corpus)
		return 1;
	held = (double)corpus_memory(corpus);
	files = sizes_of(corpus);
	snprintf(detail, sizeof detail, "%.1f MB / %.1f MB of files", held / 1e6, files / 1e6);
	bench_print("memory", argv[3], held / files, 2.10, detail);
	ok = measure_passes(corpus, argv[2], argv[3]);
	corpus_free(corpus);
	return ok ? 0 : 1;
}
