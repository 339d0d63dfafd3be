/* Painting: cells of a canvas into curses' window, in the colours the terminal has. For screen.c alone. */
#ifndef KERNATLAS_SCREEN_PAINT_H
#define KERNATLAS_SCREEN_PAINT_H

#include <stdbool.h>

struct canvas;
struct theme;

void paint_start(int colors); /* colours of the terminal; 0: attributes alone */
void paint_stop(void);
void paint_forget(void); /* every row counts as changed */
/* Hands curses the rows that changed. */
void paint_rows(const struct canvas *canvas, const struct theme *theme, int w, int h);

#endif
