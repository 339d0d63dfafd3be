/* A document as a sheet: its blocks wrapped, its links numbered, its live tables drawn from the records of this moment. */
#ifndef KERNATLAS_DOCUMENT_SHEET_H
#define KERNATLAS_DOCUMENT_SHEET_H

#include "targets.h"

/* Builds into an empty sheet; each heading's line carries the heading's index as anchor. False when memory ends. */
bool document_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record);

/* One live table: YAML with query, columns, sort, group, title. What is wrong with it is said in its place. */
void document_live_table(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const char *yaml,
	size_t len);

#endif
