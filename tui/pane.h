/* A pane: one view of the shared selection. What kind it is says a constant table of operations.
 *
 * Operations only change the pane's own state or the selection; drawing happens once a turn of the loop. An operation
 * may be NULL where a kind has no use for it. */
#ifndef KERNATLAS_PANE_H
#define KERNATLAS_PANE_H

#include "action.h"
#include "canvas.h"
#include "history.h"
#include "layout.h"
#include "selection.h"

enum pane_answer {
	PANE_IGNORED, /* not for this pane: the browser looks further */
	PANE_DONE,
	PANE_OPEN,  /* show the selected record */
	PANE_FOLLOW /* go to `record` and `fragment` of the pane */
};

struct pane;

/* Who has a pane's list told whole, in words: its groups with their counts, and the entries of each. */
struct pane_reader {
	void *to;
	const char *only; /* the term of the one group that is wanted; NULL: all */
	void (*group)(void *to, const char *label, const char *term, uint32_t now, uint32_t all, const char *meaning);
	void (*entry)(void *to, uint32_t record, const char *detail);
};

struct pane_ops {
	const char *title;
	const char *point; /* in one sentence: what the pane is for */
	const char *keys;  /* the bottom line's hints: "Enter open|+ only this" */
	bool (*init)(struct pane *p);
	void (*release)(struct pane *p);
	/* The corpus is about to go: what points into it is let go, and what the pane stood on is kept by its name. */
	void (*forget)(struct pane *p);
	/* The selection changed, or the size: brings rows up to date and the selected record into view. False when memory
	 * ends. */
	bool (*update)(struct pane *p, const struct selection *s);
	void (*draw)(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused);
	/* The pane got the focus: what its cursor stands on becomes the selected record. */
	void (*enter)(struct pane *p, struct selection *s);
	enum pane_answer (*act)(struct pane *p, struct selection *s, enum action action);
	/* A click at a cell inside the frame; `open` for a double click. */
	enum pane_answer (*click)(struct pane *p, struct selection *s, int x, int y, bool open);
	void (*wheel)(struct pane *p, int rows);
	/* Where it stands, into an empty place: false when memory ends. And back to that, as near as can be: the pane is up
	 * to date with the selection. */
	bool (*place)(const struct pane *p, const struct selection *s, struct pane_place *place);
	void (*back)(struct pane *p, const struct selection *s, const struct pane_place *place);
	/* How it is arranged (what is folded, what it is ordered by), a line each; and arranging it anew, before it is brought
	 * up to date. */
	void (*arrangement)(const struct pane *p, struct buf *out);
	void (*arrange)(struct pane *p, const char *lines);
	/* Appends the group under the cursor as a term of a query; false where there is none. */
	bool (*term)(struct pane *p, const struct selection *s, struct buf *out);
	/* Appends what the bottom line says of the place under the cursor. */
	void (*say)(struct pane *p, const struct selection *s, struct buf *out);
	/* Appends the value under the cursor, to be copied; where it is NULL, what `say` tells is it. */
	void (*value)(struct pane *p, const struct selection *s, struct buf *out);
	/* Appends what stands in the frame's title behind the name. */
	void (*tally)(struct pane *p, const struct selection *s, struct buf *out);
	/* Whether something lies above or below what is shown. */
	void (*more)(const struct pane *p, bool *above, bool *below);
	/* Tells the list whole, for who has no screen; the pane is up to date with the selection. False when memory ends. */
	bool (*tell)(const struct pane *p, const struct selection *s, const struct pane_reader *reader);
};

struct pane {
	const struct pane_ops *ops;
	void *state;     /* of its kind; owned */
	unsigned seen;   /* the selection's version that update saw; 0: none */
	unsigned built;  /* the result's version that rows were built from; 0: none */
	bool stale;      /* for update: rows have to be built anew, not just the cursor moved */
	int w, h;        /* inside the frame, at the last update */
	uint32_t record; /* of PANE_FOLLOW */
	char fragment[256];
};

extern const struct pane_ops pane_families, pane_cost, pane_portability, pane_notes, pane_record;
/* A record as a word of a place, and back: RECORD_NONE where there is none of that name. */
bool pane_place_record(struct pane_place *place, enum place_word word, const struct selection *s, uint32_t record);
uint32_t pane_place_find(const struct pane_place *place, enum place_word word, const struct selection *s);
/* Before the selection's corpus is replaced. */
void pane_forget(struct pane *p);
/* Brings a pane up to date when the selection or its size changed. */
bool pane_refresh(struct pane *p, const struct selection *s, int w, int h);
/* How a record's row is to be drawn: selected, marked. */
enum style pane_selection_style(bool focused);
/* Draws a record's short form at a row: mark, status glyph, title; returns cells used. */
int pane_draw_record(const struct selection *s, uint32_t record, struct canvas *c, struct area a, int x, int y, int width);

#endif
