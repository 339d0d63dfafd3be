#include "finding_change.h"

#include <stdlib.h>
#include <string.h>

void finding_change_init(struct finding_change *change)
{
	finding_list_init(&change->fixed);
	finding_list_init(&change->added);
	finding_list_init(&change->same);
}

void finding_change_release(struct finding_change *change)
{
	finding_list_release(&change->fixed);
	finding_list_release(&change->added);
	finding_list_release(&change->same);
}

/* The first finding like this one that is not taken yet; taken then. */
static bool take_like(const struct finding_list *list, bool *taken, const struct finding *f)
{
	for (size_t i = 0; i < list->count; i++) {
		if (taken[i] || list->items[i].code != f->code || strcmp(list->items[i].message, f->message) != 0)
			continue;
		taken[i] = true;
		return true;
	}
	return false;
}

bool finding_change_compare(struct finding_change *change, const struct finding_list *before,
	const struct finding_list *after)
{
	bool *taken = calloc(after->count + 1, sizeof *taken), ok = taken != NULL;

	for (size_t i = 0; ok && i < before->count; i++) {
		bool stays = take_like(after, taken, &before->items[i]);

		ok = finding_copy(stays ? &change->same : &change->fixed, &before->items[i]);
	}
	for (size_t i = 0; ok && i < after->count; i++)
		ok = taken[i] || finding_copy(&change->added, &after->items[i]);
	free(taken);
	return ok;
}
