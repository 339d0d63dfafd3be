/* Where the panes go: arithmetic on a size, with no drawing. Neighbouring panes share the line between them. */
#ifndef KERNATLAS_LAYOUT_H
#define KERNATLAS_LAYOUT_H

#include <stdbool.h>

#include "canvas.h"

enum pane_id { PANE_FAMILIES, PANE_COST, PANE_PORTABILITY, PANE_NOTES, PANE_RECORD, PANE_COUNT };

enum layout_kind {
	LAYOUT_NONE,   /* too small to use */
	LAYOUT_TINY,   /* one pane, from 40×12 */
	LAYOUT_NARROW, /* one pane, a line of tabs, a preview of the record; from 72×20 */
	LAYOUT_MEDIUM, /* a list column and the record; from 92×26 */
	LAYOUT_WIDE    /* everything at once; from 120×30 */
};

/* The name that stories and the session have for a pane, and back: the first pane for a name that is none. */
const char *pane_id_name(enum pane_id pane);
enum pane_id pane_id_by_name(const char *name);

struct layout {
	enum layout_kind kind;
	struct area filter;            /* one line at the top */
	struct area tabs;              /* narrow, tiny: one line; else empty */
	struct area status;            /* one line at the bottom */
	struct area main;              /* what lies between, for overlays and documents */
	struct area panes[PANE_COUNT]; /* frames included; w == 0: not on the screen */
	struct area preview;           /* narrow: a part of the record beneath; w == 0: none */
};

/* Lays out a screen of w×h cells with this pane focused. */
void layout_compute(struct layout *l, int w, int h, enum pane_id focus, bool zoom);
/* Places the panes of a kind in l->main, or of the next smaller kind that has room there. */
void layout_arrange(struct layout *l, enum layout_kind kind, enum pane_id focus);
/* The kind of a name; LAYOUT_NONE when there is none of it. */
enum layout_kind layout_kind_by_name(const char *name);
const char *layout_kind_name(enum layout_kind kind);
/* The area inside a frame. */
struct area layout_inside(struct area frame);

#endif
