/* Files that other programs change while the browser shows them: each change is one reload, the place is kept, and half
 * of a file is never taken for the whole. What a reload changed is counted in its message; so a change taken in two
 * would be told as two. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

static struct terminal *open_in(const char *dir)
{
	const struct terminal_options options = {.rows = 40, .cols = 150, .cwd = dir};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", dir, NULL});

	/* At rest it is while it loads, too. */
	terminal_wait_text(t, "Enter open");
	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_press(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static bool is_time(struct terminal *t, void *user)
{
	(void)t;
	return harness_now() >= *(const long long *)user;
}

struct wait {
	const char *until, *never;
	bool said;
};

static bool is_over(struct terminal *t, void *user)
{
	struct wait *wait = user;

	wait->said = wait->said || terminal_find(t, wait->never, NULL, NULL);
	return terminal_find(t, wait->until, NULL, NULL);
}

/* Looks at every frame until a text comes: another must be on none of them. */
static void wait_without(struct terminal *t, const char *until, const char *never)
{
	struct wait wait = {until, never, false};

	terminal_wait(t, is_over, &wait, until);
	if (wait.said)
		fail_msg("`%s` was shown meanwhile", never);
}

/* The row in which a title stands. */
static const char *row_of(struct terminal *t, const char *title)
{
	int row;

	assert_true(terminal_find(t, title, &row, NULL));
	return harness_format("%d", row);
}

static const char *changed_text(const char *dir)
{
	const char *text = workdir_read(dir, "compilers/triton.yaml", NULL), *at = strstr(text, "confidence: 0.9");

	assert_non_null(at);
	return harness_format("%.*sconfidence: 0.8%s", (int)(at - text), text, at + strlen("confidence: 0.9"));
}

/* Into the folder or out of it, in no time. */
static void move(const char *from, const char *from_name, const char *to, const char *to_name)
{
	assert_int_equal(rename(workdir_path(from, from_name), workdir_path(to, to_name)), 0);
}

static void saved_by_rename_it_is_one_change(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_in(dir);

	(void)state;
	workdir_write(dir, "compilers/.triton.yaml.swp", changed_text(dir));
	move(dir, "compilers/.triton.yaml.swp", dir, "compilers/triton.yaml");
	terminal_wait_text(t, "read again: 1 changed (");
	quit(t);
}

static void deleted_and_created_it_is_one_change(void **state)
{
	const char *dir = workdir_records(), *aside = workdir_new();
	struct terminal *t = open_in(dir);

	(void)state;
	workdir_write(aside, "new", changed_text(dir));
	workdir_remove(dir, "compilers/triton.yaml");
	move(aside, "new", dir, "compilers/triton.yaml");
	wait_without(t, "read again: 1 changed (", " gone");
	quit(t);
}

/* Where the first half ends: within a list, so that it does not even parse. */
static size_t half_of(const char *text)
{
	const char *list = strstr(text, "input_languages: [");

	assert_non_null(list);
	return (size_t)(list - text) + strlen("input_languages: [");
}

static int truncate_and_begin(const char *dir, const char *text)
{
	int fd = open(workdir_path(dir, "compilers/triton.yaml"), O_WRONLY | O_TRUNC | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, half_of(text)), half_of(text));
	return fd;
}

static void end_writing(int fd, const char *text)
{
	size_t half = half_of(text);

	assert_int_equal(write(fd, text + half, strlen(text) - half), strlen(text) - half);
	assert_int_equal(close(fd), 0);
}

static void truncated_and_written_slowly_it_is_one_change(void **state)
{
	const char *dir = workdir_records(), *text = changed_text(dir);
	struct terminal *t = open_in(dir);
	int fd = truncate_and_begin(dir, text);
	/* Longer than a burst may pause. */
	long long until = harness_now() + 500;

	(void)state;
	terminal_wait(t, is_time, &until, "the writer's pause");
	terminal_assert_absent(t, "what the file held before is shown");
	end_writing(fd, text);
	wait_without(t, "read again: 1 changed (", "what the file held before is shown");
	quit(t);
}

