/* The screen: text, attributes, modes and the dump, from bytes alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/screen.h"

struct fixture {
	struct screen *screen;
	struct buf text;
};

static struct fixture fixture;

static int set_up(void **state)
{
	fixture.screen = screen_new(4, 20, true, NULL, NULL);
	buf_init(&fixture.text);
	*state = &fixture;
	return fixture.screen == NULL;
}

static int tear_down(void **state)
{
	(void)state;
	screen_free(fixture.screen);
	buf_release(&fixture.text);
	return 0;
}

static void feed(struct fixture *f, const char *bytes)
{
	screen_feed(f->screen, bytes, strlen(bytes));
}

static const char *dump(struct fixture *f)
{
	buf_clear(&f->text);
	screen_dump(f->screen, &f->text);
	return f->text.data;
}

static struct screen_cell cell(struct fixture *f, int row, int col)
{
	return screen_cell_at(f->screen, row, col);
}

static void text_stands_in_cells(void **state)
{
	struct fixture *f = *state;

	feed(f, "ab日e\xcc\x81|");
	assert_string_equal(cell(f, 0, 1).text, "b");
	assert_string_equal(cell(f, 0, 2).text, "日");
	assert_int_equal(cell(f, 0, 2).width, 2);
	assert_string_equal(cell(f, 0, 3).text, "");
	assert_int_equal(cell(f, 0, 3).width, 0);
	assert_string_equal(cell(f, 0, 4).text, "e\xcc\x81");
	assert_string_equal(cell(f, 0, 5).text, "|");
	assert_string_equal(cell(f, 0, 6).text, " ");
	assert_string_equal(cell(f, 99, -1).text, " ");
}

static void attributes_and_colours(void **state)
{
	struct fixture *f = *state;

	feed(f, "\033[1;31mB\033[0;2mD\033[22;4mU\033[0;3;9;7mI\033[0m.");
	assert_true(cell(f, 0, 0).bold);
	assert_int_equal(cell(f, 0, 0).fg, 1);
	assert_true(cell(f, 0, 1).dim);
	assert_false(cell(f, 0, 1).bold);
	assert_true(cell(f, 0, 2).underline);
	assert_false(cell(f, 0, 2).dim);
	assert_true(cell(f, 0, 3).italic && cell(f, 0, 3).strike && cell(f, 0, 3).reverse);
	assert_int_equal(cell(f, 0, 4).fg, SCREEN_DEFAULT);
}

static void colours_in_every_spelling(void **state)
{
	struct fixture *f = *state;

	feed(f, "\033[38;2;1;2;3mA\033[38:2::1:2:3mB\033[38:2:1:2:3mC\033[48;5;200;1mD\033[48:5:200mE\033[58;5;1mF\033["
	        "93mG");
	for (int col = 0; col < 3; col++)
		assert_int_equal(cell(f, 0, col).fg, SCREEN_RGB + 0x010203);
	assert_int_equal(cell(f, 0, 3).bg, 200);
	assert_true(cell(f, 0, 3).bold);
	assert_int_equal(cell(f, 0, 4).bg, 200);
	assert_int_equal(cell(f, 0, 5).fg, SCREEN_RGB + 0x010203);
	assert_false(cell(f, 0, 5).blink);
	assert_int_equal(cell(f, 0, 6).fg, 11);
}

static void modes_are_followed(void **state)
{
	struct fixture *f = *state;
	const struct stream_modes *modes = screen_modes(f->screen);

	feed(f, "\033[?1049;25h\033[?1002h\033[?1006h\033[?2004h\033[?1004h\033[?1h\033=\033[?25l\033[?7l\033[?2026h");
	assert_true(modes->alternate && modes->sgr_mouse && modes->bracketed_paste && modes->focus_events);
	assert_true(modes->application_cursor && modes->application_keypad && modes->synchronized);
	assert_int_equal(modes->mouse, 1002);
	assert_false(modes->cursor_visible || modes->autowrap);
	feed(f, "\033[?1049l\033[?1002l\033[?1006l\033[?2004l\033[?1004l\033[?1l\033>\033[?25h\033[?7h\033[?2026l");
	assert_false(modes->alternate || modes->sgr_mouse || modes->bracketed_paste || modes->focus_events);
	assert_false(modes->application_cursor || modes->application_keypad || modes->synchronized);
	assert_int_equal(modes->mouse, 0);
	assert_true(modes->cursor_visible && modes->autowrap);
}

static void the_pen_is_plain_or_not(void **state)
{
	struct fixture *f = *state;
	static const char *const marks[] = {"1", "2", "3", "4", "7", "9", "31", "41", "38;5;9"};

	assert_true(screen_pen_is_plain(f->screen));
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
		feed(f, "\033[");
		feed(f, marks[i]);
		feed(f, "m");
		assert_false(screen_pen_is_plain(f->screen));
		feed(f, "\033[m");
		assert_true(screen_pen_is_plain(f->screen));
	}
}

static void the_dump_has_all_that_shows(void **state)
{
	struct fixture *f = *state;

	feed(f, "\033[?1049h\033[HTitle\033[7m bar \033[m\r\n\033[1;34mblue\033[m \033[48;5;3m  "
	        "\033[m\033[4;1H日本\033[2;7H");
	assert_string_equal(dump(f), "20x4 cursor 1,6 alternate\n"
	                             "  0|Title bar\n"
	                             "  1|blue\n"
	                             "  2|\n"
	                             "  3|日本\n"
	                             "  0: 5-9 reverse\n"
	                             "  1: 0-3 bold fg=4; 5-6 bg=3\n");
	feed(f, "\033[?25l");
	assert_int_equal(strncmp(dump(f), "20x4 cursor hidden alternate\n", 29), 0);
}

/* Painted by erasing, by spaces, with other attributes that do not show: it is one screen. */
static void what_does_not_show_does_not_count(void **state)
{
	struct fixture *f = *state;
	struct screen *other = screen_new(4, 20, true, NULL, NULL);
	static const char painted[] = "\033[44mx\033[1;31m         \033[m\r\n\033[31m   \033[m\033[H";
	static const char erased[] = "\033[44mx\033[4;44m\033[K\033[m\033[1;11H\033[K\033[H";
	struct buf text;

	assert_non_null(other);
	feed(f, painted);
	screen_feed(other, erased, sizeof erased - 1);
	buf_init(&text);
	screen_dump(other, &text);
	assert_string_equal(dump(f), text.data);
	assert_non_null(strstr(text.data, "  0: 0-9 bg=4\n"));
	feed(f, "\033[2J\033[H\033[31mred on  red\033[m  no");
	assert_non_null(strstr(dump(f), "  0: 0-10 fg=1\n"));
	feed(f, "\033[2J\033[H\033[31mred\033[m \033[44m \033[m \033[31mred");
	assert_non_null(strstr(dump(f), "  0: 0-2 fg=1; 4-4 bg=4; 6-8 fg=1\n"));
	feed(f, "\033[2J\033[H\033[7;31mred on\033[m");
	assert_non_null(strstr(dump(f), "  0: 0-5 reverse fg=1\n"));
	buf_release(&text);
	screen_free(other);
}

