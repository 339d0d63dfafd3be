/* Presenting: every step of every shipped story at three sizes and in every theme, a question from the floor, notes in a second
 * terminal, a story that changes while it is shown, and words that do not fit. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/command.h"
#include "tests/harness/golden.h"
#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

static const char *const stories[] = {"cost-lands", "portability-exception", "hand-written-on-tenstorrent"};
static const struct {
	int rows, cols;
} sizes[] = {{24, 80}, {30, 100}, {45, 160}};
static const char *const themes[] = {"dark", "light", "high-contrast", "projector", "colour-blind", "colour-blind-light", "cool", "warm", "warm-light", "mono"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct terminal *present(const char *story, const char *theme, int rows, int cols)
{
	struct terminal *t = terminal_open(rows, cols, "present", story, "--theme", theme, NULL);

	terminal_settle(t);
	return t;
}

static void leave(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* The number of steps, from "1/9" at the top right. */
static int steps_of(struct terminal *t)
{
	const char *slash = strrchr(terminal_row(t, 0), '/');

	assert_non_null(slash);
	return atoi(slash + 1);
}

static void every_step_has_its_screen(void **state)
{
	(void)state;
	for (size_t s = 0; s < COUNT(stories); s++)
		for (size_t z = 0; z < COUNT(sizes); z++) {
			struct terminal *t = present(stories[s], "dark", sizes[z].rows, sizes[z].cols);
			int steps = steps_of(t);
			struct buf all;

			buf_init(&all);
			for (int i = 0; i < steps; i++) {
				buf_addf(&all, "---- step %d\n%s", i + 1, terminal_text(t));
				/* Words that do not fit would carry this sign; the shipped ones fit. */
				for (int row = 1; row < 12 && row < sizes[z].rows / 2; row++)
					if (strstr(terminal_row(t, row), "▼"))
						fail_msg("%s, step %d: its words do not fit %dx%d:\n%s", stories[s], i + 1, sizes[z].cols, sizes[z].rows, terminal_text(t));
				terminal_press(t, "Space");
			}
			terminal_assert_text(t, "this is the last step");
			golden_check(harness_format("tests/screens/golden/present/%s-%dx%d.txt", stories[s], sizes[z].cols, sizes[z].rows), all.data, all.len);
			buf_release(&all);
			leave(t);
		}
}

/* Colours and attributes are the theme's; the words are the same in all, and the headline stands out in each. */
/* A screen with all its colours and attributes as a number (FNV-1a). */
static uint64_t number_of(const char *dump)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (; *dump; dump++)
		hash = (hash ^ (unsigned char)*dump) * 0x100000001b3u;
	return hash;
}

static void every_theme_shows_every_step(void **state)
{
	struct buf numbers;

	(void)state;
	buf_init(&numbers);
	for (size_t s = 0; s < COUNT(stories); s++)
		for (size_t z = 0; z < COUNT(sizes); z++) {
			const char *texts[32] = {0};

			for (size_t h = 0; h < COUNT(themes); h++) {
				struct terminal *t = present(stories[s], themes[h], sizes[z].rows, sizes[z].cols);
				int steps = steps_of(t);

				assert_true(steps <= (int)COUNT(texts));
				for (int i = 0; i < steps; i++) {
					struct screen_cell head = {0}, dim = terminal_cell(t, 0, sizes[z].cols / 20 + 2);

					for (int col = 0; col < sizes[z].cols && !head.text[0]; col++)
						if (terminal_cell(t, 2, col).text[0] && terminal_cell(t, 2, col).text[0] != ' ')
							head = terminal_cell(t, 2, col);
					if (head.fg == dim.fg && head.bold == dim.bold && head.dim == dim.dim)
						fail_msg("%s in %s, step %d: the headline looks like the line above it", stories[s], themes[h], i + 1);
					if (h == 0)
						texts[i] = harness_format("%s", terminal_text(t));
					else
						same_texts(texts[i], terminal_text(t), harness_format("%s in %s, step %d", stories[s], themes[h], i + 1));
					buf_addf(&numbers, "%s %s %dx%d step %d: %016llx\n", themes[h], stories[s], sizes[z].cols, sizes[z].rows, i + 1, (unsigned long long)number_of(terminal_dump(t)));
					terminal_press(t, "Space");
				}
				leave(t);
			}
		}
	/* The words stand in the screens of every_step_has_its_screen(); this keeps their colours and attributes. */
	golden_check("tests/screens/golden/present/colours.txt", numbers.data, numbers.len);
	buf_release(&numbers);
}

