/* Input: what bytes from a terminal become as events, in whatever pieces they arrive. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "tui/input.h"

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct buf out;

static const char *special_name(uint32_t key)
{
	static const char *const names[] = {
		"Up",     "Down",   "Left",      "Right", "Home",   "End", "PageUp",  "PageDown", "Insert",
		"Delete", "Backspace", "Enter",  "Escape", "Tab",   "BackTab", "F1",  "F2",       "F3",
		"F4",     "F5",     "F6",        "F7",    "F8",     "F9",  "F10",     "F11",      "F12",
	};

	return key - EKEY_UP < COUNT(names) ? names[key - EKEY_UP] : "?";
}

static void describe(const struct event *e)
{
	static const char *const mouse[] = {"press", "double", "wheel-up", "wheel-down"};

	buf_adds(&out, out.len ? " " : "");
	if (e->kind == EVENT_KEY) {
		buf_addf(&out, "%s%s", e->ctrl ? "C-" : "", e->alt ? "M-" : "");
		if (e->key >= EKEY_UP)
			buf_adds(&out, special_name(e->key));
		else if (e->key > ' ' && e->key < 0x7F)
			buf_addc(&out, (char)e->key);
		else
			buf_addf(&out, "U+%X", e->key);
	} else if (e->kind == EVENT_MOUSE) {
		buf_addf(&out, "%s%d@%d,%d", mouse[e->mouse], e->button, e->x, e->y);
	} else if (e->kind == EVENT_PASTE) {
		buf_addf(&out, "paste[%s]", e->text);
		free(e->text);
	} else if (e->kind == EVENT_BACKGROUND) {
		buf_addf(&out, "background %06X", e->color);
	}
}

static void drain(struct input *in, bool quiet, int64_t now)
{
	struct event e;

	while (input_next(in, quiet, now, &e))
		describe(&e);
}

/* The events of these bytes, sent at once or one by one. */
static const char *events(const char *bytes, size_t len, bool piecewise)
{
	struct input *in = input_new();

	assert_non_null(in);
	buf_clear(&out);
	for (size_t i = 0; i < len; i += piecewise ? 1 : len) {
		assert_true(input_add(in, bytes + i, piecewise ? 1 : len));
		drain(in, false, 0);
	}
	drain(in, true, 0);
	input_free(in);
	return out.data;
}

static void check(const char *bytes, size_t len, const char *expected)
{
	assert_string_equal(events(bytes, len, false), expected);
	assert_string_equal(events(bytes, len, true), expected);
}

#define CHECK(bytes, expected) check(bytes, sizeof(bytes) - 1, expected)

static void reads_characters_and_controls(void **state)
{
	(void)state;
	CHECK("aZ~", "a Z ~");
	CHECK(" ", "U+20");
	CHECK("\xC3\xA9\xE2\x97\x8F\xF0\x9F\x98\x80", "U+E9 U+25CF U+1F600");
	CHECK("\001\017\032", "C-a C-o C-z");
	CHECK("\0", "C-U+20");
	CHECK("\034\037", "C-\\ C-_");
	CHECK("\r\n\t\b\177", "Enter Enter Tab Backspace Backspace");
}

static void passes_over_what_is_no_utf8(void **state)
{
	(void)state;
	CHECK("a\xFF" "b\x80" "c\xC3" "d", "a b c d");
	CHECK("\xED\xA0\x80x", "x");
	CHECK("\xC2\x9Bx", "x"); /* a C1 control */
	CHECK("\xE2\x97", "");
}

static void tells_escape_from_alt_and_sequences(void **state)
{
	(void)state;
	CHECK("\033", "Escape");
	CHECK("\033\033", "Escape Escape");
	CHECK("\033x", "M-x");
	CHECK("\033\r", "M-Enter");
	CHECK("\033\xC3\xA9", "M-U+E9");
	CHECK("\033[A", "Up");
	CHECK("\033\033[A", "M-Up");
	CHECK("\033[", "M-[");
	CHECK("\033O", "M-O");
}

static void an_escape_waits_until_it_is_quiet(void **state)
{
	struct input *in = input_new();
	struct event e;

	(void)state;
	assert_true(input_add(in, "\033", 1));
	assert_false(input_next(in, false, 0, &e));
	assert_true(input_ambiguous(in));
	assert_true(input_next(in, true, 0, &e));
	assert_int_equal(e.key, EKEY_ESCAPE);
	assert_false(input_ambiguous(in));
	input_free(in);
}

static void reads_keys_of_xterm_rxvt_and_linux(void **state)
{
	(void)state;
	CHECK("\033[B\033[C\033[D\033[H\033[F\033[Z", "Down Right Left Home End BackTab");
	CHECK("\033OA\033OH\033OP\033OS\033OM\033Oq", "Up Home F1 F4 Enter 1");
	CHECK("\033[1~\033[2~\033[3~\033[4~\033[5~\033[6~", "Home Insert Delete End PageUp PageDown");
	CHECK("\033[15~\033[17~\033[24~\033[[A\033[[E", "F5 F6 F12 F1 F5");
	CHECK("\033[1;5C\033[1;3D\033[5;5~\033[1;2P", "C-Right M-Left C-PageUp F1");
	CHECK("\033[7^\033[3$\033[a\033Od", "C-Home Delete Up C-Left");
	CHECK("\033[97;5u\033[27;5;105~\033[9;2u\033[27u", "C-a C-i BackTab Escape");
}

static void passes_over_sequences_it_does_not_know(void **state)
{
	(void)state;
	CHECK("\033[?1;2cx", "x");
	CHECK("\033[200;1Rx\033[Iy\033[Oz", "x y z");
	CHECK("\033]10;rgb:0/0/0\ax\033]4;1\033\\y", "x y");
	CHECK("\033P>|term\033\\x", "x");
	CHECK("\033[1;2;3;4;5;6;7;8mx", "x");
	CHECK("\033[99999999999999999999~x", "x");
	CHECK("\033[12\033[Ax", "Up x"); /* broken off by the next one */
}

