/* A terminal's screen, fed with the bytes that a program writes: libvterm with its modes made visible. */
#ifndef KERNATLAS_TESTS_SCREEN_H
#define KERNATLAS_TESTS_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/harness/stream.h"

struct buf;
struct screen;

/* Colours: -1 the terminal's default, 0 to 255 the palette, from SCREEN_RGB on 0xRRGGBB added to it. */
enum { SCREEN_DEFAULT = -1, SCREEN_RGB = 0x1000000 };

struct screen_cell {
	char text[32]; /* UTF-8 with combining marks; " " for an empty cell, "" for the right half of a wide one */
	int width;     /* 1, 2, or 0 for the right half */
	int fg, bg;
	bool bold, dim, italic, underline, blink, reverse, strike;
};

/* `reply` (or NULL) gets what the terminal answers to the program's questions. Without `utf8` a byte is a
 * character, as in ISO 8859-1. NULL when memory ends. */
struct screen *screen_new(int rows, int cols, bool utf8, void (*reply)(void *user, const char *bytes, size_t len),
                          void *user);
void screen_free(struct screen *s);

void screen_feed(struct screen *s, const char *bytes, size_t len);
void screen_resize(struct screen *s, int rows, int cols);

int screen_rows(const struct screen *s);
int screen_cols(const struct screen *s);
/* `row` and `col` from 0. Outside of the screen an empty cell. */
struct screen_cell screen_cell_at(const struct screen *s, int row, int col);
void screen_cursor(const struct screen *s, int *row, int *col);
const struct stream_modes *screen_modes(const struct screen *s);
/* Whether the next character written would be without colours and attributes. */
bool screen_pen_is_plain(const struct screen *s);
/* The window's title as the program set it last; "" when it did not. */
const char *screen_title(const struct screen *s);
/* Bells rung so far. */
int screen_bells(const struct screen *s);

/* Appends a row's text without the spaces at its end. */
void screen_add_row(const struct screen *s, int row, struct buf *out);
/* Appends all rows, each with a line feed. */
void screen_add_text(const struct screen *s, struct buf *out);

/* Appends all that can be seen, as text of three parts: a line with size, cursor and mode; the rows, numbered;
 * and for each row that has any, its runs of attributes:
 *
 *	80x24 cursor 2,5 alternate
 *	 0|Families
 *	 1|
 *	…
 *	 0: 0-7 bold fg=4; 9-79 reverse
 *
 * Only what shows counts: a blank cell has its background, reverse, underline and strike, and nothing else, but for
 * blanks between two characters that look alike, which belong to their run; a hidden cursor has no place. So a screen
 *has the same dump whatever way it was painted. */
void screen_dump(const struct screen *s, struct buf *out);

#endif
