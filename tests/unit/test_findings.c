/* The catalogue of findings: for every code a corpus that raises exactly this one, at its place, and nothing else. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "check.h"
#include "corpus_folder.h"

/* Records without a fault. What a case adds begins on line 6 of a note and of a source, on line 21 of a compiler. */
#define NOTE "id: n\ntype: note\ntopic: tenstorrent\nname: N\nstatement: S.\n"
#define NOTE_END "sources: [s]\nstatus: verified\nupdated: 2026-11-01\n"
#define SOURCE "id: x\ntype: source\nname: X\nkind: repo\nurl: https://x.example/\n"
#define COMPILER COMPILER_OF("low")
#define COMPILER_OF(curve) \
	"id: c\ntype: compiler\nname: C\nrepo: null\nlanguage: C\nlicense: MIT\nfirst_release_year: 2020\ncategory: dsl\n" \
	"family: kernel-dsl\ncompilation_strategy: aot\ninput_languages: [python]\ntarget_backends: [cuda]\n" \
	"output_artifacts: [ptx]\nautotuning: no\nproduction_ready: yes\nlearning_curve: " curve "\nsources: [s]\n" \
	"confidence: 0.9\nupdated: 2026-11-01\nstatus: verified\n"
#define NO_TIME "compile_time_seconds: null\ncosts: []\nportability: []\n"
#define STORY "id: y\ntype: story\ntitle: Y\nsteps:\n"
#define CLAIM "id: k\ntype: claim\nstatement: S.\nat: d#head\n"

