#include "pane.h"

#include <string.h>

#include "text.h"

void pane_forget(struct pane *p)
{
	p->ops->forget(p);
	p->seen = p->built = 0;
}

bool pane_refresh(struct pane *p, const struct selection *s, int w, int h)
{
	if (p->seen == s->version && p->w == w && p->h == h)
		return true;
	p->seen = s->version;
	p->stale = p->built != s->result_version;
	p->built = s->result_version;
	p->w = w;
	p->h = h;
	return p->ops->update(p, s);
}

bool pane_place_record(struct pane_place *place, enum place_word word, const struct selection *s, uint32_t record)
{
	struct buf id;
	bool ok;

	buf_init(&id);
	selection_id(s, record, &id);
	ok = buf_ok(&id) && pane_place_set(place, word, id.data);
	buf_release(&id);
	return ok;
}

uint32_t pane_place_find(const struct pane_place *place, enum place_word word, const struct selection *s)
{
	const char *id = pane_place_word(place, word);
	uint32_t record;

	return *id && corpus_resolve(s->corpus, id, strlen(id), &record) != RESOLVE_NOTHING ? record : RECORD_NONE;
}

enum style pane_selection_style(bool focused)
{
	return focused ? STYLE_SELECTION : STYLE_SELECTION_IDLE;
}

/* A title's bracketed addition ("the runtime compilation library") gives way where room is short. */
static size_t title_length(const char *title, int width)
{
	const char *bracket = strstr(title, " (");

	return bracket && bracket > title + 2 && text_width0(title) > width ? (size_t)(bracket - title) : strlen(title);
}

int pane_draw_record(const struct selection *s, uint32_t record, struct canvas *c, struct area a, int x, int y, int width)
{
	const struct record *r = &s->corpus->records[record];
	bool marked = bitset_has(&s->marks, record);
	int style;
	const char *glyph = selection_status_glyph(s->corpus, r, &style);

	if (width < 4)
		return 0;
	canvas_puts(c, a, x, y, (enum style)style, glyph);
	if (marked)
		canvas_puts(c, a, x + 1, y, STYLE_MARKED, "*");
	else if (bitset_has(&s->changed, record))
		canvas_puts(c, a, x + 1, y, STYLE_WARNING, "~");
	return 2 + canvas_text(c, a, x + 2, y, marked ? STYLE_MARKED : STYLE_TEXT, r->title, title_length(r->title, width - 2), width - 2);
}
