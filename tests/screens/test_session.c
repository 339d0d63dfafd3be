/* Coming back: where the browser was left it is at the next start, by identity; what is damaged or gone stops no start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

enum { ROWS = 40, COLS = 130 };

static struct terminal *open_sized(const char *home, int rows, int cols, const char *const *argv)
{
	const struct terminal_options options = {.rows = rows, .cols = cols, .home = home};
	struct terminal *t = terminal_start(&options, argv);

	terminal_wait_text(t, " of 2");
	terminal_settle(t);
	return t;
}

#define OPEN(...) OPEN_WITH(__VA_ARGS__, NULL)
#define OPEN_WITH(home, ...) open_sized(home, ROWS, COLS, (const char *const[]){"kernatlas", __VA_ARGS__})

/* The screen without what was only said: C-l draws it anew. */
static const char *screen_of(struct terminal *t)
{
	terminal_press(t, "C-l");
	return harness_format("%s", terminal_dump(t));
}

static void leave(struct terminal *t)
{
	terminal_send(t, "Q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* The one file of state; NULL while there is none. */
static const char *state_of(const char *home)
{
	const char *folder = workdir_path(home, "state/kernatlas/sessions"), *found = NULL;
	DIR *dir = opendir(folder);

	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir))
		if (entry->d_name[0] != '.') {
			assert_null(found);
			found = workdir_path(folder, entry->d_name);
		}
	if (dir)
		closedir(dir);
	return found;
}

static void it_is_where_it_was_cell_for_cell(void **state)
{
	static const struct {
		int rows, cols;
		const char *typed, *keys; /* `typed` is a filter */
	} cases[] = {
		{ROWS, COLS, "", "j j j"},
		{ROWS, COLS, "backend:cuda backend:rocm", "3 l l j j"},
		{ROWS, COLS, "type:note", "j j"},
		{ROWS, COLS, "", "1 g o G Space k k Space"},
		{ROWS, COLS, "", "2 l l j"},
		{ROWS, COLS, "", "3 l l l s j j j j j j"},
		{ROWS, COLS, "", "4 j j j j j z"},
		{ROWS, COLS, "", "1 G 5 C-d j l l"},
		{ROWS, COLS, "", "d Enter C-d C-d j Tab Tab"},
		{ROWS, COLS, "", "Space j Space = C-d"},
		{ROWS, COLS, "", "j j b C-d Tab"},
		{ROWS, COLS, "", "2 ? C-d"},
		{ROWS, COLS, "cost:build", "4 j 1"},
		{24, 80, "", "1 G 2 l 3 j j l"},
		{24, 80, "", "5 C-d j l l"},
		{24, 80, "strategy:jit", "d Down Enter C-d Tab"},
		{30, 100, "", "3 z l l G"},
		{12, 40, "", "j j 3"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *home = workdir_new(), *argv[] = {"kernatlas", NULL}, *before;
		struct terminal *t = open_sized(home, cases[i].rows, cases[i].cols, argv);

		if (*cases[i].typed) {
			terminal_press(t, "/");
			terminal_type(t, cases[i].typed);
			terminal_press(t, "Enter");
		}
		terminal_press(t, cases[i].keys);
		before = screen_of(t);
		leave(t);
		t = open_sized(home, cases[i].rows, cases[i].cols, argv);
		same_texts(before, terminal_dump(t), harness_format("%s, then %s", cases[i].typed, cases[i].keys));
		/* And it goes on from there: nothing is only painted. */
		terminal_press(t, "Escape j k");
		leave(t);
	}
}

static void a_review_goes_on_at_its_record(void **state)
{
	const char *home = workdir_new(), *before;
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "]");
	before = screen_of(t);
	leave(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "the first of the queue");
	leave(t);
}

static void a_search_in_a_document_goes_on(void **state)
{
	const char *home = workdir_new(), *before;
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "d Enter /");
	terminal_type(t, "memory");
	terminal_press(t, "Enter");
	terminal_assert_absent(t, "is not in this text");
	before = screen_of(t);
	leave(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "the place found");
	terminal_press(t, "n");
	assert_string_not_equal(before, terminal_dump(t));
	leave(t);
}

