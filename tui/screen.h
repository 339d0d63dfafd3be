/* The screen: a terminal through curses. The only part that speaks to one, but for the guard of terminal_guard.h.
 *
 * While open, the loop polls screen_fd() and terminal_guard_fd() for reading, calls screen_read() until it is false,
 * and then screen_present() once. Nothing is written and nothing wakes while nothing happens. */
#ifndef KERNATLAS_SCREEN_H
#define KERNATLAS_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"

struct buf;
struct canvas;
struct error;
struct theme;

struct screen_options {
	bool no_mouse;
	bool no_color; /* attributes alone, as NO_COLOR in the environment asks for */
	bool ask_background; /* ask what colour it is; nothing waits for the answer, which comes as EVENT_BACKGROUND */
};

/* Takes the terminal: standard output, and standard input or else /dev/tty. `options` may be NULL. False with one
 * line of what is wrong and nothing printed: no terminal, TERM unset, unknown or too simple. */
bool screen_open(const struct screen_options *options, struct error *err);
void screen_close(void); /* puts everything back; fine when not open */

/* Shows the canvas: the rows that changed since the last call. Its cursor is shown where it has one. */
void screen_present(const struct canvas *canvas, const struct theme *theme);
/* Makes the next call show everything anew, whatever the terminal has on it. */
void screen_redraw(void);

int screen_fd(void); /* -1 when not open */
/* Takes the next event; false when none waits. Waits at most 25 ms, after a lone Escape. Signals come this way too. */
bool screen_read(struct event *event);
void screen_size(int *w, int *h);
/* Whether the terminal knows xterm's strings (OSC), such as the one that sets its clipboard. */
bool screen_knows_strings(void);
/* Sends bytes that move and draw nothing, such as a string for the clipboard. */
void screen_send(const struct buf *bytes);
/* What the terminal has answered, if it has: 0xRRGGBB, or -1. Kept from the answer on, whoever took the event. */
int32_t screen_background(void);
int screen_colors(void); /* 0 without colour; 1 << 24 with direct colour */

/* Hands the terminal to a child and takes it back. What was typed in between is dropped, and so are signals that the
 * keyboard sent to the child. False when the terminal is gone. */
void screen_suspend(void);
bool screen_resume(void);
/* For SIGTSTP: hands the terminal back, stops, and takes it again when continued. */
bool screen_stop(void);

#endif
