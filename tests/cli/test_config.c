/* Settings: where each value comes from, faults with their places while the rest holds, and what they do in the browser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

/* A home folder with these settings. environment_new() makes config/ in it the place of settings. */
static const char *home_with(const char *settings)
{
	const char *home = workdir_new();

	workdir_write(home, "config/kernatlas/config.yaml", settings);
	return home;
}

static const struct command_result *config_of(const char *settings, const char *const *env)
{
	const struct command place = {.home = home_with(settings), .env = env};

	return KERNATLAS_WITH(&place, "config");
}

static void without_a_file_all_is_default(void **state)
{
	const struct command_result *r = KERNATLAS("config");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "config.yaml (not there)");
	command_assert_says(r, "stale_days");
	command_assert_says(r, "keys.quit");
	command_assert_error(r, "");
}

static void twelve_faults_are_twelve_messages(void **state)
{
	static const char settings[] = "theme: light\nmouse: maybe\nstale_days: 0\ncolour: red\neditor: \"\"\nrecords: {a: b}\nkeys:\n  quit: [Q, C-c]\n  hlep: x\n"
				       "  mark: C-Nonsense\n  compare: Q\n  up: [K, k]\nascii: [yes]\npoll: null\ntheme: dark\nopener: {}\ncopy: xclip -i\n";
	static const char *const faults[] = {
		":2:8: mouse: `maybe` is neither yes nor no",
		":3:13: stale_days: `0` is no number from 1 to 36500",
		":4:9: there is no setting `colour`",
		":5:9: editor: it is empty",
		":6:10: records: a list of folders is expected",
		":9:9: there is no action `hlep`; did you mean `help`?",
		":10:9: `C-Nonsense` is no key; write keys as q, C-o, M-x, Enter, Space, F1, and up to 4",
		":11:12: the key Q is that of `quit` already, on line 8",
		":13:8: ascii: one value is expected",
		":14:7: poll: one value is expected",
		":15:8: key `theme` is given twice in one mapping",
		":16:9: opener: one value is expected",
	};
	const struct command_result *r = config_of(settings, NULL);
	int lines = 0;

	(void)state;
	command_assert_status(r, 1);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		command_assert_error(r, faults[i]);
	for (const char *at = r->err; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, 12);
	/* The rest holds. */
	command_assert_says(r, "config.yaml:1 ");
	command_assert_says(r, "xclip -i");
	command_assert_says(r, "config.yaml:17");
	command_assert_says(r, "Q C-c");
	command_assert_says(r, "config.yaml:12");
}

/* YAML writes a number in several ways; each stands for the number that it is. */
static void a_number_is_what_it_stands_for(void **state)
{
	static const struct {
		const char *written, *effective;
	} numbers[] = {{"90", "90"}, {"1e2", "100"}, {"90.0", "90"}, {"+7", "7"}};

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char settings[64], value[16];
		const struct command_result *r;

		snprintf(settings, sizeof settings, "stale_days: %s\n", numbers[i].written);
		snprintf(value, sizeof value, "  %s  ", numbers[i].effective);
		r = config_of(settings, NULL);
		command_assert_status(r, 0);
		command_assert_says(r, value);
	}
}

static void each_value_says_where_it_comes_from(void **state)
{
	static const char settings[] = "theme: projector\nstale_days: 30\ncopy: from-file\n";
	const char *env[] = {"KERNATLAS_COPY=from-environment", NULL};
	const struct command place = {.home = home_with(settings), .env = env};
	const struct command_result *r = KERNATLAS_WITH(&place, "config", "--format", "json", "--ascii");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "{\"name\": \"theme\", \"value\": \"projector\", \"from\": \"");
	command_assert_says(r, "config.yaml:1\"}");
	command_assert_says(r, "{\"name\": \"copy\", \"value\": \"from-environment\", \"from\": \"$KERNATLAS_COPY\"}");
	command_assert_says(r, "{\"name\": \"ascii\", \"value\": \"yes\", \"from\": \"command line\"}");
	command_assert_says(r, "{\"name\": \"mouse\", \"value\": \"yes\", \"from\": \"default\"}");
	/* They hold for commands as for the browser. */
	r = KERNATLAS_WITH(&place, "list", "is:stale", "--count");
	command_assert_output(r, "22\n");
	command_assert_output(KERNATLAS("list", "is:stale", "--count"), "0\n");
	r = KERNATLAS_WITH(&place, "list", "is:stale", "--count", "--stale", "400");
	command_assert_output(r, "0\n");
}

static void a_broken_file_is_told_and_does_no_harm(void **state)
{
	const struct command place = {.home = home_with("theme: [\n")};
	const struct command_result *r = KERNATLAS_WITH(&place, "list", "--count");

	(void)state;
	command_assert_status(r, 0);
	command_assert_output(r, "22\n");
	command_assert_error(r, "config.yaml:");
}

static struct terminal *open_with(const char *settings)
{
	struct terminal_options options = {.rows = 40, .cols = 130, .home = home_with(settings)};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});

	terminal_settle(t);
	return t;
}

