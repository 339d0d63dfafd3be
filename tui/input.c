#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "input_sequence.h"
#include "text.h"

enum { ESC = 0x1B, DEFINED_MAX = 64, DEFINED_LEN = 16 };

struct defined {
	char bytes[DEFINED_LEN];
	size_t len;
	uint32_t key;
};

struct input {
	struct buf bytes;
	size_t at; /* those before it are used up */
	bool pasting;
	struct buf paste;
	struct defined defined[DEFINED_MAX];
	int defined_count;
	int press_x, press_y, press_button; /* the last press, for a double one; button 0: none */
	int64_t press_time;
};

/* What looking at the bytes came to. */
enum step { STEP_MORE, STEP_NOTHING, STEP_EVENT };

static const char paste_end[] = "\033[201~";

struct input *input_new(void)
{
	struct input *in = calloc(1, sizeof *in);

	if (!in)
		return NULL;
	buf_init(&in->bytes);
	buf_init(&in->paste);
	return in;
}

void input_free(struct input *in)
{
	if (!in)
		return;
	buf_release(&in->bytes);
	buf_release(&in->paste);
	free(in);
}

void input_define(struct input *in, const char *sequence, uint32_t key)
{
	size_t len = strlen(sequence);
	struct defined *d;

	if (len < 2 || len > DEFINED_LEN || sequence[0] != ESC || in->defined_count == DEFINED_MAX)
		return;
	d = &in->defined[in->defined_count++];
	memcpy(d->bytes, sequence, len);
	d->len = len;
	d->key = key;
}

void input_drop(struct input *in)
{
	buf_clear(&in->bytes);
	buf_clear(&in->paste);
	in->at = 0;
	in->pasting = false;
	in->press_button = 0;
}

bool input_add(struct input *in, const char *bytes, size_t len)
{
	if (in->at) {
		memmove(in->bytes.data, in->bytes.data + in->at, in->bytes.len - in->at);
		buf_truncate(&in->bytes, in->bytes.len - in->at);
		in->at = 0;
	}
	buf_add(&in->bytes, bytes, len);
	if (buf_ok(&in->bytes))
		return true;
	input_drop(in);
	return false;
}

static void set_key(struct event *event, uint32_t key, bool ctrl, bool alt)
{
	*event = (struct event){.kind = EVENT_KEY, .key = key, .ctrl = ctrl, .alt = alt};
}

/* ---- paste -------------------------------------------------------------------------------------- */

/* Line ends become \n; other controls and bytes that are no UTF-8 are left out. */
static char *clean_paste(const char *s, size_t len)
{
	struct buf out;

	buf_init(&out);
	for (size_t i = 0; i < len;) {
		uint32_t code;
		size_t step = text_decode(s + i, len - i, &code);

		if (!step) {
			i++;
			continue;
		}
		if (code == '\r') {
			buf_addc(&out, '\n');
			if (i + 1 < len && s[i + 1] == '\n')
				i++;
		} else if (code == '\n' || code == '\t' || (code >= 0x20 && (code < 0x7F || code > 0x9F))) {
			buf_add(&out, s + i, step);
		}
		i += step;
	}
	/* NULL stands for failure here, so an empty paste must be allocated too. */
	buf_add(&out, "", 0);
	return out.cap || out.failed ? buf_steal(&out) : calloc(1, 1);
}

static enum step step_paste(struct input *in, struct event *event)
{
	const char *begin = in->bytes.data + in->at;
	size_t len = in->bytes.len - in->at;
	const char *end = memmem(begin, len, paste_end, sizeof paste_end - 1);
	/* Without an end in sight its first bytes may be there already. */
	size_t take = end ? (size_t)(end - begin) : len < sizeof paste_end - 1 ? 0 : len - (sizeof paste_end - 2);
	size_t room = INPUT_PASTE_LIMIT - in->paste.len;

	buf_add(&in->paste, begin, take < room ? take : room);
	in->at += take;
	if (!end)
		return STEP_MORE;
	in->at += sizeof paste_end - 1;
	in->pasting = false;
	*event = (struct event){.kind = EVENT_PASTE};
	if (buf_ok(&in->paste))
		event->text = clean_paste(in->paste.data, in->paste.len);
	buf_release(&in->paste);
	buf_init(&in->paste);
	return event->text ? STEP_EVENT : STEP_NOTHING;
}

/* ---- mouse -------------------------------------------------------------------------------------- */

static enum step set_mouse(struct input *in, const struct sequence_mouse *mouse, int64_t now, struct event *event)
{
	bool twice;

	*event = (struct event){.kind = EVENT_MOUSE, .x = mouse->x, .y = mouse->y};
	if (mouse->buttons & 32 || mouse->release || mouse->x < 0 || mouse->y < 0)
		return STEP_NOTHING;
	if (mouse->buttons & 64) {
		event->mouse = mouse->buttons & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
		return mouse->buttons & 2 ? STEP_NOTHING : STEP_EVENT;
	}
	event->button = (mouse->buttons & 3) + 1;
	if (event->button > 3)
		return STEP_NOTHING;
	twice = event->button == in->press_button && mouse->x == in->press_x && mouse->y == in->press_y
		&& now - in->press_time <= INPUT_DOUBLE_MS;
	event->mouse = twice ? MOUSE_DOUBLE : MOUSE_PRESS;
	in->press_button = twice ? 0 : event->button;
	in->press_x = mouse->x;
	in->press_y = mouse->y;
	in->press_time = now;
	return STEP_EVENT;
}

