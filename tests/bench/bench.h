/* What the bench programs share: the clock, medians, the printed line, and PCRE2 alone over a corpus. */
#ifndef KERNATLAS_BENCH_H
#define KERNATLAS_BENCH_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stddef.h>
#include <sys/types.h>

#include "corpus.h"

double bench_now(void);
/* Sorts the values. */
double bench_median(double *values, int count);
enum { BENCH_LIMITS_FROM = 1000 }; /* records */
/* A limit below 0: none; nor is there one for few records. */
void bench_print(const char *name, const char *n, double ratio, double limit, const char *detail);

/* Starts a program with its output thrown away; argv ends with NULL. Seconds until it ends; -1 when it can't be started or its
 * status is not `status`. */
double bench_time_child(const char *const *argv, int status);

struct corpus *bench_load(const char *folder);

/* One pattern over the text of records, by PCRE2's JIT itself: one call a record, text known to be UTF-8. */
struct raw_pattern {
	pcre2_code *code;
	pcre2_match_data *data;
};
bool raw_pattern_init(struct raw_pattern *raw, const char *pattern, uint32_t options);
void raw_pattern_release(struct raw_pattern *raw);
/* Seconds for one pass over the records of a type (NULL: all); *found is how many match. */
double raw_pattern_pass(const struct raw_pattern *raw, const struct corpus *c, const char *type, size_t *found);

#endif
