#include "tests/harness/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct stream_modes at_start = {.cursor_visible = true, .autowrap = true};

void stream_init(struct stream *s, void (*sink)(void *user, const char *bytes, size_t len), void *user)
{
	*s = (struct stream){.modes = at_start, .sink = sink, .user = user};
}

static void set_private_mode(struct stream_modes *modes, long mode, bool on)
{
	switch (mode) {
	case 1:
		modes->application_cursor = on;
		break;
	case 7:
		modes->autowrap = on;
		break;
	case 9:
	case 1000:
	case 1002:
	case 1003:
		modes->mouse = on ? (int)mode : 0;
		break;
	case 25:
		modes->cursor_visible = on;
		break;
	case 47:
	case 1047:
	case 1049:
		modes->alternate = on;
		break;
	case 66:
		modes->application_keypad = on;
		break;
	case 1004:
		modes->focus_events = on;
		break;
	case 1006:
		modes->sgr_mouse = on;
		break;
	case 2004:
		modes->bracketed_paste = on;
		break;
	case 2026:
		modes->synchronized = on;
		break;
	}
}

/* ESC [ ? 1 ; 2 h */
static void follow_private_modes(struct stream *s, bool on)
{
	char *at = s->sequence + 3;

	while (*at >= '0' && *at <= '9') {
		set_private_mode(&s->modes, strtol(at, &at, 10), on);
		if (*at == ';')
			at++;
	}
}

struct rewriter {
	char out[STREAM_SEQUENCE * 4];
	size_t len;
};

static void rewriter_add(struct rewriter *w, const char *text, size_t len)
{
	if (w->len + len + 2 > sizeof w->out)
		return;
	if (w->out[w->len - 1] != '[')
		w->out[w->len++] = ';';
	memcpy(w->out + w->len, text, len);
	w->len += len;
}

static void rewriter_number(struct rewriter *w, long number)
{
	char text[24];
	int len = snprintf(text, sizeof text, "%ld", number);

	rewriter_add(w, text, (size_t)len);
}

/* "38:2::1:2:3", "38:2:1:2:3" and "38:5:7"; the underline's colour, 58, has no counterpart. */
static void rewrite_colon_colour(struct rewriter *w, const char *text, size_t len)
{
	long part[6] = {0};
	size_t count = 0;
	const char *at = text, *end = text + len;

	while (at < end && count < 6) {
		const char *colon = memchr(at, ':', (size_t)(end - at));

		part[count++] = strtol(at, NULL, 10);
		at = colon ? colon + 1 : end;
	}
	if (part[0] == 58 || count < 3)
		return;
	rewriter_number(w, part[0]);
	rewriter_number(w, part[1]);
	if (part[1] == 5) {
		rewriter_number(w, part[2]);
		return;
	}
	for (size_t i = count == 6 ? 3 : 2; i < count; i++)
		rewriter_number(w, part[i]);
}

/* Bytes of a colour that was begun by "38" or "48" and goes on with semicolons: "2;1;2;3" or "5;7". */
static size_t colour_tail(const char *text)
{
	size_t semicolons = *text == '2' ? 4 : 2, len = 0;

	while (text[len] && text[len] != 'm' && (text[len] != ';' || --semicolons))
		len++;
	return len;
}

/* ESC [ … m */
static void rewrite_attributes(struct stream *s)
{
	struct rewriter w = {"\033[", 2};
	const char *at = s->sequence + 2;

	while (*at != 'm') {
		size_t len = strcspn(at, ";m");
		long number = strtol(at, NULL, 10);
		bool colour = number == 38 || number == 48 || number == 58;

		if (colour && memchr(at, ':', len)) {
			rewrite_colon_colour(&w, at, len);
		} else if (colour && at[len] == ';') {
			size_t tail = colour_tail(at + len + 1);

			if (number != 58) {
				rewriter_number(&w, number);
				rewriter_add(&w, at + len + 1, tail);
			}
			len += 1 + tail;
		} else if (len == 1 && *at == '2') {
			rewriter_number(&w, 10 + STREAM_DIM_FONT);
		} else {
			rewriter_add(&w, len ? at : "0", len ? len : 1);
			if (number == 22)
				rewriter_number(&w, 10);
		}
		at += len + (at[len] == ';');
	}
	/* All parameters dropped: then there is nothing to say. "ESC [ m" itself means reset. */
	if (w.len == 2 && s->len > 3)
		return;
	w.out[w.len++] = 'm';
	s->sink(s->user, w.out, w.len);
}

