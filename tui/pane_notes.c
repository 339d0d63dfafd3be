/* Notes: what is known of one platform beyond the compiler records, contested points marked. Each with its statement and
 * its first figure; the whole stands in the record pane. */
#include <stdlib.h>
#include <string.h>

#include "pane.h"
#include "rows.h"
#include "text.h"

struct notes {
	uint32_t *records; /* those that concern the result first, then the others */
	uint32_t near;     /* how many concern it */
	struct rows list;
};

static bool notes_init(struct pane *p)
{
	p->state = calloc(1, sizeof(struct notes));
	return p->state != NULL;
}

static void notes_release(struct pane *p)
{
	struct notes *n = p->state;

	if (n)
		free(n->records);
	free(n);
}

static void notes_forget(struct pane *p)
{
	struct notes *n = p->state;

	free(n->records);
	n->records = NULL;
	n->list.count = 0;
}

/* A note concerns the result when it links to one of its records, is linked from one, or is itself in it. */
static bool concerns(const struct selection *s, uint32_t note)
{
	const struct corpus *c = s->corpus;

	if (bitset_has(&s->result, note))
		return true;
	for (uint32_t i = c->links_out[note]; i < c->links_out[note + 1]; i++)
		if (c->links[i].to < c->count && bitset_has(&s->result, c->links[i].to))
			return true;
	for (uint32_t i = c->links_in[note]; i < c->links_in[note + 1]; i++)
		if (bitset_has(&s->result, c->links[c->links_in_order[i]].from))
			return true;
	return false;
}

static bool rebuild(struct notes *n, const struct selection *s)
{
	const struct corpus *c = s->corpus;
	uint32_t type = corpus_type_find(c, "note", 4), count = type == RECORD_NONE ? 0 : c->types[type].count, at = 0;
	uint32_t *records = calloc((size_t)count + 1, sizeof *records), back = count;

	if (!records)
		return false;
	for (uint32_t r = 0; count && r < c->count; r++)
		if (c->records[r].type == type && concerns(s, r))
			records[at++] = r;
	n->near = at;
	for (uint32_t r = c->count; at < back && r-- > 0;)
		if (c->records[r].type == type && !concerns(s, r))
			records[--back] = r;
	free(n->records);
	n->records = records;
	n->list.count = (int)count;
	return true;
}

static bool notes_update(struct pane *p, const struct selection *s)
{
	struct notes *n = p->state;
	uint32_t here = n->list.at < n->list.count && n->records ? n->records[n->list.at] : RECORD_NONE;

	if (p->stale && !rebuild(n, s))
		return false;
	rows_fit(&n->list, n->list.count, p->h);
	/* The selected note; while something else is selected, the one where the cursor was. */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < n->list.count; i++)
			if (n->records[i] == (pass ? s->record : here))
				rows_go(&n->list, i);
	return true;
}

static void draw_note(const struct selection *s, const struct notes *n, int index, struct canvas *c, struct area a, int y)
{
	const struct record *r = &s->corpus->records[n->records[index]];
	struct node statement = corpus_field(s->corpus, r, "statement");
	struct node figure = node_first(corpus_field(s->corpus, r, "figures"));
	const char *value = node_text(corpus_get(s->corpus, figure, "value"));
	struct node what = corpus_get(s->corpus, figure, "what");
	int title = a.w >= 90 ? 38 : a.w * 2 / 5, value_width = *value && a.w >= 60 ? a.w / 4 : 0, used;
	int style;
	const char *glyph = selection_status_glyph(s->corpus, r, &style);
	enum style text = (uint32_t)index < n->near ? STYLE_TEXT : STYLE_DIM;

	canvas_puts(c, a, 0, y, (enum style)style, glyph);
	if (bitset_has(&s->changed, n->records[index]))
		canvas_puts(c, a, 1, y, STYLE_WARNING, "~");
	canvas_text(c, a, 2, y, text, r->title, strlen(r->title), title - 3);
	if (value_width) {
		/* What the number is of; its conditions stand in the statement and in the record. */
		used = canvas_text(c, a, title, y, STYLE_FIGURE, value, strlen(value), value_width - 1);
		canvas_text(c, a, title + used + 1, y, STYLE_TEXT, node_text(what), node_len(what), value_width - used - 2);
	}
	canvas_text(c, a, title + value_width, y, STYLE_DIM, node_text(statement), node_len(statement), -1);
}