static void keys_are_those_of_the_settings(void **state)
{
	struct terminal *t = open_with("keys:\n  quit: [Q]\n  help: [F2]\n  facets: q\n");

	(void)state;
	/* The key of one action is another's now, and its help says so. */
	terminal_press(t, "q");
	terminal_assert_text(t, "Facets");
	terminal_press(t, "Escape F2");
	terminal_assert_text(t, "What you see");
	/* The palette shows the keys that are in force. */
	terminal_press(t, "Escape :");
	terminal_type(t, "facets");
	terminal_assert_text(t, "values of every field");
	terminal_press(t, "Escape Escape");
	terminal_send(t, "Q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* A key that begins longer ones waits, however long, and shows what may follow. */
static void a_key_that_begins_longer_ones_waits_and_shows_them(void **state)
{
	struct terminal *t = open_with("keys:\n  documents: [g d, F5]\n  top: g g\n  facets: g f\n  views: [C-x v a, C-x v b]\n  types: \"C-x t\"\n");

	(void)state;
	terminal_press(t, "j j g");
	terminal_assert_text(t, "g waits for the next key; Escape cancels");
	terminal_assert_text(t, "d         documents: list of documents");
	terminal_assert_text(t, "g         top: to the first row");
	terminal_assert_text(t, "f         facets: values of every field");
	terminal_press(t, "f");
	terminal_assert_text(t, "Facets");
	terminal_assert_absent(t, "waits for");
	/* Escape cancels, and so does what does not follow: neither does anything else. */
	terminal_press(t, "Escape g Escape");
	terminal_assert_row(t, 39, "g: cancelled");
	terminal_press(t, "g q");
	terminal_assert_row(t, 39, "g q stands for nothing");
	terminal_assert_absent(t, "list of documents");
	/* Three keys, the first two of which begin several. */
	terminal_press(t, "C-x");
	terminal_assert_text(t, "v         … 2 more behind it");
	terminal_assert_text(t, "t         types: other types of records");
	terminal_press(t, "v");
	terminal_assert_text(t, "C-x v waits for the next key");
	terminal_press(t, "b");
	terminal_assert_text(t, "Questions");
	/* Where text is typed a key is a letter; the keys are told where keys are told. */
	terminal_press(t, "Escape /");
	terminal_type(t, "gg");
	terminal_assert_text(t, "/gg");
	terminal_press(t, "Escape : t o p");
	terminal_assert_text(t, "g g");
	terminal_press(t, "Escape Escape ?");
	terminal_assert_text(t, "g g           to the first row");
	terminal_press(t, "PageDown");
	terminal_assert_text(t, "g d, F5");
	terminal_press(t, "q g");
	/* The mouse and a size leave it; the screen is whole. */
	terminal_resize(t, 30, 100);
	terminal_settle(t);
	terminal_assert_text(t, "g waits for the next key");
	terminal_click(t, 5, 5);
	terminal_assert_absent(t, "waits for");
	terminal_press(t, "g d");
	terminal_assert_text(t, "Documents");
	terminal_press(t, "Escape");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void keys_of_which_one_begins_the_other_are_told(void **state)
{
	static const char settings[] = "keys:\n  documents: g d\n  facets: [g, F6]\n  views: g d x\n  types: [x, x y]\n  sort: g Escape\n  mark: a b c d e\n  up: [K, x z]\n";
	const struct command_result *r = config_of(settings, NULL);

	(void)state;
	command_assert_status(r, 1);
	command_assert_error(r, ":3:12: g begins the keys g d, which are for `documents`, on line 2");
	command_assert_error(r, ":4:10: the keys g d x begin with g d, which is for `documents`, on line 2");
	command_assert_error(r, ":5:14: the keys x y begin with x, which is for `types`, on line 5");
	command_assert_error(r, ":6:9: `g Escape` is no key; write keys as q, C-o, M-x, Enter, Space, F1, and up to 4, one after another, as \"g d\"");
	command_assert_error(r, ":7:9: `a b c d e` is no key");
	command_assert_error(r, ":8:11: the keys x z begin with x, which is for `types`, on line 5");
	/* The rest holds, and defaults gave way: g goes to no first row any more, Home does. */
	command_assert_says(r, "g d");
	command_assert_says(r, "F6");
	r = KERNATLAS_WITH((&(const struct command){.home = home_with("keys:\n  documents: g d\n")}), "config", "--format", "json");
	command_assert_says(r, "{\"name\": \"keys.top\", \"value\": \"Home\", \"from\": \"default\"}");
	command_assert_says(r, "{\"name\": \"keys.documents\", \"value\": \"g d\", ");
}

static void the_browser_says_what_is_wrong_with_the_settings(void **state)
{
	struct terminal *t = open_with("colour: red\nkeys:\n  quit: []\n  palette: []\n");

	(void)state;
	terminal_assert_text(t, "settings, line 1: there is no setting `colour` (`kernatlas config` tells all 3)");
	/* It can be left in any case. */
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void a_theme_that_is_none_does_not_keep_it_from_starting(void **state)
{
	struct terminal *t = open_with("theme: nosuch\nmouse: no\n");

	(void)state;
	terminal_assert_text(t, "22 of 22");
	assert_false(terminal_mouse(t, MOUSE_PRESS, 0, 5, 5));
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(without_a_file_all_is_default),
		T(a_number_is_what_it_stands_for),
		T(twelve_faults_are_twelve_messages),
		T(each_value_says_where_it_comes_from),
		T(a_broken_file_is_told_and_does_no_harm),
		T(keys_are_those_of_the_settings),
		T(a_key_that_begins_longer_ones_waits_and_shows_them),
		T(keys_of_which_one_begins_the_other_are_told),
		T(the_browser_says_what_is_wrong_with_the_settings),
		T(a_theme_that_is_none_does_not_keep_it_from_starting),
	};

	return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
