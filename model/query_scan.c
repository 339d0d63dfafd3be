#include "query_scan.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
	RECORDS_FOR_THREADS = 1024, /* starting a thread takes as long as searching some hundred records */
	RUN = 256                  /* records that a thread takes at a time: whole words of the sets, so that none is shared */
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

/* What the second thread works with. It may come too late, when all is done: nobody waits for it then, and it frees this. */
struct helper {
	pthread_mutex_t lock;
	pthread_cond_t ended;
	struct query_scan *scan; /* NULL: too late */
	struct pattern *pattern;
	bool working;
	int owners;
};

static void helper_release(struct helper *helper)
{
	bool last;

	pthread_mutex_lock(&helper->lock);
	last = --helper->owners == 0;
	pthread_mutex_unlock(&helper->lock);
	if (!last)
		return;
	pattern_free(helper->pattern);
	pthread_cond_destroy(&helper->ended);
	pthread_mutex_destroy(&helper->lock);
	free(helper);
}

static void *help(void *argument)
{
	struct helper *helper = argument;

	pthread_mutex_lock(&helper->lock);
	helper->working = helper->scan != NULL;
	pthread_mutex_unlock(&helper->lock);
	if (helper->working) {
		look_at_runs(helper->scan, helper->pattern, false);
		pthread_mutex_lock(&helper->lock);
		helper->working = false;
		pthread_cond_signal(&helper->ended);
		pthread_mutex_unlock(&helper->lock);
	}
	helper_release(helper);
	return NULL;
}

static struct helper *helper_new(struct query_scan *scan)
{
	struct helper *helper = calloc(1, sizeof *helper);

	if (!helper)
		return NULL;
	helper->pattern = pattern_share(scan->pattern);
	if (!helper->pattern || pthread_mutex_init(&helper->lock, NULL) != 0) {
		pattern_free(helper->pattern);
		free(helper);
		return NULL;
	}
	if (pthread_cond_init(&helper->ended, NULL) != 0) {
		pthread_mutex_destroy(&helper->lock);
		pattern_free(helper->pattern);
		free(helper);
		return NULL;
	}
	helper->scan = scan;
	helper->owners = 1;
	return helper;
}

/* NULL where there is none to be had: then the first thread does all. */
static struct helper *helper_start(struct query_scan *scan)
{
	struct helper *helper = helper_new(scan);
	pthread_t thread;

	if (!helper)
		return NULL;
	helper->owners = 2;
	if (pthread_create(&thread, NULL, help, helper) == 0) {
		pthread_detach(thread);
		return helper;
	}
	helper->owners = 1;
	helper_release(helper);
	return NULL;
}

static void helper_end(struct helper *helper)
{
	pthread_mutex_lock(&helper->lock);
	helper->scan = helper->working ? helper->scan : NULL;
	while (helper->working)
		pthread_cond_wait(&helper->ended, &helper->lock);
	pthread_mutex_unlock(&helper->lock);
	helper_release(helper);
}

void query_scan_run(struct query_scan *scan)
{
	struct helper *helper = bitset_count(scan->mask) >= RECORDS_FOR_THREADS ? helper_start(scan) : NULL;

	look_at_runs(scan, scan->pattern, true);
	if (helper)
		helper_end(helper);
}
