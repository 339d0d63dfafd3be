/* Kinds of terminals, locales, sizes and ways of typing: the same records everywhere, nothing that a terminal of that kind does
 * not know, and each way out leaves it as it was. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

static struct terminal *open_as(const char *term, const char *const *env, int rows, int cols)
{
	struct terminal_options options = {.rows = rows, .cols = cols, .term = term, .env = env};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});

	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static bool output_holds(struct terminal *t, const char *bytes)
{
	size_t len;
	const char *out = terminal_output(t, &len);

	return memmem(out, len, bytes, strlen(bytes)) != NULL;
}

/* Not every machine describes every terminal. */
static bool is_described(const char *term)
{
	const struct command_result *r = command_run(NULL, (const char *const[]){"infocmp", term, NULL});

	return r->status == 0;
}

/* ---- kinds of terminals ---- */

static void every_kind_of_terminal_shows_the_records(void **state)
{
	static const struct {
		const char *term;
		bool colors, mouse;
	} kinds[] = {
		{"vt100", false, false}, {"linux", true, false}, {"xterm", true, true}, {"xterm-mono", false, true}, {"xterm-256color", true, true},
		{"xterm-direct", true, true}, {"screen", true, true}, {"screen-256color", true, true}, {"tmux", true, true}, {"tmux-256color", true, true},
		{"ansi", true, false}, {"rxvt", true, true},
	};
	int tried = 0;

	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct terminal *t;

		if (!is_described(kinds[i].term))
			continue;
		tried++;
		t = open_as(kinds[i].term, NULL, 30, 100);
		if (!terminal_find(t, "Triton", NULL, NULL) || !terminal_find(t, "22 of 22", NULL, NULL))
			fail_msg("TERM=%s shows:\n%s", kinds[i].term, terminal_text(t));
		/* SGR with a colour, in any of its forms. */
		if (!kinds[i].colors && (output_holds(t, "\x1b[3") && (output_holds(t, ";38;") || output_holds(t, "\x1b[38;"))))
			fail_msg("TERM=%s has no colours and got some", kinds[i].term);
		terminal_press(t, "j j");
		terminal_type(t, "/");
		terminal_type(t, "backend:metal");
		if (!terminal_find(t, "4 of 22", NULL, NULL))
			fail_msg("TERM=%s, filtered, shows:\n%s", kinds[i].term, terminal_text(t));
		terminal_press(t, "Enter");
		quit(t);
	}
	/* These are part of every installation of ncurses. */
	assert_true(tried >= 6);
}

static void colours_are_those_that_the_terminal_has(void **state)
{
	struct terminal *t;

	(void)state;
	t = open_as("xterm", NULL, 30, 100);
	assert_false(output_holds(t, "38;5;"));
	assert_false(output_holds(t, "38;2;"));
	quit(t);
	t = open_as("xterm-256color", NULL, 30, 100);
	assert_true(output_holds(t, "38;5;"));
	assert_false(output_holds(t, "38;2;"));
	quit(t);
	t = open_as("xterm-256color", (const char *const[]){"NO_COLOR=1", NULL}, 30, 100);
	assert_false(output_holds(t, "38;5;"));
	quit(t);
	if (is_described("xterm-direct")) {
		t = open_as("xterm-direct", NULL, 30, 100);
		assert_false(output_holds(t, "38;5;"));
		assert_true(output_holds(t, "38:2:") || output_holds(t, "38;2;"));
		quit(t);
	}
}

/* ---- locales ---- */

static void every_locale_shows_the_records(void **state)
{
	static const struct {
		const char *value;
		bool utf8;
	} locales[] = {
		{"LC_ALL=C", false}, {"LC_ALL=POSIX", false}, {"LC_ALL=en_US.ISO-8859-1", false}, {"LC_ALL=C.UTF-8", true}, {"LC_ALL=nonsense", false}, {"LC_ALL=C.UTF8x", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
		const char *env[] = {locales[i].value, NULL};
		struct terminal_options options = {.rows = 30, .cols = 100, .env = env, .one_byte = !locales[i].utf8};
		struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});
		size_t len;
		const char *out;

		terminal_settle(t);
		terminal_assert_text(t, "Triton");
		terminal_press(t, "3 l l 4 j 5 ?");
		terminal_press(t, "Escape");
		if (!locales[i].utf8) {
			out = terminal_output(t, &len);
			for (size_t k = 0; k < len; k++)
				if ((unsigned char)out[k] >= 0x80)
					fail_msg("%s got the byte %02x", locales[i].value, (unsigned char)out[k]);
		} else {
			assert_true(output_holds(t, "╭"));
		}
		quit(t);
	}
}

