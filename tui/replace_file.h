/* Files that commands write: whole or not at all. */
#ifndef KERNATLAS_REPLACE_FILE_H
#define KERNATLAS_REPLACE_FILE_H

#include "buf.h"
#include "error.h"

/* Writes a file, in the place of one that is there: until all bytes are on disk the old one stays. A folder, a device and
 * the like are refused. False with a message. */
bool replace_file(const char *path, const struct buf *bytes, struct error *err);
/* The same, and nobody but the user may read it, whatever rights the one before had. */
bool replace_file_private(const char *path, const struct buf *bytes, struct error *err);

#endif
