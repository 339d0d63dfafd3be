#include "query_scan.h"

#include <pthread.h>
#include <time.h>

enum {
	RECORDS_FOR_THREADS = 1024, /* starting a thread takes as long as searching some hundred records */
	RUN = 1024                  /* records that a thread takes at a time: whole words of the sets, so that none is shared */
};

static bool is_late(const struct query_scan *scan)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec > scan->deadline_ns;
}

static void look_at(struct query_scan *scan, struct pattern *pattern, size_t r)
{
	const struct record *record = &scan->corpus->records[r];
	enum pattern_result found = PATTERN_GAVE_UP;

	if (!__atomic_load_n(&scan->out_of_time, __ATOMIC_RELAXED))
		found = pattern_match(pattern, record->unit->text + record->text_begin, record->text_end - record->text_begin);
	if (found == PATTERN_YES) {
		bitset_add(scan->yes, r);
	} else if (found == PATTERN_NO) {
		bitset_add(scan->no, r);
	} else {
		bitset_add(scan->gave_up, r);
		if (is_late(scan))
			__atomic_store_n(&scan->out_of_time, 1, __ATOMIC_RELAXED);
	}
}

static void look_at_runs(struct query_scan *scan, struct pattern *pattern, bool asks)
{
	for (;;) {
		size_t begin = __atomic_fetch_add(&scan->next, RUN, __ATOMIC_RELAXED), end = begin + RUN;

		if (begin >= scan->mask->size)
			return;
		for (size_t r = bitset_next(scan->mask, begin); r < end && r < scan->mask->size; r = bitset_next(scan->mask, r + 1)) {
			if (asks && scan->stopped(scan->data))
				__atomic_store_n(&scan->stop, 1, __ATOMIC_RELAXED);
			if (__atomic_load_n(&scan->stop, __ATOMIC_RELAXED))
				return;
			look_at(scan, pattern, r);
		}
	}
}

struct helper {
	struct query_scan *scan;
	struct pattern *pattern;
};

static void *help(void *argument)
{
	struct helper *helper = argument;

	look_at_runs(helper->scan, helper->pattern, false);
	return NULL;
}

void query_scan_run(struct query_scan *scan)
{
	struct helper helper = {scan, NULL};
	pthread_t thread;
	bool helped;

	if (bitset_count(scan->mask) >= RECORDS_FOR_THREADS)
		helper.pattern = pattern_share(scan->pattern);
	/* Without a second thread the first does all. */
	helped = helper.pattern && pthread_create(&thread, NULL, help, &helper) == 0;
	look_at_runs(scan, scan->pattern, true);
	if (helped)
		pthread_join(thread, NULL);
	pattern_free(helper.pattern);
}