static void of_a_half_written_file_the_last_good_one_stays_and_it_is_told(void **state)
{
	const char *dir = workdir_records(), *text = changed_text(dir);
	struct terminal *t = open_in(dir);
	int fd;

	(void)state;
	workdir_write(dir, "compilers/triton.yaml", "");
	terminal_wait_text(t, "compilers/triton.yaml:1: what the file held before is shown: it is empty");
	terminal_assert_text(t, "● Triton");
	workdir_write(dir, "compilers/triton.yaml", "id: [triton\n");
	terminal_wait_text(t, "what the file held before is shown: while parsing a flow sequence");
	terminal_assert_text(t, "● Triton");
	/* A writer who is too slow to be waited for. */
	terminal_press(t, "Escape");
	fd = truncate_and_begin(dir, harness_format("a: [%s", text));
	terminal_wait_text(t, "what the file held before is shown");
	terminal_assert_text(t, "● Triton");
	assert_int_equal(close(fd), 0);
	workdir_write(dir, "compilers/triton.yaml", text);
	wait_without(t, "read again: 1 changed (", " gone");
	quit(t);
}

static void five_hundred_files_are_one_reload(void **state)
{
	const char *dir = workdir_records(), *aside = workdir_new();
	struct terminal *t = open_in(dir);

	(void)state;
	for (int i = 0; i < 500; i++)
		workdir_write(aside, harness_format("burst-%03d.yaml", i),
			harness_format("id: burst-%03d\ntype: note\nname: Burst %d\n", i, i));
	for (int i = 0; i < 500; i++)
		move(aside, harness_format("burst-%03d.yaml", i), dir, harness_format("notes/burst-%03d.yaml", i));
	terminal_wait_text(t, "read again: 500 new;");
	for (int i = 0; i < 500; i++)
		move(dir, harness_format("notes/burst-%03d.yaml", i), aside, harness_format("burst-%03d.yaml", i));
	terminal_wait_text(t, "read again: 500 gone;");
	quit(t);
}

static void place_scroll_marks_and_filter_stay(void **state)
{
	const char *dir = workdir_records(), *row, *before;
	struct terminal *t = open_in(dir);

	(void)state;
	terminal_press(t, "/");
	terminal_type(t, "backend:cuda");
	terminal_press(t, "Enter 1 G Space k k Space");
	terminal_press(t, "5 C-d j");
	terminal_settle(t);
	row = row_of(t, "XLA");
	before = harness_format("%s", terminal_text(t));
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	terminal_wait_text(t, "read again: 1 changed (");
	terminal_assert_text(t, "2 marked");
	terminal_assert_text(t, "backend:cuda");
	assert_string_equal(row_of(t, "XLA"), row);
	/* The next key takes the message away; then all but the mark of the change is as it was. */
	terminal_press(t, "Escape");
	for (int i = 1; i < 38; i++)
		if (!strstr(terminal_row(t, i), "Triton")) {
			const char *line = before;

			for (int skip = 0; skip < i; skip++)
				line = strchr(line, '\n') + 1;
			assert_string_equal(terminal_row(t, i), harness_format("%.*s", (int)strcspn(line, "\n"), line));
		}
	quit(t);
}

static void a_view_that_is_open_stays_open_at_its_line(void **state)
{
	static const char *const keys[] = {"? C-d", "d Enter C-d C-d", "Space j Space = j", "b C-d", "T Enter C-d", "] W C-d"};

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *dir = workdir_records(), *before;
		struct terminal *t = open_in(dir);

		terminal_press(t, keys[i]);
		before = harness_format("%s\n%s\n%s", terminal_row(t, 2), terminal_row(t, 10), terminal_row(t, 20));
		workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.5", "confidence: 0.51");
		terminal_wait_text(t, "read again: 1 changed (");
		assert_string_equal(harness_format("%s\n%s\n%s", terminal_row(t, 2), terminal_row(t, 10), terminal_row(t, 20)), before);
		terminal_press(t, "Escape");
		quit(t);
	}
}

