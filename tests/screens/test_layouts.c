/* Every layout, theme and pane as an expected screen with its attributes, and what holds at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

/* A filter, a selection in its middle and a mark: so that each of them is on the screen. */
#define START "-q", "backend:cuda", "tilelang"

static struct terminal *open_marked(int rows, int cols, const char *theme)
{
	struct terminal *t = terminal_open(rows, cols, START, "--theme", theme, NULL);

	terminal_settle(t);
	terminal_press(t, "Space Escape");
	return t;
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void each_size_has_its_layout(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = {{120, 40}, {100, 30}, {80, 24}, {40, 12}};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct terminal *t = open_marked(sizes[i].rows, sizes[i].cols, "dark");

		terminal_assert_golden(t, harness_format("marked-%dx%d", sizes[i].cols, sizes[i].rows));
		quit(t);
	}
}

static void each_theme_has_its_colours(void **state)
{
	static const char *const themes[] = {"dark", "light", "mono"};

	(void)state;
	for (size_t i = 0; i < sizeof themes / sizeof *themes; i++) {
		struct terminal *t = open_marked(45, 160, themes[i]);

		terminal_assert_golden(t, harness_format("marked-160x45-%s", themes[i]));
		quit(t);
	}
}

/* Themes differ in colours and attributes alone: the text of the screen is the same in each. */
static void themes_change_no_text(void **state)
{
	static const char *const themes[] = {"light", "mono", "high-contrast", "colour-blind", "colour-blind-light",
	                                      "cool", "warm", "warm-light", "projector"};
	struct terminal *t = open_marked(40, 120, "dark");
	const char *text = terminal_text(t);

	(void)state;
	quit(t);
	for (size_t i = 0; i < sizeof themes / sizeof *themes; i++) {
		t = open_marked(40, 120, themes[i]);
		same_texts(text, terminal_text(t), themes[i]);
		quit(t);
	}
}

static void assert_no_colours(struct terminal *t)
{
	const struct screen *s = terminal_screen(t);

	for (int row = 0; row < screen_rows(s); row++)
		for (int col = 0; col < screen_cols(s); col++) {
			struct screen_cell cell = screen_cell_at(s, row, col);

			if (cell.fg != SCREEN_DEFAULT || cell.bg != SCREEN_DEFAULT)
				fail_msg("cell %d,%d `%s` has colours %d on %d", row, col, cell.text, cell.fg, cell.bg);
		}
}

static bool row_is_marked(struct terminal *t, int row, int from, int to)
{
	for (int col = from; col < to; col++) {
		struct screen_cell cell = terminal_cell(t, row, col);

		if (!cell.reverse && !cell.bold && !cell.underline)
			return false;
	}
	return true;
}

/* Without colours the selection still shows, by attributes. */
static void mono_shows_the_selection_without_colours(void **state)
{
	static const char *const no_color[] = {"NO_COLOR=1", NULL};
	struct terminal_options options = {.rows = 45, .cols = 160, .env = no_color};
	struct terminal *t = open_marked(45, 160, "mono");
	int row, col;

	(void)state;
	assert_no_colours(t);
	assert_true(terminal_find(t, "TileLang", &row, &col));
	assert_true(row_is_marked(t, row, col, col + 8));
	assert_false(row_is_marked(t, row - 1, col, col + 8));
	quit(t);

	t = terminal_start(&options, (const char *const[]){"kernatlas", START, NULL});
	terminal_settle(t);
	assert_no_colours(t);
	assert_true(terminal_find(t, "TileLang", &row, &col));
	assert_true(row_is_marked(t, row, col, col + 8));
	quit(t);
}

static void assert_ascii(struct terminal *t)
{
	for (const char *s = terminal_text(t); *s; s++)
		if ((unsigned char)*s >= 0x80)
			fail_msg("byte %02x in an ASCII screen:\n%s", (unsigned char)*s, terminal_text(t));
}

static void ascii_draws_everything_without_other_characters(void **state)
{
	struct terminal *t = terminal_open(45, 160, START, "--ascii", NULL);

	(void)state;
	terminal_settle(t);
	terminal_assert_golden(t, "marked-160x45-ascii");
	assert_ascii(t);
	/* Each pane down its list, what lies on top, a document with its tables and claims. */
	for (int pane = 1; pane <= 5; pane++) {
		terminal_press(t, harness_format("%d PageDown", pane));
		assert_ascii(t);
	}
	terminal_press(t, "Space 1 j Space =");
	assert_ascii(t);
	terminal_press(t, "q ?");
	assert_ascii(t);
	terminal_press(t, "q b");
	assert_ascii(t);
	terminal_press(t, "q f");
	assert_ascii(t);
	terminal_press(t, "Escape d");
	assert_ascii(t);
	terminal_press(t, "1 5 - Enter");
	assert_ascii(t);
	for (int page = 0; page < 8; page++) {
		terminal_press(t, "PageDown");
		assert_ascii(t);
	}
	terminal_press(t, "q");
	quit(t);
}

/* Where the locale has no UTF-8, the same without being asked. */
static void another_character_set_means_ascii(void **state)
{
	static const char *const env[] = {"LANG=C", "LC_ALL=C", NULL};
	struct terminal_options options = {.rows = 24, .cols = 80, .env = env, .one_byte = true};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", START, NULL});

	(void)state;
	terminal_settle(t);
	assert_ascii(t);
	terminal_assert_text(t, "TileLang");
	quit(t);
}

