/* A story as Markdown (GitHub's): a heading for each step, its tables, notes as quotations, the sources at the end. */
#include <string.h>

#include "deck.h"
#include "markup.h"

static void add(struct buf *out, const char *text)
{
	markup_markdown(out, text, strlen(text));
}

static void add_step(struct buf *out, const struct deck *deck, int index)
{
	const struct deck_step *step = &deck->steps[index];

	buf_addf(out, "## %d. ", index + 1);
	add(out, step->story.headline);
	buf_adds(out, "\n\n");
	for (struct node n = node_first(step->story.lines); n.v; n = node_next(step->story.lines, n)) {
		buf_adds(out, "- ");
		add(out, node_text(n));
		buf_addc(out, '\n');
	}
	buf_adds(out, node_count(step->story.lines) ? "\n" : "");
	for (int p = 0; p < DECK_PARTS; p++) {
		struct deck_links links = {deck, &step->parts[p]};
		struct sheet_markup how = {deck_href, &links, "", 3};

		sheet_to_markdown(&step->parts[p].sheet, &how, out);
	}
	if (*step->story.query) {
		buf_adds(out, "Records: ");
		add(out, step->story.query);
		buf_adds(out, "\n\n");
	}
	if (*step->story.notes) {
		buf_adds(out, "> Notes: ");
		add(out, step->story.notes);
		buf_adds(out, "\n\n");
	}
	for (int i = 0; i < step->source_count; i++)
		buf_addf(out, "%s[%d](#source-%d)", i ? " " : "Sources: ", step->sources[i] + 1, step->sources[i] + 1);
	buf_adds(out, step->source_count ? "\n\n" : "");
}

static void add_source_field(struct buf *out, const struct deck *deck, const struct record *r, const char *field, const char *before)
{
	struct node n = corpus_field(deck->corpus, r, field);

	if (!node_is_scalar(n) || !*node_text(n))
		return;
	buf_adds(out, before);
	add(out, node_text(n));
}

static void add_sources(struct buf *out, const struct deck *deck)
{
	buf_adds(out, deck->source_count ? "## Sources\n\n" : "");
	for (int i = 0; i < deck->source_count; i++) {
		const struct record *r = &deck->corpus->records[deck->sources[i]];
		struct node url = corpus_field(deck->corpus, r, "url");

		buf_addf(out, "%d. <a id=\"source-%d\"></a>", i + 1, i + 1);
		if (node_is_scalar(url) && markup_is_web(node_text(url), node_len(url))) {
			buf_addc(out, '[');
			add(out, r->title);
			buf_adds(out, "](");
			markup_url(out, node_text(url), node_len(url));
			buf_addc(out, ')');
		} else {
			add(out, r->title);
		}
		add_source_field(out, deck, r, "publisher", " · ");
		add_source_field(out, deck, r, "published", " · published ");
		add_source_field(out, deck, r, "accessed", " · read ");
		buf_addc(out, '\n');
	}
}

bool deck_markdown(const struct deck *deck, struct buf *out)
{
	buf_adds(out, "# ");
	add(out, deck->title);
	buf_adds(out, "\n\n");
	if (*deck->about) {
		add(out, deck->about);
		buf_adds(out, "\n\n");
	}
	for (int i = 0; i < deck->step_count; i++)
		add_step(out, deck, i);
	add_sources(out, deck);
	return buf_ok(out);
}
