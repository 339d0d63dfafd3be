/* A line to type in: UTF-8 text, a cursor, a history. Draws itself into one line. */
#ifndef KERNATLAS_PROMPT_H
#define KERNATLAS_PROMPT_H

#include "canvas.h"
#include "event.h"

enum { PROMPT_MAX = 4096, PROMPT_HISTORY = 50 };

struct prompt {
	char text[PROMPT_MAX];
	size_t len, at; /* bytes */
	char *history[PROMPT_HISTORY]; /* newest last; owned */
	int history_count, history_at;
	char kept[PROMPT_MAX]; /* what was typed before walking the history */
};

void prompt_init(struct prompt *p);
void prompt_release(struct prompt *p);
void prompt_set(struct prompt *p, const char *text);
/* Remembers the text, unless it is empty or the newest already. */
void prompt_remember(struct prompt *p);
/* Inserts text at the cursor; control characters become spaces. False when there is no room. */
bool prompt_insert(struct prompt *p, const char *text, size_t len);
/* Replaces bytes `from` up to the cursor: what completion does. */
void prompt_replace(struct prompt *p, size_t from, const char *text);
/* Takes an editing key. False for one that is none; *changed tells whether the text is another. */
bool prompt_key(struct prompt *p, const struct event *event, bool *changed);
/* Draws the text, scrolled so that the cursor is in view, and puts the canvas's cursor there. */
void prompt_draw(const struct prompt *p, struct canvas *c, struct area a, enum style style);
/* The cell from the left, in a line of this width, where the character `column` (from 1) of the text begins; -1 when that
 * is scrolled out of view. */
int prompt_cell(const struct prompt *p, int width, int column);

#endif
