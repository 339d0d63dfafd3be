#include "input_sequence.h"

#include <string.h>

#include "event.h"

enum { ESC = 0x1B, PARAMETERS = 4, PARAMETER_MAX = 0x10FFFF };

struct csi {
	char prefix; /* '<', '=', '>' or '?', or 0 */
	int parameters[PARAMETERS];
	int count;
	bool intermediate;
	char final;
};

/* Operating-system commands and device-control strings come as answers: they begin with what their kind begins with. */
static bool begins_string(const char *s, size_t len)
{
	if (s[1] == ']')
		return len > 2 && s[2] >= '0' && s[2] <= '9';
	return len > 2 && strchr("PX^_", s[1]) && s[1] && strchr("0123456789>|+$!G", s[2]) && s[2];
}

bool sequence_begins(const char *s, size_t len)
{
	return len > 1 && (s[1] == '[' || s[1] == 'O' || begins_string(s, len));
}

static void set_key(struct sequence *out, uint32_t key, int modifier)
{
	int bits = modifier > 1 ? modifier - 1 : 0;

	out->kind = SEQUENCE_KEY;
	out->key = key == EKEY_TAB && bits & 1 ? (uint32_t)EKEY_BACK_TAB : key;
	out->alt = bits & (2 | 8);
	out->ctrl = bits & 4;
}

static uint32_t letter_key(char final)
{
	static const char letters[] = "ABCDHFZPQRSM";
	static const uint32_t keys[] = {EKEY_UP, EKEY_DOWN, EKEY_RIGHT, EKEY_LEFT, EKEY_HOME, EKEY_END, EKEY_BACK_TAB,
	                                EKEY_F1, EKEY_F2,   EKEY_F3,    EKEY_F4,   EKEY_ENTER};
	const char *at = final ? strchr(letters, final) : NULL;

	return at ? keys[at - letters] : 0;
}

static uint32_t number_key(int number)
{
	static const uint32_t keys[] = {
		[1] = EKEY_HOME,    [2] = EKEY_INSERT,  [3] = EKEY_DELETE, [4] = EKEY_END, [5] = EKEY_PAGE_UP,
		[6] = EKEY_PAGE_DOWN, [7] = EKEY_HOME,  [8] = EKEY_END,    [11] = EKEY_F1, [12] = EKEY_F2,
		[13] = EKEY_F3,     [14] = EKEY_F4,     [15] = EKEY_F5,    [17] = EKEY_F6, [18] = EKEY_F7,
		[19] = EKEY_F8,     [20] = EKEY_F9,     [21] = EKEY_F10,   [23] = EKEY_F11, [24] = EKEY_F12,
	};

	return number > 0 && number < (int)(sizeof keys / sizeof *keys) ? keys[number] : 0;
}

/* A code point sent with its modifiers. */
static void set_code(struct sequence *out, int code, int modifier)
{
	switch (code) {
	case 9:
		set_key(out, EKEY_TAB, modifier);
		return;
	case 13:
		set_key(out, EKEY_ENTER, modifier);
		return;
	case 27:
		set_key(out, EKEY_ESCAPE, modifier);
		return;
	case 8:
	case 127:
		set_key(out, EKEY_BACKSPACE, modifier);
		return;
	default:
		/* Below are controls, and in Unicode's private area keys that this program has no use for. */
		if (code >= 0x20 && (code < 0x7F || code > 0x9F) && (code < 0xD800 || code > 0xF8FF))
			set_key(out, (uint32_t)code, modifier);
	}
	/* With Ctrl letters are named by their small form, as the control characters are. */
	if (out->ctrl && out->key >= 'A' && out->key <= 'Z')
		out->key += 'a' - 'A';
}

static void mean_tilde(const struct csi *csi, struct sequence *out)
{
	int number = csi->parameters[0];
	uint32_t key = number_key(number);

	if (number == 200)
		out->kind = SEQUENCE_PASTE;
	else if (number == 27 && csi->count == 3)
		set_code(out, csi->parameters[2], csi->parameters[1]);
	else if (key)
		set_key(out, key, csi->parameters[1]);
}

static void mean_mouse(const struct csi *csi, struct sequence *out)
{
	if (csi->count != 3)
		return;
	out->kind = SEQUENCE_MOUSE;
	out->mouse = (struct sequence_mouse){csi->parameters[0], csi->parameters[1] - 1, csi->parameters[2] - 1,
	                                     csi->final == 'm'};
}

static void mean_csi(const struct csi *csi, struct sequence *out)
{
	static const char shifted[] = "abcd"; /* rxvt: arrows with Shift */
	uint32_t key;

	if (csi->prefix == '<' && (csi->final == 'M' || csi->final == 'm'))
		mean_mouse(csi, out);
	if (csi->prefix || csi->intermediate)
		return;
	if (csi->final == '~')
		mean_tilde(csi, out);
	else if (csi->final == 'u')
		set_code(out, csi->parameters[0], csi->parameters[1]);
	else if (strchr("^@$", csi->final) && (key = number_key(csi->parameters[0])))
		set_key(out, key, csi->final == '$' ? 2 : csi->final == '^' ? 5 : 6);
	else if (strchr(shifted, csi->final))
		set_key(out, letter_key((char)(csi->final - 'a' + 'A')), 2);
	/* With another number than 1 it is an answer, such as the cursor's place, which ends like F3. */
	else if (csi->final != 'M' && csi->parameters[0] <= 1 && (key = letter_key(csi->final)))
		set_key(out, key, csi->parameters[1]);
}

