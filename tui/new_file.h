/* Files that the browser leaves: reports, pictures. */
#ifndef KERNATLAS_NEW_FILE_H
#define KERNATLAS_NEW_FILE_H

#include "buf.h"
#include "error.h"

/* Writes a file that is not there yet; what is there already is never written over. False with a message. */
bool new_file_write(const char *path, const struct buf *bytes, struct error *err);

#endif
