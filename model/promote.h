/* When a record may be called verified. */
#ifndef KERNATLAS_PROMOTE_H
#define KERNATLAS_PROMOTE_H

#include "buf.h"
#include "corpus.h"

/* Judges a record that says it is verified: it names sources, each leads to a record, no finding on it is an error, no
 * open question is left, and its confidence is not low. Appends each reason against it as a line. False when memory
 * ends. */
bool promote_check(const struct corpus *corpus, uint32_t record, struct buf *reasons);

#endif
