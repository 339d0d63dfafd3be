/* Where one is: told in names for the history and the session, and come back to. */
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"

_Static_assert((int)PLACE_PANES == (int)PANE_COUNT, "a place knows every pane");

/* A pane out of view does not follow the selection until it is seen: then its cursor is where the selection puts it. */
static bool place_pane(const struct browser *b, int index, struct pane_place *place)
{
	const struct pane *p = &b->panes[index];

	if (!p->ops->place(p, &b->s, place))
		return false;
	if (p->seen == b->s.version)
		return true;
	free(place->words[PLACE_AT]);
	place->words[PLACE_AT] = NULL;
	place->apart = false;
	return true;
}

bool browser_place(const struct browser *b, struct place *place)
{
	const struct corpus *c = b->s.corpus;
	bool reads = b->view.kind == VIEW_DOCUMENT && b->view.record < c->count, ok;
	struct buf record, compiler;

	buf_init(&record);
	buf_init(&compiler);
	selection_id(&b->s, b->s.record, &record);
	selection_id(&b->s, b->s.compiler, &compiler);
	*place = (struct place){.pane = b->focus, .zoom = b->zoom};
	place->query = strdup(selection_filter_text(&b->s));
	place->document = strdup(reads ? c->records[b->view.record].id : "");
	place->record = buf_steal(&record);
	place->compiler = buf_steal(&compiler);
	ok = place->query && place->document && place->record && place->compiler && (!reads || view_place(&b->view, c, &place->reading));
	for (int i = 0; i < PANE_COUNT && ok; i++)
		ok = place_pane(b, i, &place->panes[i]);
	if (!ok)
		place_release(place);
	return ok;
}

void browser_remember(struct browser *b, bool visit)
{
	struct place place;

	if (!browser_place(b, &place)) {
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
		return;
	}
	if (!(visit ? history_visit(&b->history, &place) : history_renew(&b->history, &place)))
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
	place_release(&place);
}

/* The size that a pane has on the screen, or would have if it were there. */
static struct area pane_size(const struct browser *b, int pane)
{
	struct layout l;

	layout_compute(&l, b->canvas.w, b->canvas.h, b->focus, b->zoom);
	if (pane == PANE_RECORD && l.preview.w)
		return layout_inside(l.preview);
	if (!l.panes[pane].w)
		layout_compute(&l, b->canvas.w, b->canvas.h, (enum pane_id)pane, b->zoom);
	/* Where the screen has no room for any, as much as will do for the rows to be there. */
	return l.panes[pane].w ? layout_inside(l.panes[pane]) : (struct area){0, 0, 80, 20};
}

unsigned browser_restore(struct browser *b, const struct place *place)
{
	unsigned gone = 0;
	uint32_t document;

	if (strcmp(place->query, selection_filter_text(&b->s)) != 0 && !browser_filter(b, place->query))
		gone |= PLACE_QUERY_GONE;
	selection_select_id(&b->s, place->compiler);
	if (*place->record && !selection_select_id(&b->s, place->record))
		gone |= PLACE_RECORD_GONE;
	b->focus = (enum pane_id)place->pane;
	b->zoom = place->zoom;
	view_close(&b->view);
	if (*place->document && corpus_resolve(b->s.corpus, place->document, strlen(place->document), &document) == RESOLVE_FOUND
		&& b->s.corpus->records[document].document >= 0) {
		browser_read(b, document, "");
		if (!view_back(&b->view, b->s.corpus, &place->reading))
			gone |= PLACE_HEADING_GONE;
	} else if (*place->document) {
		gone |= PLACE_DOCUMENT_GONE;
	}
	/* Rows first, then where each pane stood on them. */
	for (int i = 0; i < PANE_COUNT; i++) {
		struct area size = pane_size(b, i);
		struct pane *p = &b->panes[i];

		if (pane_refresh(p, &b->s, size.w, size.h))
			p->ops->back(p, &b->s, &place->panes[i]);
	}
	return gone;
}
