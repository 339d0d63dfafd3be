/* The start: until there are records to show, a line tells how far reading is, and quitting takes effect at once. */
#ifndef KERNATLAS_LOADING_H
#define KERNATLAS_LOADING_H

#include "event.h"
#include "loader.h"
#include "theme.h"

enum { LOADING_KEYS_MAX = 64 };

struct loading {
	struct corpus *corpus; /* NULL when it failed or was given up; else the caller's. corpus->partial: more is coming */
	int status;            /* of the exit, when the user or a signal ended it; -1 otherwise */
	struct event keys[LOADING_KEYS_MAX]; /* what was typed meanwhile; the caller's, with the texts of pastes */
	int key_count;
};

/* Waits with the screen open. A part will do where `part_fits` (asked with `data`) says so and the whole is not there soon.
 * `ascii` as the browser draws. What fails is in `err`. */
void loading_run(struct loading *loading, struct loader *loader, bool (*part_fits)(const struct corpus *part, void *data),
	void *data, const struct theme *theme, bool ascii, struct error *err);

#endif
