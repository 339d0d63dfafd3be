/* Stories: presentations whose every step is a state of the browser. The format is that of records/schema.yaml. */
#ifndef KERNATLAS_STORY_H
#define KERNATLAS_STORY_H

#include "corpus.h"

enum { STORY_LINES_MOST = 5 }; /* what an audience reads; more is a finding, and is shown */

/* A step. Texts belong to the corpus and are "" where the step says nothing; lists are absent nodes then. */
struct story_step {
	struct node at; /* its map */
	const char *headline, *notes;
	struct node lines; /* list of texts */
	const char *query, *pane, *layout, *select, *doc, *highlight;
	struct node marks; /* list of ids */
	bool compare;      /* the marked records side by side */
	bool zoom;         /* the pane alone */
};

bool story_is(const struct corpus *corpus, uint32_t record);
/* The record of a story, by id, alias or "story/id"; RECORD_NONE when that names none. */
uint32_t story_find(const struct corpus *corpus, const char *name);
/* Its number of steps. */
uint32_t story_step_count(const struct corpus *corpus, uint32_t story);
/* Reads a step, counted from 0; false when there is none of that number. */
bool story_step_read(const struct corpus *corpus, uint32_t story, uint32_t index, struct story_step *step);

#endif
