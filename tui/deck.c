#include "deck.h"

#include <stdlib.h>
#include <string.h>

#include "compare_sheet.h"
#include "markup.h"
#include "step_sheet.h"

/* ---- sources ------------------------------------------------------------------------------------ */

static bool is_source(const struct corpus *c, uint32_t record)
{
	return record < c->count && strcmp(record_type(c, &c->records[record])->name, "source") == 0;
}

/* The number of a source, which gets the next one where it has none. -1 when memory ends. */
static int number_of(struct deck *deck, uint32_t record)
{
	uint32_t *sources;

	for (int i = 0; i < deck->source_count; i++)
		if (deck->sources[i] == record)
			return i;
	sources = realloc(deck->sources, ((size_t)deck->source_count + 1) * sizeof *sources);
	if (!sources)
		return -1;
	deck->sources = sources;
	sources[deck->source_count] = record;
	return deck->source_count++;
}

static bool rest_on(struct deck *deck, struct deck_step *step, uint32_t record)
{
	int number, *sources;

	if (!is_source(deck->corpus, record))
		return true;
	number = number_of(deck, record);
	for (int i = 0; i < step->source_count; i++)
		if (step->sources[i] == number)
			return true;
	sources = number < 0 ? NULL : realloc(step->sources, ((size_t)step->source_count + 1) * sizeof *sources);
	if (!sources)
		return false;
	step->sources = sources;
	sources[step->source_count++] = number;
	return true;
}

/* What the records that are shown name as their sources, and what the text links to. */
static bool collect_sources(struct deck *deck, struct deck_step *step, const struct bitset *shown)
{
	const struct corpus *c = deck->corpus;
	bool ok = true;

	for (int p = 0; p < DECK_PARTS; p++)
		for (int i = 0; ok && i < step->parts[p].targets.count; i++)
			ok = rest_on(deck, step, step->parts[p].targets.items[i].record);
	for (size_t r = bitset_next(shown, 0); ok && r < c->count; r = bitset_next(shown, r + 1))
		for (uint32_t i = c->links_out[r]; ok && i < c->links_out[r + 1]; i++)
			if (c->links[i].kind == LINK_SOURCE)
				ok = rest_on(deck, step, c->links[i].to);
	return ok;
}

/* ---- building ----------------------------------------------------------------------------------- */

static int resolve_marks(const struct corpus *c, struct node list, uint32_t *marks, int most)
{
	int count = 0;

	for (struct node n = node_first(list); n.v && count < most; n = node_next(list, n))
		if (corpus_resolve(c, node_text(n), node_len(n), &marks[count]) == RESOLVE_FOUND)
			count++;
	return count;
}

static bool build_step(struct deck *deck, struct deck_step *step, struct error *fault)
{
	const struct corpus *c = deck->corpus;
	const struct story_step *story = &step->story;
	uint32_t marks[COMPARE_MOST];
	struct step_state state = {
		.query = story->query,
		.pane = story->pane,
		.select = story->select,
		.doc = story->doc,
		.compare = story->compare,
		.marks = marks,
		.mark_count = resolve_marks(c, story->marks, marks, COMPARE_MOST),
	};
	struct bitset shown;
	bool ok;

	if (!bitset_init(&shown, c->count))
		return false;
	ok = step_sheet_build(&step->parts[0].sheet, &step->parts[0].targets, c, &state, &shown, fault)
		&& step_document_build(&step->parts[1].sheet, &step->parts[1].targets, c, &state, &shown, fault)
		&& collect_sources(deck, step, &shown);
	bitset_release(&shown);
	return ok;
}

bool deck_build(struct deck *deck, const struct corpus *corpus, uint32_t story, struct error *fault, struct error *err)
{
	const struct record *r = &corpus->records[story];
	struct node about = corpus_field(corpus, r, "about");
	uint32_t count = story_step_count(corpus, story);

	*deck = (struct deck){.corpus = corpus, .id = r->id, .title = r->title, .about = node_is_scalar(about) ? node_text(about) : ""};
	if (!count) {
		error_set(err, "the story %s has no steps", r->id);
		return false;
	}
	if (count > DECK_STEPS_MAX) {
		error_set(err, "the story %s has more than %d steps", r->id, DECK_STEPS_MAX);
		return false;
	}
	deck->steps = calloc(count, sizeof *deck->steps);
	for (uint32_t i = 0; deck->steps && i < count; i++) {
		struct deck_step *step = &deck->steps[deck->step_count++];
		struct error wrong = {0};

		for (int p = 0; p < DECK_PARTS; p++) {
			sheet_init(&step->parts[p].sheet);
			targets_init(&step->parts[p].targets);
		}
		if (!story_step_read(corpus, story, i, &step->story) || !build_step(deck, step, &wrong))
			return error_memory(err);
		if (wrong.message[0] && !fault->message[0])
			error_set(fault, "step %d: %s", deck->step_count, wrong.message);
	}
	return deck->steps || error_memory(err);
}

void deck_release(struct deck *deck)
{
	for (int i = 0; i < deck->step_count; i++) {
		for (int p = 0; p < DECK_PARTS; p++) {
			sheet_release(&deck->steps[i].parts[p].sheet);
			targets_release(&deck->steps[i].parts[p].targets);
		}
		free(deck->steps[i].sources);
	}
	free(deck->steps);
	free(deck->sources);
}

void deck_href(const void *links, int link, struct buf *out)
{
	const struct deck_links *l = links;
	const struct target *t = link < l->part->targets.count ? &l->part->targets.items[link] : NULL;

	if (!t)
		return;
	for (int i = 0; i < l->deck->source_count; i++)
		if (t->record == l->deck->sources[i]) {
			buf_addf(out, "#source-%d", i + 1);
			return;
		}
	if (markup_is_web(t->url, strlen(t->url)))
		markup_url(out, t->url, strlen(t->url));
}
