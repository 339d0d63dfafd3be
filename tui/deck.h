/* A story with what each of its steps shows, drawn from the records of this moment: what exports write. */
#ifndef KERNATLAS_DECK_H
#define KERNATLAS_DECK_H

#include "sheet_markup.h"
#include "story.h"
#include "targets.h"

/* A part of a step: what its pane shows, or the section of a document that it opens. */
struct deck_part {
	struct sheet sheet;
	struct targets targets;
};

enum { DECK_PARTS = 2, DECK_STEPS_MAX = 1000 };

struct deck_step {
	struct story_step story;
	struct deck_part parts[DECK_PARTS];
	int *sources; /* numbers of the deck's sources, from 0; owned */
	int source_count;
};

struct deck {
	const struct corpus *corpus;
	const char *id, *title, *about;
	struct deck_step *steps;
	int step_count;
	uint32_t *sources; /* records, in the order in which steps first rest on them */
	int source_count;
};

/* Builds it. Steps with a fault say so in their place; the first such fault goes to `fault`, with the step's number. False
 * with a message when the record holds no steps or memory ends; release in either case. */
bool deck_build(struct deck *deck, const struct corpus *corpus, uint32_t story, struct error *fault, struct error *err);
void deck_release(struct deck *deck);

/* Where a link of a part leads from within an exported file: to the source's entry, or to an address of the web. */
struct deck_links {
	const struct deck *deck;
	const struct deck_part *part;
};
void deck_href(const void *links, int link, struct buf *out);

struct theme;

/* One file of HTML: no script is needed to read it, and nothing is loaded from anywhere. */
bool deck_html(const struct deck *deck, const struct theme *theme, struct buf *out);
bool deck_markdown(const struct deck *deck, struct buf *out);

#endif
