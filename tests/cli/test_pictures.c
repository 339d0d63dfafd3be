/* Pictures of the screen as SVG: every character in its own column, whatever its width; text that stays text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/command.h"
#include "text.h"

enum { CELL_W = 8, COLS = 120, ROWS = 36 };

static const char *wide_records(void)
{
	const char *dir = workdir_new();

	workdir_write(dir, "a.yaml", "id: a\ntype: compiler\nname: \"漢字 😀 rocket e\\u0301\"\nfamily: kernel-dsl\nstatus: verified\n"
				     "target_backends: [cuda]\nnotes: \"👍🏽 👩‍💻 🇩🇪 ❤️ 日本語テキスト a\\u0308\\u0323 עברית العربية <b>&amp;\"\n");
	workdir_write(dir, "b.yaml", "id: b\ntype: compiler\nname: \"plain\"\nfamily: kernel-dsl\nstatus: draft\ntarget_backends: [rocm]\n");
	return dir;
}

static long number_after(const char *s, const char *end, const char *name)
{
	const char *at = memmem(s, (size_t)(end - s), name, strlen(name));

	assert_non_null(at);
	return strtol(at + strlen(name), NULL, 10);
}

static void add_unescaped(struct buf *out, const char *s, const char *end)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};

	while (s < end) {
		size_t step = 1;
		char c = *s;

		for (size_t i = 0; *s == '&' && i < 3; i++)
			if (strncmp(s, entities[i].name, strlen(entities[i].name)) == 0) {
				c = entities[i].c;
				step = strlen(entities[i].name);
			}
		if (*s == '&')
			assert_true(step > 1);
		buf_addc(out, c);
		s += step;
	}
}

/* Each text says its length, which is that of the cells it takes; and a wide character stands alone. */
static void check_texts(const char *svg)
{
	int wide = 0;

	for (const char *s = svg; (s = strstr(s, "<text ")); s++) {
		const char *open = strchr(s, '>'), *close = strstr(s, "</text>");
		struct buf text;
		int cells;

		assert_true(open && close && open < close);
		buf_init(&text);
		add_unescaped(&text, open + 1, close);
		cells = text_width0(text.data);
		assert_int_equal(number_after(s, open, " x=\"") % CELL_W, 0);
		if (number_after(s, open, " textLength=\"") != cells * CELL_W)
			fail_msg("`%s` is %d cells wide, not %.*s", text.data, cells, (int)(open - s), s);
		if (strstr(text.data, "漢") || strstr(text.data, "😀")) {
			assert_int_equal(cells, 2);
			wide++;
		}
		buf_release(&text);
	}
	assert_true(wide >= 4);
}

/* The grounds of each row's cells cover it from end to end, without gaps and overlaps. */
static void check_grounds(const char *svg)
{
	long next = 0, rows = 0;

	for (const char *s = svg; (s = strstr(s, "<rect ")); s++) {
		const char *end = strchr(s, '>');

		assert_int_equal(number_after(s, end, " x=\""), next);
		next += number_after(s, end, " width=\"");
		if (next == COLS * CELL_W) {
			rows++;
			next = 0;
		}
	}
	assert_int_equal(rows, ROWS);
}

static void columns_line_up_whatever_the_widths(void **state)
{
	const char *dir = wide_records();
	const struct command_result *r = KERNATLAS("-r", dir, "snapshot", "--size", "120x36", "--format", "svg", "a");

	(void)state;
	command_assert_status(r, 0);
	check_texts(r->out);
	check_grounds(r->out);
	command_assert_says(r, "&lt;b&gt;&amp;amp;");
	command_assert_says_not(r, "<b>");
	command_assert_says_not(r, "<image");
	command_assert_says_not(r, "href");
	command_assert_says_not(r, "<script");
	command_assert_output(KERNATLAS("-r", dir, "snapshot", "--size", "120x36", "--format", "svg", "a"), r->out);
}

static void themes_give_their_colours(void **state)
{
	(void)state;
	command_assert_says(KERNATLAS("snapshot", "--format", "svg", "--theme", "projector"), "fill=\"#ffffff\"");
	command_assert_says(KERNATLAS("snapshot", "--format", "svg", "--theme", "mono"), " fill-opacity=\"0.7\"");
	command_assert_says(KERNATLAS("snapshot", "--format", "ansi", "--theme", "light"), "48;2;251;250;247");
}

static void a_picture_goes_to_a_file(void **state)
{
	const char *dir = workdir_new();
	const struct command_result *r = KERNATLAS("snapshot", "--size", "60x20", "-o", workdir_path(dir, "a.txt"));

	(void)state;
	command_assert_status(r, 0);
	command_assert_output(r, "");
	command_assert_output(KERNATLAS("snapshot", "--size", "60x20"), workdir_read(dir, "a.txt", NULL));
	r = KERNATLAS("snapshot", "--size", "60x20", "-o", dir);
	command_assert_status(r, 2);
	command_assert_error(r, "is a folder, no file");
}

#define T(f) cmocka_unit_test_teardown(f, harness_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(columns_line_up_whatever_the_widths),
		T(themes_give_their_colours),
		T(a_picture_goes_to_a_file),
	};

	text_init_locale();
	return cmocka_run_group_tests_name("pictures", tests, NULL, NULL);
}
