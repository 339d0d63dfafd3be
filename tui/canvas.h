/* The canvas: a grid of cells in memory, the only place where anything is drawn. The screen shows it, snapshots print it,
 * tests read it. All text passes through text_next_cell(), so nothing from data reaches a terminal raw. */
#ifndef KERNATLAS_CANVAS_H
#define KERNATLAS_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "style.h"

struct buf;

struct area {
	int x, y, w, h;
};

struct cell {
	char text[21];  /* UTF-8 of the character and its marks; "" for the right half of a wide one */
	uint8_t width;  /* 1 or 2; 0 for the right half */
	uint8_t style;  /* enum style: what it is */
	uint8_t over;   /* enum style + 1: what lies over it (selection, match); 0: nothing */
};

struct canvas {
	struct cell *cells; /* rows one after another */
	int w, h;
	bool ascii; /* everything drawn is turned into ASCII */
	int cursor_x, cursor_y; /* where a prompt waits; -1: no cursor */
};

void canvas_init(struct canvas *c);
void canvas_release(struct canvas *c);
/* Sets the size (each side at most 1000) and clears. False when memory ends; the old canvas then stays. */
bool canvas_resize(struct canvas *c, int w, int h);
void canvas_clear(struct canvas *c);
void canvas_clear_area(struct canvas *c, struct area a); /* one whose edges cut no wide character */
struct area canvas_area(const struct canvas *c);
const struct cell *canvas_cell(const struct canvas *c, int x, int y); /* NULL outside */

/* Draws text at (x, y), relative to the area, clipped to it and to `width` cells (negative: to the area's edge). What is
 * cut ends in "…". Line feeds are drawn as spaces. Returns the cells used. */
int canvas_text(struct canvas *c, struct area a, int x, int y, enum style style, const char *text, size_t len, int width);
int canvas_puts(struct canvas *c, struct area a, int x, int y, enum style style, const char *text);
int canvas_printf(struct canvas *c, struct area a, int x, int y, enum style style, const char *format, ...)
	__attribute__((format(printf, 6, 7)));
/* The same, ending at cell x (exclusive), so that numbers stand under each other. */
int canvas_text_right(struct canvas *c, struct area a, int x, int y, enum style style, const char *text);

void canvas_fill(struct canvas *c, struct area a, enum style style); /* with spaces */
/* Lays a style over cells that are drawn already (selection bars, matches). */
void canvas_over(struct canvas *c, struct area a, int x, int y, int width, enum style style);
/* A frame on the area's border cells, merged with frames that are there already (shared borders get junctions). */
void canvas_frame(struct canvas *c, struct area a, enum style style);
/* A horizontal rule inside an area. */
void canvas_rule(struct canvas *c, struct area a, int y, enum style style);
/* Signs on the right border of a frame that there is more above or below. */
void canvas_more(struct canvas *c, struct area frame, bool above, bool below, enum style style);

/* A number that differs when a row's cells differ (almost surely). */
uint64_t canvas_row_hash(const struct canvas *c, int y);
/* Appends the rows as text, without blanks at their ends, each with a line feed. */
bool canvas_to_text(const struct canvas *c, struct buf *out);

#endif
