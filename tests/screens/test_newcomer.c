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

static void the_very_first_opening_tells_five_keys(void **state)
{
	static const char hint[] = "first time here: i is a tour, ? explains the pane, / filters, Tab moves, q leaves";
	const char *home = workdir_new();
	const struct terminal_options options = {.rows = 30, .cols = 120, .home = home};
	struct terminal *t;

	(void)state;
	/* Nobody left the browser here before. */
	t = terminal_start(&(const struct terminal_options){.rows = 30, .cols = 120, .home = home,
		.env = (const char *const[]){harness_format("XDG_STATE_HOME=%s/new", home), NULL}}, (const char *const[]){"kernatlas", NULL});
	terminal_wait_text(t, "22 of 22");
	terminal_settle(t);
	terminal_assert_row(t, 29, hint);
	/* It goes with the first key, whatever that is, and never comes back. */
	terminal_press(t, "j");
	terminal_assert_absent(t, "first time");
	terminal_assert_text(t, "Enter open");
	terminal_press(t, "k");
	terminal_assert_absent(t, "first time");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	assert_true(workdir_exists(home, "new/kernatlas/sessions"));
	t = terminal_start(&(const struct terminal_options){.rows = 30, .cols = 120, .home = home,
		.env = (const char *const[]){harness_format("XDG_STATE_HOME=%s/new", home), NULL}}, (const char *const[]){"kernatlas", NULL});
	terminal_wait_text(t, "22 of 22");
	terminal_settle(t);
	terminal_assert_absent(t, "first time");
	/* The keys that it tells are those that do it. */
	t = terminal_start(&options, (const char *const[]){"kernatlas", NULL});
	terminal_wait_text(t, "22 of 22");
	terminal_settle(t);
	terminal_assert_absent(t, "first time");
	terminal_press(t, "i");
	terminal_assert_text(t, "tour 1/8");
	terminal_press(t, "?");
	terminal_assert_text(t, "Here, in ");
	terminal_press(t, "q /");
	terminal_assert_text(t, "Enter keep");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(help_begins_with_the_focused_pane, harness_teardown),
		cmocka_unit_test_teardown(the_palette_finds_every_kind, harness_teardown),
		cmocka_unit_test_teardown(the_tour_goes_over_the_real_records, harness_teardown),
		cmocka_unit_test_teardown(the_very_first_opening_tells_five_keys, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