static void reads_the_background(void **state)
{
	(void)state;
	CHECK("\033]11;rgb:ffff/8080/0000\033\\x", "background FF8000 x");
	CHECK("\033]11;rgb:f/8/0\ax", "background FF8800 x");
	CHECK("\033]11;rgb:FF/00/7f\a", "background FF007F");
	CHECK("\033]11;rgba:1c1c/1c1c/1c1c/ffff\a", "background 1C1C1C");
	CHECK("\033]11;rgb:fff/000/800\a", "background FF007F");
	CHECK("\033]11;rgb:ff/ff\ax\033]11;rgb:/0/0\ay\033]11;#ffffff\az\033]11;rgb\a\033]11\a", "x y z");
	CHECK("\033P11;rgb:0/0/0\033\\x", "x");
}

static void reads_the_mouse(void **state)
{
	(void)state;
	CHECK("\033[<0;5;3M\033[<0;5;3m", "press1@4,2");
	CHECK("\033[<2;300;200M", "press3@299,199");
	CHECK("\033[<64;1;1M\033[<65;1;1M\033[<66;1;1M", "wheel-up0@0,0 wheel-down0@0,0");
	CHECK("\033[<32;5;3M\033[<35;5;3M\033[<0;0;0M", "");
	CHECK("\033[M %#x", "press1@4,2 x");
	CHECK("\033[M#%#x", "x"); /* a release */
}

static void a_second_press_soon_after_is_double(void **state)
{
	static const char press[] = "\033[<0;5;3M";
	struct input *in = input_new();

	(void)state;
	buf_clear(&out);
	for (int i = 0; i < 3; i++) {
		assert_true(input_add(in, press, sizeof press - 1));
		drain(in, false, i * 100);
	}
	assert_string_equal(out.data, "press1@4,2 double1@4,2 press1@4,2");
	buf_clear(&out);
	assert_true(input_add(in, press, sizeof press - 1));
	drain(in, false, 10000);
	assert_string_equal(out.data, "press1@4,2");
	input_free(in);
}

static void a_paste_is_one_event(void **state)
{
	(void)state;
	CHECK("\033[200~d\rq\r\n:x\n\033[201~j", "paste[d\nq\n:x\n] j");
	CHECK("\033[200~\033[201~", "paste[]");
	CHECK("\033[200~a\033[A\x01\xFF\xC2\x9B" "b\tc\033[201~", "paste[a[Ab\tc]");
	CHECK("\033[200~never ends", "");
}

static void a_long_paste_is_cut_and_its_end_is_found(void **state)
{
	struct input *in = input_new();
	static char block[4096];
	struct event e;

	(void)state;
	memset(block, 'x', sizeof block);
	assert_true(input_add(in, "\033[200~", 6));
	for (size_t i = 0; i < 300; i++) {
		assert_true(input_add(in, block, sizeof block));
		assert_false(input_next(in, false, 0, &e));
	}
	assert_true(input_add(in, "\033[201~q", 7));
	assert_true(input_next(in, false, 0, &e));
	assert_int_equal(e.kind, EVENT_PASTE);
	assert_int_equal(strlen(e.text), INPUT_PASTE_LIMIT);
	free(e.text);
	assert_true(input_next(in, false, 0, &e));
	assert_int_equal(e.key, 'q');
	input_free(in);
}

static void an_endless_sequence_ends(void **state)
{
	struct input *in = input_new();
	struct event e;

	(void)state;
	buf_clear(&out);
	assert_true(input_add(in, "\033[", 2));
	for (int i = 0; i < INPUT_SEQUENCE_LIMIT; i++)
		assert_true(input_add(in, "1", 1));
	assert_false(input_next(in, false, 0, &e));
	assert_true(input_add(in, "j", 1));
	drain(in, false, 0);
	assert_string_equal(out.data, "j");
	input_free(in);
}

static void knows_what_the_terminal_describes(void **state)
{
	struct input *in = input_new();

	(void)state;
	buf_clear(&out);
	input_define(in, "\033[11^", EKEY_F11);
	input_define(in, "x", EKEY_UP); /* no sequence */
	assert_true(input_add(in, "\033[11", 4));
	drain(in, false, 0);
	assert_string_equal(out.data, "");
	assert_true(input_add(in, "^x", 2));
	drain(in, false, 0);
	assert_string_equal(out.data, "F11 x");
	input_free(in);
}

static void any_bytes_come_to_an_end(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		static const char likely[] = "\033\033[O]P<>?;:0123456789~MmAuR$^\a\\\xC3\xA9\xFF";
		char bytes[64];

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 1664525u + 1013904223u;
			bytes[i] = likely[(seed >> 16) % (sizeof likely - 1)];
		}
		events(bytes, sizeof bytes, round & 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(reads_characters_and_controls), T(passes_over_what_is_no_utf8),
		T(tells_escape_from_alt_and_sequences), T(an_escape_waits_until_it_is_quiet),
		T(reads_keys_of_xterm_rxvt_and_linux),
		T(passes_over_sequences_it_does_not_know), T(reads_the_background), T(reads_the_mouse), T(a_second_press_soon_after_is_double),
		T(a_paste_is_one_event), T(a_long_paste_is_cut_and_its_end_is_found), T(an_endless_sequence_ends),
		T(knows_what_the_terminal_describes), T(any_bytes_come_to_an_end),
	};
	int failed;

	buf_init(&out);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	buf_release(&out);
	return failed;
}
