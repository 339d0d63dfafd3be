/* What differs between two loads of the same folders, record by record. Records are the same by identity: type and id. */
#ifndef KERNATLAS_CORPUS_CHANGES_H
#define KERNATLAS_CORPUS_CHANGES_H

#include "bitset.h"
#include "buf.h"
#include "corpus.h"

struct corpus_changes {
	struct bitset records; /* of the later load: what is new, or has another value than before */
	uint32_t changed, added, gone;
};

/* Compares. False when memory ends; the result is then safe to release. */
bool corpus_changes_find(struct corpus_changes *changes, const struct corpus *before, const struct corpus *after);
void corpus_changes_release(struct corpus_changes *changes);
/* Appends it in words: "2 changed, 1 new, 1 gone", with the names of a few records of `after`, or "nothing changed". */
void corpus_changes_say(const struct corpus_changes *changes, const struct corpus *after, struct buf *out);

#endif
