/* Files that the program keeps for itself in a folder of its own, one for each set of folders of records: sessions, caches. */
#ifndef KERNATLAS_KEPT_FILES_H
#define KERNATLAS_KEPT_FILES_H

#include "buf.h"

/* Appends the name of the file that is kept for `what`: 16 hexadecimal digits and the suffix. */
void kept_files_name(const char *what, const char *suffix, struct buf *out);
/* Removes the oldest where there are more than `most` of them. One comes with each write, so one goes. */
void kept_files_thin_out(const char *folder, const char *suffix, int most);

#endif