static void a_question_from_the_floor_is_answered_in_place(void **state)
{
	struct terminal *t = present("cost-lands", "dark", 45, 160);
	const char *before;

	(void)state;
	terminal_press(t, "Space Space Space");
	before = harness_format("%s", terminal_dump(t));
	/* Any key of the browser leads into it; P leads back. */
	terminal_press(t, "/");
	terminal_press(t, "C-u");
	terminal_type(t, "family:template-library");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "4 of 22");
	terminal_assert_text(t, "P: step 4/9");
	terminal_press(t, "1 g j j Space j Space =");
	terminal_assert_text(t, "WHERE THEY DIFFER");
	terminal_press(t, "P");
	same_texts(before, terminal_dump(t), "back at the step");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "P goes back to step 4 of 9");
	terminal_press(t, "d 1 5 Enter P");
	same_texts(before, terminal_dump(t), "back at the step from a document");
	leave(t);
}

static void a_story_in_the_browser_gives_the_browser_back(void **state)
{
	struct terminal *t = terminal_open(45, 160, "-q", "backend:rocm", NULL);
	const char *before;

	(void)state;
	terminal_settle(t);
	terminal_press(t, "1 j j Space 3 l");
	before = harness_format("%s", terminal_dump(t));
	terminal_press(t, "P Enter");
	terminal_assert_text(t, "1/");
	terminal_press(t, "Space Space G g o");
	terminal_assert_text(t, "Steps");
	terminal_press(t, "Escape q");
	same_texts(before, terminal_dump(t), "the browser after a story");
	leave(t);
}

static void light_and_clock_are_keys(void **state)
{
	struct terminal *t = present("portability-exception", "dark", 30, 100);
	const char *before = harness_format("%s", terminal_dump(t));

	(void)state;
	terminal_press(t, "B");
	for (int row = 0; row < 30; row++)
		assert_string_equal(terminal_row(t, row), "");
	terminal_press(t, "x");
	same_texts(before, terminal_dump(t), "light again");
	/* The clock makes the program wake once a minute, so it never comes to rest for good. */
	terminal_send(t, "K");
	terminal_wait_text(t, " min · 1/");
	terminal_send(t, "K");
	terminal_wait_absent(t, " min · 1/");
	terminal_settle(t);
	same_texts(before, terminal_dump(t), "without the clock");
	terminal_press(t, "BSpace");
	terminal_assert_text(t, "this is the first step");
	terminal_press(t, "z");
	terminal_assert_text(t, "1/");
	terminal_press(t, "z");
	same_texts(before, terminal_dump(t), "unzoomed");
	leave(t);
}

static void a_resized_step_equals_a_fresh_one(void **state)
{
	static const char *const keys[] = {"", "Space Space", "G", "Space Space Space Space Space Space"};

	(void)state;
	for (size_t k = 0; k < COUNT(keys); k++) {
		struct terminal *t = present("cost-lands", "dark", 45, 160), *fresh = present("cost-lands", "dark", 30, 100);

		terminal_press(t, keys[k]);
		for (int i = 0; i < 50; i++)
			terminal_resize(t, 1 + i * 7 % 60, 1 + i * 37 % 200);
		terminal_resize(t, 30, 100);
		terminal_settle(t);
		terminal_press(fresh, keys[k]);
		same_texts(terminal_dump(fresh), terminal_dump(t), harness_format("after `%s`", keys[k]));
		leave(t);
		leave(fresh);
	}
}

/* ---- notes in a second terminal ---- */

