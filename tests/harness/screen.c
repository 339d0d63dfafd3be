#include "tests/harness/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vterm.h>

#include "buf.h"
#include "text.h"

struct screen {
	VTerm *vterm;
	VTermScreen *cells;
	VTermState *state;
	struct stream stream;
	void (*reply)(void *user, const char *bytes, size_t len);
	void *user;
	bool utf8;
	int bells;
};

/* libvterm 0.1 crashes on a double-width character where the screen is one column wide. */
static void pass_narrow(struct screen *s, const char *bytes, size_t len)
{
	for (; len; bytes++, len--) {
		unsigned char c = (unsigned char)*bytes;

		if (c < 0x80)
			vterm_input_write(s->vterm, bytes, 1);
		else if (c >= 0xc0)
			vterm_input_write(s->vterm, "?", 1);
	}
}

static void pass_on(void *user, const char *bytes, size_t len)
{
	struct screen *s = user;

	if (screen_cols(s) == 1)
		pass_narrow(s, bytes, len);
	else
		vterm_input_write(s->vterm, bytes, len);
}

static void answer(const char *bytes, size_t len, void *user)
{
	struct screen *s = user;

	if (s->reply)
		s->reply(s->user, bytes, len);
}

static int ring(void *user)
{
	struct screen *s = user;

	s->bells++;
	return 1;
}

static const VTermScreenCallbacks callbacks = {.bell = ring};

struct screen *screen_new(int rows, int cols, bool utf8, void (*reply)(void *user, const char *bytes, size_t len),
                          void *user)
{
	struct screen *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->vterm = vterm_new(rows, cols);
	if (!s->vterm) {
		free(s);
		return NULL;
	}
	s->reply = reply;
	s->user = user;
	stream_init(&s->stream, pass_on, s);
	s->utf8 = utf8;
	vterm_set_utf8(s->vterm, 1);
	vterm_output_set_callback(s->vterm, answer, s);
	s->state = vterm_obtain_state(s->vterm);
	s->cells = vterm_obtain_screen(s->vterm);
	vterm_screen_set_callbacks(s->cells, &callbacks, s);
	vterm_screen_enable_altscreen(s->cells, 1);
	vterm_screen_reset(s->cells, 1);
	return s;
}

void screen_free(struct screen *s)
{
	if (!s)
		return;
	vterm_free(s->vterm);
	free(s);
}

void screen_feed(struct screen *s, const char *bytes, size_t len)
{
	if (s->utf8) {
		stream_feed(&s->stream, bytes, len);
		return;
	}
	for (; len; bytes++, len--) {
		char encoded[4];

		stream_feed(&s->stream, encoded, text_encode((unsigned char)*bytes, encoded));
	}
}

void screen_resize(struct screen *s, int rows, int cols)
{
	vterm_set_size(s->vterm, rows, cols);
}

int screen_rows(const struct screen *s)
{
	int rows, cols;

	vterm_get_size(s->vterm, &rows, &cols);
	return rows;
}

int screen_cols(const struct screen *s)
{
	int rows, cols;

	vterm_get_size(s->vterm, &rows, &cols);
	return cols;
}

static int colour(const VTermColor *c)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
		return SCREEN_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(c))
		return c->indexed.idx;
	return SCREEN_RGB + (c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue);
}

static void cell_text(struct screen_cell *cell, const VTermScreenCell *from)
{
	size_t len = 0;

	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && from->chars[i]; i++)
		len += text_encode(from->chars[i], cell->text + len);
	cell->text[len] = '\0';
}

struct screen_cell screen_cell_at(const struct screen *s, int row, int col)
{
	struct screen_cell cell = {.text = " ", .width = 1, .fg = SCREEN_DEFAULT, .bg = SCREEN_DEFAULT};
	VTermPos at = {row, col};
	VTermScreenCell from;

	if (row < 0 || col < 0 || row >= screen_rows(s) || col >= screen_cols(s)
	    || !vterm_screen_get_cell(s->cells, at, &from))
		return cell;
	if (from.chars[0] == (uint32_t)-1) { /* looks like its left half */
		if (col)
			cell = screen_cell_at(s, row, col - 1);
		cell.text[0] = '\0';
		cell.width = 0;
		return cell;
	}
	cell.bg = colour(&from.bg);
	/* A terminal erases with the background's colour and no attribute. */
	if (!from.chars[0])
		return cell;
	cell_text(&cell, &from);
	cell.width = (unsigned char)from.width;
	cell.fg = colour(&from.fg);
	cell.bold = from.attrs.bold;
	cell.dim = from.attrs.font == STREAM_DIM_FONT;
	cell.italic = from.attrs.italic;
	cell.underline = from.attrs.underline != VTERM_UNDERLINE_OFF;
	cell.blink = from.attrs.blink;
	cell.reverse = from.attrs.reverse;
	cell.strike = from.attrs.strike;
	return cell;
}

void screen_cursor(const struct screen *s, int *row, int *col)
{
	VTermPos at;

	vterm_state_get_cursorpos(s->state, &at);
	*row = at.row;
	*col = at.col;
}

const struct stream_modes *screen_modes(const struct screen *s)
{
	return &s->stream.modes;
}

bool screen_pen_is_plain(const struct screen *s)
{
	static const VTermAttr flags[] = {VTERM_ATTR_BOLD, VTERM_ATTR_ITALIC, VTERM_ATTR_BLINK, VTERM_ATTR_REVERSE,
	                                  VTERM_ATTR_STRIKE};
	static const VTermAttr numbers[] = {VTERM_ATTR_UNDERLINE, VTERM_ATTR_FONT};
	VTermValue value;

	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (vterm_state_get_penattr(s->state, flags[i], &value) && value.boolean)
			return false;
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (vterm_state_get_penattr(s->state, numbers[i], &value) && value.number)
			return false;
	if (vterm_state_get_penattr(s->state, VTERM_ATTR_FOREGROUND, &value) && colour(&value.color) != SCREEN_DEFAULT)
		return false;
	return !vterm_state_get_penattr(s->state, VTERM_ATTR_BACKGROUND, &value)
	       || colour(&value.color) == SCREEN_DEFAULT;
}

const char *screen_title(const struct screen *s)
{
	return s->stream.title;
}

int screen_bells(const struct screen *s)
{
	return s->bells;
}