/* ---- keys --------------------------------------------------------------------------------------- */

/* One character or control. */
static enum step step_character(struct input *in, const char *s, size_t len, bool alt, struct event *event)
{
	unsigned char c = (unsigned char)s[0];
	size_t expected = c < 0xC2 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 1, step;
	uint32_t code;

	if (c == '\r' || c == '\n')
		set_key(event, EKEY_ENTER, false, alt);
	else if (c == '\t')
		set_key(event, EKEY_TAB, false, alt);
	else if (c == 0x7F || c == '\b')
		set_key(event, EKEY_BACKSPACE, false, alt);
	else if (c == 0)
		set_key(event, ' ', true, alt);
	else if (c < 0x1B)
		set_key(event, c - 1u + 'a', true, alt);
	else if (c < 0x20)
		set_key(event, c + 0x40u, true, alt);
	else {
		step = text_decode(s, len, &code);
		if (!step) {
			/* Cut short: the rest may come; but a byte that can't go on ends the hope. */
			for (size_t i = 1; i < len && i < expected; i++)
				if ((s[i] & 0xC0) != 0x80)
					expected = 1;
			if (len < expected)
				return STEP_MORE;
			in->at++;
			return STEP_NOTHING;
		}
		in->at += step;
		set_key(event, code, false, alt);
		/* C1 controls are no keys. */
		return code >= 0x80 && code < 0xA0 ? STEP_NOTHING : STEP_EVENT;
	}
	in->at++;
	return STEP_EVENT;
}

/* A sequence that the terminal's description names. STEP_MORE: the bytes may become one. */
static enum step step_defined(struct input *in, const char *s, size_t len, bool alt, struct event *event)
{
	enum step result = STEP_NOTHING;

	for (int i = 0; i < in->defined_count; i++) {
		const struct defined *d = &in->defined[i];

		if (len >= d->len && memcmp(s, d->bytes, d->len) == 0) {
			in->at += d->len;
			set_key(event, d->key, false, alt);
			return STEP_EVENT;
		}
		if (len < d->len && memcmp(s, d->bytes, len) == 0)
			result = STEP_MORE;
	}
	return result;
}

static enum step step_sequence(struct input *in, const char *s, size_t len, bool alt, int64_t now, struct event *event)
{
	struct sequence sequence;
	size_t used = sequence_parse(s, len, &sequence);

	if (!used && len > INPUT_SEQUENCE_LIMIT)
		used = len;
	if (!used)
		return STEP_MORE;
	in->at += used;
	switch (sequence.kind) {
	case SEQUENCE_KEY:
		set_key(event, sequence.key, sequence.ctrl, sequence.alt || alt);
		return STEP_EVENT;
	case SEQUENCE_MOUSE:
		return set_mouse(in, &sequence.mouse, now, event);
	case SEQUENCE_PASTE:
		in->pasting = true;
		return STEP_NOTHING;
	case SEQUENCE_BACKGROUND:
		*event = (struct event){.kind = EVENT_BACKGROUND, .color = sequence.color};
		return STEP_EVENT;
	case SEQUENCE_OTHER:
		break;
	}
	return STEP_NOTHING;
}

/* Escape, then whatever follows it: a sequence, or a key with Alt. */
static enum step step_escape(struct input *in, bool quiet, int64_t now, struct event *event)
{
	const char *s = in->bytes.data + in->at;
	size_t len = in->bytes.len - in->at;
	bool alt = len >= 3 && s[1] == ESC && (s[2] == '[' || s[2] == 'O');
	bool alt_letter = len == 2 && s[1] != ESC;
	enum step result;

	if (input_ambiguous(in)) {
		if (!quiet)
			return STEP_MORE;
		in->at += alt_letter ? 2 : 1;
		set_key(event, alt_letter ? (unsigned char)s[1] : (uint32_t)EKEY_ESCAPE, false, alt_letter);
		return STEP_EVENT;
	}
	/* Two Escapes before a key are Alt with that key; before anything else the first one is a key by itself. */
	if (s[1] == ESC && !alt) {
		in->at++;
		set_key(event, EKEY_ESCAPE, false, false);
		return STEP_EVENT;
	}
	in->at += alt;
	s += alt;
	len -= alt;
	result = step_defined(in, s, len, alt, event);
	if (result == STEP_NOTHING || (result == STEP_MORE && quiet)) {
		if (sequence_begins(s, len)) {
			result = step_sequence(in, s, len, alt, now, event);
		} else {
			in->at++;
			result = step_character(in, s + 1, len - 1, true, event);
			if (result == STEP_MORE)
				in->at--;
		}
	}
	if (result == STEP_MORE)
		in->at -= alt;
	return result;
}

bool input_ambiguous(const struct input *in)
{
	const char *s = in->bytes.data + in->at;
	size_t len = in->bytes.len - in->at;

	return !in->pasting && (len == 1 || len == 2) && s[0] == ESC
	       && (len == 1 || (s[1] && strchr("[OP]X^_\033", s[1])));
}

bool input_next(struct input *in, bool quiet, int64_t now, struct event *event)
{
	enum step step = STEP_NOTHING;

	while (step == STEP_NOTHING && in->at < in->bytes.len) {
		const char *s = in->bytes.data + in->at;

		if (in->pasting)
			step = step_paste(in, event);
		else if (*s == ESC)
			step = step_escape(in, quiet, now, event);
		else
			step = step_character(in, s, in->bytes.len - in->at, false, event);
	}
	return step == STEP_EVENT;
}
