/* A load that takes long: some records are there at once, counted "so far" and open to every key; the whole takes their place
 * without a jump; and leaving waits for nothing. What takes long here is a second root of large files without a record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

enum { RECORDS = 1600, BIG_FILES = 8, BIG_BYTES = 60 << 20 };

static const char *many; /* a folder of small records */
static const char *slow; /* a folder that takes seconds to read */

static void write_many(const char *dir)
{
	for (int i = 0; i < RECORDS; i++)
		workdir_write(dir, harness_format("compilers/k%04d.yaml", i),
			harness_format("id: k%04d\ntype: compiler\nname: Kernel compiler %d\nfamily: %s\nstatus: %s\n", i, i,
				i % 2 ? "tile-dsl" : "graph-compiler", i % 3 ? "verified" : "draft"));
}

static void write_slow(const char *dir)
{
	static const char line[] = "# a line that says nothing about any compiler\n";
	size_t len = BIG_BYTES / (sizeof line - 1) * (sizeof line - 1);
	char *bytes = malloc(len);

	assert_non_null(bytes);
	for (size_t i = 0; i < len; i += sizeof line - 1)
		memcpy(bytes + i, line, sizeof line - 1);
	workdir_write_bytes(dir, "z0.yaml", bytes, len);
	free(bytes);
	/* Other names of the same file take no room and the same time. */
	for (int i = 1; i < BIG_FILES; i++)
		assert_int_equal(link(workdir_path(dir, "z0.yaml"), workdir_path(dir, harness_format("z%d.yaml", i))), 0);
}

static int set_up(void **state)
{
	(void)state;
	many = workdir_new();
	slow = workdir_new();
	write_many(many);
	write_slow(slow);
	return 0;
}

static struct terminal *open_both(int rows, int cols)
{
	const struct terminal_options options = {.rows = rows, .cols = cols, .cwd = many, .limit = 60000};

	return terminal_start(&options, (const char *const[]){"kernatlas", "--no-cache", "-r", many, "-r", slow, NULL});
}

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* The record pane's line of type and id names what is selected. */
static const char *selected(struct terminal *t)
{
	int row, col;

	if (!terminal_find(t, "compiler k", &row, &col))
		return "";
	return harness_format("%s", strstr(terminal_row(t, row), "compiler k"));
}

struct moved {
	const char *from;
	bool while_partial;
};

static bool has_moved(struct terminal *t, void *user)
{
	struct moved *moved = user;
	const char *now = selected(t);

	moved->while_partial = terminal_find(t, "so far", NULL, NULL);
	return *now && strcmp(now, moved->from) != 0;
}

/* Presses j and looks at the frame in which the selection has moved: that is still of a part. Does not settle: at rest it is
 * only when all is read. */
static const char *move_down(struct terminal *t)
{
	struct moved moved = {.from = selected(t)};

	terminal_send(t, "j");
	terminal_wait(t, has_moved, &moved, "the next row");
	assert_true(moved.while_partial);
	return selected(t);
}

static void keys_are_answered_while_it_loads(void **state)
{
	struct terminal *t = open_both(40, 150);

	(void)state;
	terminal_wait_text(t, "so far");
	terminal_assert_text(t, "reading: ");
	terminal_assert_text(t, "1500 of 1500 so far");
	move_down(t);
	terminal_send(t, "?");
	terminal_wait_text(t, "Help");
	terminal_send(t, "Escape");
	terminal_wait_text(t, "reading: ");
	terminal_assert_absent(t, "Help");
	quit(t);
}

/* Waiting for the whole would paint it: of that no byte is written. */
static void leaving_waits_for_nothing(void **state)
{
	struct terminal *t = open_both(24, 80);
	size_t before, after;

	(void)state;
	terminal_wait_text(t, "so far");
	(void)terminal_output(t, &before);
	quit(t);
	(void)terminal_output(t, &after);
	assert_in_range(after - before, 1, 1000);
	t = open_both(24, 80);
	terminal_wait_text(t, "reading");
	quit(t);
}

static void the_whole_is_what_a_plain_start_shows(void **state)
{
	struct terminal *t = open_both(30, 100);
	const struct command_result *snapshot;

	(void)state;
	terminal_wait_text(t, "so far");
	terminal_wait_absent(t, "so far");
	terminal_settle(t);
	snapshot = KERNATLAS("--no-cache", "-r", many, "-r", slow, "snapshot", "--size", "100x30");
	command_assert_status(snapshot, 0);
	assert_string_equal(terminal_text(t), snapshot->out);
	quit(t);
}

static void the_place_is_kept_when_the_whole_comes(void **state)
{
	struct terminal *t = open_both(40, 150);
	const char *before = "";

	(void)state;
	terminal_wait_text(t, "so far");
	for (int i = 0; i < 4; i++)
		before = move_down(t);
	terminal_wait_absent(t, "so far");
	terminal_settle(t);
	assert_string_equal(selected(t), before);
	terminal_assert_text(t, harness_format("%d of %d", RECORDS, RECORDS));
	quit(t);
}

static void a_filter_of_a_part_is_taken_to_the_whole(void **state)
{
	struct terminal *t = open_both(30, 100);

	(void)state;
	terminal_wait_text(t, "so far");
	terminal_send(t, "/");
	terminal_send_bytes(t, "status:draft", strlen("status:draft"));
	terminal_send(t, "Enter");
	terminal_wait_text(t, "of 1500 so far");
	terminal_wait_text(t, harness_format("%d of %d", (RECORDS + 2) / 3, RECORDS));
	terminal_assert_absent(t, "so far");
	quit(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(keys_are_answered_while_it_loads, set_up, harness_teardown),
		cmocka_unit_test_setup_teardown(leaving_waits_for_nothing, set_up, harness_teardown),
		cmocka_unit_test_setup_teardown(the_whole_is_what_a_plain_start_shows, set_up, harness_teardown),
		cmocka_unit_test_setup_teardown(the_place_is_kept_when_the_whole_comes, set_up, harness_teardown),
		cmocka_unit_test_setup_teardown(a_filter_of_a_part_is_taken_to_the_whole, set_up, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
