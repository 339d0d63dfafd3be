/* The changes that were saved in a sitting, so that they can be taken back and made again, one after another, whatever
 * records they are of. */
#ifndef KERNATLAS_CHANGE_LOG_H
#define KERNATLAS_CHANGE_LOG_H

#include "change.h"

struct change_log {
	struct change *items;
	size_t count;
	size_t at; /* changes before it stand; those from it on were taken back */
};

void change_log_init(struct change_log *log);
void change_log_release(struct change_log *log);
/* Takes over a change that was saved, which is empty after; those that were taken back are forgotten. False when memory
 * ends: the change then stays the caller's. */
bool change_log_add(struct change_log *log, struct change *change);
/* Takes the latest change back, or makes the next one again, and returns it; it belongs to the log. NULL with a message
 * when there is none or its file changed since. */
const struct change *change_log_undo(struct change_log *log, struct error *err);
const struct change *change_log_redo(struct change_log *log, struct error *err);

#endif
