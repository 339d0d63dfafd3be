#include "tests/harness/keys.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Before term.h, which defines macros of common names. */
#include "buf.h"
#include "text.h"

#include <curses.h>
#include <term.h>

enum { SHIFT = 1, ALT = 2, CONTROL = 4 };

/* How xterm writes a key; a modifier m becomes a parameter 1 + m. */
enum form {
	FORM_BYTE,   /* code is sent as it is */
	FORM_CURSOR, /* ESC [ x, ESC O x in application mode, ESC [ 1 ; m x */
	FORM_SS3,    /* ESC O x, ESC [ 1 ; m x */
	FORM_TILDE,  /* ESC [ n ~, ESC [ n ; m ~ */
};

struct named_key {
	const char *name;
	enum form form;
	int code;
	const char *capability; /* terminfo's name of the key */
};

static const struct named_key named_keys[] = {
        {"Enter", FORM_BYTE, '\r', NULL},    {"Escape", FORM_BYTE, 033, NULL},    {"Tab", FORM_BYTE, '\t', NULL},
        {"Space", FORM_BYTE, ' ', NULL},     {"BSpace", FORM_BYTE, 0177, "kbs"},  {"BTab", FORM_CURSOR, 'Z', "kcbt"},
        {"Up", FORM_CURSOR, 'A', "kcuu1"},   {"Down", FORM_CURSOR, 'B', "kcud1"}, {"Right", FORM_CURSOR, 'C', "kcuf1"},
        {"Left", FORM_CURSOR, 'D', "kcub1"}, {"Home", FORM_CURSOR, 'H', "khome"}, {"End", FORM_CURSOR, 'F', "kend"},
        {"Insert", FORM_TILDE, 2, "kich1"},  {"IC", FORM_TILDE, 2, "kich1"},      {"Delete", FORM_TILDE, 3, "kdch1"},
        {"DC", FORM_TILDE, 3, "kdch1"},      {"PageUp", FORM_TILDE, 5, "kpp"},    {"PgUp", FORM_TILDE, 5, "kpp"},
        {"PPage", FORM_TILDE, 5, "kpp"},     {"PageDown", FORM_TILDE, 6, "knp"},  {"PgDn", FORM_TILDE, 6, "knp"},
        {"NPage", FORM_TILDE, 6, "knp"},     {"F1", FORM_SS3, 'P', "kf1"},        {"F2", FORM_SS3, 'Q', "kf2"},
        {"F3", FORM_SS3, 'R', "kf3"},        {"F4", FORM_SS3, 'S', "kf4"},        {"F5", FORM_TILDE, 15, "kf5"},
        {"F6", FORM_TILDE, 17, "kf6"},       {"F7", FORM_TILDE, 18, "kf7"},       {"F8", FORM_TILDE, 19, "kf8"},
        {"F9", FORM_TILDE, 20, "kf9"},       {"F10", FORM_TILDE, 21, "kf10"},     {"F11", FORM_TILDE, 23, "kf11"},
        {"F12", FORM_TILDE, 24, "kf12"},
};

static const struct named_key *find_named(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof named_keys / sizeof named_keys[0]; i++)
		if (strlen(named_keys[i].name) == len && !memcmp(named_keys[i].name, name, len))
			return &named_keys[i];
	return NULL;
}

/* Takes the "C-", "M-" and "S-" off the front of a name. */
static int take_modifiers(const char **name, size_t *len)
{
	static const char letters[] = "SMC";
	int modifiers = 0;

	while (*len > 2 && (*name)[1] == '-') {
		const char *letter = strchr(letters, (*name)[0]);

		if (!letter || !*letter)
			break;
		modifiers |= 1 << (letter - letters);
		*name += 2;
		*len -= 2;
	}
	return modifiers;
}

/* The byte of a character with control: as ASCII's columns lie, and by custom for the rest. -1: none. */
static int control_byte(int c)
{
	if ((c >= '@' && c <= '_') || (c >= 'a' && c <= 'z'))
		return c & 0x1f;
	switch (c) {
	case ' ':
	case '2':
		return 0;
	case '/':
		return 0x1f;
	case '?':
		return 0x7f;
	default:
		return -1;
	}
}

static bool encode_character(const char *name, size_t len, int modifiers, struct buf *out)
{
	char upper = name[0];
	uint32_t code;

	if (text_decode(name, len, &code) != len)
		return false;
	if (modifiers & CONTROL) {
		int byte = len == 1 ? control_byte(name[0]) : -1;

		if (byte < 0)
			return false;
		if (modifiers & ALT)
			buf_addc(out, 033);
		buf_addc(out, (char)byte);
		return true;
	}
	if ((modifiers & SHIFT) && upper >= 'a' && upper <= 'z')
		upper = (char)(upper - 'a' + 'A');
	if (modifiers & ALT)
		buf_addc(out, 033);
	buf_addc(out, upper);
	buf_add(out, name + 1, len - 1);
	return true;
}

/* What the description of a terminal other than xterm says. */
static bool add_described(const struct named_key *key, const char *term, struct buf *out)
{
	TERMINAL *before = cur_term;
	const char *bytes = NULL;
	int error;

	if (!term || !key->capability || !strncmp(term, "xterm", 5))
		return false;
	if (setupterm(term, 1, &error) == OK) {
		bytes = tigetstr(key->capability);
		if (bytes == (char *)-1)
			bytes = NULL;
		if (bytes)
			buf_adds(out, bytes);
		del_curterm(cur_term);
	}
	set_curterm(before);
	return bytes != NULL;
}

static void encode_named(const struct named_key *key, int modifiers, bool application, struct buf *out)
{
	if (key->form == FORM_BYTE) {
		if (modifiers & ALT)
			buf_addc(out, 033);
		buf_addc(out, (char)((modifiers & CONTROL) && key->code == ' ' ? 0 : key->code));
	} else if (key->form == FORM_TILDE) {
		if (modifiers)
			buf_addf(out, "\033[%d;%d~", key->code, 1 + modifiers);
		else
			buf_addf(out, "\033[%d~", key->code);
	} else if (modifiers) {
		buf_addf(out, "\033[1;%d%c", 1 + modifiers, key->code);
	} else {
		bool ss3 = key->form == FORM_SS3 || (application && key->code != 'Z');

		buf_addf(out, "\033%c%c", ss3 ? 'O' : '[', key->code);
	}
}

bool keys_encode(const char *name, size_t len, const char *term, bool application, struct buf *out)
{
	int modifiers = take_modifiers(&name, &len);
	const struct named_key *key = find_named(name, len);

	if (key && !strcmp(key->name, "Tab") && (modifiers & SHIFT)) {
		key = find_named("BTab", 4);
		modifiers &= ~SHIFT;
	}
	if (!key)
		return len && encode_character(name, len, modifiers, out);
	if (modifiers || !add_described(key, term, out))
		encode_named(key, modifiers, application, out);
	return true;
}
