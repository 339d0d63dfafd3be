/* What a file's bytes need before libyaml can take them: a cleaned copy, made only where something is to clean. */
#ifndef KERNATLAS_READER_BYTES_H
#define KERNATLAS_READER_BYTES_H

#include "buf.h"
#include "finding.h"

/* Where the first byte stands that reader_bytes_clean() would replace; `len` when there is none. */
size_t reader_bytes_first_fault(const char *bytes, size_t len);
/* Appends `bytes` with each byte that is no UTF-8, and each control character that YAML does not allow, replaced by
 * U+FFFD. One finding tells the first place and the number. False when memory ends. */
bool reader_bytes_clean(struct buf *out, const char *bytes, size_t len, struct finding_list *findings);

#endif