static struct terminal *open_notes(const char *home)
{
	struct terminal_options options = {.rows = 30, .cols = 90, .home = home};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "present", "cost-lands", "--notes", NULL});

	terminal_settle(t);
	return t;
}

static struct terminal *open_presenter(const char *home)
{
	struct terminal_options options = {.rows = 45, .cols = 160, .home = home};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "present", "cost-lands", NULL});

	terminal_settle(t);
	return t;
}

static void notes_follow_also_when_either_is_restarted(void **state)
{
	const char *home = workdir_new();
	struct terminal *presenter = open_presenter(home), *notes = open_notes(home);

	(void)state;
	terminal_assert_text(notes, "1/9");
	terminal_assert_text(notes, "The columns run in the order of a deployment's life.");
	terminal_assert_text(notes, "next: Just in time: the first request waits");
	terminal_press(presenter, "Space");
	terminal_wait_text(notes, "2/9");
	terminal_assert_text(notes, "All of these are stated in the record without a method.");
	/* The notes begin anew: at the step that is shown. */
	leave(notes);
	notes = open_notes(home);
	terminal_assert_text(notes, "2/9");
	terminal_press(presenter, "G");
	terminal_wait_text(notes, "9/9");
	terminal_assert_text(notes, "this is the last step");
	/* The presenter begins anew, and with it the story. */
	terminal_signal(presenter, SIGKILL);
	terminal_wait_exit(presenter);
	presenter = open_presenter(home);
	terminal_wait_text(notes, "1/9");
	terminal_press(presenter, "Space Space");
	terminal_wait_text(notes, "3/9");
	/* Keys of the notes change nothing over there. */
	terminal_press(notes, "Space j k");
	terminal_assert_text(presenter, "3/9");
	leave(notes);
	leave(presenter);
}

/* ---- a story that changes, and one that does not fit ---- */

static void a_story_edited_while_shown_stays_at_its_step(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = terminal_open(45, 160, "-r", dir, "present", "cost-lands", "--theme", "mono", NULL);

	(void)state;
	terminal_settle(t);
	terminal_press(t, "Space Space");
	terminal_assert_text(t, "3/9");
	workdir_replace(dir, "stories/cost-lands.yaml", "A warm server is not warm for every request", "This line was changed");
	terminal_wait_text(t, "This line was changed");
	terminal_assert_text(t, "3/9");
	/* Fewer steps than it has come to: the last one that is left. */
	terminal_press(t, "G");
	workdir_write(dir, "stories/cost-lands.yaml", "id: cost-lands\ntype: story\ntitle: Shorter\nsteps:\n  - headline: One\n    lines: [first]\n  - headline: Two\n    lines: [second]\n");
	terminal_wait_text(t, "2/2");
	terminal_assert_text(t, "• second");
	leave(t);
}

static void words_that_do_not_fit_are_paged_with_a_sign(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t;
	const struct command_result *r;
	struct buf story;

	(void)state;
	buf_init(&story);
	buf_adds(&story, "id: long\ntype: story\ntitle: Long\nsteps:\n  - headline: A headline of some length for a step\n    pane: families\n    lines:\n");
	for (int i = 0; i < 5; i++)
		buf_addf(&story, "      - line %d has so many words that it takes several rows of any screen, and goes on and on until there is no more room for it, not even on a wide one, whatever is left out, since somebody could not stop and wrote on to the end of the page%d\n", i, i);
	buf_adds(&story, "  - headline: Next\n    lines: [end]\n");
	workdir_write(dir, "stories/long.yaml", story.data);
	buf_release(&story);
	t = terminal_open(24, 80, "-r", dir, "present", "long", NULL);
	terminal_settle(t);
	terminal_assert_text(t, "▼");
	terminal_assert_text(t, "1/2");
	for (int i = 0; i < 5 && !terminal_find(t, "page4", NULL, NULL); i++) {
		terminal_press(t, "Space");
		terminal_assert_text(t, "1/2");
	}
	terminal_assert_text(t, "page4");
	terminal_press(t, "Space");
	terminal_assert_text(t, "2/2");
	leave(t);
	r = KERNATLAS("-r", dir, "check", "type:story");
	command_assert_status(r, 0);
	command_assert_says(r, "stories/long.yaml:5:5: warning: story-overflow: step 1 takes");
	command_assert_says(r, "pages at 80x24");
	command_assert_status(KERNATLAS("-r", dir, "check", "type:story", "--strict"), 1);
}

