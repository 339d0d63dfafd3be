/* What copying sends: the bytes themselves, since a terminal shows none of them; and pictures of the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"
#include "tui/clipboard.h"

static struct terminal *start(const char *term, const char *const *env, const char *cwd, const char *a, const char *b)
{
	struct terminal_options options = {.rows = 40, .cols = 120, .term = term, .env = env, .cwd = cwd};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "--theme", "dark", a, b, NULL});

	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* Opens the chooser, narrows it and takes the first. */
static void copy(struct terminal *t, const char *what)
{
	terminal_press(t, "y");
	terminal_type(t, what);
	terminal_press(t, "Enter");
}

static void assert_sent(struct terminal *t, size_t from, const char *bytes)
{
	size_t len;
	const char *out = terminal_output(t, &len);

	if (!memmem(out + from, len - from, bytes, strlen(bytes)))
		fail_msg("these bytes were not sent: %s\n%s", bytes + 1, terminal_text(t));
}

static void assert_not_sent(struct terminal *t, const char *bytes)
{
	size_t len;
	const char *out = terminal_output(t, &len);

	if (memmem(out, len, bytes, strlen(bytes)))
		fail_msg("bytes were sent that should not be: %s", bytes + 1);
}

static size_t sent(struct terminal *t)
{
	size_t len;

	terminal_output(t, &len);
	return len;
}

static void each_kind_is_sent_in_base64(void **state)
{
	struct terminal *t = start(NULL, NULL, NULL, "-q", "triton");
	size_t from;

	(void)state;
	/* [[compiler/triton]] */
	terminal_press(t, "1 j j");
	from = sent(t);
	copy(t, "link");
	assert_sent(t, from, "\033]52;c;W1tjb21waWxlci90cml0b25dXQ==\a");
	terminal_assert_text(t, "to the terminal's clipboard: [[compiler/triton]]");
	from = sent(t);
	copy(t, "query");
	assert_sent(t, from, "\033]52;c;dHJpdG9u\a");
	/* kernatlas -q triton --theme dark triton */
	from = sent(t);
	copy(t, "command to open");
	assert_sent(t, from, "\033]52;c;a2VybmF0bGFzIC1xIHRyaXRvbiAtLXRoZW1lIGRhcmsgdHJpdG9u\a");
	/* kernatlas matrix triton */
	terminal_press(t, "3");
	from = sent(t);
	copy(t, "command to print");
	assert_sent(t, from, "\033]52;c;a2VybmF0bGFzIG1hdHJpeCB0cml0b24=\a");
	from = sent(t);
	copy(t, "first_release");
	assert_sent(t, from, "\033]52;c;MjAxOQ==\a");
	assert_not_sent(t, "\033Ptmux;");
	quit(t);
}

static void a_command_line_is_quoted(void **state)
{
	struct terminal *t = start(NULL, NULL, NULL, "-q", "'can''t' | $(id)");

	(void)state;
	copy(t, "command to print");
	terminal_assert_text(t, "kernatlas list ''\\''can'\\'''\\''t'\\'' | $(id)'");
	quit(t);
	t = start(NULL, NULL, NULL, "-q", "-is:draft");
	copy(t, "command to print");
	terminal_assert_text(t, "kernatlas list -- -is:draft");
	quit(t);
}

static void in_tmux_it_goes_to_tmux_and_past_it(void **state)
{
	static const char *const env[] = {"TMUX=/tmp/tmux-1/default,1,0", NULL};
	struct terminal *t = start("tmux-256color", env, NULL, "-q", "triton");

	(void)state;
	copy(t, "query");
	assert_sent(t, 0, "\033]52;c;dHJpdG9u\a\033Ptmux;\033\033]52;c;dHJpdG9u\a\033\\");
	terminal_assert_text(t, "to the terminal's and tmux's clipboard: triton");
	quit(t);
}

static const char *hostile_records(size_t long_value)
{
	const char *dir = workdir_new();
	char *filler = harness_keep(malloc(long_value + 1));

	memset(filler, 'x', long_value);
	filler[long_value] = '\0';
	workdir_write(dir, "a.yaml",
		harness_format("id: a\ntype: compiler\nname: \"N\\e]52;c;eA==\\a\\x9b31337m\"\nnotes: \"one\\e[31337m\\r\\ntwo\\u202e\"\nlicense: \"%s\"\n", filler));
	return dir;
}

/* Controls of the data reach neither the terminal nor, when it is pasted, the next program. */
static void data_is_never_sent_raw(void **state)
{
	struct terminal *t = start(NULL, NULL, NULL, "-r", hostile_records(10));
	size_t from = sent(t);

	(void)state;
	/* one[31337m, line feed, two */
	copy(t, "notes");
	assert_sent(t, from, "\033]52;c;b25lWzMxMzM3bQp0d28=\a");
	from = sent(t);
	/* N]52;c;eA==31337m */
	copy(t, "name");
	assert_sent(t, from, "\033]52;c;Tl01MjtjO2VBPT0zMTMzN20=\a");
	assert_not_sent(t, "\033]52;c;eA==");
	assert_not_sent(t, "\033[31337m");
	quit(t);
}

