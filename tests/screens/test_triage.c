/* A review on a terminal: a tour through the queue from two drafts to one and back, edits that are refused, notes, the
 * report, what another program changes meanwhile, and the editor in all its ways to end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

static struct terminal *open_with(const char *dir, const char *variable)
{
	const struct terminal_options options = {.rows = 40,
		.cols = 120,
		.env = (const char *const[]){"KERNATLAS_REVIEWER=A. Reviewer", variable, NULL},
		.cwd = dir};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", dir, NULL});

	terminal_settle(t);
	return t;
}

static void quit(struct terminal *t)
{
	terminal_press(t, "q");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* Chooses a field of the record by its name. */
static void choose_field(struct terminal *t, const char *field)
{
	terminal_press(t, "e");
	terminal_assert_text(t, "type to narrow; Enter takes a field");
	terminal_type(t, field);
	terminal_press(t, "Enter");
}

static void choose_value(struct terminal *t, const char *field, const char *value)
{
	choose_field(t, field);
	terminal_type(t, value);
	terminal_press(t, "Enter");
	terminal_assert_text(t, "A change, not saved yet");
}

/* Types another value in place of the one that is there. */
static void type_value(struct terminal *t, const char *field, const char *value)
{
	choose_field(t, field);
	terminal_press(t, "C-u");
	terminal_type(t, value);
	terminal_press(t, "Enter");
}

static void assert_drafts(const char *dir, const char *count)
{
	command_assert_output(KERNATLAS("-r", dir, "list", "is:draft", "--count"), count);
}

static void a_tour_takes_two_drafts_to_one_and_back(void **state)
{
	const char *dir = workdir_records(), *before = workdir_read(dir, "compilers/max-mojo.yaml", NULL);
	struct terminal *t = open_with(dir, NULL);

	(void)state;
	terminal_press(t, "T");
	terminal_assert_text(t, "reviewed 0, left 13");
	terminal_assert_text(t, "○ MAX and Mojo (Modular)  draft; on it rest 9 claims");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "Review · 1 of 13 · reviewed 1, left 12");
	terminal_assert_text(t, "BEFORE IT CAN BE VERIFIED");
	terminal_assert_text(t, "https://max.modular.com/");
	/* The rules say no, and Enter does not get past them. */
	choose_value(t, "status", "verified");
	terminal_assert_text(t, "IT CAN'T BE CALLED VERIFIED YET");
	terminal_assert_text(t, "4 open questions are left");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "this can't be saved");
	terminal_press(t, "Escape");
	terminal_assert_text(t, "nothing was changed");
	assert_string_equal(workdir_read(dir, "compilers/max-mojo.yaml", NULL), before);
	/* Its questions answered, it may. */
	type_value(t, "open_questions", "[]");
	terminal_assert_text(t, "+open_questions: []");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "saved: open_questions: 4 items → []");
	terminal_assert_text(t, "NOTHING KEEPS IT FROM BEING VERIFIED");
	choose_value(t, "status", "verified");
	terminal_assert_text(t, "-status: draft");
	terminal_assert_text(t, "+status: verified");
	terminal_assert_text(t, "no longer holds: claim `two-drafts`");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "saved: status: draft → verified");
	terminal_assert_text(t, "● verified");
	terminal_assert_text(t, "✓ fixed: info draft");
	assert_drafts(dir, "1\n");
	/* Back, and forth again, and back to the first byte. */
	terminal_press(t, "U");
	terminal_assert_text(t, "undone: compiler/max-mojo: status: draft → verified");
	terminal_assert_text(t, "○ draft");
	assert_drafts(dir, "2\n");
	terminal_press(t, "C-r");
	terminal_assert_text(t, "made again: compiler/max-mojo");
	assert_drafts(dir, "1\n");
	terminal_press(t, "U U");
	assert_string_equal(workdir_read(dir, "compilers/max-mojo.yaml", NULL), before);
	terminal_press(t, "U");
	terminal_assert_text(t, "no edit of this sitting is left to be undone");
	quit(t);
}