static void each_pane_has_its_screen_focused_and_zoomed(void **state)
{
	struct terminal *t = open_marked(24, 80, "dark");

	(void)state;
	for (int pane = 1; pane <= 5; pane++) {
		terminal_press(t, harness_format("%d", pane));
		terminal_assert_golden(t, harness_format("focus-%d-80x24", pane));
		terminal_press(t, "z");
		terminal_assert_golden(t, harness_format("zoom-%d-80x24", pane));
		terminal_press(t, "z");
		terminal_assert_golden(t, harness_format("focus-%d-80x24", pane));
	}
	quit(t);
}

/* Tab goes round the panes and BTab back, at every layout; one pane has the focus's frame. */
static void tab_goes_round_the_panes(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = {{160, 45}, {100, 30}, {80, 24}, {40, 12}};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct terminal *t = open_marked(sizes[i].rows, sizes[i].cols, "dark");
		const char *screens[6];

		terminal_press(t, "1");
		screens[0] = terminal_dump(t);
		for (int pane = 1; pane <= 5; pane++) {
			terminal_press(t, "Tab");
			screens[pane] = terminal_dump(t);
			assert_string_not_equal(screens[pane], screens[pane - 1]);
		}
		same_texts(screens[0], screens[5], "Tab did not come round");
		/* The record pane shows a note when one comes from the notes, and the compiler otherwise. */
		terminal_press(t, "BTab");
		for (int pane = 3; pane >= 0; pane--) {
			terminal_press(t, "BTab");
			same_texts(screens[pane], terminal_dump(t), "BTab is not Tab's way back");
		}
		quit(t);
	}
}

static void too_small_a_screen_says_so(void **state)
{
	static const struct {
		int cols, rows;
	} sizes[] = {{39, 12}, {40, 11}, {200, 11}, {39, 60}, {22, 2}, {2, 2}, {1, 1}};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		int cols = sizes[i].cols, rows = sizes[i].rows;
		struct terminal *t = open_marked(rows, cols, "dark");

		if (cols >= 22 && rows >= 2) {
			terminal_assert_row(t, 0, "kernatlas needs 40x12");
			terminal_assert_row(t, 1, harness_format("this is %dx%d", cols, rows));
		}
		if (rows > 2)
			terminal_assert_row(t, 2, "");
		if (i < 2)
			terminal_assert_golden(t, harness_format("too-small-%dx%d", cols, rows));
		quit(t);
	}
}

static bool is_border(struct terminal *t, int row, int col)
{
	static const char *const borders[] = {"│", "├", "┤", "╭", "╮", "╰", "╯", "─", "┬", "┴", "┼", "▲", "▼", "◂", "▸"};
	struct screen_cell cell = terminal_cell(t, row, col);

	for (size_t i = 0; i < sizeof borders / sizeof *borders; i++)
		if (strcmp(cell.text, borders[i]) == 0)
			return true;
	return false;
}

static void assert_framed(struct terminal *t, int rows, int cols)
{
	int top = strcmp(terminal_cell(t, 1, 0).text, "╭") == 0 ? 1 : 2;

	assert_string_equal(terminal_cell(t, 0, 0).text, "/");
	if (strcmp(terminal_cell(t, top, 0).text, "╭") != 0 || strcmp(terminal_cell(t, top, cols - 1).text, "╮") != 0
		|| strcmp(terminal_cell(t, rows - 2, 0).text, "╰") != 0
		|| strcmp(terminal_cell(t, rows - 2, cols - 1).text, "╯") != 0)
		fail_msg("a corner is missing at %dx%d:\n%s", cols, rows, terminal_text(t));
	for (int row = top; row < rows - 1; row++)
		if (!is_border(t, row, 0) || !is_border(t, row, cols - 1))
			fail_msg("row %d has no border at %dx%d:\n%s", row, cols, rows, terminal_text(t));
}

/* Text never runs over a frame, nor a frame out of the screen, whatever the size: sizes around every limit between two
 * layouts, and some far away. */
static void frames_are_whole_at_every_size(void **state)
{
	static const int widths[] = {40, 41, 59, 60, 71, 72, 73, 91, 92, 93, 119, 120, 121, 159, 250};
	static const int heights[] = {12, 13, 19, 20, 21, 25, 26, 29, 30, 31, 70};
	struct terminal *t = open_marked(24, 80, "dark");

	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
		for (size_t j = 0; j < sizeof heights / sizeof *heights; j++) {
			terminal_resize(t, heights[j], widths[i]);
			terminal_settle(t);
			assert_framed(t, heights[j], widths[i]);
			terminal_press(t, "Tab");
			assert_framed(t, heights[j], widths[i]);
		}
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(each_size_has_its_layout),
		T(each_theme_has_its_colours),
		T(themes_change_no_text),
		T(mono_shows_the_selection_without_colours),
		T(ascii_draws_everything_without_other_characters),
		T(another_character_set_means_ascii),
		T(each_pane_has_its_screen_focused_and_zoomed),
		T(tab_goes_round_the_panes),
		T(too_small_a_screen_says_so),
		T(frames_are_whole_at_every_size),
	};

	return cmocka_run_group_tests_name("layouts", tests, NULL, NULL);
}