static void signals_and_a_closed_window_keep_it_too(void **state)
{
	static const int signals[] = {SIGTERM, SIGHUP};
	const char *home, *before;
	struct terminal *t;

	(void)state;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		home = workdir_new();
		t = OPEN(home);
		terminal_press(t, "3 j j l");
		before = screen_of(t);
		terminal_signal(t, signals[i]);
		terminal_assert_exit(t, 128 + signals[i]);
		t = OPEN(home);
		same_texts(before, terminal_dump(t), "after a signal");
		leave(t);
	}
	home = workdir_new();
	t = OPEN(home);
	terminal_press(t, "3 j j l");
	before = screen_of(t);
	terminal_hang_up(t);
	terminal_wait_exit(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "after the window was closed");
	leave(t);
}

static void a_story_lies_over_where_one_was(void **state)
{
	const char *home = workdir_new(), *before;
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "3 j j l Space");
	before = screen_of(t);
	terminal_press(t, "P Enter Space Space");
	leave(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "what lay beneath the story");
	leave(t);
}

static void chosen_colours_stay_until_the_settings_say_others(void **state)
{
	const char *home = workdir_new(), *dark, *before;
	struct terminal *t = OPEN(home);

	(void)state;
	dark = screen_of(t);
	terminal_press(t, "C-t");
	terminal_type(t, "projector");
	terminal_press(t, "Enter");
	before = screen_of(t);
	assert_string_not_equal(dark, before);
	leave(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "the colours");
	leave(t);
	/* The command line goes before them, and they come back without it. */
	t = OPEN(home, "--theme", "dark");
	same_texts(dark, terminal_dump(t), "the colours asked for");
	leave(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "the colours chosen before");
	leave(t);
	workdir_write(home, "config/kernatlas/config.yaml", "theme: dark\n");
	t = OPEN(home);
	same_texts(dark, terminal_dump(t), "the colours of newer settings");
	leave(t);
}

static void fresh_begins_anew(void **state)
{
	const char *home = workdir_new(), *first, *before;
	struct terminal *t = OPEN(home);

	(void)state;
	first = screen_of(t);
	terminal_press(t, "3 j j l Space z");
	before = screen_of(t);
	leave(t);
	t = OPEN(home, "--fresh");
	same_texts(first, terminal_dump(t), "a fresh start");
	terminal_signal(t, SIGKILL);
	terminal_wait_exit(t);
	t = OPEN(home);
	same_texts(before, terminal_dump(t), "what was before it");
	leave(t);
	t = OPEN(home, "--fresh");
	leave(t);
	t = OPEN(home);
	same_texts(first, terminal_dump(t), "what a fresh start left");
	leave(t);
	/* For those who want it always. */
	workdir_write(home, "config/kernatlas/config.yaml", "session: no\n");
	t = OPEN(home);
	terminal_press(t, "3 j j");
	leave(t);
	t = OPEN(home);
	same_texts(first, terminal_dump(t), "without sessions");
	leave(t);
}

static void the_command_line_goes_before_it(void **state)
{
	const char *home = workdir_new();
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:metal");
	terminal_press(t, "Enter j Space 3");
	leave(t);
	t = OPEN(home, "-q", "backend:rocm");
	terminal_assert_text(t, "/backend:rocm");
	terminal_assert_absent(t, "backend:metal");
	terminal_assert_text(t, "1 marked");
	leave(t);
	t = OPEN(home, "qnn");
	terminal_assert_text(t, "22 of 22");
	terminal_assert_text(t, "compiler qnn");
	leave(t);
	/* One that names nothing changes nothing. */
	t = terminal_start(&(const struct terminal_options){.home = home}, (const char *const[]){"kernatlas", "no-such-record", NULL});
	terminal_assert_exit(t, 1);
	t = OPEN(home);
	terminal_assert_text(t, "compiler qnn");
	leave(t);
}

static void commands_and_snapshots_have_none(void **state)
{
	const char *home = workdir_new(), *fresh;
	const struct command place = {.home = home};
	struct terminal *t;

	(void)state;
	fresh = KERNATLAS_WITH(&place, "snapshot", "--size", "120x40")->out;
	t = OPEN(home);
	terminal_press(t, "3 j j l z");
	leave(t);
	command_assert_output(KERNATLAS_WITH(&place, "snapshot", "--size", "120x40"), fresh);
	assert_int_equal(unlink(state_of(home)), 0);
	KERNATLAS_WITH(&place, "snapshot", "--keys", "3 j j Q");
	KERNATLAS_WITH(&place, "list");
	t = terminal_start(&(const struct terminal_options){.rows = ROWS, .cols = COLS, .home = home},
		(const char *const[]){"kernatlas", "present", "cost-lands", NULL});
	terminal_wait_text(t, "1/9");
	terminal_press(t, "Space");
	leave(t);
	assert_null(state_of(home));
}

