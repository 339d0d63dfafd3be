/* The stream of bytes that a program sends to its terminal, on the way to libvterm.
 *
 * Follows the terminal modes that libvterm does not tell about, and rewrites what its older versions do not
 * know: dim (SGR 2) travels as an alternative font, colours with colons (ITU T.416) get semicolons.
 * Sequences: ECMA-48 and xterm's ctlseqs. */
#ifndef KERNATLAS_TESTS_STREAM_H
#define KERNATLAS_TESTS_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* A terminal begins with everything off but `cursor_visible` and `autowrap`. */
struct stream_modes {
	bool alternate;          /* alternate screen: 47, 1047, 1049 */
	bool cursor_visible;     /* 25 */
	bool autowrap;           /* 7 */
	bool application_cursor; /* 1: arrow keys send ESC O */
	bool application_keypad; /* ESC =, or 66 */
	bool bracketed_paste;    /* 2004 */
	bool focus_events;       /* 1004 */
	bool sgr_mouse;          /* 1006 */
	bool synchronized;       /* 2026 */
	int mouse;               /* 0, or which of 9, 1000, 1002, 1003 is on */
};

enum { STREAM_DIM_FONT = 9, STREAM_SEQUENCE = 128, STREAM_TITLE = 512 };

struct stream {
	struct stream_modes modes;
	void (*sink)(void *user, const char *bytes, size_t len); /* gets the rewritten bytes */
	void *user;
	char sequence[STREAM_SEQUENCE]; /* an escape sequence whose end has not come yet */
	size_t len;
	char title[STREAM_TITLE];   /* the window's, set by OSC 0 or 2; a longer one is cut */
	char command[STREAM_TITLE]; /* an operating system command (OSC) under way */
	size_t command_len;
	bool in_command;
};

void stream_init(struct stream *s, void (*sink)(void *user, const char *bytes, size_t len), void *user);
void stream_feed(struct stream *s, const char *bytes, size_t len);

#endif
