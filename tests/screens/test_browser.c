/* The real program on a terminal: layouts as expected screens with their attributes, the linked panes, the filter, documents
 * and the way back, resizing, and how it leaves. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"

static struct terminal *open_at(int rows, int cols)
{
	struct terminal *t = terminal_open(rows, cols, NULL);

	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void every_layout_has_its_screen(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = {{160, 45}, {120, 30}, {100, 30}, {80, 24}, {40, 12}, {39, 12}, {10, 3}};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct terminal *t = open_at(sizes[i].rows, sizes[i].cols);

		terminal_press(t, "j j j");
		terminal_assert_golden(t, harness_format("layout-%dx%d", sizes[i].cols, sizes[i].rows));
		quit(t);
	}
}

static void every_pane_has_its_screen_alone(void **state)
{
	struct terminal *t = open_at(24, 80);

	(void)state;
	for (int pane = 1; pane <= 5; pane++) {
		terminal_press(t, harness_format("%d", pane));
		terminal_assert_golden(t, harness_format("pane-%d-80x24", pane));
	}
	terminal_press(t, "3 z");
	terminal_assert_golden(t, "pane-3-zoomed-80x24");
	quit(t);
}

static void themes_and_ascii_have_their_screens(void **state)
{
	static const char *const themes[] = {"light", "mono", "high-contrast"};
	struct terminal *t;

	(void)state;
	for (size_t i = 0; i < sizeof themes / sizeof *themes; i++) {
		t = terminal_open(30, 120, "--theme", themes[i], NULL);
		terminal_settle(t);
		terminal_assert_golden(t, harness_format("theme-%s-120x30", themes[i]));
		quit(t);
	}
	t = terminal_open(30, 120, "--ascii", NULL);
	terminal_settle(t);
	for (const char *s = terminal_text(t); *s; s++)
		if ((unsigned char)*s >= 0x80)
			fail_msg("byte %02x in an ASCII screen", (unsigned char)*s);
	terminal_assert_golden(t, "ascii-120x30");
	quit(t);
}

/* The row of the record pane that names the record. */
static void assert_record(struct terminal *t, const char *title)
{
	int row, col;

	if (!terminal_find(t, "5 Record", &row, &col))
		fail_msg("no record pane");
	if (!strstr(terminal_row(t, row + 1) + 0, title))
		fail_msg("the record pane does not show `%s`:\n%s", title, terminal_text(t));
}

static void selecting_anywhere_selects_everywhere(void **state)
{
	struct terminal *t = open_at(45, 160);

	(void)state;
	/* In the families, down to Triton. */
	terminal_press(t, "j j j");
	assert_record(t, "Triton");
	/* The cost location stands on it: its figure is beneath. */
	terminal_assert_text(t, "† 0.5–5 s a kernel");
	/* From the cost location to its left column. */
	terminal_press(t, "2 g h h h");
	assert_record(t, "AMD Composable Kernel");
	/* The matrix stands on the same one; from there one down. */
	terminal_press(t, "3 j");
	assert_record(t, "Arm Kleidi Libraries");
	terminal_press(t, "1 j");
	assert_record(t, "CUTLASS / CuTe");
	/* A note shows itself in the record pane, and the compilers stay where they were. */
	terminal_press(t, "4 G");
	terminal_press(t, "1 k");
	assert_record(t, "Arm Kleidi Libraries");
	quit(t);
}

static void a_filter_is_live_and_keeps_the_selection(void **state)
{
	struct terminal *t = open_at(45, 160);

	(void)state;
	terminal_press(t, "j j j");
	terminal_press(t, "/");
	terminal_type(t, "backend:roc");
	/* Not a value yet: the last good result stays, the line says what is wrong. */
	terminal_assert_text(t, "`roc` is no value of backend; did you mean `rocm`?");
	terminal_type(t, "m");
	terminal_assert_text(t, "10 of 22");
	assert_record(t, "Triton");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "10 of 22");
	/* A group under the cursor becomes a term, and the same key takes it out. */
	terminal_press(t, "+");
	terminal_assert_text(t, "/backend:rocm family:kernel-dsl");
	terminal_assert_text(t, "2 of 22");
	terminal_press(t, "+");
	terminal_assert_text(t, "10 of 22");
	terminal_press(t, "-");
	terminal_assert_text(t, "/backend:rocm -family:kernel-dsl");
	terminal_press(t, "u");
	terminal_assert_text(t, "10 of 22");
	terminal_press(t, "x");
	terminal_assert_text(t, "22 of 22");
	assert_record(t, "Triton");
	quit(t);
}