static void next_and_previous_walk_the_queue(void **state)
{
	struct terminal *t = open_with(workdir_records(), NULL);

	(void)state;
	terminal_press(t, "]");
	terminal_assert_text(t, "Review · 1 of 13");
	terminal_assert_text(t, "compiler/max-mojo");
	terminal_press(t, "]");
	terminal_assert_text(t, "Review · 2 of 13 · reviewed 2, left 11");
	terminal_assert_text(t, "compiler/qnn");
	terminal_press(t, "[");
	terminal_assert_text(t, "Review · 1 of 13 · reviewed 2, left 11");
	terminal_press(t, "[");
	terminal_assert_text(t, "this is the first of the queue");
	/* The record that was looked at is the selected one; the list begins where one is. */
	terminal_press(t, "q");
	terminal_assert_text(t, "MAX and Mojo (Modular)");
	terminal_press(t, "]");
	terminal_assert_text(t, "compiler/qnn");
	terminal_press(t, "T");
	terminal_assert_text(t, "reviewed 2, left 11");
	terminal_press(t, "Escape");
	quit(t);
}

static void values_are_added_and_taken_out(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_with(dir, NULL);

	(void)state;
	terminal_press(t, "] ]");
	choose_field(t, "sources +");
	terminal_type(t, "mlir-ml");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "+sources: [w7k-qualcomm-ai-engine-direct-sdk, local-executorch-github, mlir-multi-level");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "saved: sources gains mlir-multi-level-intermediate-representation");
	choose_field(t, "sources[1]");
	terminal_type(t, "take it");
	terminal_press(t, "Enter Enter");
	terminal_assert_text(t, "saved: sources loses local-executorch-github");
	/* An item whose text is emptied is taken out. */
	type_value(t, "open_questions[4]", "");
	terminal_assert_text(t, "-  - When was it first released?");
	terminal_press(t, "Enter");
	choose_field(t, "open_questions +");
	terminal_type(t, "Where: is it documented?");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "+  - 'Where: is it documented?'");
	terminal_press(t, "Enter U U U U");
	assert_string_equal(workdir_read(dir, "compilers/qnn.yaml", NULL),
		workdir_read(NULL, harness_format("%s/records/compilers/qnn.yaml", harness_root()), NULL));
	quit(t);
}

static void a_wrong_value_is_told_and_not_saved(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_with(dir, NULL);

	(void)state;
	terminal_press(t, "] ]");
	type_value(t, "confidence", "high");
	terminal_assert_text(t, "confidence: `high` is not a number");
	type_value(t, "confidence", "7");
	terminal_assert_text(t, "THIS CAN'T BE SAVED");
	terminal_press(t, "Escape");
	choose_field(t, "confidence");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "confidence is that already; nothing was changed");
	quit(t);
}

static void what_another_program_wrote_meanwhile_is_shown_not_lost(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_with(dir, NULL);

	(void)state;
	terminal_press(t, "] ]");
	type_value(t, "confidence", "0.6");
	terminal_assert_text(t, "+confidence: 0.6");
	workdir_replace(dir, "compilers/qnn.yaml", "status: draft", "status: contested");
	terminal_wait_text(t, "THE FILE CHANGED MEANWHILE: NOTHING WAS SAVED");
	terminal_assert_text(t, "+status: contested");
	terminal_assert_text(t, "+confidence: 0.6");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "this can't be saved");
	terminal_press(t, "Escape");
	/* The review goes on with what is there now. */
	terminal_assert_text(t, "◆ contested");
	assert_non_null(strstr(workdir_read(dir, "compilers/qnn.yaml", NULL), "confidence: 0.5\n"));
	quit(t);
}

