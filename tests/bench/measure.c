/* Measures ratios side by side in one run, over a corpus that generate.c wrote:
 *
 *   measure EVENTS FOLDER N      EVENTS: the program of events.c; N: records, for the printed line
 *
 * Each figure is the median of pairs taken in turn, so that a machine whose speed drifts treats both alike. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <fcntl.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "corpus.h"
#include "facet_index.h"
#include "query.h"

enum { PAIRS = 5 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values)
{
	qsort(values, PAIRS, sizeof *values, by_value);
	return values[PAIRS / 2];
}

/* Seconds that a child takes, its output thrown away; -1 when it fails. */
static double time_child(const char *program, const char *first, const char *second)
{
	double begin = now();
	int status;
	pid_t child = fork();

	if (child == 0) {
		int null = open("/dev/null", O_WRONLY);

		if (null >= 0)
			dup2(null, STDOUT_FILENO);
		execl(program, program, first, second, (char *)NULL);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return -1;
	return now() - begin;
}

static struct corpus *load(const char *folder)
{
	struct corpus_options options = {.roots = &folder, .root_count = 1, .today = 20261201, .threads = 2};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);

	if (!corpus)
		fprintf(stderr, "measure: %s\n", err.message);
	return corpus;
}

static void print(const char *name, const char *n, double ratio, double limit, const char *detail)
{
	printf("bench %-8s %6s ratio=%.2f (limit %.2f)  %s\n", name, n, ratio, limit, detail);
	fflush(stdout);
}

static int measure_load(const char *self, const char *events, const char *folder, const char *n)
{
	double ratios[PAIRS], ours = 0, theirs = 0;
	char detail[80];

	if (time_child(events, folder, NULL) < 0)
		return 1;
	for (int i = 0; i < PAIRS; i++) {
		ours = time_child(self, "load", folder);
		theirs = time_child(events, folder, NULL);
		if (ours < 0 || theirs <= 0)
			return 1;
		ratios[i] = ours / theirs;
	}
	snprintf(detail, sizeof detail, "last pair %.3f s / %.3f s", ours, theirs);
	print("load", n, median(ratios), 0.90, detail);
	return 0;
}

static double sizes_of(const struct corpus *c)
{
	double bytes = 0;

	for (uint32_t i = 0; i < c->unit_count; i++)
		bytes += (double)c->units[i]->stamp.size;
	return bytes;
}

/* One pattern over all text by PCRE2 itself: one call a record, text known to be UTF-8. */
static double raw_pass(const struct corpus *c, pcre2_code *code, pcre2_match_data *data, size_t *found)
{
	double begin = now();

	*found = 0;
	for (uint32_t r = 0; r < c->count; r++) {
		const struct record *record = &c->records[r];

		*found += pcre2_match(code, (PCRE2_SPTR)(record->unit->text + record->text_begin), record->text_end - record->text_begin,
				  0, PCRE2_NO_UTF_CHECK, data, NULL) >= 0;
	}
	return now() - begin;
}

static double query_pass(const struct query *query, size_t *found)
{
	struct query_result result;
	double begin = now();

	if (!query_run(query, NULL, &result, NULL))
		return -1;
	*found = result.count;
	query_result_release(&result);
	return now() - begin;
}

static double facet_pass(const struct corpus *c, struct facet_index *index, const struct bitset *now_set,
	const struct bitset *all)
{
	static char names[64][64];
	int count = facet_fields(c, NULL, names, 64);
	double begin = now();

	for (int i = 0; i < count; i++) {
		struct facet facet;

		if (!facet_index_count(index, names[i], all, now_set, &facet))
			return -1;
		facet_release(&facet);
	}
	return now() - begin;
}

static int measure_passes(struct corpus *c, const char *n)
{
	static const char pattern[] = "fusion.{0,40}kernel";
	struct query *query = query_parse(c, "type:any /fusion.{0,40}kernel/", NULL);
	struct query *filter = query_parse(c, "backend:cuda", NULL);
	struct query_result filtered = {0};
	size_t offset, by_raw = 0, by_query = 0;
	int error;
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	pcre2_code *code = NULL;
	pcre2_match_data *data = NULL;
	double matches[PAIRS], facets[PAIRS], raw = 0, ours = 0, counted = 0;
	struct facet_index *index;
	char detail[80];
	struct bitset all;

	/* Values end in NUL, which both take for the end of a line. */
	if (context) {
		pcre2_set_newline(context, PCRE2_NEWLINE_NUL);
		code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP, &error, &offset, context);
		pcre2_compile_context_free(context);
	}
	data = code ? pcre2_match_data_create_from_pattern(code, NULL) : NULL;
	if (!query || !filter || !data || !query_run(filter, NULL, &filtered, NULL) || !bitset_init(&all, c->count))
		return 1;
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	bitset_fill(&all);
	index = facet_index_new(c);
	/* The first count gathers the values; those after a filter are what a user waits for. */
	if (!index || facet_pass(c, index, &filtered.records, &all) < 0)
		return 1;
	for (int i = 0; i < PAIRS; i++) {
		raw = raw_pass(c, code, data, &by_raw);
		ours = query_pass(query, &by_query);
		counted = facet_pass(c, index, &filtered.records, &all);
		if (by_raw != by_query || ours < 0 || counted < 0) {
			fprintf(stderr, "measure: %zu records by PCRE2, %zu by the query\n", by_raw, by_query);
			return 1;
		}
		matches[i] = ours / raw;
		facets[i] = counted / raw;
	}
	snprintf(detail, sizeof detail, "last pair %.1f ms / %.1f ms, %zu found", ours * 1e3, raw * 1e3, by_raw);
	print("pattern", n, median(matches), 1.50, detail);
	snprintf(detail, sizeof detail, "last %.1f ms / %.1f ms", counted * 1e3, raw * 1e3);
	print("facets", n, median(facets), 1.00, detail);
	facet_index_free(index);
	bitset_release(&all);
	query_result_release(&filtered);
	query_free(query);
	query_free(filter);
	pcre2_match_data_free(data);
	pcre2_code_free(code);
	return 0;
}

int main(int argc, char **argv)
{
	struct corpus *corpus;
	char detail[80];
	int failed;

	if (argc == 3 && strcmp(argv[1], "load") == 0) {
		corpus = load(argv[2]);
		/* A process that ends gives its memory back at once; freeing piece by piece is no part of loading. */
		_exit(corpus ? 0 : 1);
	}
	if (argc != 4) {
		fprintf(stderr, "usage: measure EVENTS FOLDER N\n");
		return 2;
	}
	failed = measure_load(argv[0], argv[1], argv[2], argv[3]);
	corpus = failed ? NULL : load(argv[2]);
	if (!corpus)
		return 1;
	snprintf(detail, sizeof detail, "%.1f MB / %.1f MB of files", (double)corpus_memory(corpus) / 1e6, sizes_of(corpus) / 1e6);
	print("memory", argv[3], (double)corpus_memory(corpus) / sizes_of(corpus), 2.10, detail);
	failed = measure_passes(corpus, argv[3]);
	corpus_free(corpus);
	return failed;
}
