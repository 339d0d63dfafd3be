/* A record as a reviewer needs it: its findings and what to do about them, what keeps it from being verified, its open
 * questions, its sources, what rests on it and what cites it, earlier reviews, and what changed since the last commit. */
#ifndef KERNATLAS_TRIAGE_SHEET_H
#define KERNATLAS_TRIAGE_SHEET_H

#include "finding_change.h"
#include "targets.h"
#include "triage.h"

/* Builds into empty sheet and targets. `since` tells what the last edit changed, or is NULL. False when memory ends. */
bool triage_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record,
	const struct triage_reach *reach, const struct finding_change *since);
/* A file of which no record could be read: what is wrong with it. */
bool triage_sheet_build_file(struct sheet *sheet, const struct corpus *corpus, uint32_t unit);
/* A unified diff, its lines told apart by sign and style. */
void triage_sheet_diff(struct sheet *sheet, const char *diff, size_t len);

#endif