static void a_change_is_marked_until_it_is_seen(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_in(dir);

	(void)state;
	workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.5", "confidence: 0.51");
	terminal_wait_text(t, "· 1 changed ~");
	terminal_assert_text(t, "○~Qual");
	terminal_press(t, "j k");
	terminal_assert_text(t, "· 1 changed ~");
	terminal_press(t, "/");
	terminal_type(t, "is:changed");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "1 of 22");
	terminal_press(t, "c");
	terminal_assert_absent(t, "○~Qual");
	workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.51", "confidence: 0.52");
	terminal_wait_text(t, "○~Qual");
	terminal_press(t, "g");
	/* Another change does not make it forgotten. */
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	terminal_wait_text(t, "· 2 changed ~");
	terminal_assert_text(t, "●~Triton");
	terminal_press(t, "] ]");
	terminal_assert_text(t, "compiler/qnn");
	terminal_press(t, "q");
	terminal_assert_absent(t, "○~Qual");
	terminal_assert_text(t, "· 1 changed ~");
	/* What is changed here is no news. */
	terminal_press(t, "[ e");
	terminal_type(t, "confidence");
	terminal_press(t, "Enter C-u");
	terminal_type(t, "0.65");
	terminal_press(t, "Enter Enter");
	terminal_assert_text(t, "saved: confidence");
	terminal_assert_text(t, "· 1 changed ~");
	terminal_press(t, "q");
	quit(t);
}

static void a_choice_that_is_open_is_made_first(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_in(dir);

	(void)state;
	terminal_press(t, "f");
	terminal_type(t, "cuda");
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	terminal_press(t, "BSpace");
	terminal_assert_text(t, "cud");
	terminal_assert_absent(t, "read again");
	terminal_press(t, "Escape Escape");
	terminal_wait_text(t, "read again: 1 changed (");
	quit(t);
}

static void where_changes_are_not_told_it_looks(void **state)
{
	const char *dir = workdir_records();
	const struct terminal_options options = {.rows = 40, .cols = 150, .cwd = dir};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", dir, "--poll", NULL});

	(void)state;
	terminal_wait_text(t, "TileLang");
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	terminal_wait_text(t, "read again: 1 changed (");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
}

/* As many programs watch as the system lets: this one has to look for itself. */
static void without_a_watch_to_be_had_it_looks(void **state)
{
	const char *dir = workdir_records();
	const struct terminal_options options = {.rows = 40, .cols = 150, .cwd = dir};
	const struct command_result *r = command_run(NULL, (const char *const[]){"unshare", "-Ur", "sh", "-c",
		"echo 0 >/proc/sys/user/max_inotify_instances", NULL});
	struct terminal *t;

	(void)state;
	if (r->status) {
		print_message("skipped: the number of watches can't be limited here: %s\n", r->err);
		skip();
	}
	t = terminal_start(&options, (const char *const[]){"unshare", "-Ur", "sh", "-c",
		"echo 0 >/proc/sys/user/max_inotify_instances; exec \"$0\" -r \"$1\"", harness_program(), dir, NULL});
	terminal_wait_text(t, "TileLang");
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	terminal_wait_text(t, "read again: 1 changed (");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(saved_by_rename_it_is_one_change),
		T(deleted_and_created_it_is_one_change),
		T(truncated_and_written_slowly_it_is_one_change),
		T(of_a_half_written_file_the_last_good_one_stays_and_it_is_told),
		T(five_hundred_files_are_one_reload),
		T(place_scroll_marks_and_filter_stay),
		T(a_view_that_is_open_stays_open_at_its_line),
		T(a_change_is_marked_until_it_is_seen),
		T(a_choice_that_is_open_is_made_first),
		T(where_changes_are_not_told_it_looks),
		T(without_a_watch_to_be_had_it_looks),
	};

	return cmocka_run_group_tests_name("reload", tests, NULL, NULL);
}