/* ---- typing ---- */

static bool message_is_gone(struct terminal *t, void *user)
{
	(void)user;
	return !terminal_find(t, "What you see", NULL, NULL);
}

/* Time is measured inside the harness' own clock; the limit is twice what is promised, for a loaded machine. */
static void a_lone_escape_is_taken_at_once(void **state)
{
	struct terminal *t = open_as(NULL, NULL, 40, 120);
	long long best = 1000000;

	(void)state;
	for (int i = 0; i < 5; i++) {
		long long begun, took;

		terminal_press(t, "?");
		terminal_assert_text(t, "What you see");
		begun = harness_now();
		terminal_send_bytes(t, "\x1b", 1);
		terminal_wait(t, message_is_gone, NULL, "the help gone");
		took = harness_now() - begun;
		best = took < best ? took : best;
		terminal_settle(t);
	}
	if (best > harness_limit(60))
		fail_msg("a lone Escape took at least %lld ms", best);
	quit(t);
}

static void unknown_sequences_do_nothing(void **state)
{
	static const char *const unknown[] = {"\x1b[999~", "\x1b[1;99Z", "\x1b[?62;1;2c", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\", "\x1bP1+r544e\x1b\\",
		"\x1b_Gi=1;OK\x1b\\", "\x1b[I", "\x1b[O", "\x1b[57441u", "\x1bO", "\xff\xfe", "\xc3", "\x1b[<999;1;1M"};
	struct terminal *t = open_as(NULL, NULL, 40, 120);
	const char *before;

	(void)state;
	terminal_press(t, "2 l j");
	before = harness_format("%s", terminal_dump(t));
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		terminal_send_bytes(t, unknown[i], strlen(unknown[i]));
		terminal_settle(t);
		if (strcmp(terminal_dump(t), before) != 0)
			fail_msg("unknown sequence number %zu changed the screen to\n%s", i, terminal_text(t));
	}
	quit(t);
}

static void a_paste_of_many_lines_is_text(void **state)
{
	struct terminal *t = open_as(NULL, NULL, 40, 120);
	const char *before = harness_format("%s", terminal_dump(t));

	(void)state;
	/* In a pane it is no command: neither q nor anything else. */
	terminal_paste(t, "q\nq\nZZ\n:q!\n");
	terminal_settle(t);
	terminal_assert_text(t, "22 of 22");
	terminal_press(t, "Escape");
	terminal_settle(t);
	assert_string_equal(terminal_dump(t), before);
	/* In the filter it is one line of text. */
	terminal_press(t, "/");
	terminal_paste(t, "backend:cuda\nbackend:rocm");
	terminal_settle(t);
	terminal_assert_text(t, "9 of 22");
	terminal_press(t, "Escape");
	quit(t);
}

static void the_mouse_can_be_left_to_the_terminal(void **state)
{
	struct terminal *t = terminal_open(40, 120, "--no-mouse", NULL);

	(void)state;
	terminal_settle(t);
	assert_false(output_holds(t, "\x1b[?1000h"));
	assert_false(output_holds(t, "\x1b[?1006h"));
	assert_false(terminal_mouse(t, MOUSE_PRESS, 0, 5, 5));
	quit(t);
}

/* ---- sizes ---- */

static void every_size_can_be_drawn(void **state)
{
	static const struct {
		int rows, cols;
	} sizes[] = {{1, 1}, {1, 200}, {200, 1}, {2, 2}, {3, 40}, {11, 39}, {12, 40}, {13, 41}, {24, 79}, {30, 119}, {200, 500}, {5, 500}, {200, 40}};
	static const char *const places[] = {"", "?", "Escape d", "Enter", "Escape Escape f", "Escape v", "Escape / b a", "Escape :", "Escape T", "Escape Escape Space j Space =", "Escape b"};
	struct terminal *t = open_as(NULL, NULL, 45, 160);

	(void)state;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		terminal_press(t, places[p]);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			terminal_resize(t, sizes[i].rows, sizes[i].cols);
			terminal_settle(t);
		}
		terminal_resize(t, 45, 160);
		terminal_settle(t);
	}
	terminal_press(t, "Escape Escape Escape");
	terminal_assert_text(t, "1 Families");
	quit(t);
}

