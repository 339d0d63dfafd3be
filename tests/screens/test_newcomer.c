/* The first minutes: help that begins where one is, a palette that finds everything, a tour over the real records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"

static struct terminal *opened(void)
{
	struct terminal *t = terminal_open(30, 120, NULL);

	terminal_wait_text(t, "22 of 22");
	return t;
}

static void help_begins_with_the_focused_pane(void **state)
{
	struct terminal *t = opened();

	(void)state;
	terminal_press(t, "2 ?");
	terminal_assert_text(t, "Here, in Cost location");
	terminal_assert_text(t, "h l columns");
	terminal_press(t, "q 3 ?");
	terminal_assert_text(t, "Here, in Portability");
	terminal_assert_text(t, "s sort by it");
}

static void the_palette_finds_every_kind(void **state)
{
	static const struct {
		const char *typed, *found;
	} cases[] = {{"half-page-d", "half a page down"}, {"TileLang", "tilelang"}, {"cost-lands", "story"}, {"high-contrast", "theme"},
		{"15-compilers", "Compilers and kernel DSLs"}};
	struct terminal *t = opened();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		terminal_press(t, ":");
		terminal_type(t, cases[i].typed);
		terminal_assert_text(t, cases[i].found);
		terminal_press(t, "Escape Escape");
	}
	terminal_press(t, ":");
	terminal_type(t, "tour");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "tour 1/8");
}

static void the_tour_goes_over_the_real_records(void **state)
{
	struct terminal *t = opened();

	(void)state;
	terminal_press(t, "i");
	terminal_assert_text(t, "tour 1/8 (i: next)");
	terminal_press(t, "i i");
	terminal_assert_text(t, "tour 3/8");
	terminal_press(t, "i");
	terminal_assert_text(t, "9 of 22");
	terminal_press(t, "j");
	terminal_assert_absent(t, "tour 4/8");
	terminal_press(t, "i");
	terminal_assert_text(t, "22 of 22");
	terminal_press(t, "i");
	terminal_assert_text(t, "Questions");
	terminal_press(t, "Escape i Escape i");
	terminal_assert_text(t, "tour 8/8");
	terminal_assert_text(t, "What you see");
	terminal_press(t, "q i");
	terminal_assert_text(t, "tour 1/8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(help_begins_with_the_focused_pane, harness_teardown),
		cmocka_unit_test_teardown(the_palette_finds_every_kind, harness_teardown),
		cmocka_unit_test_teardown(the_tour_goes_over_the_real_records, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