static void a_note_is_kept_in_the_record_and_the_report(void **state)
{
	const char *dir = workdir_records();
	struct terminal *t = open_with(dir, NULL);

	(void)state;
	terminal_press(t, "] ] R");
	terminal_type(t, "asked the vendor: no answer");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "+    note: 'asked the vendor: no answer'");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "REVIEWS");
	terminal_assert_text(t, "2026-12-01 A. Reviewer  asked the vendor: no answer");
	assert_non_null(strstr(workdir_read(dir, "compilers/qnn.yaml", NULL),
		"updated: 2026-10-05\nreviews:\n  - date: 2026-12-01\n    by: A. Reviewer\n    note: 'asked the vendor: no answer'\n"));
	terminal_press(t, "W");
	terminal_assert_text(t, "# Review of 2026-12-01");
	terminal_assert_text(t, "2 records looked at, 1 of them changed; 11 left in the queue.");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "review-2026-12-01.md");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "the report is in review-2026-12-01.md");
	assert_non_null(strstr(workdir_read(dir, "review-2026-12-01.md", NULL), "  - note: asked the vendor: no answer\n"));
	/* It is never written over. */
	terminal_press(t, "Enter Enter");
	terminal_assert_text(t, "there is a file of that name already");
	/* From it back to the record it was asked for at. */
	terminal_press(t, "Escape");
	terminal_assert_text(t, "compiler/qnn");
	quit(t);
}

/* ---- the editor ---- */

/* An editor that does what the script says; its arguments are the line and the file. */
static const char *editor(const char *dir, const char *script)
{
	const char *name = workdir_path(dir, "my editor");

	workdir_write(NULL, harness_format("%s.sh", name), harness_format("#!/bin/sh\n%s\n", script));
	/* No blank may be in its path: words are split there. */
	workdir_write(dir, "editor", harness_format("#!/bin/sh\nprintf '%%s\\n' \"$@\" >'%s/arguments'\n. '%s.sh'\n", dir, name));
	assert_int_equal(chmod(workdir_path(dir, "editor"), 0755), 0);
	return harness_format("VISUAL=%s/editor --wait", dir);
}

static void the_editor_opens_at_the_finding_and_tells_what_became_of_it(void **state)
{
	const char *dir = workdir_records(), *aside = workdir_new();
	struct terminal *t;

	(void)state;
	workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.5", "confidence: 5");
	t = open_with(dir, editor(aside, "sed -i 's/^confidence: 5$/confidence: 0.5/' \"$3\""));
	terminal_press(t, "]");
	terminal_assert_text(t, "confidence 5 is not between 0 and 1");
	terminal_send(t, "E");
	terminal_wait_text(t, "back from editor: 1 finding fixed, 0 new, 1 still there");
	terminal_assert_text(t, "✓ fixed: error confidence 5 is not between 0 and 1");
	assert_string_equal(workdir_read(aside, "arguments", NULL), harness_format("--wait\n+66\n%s/compilers/qnn.yaml\n", dir));
	quit(t);
}

/* What the browser has changed of the terminal: modes, mouse, paste, cursor, the other screen. */
static const char *modes(struct terminal *t)
{
	const char *changed = harness_format("%s", terminal_left_changed(t));

	assert_true(*changed);
	return changed;
}

static void an_editor_that_goes_wrong_is_told_and_the_screen_comes_back(void **state)
{
	static const struct {
		const char *script, *said;
	} cases[] = {
		{"true", "back from editor: nothing was changed"},
		{"exit 3", "editor failed with status 3"},
		{"kill -9 $$", "editor was ended by signal 9 (Killed)"},
		{"stty -echo -icanon -isig; printf '\\033[?1000h\\033[?25l\\033[?2004h'", "back from editor: nothing was changed"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct terminal *t = open_with(workdir_records(), editor(workdir_new(), cases[i].script));
		const char *before, *changed;

		terminal_press(t, "]");
		before = harness_format("%s", terminal_row(t, 5));
		changed = modes(t);
		terminal_send(t, "E");
		terminal_wait_text(t, cases[i].said);
		assert_string_equal(terminal_row(t, 5), before);
		assert_string_equal(modes(t), changed);
		terminal_press(t, "]");
		terminal_assert_text(t, "Review · 2 of 13");
		quit(t);
	}
}

static void without_visual_it_is_editor_and_without_both_vi(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		const char *dir = workdir_records(), *aside = workdir_new();
		const char *visual = editor(aside, "true"), *path = getenv("PATH");
		struct terminal *t;

		workdir_copy(workdir_path(aside, "editor"), workdir_path(aside, "vi"));
		assert_int_equal(chmod(workdir_path(aside, "vi"), 0755), 0);
		t = open_with(dir, i ? harness_format("PATH=%s:%s", aside, path ? path : "/usr/bin:/bin")
				     : harness_format("EDITOR=%s", visual + strlen("VISUAL=")));
		terminal_press(t, "] ]");
		terminal_send(t, "E");
		terminal_wait_text(t, i ? "back from vi: nothing was changed" : "back from editor: nothing was changed");
		assert_string_equal(workdir_read(aside, "arguments", NULL),
			harness_format("%s+65\n%s/compilers/qnn.yaml\n", i ? "" : "--wait\n", dir));
		quit(t);
	}
}