static void escape_goes_back_to_the_filter_before(void **state)
{
	struct terminal *t = terminal_open(45, 160, "-q", "strategy:jit", NULL);

	(void)state;
	terminal_settle(t);
	terminal_assert_text(t, "5 of 22");
	terminal_press(t, "/");
	terminal_type(t, "backend:tpu");
	terminal_assert_text(t, "1 of 22");
	terminal_press(t, "Escape");
	terminal_assert_text(t, "/strategy:jit");
	terminal_assert_text(t, "5 of 22");
	quit(t);
}

static void completion_offers_values_with_counts(void **state)
{
	struct terminal *t = open_at(30, 120);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "strat");
	terminal_press(t, "Tab");
	terminal_assert_text(t, "/strategy:");
	terminal_press(t, "Tab");
	terminal_assert_text(t, "template-instantiation");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "/strategy:jit");
	terminal_assert_text(t, "5 of 22");
	terminal_press(t, "Escape");
	quit(t);
}

static void every_prefix_of_a_pattern_can_be_typed(void **state)
{
	static const char pattern[] = "/^(a|[b-z]{2,3})\\d+(?<n>x)$/";
	struct terminal *t = open_at(24, 80);

	(void)state;
	terminal_press(t, "/");
	for (const char *s = pattern; *s; s++) {
		terminal_type(t, harness_format("%c", *s));
		terminal_assert_text(t, "of 22");
	}
	/* The whole pattern is good and matches nothing. */
	terminal_assert_text(t, "0 of 22");
	terminal_press(t, "Escape");
	terminal_assert_text(t, "22 of 22");
	quit(t);
}

static void pasted_text_is_no_command(void **state)
{
	struct terminal *t = open_at(24, 80);

	(void)state;
	terminal_paste(t, "q\nq\nq");
	terminal_settle(t);
	terminal_assert_text(t, "pasted text is no command");
	terminal_press(t, "/");
	terminal_paste(t, "backend:tpu\n");
	terminal_settle(t);
	terminal_assert_text(t, "2 of 22");
	terminal_press(t, "Escape");
	quit(t);
}

static void marked_records_are_compared(void **state)
{
	struct terminal *t = terminal_open(40, 120, "cutlass-cute", NULL);

	(void)state;
	terminal_settle(t);
	terminal_press(t, "Space k k Space =");
	terminal_assert_text(t, "WHERE THEY DIFFER");
	terminal_assert_golden(t, "compare-120x40");
	terminal_press(t, "q");
	terminal_assert_text(t, "2 marked");
	terminal_press(t, "M");
	terminal_assert_absent(t, "marked");
	quit(t);
}

static void a_link_is_followed_and_the_way_back_is_kept(void **state)
{
	struct terminal *t = terminal_open(45, 160, "tilelang", NULL);
	const char *before;

	(void)state;
	terminal_settle(t);
	terminal_press(t, "5 l l l");
	terminal_assert_text(t, "Enter: ");
	terminal_press(t, "Enter BSpace");
	terminal_press(t, "d");
	terminal_assert_text(t, "Documents");
	terminal_type(t, "15");
	terminal_press(t, "Enter PageDown PageDown Tab Tab");
	before = harness_format("%s", terminal_text(t));
	terminal_press(t, "Enter");
	assert_string_not_equal(terminal_text(t), before);
	terminal_press(t, "BSpace");
	assert_string_equal(terminal_text(t), before);
	terminal_press(t, "> BSpace");
	assert_string_equal(terminal_text(t), before);
	terminal_press(t, "q");
	quit(t);
}

static void a_document_has_its_screen_and_its_marks(void **state)
{
	struct terminal *t = open_at(40, 100);

	(void)state;
	terminal_press(t, "d");
	terminal_type(t, "15-c");
	terminal_press(t, "Enter o");
	terminal_type(t, "template");
	terminal_press(t, "Enter");
	terminal_assert_golden(t, "document-100x40");
	terminal_assert_text(t, "✓");
	terminal_assert_absent(t, "✗");
	terminal_press(t, "/");
	terminal_type(t, "compile");
	terminal_press(t, "Enter n N");
	terminal_assert_text(t, "compile");
	terminal_press(t, "q");
	quit(t);
}

static void assert_like_fresh(struct terminal *t, int rows, int cols, const char *keys)
{
	const char *resized, *fresh;
	struct terminal *f;

	terminal_resize(t, rows, cols);
	terminal_settle(t);
	resized = harness_format("%s", terminal_dump(t));
	f = open_at(rows, cols);
	terminal_press(f, keys);
	fresh = terminal_dump(f);
	if (strcmp(resized, fresh) != 0)
		fail_msg("after a resize to %dx%d:\n%s\nfresh:\n%s", cols, rows, resized, fresh);
	terminal_hang_up(f);
	terminal_wait_exit(f);
}

