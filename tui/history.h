/* Where one has been: one list of places, walked back and forward as in a web browser.
 *
 * A place is said by identity (type/id, document#heading, the query's text), never by row, so that it survives filters
 * and reloads, and the end of the program too. */
#ifndef KERNATLAS_HISTORY_H
#define KERNATLAS_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

/* Where a pane or a text stands, in names: what the cursor is on, what is first in view, and the same across for panes with
 * columns. A record is "type/id", a group what the pane calls it. In a text the cursor is on a link, and what is first in
 * view is so many lines below a heading. */
enum place_word { PLACE_AT, PLACE_TOP, PLACE_COLUMN, PLACE_FIRST, PLACE_WORDS };

struct pane_place {
	char *words[PLACE_WORDS]; /* owned; NULL: nothing of the kind */
	int nth;   /* of several that PLACE_AT names, which, from 0 */
	int below; /* lines below PLACE_TOP */
	bool apart; /* the cursor had been left out of view by the wheel */
};

enum { PLACE_PANES = 5 };

struct place {
	char *query;    /* never NULL */
	char *record;   /* "type/id" of the selection; "" when nothing is selected */
	char *compiler; /* the same of the compiler that the panes stand on, while something else is selected */
	char *document; /* "id" of the document shown; "" when none is */
	int pane;       /* the focused pane */
	bool zoom;
	struct pane_place reading; /* in the document */
	struct pane_place panes[PLACE_PANES];
};

enum { HISTORY_MAX = 500 };

struct history {
	struct place *places;
	size_t count, cap;
	size_t at; /* the present place; 0 while count is 0 */
};

void history_init(struct history *h);
void history_release(struct history *h);

/* Copies a place; false when memory ends (`to` is then empty). */
bool place_copy(struct place *to, const struct place *from);
void place_release(struct place *place);
bool place_equal(const struct place *a, const struct place *b); /* but for where in the document and in the panes */

/* Sets a word; false when memory ends. */
bool pane_place_set(struct pane_place *place, enum place_word word, const char *text);
/* The word, "" where there is none. */
const char *pane_place_word(const struct pane_place *place, enum place_word word);
void pane_place_release(struct pane_place *place);

/* Goes to a new place: what was ahead is forgotten, the oldest gives way when the list is full. A place equal to the
 * present one (in a document: at the same line) only renews it. False when memory ends. */
bool history_visit(struct history *h, const struct place *place);
/* Renews what is remembered of the present place (its scroll), without a step. */
bool history_renew(struct history *h, const struct place *place);
/* The place one step away, which becomes the present one; NULL at the end of the list. Belongs to the history. */
const struct place *history_back(struct history *h);
const struct place *history_forward(struct history *h);
/* Makes a place of the list the present one; NULL when there is none of that number. */
const struct place *history_go(struct history *h, size_t index);

#endif