static void an_editor_that_is_missing_is_told(void **state)
{
	struct terminal *t = open_with(workdir_records(), "VISUAL=no-such-editor");
	const char *changed;

	(void)state;
	terminal_press(t, "]");
	changed = modes(t);
	terminal_send(t, "E");
	terminal_wait_text(t, "no-such-editor can't be started: No such file or directory");
	assert_string_equal(modes(t), changed);
	quit(t);
}

static void an_editor_that_stops_stops_the_browser_and_both_go_on(void **state)
{
	struct terminal *t = open_with(workdir_records(), editor(workdir_new(), "kill -STOP $$; echo went on"));
	const char *changed;

	(void)state;
	terminal_press(t, "]");
	changed = modes(t);
	terminal_send(t, "E");
	terminal_wait_stopped(t);
	/* Whoever has the terminal then finds it as it was before the browser. */
	terminal_assert_restored(t);
	terminal_continue(t);
	terminal_wait_text(t, "back from editor: nothing was changed");
	assert_string_equal(modes(t), changed);
	quit(t);
}

static void a_window_resized_under_the_editor_is_drawn_at_its_new_size(void **state)
{
	const char *aside = workdir_new(), *changed;
	struct terminal *t = open_with(workdir_records(),
		editor(aside, "echo ready; read answer; echo \"$answer\" >>\"$(dirname \"$0\")/arguments\""));

	(void)state;
	terminal_press(t, "]");
	changed = modes(t);
	terminal_send(t, "E");
	terminal_wait_text(t, "ready");
	terminal_resize(t, 24, 80);
	/* The line that the editor reads; what is typed behind it is dropped, not taken for keys of the browser. */
	terminal_send_bytes(t, "x\nqqq", 5);
	terminal_wait_text(t, "back from editor: nothing was changed");
	terminal_settle(t);
	terminal_assert_text(t, "Review · 1 of 13");
	assert_true(strlen(terminal_row(t, 1)) > 80);
	assert_string_equal(modes(t), changed);
	quit(t);
}

static void what_changed_since_the_last_commit_is_shown(void **state)
{
	static const char *const steps[][8] = {
		{"git", "init", "-q", NULL},
		{"git", "add", ".", NULL},
		{"git", "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qmx"},
	};
	const char *dir = workdir_records();
	const struct command at = {.cwd = dir};
	struct terminal *t;

	(void)state;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (command_run(&at, steps[i])->status == 127)
			skip();
	workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.5", "confidence: 0.55");
	t = open_with(dir, NULL);
	terminal_press(t, "]");
	terminal_assert_text(t, "its file is as it was");
	terminal_press(t, "] C-d");
	terminal_assert_text(t, "SINCE THE LAST COMMIT");
	terminal_assert_text(t, "+confidence: 0.55");
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_tour_takes_two_drafts_to_one_and_back),
		T(next_and_previous_walk_the_queue),
		T(values_are_added_and_taken_out),
		T(a_wrong_value_is_told_and_not_saved),
		T(what_another_program_wrote_meanwhile_is_shown_not_lost),
		T(a_note_is_kept_in_the_record_and_the_report),
		T(the_editor_opens_at_the_finding_and_tells_what_became_of_it),
		T(an_editor_that_goes_wrong_is_told_and_the_screen_comes_back),
		T(without_visual_it_is_editor_and_without_both_vi),
		T(an_editor_that_is_missing_is_told),
		T(an_editor_that_stops_stops_the_browser_and_both_go_on),
		T(a_window_resized_under_the_editor_is_drawn_at_its_new_size),
		T(what_changed_since_the_last_commit_is_shown),
	};

	return cmocka_run_group_tests_name("triage", tests, NULL, NULL);
}
