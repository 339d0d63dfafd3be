/* What git knows of a file. Only asked, never changed: no lock is taken, nothing is refreshed. */
#ifndef KERNATLAS_GIT_H
#define KERNATLAS_GIT_H

#include "buf.h"

enum git_state {
	GIT_NONE,      /* no git, or the file is in no repository */
	GIT_UNTRACKED, /* in a repository that does not have it yet */
	GIT_SAME,      /* as in the last commit */
	GIT_CHANGED,   /* the diff was appended */
};

/* How a file differs from the last commit. The diff is cut at 64 KiB. */
enum git_state git_diff_head(const char *path, struct buf *out);
/* Appends the name that commits there would carry; false when git knows none. */
bool git_user_name(const char *path, struct buf *out);

#endif
