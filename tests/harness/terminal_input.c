#include <stdio.h>
#include <string.h>

#include "tests/harness/keys.h"
#include "tests/harness/terminal_internal.h"

void terminal_send_bytes_at(struct terminal *t, const void *bytes, size_t len, const char *file, int line)
{
	if (!terminal_write(t, bytes, len))
		terminal_fail(t, file, line, "the program did not take its input");
}

static void send_key(struct terminal *t, const char *name, size_t len, const char *file, int line)
{
	bool application = screen_modes(t->screen)->application_cursor, known;
	char small[64];
	struct buf bytes;

	buf_init(&bytes);
	known = keys_encode(name, len, t->term, application, &bytes);
	if (!known || !buf_ok(&bytes) || bytes.len > sizeof small) {
		buf_release(&bytes);
		terminal_fail(t, file, line, "no key has the name: %.*s", (int)len, name);
	}
	len = bytes.len;
	memcpy(small, bytes.data, len);
	buf_release(&bytes);
	terminal_send_bytes_at(t, small, len, file, line);
}

static void send_keys(struct terminal *t, const char *keys, bool settle, const char *file, int line)
{
	for (keys += strspn(keys, " "); *keys; keys += strspn(keys, " ")) {
		size_t len = strcspn(keys, " ");

		send_key(t, keys, len, file, line);
		if (settle)
			terminal_settle_at(t, file, line);
		keys += len;
	}
}

void terminal_press_at(struct terminal *t, const char *keys, const char *file, int line)
{
	/* What was sent before may switch the modes by which keys are encoded. */
	terminal_settle_at(t, file, line);
	send_keys(t, keys, true, file, line);
}

void terminal_send_at(struct terminal *t, const char *keys, const char *file, int line)
{
	terminal_pump(t, 0);
	send_keys(t, keys, false, file, line);
}

void terminal_type_at(struct terminal *t, const char *text, const char *file, int line)
{
	terminal_send_bytes_at(t, text, strlen(text), file, line);
	terminal_settle_at(t, file, line);
}

void terminal_paste_at(struct terminal *t, const char *text, const char *file, int line)
{
	bool brackets;
	struct buf bytes;
	const char *kept;

	terminal_pump(t, 0);
	brackets = screen_modes(t->screen)->bracketed_paste;
	buf_init(&bytes);
	if (brackets)
		buf_adds(&bytes, "\033[200~");
	for (; *text; text++)
		buf_addc(&bytes, (char)(*text == '\n' ? '\r' : *text));
	if (brackets)
		buf_adds(&bytes, "\033[201~");
	kept = terminal_keep(&bytes);
	terminal_send_bytes_at(t, kept, strlen(kept), file, line);
}

/* Whether the program asked to be told of this event. */
static bool mouse_wanted(const struct stream_modes *modes, enum terminal_mouse event)
{
	switch (event) {
	case MOUSE_PRESS:
		return modes->mouse != 0;
	case MOUSE_RELEASE:
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		return modes->mouse >= 1000;
	case MOUSE_DRAG:
		return modes->mouse >= 1002;
	case MOUSE_MOVE:
		return modes->mouse == 1003;
	}
	return false;
}

/* xterm's number of a button with what happened to it. */
static int mouse_code(enum terminal_mouse event, int button)
{
	switch (event) {
	case MOUSE_DRAG:
		return button + 32;
	case MOUSE_MOVE:
		return (button & ~3) + 35;
	case MOUSE_WHEEL_UP:
		return (button & ~3) + 64;
	case MOUSE_WHEEL_DOWN:
		return (button & ~3) + 65;
	case MOUSE_PRESS:
	case MOUSE_RELEASE:
		break;
	}
	return button;
}

bool terminal_mouse_at(struct terminal *t, enum terminal_mouse event, int button, int row, int col, const char *file,
                       int line)
{
	enum { LAST_OLD = 222 };
	const struct stream_modes *modes = screen_modes(t->screen);
	int code = mouse_code(event, button);
	char bytes[64];
	int len;

	terminal_pump(t, 0);
	if (!mouse_wanted(modes, event))
		return false;
	if (modes->sgr_mouse) {
		len = snprintf(bytes, sizeof bytes, "\033[<%d;%d;%d%c", code, col + 1, row + 1,
		               event == MOUSE_RELEASE ? 'm' : 'M');
	} else {
		if (row > LAST_OLD || col > LAST_OLD)
			return false;
		if (event == MOUSE_RELEASE)
			code |= 3;
		len = snprintf(bytes, sizeof bytes, "\033[M%c%c%c", 32 + code, 33 + col, 33 + row);
	}
	terminal_send_bytes_at(t, bytes, (size_t)len, file, line);
	return true;
}

void terminal_click_at(struct terminal *t, int row, int col, const char *file, int line)
{
	terminal_settle_at(t, file, line);
	if (!terminal_mouse_at(t, MOUSE_PRESS, 0, row, col, file, line))
		terminal_fail(t, file, line, "the program takes no mouse");
	terminal_mouse_at(t, MOUSE_RELEASE, 0, row, col, file, line);
	terminal_settle_at(t, file, line);
}