/* The old mouse report: three bytes after the final one, each 32 more than what it says. */
static size_t parse_old_mouse(const char *s, size_t len, struct sequence *out)
{
	const unsigned char *bytes = (const unsigned char *)s + 3;

	if (len < 6)
		return 0;
	out->kind = SEQUENCE_MOUSE;
	/* Here a release does not say of which button; its two bits are set. Wheels have no release. */
	out->mouse = (struct sequence_mouse){bytes[0] - 32, bytes[1] - 33, bytes[2] - 33, (bytes[0] & 0x43) == 3};
	if (bytes[0] < 32)
		out->kind = SEQUENCE_OTHER;
	return 6;
}

static void add_digit(int *number, char c)
{
	*number = *number * 10 + (c - '0');
	if (*number > PARAMETER_MAX)
		*number = PARAMETER_MAX;
}

/* Control Sequence Introducer, parameters, intermediates, final byte. */
static size_t parse_csi(const char *s, size_t len, struct sequence *out)
{
	struct csi csi = {.count = 1};
	bool sub = false; /* after a colon: a part of a parameter that nothing here reads */

	/* The Linux console's F1 to F5. */
	if (len > 2 && s[2] == '[') {
		if (len < 4)
			return 0;
		if (s[3] >= 'A' && s[3] <= 'E')
			set_key(out, EKEY_F1 + (uint32_t)(s[3] - 'A'), 0);
		return 4;
	}
	for (size_t i = 2; i < len; i++) {
		char c = s[i];

		if (c >= '0' && c <= '9') {
			if (csi.count <= PARAMETERS && !sub)
				add_digit(&csi.parameters[csi.count - 1], c);
		} else if (c == ';' || c == ':') {
			sub = c == ':';
			if (!sub && csi.count <= PARAMETERS)
				csi.count++;
		} else if (c >= '<' && c <= '?') {
			csi.prefix = c;
		} else if (c >= 0x20 && c < 0x30 && !(c == '$' && !csi.prefix)) {
			csi.intermediate = true;
		} else if ((c >= 0x40 && c < 0x7F) || c == '$') {
			csi.final = c;
			if (c == 'M' && i == 2)
				return parse_old_mouse(s, len, out);
			if (csi.count > PARAMETERS)
				return i + 1;
			mean_csi(&csi, out);
			return i + 1;
		} else {
			return i; /* broken off; what follows is taken by itself */
		}
	}
	return 0;
}

/* Single Shift 3 and one character: cursor and function keys, and the keypad's. */
static size_t parse_ss3(const char *s, size_t len, struct sequence *out)
{
	static const char keypad[] = "*+,-./0123456789";
	uint32_t key;
	size_t at = 2;
	int modifier = 0;

	while (at < len && s[at] >= '0' && s[at] <= '9')
		add_digit(&modifier, s[at++]);
	if (at == len)
		return 0;
	if (s[at] < 0x20 || s[at] > 0x7E)
		return at;
	key = letter_key(s[at]);
	if (key)
		set_key(out, key, modifier);
	else if (s[at] >= 'j' && s[at] <= 'y')
		set_key(out, (uint32_t)keypad[s[at] - 'j'], modifier);
	else if (s[at] >= 'a' && s[at] <= 'd')
		set_key(out, letter_key((char)(s[at] - 'a' + 'A')), 5);
	else if (s[at] == 'X')
		set_key(out, '=', modifier);
	return at + 1;
}

/* One part of X's "rgb:R/G/B": one to four hexadecimal digits, of which all ones are full. */
static bool read_part(const char **s, const char *end, uint32_t *part)
{
	uint32_t value = 0, full = 0;
	int digits = 0;

	for (; *s < end && digits < 4; (*s)++, digits++) {
		char c = **s;
		int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;

		if (digit < 0)
			break;
		value = value << 4 | (uint32_t)digit;
		full = full << 4 | 15;
	}
	*part = digits ? value * 255 / full : 0;
	return digits > 0;
}

/* The answer to what the background is: 11;rgb:RRRR/GGGG/BBBB, or with rgba: and a fourth part. */
static void mean_string(const char *s, const char *end, struct sequence *out)
{
	static const char begin[] = "11;rgb";
	uint32_t r, g, b;

	if ((size_t)(end - s) < sizeof begin - 1 || memcmp(s, begin, sizeof begin - 1) != 0)
		return;
	s += sizeof begin - 1;
	s += s < end && *s == 'a';
	if (s == end || *s++ != ':' || !read_part(&s, end, &r) || s == end || *s++ != '/' || !read_part(&s, end, &g)
		|| s == end || *s++ != '/' || !read_part(&s, end, &b))
		return;
	out->kind = SEQUENCE_BACKGROUND;
	out->color = r << 16 | g << 8 | b;
}

/* A string ends in BEL or ST; any other control breaks it off. */
static size_t parse_string(const char *s, size_t len, struct sequence *out)
{
	for (size_t i = 2; i < len; i++) {
		if (s[i] == '\a' || (s[i] == ESC && i + 1 < len && s[i + 1] == '\\')) {
			if (s[1] == ']')
				mean_string(s + 2, s + i, out);
			return i + (s[i] == ESC ? 2 : 1);
		}
		if (s[i] == ESC)
			return i + 1 == len ? 0 : i;
		if ((unsigned char)s[i] < 0x20)
			return i;
	}
	return 0;
}

size_t sequence_parse(const char *s, size_t len, struct sequence *out)
{
	*out = (struct sequence){.kind = SEQUENCE_OTHER};
	if (s[1] == '[')
		return parse_csi(s, len, out);
	return s[1] == 'O' ? parse_ss3(s, len, out) : parse_string(s, len, out);
}
