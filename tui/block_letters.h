/* Letters made of block characters, to be read from the back of a room: ASCII and what is near to it. */
#ifndef KERNATLAS_BLOCK_LETTERS_H
#define KERNATLAS_BLOCK_LETTERS_H

#include "canvas.h"

enum block_size {
	BLOCK_LARGE, /* six cells a letter: a dot is half a cell */
	BLOCK_SMALL  /* three cells a letter: a dot is a quarter of one */
};

enum { BLOCK_LINE = 4 }; /* rows a line takes, with the space beneath */

/* The rows that the text takes at this width, broken at blanks; 0 when it can't be drawn so. */
int block_letters_height(const char *text, int width, enum block_size size);
void block_letters_draw(struct canvas *c, struct area a, enum style style, const char *text, enum block_size size);

#endif
