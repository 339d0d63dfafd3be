/* Where records are looked for when the command line names no folder, in this order; the first that is there is used. */
#ifndef KERNATLAS_RECORD_FOLDERS_H
#define KERNATLAS_RECORD_FOLDERS_H

#include <stdbool.h>

#include "buf.h"

enum { RECORD_FOLDERS_MAX = 5, RECORD_FOLDER_PATH = 4096 };

struct record_folder {
	char path[RECORD_FOLDER_PATH];
	const char *where; /* what kind of place it is: "beside the program" … */
	bool there;
};

struct record_folders {
	struct record_folder list[RECORD_FOLDERS_MAX];
	int count;
};

void record_folders_find(struct record_folders *folders);
/* $KERNATLAS_RECORDS: folders with colons between, as in PATH, into `roots`, which has room for `most`. `text` keeps the names.
 * Returns how many there are. */
int record_folders_from_environment(const char **roots, int most, struct buf *text);

#endif