static void damage_of_every_kind_stops_no_start(void **state)
{
	static const struct {
		const char *text, *told;
	} cases[] = {
		{"", "it is damaged"},
		{"session: [", "it is damaged"},
		{"session: 1", "it is of other records"},
		{"session: 2\nquery: x\n", "it is of another version"},
		{"session: 1.5\n", "it is of another version"},
		{"hello", "it is damaged"},
		{"[session, 1]", "it is damaged"},
		{"session: 1\nroots: [\"\\u001b[2J\"]\n", "it has control characters in it"},
		{"\001\002\003\xff\xfe", "it is damaged"},
	};
	const char *home = workdir_new(), *first, *path, *whole, *good;
	struct terminal *t = OPEN(home);
	size_t len;

	(void)state;
	first = screen_of(t);
	terminal_press(t, "3 j j l");
	good = screen_of(t);
	leave(t);
	path = state_of(home);
	whole = workdir_read(NULL, path, &len);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		workdir_write(NULL, path, cases[i].text);
		t = OPEN(home);
		terminal_assert_text(t, harness_format("where you were last time can't be read: %s", cases[i].told));
		same_texts(first, screen_of(t), cases[i].text);
		terminal_signal(t, SIGKILL);
		terminal_wait_exit(t);
	}
	/* Cut at any place it is no session or one of which the rest is left out; it always starts. */
	for (size_t cut = 1; cut < len; cut += len / 12) {
		workdir_write_bytes(NULL, path, whole, cut);
		t = OPEN(home);
		terminal_assert_text(t, "22 of 22");
		terminal_signal(t, SIGKILL);
		terminal_wait_exit(t);
	}
	/* Values of the wrong kind, names that lead nowhere, numbers without sense. */
	workdir_write_bytes(NULL, path, whole, len);
	workdir_replace(NULL, path, "focus: portability", "focus: {a: [1]}");
	workdir_replace(NULL, path, "column: \"rocm\"", "column: [7], nth: -5, below: 99999999999");
	t = OPEN(home);
	terminal_assert_text(t, "22 of 22");
	leave(t);
	/* Whole again. */
	workdir_write_bytes(NULL, path, whole, len);
	t = OPEN(home);
	same_texts(good, terminal_dump(t), "the whole session");
	leave(t);
}

static void what_is_no_file_or_too_large_stops_no_start(void **state)
{
	const char *home = workdir_new(), *path;
	struct terminal *t = OPEN(home);

	(void)state;
	leave(t);
	path = state_of(home);
	workdir_remove(NULL, path);
	assert_int_equal(mkfifo(path, 0600), 0);
	t = OPEN(home);
	terminal_assert_text(t, "where you were last time can't be read");
	terminal_signal(t, SIGKILL);
	terminal_wait_exit(t);
	workdir_remove(NULL, path);
	workdir_make(NULL, path);
	t = OPEN(home);
	terminal_assert_text(t, "where you were last time can't be read");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_text(t, "where you were is not kept");
	workdir_remove(NULL, path);
	workdir_write_bytes(NULL, path, harness_keep(calloc(1, 1 << 20)), 1 << 20);
	t = OPEN(home);
	terminal_assert_text(t, "where you were last time can't be read: File too large");
	leave(t);
	/* Written anew it is small and whole. */
	t = OPEN(home);
	terminal_assert_absent(t, "where you were");
	leave(t);
}

static void control_characters_are_no_session(void **state)
{
	const char *home = workdir_new(), *path;
	struct terminal *t = OPEN(home);

	(void)state;
	leave(t);
	path = state_of(home);
	workdir_replace(NULL, path, "query: \"\"", "query: \"\\u001b]0;title\\u0007\"");
	t = OPEN(home);
	terminal_assert_text(t, "can't be read: it has control characters in it");
	assert_string_equal(screen_title(terminal_screen(t)), "");
	leave(t);
}

static struct terminal *open_records(const char *home, const char *cwd, const char *records)
{
	const struct terminal_options options = {.rows = ROWS, .cols = COLS, .home = home, .cwd = cwd};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", records, NULL});

