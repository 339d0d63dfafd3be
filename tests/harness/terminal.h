/* A program on a terminal, and somebody who types and looks at the screen.
 *
 *	struct terminal *t = terminal_open(24, 80, "-q", "backend:cuda", NULL);
 *
 *	terminal_settle(t);
 *	terminal_press(t, "j j Enter");
 *	terminal_assert_text(t, "Triton");
 *	terminal_assert_golden(t, "record-80x24");
 *	terminal_press(t, "q");
 *	terminal_assert_exit(t, 0);
 *	terminal_assert_restored(t);
 *
 * The program runs as the foreground job of a pseudo-terminal, in the environment of environment.h, and its
 * output goes to a libvterm screen of the same size.
 *
 * Time. Nothing here sleeps for a guessed time. terminal_settle() returns when the program has read all that was
 * sent and waits, without a time limit of its own, for more (quiet.h), and all that it wrote is on the screen;
 * terminal_press() does so after each key. The terminal_wait_…() functions return as soon as what they wait for
 * is there. What takes longer than the limit (10 s, times TEST_SLOW) fails the test and shows the screen; so does
 * waiting for a screen of a program that has ended.
 *
 * Rows and columns count from 0. Strings and terminals live until harness_teardown(), which hangs up those that
 * still run. A failed check ends the test, as cmocka's own do. */
#ifndef KERNATLAS_TESTS_TERMINAL_H
#define KERNATLAS_TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tests/harness/harness.h"
#include "tests/harness/screen.h"
#include "tests/harness/workdir.h"

struct terminal;

/* ---- starting ---- */

struct terminal_options {
	int rows, cols;         /* 0: 24 and 80 */
	const char *term;       /* TERM. NULL: xterm-256color; "": unset */
	const char *const *env; /* changes to the environment, see environment_new(); or NULL */
	const char *home;       /* the folder of HOME and XDG_…; NULL: a fresh one */
	const char *cwd;        /* NULL: the project's root */
	bool one_byte;          /* the terminal takes bytes for characters, as ISO 8859-1, not UTF-8 */
	int limit;              /* milliseconds for each wait; 0: 10000. Stretched by TEST_SLOW */
};

/* Starts argv (NULL at its end); argv[0] "kernatlas" is the program under test. `options` may be NULL. Does not
 * wait for anything. */
struct terminal *terminal_start(const struct terminal_options *options, const char *const *argv);
/* The program under test with default options; its arguments follow, NULL at their end. */
struct terminal *terminal_open(int rows, int cols, ...) __attribute__((sentinel));
/* The folder of HOME: for what the program is to find or has left there (config/, data/, state/, cache/, tmp/). */
const char *terminal_home(const struct terminal *t);
/* The program's process id, its process group too. */
pid_t terminal_pid(const struct terminal *t);

/* ---- typing ---- */

/* Sends keys by name (keys.h), separated by spaces, and settles after each. */
#define terminal_press(t, keys) terminal_press_at(t, keys, __FILE__, __LINE__)
/* Sends keys by name all at once and does not wait. */
#define terminal_send(t, keys) terminal_send_at(t, keys, __FILE__, __LINE__)
/* Sends text as typed and settles. */
#define terminal_type(t, text) terminal_type_at(t, text, __FILE__, __LINE__)
/* Sends bytes as they are, all at once, and does not wait. */
#define terminal_send_bytes(t, bytes, len) terminal_send_bytes_at(t, bytes, len, __FILE__, __LINE__)
/* Pastes as a terminal does: in brackets (ESC [ 200 ~) where the program asked for them, line feeds as Enter. */
#define terminal_paste(t, text) terminal_paste_at(t, text, __FILE__, __LINE__)

enum terminal_mouse {
	MOUSE_PRESS,
	MOUSE_RELEASE,
	MOUSE_DRAG, /* moved with the button down */
	MOUSE_MOVE, /* moved with none */
	MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN,
};
/* Added to a button. */
enum { MOUSE_SHIFT = 4, MOUSE_ALT = 8, MOUSE_CONTROL = 16 };

/* Sends what the mouse did (button 0 left, 1 middle, 2 right), in the encoding that the program asked for, and
 * does not wait. False, and nothing sent, where the program did not ask to be told about this. */
#define terminal_mouse(t, event, button, row, col) terminal_mouse_at(t, event, button, row, col, __FILE__, __LINE__)
/* Presses and releases the left button and settles. Fails where the program takes no mouse. */
#define terminal_click(t, row, col) terminal_click_at(t, row, col, __FILE__, __LINE__)

/* Changes the terminal's size, which sends SIGWINCH, and does not wait. */
void terminal_resize(struct terminal *t, int rows, int cols);

/* ---- waiting ---- */

#define terminal_settle(t) terminal_settle_at(t, __FILE__, __LINE__)
#define terminal_wait_text(t, text) terminal_wait_text_at(t, text, true, __FILE__, __LINE__)
#define terminal_wait_absent(t, text) terminal_wait_text_at(t, text, false, __FILE__, __LINE__)
/* The whole screen: its rows with line feeds between, spaces at the ends of rows and rows at the end left out. */
#define terminal_wait_screen(t, text) terminal_wait_screen_at(t, text, __FILE__, __LINE__)
/* Until `holds` is true, asked after all output so far and then after each new piece. `what` names it. */
#define terminal_wait(t, holds, user, what) terminal_wait_at(t, holds, user, what, __FILE__, __LINE__)
/* Until these bytes have come, at or after `from` of terminal_output(). Returns where they end. */
#define terminal_wait_output(t, from, bytes, len) terminal_wait_output_at(t, from, bytes, len, __FILE__, __LINE__)

