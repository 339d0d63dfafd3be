/* Where a text is read: so many lines below a heading, the cursor on a link that leads to something. In these words it is found
 * again when the text was built anew, for another width or from other records. */
#ifndef KERNATLAS_SHEET_PLACE_H
#define KERNATLAS_SHEET_PLACE_H

#include "document.h"
#include "history.h"
#include "targets.h"

/* Into an empty place. `doc`: the document that the sheet shows, whose headings have slugs; NULL for other texts, where the
 * heading's words are its name. False when memory ends. */
bool sheet_place(const struct sheet *s, const struct targets *t, const struct corpus *corpus, const struct document *doc, int top,
	int link, struct pane_place *place);
/* Back to it in a sheet that is laid out. What is gone leaves `top` and `link` as they are; false when that was the heading. */
bool sheet_place_find(const struct sheet *s, const struct targets *t, const struct corpus *corpus, const struct document *doc,
	const struct pane_place *place, int *top, int *link);

#endif
