/* A chooser: a list on top of the panes from which one thing is picked. One widget serves documents, views, types, places,
 * links, facets, themes and the palette. Typing narrows it. */
#ifndef KERNATLAS_CHOOSER_H
#define KERNATLAS_CHOOSER_H

#include "action.h"
#include "canvas.h"
#include "event.h"
#include "rows.h"

struct chooser_item {
	char *label, *detail, *side; /* owned; `side` stands at the right */
	enum style style;            /* of the label */
	int number;                  /* the caller's */
	bool heading;                /* can't be picked */
};

struct chooser {
	char *title, *hint; /* owned */
	struct chooser_item *items;
	int count, cap;
	int *shown; /* indexes of the items that match what was typed */
	int shown_count;
	struct rows list;
	char typed[128];
	bool failed; /* memory ended while adding */
};

void chooser_init(struct chooser *c, const char *title, const char *hint);
void chooser_release(struct chooser *c);
/* Adds an item; texts are copied. `side` and `detail` may be NULL. */
void chooser_add(struct chooser *c, int number, enum style style, const char *label, const char *side, const char *detail);
void chooser_heading(struct chooser *c, const char *label);
/* Call once all items are there. */
bool chooser_ready(struct chooser *c);

/* Narrows the list as if this had been typed. False when memory ends. */
bool chooser_narrow(struct chooser *c, const char *typed);

/* Takes a key. CHOOSER_PICKED: chooser_picked() tells what. */
enum chooser_answer { CHOOSER_OPEN, CHOOSER_PICKED, CHOOSER_CLOSED };
enum chooser_answer chooser_key(struct chooser *c, const struct event *event, enum action action);
/* A click at a screen cell. */
enum chooser_answer chooser_click(struct chooser *c, struct area main, int x, int y);
void chooser_wheel(struct chooser *c, int by);
/* The number of the item under the cursor, or -1. */
int chooser_picked(const struct chooser *c);
/* Puts the cursor on an item by its number. */
void chooser_go(struct chooser *c, int number);
void chooser_draw(struct chooser *c, struct canvas *canvas, struct area main);

/* How well a text fits what was typed: all its letters in order, better when they stand together or begin words. 0: not. */
int chooser_fit(const char *text, const char *typed);

#endif
