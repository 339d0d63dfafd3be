/* Stories: found by any of their names, and read step by step, whatever stands in them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "corpus_folder.h"
#include "story.h"

#define HEAD "id: y\ntype: story\naliases: [old-y]\ntitle: Y\n"

static struct corpus_folder *load(void **state, const char *text)
{
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "sources/y.yaml", "id: y\ntype: source\nname: Y\nkind: repo\n");
	corpus_folder_write(f, "stories/y.yaml", text);
	corpus_folder_load(f);
	return f;
}

static void a_step_is_read_whole(void **state)
{
	struct corpus_folder *f = load(state, HEAD
		"steps:\n  - headline: One\n    lines: [a, b]\n    notes: Say it.\n    query: 'is:draft'\n    pane: record\n    layout: wide\n"
		"    select: source/y\n    marks: [y]\n    compare: yes\n    zoom: yes\n    doc: d#head\n    highlight: here\n  - headline: Two\n");
	uint32_t story = story_find(f->corpus, "y");
	struct story_step step;

	assert_int_equal(story_step_count(f->corpus, story), 2);
	assert_true(story_step_read(f->corpus, story, 0, &step));
	assert_string_equal(step.headline, "One");
	assert_int_equal(node_count(step.lines), 2);
	assert_string_equal(step.notes, "Say it.");
	assert_string_equal(step.query, "is:draft");
	assert_string_equal(step.pane, "record");
	assert_string_equal(step.layout, "wide");
	assert_string_equal(step.select, "source/y");
	assert_int_equal(node_count(step.marks), 1);
	assert_true(step.compare && step.zoom);
	assert_string_equal(step.doc, "d#head");
	assert_string_equal(step.highlight, "here");
	assert_true(story_step_read(f->corpus, story, 1, &step));
	assert_string_equal(step.headline, "Two");
	assert_string_equal(step.notes, "");
	assert_string_equal(step.layout, "");
	assert_null(step.lines.v);
	assert_false(step.compare || step.zoom);
	assert_false(story_step_read(f->corpus, story, 2, &step));
}

static void a_matrix_is_its_pane_alone(void **state)
{
	struct corpus_folder *f = load(state, HEAD "steps:\n  - headline: One\n    pane: cost\n    matrix: yes\n");
	struct story_step step;

	assert_true(story_step_read(f->corpus, story_find(f->corpus, "y"), 0, &step));
	assert_string_equal(step.pane, "portability");
	assert_true(step.zoom);
}

static void a_story_is_found_beside_a_record_of_its_name(void **state)
{
	struct corpus_folder *f = load(state, HEAD "steps: []\n");
	uint32_t story = story_find(f->corpus, "y");

	assert_int_not_equal(story, RECORD_NONE);
	assert_true(story_is(f->corpus, story));
	assert_int_equal(story_find(f->corpus, "story/y"), story);
	assert_int_equal(story_find(f->corpus, "old-y"), story);
	assert_int_equal(story_find(f->corpus, "source/y"), RECORD_NONE);
	assert_int_equal(story_find(f->corpus, "nothing"), RECORD_NONE);
	assert_int_equal(story_find(f->corpus, ""), RECORD_NONE);
}

static void what_is_no_step_reads_as_an_empty_one(void **state)
{
	static const char *const none[] = {"", "steps: []\n", "steps: text\n", "steps: {a: 1}\n", "steps: null\n"};
	struct corpus_folder *f;
	struct story_step step;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		char text[200];

		snprintf(text, sizeof text, "%s%s", HEAD, none[i]);
		f = load(state, text);
		assert_int_equal(story_step_count(f->corpus, story_find(f->corpus, "y")), 0);
		assert_false(story_step_read(f->corpus, story_find(f->corpus, "y"), 0, &step));
	}
	f = load(state, HEAD "steps:\n  - text\n  - [a]\n  - headline: [a]\n    query: {a: 1}\n    compare: perhaps\n");
	assert_int_equal(story_step_count(f->corpus, story_find(f->corpus, "y")), 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(story_step_read(f->corpus, story_find(f->corpus, "y"), i, &step));
		assert_string_equal(step.headline, "");
		assert_string_equal(step.query, "");
		assert_false(step.compare);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, corpus_folder_set_up, corpus_folder_tear_down)
	const struct CMUnitTest tests[] = {
		T(a_step_is_read_whole),
		T(a_matrix_is_its_pane_alone),
		T(a_story_is_found_beside_a_record_of_its_name),
		T(what_is_no_step_reads_as_an_empty_one),
	};

	return cmocka_run_group_tests_name("story", tests, NULL, NULL);
}
