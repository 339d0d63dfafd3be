/* The queue of a review: what may mislead readers, worst first.
 *
 * In it stand drafts, contested and deprecated records, records with findings, and files that can't be read. What rests
 * on a record is its reach; the gravity of its state times its reach orders the queue. */
#ifndef KERNATLAS_TRIAGE_H
#define KERNATLAS_TRIAGE_H

#include "corpus.h"

struct buf;

/* How much rests on a record: claims, views and stories whose queries select it or that link to it, documents that link
 * to it or whose tables show it, and the cells of the matrix that it fills. */
struct triage_reach {
	uint32_t claims, views, stories, documents, cells;
};
uint32_t triage_reach_total(const struct triage_reach *reach);
/* Appends it in words: "4 claims, 2 views, 1 document"; "nothing" where all is 0. */
void triage_reach_say(const struct triage_reach *reach, struct buf *out);
/* The reach of every record: an array of corpus->count for free(). NULL when memory ends. */
struct triage_reach *triage_reach_of(const struct corpus *corpus);

struct triage_item {
	uint32_t record; /* RECORD_NONE: a file of which no record could be read */
	uint32_t unit, line;
	enum severity worst;     /* of its findings */
	uint32_t errors, warnings, notes;
	struct triage_reach reach;
	uint32_t weight;
	const char *state; /* "draft", "contested", "deprecated", or what its worst finding is; lives as long as the program */
};

struct triage {
	struct triage_item *items;
	size_t count;
};

/* Builds the queue. False when memory ends. Release it either way. */
bool triage_build(struct triage *triage, const struct corpus *corpus);
void triage_release(struct triage *triage);
/* "type/id" of an item; for a file "file " and its path. */
void triage_id(const struct corpus *corpus, const struct triage_item *item, struct buf *out);
/* The place of an item by that name, or -1. */
long triage_find(const struct triage *triage, const struct corpus *corpus, const char *id);

#endif
