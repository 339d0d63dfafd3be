/* Everything known of a record, as a sheet: identity and trust, where the cost lands, what it runs on, what binds the
 * artifact, for and against, evidence, the rest in schema order, links both ways, findings. Types without these fields get
 * theirs in schema order; types that the schema does not describe in the order of the file, lists of maps as tables. */
#ifndef KERNATLAS_RECORD_SHEET_H
#define KERNATLAS_RECORD_SHEET_H

#include "targets.h"

/* Builds into empty sheet and targets. False when memory ends. */
bool record_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record);
/* Only the links of a record, outgoing and incoming. */
void record_sheet_links(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record);
/* What stands beside a link as its reason; "" when nothing does. */
const char *record_link_why(const struct corpus *corpus, const struct link *link);

#endif