	terminal_wait_text(t, " of 2");
	terminal_settle(t);
	return t;
}

static void of_what_is_gone_the_nearest_is_shown_and_a_line_says_so(void **state)
{
	const char *home = workdir_new(), *dir = workdir_records();
	struct terminal *t = open_records(home, NULL, dir);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:cuda -is:draft");
	terminal_press(t, "Enter 1 g j j Space");
	terminal_assert_text(t, "1 marked");
	leave(t);
	/* A renamed record is found by the name that it had. */
	workdir_replace(dir, "compilers/triton.yaml", "id: triton\n", "id: triton-lang\naliases: [triton]\n");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "triton-lang");
	terminal_assert_text(t, "1 marked");
	terminal_assert_absent(t, "where you were:");
	leave(t);
	/* Without a word of it, it is gone, and the next in order is selected. */
	workdir_remove(dir, "compilers/triton.yaml");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "where you were: 1 marked record is gone; compiler/triton-lang is gone");
	terminal_press(t, "C-l");
	terminal_assert_text(t, "/backend:cuda -is:draft");
	leave(t);
	/* A filter by a field that there was. */
	workdir_replace(NULL, state_of(home), "query: \"backend:cuda -is:draft\"", "query: \"colour:red\"");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "where you were: the filter `colour:red` does not hold any more: ");
	terminal_press(t, "C-l");
	terminal_assert_text(t, "21 of 21");
	leave(t);
}

static void a_document_without_its_heading_is_open_at_its_beginning(void **state)
{
	const char *home = workdir_new(), *dir = workdir_records();
	struct terminal *t;

	(void)state;
	workdir_write(dir, "docs/aa.md", harness_format("---\nid: aa\ntitle: A text\norder: 0\n---\n# A text\n\n%0200d\n\n## Second part\n\n%04000d\n", 0, 0));
	t = open_records(home, NULL, dir);
	terminal_press(t, "d Enter");
	terminal_wait_text(t, "A text");
	terminal_press(t, "C-d");
	terminal_assert_text(t, "› Second part");
	leave(t);
	/* More above it: by its heading it is where it was. */
	workdir_replace(dir, "docs/aa.md", "# A text\n", "# A text\n\n- one\n- two\n- three\n- four\n- five\n- six\n");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "› Second part");
	terminal_assert_absent(t, "where you were:");
	leave(t);
	workdir_replace(dir, "docs/aa.md", "## Second part", "## Another part");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "where you were: aa has no heading #second-part any more");
	terminal_assert_text(t, "A text › A text");
	leave(t);
	workdir_remove(dir, "docs/aa.md");
	t = open_records(home, NULL, dir);
	terminal_assert_text(t, "the document aa is gone");
	terminal_press(t, "C-l");
	terminal_assert_text(t, "1 Families");
	leave(t);
}

static void two_corpora_are_apart_and_one_is_the_same_by_any_name(void **state)
{
	const char *home = workdir_new(), *one = workdir_records(), *two = workdir_records(), *before, *other;
	struct terminal *t = open_records(home, NULL, one);

	(void)state;
	terminal_press(t, "3 j j l Space");
	before = screen_of(t);
	leave(t);
	t = open_records(home, NULL, two);
	terminal_assert_absent(t, "1 marked");
	terminal_press(t, "4 j j");
	other = screen_of(t);
	leave(t);
	/* By a relative name, and through a link. */
	t = open_records(home, one, ".");
	same_texts(before, terminal_dump(t), "the same records by a relative name");
	leave(t);
	assert_int_equal(symlink(one, workdir_path(home, "link")), 0);
	t = open_records(home, home, "link");
	same_texts(before, terminal_dump(t), "the same records through a link");
	leave(t);
	t = open_records(home, NULL, two);
	same_texts(other, terminal_dump(t), "the other records");
	leave(t);
}

