#include "sheet_place.h"

#include <string.h>

/* What a heading says, as far as its first number: those count what may be more another day. "" for what is no heading. */
static void add_heading(const struct sheet *s, const struct sheet_block *block, struct buf *out)
{
	if (block->kind != SHEET_PARAGRAPH || !block->run_count || s->runs[block->run].style != STYLE_HEADING)
		return;
	for (int i = 0; i < block->run_count; i++) {
		const struct sheet_run *run = &s->runs[block->run + i];

		buf_add(out, s->text.data + run->begin, run->len);
	}
	buf_truncate(out, strcspn(out->data, "0123456789"));
	while (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

/* The name of the heading that a line begins; "" where it begins none. */
static void add_name(const struct sheet *s, const struct document *doc, int line, struct buf *out)
{
	const struct sheet_block *block = &s->blocks[s->lines[line].block];

	buf_clear(out);
	if (line && s->lines[line - 1].block == s->lines[line].block)
		return;
	if (!doc)
		add_heading(s, block, out);
	else if (block->anchor >= 0 && (uint32_t)block->anchor < doc->heading_count)
		buf_adds(out, doc->headings[block->anchor].slug);
}

/* Where a link leads. */
static void add_target(const struct targets *t, const struct corpus *corpus, int link, struct buf *out)
{
	const struct target *target = &t->items[link];

	if (target->record >= corpus->count) {
		buf_adds(out, target->url);
		return;
	}
	record_reference(corpus, target->record, out);
	buf_addf(out, "#%s", target->fragment);
}

static bool place_link(const struct targets *t, const struct corpus *corpus, int link, struct pane_place *place)
{
	struct buf name, other;
	bool ok;

	if (link < 0 || link >= t->count)
		return true;
	buf_init(&name);
	buf_init(&other);
	add_target(t, corpus, link, &name);
	for (int i = 0; i < link; i++) {
		buf_clear(&other);
		add_target(t, corpus, i, &other);
		place->nth += strcmp(other.data, name.data) == 0;
	}
	ok = buf_ok(&name) && buf_ok(&other) && pane_place_set(place, PLACE_AT, name.data);
	buf_release(&name);
	buf_release(&other);
	return ok;
}

bool sheet_place(const struct sheet *s, const struct targets *t, const struct corpus *corpus, const struct document *doc, int top,
	int link, struct pane_place *place)
{
	int line = top < s->line_count ? top : s->line_count - 1;
	struct buf name;
	bool ok;

	buf_init(&name);
	while (line >= 0) {
		add_name(s, doc, line, &name);
		if (name.len)
			break;
		line--;
	}
	/* Above all headings it is the beginning. */
	place->below = top - (line < 0 ? 0 : line);
	ok = buf_ok(&name) && (line < 0 || pane_place_set(place, PLACE_TOP, name.data));
	buf_release(&name);
	return ok && place_link(t, corpus, link, place);
}

static void find_link(const struct targets *t, const struct corpus *corpus, const struct pane_place *place, int *link)
{
	int nth = place->nth;
	struct buf name;

	if (!place->words[PLACE_AT])
		return;
	buf_init(&name);
	for (int i = 0; i < t->count; i++) {
		buf_clear(&name);
		add_target(t, corpus, i, &name);
		if (strcmp(name.data, place->words[PLACE_AT]) != 0)
			continue;
		/* With fewer of them than there were it is the last. */
		*link = i;
		if (nth-- == 0)
			break;
	}
	buf_release(&name);
}

bool sheet_place_find(const struct sheet *s, const struct targets *t, const struct corpus *corpus, const struct document *doc,
	const struct pane_place *place, int *top, int *link)
{
	const char *heading = pane_place_word(place, PLACE_TOP);
	bool found = !*heading;
	struct buf name;

	find_link(t, corpus, place, link);
	if (found)
		*top = place->below;
	buf_init(&name);
	for (int i = 0; i < s->line_count && !found; i++) {
		add_name(s, doc, i, &name);
		if (strcmp(name.data, heading) == 0) {
			*top = i + place->below;
			found = true;
		}
	}
	buf_release(&name);
	return found;
}