static void what_is_too_long_for_terminals_is_not_sent(void **state)
{
	struct terminal *t = start(NULL, NULL, NULL, "-r", hostile_records(CLIPBOARD_LIMIT));

	(void)state;
	copy(t, "license");
	terminal_assert_text(t, "to the terminal's clipboard: xxx");
	quit(t);
	t = start(NULL, NULL, NULL, "-r", hostile_records(CLIPBOARD_LIMIT + 1));
	copy(t, "license");
	terminal_assert_text(t, "not copied: 74995 bytes, and terminals take 74994");
	assert_not_sent(t, "\033]52;");
	quit(t);
}

static void a_terminal_without_a_clipboard_is_told(void **state)
{
	static const char *const not[] = {"linux", "vt100"};

	(void)state;
	for (size_t i = 0; i < sizeof not / sizeof *not; i++) {
		struct terminal *t = start(not[i], NULL, NULL, NULL, NULL);

		copy(t, "link");
		terminal_assert_text(t, "this terminal has no clipboard to be set");
		assert_not_sent(t, "\033]52;");
		quit(t);
	}
}

static void the_users_command_takes_it_without_a_shell(void **state)
{
	const char *dir = workdir_new();
	const char *env[] = {harness_format("KERNATLAS_COPY=tee %s $(id)", workdir_path(dir, "taken")), NULL};
	struct terminal *t = start(NULL, env, dir, "-q", "triton");

	(void)state;
	copy(t, "link");
	terminal_assert_text(t, "copied by tee: [[compiler/pallas]]");
	assert_string_equal(workdir_read(dir, "taken", NULL), "[[compiler/pallas]]");
	assert_true(workdir_exists(dir, "$(id)"));
	assert_not_sent(t, "\033]52;");
	quit(t);

	t = start(NULL, (const char *const[]){"KERNATLAS_COPY=no-such-program-here -x", NULL}, NULL, NULL, NULL);
	copy(t, "link");
	terminal_assert_text(t, "not copied: no-such-program-here can't be started: No such file or directory");
	quit(t);
	t = start(NULL, (const char *const[]){"KERNATLAS_COPY=false", NULL}, NULL, NULL, NULL);
	copy(t, "link");
	terminal_assert_text(t, "not copied: false failed with status 1");
	quit(t);
}

static void a_picture_is_saved_and_never_written_over(void **state)
{
	const char *dir = workdir_new(), *svg;
	struct terminal *t = start(NULL, NULL, dir, "-q", "triton");

	(void)state;
	terminal_press(t, "S");
	terminal_assert_text(t, "save as kernatlas.svg");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "the picture is in kernatlas.svg");
	svg = workdir_read(dir, "kernatlas.svg", NULL);
	assert_true(strncmp(svg, "<svg xmlns=", 11) == 0);
	assert_non_null(strstr(svg, "Tenstorrent"));
	assert_non_null(strstr(svg, "#16181d"));
	assert_null(strstr(svg, "picture, in the file"));
	/* The next has a name of its own; one that is taken is refused. */
	terminal_press(t, "S");
	terminal_assert_text(t, "save as kernatlas-2.svg");
	terminal_press(t, "C-u");
	terminal_type(t, "kernatlas.svg");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "there is a file of that name already; nothing was written");
	terminal_press(t, "S Escape");
	assert_false(workdir_exists(dir, "kernatlas-2.svg"));
	quit(t);
}

/* Neither leaves the step that is presented. */
static void a_step_is_copied_and_pictured_as_it_stands(void **state)
{
	const char *dir = workdir_new(), *svg;
	struct terminal_options options = {.rows = 40, .cols = 120, .cwd = dir};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "present", "cost-lands", "--theme", "dark", NULL});

	(void)state;
	terminal_settle(t);
	terminal_press(t, "Space y");
	terminal_assert_text(t, "kernatlas present --theme dark cost-lands");
	terminal_type(t, "query");
	terminal_press(t, "Enter");
	/* strategy:jit */
	assert_sent(t, 0, "\033]52;c;c3RyYXRlZ3k6aml0\a");
	terminal_assert_text(t, "2/9");
	terminal_press(t, "S");
	terminal_assert_text(t, "save as kernatlas.svg");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "the picture is in kernatlas.svg");
	svg = workdir_read(dir, "kernatlas.svg", NULL);
	assert_non_null(strstr(svg, "Where the compile cost lands"));
	assert_null(strstr(svg, "save as"));
	terminal_assert_text(t, "2/9");
	quit(t);
}

#define T(f) cmocka_unit_test_teardown(f, harness_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(each_kind_is_sent_in_base64),
		T(a_command_line_is_quoted),
		T(in_tmux_it_goes_to_tmux_and_past_it),
		T(data_is_never_sent_raw),
		T(what_is_too_long_for_terminals_is_not_sent),
		T(a_terminal_without_a_clipboard_is_told),
		T(the_users_command_takes_it_without_a_shell),
		T(a_step_is_copied_and_pictured_as_it_stands),
		T(a_picture_is_saved_and_never_written_over),
	};

	return cmocka_run_group_tests_name("copy", tests, NULL, NULL);
}
