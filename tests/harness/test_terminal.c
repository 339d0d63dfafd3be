/* The terminal, on small programs. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"

static struct terminal *start_shell(const char *script)
{
	const struct terminal_options options = {.rows = 6, .cols = 40};

	return terminal_start(&options, (const char *const[]){"sh", "-c", script, NULL});
}

static struct terminal *start_probe(void)
{
	const struct terminal_options options = {.rows = 10, .cols = 40};
	struct terminal *t =
	        terminal_start(&options, (const char *const[]){harness_built("tests/harness/probe_curses"), NULL});

	terminal_settle(t);
	return t;
}

static void what_is_printed_is_on_the_screen(void **state)
{
	struct terminal *t = start_shell("printf 'one\\ntwo  \\033[1mbold\\033[0m'; read x; echo got $x; exit 4");
	int row, col;
	size_t len;

	(void)state;
	terminal_wait_text(t, "bold");
	assert_string_equal(terminal_row(t, 0), "one");
	terminal_assert_row(t, 1, "two  bold");
	assert_true(terminal_find(t, "bold", &row, &col));
	assert_int_equal(row, 1);
	assert_int_equal(col, 5);
	assert_true(terminal_cell(t, row, col).bold);
	terminal_assert_cursor(t, 1, 9);
	assert_string_equal(terminal_output(t, &len), "one\r\ntwo  \033[1mbold\033[0m");
	assert_int_equal(len, 22);
	terminal_send(t, "y e s Enter");
	terminal_wait_output(t, len, "got yes\r\n", 9);
	terminal_assert_exit(t, 4);
	terminal_wait_screen(t, "one\ntwo  boldyes\ngot yes\n");
	assert_int_equal(terminal_killed_by(t), 0);
	terminal_assert_restored(t);
}

static void the_environment_is_pinned(void **state)
{
	struct terminal *t = start_shell("echo $TERM $LANG $TZ $KERNATLAS_TODAY \"[$LINES$COLUMNS$EDITOR]\"; stty size;"
	                                 "echo ${HOME#/tmp/}; echo $XDG_CONFIG_HOME");

	(void)state;
	setenv("EDITOR", "leaks", 1);
	setenv("LINES", "7", 1);
	terminal_assert_exit(t, 0);
	terminal_assert_row(t, 0, "xterm-256color C.UTF-8 UTC 2026-12-01 []");
	terminal_assert_text(t, "6 40");
	assert_true(workdir_exists(terminal_home(t), "tmp"));
}

static void the_environment_can_be_changed(void **state)
{
	const struct terminal_options options = {
	        .rows = 3,
	        .cols = 60,
	        .term = "",
	        .home = workdir_new(),
	        .cwd = "/",
	        .env = (const char *const[]){"LANG=de_DE", "EDITOR=a=b", "TZ", NULL},
	};
	struct terminal *t = terminal_start(
	        &options, (const char *const[]){"sh", "-c", "echo \"$TERM,$LANG,$EDITOR,$TZ,$PWD\"; echo $HOME", NULL});

	(void)state;
	terminal_assert_exit(t, 0);
	terminal_assert_row(t, 0, ",de_DE,a=b,,/");
	terminal_assert_row(t, 1, options.home);
}

static void curses_programs_show_as_a_person_sees_them(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	terminal_assert_golden(t, "tests/harness/golden/probe.txt");
	terminal_press(t, "q");
	terminal_assert_exit(t, 3);
	terminal_assert_restored(t);
}

static void keys_arrive_one_by_one(void **state)
{
	static const char *const keys[][2] = {
	        {"j", "key j"},    {"Up", "key KEY_UP"},     {"PageDown", "key KEY_NPAGE"},   {"F5", "key KEY_F(5)"},
	        {"C-o", "key ^O"}, {"Escape", "key ^["},     {"BTab", "key KEY_BTAB"},        {"Enter", "key ^J"},
	        {"Tab", "key ^I"}, {"Home", "key KEY_HOME"}, {"BSpace", "key KEY_BACKSPACE"},
	};
	struct terminal *t = start_probe();

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		terminal_press(t, keys[i][0]);
		terminal_assert_row(t, 5, keys[i][1]);
	}
	terminal_press(t, "a b d");
	terminal_assert_row(t, 5, "key d");
	terminal_type(t, "xyz");
	terminal_assert_row(t, 5, "key z");
}

static void settling_waits_for_timers_and_children(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	terminal_press(t, "t");
	terminal_assert_row(t, 6, "late");
	terminal_press(t, "c");
	terminal_assert_row(t, 6, "child ended with 7");
}

static void many_keys_leave_nothing_unread(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	for (int i = 0; i < 2000; i++)
		terminal_send(t, "a Up b");
	terminal_send(t, "d");
	terminal_settle(t);
	terminal_assert_row(t, 5, "key d");
}

static void the_mouse_points(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	assert_true(terminal_mouse(t, MOUSE_PRESS, 0, 4, 12));
	terminal_settle(t);
	terminal_assert_row(t, 5, "mouse 4,12 press");
	assert_true(terminal_mouse(t, MOUSE_WHEEL_UP, 0, 1, 2));
	terminal_settle(t);
	terminal_assert_row(t, 5, "mouse 1,2 up");
	terminal_click(t, 8, 39);
	terminal_assert_row(t, 5, "mouse 8,39 release");
	assert_false(terminal_mouse(t, MOUSE_MOVE, 0, 1, 1));
}

static void no_mouse_without_asking(void **state)
{
	struct terminal *t = start_shell("stty raw -echo; printf '\\033[?1000hready'; head -c 6 | od -An -tx1");

	(void)state;
	assert_false(terminal_mouse(start_shell("read x"), MOUSE_PRESS, 0, 0, 0));
	terminal_wait_text(t, "ready");
	/* The old encoding, as 1006 was not asked for. */
	assert_true(terminal_mouse(t, MOUSE_PRESS, 2 + MOUSE_CONTROL, 1, 2));
	terminal_wait_text(t, "1b 5b 4d 32 23 22");
}

