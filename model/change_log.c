#include "change_log.h"

#include <stdlib.h>

void change_log_init(struct change_log *log)
{
	*log = (struct change_log){0};
}

static void forget_from(struct change_log *log, size_t from)
{
	while (log->count > from)
		change_release(&log->items[--log->count]);
}

void change_log_release(struct change_log *log)
{
	forget_from(log, 0);
	free(log->items);
	change_log_init(log);
}

bool change_log_add(struct change_log *log, struct change *change)
{
	struct change *items;

	forget_from(log, log->at);
	items = realloc(log->items, (log->count + 1) * sizeof *items);
	if (!items)
		return false;
	log->items = items;
	items[log->count++] = *change;
	log->at = log->count;
	change_init(change);
	return true;
}

const struct change *change_log_undo(struct change_log *log, struct error *err)
{
	if (!log->at) {
		error_set(err, "no edit of this sitting is left to be undone");
		return NULL;
	}
	if (!change_take_back(&log->items[log->at - 1], err))
		return NULL;
	return &log->items[--log->at];
}

const struct change *change_log_redo(struct change_log *log, struct error *err)
{
	if (log->at == log->count) {
		error_set(err, "no edit was undone");
		return NULL;
	}
	if (!change_save(&log->items[log->at], err))
		return NULL;
	return &log->items[log->at++];
}