static void cut_sequences_mean_the_same(void **state)
{
	struct fixture *f = *state;
	struct screen *whole = screen_new(4, 20, true, NULL, NULL);
	static const char bytes[] =
	        "a\033[2;38:5:9mdim\033[22m日\033]0;title\007\033[?1h\033(0q\033(B\033[3b\033[2J\033[m.";
	struct buf text;

	assert_non_null(whole);
	screen_feed(whole, bytes, sizeof bytes - 1);
	for (size_t i = 0; i + 1 < sizeof bytes; i++)
		screen_feed(f->screen, bytes + i, 1);
	buf_init(&text);
	screen_dump(whole, &text);
	assert_string_equal(dump(f), text.data);
	assert_string_equal(screen_title(f->screen), "title");
	assert_string_equal(screen_title(whole), "title");
	buf_release(&text);
	screen_free(whole);
}

static void it_takes_any_bytes(void **state)
{
	struct fixture *f = *state;
	unsigned seed = 1;

	for (int i = 0; i < 200000; i++) {
		char byte;

		seed = seed * 1103515245u + 12345u;
		byte = (char)(seed >> 16);
		/* Escapes and brackets often, so that sequences come about. */
		if (seed >> 30 == 0)
			byte = (seed >> 20) % 3 == 0   ? '\033'
			       : (seed >> 20) % 3 == 1 ? '['
			                               : (char)('0' + (seed >> 22) % 12);
		screen_feed(f->screen, &byte, 1);
	}
	dump(f);
	assert_true(buf_ok(&f->text));
}

static void sizes_change(void **state)
{
	struct fixture *f = *state;
	static const int sizes[][2] = {{1, 1}, {50, 200}, {1, 500}, {200, 1}, {4, 20}};

	feed(f, "\033[?1049h");
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		screen_resize(f->screen, sizes[i][0], sizes[i][1]);
		assert_int_equal(screen_rows(f->screen), sizes[i][0]);
		assert_int_equal(screen_cols(f->screen), sizes[i][1]);
		feed(f, "\033[2J\033[H日本 wide\r\nnext");
		dump(f);
	}
	assert_non_null(strstr(f->text.data, "  0|日本 wide\n  1|next\n"));
}

static void bytes_may_be_characters(void **state)
{
	struct screen *latin = screen_new(1, 10, false, NULL, NULL);
	struct buf text;

	(void)state;
	assert_non_null(latin);
	screen_feed(latin, "caf\xe9", 4);
	buf_init(&text);
	screen_add_row(latin, 0, &text);
	assert_string_equal(text.data, "café");
	buf_release(&text);
	screen_free(latin);
}

static void bells_are_counted(void **state)
{
	struct fixture *f = *state;

	feed(f, "\a.\a");
	assert_int_equal(screen_bells(f->screen), 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	        TEST(text_stands_in_cells),
	        TEST(attributes_and_colours),
	        TEST(colours_in_every_spelling),
	        TEST(modes_are_followed),
	        TEST(the_pen_is_plain_or_not),
	        TEST(the_dump_has_all_that_shows),
	        TEST(what_does_not_show_does_not_count),
	        TEST(cut_sequences_mean_the_same),
	        TEST(it_takes_any_bytes),
	        TEST(sizes_change),
	        TEST(bytes_may_be_characters),
	        TEST(bells_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
