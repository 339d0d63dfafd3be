/* Where only the cursor moves, only what changes is painted: the screen must be the one that painting all anew gives, cell for
 * cell, wherever the keys lead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"

/* Presses each key, and after it has all painted anew. */
static void walk(struct terminal *t, const char *const *keys)
{
	for (int i = 0; keys[i]; i++) {
		const char *moved;

		terminal_press(t, keys[i]);
		moved = harness_format("%s", terminal_dump(t));
		terminal_press(t, "C-l");
		if (strcmp(moved, terminal_dump(t)) != 0)
			harness_fail(__FILE__, __LINE__, "after key %d, %s, the screen was\n%s\nand all anew is\n%s", i, keys[i], moved,
				terminal_dump(t));
	}
}

static void walk_everywhere(int rows, int cols)
{
	static const char *const keys[] = {"l", "l", "j", "h", "j", "j", "PageDown", "l", "k", "PageUp", "g", "l", "G", "h", "k", "o", "j", "o", NULL};
	static const char *const overlays[] = {"l", "f", "Escape", "l", "?", "q", "h", "d", "Escape", "j", "z", "l", "z", "h",
		"/", "Escape", "h", "v", "Escape", "l", NULL};
	struct terminal *t = terminal_open(rows, cols, NULL);

	terminal_settle(t);
	for (char pane[] = "1"; pane[0] <= '5'; pane[0]++) {
		terminal_press(t, pane);
		walk(t, keys);
		walk(t, overlays);
	}
	terminal_press(t, "q");
	terminal_assert_exit(t, 0);
}

static void moves_show_what_a_repaint_shows(void **state)
{
	(void)state;
	walk_everywhere(45, 160);
	walk_everywhere(24, 80);
	walk_everywhere(12, 40);
}

static void moves_after_a_resize_show_what_a_repaint_shows(void **state)
{
	static const char *const keys[] = {"l", "l", "h", NULL};
	struct terminal *t = terminal_open(45, 160, NULL);

	(void)state;
	terminal_settle(t);
	terminal_press(t, "3");
	walk(t, keys);
	terminal_resize(t, 30, 100);
	terminal_settle(t);
	walk(t, keys);
	terminal_resize(t, 45, 160);
	terminal_settle(t);
	walk(t, keys);
	terminal_press(t, "q");
	terminal_assert_exit(t, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(moves_show_what_a_repaint_shows, harness_teardown),
		cmocka_unit_test_teardown(moves_after_a_resize_show_what_a_repaint_shows, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