static void paste_comes_in_brackets_where_wanted(void **state)
{
	struct terminal *t = start_shell("stty raw -echo; printf '\\033[?2004hready'; head -c 15 | od -An -c");
	struct terminal *plain = start_shell("stty raw -echo; printf ready; head -c 3 | od -An -c");

	(void)state;
	terminal_wait_text(t, "ready");
	terminal_paste(t, "a\nb");
	terminal_wait_text(t, "033   [   2   0   0   ~   a");
	terminal_wait_text(t, "b 033   [   2   0   1");
	terminal_wait_text(plain, "ready");
	terminal_paste(plain, "a\nb");
	terminal_wait_text(plain, "a  \\r   b");
}

static void resizing_tells_the_program(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	terminal_resize(t, 20, 100);
	terminal_settle(t);
	terminal_assert_row(t, 3, "100 x 20");
	for (int i = 1; i <= 500; i++)
		terminal_resize(t, 4 + i % 30, 20 + i % 90);
	terminal_resize(t, 5, 30);
	/* curses misses a SIGWINCH that comes just before it waits, until the next key. */
	terminal_press(t, "d");
	terminal_assert_row(t, 3, "30 x 5");
	assert_int_equal(screen_rows(terminal_screen(t)), 5);
}

static void suspending_and_continuing(void **state)
{
	struct terminal *t = start_probe();

	(void)state;
	terminal_send(t, "C-z");
	terminal_wait_stopped(t);
	/* All that curses knows of; brackets were the probe's own idea. */
	assert_string_equal(terminal_left_changed(t), "bracketed paste");
	terminal_continue(t);
	terminal_settle(t);
	assert_true(screen_modes(terminal_screen(t))->alternate);
	terminal_press(t, "k");
	terminal_assert_row(t, 5, "key k");
}

