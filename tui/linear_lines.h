/* The lines that linear mode says: made safe, in ASCII where nothing else is taken, and given out in pages. */
#ifndef KERNATLAS_LINEAR_LINES_H
#define KERNATLAS_LINEAR_LINES_H

#include "buf.h"

enum { LINEAR_LINE_MAX = 4096 };

struct linear_lines {
	struct buf text; /* whole lines, safe to write */
	size_t given;    /* bytes of it that were written */
	int page;        /* lines at a time; 0: all at once */
	bool ascii;
	int status;      /* of a write that failed; 0: none did */

	char input[LINEAR_LINE_MAX]; /* what was read and not yet taken */
	size_t input_len;
	bool input_ended, too_long;
};

void linear_lines_init(struct linear_lines *l, bool ascii, int page);
void linear_lines_release(struct linear_lines *l);

/* Adds one line; a line feed in it becomes a space. */
void linear_line(struct linear_lines *l, const char *text, size_t len);
/* Forgets what was not given out yet. */
void linear_lines_drop(struct linear_lines *l);
/* How many lines were not given out yet. */
size_t linear_lines_left(const struct linear_lines *l);
/* Writes the next page, and says how much is left. False when it can't be written. */
bool linear_lines_give(struct linear_lines *l);
/* Writes a text as it is: the program's own, such as a prompt. */
bool linear_lines_write(struct linear_lines *l, const char *text, size_t len);

/* Reads the next line of standard input into `line`, without its end. `whole` is false for a last one that has no line feed.
 * LINEAR_TOO_LONG: the line was passed over. */
enum linear_read { LINEAR_READ, LINEAR_TOO_LONG, LINEAR_END };
enum linear_read linear_lines_read(struct linear_lines *l, struct buf *line, bool *whole);

#endif