/* Hundreds of sizes at once, wherever one is; then the screen is what a fresh start at that size shows. */
static void a_storm_of_sizes_ends_in_a_whole_screen(void **state)
{
	static const char *const places[] = {"j j", "?", "d", "d Enter", "f", "/ b a c k", "Space j Space =", "T", "b"};
	uint32_t random = 12345;

	(void)state;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		struct terminal *t = open_as(NULL, NULL, 45, 160), *fresh;

		terminal_press(t, places[p]);
		for (int i = 0; i < 500; i++) {
			random = random * 1664525u + 1013904223u;
			terminal_resize(t, 1 + (int)(random >> 8) % 60, 1 + (int)(random >> 16) % 200);
		}
		terminal_resize(t, 33, 118);
		terminal_settle(t);
		fresh = open_as(NULL, NULL, 33, 118);
		terminal_press(fresh, places[p]);
		if (strcmp(terminal_dump(t), terminal_dump(fresh)) != 0)
			fail_msg("after `%s` and a storm of sizes the screen is\n%s\nand a fresh one\n%s", places[p], terminal_text(t), terminal_text(fresh));
		terminal_press(t, "Escape Escape");
		quit(t);
		terminal_press(fresh, "Escape Escape");
		quit(fresh);
	}
}

/* ---- ways out ---- */

static void a_signal_anywhere_restores_the_terminal(void **state)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
	static const char *const places[] = {"/ b a c k", "d Enter", ":", "?", "f", "T"};
	static const char *const env[] = {"ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0", NULL};

	(void)state;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++)
		for (size_t i = p % 2; i < sizeof signals / sizeof *signals; i += 2) {
			struct terminal *t = open_as(NULL, env, 30, 100);

			terminal_press(t, places[p]);
			terminal_signal(t, signals[i]);
			if (signals[i] == SIGINT) {
				/* The first one, as Ctrl-C sends it, leaves the filter line. */
				terminal_settle(t);
				terminal_assert_text(t, "22 of 22");
				terminal_signal(t, SIGINT);
			}
			terminal_assert_exit(t, 128 + signals[i]);
			terminal_assert_restored(t);
		}
}

static void a_closed_terminal_ends_the_program(void **state)
{
	static const char *const places[] = {"j", "/ b a c k", "d Enter", "T"};

	(void)state;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		struct terminal *t = open_as(NULL, NULL, 30, 100);

		terminal_press(t, places[p]);
		terminal_hang_up(t);
		terminal_assert_exit(t, 128 + SIGHUP);
	}
}

static void a_stop_gives_the_terminal_back_and_going_on_takes_it(void **state)
{
	static const char *const places[] = {"j j", "d Enter", "?"};

	(void)state;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		struct terminal *t = open_as(NULL, NULL, 30, 100);
		const char *before;

		terminal_press(t, places[p]);
		before = harness_format("%s", terminal_dump(t));
		terminal_signal(t, SIGTSTP);
		terminal_wait_stopped(t);
		terminal_assert_restored(t);
		terminal_continue(t);
		terminal_settle(t);
		assert_string_equal(terminal_dump(t), before);
		terminal_press(t, "Escape Escape");
		quit(t);
	}
}

static void what_was_ignored_stays_ignored(void **state)
{
	struct terminal_options options = {.rows = 30, .cols = 100};
	struct terminal *t = terminal_start(&options, (const char *const[]){"sh", "-c", harness_format("trap '' HUP QUIT; exec %s", harness_program()), NULL});

	(void)state;
	terminal_settle(t);
	terminal_signal(t, SIGHUP);
	terminal_signal(t, SIGQUIT);
	terminal_press(t, "j j");
	terminal_assert_text(t, "22 of 22");
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(every_kind_of_terminal_shows_the_records),
		T(colours_are_those_that_the_terminal_has),
		T(every_locale_shows_the_records),
		T(a_lone_escape_is_taken_at_once),
		T(unknown_sequences_do_nothing),
		T(a_paste_of_many_lines_is_text),
		T(the_mouse_can_be_left_to_the_terminal),
		T(every_size_can_be_drawn),
		T(a_storm_of_sizes_ends_in_a_whole_screen),
		T(a_signal_anywhere_restores_the_terminal),
		T(a_closed_terminal_ends_the_program),
		T(a_stop_gives_the_terminal_back_and_going_on_takes_it),
		T(what_was_ignored_stays_ignored),
	};

	return cmocka_run_group_tests_name("terminals", tests, NULL, NULL);
}