static const struct fault {
	enum finding_code code;
	const char *file, *text;
	uint32_t line, column;
	const char *said;
} faults[] = {
	{FINDING_SYNTAX, "notes/n.yaml", NOTE NOTE_END "hardware: [a\n", 10, 1, "did not find expected ',' or ']'"},
	{FINDING_ENCODING, "notes/n.yaml", NOTE "body: a\xFF\n" NOTE_END, 6, 8, "shown as U+FFFD"},
	{FINDING_LIMIT, "notes/n.yaml",
		"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 65,
		"nested more than 64 deep"},
	{FINDING_DUPLICATE_KEY, "notes/n.yaml", NOTE "name: M\n" NOTE_END, 6, 7, "name"},
	{FINDING_DUPLICATE_ID, "notes/n.yaml", NOTE NOTE_END "---\n" NOTE NOTE_END, 10, 5, "id `n` is also that of"},
	{FINDING_NO_IDENTITY, "notes/n.yaml", "name: N\n", 1, 1, "without an id"},
	{FINDING_UNKNOWN_TYPE, "gadgets/g.yaml", "id: g\ntype: gadget\n", 2, 7, "type `gadget` (1 records)"},
	{FINDING_UNKNOWN_FIELD, "notes/n.yaml", NOTE "hardwear: [a]\n" NOTE_END, 6, 11, "field `hardwear`; did you mean `hardware`?"},
	{FINDING_VOCABULARY, "notes/n.yaml", NOTE "sources: [s]\nstatus: verifed\nupdated: 2026-11-01\n", 7, 9,
		"status: `verifed` is not in the vocabulary; did you mean `verified`?"},
	{FINDING_OUTSIDE_KEPT, "compilers/c.yaml",
		COMPILER_OF("odd") NO_TIME "qualifiers:\n  - {field: learning_curve, value: odd, kind: outside, note: x}\n", 16, 17,
		"learning_curve: `odd` is outside the vocabulary, kept as recorded"},
	{FINDING_WRONG_TYPE, "notes/n.yaml", NOTE "hardware: one\n" NOTE_END, 6, 11, "hardware: text where a list is asked"},
	{FINDING_MISSING_FIELD, "notes/n.yaml", "id: n\ntype: note\nname: N\nstatement: S.\n" NOTE_END, 1, 1, "field `topic` is missing"},
	{FINDING_LINK_UNRESOLVED, "notes/n.yaml", NOTE "body: see [[nothing]]\n" NOTE_END, 6, 7, "[[nothing]] leads nowhere"},
	{FINDING_LINK_AMBIGUOUS, "notes/n.yaml", NOTE "body: see [[two]]\n" NOTE_END, 6, 7, "[[two]] fits several records"},
	{FINDING_LINK_HEADING, "notes/n.yaml", NOTE "body: see [[d#gone]]\n" NOTE_END, 6, 7, "document `d` has no heading `#gone`"},
	{FINDING_SOURCE_MISSING, "compilers/c.yaml",
		COMPILER "compile_time_seconds: null\nportability: []\ncosts:\n  - lands: build\n    what: W.\n", 24, 5,
		"an entry of costs names no source"},
	{FINDING_FIGURE_CONDITIONS, "notes/n.yaml",
		NOTE "figures:\n  - value: 5 s\n    measured_by: M\n    source: s\n" NOTE_END, 7, 5, "figure `5 s` without conditions"},
	{FINDING_FIGURE_SOURCE, "notes/n.yaml",
		NOTE "figures:\n  - value: 5 s\n    conditions: C.\n    measured_by: M\n" NOTE_END, 7, 5, "figure `5 s` without its source"},
	{FINDING_FIGURE_SOURCE, "notes/n.yaml",
		NOTE "figures:\n  - value: 5 s\n    conditions: C.\n    source: s\n" NOTE_END, 7, 5, "figure `5 s` without who measured it"},
	{FINDING_DERIVED_BASIS, "notes/n.yaml",
		NOTE "figures:\n  - {value: 5 s, conditions: C., measured_by: M, source: s, derived: yes}\n" NOTE_END, 7, 5,
		"derived, without saying from what"},
	{FINDING_NO_METHOD, "compilers/c.yaml", COMPILER "compile_time_seconds: 5\ncosts: []\nportability: []\n", 21, 23,
		"compile_time_seconds: 5"},
	{FINDING_VERIFIED_NO_SOURCES, "notes/n.yaml", NOTE "sources: []\nstatus: verified\nupdated: 2026-11-01\n", 7, 9,
		"verified, yet it names no source"},
	{FINDING_CONFIDENCE_RANGE, "sources/x.yaml", SOURCE "confidence: 1.5\n", 6, 13, "confidence 1.5 is not between 0 and 1"},
	{FINDING_CONFIDENCE_LOW, "sources/x.yaml", SOURCE "confidence: 0.5\nstatus: verified\n", 6, 13,
		"verified with a confidence of only 0.5"},
	{FINDING_UPDATED_FUTURE, "sources/x.yaml", SOURCE "updated: 2026-12-02\n", 6, 10, "updated on 2026-12-02"},
	{FINDING_STALE, "sources/x.yaml", SOURCE "updated: 2026-06-03\n", 6, 10, "updated 181 days ago (more than 180)"},
	{FINDING_CONTESTED, "notes/n.yaml", NOTE "sources: [s, t]\nstatus: contested\nupdated: 2026-11-01\n", 7, 9, "its sources disagree"},
	{FINDING_CONTESTED_SOURCES, "notes/n.yaml", NOTE "sources: [s]\nstatus: contested\nupdated: 2026-11-01\n", 7, 9,
		"fewer than two sources"},
	{FINDING_DRAFT, "notes/n.yaml", NOTE "open_questions: [Why?]\nsources: [s]\nstatus: draft\nupdated: 2026-11-01\n", 8, 9,
		"draft: 1 open question"},
	{FINDING_DRAFT, "notes/n.yaml", NOTE "open_questions: []\nsources: [s]\nstatus: draft\nupdated: 2026-11-01\n", 8, 9,
		"draft: 0 open questions"},
	{FINDING_DRAFT_SILENT, "notes/n.yaml", NOTE "sources: [s]\nstatus: draft\nupdated: 2026-11-01\n", 7, 9,
		"draft without open_questions"},
	{FINDING_CLAIM_FALSE, "claims/k.yaml", CLAIM "query: type:source\nexpect: {count: 4}\n", 5, 8, "the records give 3, not 4"},
	{FINDING_QUERY_INVALID, "claims/k.yaml", CLAIM "query: 'statsu:draft'\nexpect: {count: 3}\n", 5, 8, "query, column 1"},
	{FINDING_STORY_LINES, "stories/y.yaml", STORY "  - headline: H\n    lines: [a, b, c, d, e, f, g]\n", 6, 28, "step 1 has 7 lines, more than 5"},
	{FINDING_STORY_STATE, "stories/y.yaml", STORY "  - headline: H\n  - headline: I\n    doc: s\n", 7, 10, "step 2 opens `s`, which is no document"},
	{FINDING_STORY_STATE, "stories/y.yaml", STORY "  - headline: H\n    marks: [s]\n    compare: yes\n", 7, 14, "step 1 compares 1 marked record; two"},
	{FINDING_STORY_STATE, "stories/y.yaml", "id: y\ntype: story\ntitle: Y\nsteps: []\n", 4, 8, "a story without a step"},
	{FINDING_UNKNOWN_FIELD, "stories/y.yaml", STORY "  - headline: H\n    frobnicate: yes\n", 6, 17, "frobnicate"},
	{FINDING_QUERY_INVALID, "stories/y.yaml", STORY "  - headline: H\n    query: 'has:nothing-such'\n", 6, 12, "query, column"},
	{FINDING_LINK_UNRESOLVED, "stories/y.yaml", STORY "  - headline: H\n    marks: [s, nobody]\n", 6, 16, "[[nobody]] leads nowhere"},
	{FINDING_LINK_UNRESOLVED, "stories/y.yaml", STORY "  - headline: H\n    select: nobody\n", 6, 13, "[[nobody]] leads nowhere"},
	{FINDING_LINK_HEADING, "stories/y.yaml", STORY "  - headline: H\n    doc: d#gone\n", 6, 10, "document `d` has no heading `#gone`"},
	{FINDING_VOCABULARY, "stories/y.yaml", STORY "  - headline: H\n    layout: round\n", 6, 13, "layout: `round` is not in the vocabulary"},
	{FINDING_WRONG_TYPE, "stories/y.yaml", STORY "  - only a text\n", 5, 5, "steps: text where a map is asked"},
	{FINDING_MISSING_FIELD, "stories/y.yaml", STORY "  - lines: [a]\n", 5, 5, "field `headline` is missing"},
	{FINDING_PATTERN_GAVE_UP, "claims/k.yaml", CLAIM "query: 'type:doc /(a+)+$/'\nexpect: {count: 3}\n", 5, 8, "gave up"},
};

