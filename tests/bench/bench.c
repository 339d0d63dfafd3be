#include "tests/bench/bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double bench_now(void)
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

double bench_median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, by_value);
	return values[count / 2];
}

void bench_print(const char *name, const char *n, double ratio, double limit, const char *detail)
{
	printf("bench %-12s %6s ratio=%.2f ", name, n, ratio);
	/* Where all takes microseconds, starting a process is what would be measured. */
	if (limit >= 0 && atoi(n) >= BENCH_LIMITS_FROM)
		printf("(limit %.2f)  %s\n", limit, detail);
	else
		printf("(no limit)    %s\n", detail);
	fflush(stdout);
}

double bench_time_child(const char *const *argv, int status)
{
	double begin = bench_now();
	int ended;
	pid_t child = fork();

	if (child == 0) {
		int null = open("/dev/null", O_WRONLY);

		if (null >= 0)
			dup2(null, STDOUT_FILENO);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &ended, 0) < 0 || !WIFEXITED(ended) || WEXITSTATUS(ended) != status)
		return -1;
	return bench_now() - begin;
}

struct corpus *bench_load(const char *folder)
{
	struct corpus_options options = {.roots = &folder, .root_count = 1, .today = 20261201, .threads = 2};
	struct error err = {0};
	struct corpus *corpus = corpus_load(&options, &err);

	if (!corpus)
		fprintf(stderr, "bench: %s\n", err.message);
	return corpus;
}

bool raw_pattern_init(struct raw_pattern *raw, const char *pattern, uint32_t options)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	size_t offset;
	int error;

	*raw = (struct raw_pattern){0};
	/* Values end in NUL, which the program takes for the end of a line too. */
	if (context) {
		pcre2_set_newline(context, PCRE2_NEWLINE_NUL);
		raw->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP | options, &error, &offset,
			context);
		pcre2_compile_context_free(context);
	}
	raw->data = raw->code ? pcre2_match_data_create_from_pattern(raw->code, NULL) : NULL;
	if (raw->data)
		pcre2_jit_compile(raw->code, PCRE2_JIT_COMPLETE);
	return raw->data != NULL;
}

void raw_pattern_release(struct raw_pattern *raw)
{
	pcre2_match_data_free(raw->data);
	pcre2_code_free(raw->code);
}

double raw_pattern_pass(const struct raw_pattern *raw, const struct corpus *c, const char *type, size_t *found)
{
	uint32_t only = type ? corpus_type_find(c, type, strlen(type)) : RECORD_NONE;
	double begin = bench_now();

	*found = 0;
	for (uint32_t r = 0; r < c->count; r++) {
		const struct record *record = &c->records[r];

		if (type && record->type != only)
			continue;
		*found += pcre2_match(raw->code, (PCRE2_SPTR)(record->unit->text + record->text_begin),
				  record->text_end - record->text_begin, 0, PCRE2_NO_UTF_CHECK, raw->data, NULL) >= 0;
	}
	return bench_now() - begin;
}