static void nobody_else_can_read_it(void **state)
{
	const char *home = workdir_new();
	struct terminal *t;
	struct stat st;

	(void)state;
	workdir_make(home, "tmp");
	t = OPEN(home);
	leave(t);
	assert_int_equal(stat(state_of(home), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	/* The folder had been there, open to all. */
	assert_int_equal(stat(workdir_path(home, "state/kernatlas/sessions"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	/* Made anew, and those above it; rights that were widened are narrow again. */
	workdir_remove(home, "state");
	t = OPEN(home);
	workdir_remove(home, "state");
	leave(t);
	assert_int_equal(stat(workdir_path(home, "state/kernatlas"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_int_equal(chmod(state_of(home), 0644), 0);
	t = OPEN(home);
	leave(t);
	assert_int_equal(stat(state_of(home), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void where_it_can_not_be_kept_that_is_told_at_the_end(void **state)
{
	const char *home = workdir_new();
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "j j");
	/* A file where the folder was: for root, too, there is no way to write below it. */
	workdir_remove(home, "state");
	workdir_write(home, "state", "");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
	terminal_assert_text(t, "kernatlas: where you were is not kept: ");
	/* And the next start is one like the first. */
	t = terminal_start(&(const struct terminal_options){.rows = ROWS, .cols = COLS, .home = workdir_new(), .env = (const char *const[]){"XDG_STATE_HOME=/proc/none", NULL}},
		(const char *const[]){"kernatlas", NULL});
	terminal_wait_text(t, "22 of 22");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_text(t, "kernatlas: where you were is not kept: /proc/none can't be made");
}

static void old_sessions_give_way(void **state)
{
	const char *home = workdir_new();
	struct terminal *t;
	int count = 0;
	DIR *dir;

	(void)state;
	for (int i = 0; i < 64; i++)
		workdir_write(home, harness_format("state/kernatlas/sessions/%016x.yaml", i), "");
	workdir_write(home, "state/kernatlas/sessions/mine.yaml", "");
	t = OPEN(home);
	leave(t);
	dir = opendir(workdir_path(home, "state/kernatlas/sessions"));
	assert_non_null(dir);
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
		count += strlen(entry->d_name) == 21;
	closedir(dir);
	assert_int_equal(count, 64);
	assert_true(workdir_exists(home, "state/kernatlas/sessions/mine.yaml"));
}

static void another_size_shows_the_same_place(void **state)
{
	const char *home = workdir_new(), *argv[] = {"kernatlas", NULL};
	struct terminal *t = OPEN(home);

	(void)state;
	terminal_press(t, "1 G 3 l l");
	leave(t);
	t = open_sized(home, 24, 80, argv);
	terminal_assert_text(t, " 3 Portability");
	terminal_assert_absent(t, "where you were");
	leave(t);
	t = open_sized(home, 12, 40, argv);
	terminal_assert_text(t, "3 Portability");
	leave(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(it_is_where_it_was_cell_for_cell, harness_teardown),
		cmocka_unit_test_teardown(a_review_goes_on_at_its_record, harness_teardown),
		cmocka_unit_test_teardown(a_search_in_a_document_goes_on, harness_teardown),
		cmocka_unit_test_teardown(signals_and_a_closed_window_keep_it_too, harness_teardown),
		cmocka_unit_test_teardown(a_story_lies_over_where_one_was, harness_teardown),
		cmocka_unit_test_teardown(chosen_colours_stay_until_the_settings_say_others, harness_teardown),
		cmocka_unit_test_teardown(fresh_begins_anew, harness_teardown),
		cmocka_unit_test_teardown(the_command_line_goes_before_it, harness_teardown),
		cmocka_unit_test_teardown(commands_and_snapshots_have_none, harness_teardown),
		cmocka_unit_test_teardown(damage_of_every_kind_stops_no_start, harness_teardown),
		cmocka_unit_test_teardown(what_is_no_file_or_too_large_stops_no_start, harness_teardown),
		cmocka_unit_test_teardown(control_characters_are_no_session, harness_teardown),
		cmocka_unit_test_teardown(of_what_is_gone_the_nearest_is_shown_and_a_line_says_so, harness_teardown),
		cmocka_unit_test_teardown(a_document_without_its_heading_is_open_at_its_beginning, harness_teardown),
		cmocka_unit_test_teardown(two_corpora_are_apart_and_one_is_the_same_by_any_name, harness_teardown),
		cmocka_unit_test_teardown(nobody_else_can_read_it, harness_teardown),
		cmocka_unit_test_teardown(where_it_can_not_be_kept_that_is_told_at_the_end, harness_teardown),
		cmocka_unit_test_teardown(old_sessions_give_way, harness_teardown),
		cmocka_unit_test_teardown(another_size_shows_the_same_place, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
