#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/harness/golden.h"
#include "tests/harness/terminal_internal.h"

/* ---- looking ---- */

const char *terminal_row(struct terminal *t, int row)
{
	struct buf text;

	terminal_pump(t, 0);
	buf_init(&text);
	screen_add_row(t->screen, row, &text);
	return terminal_keep(&text);
}

const char *terminal_text(struct terminal *t)
{
	struct buf text;

	terminal_pump(t, 0);
	buf_init(&text);
	screen_add_text(t->screen, &text);
	return terminal_keep(&text);
}

const char *terminal_dump(struct terminal *t)
{
	struct buf text;

	terminal_pump(t, 0);
	buf_init(&text);
	screen_dump(t->screen, &text);
	return terminal_keep(&text);
}

/* The column where byte `offset` of a row's text stands. */
static int column_of(const struct screen *s, int row, size_t offset)
{
	size_t at = 0;
	int col = 0;

	while (at < offset)
		at += strlen(screen_cell_at(s, row, col++).text);
	return col;
}

bool terminal_find(struct terminal *t, const char *text, int *row, int *col)
{
	int rows = screen_rows(t->screen);
	bool found = false;
	struct buf line;

	terminal_pump(t, 0);
	buf_init(&line);
	for (int r = 0; r < rows && !found; r++) {
		const char *at;

		buf_clear(&line);
		screen_add_row(t->screen, r, &line);
		at = strstr(line.data, text);
		if (!at)
			continue;
		found = true;
		if (row)
			*row = r;
		if (col)
			*col = column_of(t->screen, r, (size_t)(at - line.data));
	}
	buf_release(&line);
	return found;
}

struct screen_cell terminal_cell(struct terminal *t, int row, int col)
{
	terminal_pump(t, 0);
	return screen_cell_at(t->screen, row, col);
}

const struct screen *terminal_screen(const struct terminal *t)
{
	return t->screen;
}

const char *terminal_output(struct terminal *t, size_t *len)
{
	terminal_pump(t, 0);
	if (len)
		*len = t->output.len;
	return t->output.data;
}

/* ---- failing ---- */

static void add_state(const struct terminal *t, struct buf *out)
{
	if (!t->job.exited)
		buf_adds(out, t->job.stopped ? "stopped" : "running");
	else if (WIFEXITED(t->job.status))
		buf_addf(out, "exited with %d", WEXITSTATUS(t->job.status));
	else
		buf_addf(out, "killed by signal %d", WTERMSIG(t->job.status));
}

void terminal_fail(struct terminal *t, const char *file, int line, const char *format, ...)
{
	struct buf message;
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	buf_init(&message);
	buf_addf(&message, "%s\n(%s: ", text ? text : format, t->command);
	add_state(t, &message);
	buf_adds(&message, ")\n");
	screen_dump(t->screen, &message);
	free(text);
	harness_fail(file, line, "%s", terminal_keep(&message));
}

/* ---- checks ---- */

void terminal_assert_text_at(struct terminal *t, const char *text, bool present, const char *file, int line)
{
	if (terminal_find(t, text, NULL, NULL) != present)
		terminal_fail(t, file, line, "the screen %s \"%s\"", present ? "does not show" : "shows", text);
}

void terminal_assert_row_at(struct terminal *t, int row, const char *text, const char *file, int line)
{
	const char *actual = terminal_row(t, row);

	if (strcmp(actual, text) != 0)
		terminal_fail(t, file, line, "row %d is not as expected\n-%s\n+%s", row, text, actual);
}

void terminal_assert_cursor_at(struct terminal *t, int row, int col, const char *file, int line)
{
	int actual_row, actual_col;

	terminal_pump(t, 0);
	screen_cursor(t->screen, &actual_row, &actual_col);
	if (!screen_modes(t->screen)->cursor_visible)
		terminal_fail(t, file, line, "the cursor is hidden");
	if (actual_row != row || actual_col != col)
		terminal_fail(t, file, line, "the cursor is at %d,%d, not at %d,%d", actual_row, actual_col, row, col);
}

void terminal_assert_golden_at(struct terminal *t, const char *name, const char *file, int line)
{
	const char *dump = terminal_dump(t);

	if (!strchr(name, '/'))
		name = harness_format("tests/screens/golden/%s.txt", name);
	golden_check_at(name, dump, strlen(dump), file, line);
}

void terminal_assert_exit_at(struct terminal *t, int status, const char *file, int line)
{
	int actual = terminal_wait_exit_at(t, file, line);

	if (actual != status)
		terminal_fail(t, file, line, "the status is %d, not %d", actual, status);
}

static bool same_modes(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag
	       && a->c_lflag == b->c_lflag && !memcmp(a->c_cc, b->c_cc, sizeof a->c_cc);
}

const char *terminal_left_changed(struct terminal *t)
{
	const struct stream_modes *modes = screen_modes(t->screen);
	struct termios now;
	struct buf list;

	terminal_pump(t, 0);
	buf_init(&list);
	if (t->job.slave >= 0 && (tcgetattr(t->job.slave, &now) != 0 || !same_modes(&now, &t->job.before)))
		buf_adds(&list, "terminal modes, ");
	const struct {
		bool changed;
		const char *name;
	} all[] = {
	        {modes->mouse != 0 || modes->sgr_mouse, "mouse"},
	        {modes->bracketed_paste, "bracketed paste"},
	        {modes->focus_events, "focus events"},
	        {modes->alternate, "alternate screen"},
	        {!modes->cursor_visible, "hidden cursor"},
	        {modes->application_cursor || modes->application_keypad, "application keys"},
	        {!modes->autowrap, "autowrap"},
	        {modes->synchronized, "synchronized output"},
	        {!screen_pen_is_plain(t->screen), "colours"},
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (all[i].changed)
			buf_addf(&list, "%s, ", all[i].name);
	buf_truncate(&list, list.len > 2 ? list.len - 2 : 0);
	return terminal_keep(&list);
}

void terminal_assert_restored_at(struct terminal *t, const char *file, int line)
{
	const char *changed = terminal_left_changed(t);

	if (*changed)
		terminal_fail(t, file, line, "left changed: %s", changed);
}
