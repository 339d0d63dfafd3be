/* Checking records against the schema and against each other: everything that `kernatlas check` and the triage queue
 * report beyond what reading the files already found. The rules on fields come from the schema; the rules on trust
 * (status, sources, confidence, dates, figures) stand in check_trust.c. */
#ifndef KERNATLAS_CHECK_H
#define KERNATLAS_CHECK_H

#include "corpus.h"

enum {
	/* A verified record below this confidence asks for a second look. */
	CHECK_LOW_CONFIDENCE_PERCENT = 70
};

/* Adds the corpus's own findings and those of every rule, ordered by file, line and column. `out` is initialised by
 * the caller. False when memory ends. */
bool check_run(const struct corpus *corpus, struct finding_list *out);

/* Orders findings by file, line and column. */
void check_sort(struct finding_list *list);

/* The findings of one record, the corpus's own about it included. */
bool check_record(const struct corpus *corpus, uint32_t record, struct finding_list *out);

/* The number of findings of a severity. */
size_t check_count(const struct finding_list *list, enum severity severity);

/* The families of rules, for one record each; check_run applies them all. */
bool check_fields(const struct corpus *corpus, uint32_t record, struct finding_list *out);
bool check_trust(const struct corpus *corpus, uint32_t record, struct finding_list *out);
bool check_links(const struct corpus *corpus, uint32_t record, struct finding_list *out);
bool check_story(const struct corpus *corpus, uint32_t record, struct finding_list *out); /* nothing for other types */

/* Adds a finding at a value of a record (at the record's own place where the value is absent). */
bool check_add(struct finding_list *out, const struct corpus *corpus, uint32_t record, struct node at,
	enum finding_code code, const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif
