/* Colours in the running browser: the chooser that tries them on, the user's own themes and their faults, and the one
 * that suits the terminal's background. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"

static const char question[] = "\033]11;?\033\\";

static struct terminal *start(const char *term, const char *const *env, const char *home, ...)
{
	struct terminal_options options = {.rows = 30, .cols = 120, .term = term, .env = env, .home = home};
	const char *argv[8] = {"kernatlas"};
	va_list args;
	struct terminal *t;

	va_start(args, home);
	for (int i = 1; i < 7 && (argv[i] = va_arg(args, const char *)); i++)
		;
	va_end(args);
	t = terminal_start(&options, argv);
	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* The colour that ordinary text stands on. */
static int ground(struct terminal *t)
{
	return terminal_cell(t, 0, 60).bg;
}

static int ground_of(const char *theme)
{
	struct terminal *t = start("xterm-direct", NULL, NULL, "--theme", theme, NULL);
	int bg = ground(t);

	quit(t);
	return bg;
}

static bool asked(struct terminal *t)
{
	size_t len;
	const char *out = terminal_output(t, &len);

	return memmem(out, len, question, sizeof question - 1) != NULL;
}

static bool ground_is(struct terminal *t, void *user)
{
	return ground(t) == *(int *)user;
}

#define wait_ground(t, bg) terminal_wait(t, ground_is, &(int){bg}, "the background " #bg)

static void the_chooser_tries_themes_on(void **state)
{
	struct terminal *t = start("xterm-direct", NULL, NULL, NULL);
	int dark = ground(t), light = ground_of("light");

	(void)state;
	assert_int_equal(dark, SCREEN_RGB + 0x16181D);
	assert_int_equal(light, SCREEN_RGB + 0xFBFAF7);
	terminal_press(t, "C-t");
	terminal_assert_text(t, "for light rooms");
	terminal_press(t, "Down Down");
	wait_ground(t, light);
	terminal_press(t, "Escape");
	wait_ground(t, dark);
	terminal_press(t, "C-t Down Down Enter");
	wait_ground(t, light);
	/* It opens where it is; leaving changes nothing. */
	terminal_press(t, "C-t Escape");
	wait_ground(t, light);
	quit(t);
}

static void users_themes_are_found_and_come_first(void **state)
{
	const char *home = workdir_new();
	struct terminal *t;

	(void)state;
	workdir_write(home, "config/kernatlas/themes/dusk.yaml", "extends: dark\ncolors: {ground: \"#201030\"}\n");
	workdir_write(home, "config/kernatlas/themes/light.yaml", "extends: light\ncolors: {ground: \"#fff0e0\"}\n");
	t = start("xterm-direct", NULL, home, "--theme", "dusk", NULL);
	assert_int_equal(ground(t), SCREEN_RGB + 0x201030);
	terminal_press(t, "C-t");
	terminal_assert_text(t, "dusk");
	terminal_press(t, "Escape");
	quit(t);
	t = start("xterm-direct", NULL, home, "--theme", "light", NULL);
	assert_int_equal(ground(t), SCREEN_RGB + 0xFFF0E0);
	quit(t);
}

static void a_theme_with_a_fault_is_told_and_the_last_good_one_stays(void **state)
{
	const char *home = workdir_new();
	struct terminal *t;

	(void)state;
	workdir_write(home, "config/kernatlas/themes/dusk.yaml", "extends: dark\ncolors: {ground: \"#201030\"}\n");
	t = start("xterm-direct", NULL, home, "--theme", "dusk", NULL);
	/* Edited while it is in use: first wrongly, then rightly. */
	workdir_write(home, "config/kernatlas/themes/dusk.yaml", "extends: dark\ncolors: {ground: \"#40\"}\n");
	terminal_wait_text(t, "theme, line 2, column 18: ");
	terminal_assert_text(t, "dusk.yaml: a colour is \"#rrggbb\"");
	assert_int_equal(ground(t), SCREEN_RGB + 0x201030);
	workdir_write(home, "config/kernatlas/themes/dusk.yaml", "extends: dark\ncolors: {ground: \"#104020\"}\n");
	wait_ground(t, SCREEN_RGB + 0x104020);
	quit(t);

	workdir_write(home, "config/kernatlas/themes/dusk.yaml", "extends: light\nstyles:\n  heding: bold\n");
	t = start("xterm-direct", NULL, home, "--theme", "dusk", NULL);
	terminal_assert_text(t, "theme, line 3, column 11: ");
	assert_int_equal(ground(t), SCREEN_RGB + 0x16181D);
	terminal_press(t, "C-t");
	terminal_assert_text(t, "dusk  can't be used: line 3, column 11");
	terminal_press(t, "Escape");
	quit(t);
}