/* Told by what the program does with a screen, not by the records alone. */
static const enum finding_code elsewhere[] = {FINDING_STORY_OVERFLOW};

static void write_ground(const struct corpus_folder *f)
{
	corpus_folder_write(f, "sources/s.yaml", "id: s\ntype: source\nname: S\nkind: repo\n---\nid: t\ntype: source\nname: U\nkind: repo\n---\nid: two\ntype: source\nname: T\nkind: repo\n");
	corpus_folder_write(f, "topics/two.yaml", "id: two\ntype: view\ntitle: T\nquery: ''\nreasoning: R.\n");
	corpus_folder_write(f, "docs/d.md", "---\nid: d\ntitle: D\n---\n\n# Head\n\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\n");
}

static void list_all(const struct corpus *corpus, const struct finding_list *list, struct buf *out)
{
	for (size_t i = 0; i < list->count; i++)
		buf_addf(out, "%s:%u:%u: %s: %s\n", corpus_path_of_unit(corpus, list->items[i].unit), list->items[i].line,
			list->items[i].column, finding_code_name(list->items[i].code), list->items[i].message);
}

/* True when the corpus with this fault (NULL: none) has no other. */
static bool is_raised_alone(const struct fault *fault)
{
	bool right = true;
	const char *name = fault ? finding_code_name(fault->code) : "no fault";
	struct finding_list list;
	struct corpus_folder *f;
	struct buf all;
	void *state;

	corpus_folder_set_up(&state);
	f = state;
	write_ground(f);
	if (fault)
		corpus_folder_write(f, fault->file, fault->text);
	corpus_folder_load(f);
	finding_list_init(&list);
	buf_init(&all);
	assert_true(check_run(f->corpus, &list));
	list_all(f->corpus, &list, &all);
	if (list.count != (fault ? 1 : 0)) {
		print_error("%s: %zu findings:\n%s", name, list.count, all.data);
		right = false;
	} else if (fault) {
		const struct finding *found = &list.items[0];
		const char *path = corpus_path_of_unit(f->corpus, found->unit);

		if (found->code != fault->code || found->severity != finding_default_severity(fault->code)
			|| found->line != fault->line || found->column != fault->column || !strstr(found->message, fault->said)
			|| strcmp(path + strlen(f->root) + 1, fault->file) != 0) {
			print_error("%s at %s:%u:%u saying `%s` was asked, not\n%s", name, fault->file, fault->line, fault->column,
				fault->said, all.data);
			right = false;
		}
		assert_true(*finding_remedy(found->code));
	}
	buf_release(&all);
	finding_list_release(&list);
	corpus_folder_tear_down(&state);
	return right;
}

static void each_code_is_raised_alone_and_at_its_place(void **state)
{
	bool right = is_raised_alone(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		right = is_raised_alone(&faults[i]) && right;
	assert_true(right);
}

static void a_file_that_can_not_be_read_is_a_finding(void **state)
{
	struct corpus_folder *f = *state;
	struct finding_list list;
	char path[128];

	write_ground(f);
	corpus_folder_load(f);
	snprintf(path, sizeof path, "%s/sources/loop.yaml", f->root);
	assert_int_equal(symlink("loop.yaml", path), 0);
	corpus_folder_load(f);
	finding_list_init(&list);
	assert_true(check_run(f->corpus, &list));
	assert_int_equal(list.count, 1);
	assert_int_equal(list.items[0].code, FINDING_UNREADABLE);
	assert_string_equal(corpus_path_of_unit(f->corpus, list.items[0].unit), path);
	finding_list_release(&list);
}

static void no_code_is_without_its_test(void **state)
{
	bool has[FINDING_CODE_COUNT] = {[FINDING_UNREADABLE] = true};

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		has[faults[i].code] = true;
	for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
		has[elsewhere[i]] = true;
	for (int i = 0; i < FINDING_CODE_COUNT; i++)
		if (!has[i])
			fail_msg("no case raises `%s`", finding_code_name((enum finding_code)i));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_code_is_raised_alone_and_at_its_place),
		cmocka_unit_test_setup_teardown(a_file_that_can_not_be_read_is_a_finding, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test(no_code_is_without_its_test),
	};

	return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
