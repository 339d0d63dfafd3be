/* When files that changed are read again: once they have been quiet for a moment and nobody is writing them, so that a
 * burst is one reload and no half of a file is taken for the whole. No clock of its own: times are milliseconds of any
 * clock that goes forward. */
#ifndef KERNATLAS_RELOAD_TIMER_H
#define KERNATLAS_RELOAD_TIMER_H

#include <stdbool.h>
#include <stdint.h>

enum {
	RELOAD_SETTLE_MS = 120, /* a burst is over when nothing came for this long */
	RELOAD_LIMIT_MS = 3000  /* one that goes on is taken as it is by then */
};

struct reload_timer {
	bool waiting;
	int64_t first, last; /* of the changes that wait */
};

/* A change was told of. */
void reload_timer_note(struct reload_timer *t, int64_t now);
/* Milliseconds until it is time, 0 when it is, -1 when nothing waits. `writing`: some file is being written. */
int reload_timer_left(const struct reload_timer *t, int64_t now, bool writing);
/* Whether it is time; then nothing waits any more. */
bool reload_timer_take(struct reload_timer *t, int64_t now, bool writing);

#endif