/* ---- looking ---- */

/* One row's text without the spaces at its end. */
const char *terminal_row(struct terminal *t, int row);
/* All rows, a line feed after each. */
const char *terminal_text(struct terminal *t);
/* Whether a text stands within one row; where the first one begins goes to *row and *col (either may be NULL). */
bool terminal_find(struct terminal *t, const char *text, int *row, int *col);
struct screen_cell terminal_cell(struct terminal *t, int row, int col);
/* The screen with all its attributes, as screen_dump() has it: to compare with another one. */
const char *terminal_dump(struct terminal *t);
/* The screen itself, for all else: cursor, modes, title, bells. */
const struct screen *terminal_screen(const struct terminal *t);
/* All bytes that the program has written so far; `len` may be NULL. Valid until the next call of any function here. */
const char *terminal_output(struct terminal *t, size_t *len);

#define terminal_assert_text(t, text) terminal_assert_text_at(t, text, true, __FILE__, __LINE__)
#define terminal_assert_absent(t, text) terminal_assert_text_at(t, text, false, __FILE__, __LINE__)
#define terminal_assert_row(t, row, text) terminal_assert_row_at(t, row, text, __FILE__, __LINE__)
/* A visible cursor at this place. */
#define terminal_assert_cursor(t, row, col) terminal_assert_cursor_at(t, row, col, __FILE__, __LINE__)
/* The dump equals tests/screens/golden/NAME.txt; a name with a "/" is a path below the project's root. See golden.h. */
#define terminal_assert_golden(t, name) terminal_assert_golden_at(t, name, __FILE__, __LINE__)

/* ---- ending ---- */

void terminal_signal(struct terminal *t, int number);
/* Until the program is stopped (Ctrl-Z); then it can be continued. */
#define terminal_wait_stopped(t) terminal_wait_stopped_at(t, __FILE__, __LINE__)
void terminal_continue(struct terminal *t);
/* Takes the terminal away, as closing the window does. Then only the exit can be waited for. */
void terminal_hang_up(struct terminal *t);
/* Until the program has ended. Returns its exit status, or 128 + n when signal n killed it. */
#define terminal_wait_exit(t) terminal_wait_exit_at(t, __FILE__, __LINE__)
/* Waits for the end and checks the status, by the same count. */
#define terminal_assert_exit(t, status) terminal_assert_exit_at(t, status, __FILE__, __LINE__)
/* Whether a signal killed it, and which; 0 when it exited by itself or runs. */
int terminal_killed_by(const struct terminal *t);

/* What the program left changed: terminal modes (termios), mouse, bracketed paste, focus events, alternate
 * screen, hidden cursor, application keys, autowrap, synchronized output, colours. "" when all is as before. */
const char *terminal_left_changed(struct terminal *t);
#define terminal_assert_restored(t) terminal_assert_restored_at(t, __FILE__, __LINE__)

/* ---- behind the macros ---- */

void terminal_press_at(struct terminal *t, const char *keys, const char *file, int line);
void terminal_send_at(struct terminal *t, const char *keys, const char *file, int line);
void terminal_type_at(struct terminal *t, const char *text, const char *file, int line);
void terminal_send_bytes_at(struct terminal *t, const void *bytes, size_t len, const char *file, int line);
void terminal_paste_at(struct terminal *t, const char *text, const char *file, int line);
bool terminal_mouse_at(struct terminal *t, enum terminal_mouse event, int button, int row, int col, const char *file,
                       int line);
void terminal_click_at(struct terminal *t, int row, int col, const char *file, int line);
void terminal_settle_at(struct terminal *t, const char *file, int line);
void terminal_wait_text_at(struct terminal *t, const char *text, bool present, const char *file, int line);
void terminal_wait_screen_at(struct terminal *t, const char *text, const char *file, int line);
void terminal_wait_at(struct terminal *t, bool (*holds)(struct terminal *t, void *user), void *user, const char *what,
                      const char *file, int line);
size_t terminal_wait_output_at(struct terminal *t, size_t from, const void *bytes, size_t len, const char *file,
                               int line);
void terminal_assert_text_at(struct terminal *t, const char *text, bool present, const char *file, int line);
void terminal_assert_row_at(struct terminal *t, int row, const char *text, const char *file, int line);
void terminal_assert_cursor_at(struct terminal *t, int row, int col, const char *file, int line);
void terminal_assert_golden_at(struct terminal *t, const char *name, const char *file, int line);
void terminal_wait_stopped_at(struct terminal *t, const char *file, int line);
int terminal_wait_exit_at(struct terminal *t, const char *file, int line);
void terminal_assert_exit_at(struct terminal *t, int status, const char *file, int line);
void terminal_assert_restored_at(struct terminal *t, const char *file, int line);

#endif