static void a_resized_screen_equals_a_fresh_one(void **state)
{
	struct terminal *t = open_at(45, 160);

	(void)state;
	terminal_press(t, "j j j");
	assert_like_fresh(t, 24, 80, "j j j");
	assert_like_fresh(t, 12, 40, "j j j");
	assert_like_fresh(t, 1, 1, "j j j");
	assert_like_fresh(t, 60, 50, "j j j");
	assert_like_fresh(t, 20, 200, "j j j");
	assert_like_fresh(t, 45, 160, "j j j");
	assert_record(t, "Triton");
	quit(t);
}

static void clicks_select_and_the_wheel_scrolls(void **state)
{
	struct terminal *t = open_at(45, 160);
	int row, col;

	(void)state;
	assert_true(terminal_find(t, "Triton  ", &row, &col));
	terminal_click(t, row, col);
	assert_record(t, "Triton");
	terminal_mouse(t, MOUSE_WHEEL_DOWN, 0, row, col);
	terminal_settle(t);
	/* The list moved under the pointer; the selection did not. */
	assert_record(t, "Triton");
	/* Borders and the bottom line are no targets. */
	terminal_click(t, 44, 10);
	terminal_click(t, 1, 0);
	assert_record(t, "Triton");
	quit(t);
}

static void nothing_is_written_while_idle(void **state)
{
	struct terminal *t = open_at(30, 120);
	size_t before, after;

	(void)state;
	terminal_press(t, "j");
	terminal_output(t, &before);
	terminal_settle(t);
	terminal_output(t, &after);
	assert_int_equal(before, after);
	/* A key that does nothing writes nothing. */
	terminal_press(t, "F7");
	terminal_output(t, &after);
	assert_int_equal(before, after);
	quit(t);
}

static void a_changed_file_is_read_again_in_place(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = terminal_open(45, 160, "-r", dir, "triton", NULL);

	(void)state;
	terminal_settle(t);
	workdir_replace(dir, "compilers/triton.yaml", "license: MIT", "license: MIT-changed");
	terminal_wait_text(t, "MIT-changed");
	assert_record(t, "Triton");
	/* Half a file keeps what it held, and says so. */
	workdir_write(dir, "compilers/triton.yaml", "id: triton\ntype: compiler\nname: 'Tri");
	terminal_wait_text(t, "what the file held before is shown");
	assert_record(t, "Triton");
	terminal_assert_text(t, "22 of 22");
	quit(t);
}

static void every_way_out_restores_the_terminal(void **state)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGQUIT, SIGINT, SIGABRT, SIGSEGV};

	(void)state;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		/* A sanitizer would take these two for itself. */
		static const char *const env[] = {"ASAN_OPTIONS=handle_segv=0:handle_abort=0", NULL};
		struct terminal_options options = {.env = env};
		struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});

		terminal_settle(t);
		terminal_signal(t, signals[i]);
		terminal_assert_exit(t, 128 + signals[i]);
		terminal_assert_restored(t);
	}
}

static void a_terminal_that_will_not_do_is_told_in_a_line(void **state)
{
	static const char *const terms[] = {"", "dumb", "no-such-terminal"};

	(void)state;
	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
		struct terminal_options options = {.term = terms[i]};
		struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});

		terminal_assert_exit(t, 2);
		assert_non_null(strstr(terminal_row(t, 0), "kernatlas: "));
		assert_string_equal(terminal_row(t, 1), "");
	}
}

static void help_names_every_pane(void **state)
{
	struct terminal *t = open_at(45, 120);

	(void)state;
	terminal_press(t, "?");
	terminal_assert_text(t, "What you see");
	terminal_assert_text(t, "where the compile cost lands");
	terminal_press(t, "q");
	terminal_assert_absent(t, "What you see");
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(every_layout_has_its_screen),
		T(every_pane_has_its_screen_alone),
		T(themes_and_ascii_have_their_screens),
		T(selecting_anywhere_selects_everywhere),
		T(a_filter_is_live_and_keeps_the_selection),
		T(escape_goes_back_to_the_filter_before),
		T(completion_offers_values_with_counts),
		T(every_prefix_of_a_pattern_can_be_typed),
		T(pasted_text_is_no_command),
		T(marked_records_are_compared),
		T(a_link_is_followed_and_the_way_back_is_kept),
		T(a_document_has_its_screen_and_its_marks),
		T(a_resized_screen_equals_a_fresh_one),
		T(clicks_select_and_the_wheel_scrolls),
		T(nothing_is_written_while_idle),
		T(a_changed_file_is_read_again_in_place),
		T(every_way_out_restores_the_terminal),
		T(a_terminal_that_will_not_do_is_told_in_a_line),
		T(help_names_every_pane),
	};

	return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}