/* The lowest row with a cell on another background than before, and the number of such cells. */
static int row_of_cursor(struct terminal *t, const struct screen_cell *before, int rows, int cols, int *count)
{
	int row = -1;

	*count = 0;
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < cols; x++) {
			struct screen_cell cell = terminal_cell(t, y, x);

			if (cell.bg != before[y * cols + x].bg) {
				row = y;
				++*count;
			}
		}
	return row;
}

static void the_row_under_the_cursor_is_highlighted_and_moves(void **state)
{
	enum { ROWS = 30, COLS = 100 };
	static struct screen_cell before[ROWS * COLS];
	struct terminal *t = present("cost-lands", "dark", ROWS, COLS);
	const char *at_first;
	int row, count;

	(void)state;
	terminal_press(t, "Space");
	at_first = harness_format("%s", terminal_dump(t));
	for (int i = 0; i < ROWS * COLS; i++)
		before[i] = terminal_cell(t, i / COLS, i % COLS);
	terminal_press(t, "H");
	terminal_assert_text(t, "arrows move the highlight");
	row = row_of_cursor(t, before, ROWS, COLS, &count);
	assert_true(count >= 8);
	assert_non_null(strstr(terminal_row(t, row), "Triton"));
	terminal_press(t, "Down");
	terminal_assert_text(t, "2/9");
	row = row_of_cursor(t, before, ROWS, COLS, &count);
	assert_null(strstr(terminal_row(t, row), "Triton"));
	terminal_press(t, "H");
	same_texts(at_first, terminal_dump(t), "the highlight taken away");
	terminal_press(t, "H Down Space");
	terminal_assert_text(t, "3/9");
	terminal_assert_absent(t, "arrows move the highlight");
	leave(t);
}

static void a_step_may_ask_for_a_layout(void **state)
{
	static const char *const titles[] = {"1 Families", "2 Cost location", "3 Portability", "4 Tenstorrent", "5 Record"};
	static const struct {
		const char *layout;
		int rows, cols;
		bool shown[5], preview;
	} cases[] = {
		{"wide", 45, 160, {true, true, true, true, true}, false},
		{"wide", 30, 100, {false, true, false, false, true}, false},
		{"wide", 24, 80, {false, true, false, false, false}, true},
		{"medium", 45, 160, {false, true, false, false, true}, false},
		{"narrow", 45, 160, {false, true, false, false, false}, true},
		{"tiny", 45, 160, {false, true, false, false, false}, false},
		{"wide", 12, 40, {false, true, false, false, false}, false},
	};
	const char *dir = workdir_records();

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct terminal *t;

		workdir_write(dir, "stories/laid.yaml", harness_format("id: laid\ntype: story\ntitle: Laid\nsteps:\n  - headline: H\n    pane: cost\n    layout: %s\n", cases[i].layout));
		t = terminal_open(cases[i].rows, cases[i].cols, "-r", dir, "present", "laid", NULL);
		terminal_settle(t);
		for (size_t k = 0; k < COUNT(titles); k++)
			if (terminal_find(t, titles[k], NULL, NULL) != cases[i].shown[k])
				fail_msg("%s at %dx%d: %s\n%s", cases[i].layout, cases[i].cols, cases[i].rows, titles[k], terminal_text(t));
		assert_int_equal(terminal_find(t, "5 all of it", NULL, NULL), cases[i].preview);
		leave(t);
	}
}

