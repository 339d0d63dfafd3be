/* Documents and stories, read by heading. */
#include <string.h>

#include "deck.h"
#include "document.h"
#include "linear_internal.h"

static const struct document *open_document(const struct linear *l)
{
	const struct corpus *c = l->b.s.corpus;

	return l->b.view.kind == VIEW_DOCUMENT && l->b.view.record < c->count && c->records[l->b.view.record].document >= 0
		? c->documents[c->records[l->b.view.record].document]
		: NULL;
}

void linear_tell_outline(struct linear *l)
{
	const struct document *doc = open_document(l);

	if (!doc) {
		linear_say(l, "No document is open; write documents to choose one.");
		return;
	}
	linear_choices_clear(l);
	l->section = -1;
	linear_say(l, "Document %s: %u heading%s. A number reads what stands under it, read all the whole document.", l->b.view.title,
		doc->heading_count, doc->heading_count == 1 ? "" : "s");
	for (uint32_t i = 0; i < doc->heading_count; i++) {
		const struct document_heading *h = &doc->headings[i];

		linear_say(l, "%d. Heading of level %d: %s", linear_offer(l, CHOICE_HEADING, "", (int)i), h->level, h->text);
	}
}

/* The first block of the sheet that an anchor stands at; `otherwise` where there is none. */
static int block_of(const struct sheet *s, int anchor, int otherwise)
{
	for (int i = 0; i < s->block_count; i++)
		if (s->blocks[i].anchor == anchor)
			return i;
	return otherwise;
}

void linear_tell_section(struct linear *l, int heading)
{
	const struct document *doc = open_document(l);
	const struct sheet *s = &l->b.view.sheet;

	if (!doc || heading < 0 || heading >= (int)doc->heading_count) {
		linear_tell_outline(l);
		return;
	}
	linear_choices_clear(l);
	l->section = heading;
	/* Where the view stands is what history and copying go by. */
	view_go_to_anchor(&l->b.view, heading);
	linear_say(l, "Section %d of %u, level %d", heading + 1, doc->heading_count, doc->headings[heading].level);
	linear_tell_sheet(l, s, &l->b.view.targets, block_of(s, heading, 0), block_of(s, heading + 1, s->block_count));
	if (heading + 1 < (int)doc->heading_count)
		linear_say(l, "Next: %s. Write down to read it.", doc->headings[heading + 1].text);
	else
		linear_say(l, "This was the last section of the document.");
}

/* The last heading that stands at a line or above it; -1 for none. */
static int heading_at(const struct linear *l, const struct document *doc, int line)
{
	int found = -1;

	for (int i = 0; i < (int)doc->heading_count; i++) {
		int at = sheet_anchor_line(&l->b.view.sheet, i);

		if (at >= 0 && at <= line)
			found = i;
	}
	return found;
}

void linear_tell_document(struct linear *l)
{
	const struct document *doc = open_document(l);

	if (doc && l->b.view.top > 0)
		linear_tell_section(l, heading_at(l, doc, l->b.view.top));
	else
		linear_tell_outline(l);
}

void linear_step_section(struct linear *l, int to)
{
	const struct document *doc = open_document(l);

	if (!doc)
		linear_tell_outline(l);
	else if (to < 0)
		linear_say(l, "This is the first section.");
	else if (to >= (int)doc->heading_count)
		linear_say(l, "This is the last section.");
	else
		linear_tell_section(l, to);
}

void linear_search(struct linear *l, const char *text, int by)
{
	struct view *v = &l->b.view;
	const struct document *doc = open_document(l);
	int heading;

	if (!doc) {
		linear_say(l, "A search goes through a document; write documents to open one, or filter and words to search the records.");
		return;
	}
	if (!*text && !*v->search) {
		linear_say(l, "Write what to search for: search artifact");
		return;
	}
	if (!view_search(v, *text ? text : v->search, by)) {
		linear_say(l, "Not found in this document: %s", *text ? text : v->search);
		return;
	}
	heading = heading_at(l, doc, v->top);
	linear_choices_clear(l);
	l->section = heading;
	linear_say(l, "Found in section: %s", heading >= 0 ? doc->headings[heading].text : "before the first heading");
	if (v->top < v->sheet.line_count)
		linear_tell_block(l, &v->sheet, &v->targets, v->sheet.lines[v->top].block);
	linear_say(l, "Write search-next for the next place, section to read the section.");
}

/* ---- stories ---- */

static void tell_step(struct linear *l, const struct deck *deck, int index)
{
	const struct deck_step *step = &deck->steps[index];

	linear_say(l, "Heading: step %d of %d: %s", index + 1, deck->step_count, step->story.headline);
	for (struct node n = node_first(step->story.lines); n.v; n = node_next(step->story.lines, n))
		linear_say(l, "Point: %s", node_text(n));
	for (int p = 0; p < DECK_PARTS; p++)
		linear_tell_sheet(l, &step->parts[p].sheet, &step->parts[p].targets, 0, step->parts[p].sheet.block_count);
	if (*step->story.query)
		linear_say(l, "Records: %s", step->story.query);
	if (*step->story.notes)
		linear_say(l, "Notes: %s", step->story.notes);
}

void linear_tell_story(struct linear *l, const char *id)
{
	struct error fault = {0}, err = {0};
	struct deck deck;
	uint32_t record;

	if (corpus_resolve(l->b.s.corpus, id, strlen(id), &record) != RESOLVE_FOUND) {
		linear_say(l, "There is no story %s; write present to choose one.", id);
		return;
	}
	linear_choices_clear(l);
	if (deck_build(&deck, l->b.s.corpus, record, &fault, &err)) {
		linear_say(l, "Story %s: %d steps. %s", deck.title, deck.step_count, deck.about);
		for (int i = 0; i < deck.step_count; i++)
			tell_step(l, &deck, i);
	} else {
		linear_say(l, "Error: %s", err.message);
	}
	deck_release(&deck);
}
