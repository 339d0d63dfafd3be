/* What a step of a story shows of the records, as a sheet: for exports, which have no panes. */
#ifndef KERNATLAS_STEP_SHEET_H
#define KERNATLAS_STEP_SHEET_H

#include "bitset.h"
#include "targets.h"

/* The step's state. Texts are never NULL; "" where the step says nothing. */
struct step_state {
	const char *query, *pane, *select, *doc;
	bool compare;
	const uint32_t *marks;
	int mark_count;
};

/* Builds into empty sheet and targets, and sets the bits of the records that are shown in `shown` (as long as the corpus).
 * What is wrong with the step is said in its place, and in `err`. False when memory ends. */
bool step_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus,
	const struct step_state *state, struct bitset *shown, struct error *err);
/* The same for the section of a document that the step opens; nothing where it opens none. */
bool step_document_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus,
	const struct step_state *state, struct bitset *shown, struct error *err);

#endif
