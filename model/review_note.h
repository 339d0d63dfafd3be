/* What a reviewer leaves in a record: an entry of its `reviews`, with date, name and a line of text. */
#ifndef KERNATLAS_REVIEW_NOTE_H
#define KERNATLAS_REVIEW_NOTE_H

#include "change.h"

/* Adds the entry to a change; the date is the corpus's today. False with a message, also where the record's type has no
 * reviews. */
bool review_note_add(struct change *change, const struct corpus *corpus, uint32_t record, const char *by, const char *note,
	struct error *err);
/* Appends the name to sign with: $KERNATLAS_REVIEWER, else what git would sign commits to the record's file with, else the
 * name of the user's account. False when there is none. */
bool review_note_name(const char *path, struct buf *out);

#endif
