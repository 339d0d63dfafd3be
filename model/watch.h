/* Watching the folders of a corpus for changes, so that a reload comes by itself.
 *
 * Linux's inotify(7) where it can be had; where it can't (another system, watches used up, folders of another machine,
 * whose changes are not told), the caller is told to ask
 * corpus_is_outdated() now and then. Watching costs no wake-up while nothing changes. */
#ifndef KERNATLAS_WATCH_H
#define KERNATLAS_WATCH_H

#include "error.h"

struct watch;

enum {
	WATCH_POLL_MS = 2000 /* how often to ask where changes are not told */
};

/* Watches every folder below the roots. NULL with a message when memory ends. */
struct watch *watch_new(const char *const *roots, int root_count, struct error *err);
void watch_free(struct watch *watch); /* NULL is fine */

/* A descriptor that becomes readable when something changed; -1 where the caller has to poll. */
int watch_fd(const struct watch *watch);
/* Takes what is waiting. True when it concerns a file that a corpus could hold. Folders that appeared are watched
 * from now on; those that went are forgotten. */
bool watch_take(struct watch *watch);
/* Whether a file was written to and not closed since: what it holds may be half of what it will. */
bool watch_is_writing(const struct watch *watch);
/* True when the system lost count and everything has to be looked at anew (then watch again from the start). */
bool watch_overflowed(const struct watch *watch);

#endif
