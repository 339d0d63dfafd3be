/* The queue of a review: what is in it, in which order, what rests on a record; and the report of a sitting. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "corpus_folder.h"
#include "sitting.h"
#include "triage.h"

static void write_note(const struct corpus_folder *f, const char *id, const char *status, const char *more)
{
	struct buf name, text;

	buf_init(&name);
	buf_init(&text);
	buf_addf(&name, "notes/%s.yaml", id);
	buf_addf(&text, "id: %s\ntype: note\ntopic: tenstorrent\nname: Note *%s*\nstatement: A point.\nsources: [s]\nstatus: %s\nupdated: 2026-11-01\n%s",
		id, id, status, more);
	corpus_folder_write(f, name.data, text.data);
	buf_release(&name);
	buf_release(&text);
}

static struct corpus_folder *load(void **state)
{
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "sources/s.yaml",
		"id: s\ntype: source\nname: A source\nkind: paper\nurl: https://example.org/\nupdated: 2026-11-01\n");
	write_note(f, "clean", "verified", "");
	write_note(f, "old", "deprecated", "");
	write_note(f, "near", "draft", "open_questions: [One?]\n");
	write_note(f, "far", "draft", "open_questions: [One?]\n");
	write_note(f, "wrong", "verified", "related:\n  - to: gone\n    why: x\n");
	write_note(f, "torn", "contested", "sides:\n  - {says: a, source: s}\n  - {says: b, source: s}\n");
	corpus_folder_write(f, "claims/c.yaml", "id: c\ntype: claim\nstatement: x\nat: d\nquery: type:note is:draft near\nexpect:\n  count: 1\n");
	corpus_folder_write(f, "views/v.yaml", "id: v\ntype: view\ntitle: V\nquery: type:note near\nreasoning: x\norder: 1\n");
	corpus_folder_write(f, "stories/w.yaml", "id: w\ntype: story\ntitle: W\nsteps:\n  - headline: h\n    query: type:note near\n");
	corpus_folder_write(f, "docs/d.md", "---\nid: d\ntitle: D\n---\n\n[[far]] [[near]] [[near]]\n\n```kernatlas\nquery: type:note old\n```\n");
	corpus_folder_load(f);
	return f;
}

static void assert_order(const struct triage *triage, const struct corpus *corpus, const char *expected)
{
	struct buf order;

	buf_init(&order);
	for (size_t i = 0; i < triage->count; i++) {
		buf_adds(&order, i ? " " : "");
		triage_id(corpus, &triage->items[i], &order);
	}
	assert_string_equal(order.data, expected);
	buf_release(&order);
}

static void reach_counts_what_rests_on_a_record(void **state)
{
	struct corpus_folder *f = load(state);
	struct triage_reach *reach = triage_reach_of(f->corpus), *near;
	struct buf said;

	buf_init(&said);
	assert_non_null(reach);
	near = &reach[corpus_folder_find(f, "near")];
	assert_int_equal(near->claims, 1);
	assert_int_equal(near->views, 1);
	assert_int_equal(near->stories, 1);
	/* A document counts once, however often it links. */
	assert_int_equal(near->documents, 1);
	assert_int_equal(triage_reach_total(near), 4);
	triage_reach_say(near, &said);
	assert_string_equal(said.data, "1 claim, 1 view, 1 story, 1 document");
	/* A table of a document shows it. */
	assert_int_equal(reach[corpus_folder_find(f, "old")].documents, 1);
	assert_int_equal(triage_reach_total(&reach[corpus_folder_find(f, "clean")]), 0);
	buf_clear(&said);
	triage_reach_say(&reach[corpus_folder_find(f, "clean")], &said);
	assert_string_equal(said.data, "nothing");
	buf_release(&said);
	free(reach);
}

static void the_queue_puts_first_what_misleads_most(void **state)
{
	struct corpus_folder *f = load(state);
	struct triage triage;

	assert_true(triage_build(&triage, f->corpus));
	/* 4 × (1 + 4), 8 × (1 + 0), 4 × (1 + 1), 4 × 1, 2 × (1 + 1); equals in the order of the files. */
	assert_order(&triage, f->corpus, "note/near note/far note/wrong note/old note/torn");
	assert_string_equal(triage.items[0].state, "draft");
	assert_string_equal(triage.items[2].state, "link to nothing");
	assert_int_equal(triage_find(&triage, f->corpus, "note/old"), 3);
	assert_int_equal(triage_find(&triage, f->corpus, "note/clean"), -1);
	triage_release(&triage);
}

static void a_file_that_can_not_be_read_comes_first(void **state)
{
	struct corpus_folder *f = load(state);
	struct triage triage;
	struct buf id;

	corpus_folder_write(f, "notes/bad.yaml", "id: [\n");
	corpus_folder_load(f);
	assert_true(triage_build(&triage, f->corpus));
	assert_int_equal(triage.items[0].record, RECORD_NONE);
	buf_init(&id);
	triage_id(f->corpus, &triage.items[0], &id);
	assert_non_null(strstr(id.data, "notes/bad.yaml"));
	assert_int_equal(triage_find(&triage, f->corpus, id.data), 0);
	buf_release(&id);
	triage_release(&triage);
}

static void a_sitting_counts_and_reports(void **state)
{
	struct corpus_folder *f = load(state);
	struct sitting sitting;
	struct triage triage;
	struct buf out;

	assert_true(triage_build(&triage, f->corpus));
	sitting_init(&sitting);
	buf_init(&out);
	assert_int_equal(sitting_left_count(&sitting, &triage, f->corpus), 5);
	assert_true(sitting_look(&sitting, "note/near", "Note *near*"));
	assert_true(sitting_look(&sitting, "note/near", "Note *near*"));
	assert_true(sitting_decide(&sitting, "note/far", "Note *far*", "status: draft → verified"));
	assert_true(sitting_decide(&sitting, "note/far", "Note *far*", "updated: 2026-12-01"));
	sitting_undecide(&sitting, "note/far", "updated: 2026-12-01");
	assert_int_equal(sitting_looked_count(&sitting), 2);
	assert_int_equal(sitting_left_count(&sitting, &triage, f->corpus), 3);
	assert_true(sitting_report(&sitting, &triage, f->corpus, &out));
	assert_string_equal(out.data, "# Review of 2026-12-01\n\n2 records looked at, 1 of them changed; 3 left in the queue.\n"
				      "\n## Decided\n\n- **Note \\*far\\*** (note/far)\n  - status: draft → verified\n"
				      "\n## Looked at, left as they are\n\n- **Note \\*near\\*** (note/near)\n"
				      "\n## Left\n\n- **Note \\*wrong\\*** (note/wrong): link to nothing\n"
				      "- **Note \\*old\\*** (note/old): deprecated; on it rest 1 document\n"
				      "- **Note \\*torn\\*** (note/torn): contested\n");
	buf_release(&out);
	sitting_release(&sitting);
	triage_release(&triage);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, corpus_folder_set_up, corpus_folder_tear_down)
	const struct CMUnitTest tests[] = {
		T(reach_counts_what_rests_on_a_record),
		T(the_queue_puts_first_what_misleads_most),
		T(a_file_that_can_not_be_read_comes_first),
		T(a_sitting_counts_and_reports),
	};

	return cmocka_run_group_tests_name("triage", tests, NULL, NULL);
}
