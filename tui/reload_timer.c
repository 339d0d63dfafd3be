#include "reload_timer.h"

void reload_timer_note(struct reload_timer *t, int64_t now)
{
	if (!t->waiting)
		t->first = now;
	t->waiting = true;
	t->last = now;
}

int reload_timer_left(const struct reload_timer *t, int64_t now, bool writing)
{
	int64_t settled = t->last + RELOAD_SETTLE_MS, limit = t->first + RELOAD_LIMIT_MS;
	int64_t due = writing || settled > limit ? limit : settled;

	if (!t->waiting)
		return -1;
	return due > now ? (int)(due - now) : 0;
}

bool reload_timer_take(struct reload_timer *t, int64_t now, bool writing)
{
	if (reload_timer_left(t, now, writing) != 0)
		return false;
	t->waiting = false;
	return true;
}