static void signals_and_statuses(void **state)
{
	struct terminal *t = start_shell("trap 'exit 9' USR1; printf ready; while :; do read x; done");

	(void)state;
	terminal_wait_text(t, "ready");
	terminal_settle(t);
	terminal_signal(t, SIGUSR1);
	terminal_assert_exit(t, 9);
	t = start_shell("kill -KILL $$");
	terminal_assert_exit(t, 128 + SIGKILL);
	assert_int_equal(terminal_killed_by(t), SIGKILL);
	t = terminal_start(NULL, (const char *const[]){"/no/such/program", NULL});
	terminal_assert_exit(t, 127);
	terminal_assert_text(t, "/no/such/program: No such file or directory");
}

static void hanging_up(void **state)
{
	struct terminal *t = start_shell("trap 'exit 6' HUP; printf ready; while :; do read x || exit 7; done");
	struct terminal *plain = start_shell("printf ready; exec sleep 1000");

	(void)state;
	terminal_wait_text(t, "ready");
	terminal_settle(t);
	terminal_hang_up(t);
	terminal_assert_exit(t, 6);
	terminal_wait_text(plain, "ready");
	terminal_hang_up(plain);
	terminal_assert_exit(plain, 128 + SIGHUP);
}

static void what_is_left_changed_is_told(void **state)
{
	static const char *const leavings[][2] = {
	        {"stty -icanon", "terminal modes"},
	        {"printf '\\033[?1003h'", "mouse"},
	        {"printf '\\033[?2004h'", "bracketed paste"},
	        {"printf '\\033[?1049h'", "alternate screen"},
	        {"printf '\\033[?25l'", "hidden cursor"},
	        {"printf '\\033[?1h'", "application keys"},
	        {"printf '\\033[31m'", "colours"},
	        {"printf '\\033[?1000h\\033[?1000l\\033[31m\\033[m'", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof leavings / sizeof leavings[0]; i++) {
		struct terminal *t = start_shell(leavings[i][0]);

		terminal_assert_exit(t, 0);
		assert_string_equal(terminal_left_changed(t), leavings[i][1]);
	}
}

static void the_terminal_answers_questions(void **state)
{
	struct terminal *t = start_shell("stty raw -echo; printf 'abc\\033[6n'; head -c 6 | od -An -c");

	(void)state;
	terminal_wait_text(t, "033   [   1   ;   4   R");
}

static void much_output_is_taken_whole(void **state)
{
	struct terminal *t = start_shell("head -c 1000000 /dev/zero | tr '\\0' x; printf '\\nend'");
	size_t len;

	(void)state;
	terminal_assert_exit(t, 0);
	terminal_output(t, &len);
	assert_int_equal(len, 1000005);
	terminal_assert_text(t, "end");
}

static void teardown_ends_what_runs(void **state)
{
	struct terminal *t = start_shell("trap '' HUP; printf ready; while :; do sleep 1000; done");
	pid_t pid = terminal_pid(t);
	const char *home = terminal_home(t);
	char copy[256];

	(void)state;
	terminal_wait_text(t, "ready");
	strncpy(copy, home, sizeof copy - 1);
	copy[sizeof copy - 1] = '\0';
	harness_teardown(NULL);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_not_equal(access(copy, F_OK), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
	        TEST(what_is_printed_is_on_the_screen),
	        TEST(the_environment_is_pinned),
	        TEST(the_environment_can_be_changed),
	        TEST(curses_programs_show_as_a_person_sees_them),
	        TEST(keys_arrive_one_by_one),
	        TEST(settling_waits_for_timers_and_children),
	        TEST(many_keys_leave_nothing_unread),
	        TEST(the_mouse_points),
	        TEST(no_mouse_without_asking),
	        TEST(paste_comes_in_brackets_where_wanted),
	        TEST(resizing_tells_the_program),
	        TEST(suspending_and_continuing),
	        TEST(signals_and_statuses),
	        TEST(hanging_up),
	        TEST(what_is_left_changed_is_told),
	        TEST(the_terminal_answers_questions),
	        TEST(much_output_is_taken_whole),
	        TEST(teardown_ends_what_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
