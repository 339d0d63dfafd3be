/* Where sessions are kept: `sessions` in the user's folder of state, one file for each set of folders of records. */
#ifndef KERNATLAS_SESSION_FILE_H
#define KERNATLAS_SESSION_FILE_H

#include "error.h"
#include "session.h"

enum { SESSION_FILES_MAX = 64 }; /* the oldest give way */

/* Appends the folder's name; false where there is no place for it. Makes nothing. */
bool session_file_folder(struct buf *path);
/* Whether no session was kept here yet, of any records. */
bool session_file_first(void);
/* Reads the session of these folders. False where there is none, and with a message where there is one that can't be used. */
bool session_file_read(struct session *s, const char *const *roots, int count, struct error *err);
/* Keeps it, whole or not at all, for the user alone. False with a message. */
bool session_file_write(const struct session *s, const char *const *roots, int count, struct error *err);

#endif
