/* A pattern over the text of many records, on two threads where there are enough of them. For the query's files only. */
#ifndef KERNATLAS_QUERY_SCAN_H
#define KERNATLAS_QUERY_SCAN_H

#include "bitset.h"
#include "corpus.h"
#include "pattern.h"

struct query_scan {
	const struct corpus *corpus;
	struct pattern *pattern;
	const struct bitset *mask; /* the records to look at */
	struct bitset *yes, *no;   /* those that match and those that do not */
	struct bitset *gave_up;    /* those of which the pattern gave up, or time did */
	int64_t deadline_ns;       /* of CLOCK_MONOTONIC; asked when a pattern gives up, since no other takes long */
	bool (*stopped)(void *data); /* asked for every record by the thread that calls, never by the other */
	void *data;
	/* Atomic, the scan's own: begin with zeros. */
	size_t next;
	int stop, out_of_time;
};

void query_scan_run(struct query_scan *scan);

#endif
