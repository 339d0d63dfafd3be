/* One sitting of a review: what was looked at, what was decided, what is left. Records are named by "type/id", so that
 * it outlives reloads. Its report is Markdown, to be pasted where the change is discussed. */
#ifndef KERNATLAS_SITTING_H
#define KERNATLAS_SITTING_H

#include "triage.h"

struct sitting_record {
	char *id, *title; /* owned */
	bool looked;
	char **decisions; /* owned, in their order */
	size_t decision_count;
};

struct sitting {
	struct sitting_record *records;
	size_t count;
};

void sitting_init(struct sitting *sitting);
void sitting_release(struct sitting *sitting);

/* Notes that a record was looked at. False when memory ends. */
bool sitting_look(struct sitting *sitting, const char *id, const char *title);
/* Notes what was decided of a record, or takes the latest such note back. */
bool sitting_decide(struct sitting *sitting, const char *id, const char *title, const char *what);
void sitting_undecide(struct sitting *sitting, const char *id, const char *what);

bool sitting_has_looked(const struct sitting *sitting, const char *id);
size_t sitting_looked_count(const struct sitting *sitting);
/* How many of the queue were not looked at. */
size_t sitting_left_count(const struct sitting *sitting, const struct triage *triage, const struct corpus *corpus);

/* Appends the report: decided, looked at, left. False when memory ends. */
bool sitting_report(const struct sitting *sitting, const struct triage *triage, const struct corpus *corpus, struct buf *out);

#endif