static void a_theme_that_is_none_is_refused(void **state)
{
	struct terminal *t = terminal_open(24, 80, "--theme", "drak", NULL);

	(void)state;
	terminal_assert_exit(t, 2);
	terminal_assert_text(t, "no theme \"drak\"; did you mean \"dark\"?");
	terminal_assert_restored(t);
}

/* The answer may come at any time, in pieces, or never. */
static void a_light_terminal_gets_the_light_theme(void **state)
{
	static const char answer[] = "\033]11;rgb:ffff/fdfd/f6f6\033\\", dark_answer[] = "\033]11;rgb:0000/2b2b/3636\a";
	struct terminal *t = start("xterm-direct", NULL, NULL, NULL);
	int light = ground_of("light");

	(void)state;
	assert_true(asked(t));
	assert_int_equal(ground(t), SCREEN_RGB + 0x16181D);
	terminal_press(t, "j j");
	terminal_send_bytes(t, answer, sizeof answer - 1);
	wait_ground(t, light);
	terminal_send_bytes(t, dark_answer, sizeof dark_answer - 1);
	wait_ground(t, SCREEN_RGB + 0x16181D);
	/* What the user chose stays. */
	terminal_press(t, "C-t");
	terminal_type(t, "projector");
	terminal_press(t, "Enter");
	wait_ground(t, SCREEN_RGB + 0xFFFFFF);
	terminal_send_bytes(t, dark_answer, sizeof dark_answer - 1);
	terminal_settle(t);
	assert_int_equal(ground(t), SCREEN_RGB + 0xFFFFFF);
	quit(t);
}

static void the_environment_tells_light_or_dark_too(void **state)
{
	static const struct {
		const char *env[2];
		int ground;
	} rows[] = {
		{{"COLORFGBG=0;15"}, SCREEN_RGB + 0xFBFAF7},       {{"COLORFGBG=0;default;7"}, SCREEN_RGB + 0xFBFAF7},
		{{"COLORFGBG=15;0"}, SCREEN_RGB + 0x16181D},       {{"COLORFGBG=15;8"}, SCREEN_RGB + 0x16181D},
		{{"COLORFGBG=15;default"}, SCREEN_RGB + 0x16181D}, {{"COLORFGBG="}, SCREEN_RGB + 0x16181D},
	};
	struct terminal *t;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		t = start("xterm-direct", rows[i].env, NULL, NULL);
		assert_int_equal(ground(t), rows[i].ground);
		quit(t);
	}
	t = start("xterm-direct", rows[0].env, NULL, "--theme", "warm", NULL);
	assert_int_equal(ground(t), SCREEN_RGB + 0x1D1713);
	quit(t);
}

static void only_terminals_that_may_answer_are_asked(void **state)
{
	static const char *const no_color[] = {"NO_COLOR=1", NULL};
	static const char *const not[] = {"linux", "vt100", "vt220"};
	struct terminal *t;

	(void)state;
	for (size_t i = 0; i < sizeof not / sizeof *not; i++) {
		t = start(not[i], NULL, NULL, NULL);
		assert_false(asked(t));
		quit(t);
	}
	t = start("xterm-256color", no_color, NULL, NULL);
	assert_false(asked(t));
	quit(t);
	t = start("xterm-256color", NULL, NULL, "--theme", "dark", NULL);
	assert_false(asked(t));
	quit(t);
}

#define T(f) cmocka_unit_test_teardown(f, harness_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(the_chooser_tries_themes_on),
		T(users_themes_are_found_and_come_first),
		T(a_theme_with_a_fault_is_told_and_the_last_good_one_stays),
		T(a_theme_that_is_none_is_refused),
		T(a_light_terminal_gets_the_light_theme),
		T(the_environment_tells_light_or_dark_too),
		T(only_terminals_that_may_answer_are_asked),
	};

	return cmocka_run_group_tests_name("themes", tests, NULL, NULL);
}
