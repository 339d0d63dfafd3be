#include "history.h"

#include <stdlib.h>
#include <string.h>

void history_init(struct history *h)
{
	memset(h, 0, sizeof *h);
}

void pane_place_release(struct pane_place *place)
{
	for (int i = 0; i < PLACE_WORDS; i++)
		free(place->words[i]);
	memset(place, 0, sizeof *place);
}

bool pane_place_set(struct pane_place *place, enum place_word word, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return false;
	free(place->words[word]);
	place->words[word] = copy;
	return true;
}

const char *pane_place_word(const struct pane_place *place, enum place_word word)
{
	return place->words[word] ? place->words[word] : "";
}

static bool pane_place_copy(struct pane_place *to, const struct pane_place *from)
{
	*to = (struct pane_place){.nth = from->nth, .below = from->below, .apart = from->apart};
	for (int i = 0; i < PLACE_WORDS; i++)
		if (from->words[i] && !pane_place_set(to, (enum place_word)i, from->words[i])) {
			pane_place_release(to);
			return false;
		}
	return true;
}

void place_release(struct place *place)
{
	free(place->query);
	free(place->record);
	free(place->compiler);
	free(place->document);
	pane_place_release(&place->reading);
	for (int i = 0; i < PLACE_PANES; i++)
		pane_place_release(&place->panes[i]);
	memset(place, 0, sizeof *place);
}

void history_release(struct history *h)
{
	for (size_t i = 0; i < h->count; i++)
		place_release(&h->places[i]);
	free(h->places);
	history_init(h);
}

bool place_copy(struct place *to, const struct place *from)
{
	bool ok;

	*to = (struct place){.pane = from->pane, .zoom = from->zoom};
	to->query = strdup(from->query);
	to->record = strdup(from->record);
	to->compiler = strdup(from->compiler);
	to->document = strdup(from->document);
	ok = to->query && to->record && to->compiler && to->document && pane_place_copy(&to->reading, &from->reading);
	for (int i = 0; ok && i < PLACE_PANES; i++)
		ok = pane_place_copy(&to->panes[i], &from->panes[i]);
	if (ok)
		return true;
	place_release(to);
	return false;
}

bool place_equal(const struct place *a, const struct place *b)
{
	return a->pane == b->pane && a->zoom == b->zoom && strcmp(a->query, b->query) == 0
		&& strcmp(a->record, b->record) == 0 && strcmp(a->document, b->document) == 0;
}

static bool make_room(struct history *h)
{
	struct place *places;
	size_t cap;

	while (h->count > h->at + 1)
		place_release(&h->places[--h->count]);
	if (h->count == HISTORY_MAX) {
		place_release(&h->places[0]);
		memmove(h->places, h->places + 1, (h->count - 1) * sizeof *h->places);
		h->count--;
		h->at--;
	}
	if (h->count < h->cap)
		return true;
	cap = h->cap ? h->cap * 2 : 16;
	places = realloc(h->places, cap * sizeof *places);
	if (!places)
		return false;
	h->places = places;
	h->cap = cap;
	return true;
}

bool history_renew(struct history *h, const struct place *place)
{
	struct place copy;

	if (!h->count)
		return history_visit(h, place);
	if (!place_copy(&copy, place))
		return false;
	place_release(&h->places[h->at]);
	h->places[h->at] = copy;
	return true;
}

/* A jump within a document is a step: another line of it is another place. */
static bool same_step(const struct place *a, const struct place *b)
{
	return place_equal(a, b)
		&& (!*a->document
			|| (a->reading.below == b->reading.below
				&& strcmp(pane_place_word(&a->reading, PLACE_TOP), pane_place_word(&b->reading, PLACE_TOP)) == 0));
}

bool history_visit(struct history *h, const struct place *place)
{
	struct place copy;

	if (h->count && same_step(&h->places[h->at], place))
		return history_renew(h, place);
	if (!place_copy(&copy, place))
		return false;
	if (!make_room(h)) {
		place_release(&copy);
		return false;
	}
	h->places[h->count] = copy;
	h->at = h->count++;
	return true;
}

const struct place *history_back(struct history *h)
{
	return h->at ? &h->places[--h->at] : NULL;
}

const struct place *history_forward(struct history *h)
{
	return h->at + 1 < h->count ? &h->places[++h->at] : NULL;
}

const struct place *history_go(struct history *h, size_t index)
{
	if (index >= h->count)
		return NULL;
	h->at = index;
	return &h->places[index];
}
