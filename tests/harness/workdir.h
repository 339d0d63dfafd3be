/* Folders and files for tests, below the system's temporary folder. See harness.h for how long they live.
 *
 * Every function that can't do its work fails the running test with the path and the reason. `dir` is a
 * folder and `name` a path below it; with `dir` NULL, `name` is a path of its own. */
#ifndef KERNATLAS_WORKDIR_H
#define KERNATLAS_WORKDIR_H

#include <stdbool.h>
#include <stddef.h>

/* A fresh empty folder. */
const char *workdir_new(void);
/* A fresh copy of the project's records/, to be changed freely. */
const char *workdir_records(void);

const char *workdir_path(const char *dir, const char *name);
bool workdir_exists(const char *dir, const char *name);

/* Copies a file, or a folder with all below it (symbolic links as links), to a path that does not exist yet. */
void workdir_copy(const char *from, const char *to);
/* Makes a folder, and those above it. */
void workdir_make(const char *dir, const char *name);
/* Removes a file, or a folder with all below it. */
void workdir_remove(const char *dir, const char *name);

/* Writes a file in place (the same inode when it exists), making the folders above it. */
void workdir_write(const char *dir, const char *name, const char *text);
void workdir_write_bytes(const char *dir, const char *name, const void *bytes, size_t len);
void workdir_append(const char *dir, const char *name, const char *text);
/* Puts `text` in the place of `old`, which must occur exactly once. */
void workdir_replace(const char *dir, const char *name, const char *old, const char *text);
/* A file's whole content, NUL-terminated. `len` may be NULL. */
const char *workdir_read(const char *dir, const char *name, size_t *len);

#endif