static void notes_draw(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused)
{
	const struct notes *n = p->state;

	for (int y = 0; y < a.h && n->list.top + y < n->list.count; y++) {
		int index = n->list.top + y;

		draw_note(s, n, index, c, a, y);
		if (index == n->list.at && (focused || n->records[index] == s->record))
			canvas_over(c, a, 0, y, a.w, pane_selection_style(focused));
	}
	if (!n->list.count)
		canvas_puts(c, a, 1, 0, STYLE_DIM, s->corpus->partial ? "no notes read so far" : "this corpus has no notes");
}

static void select_row(const struct notes *n, struct selection *s)
{
	if (n->list.at < n->list.count)
		selection_select(s, n->records[n->list.at]);
}

static enum pane_answer notes_act(struct pane *p, struct selection *s, enum action action)
{
	struct notes *n = p->state;

	if (rows_act(&n->list, action)) {
		select_row(n, s);
		return PANE_DONE;
	}
	if (action != ACTION_OPEN || !n->list.count)
		return PANE_IGNORED;
	select_row(n, s);
	return PANE_OPEN;
}

static enum pane_answer notes_click(struct pane *p, struct selection *s, int x, int y, bool open)
{
	struct notes *n = p->state;

	(void)x;
	if (n->list.top + y >= n->list.count)
		return PANE_DONE;
	rows_go(&n->list, n->list.top + y);
	select_row(n, s);
	return open ? PANE_OPEN : PANE_DONE;
}

static void notes_wheel(struct pane *p, int by)
{
	rows_wheel(&((struct notes *)p->state)->list, by);
}

static bool notes_term(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct notes *n = p->state;

	if (n->list.at >= n->list.count)
		return false;
	query_quote_term(out, "linked-from", s->corpus->records[n->records[n->list.at]].id);
	return true;
}

static void notes_enter(struct pane *p, struct selection *s)
{
	select_row(p->state, s);
}

static void notes_tally(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct notes *n = p->state;

	(void)s;
	if (n->list.count)
		buf_addf(out, "%u of %d concern these records | ◆ contested", n->near, n->list.count);
}

static void notes_more(const struct pane *p, bool *above, bool *below)
{
	rows_more(&((const struct notes *)p->state)->list, above, below);
}

static bool notes_place(const struct pane *p, const struct selection *s, struct pane_place *place)
{
	const struct notes *n = p->state;

	place->apart = rows_apart(&n->list);
	return n->list.at >= n->list.count
		|| (pane_place_record(place, PLACE_AT, s, n->records[n->list.at])
			&& pane_place_record(place, PLACE_TOP, s, n->records[n->list.top]));
}

static int row_named(const struct notes *n, const struct selection *s, const struct pane_place *place, enum place_word word)
{
	uint32_t record = pane_place_find(place, word, s);

	for (int i = 0; i < n->list.count && record != RECORD_NONE; i++)
		if (n->records[i] == record)
			return i;
	return -1;
}

static void notes_back(struct pane *p, const struct selection *s, const struct pane_place *place)
{
	struct notes *n = p->state;

	rows_back(&n->list, row_named(n, s, place, PLACE_AT), row_named(n, s, place, PLACE_TOP), place->apart);
}

static bool notes_tell(const struct pane *p, const struct selection *s, const struct pane_reader *reader)
{
	const struct notes *n = p->state;
	const struct corpus *c = s->corpus;
	struct buf text;
	bool ok;

	buf_init(&text);
	for (int i = 0; i < n->list.count && buf_ok(&text); i++) {
		const struct record *r = &c->records[n->records[i]];
		struct node figures = corpus_field(c, r, "figures"), statement = corpus_field(c, r, "statement");

		buf_clear(&text);
		buf_add(&text, node_text(statement), node_len(statement));
		for (struct node f = node_first(figures); f.v; f = node_next(figures, f))
			buf_addf(&text, " Figure: %s %s (%s).", node_text(corpus_get(c, f, "value")), node_text(corpus_get(c, f, "what")),
				node_text(corpus_get(c, f, "conditions")));
		if ((uint32_t)i >= n->near)
			buf_adds(&text, " It concerns none of the records that the filter leaves.");
		reader->entry(reader->to, n->records[i], text.data);
	}
	ok = buf_ok(&text);
	buf_release(&text);
	return ok;
}

const struct pane_ops pane_notes = {
	.title = "Tenstorrent",
	.point = "notes on Tenstorrent: figures with their conditions, and where sources disagree (◆)",
	.keys = "Enter open|+ only its compilers",
	.init = notes_init,
	.release = notes_release,
	.forget = notes_forget,
	.place = notes_place,
	.back = notes_back,
	.update = notes_update,
	.draw = notes_draw,
	.enter = notes_enter,
	.act = notes_act,
	.click = notes_click,
	.wheel = notes_wheel,
	.term = notes_term,
	.tally = notes_tally,
	.more = notes_more,
	.tell = notes_tell,
};