static void a_headline_without_end_is_paged(void **state)
{
	const char *dir = workdir_records();
	struct buf story;
	struct terminal *t;

	(void)state;
	buf_init(&story);
	buf_adds(&story, "id: long\ntype: story\ntitle: Long\nsteps:\n  - headline: begin");
	for (int i = 0; i < 300; i++)
		buf_adds(&story, " and so on");
	buf_adds(&story, " finis\n    lines: [the line]\n    pane: cost\n  - headline: Next\n");
	workdir_write(dir, "stories/long.yaml", story.data);
	buf_release(&story);
	t = terminal_open(24, 80, "-r", dir, "present", "long", NULL);
	terminal_settle(t);
	terminal_assert_text(t, "▼");
	for (int i = 0; i < 30 && !terminal_find(t, "• the line", NULL, NULL); i++) {
		terminal_press(t, "Space");
		terminal_assert_text(t, "1/2");
		terminal_assert_text(t, "▲");
	}
	terminal_assert_text(t, "finis");
	terminal_press(t, "Space");
	terminal_assert_text(t, "2/2");
	leave(t);
	command_assert_says(KERNATLAS("-r", dir, "check", "type:story"), "story-overflow: step 1 takes");
}

static void a_fault_in_the_file_does_not_end_the_talk(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = terminal_open(30, 100, "-r", dir, "present", "cost-lands", NULL);
	const char *text = "id: cost-lands\ntype: story\ntitle: Mended\nsteps:\n  - headline: One\n  - headline: Two\n  - headline: Three\n    lines: [mended]\n  - headline: Four\n";

	(void)state;
	terminal_settle(t);
	terminal_press(t, "Space Space");
	terminal_assert_text(t, "3/9");
	workdir_write(dir, "stories/cost-lands.yaml", "id: [\n");
	terminal_wait_text(t, "what the file held before is shown");
	terminal_assert_text(t, "3/9");
	terminal_assert_text(t, "A warm server is not warm for every request");
	workdir_write(dir, "stories/cost-lands.yaml", "id: cost-lands\ntype: story\ntitle: Empty\nsteps: []\n");
	terminal_wait_text(t, "The story cost-lands can't be read now.");
	terminal_press(t, "o Escape");
	terminal_assert_text(t, "Step 3 comes back");
	workdir_write(dir, "stories/cost-lands.yaml", text);
	terminal_wait_text(t, "3/4");
	terminal_assert_text(t, "• mended");
	leave(t);
}

static void marks_are_given_back_also_when_records_changed(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = terminal_open(45, 160, "-r", dir, NULL);

	(void)state;
	terminal_settle(t);
	terminal_press(t, "1 j j Space");
	terminal_assert_text(t, "1 marked");
	terminal_press(t, "P Enter Space");
	/* A record before all others: the numbers of records move. */
	workdir_write(dir, "claims/aaa.yaml", "id: aaa\ntype: claim\nstatement: S.\nat: 15-compilers\nquery: 'type:compiler'\nexpect: {count: 22}\n");
	terminal_wait_text(t, "read again");
	terminal_press(t, "q");
	terminal_assert_text(t, "1 marked");
	leave(t);
}

static void a_story_that_is_none_is_told(void **state)
{
	struct terminal *t = terminal_open(24, 80, "present", "triton", NULL);

	(void)state;
	terminal_assert_exit(t, 2);
	terminal_assert_text(t, "there is no story triton");
	command_assert_error(KERNATLAS("present"), "name one story");
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(every_step_has_its_screen),
		T(every_theme_shows_every_step),
		T(a_question_from_the_floor_is_answered_in_place),
		T(a_story_in_the_browser_gives_the_browser_back),
		T(light_and_clock_are_keys),
		T(a_resized_step_equals_a_fresh_one),
		T(notes_follow_also_when_either_is_restarted),
		T(a_story_edited_while_shown_stays_at_its_step),
		T(words_that_do_not_fit_are_paged_with_a_sign),
		T(the_row_under_the_cursor_is_highlighted_and_moves),
		T(a_step_may_ask_for_a_layout),
		T(a_headline_without_end_is_paged),
		T(a_fault_in_the_file_does_not_end_the_talk),
		T(marks_are_given_back_also_when_records_changed),
		T(a_story_that_is_none_is_told),
	};

	return cmocka_run_group_tests_name("present", tests, NULL, NULL);
}