static void finish_control(struct stream *s)
{
	char final = s->sequence[s->len - 1];
	bool private = s->sequence[2] == '?';

	s->sequence[s->len] = '\0';
	if (private && (final == 'h' || final == 'l'))
		follow_private_modes(s, final == 'h');
	if (final == 'p' && s->sequence[2] == '!') { /* soft reset */
		s->modes.cursor_visible = true;
		s->modes.application_cursor = s->modes.application_keypad = false;
	}
	if (final == 'm' && strspn(s->sequence + 2, "0123456789;:") == s->len - 3)
		rewrite_attributes(s);
	else
		s->sink(s->user, s->sequence, s->len);
}

static void finish_command(struct stream *s)
{
	s->in_command = false;
	s->command[s->command_len] = '\0';
	if (!strncmp(s->command, "0;", 2) || !strncmp(s->command, "2;", 2))
		snprintf(s->title, sizeof s->title, "%s", s->command + 2);
}

/* Bytes within a command up to its end, which is a bell, or an escape sequence. */
static void take_command(struct stream *s, const char *bytes, size_t len)
{
	const char *bell = memchr(bytes, '\a', len);
	size_t room = sizeof s->command - 1 - s->command_len, part = bell ? (size_t)(bell - bytes) : len;

	if (part > room)
		part = room;
	memcpy(s->command + s->command_len, bytes, part);
	s->command_len += part;
	if (bell)
		finish_command(s);
}

static void finish_escape(struct stream *s)
{
	switch (s->sequence[1]) {
	case '=':
		s->modes.application_keypad = true;
		break;
	case '>':
		s->modes.application_keypad = false;
		break;
	case ']':
		s->in_command = true;
		s->command_len = 0;
		break;
	case 'c':
		s->modes = at_start;
		break;
	}
	s->sink(s->user, s->sequence, s->len);
}

/* Takes one byte of a sequence under way. */
static void take(struct stream *s, char byte)
{
	unsigned char c = (unsigned char)byte;
	bool control = s->len > 1 && s->sequence[1] == '[';

	if (s->len
	    && (c == 033 || s->len + 1 == sizeof s->sequence)) { /* broken off, or longer than any that matters here */
		s->sink(s->user, s->sequence, s->len);
		s->len = 0;
	}
	s->sequence[s->len++] = byte;
	if (s->len == 1 && c != 033) {
		s->sink(s->user, s->sequence, 1);
		s->len = 0;
	} else if (s->len == 2 && c != '[') {
		finish_escape(s);
		s->len = 0;
	} else if (s->len > 2 && control && c >= 0x40 && c <= 0x7e) {
		finish_control(s);
		s->len = 0;
	}
}

void stream_feed(struct stream *s, const char *bytes, size_t len)
{
	const char *end = bytes + len;

	while (bytes < end) {
		const char *escape;

		if (s->len) {
			take(s, *bytes++);
			continue;
		}
		escape = memchr(bytes, 033, (size_t)(end - bytes));
		if (s->in_command) {
			take_command(s, bytes, (size_t)((escape ? escape : end) - bytes));
			if (escape && s->in_command)
				finish_command(s);
		}
		if (bytes != (escape ? escape : end))
			s->sink(s->user, bytes, (size_t)((escape ? escape : end) - bytes));
		if (!escape)
			return;
		take(s, *escape);
		bytes = escape + 1;
	}
}
