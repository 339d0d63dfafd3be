/* Changes: what may be assigned, what a change would do, the rules of promotion, saving and taking back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "assign.h"
#include "change.h"
#include "change_effect.h"
#include "change_log.h"
#include "corpus_folder.h"
#include "field_address.h"
#include "review_note.h"

static const char note[] = "# keep me\nid: n\ntype: note\ntopic: tenstorrent\nname: A note\nstatement: Some text.\n"
			   "open_questions:\n  - One?\n  - Two?\nsources: [s]\nstatus: draft # not yet\nupdated: 2026-11-01\n";

static struct corpus_folder *load(void **state)
{
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "notes/n.yaml", note);
	corpus_folder_write(f, "sources/s.yaml", "id: s\ntype: source\nname: A source\nkind: paper\nurl: https://example.org/\n"
						 "updated: 2026-11-01\n");
	corpus_folder_write(f, "claims/c.yaml", "id: c\ntype: claim\nname: One draft\nstatement: One note is a draft.\n"
						"query: type:note is:draft\nexpect:\n  count: 1\n");
	corpus_folder_load(f);
	return f;
}

static void begin(struct change *change, const struct corpus_folder *f, uint32_t record)
{
	struct error err = {0};

	change_init(change);
	if (!change_begin(change, f->corpus, record, &err))
		fail_msg("%s", err.message);
}

static void set(struct change *change, const struct corpus_folder *f, uint32_t record, const char *field, const char *value)
{
	struct error err = {0};

	if (!change_set(change, f->corpus, record, field, value, &err))
		fail_msg("%s=%s: %s", field, value, err.message);
}

static void a_value_is_held_against_the_schema(void **state)
{
	static const struct {
		const char *field, *value, *said; /* said NULL: allowed */
	} cases[] = {
		{"status", "verified", NULL},
		{"status", "verifed", "did you mean `verified`?"},
		{"status", "null", "needs one of its values"},
		{"staus", "draft", "did you mean `status`?"},
		{"updated", "2026-12-01", NULL},
		{"updated", "yesterday", "not a date"},
		{"updated", "2026-02-30", "not a date"},
		{"sources", "s", "is a list"},
		{"sources", "[s, t]", NULL},
		{"sources[0]", "t", NULL},
		{"source", "t", "is a list"},
		{"statement", "[[s]] says so", NULL},
		{"figures", "5", "is a list"},
		{"id", "m", "what links lead to"},
		{"nonsense.part", "5", "has no field `nonsense.part`"},
	};
	struct corpus_folder *f = load(state);
	uint32_t n = corpus_folder_find(f, "n");

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct error err = {0};
		struct buf address;
		bool ok;

		buf_init(&address);
		ok = assign_check(f->corpus, n, cases[i].field, cases[i].value, &address, &err);
		if (ok != !cases[i].said || (cases[i].said && !strstr(err.message, cases[i].said)))
			fail_msg("%s=%s: %s", cases[i].field, cases[i].value, ok ? "allowed" : err.message);
		buf_release(&address);
	}
}

static bool note_address(void *context, const char *address, const struct schema_field *field, struct node n)
{
	buf_addf(context, "%s %s %s\n", address, field ? field_kind_name(field->kind) : "?", node_text(n));
	return true;
}

static void every_value_has_an_address(void **state)
{
	struct corpus_folder *f = *state;
	struct buf seen;
	uint32_t n;

	corpus_folder_write(f, "n.yaml", "id: n\ntype: note\nfigures:\n  - value: 5\n    odd: [x]\nsources: [s]\n");
	corpus_folder_load(f);
	n = corpus_folder_find(f, "n");
	buf_init(&seen);
	assert_true(field_address_walk(f->corpus, n, note_address, &seen));
	assert_string_equal(seen.data, "id text n\ntype text note\nfigures map \nfigures[0].value text 5\nfigures[0].odd ? \n"
				       "figures[0].odd[0] ? x\nsources id \nsources[0] id s\n");
	assert_string_equal(node_text(field_address_node(f->corpus, n, "figures[0].odd[0]")), "x");
	assert_null(field_address_node(f->corpus, n, "figures[1].value").v);
	assert_null(field_address_node(f->corpus, n, "figures[x]").v);
	buf_release(&seen);
}

static void several_edits_are_one_save(void **state)
{
	struct corpus_folder *f = load(state);
	uint32_t n = corpus_folder_find(f, "n");
	struct change change;
	struct error err = {0};

	begin(&change, f, n);
	set(&change, f, n, "status", "contested");
	set(&change, f, n, "updated", "2026-12-01");
	set(&change, f, n, "statement", "[[s]] says so");
	assert_true(change_remove(&change, f->corpus, n, "open_questions[0]", &err));
	assert_string_equal(change.what.data, "status: draft → contested; updated: 2026-11-01 → 2026-12-01; "
					      "statement: Some text. → [[s]] says so; open_questions loses One?");
	corpus_folder_assert_holds(f, "notes/n.yaml", note);
	assert_true(change_save(&change, &err));
	corpus_folder_assert_holds(f, "notes/n.yaml", "# keep me\nid: n\ntype: note\ntopic: tenstorrent\nname: A note\n"
						      "statement: '[[s]] says so'\nopen_questions:\n  - Two?\nsources: [s]\n"
						      "status: contested # not yet\nupdated: 2026-12-01\n");
	assert_true(change_take_back(&change, &err));
	corpus_folder_assert_holds(f, "notes/n.yaml", note);
	change_release(&change);
}

static void nothing_changes_where_the_value_stands_already(void **state)
{
	struct corpus_folder *f = load(state);
	uint32_t n = corpus_folder_find(f, "n");
	struct change change;
	struct error err = {0};

	begin(&change, f, n);
	set(&change, f, n, "status", "draft");
	assert_true(change_is_empty(&change));
	/* The last item leaves an empty list. */
	assert_true(change_remove(&change, f->corpus, n, "sources[0]", &err));
	assert_non_null(strstr(change.after.data, "sources: []\n"));
	change_release(&change);
}

static void what_changed_on_disk_is_refused_at_every_moment(void **state)
{
	struct corpus_folder *f = load(state);
	uint32_t n = corpus_folder_find(f, "n");
	struct change change;
	struct error err = {0};
	struct buf now;

	buf_init(&now);
	begin(&change, f, n);
	set(&change, f, n, "status", "contested");
	assert_false(change_is_overtaken(&change, &now));
	corpus_folder_write(f, "notes/n.yaml", "id: n\ntype: note\nstatus: deprecated\n");
	assert_true(change_is_overtaken(&change, &now));
	assert_non_null(strstr(now.data, "deprecated"));
	assert_false(change_save(&change, &err));
	assert_non_null(strstr(err.message, "changed on disk"));
	corpus_folder_assert_holds(f, "notes/n.yaml", "id: n\ntype: note\nstatus: deprecated\n");
	change_release(&change);
	change_init(&change);
	/* What was loaded is old by now. */
	assert_false(change_begin(&change, f->corpus, n, &err));
	assert_non_null(strstr(err.message, "changed on disk"));
	change_release(&change);
	buf_release(&now);
}

/* Refusals of a change of some values ("field=value", ended by NULL). */
static void refusals_of(struct corpus_folder *f, const char *const *values, struct buf *refusals, struct buf *claims)
{
	uint32_t n = corpus_folder_find(f, "n");
	struct change_effect effect;
	struct change change;
	struct error err = {0};

	change_effect_init(&effect);
	begin(&change, f, n);
	for (; *values; values += 2)
		set(&change, f, n, values[0], values[1]);
	assert_true(change_effect_of(&effect, &change, f->corpus, n, &err));
	buf_clear(refusals);
	buf_clear(claims);
	buf_adds(refusals, effect.refusals.data);
	buf_adds(claims, effect.claims.data);
	change_effect_release(&effect);
	change_release(&change);
}

static void a_promotion_needs_sources_and_no_open_questions(void **state)
{
	struct corpus_folder *f = load(state);
	struct buf refusals, claims;

	buf_init(&refusals);
	buf_init(&claims);
	refusals_of(f, (const char *const[]){"status", "verified", NULL}, &refusals, &claims);
	assert_string_equal(refusals.data, "2 open questions are left: One? (and others)\n");
	refusals_of(f, (const char *const[]){"status", "verified", "open_questions", "[]", "sources", "[]", NULL}, &refusals, &claims);
	assert_string_equal(refusals.data, "it names no source\n");
	refusals_of(f, (const char *const[]){"status", "verified", "open_questions", "[]", "sources[0]", "gone", NULL}, &refusals,
		&claims);
	assert_non_null(strstr(refusals.data, "its source `gone` leads nowhere\n"));
	refusals_of(f, (const char *const[]){"status", "verified", "open_questions", "[]", NULL}, &refusals, &claims);
	assert_string_equal(refusals.data, "");
	/* The only draft gone, the claim on it does not hold. */
	assert_non_null(strstr(claims.data, "no longer holds: claim `c`"));
	buf_release(&refusals);
	buf_release(&claims);
}

static void an_edit_that_brings_an_error_is_refused(void **state)
{
	struct corpus_folder *f = load(state);
	struct buf refusals, claims;

	buf_init(&refusals);
	buf_init(&claims);
	refusals_of(f, (const char *const[]){"sources", "[gone]", NULL}, &refusals, &claims);
	assert_non_null(strstr(refusals.data, "[[gone]] leads nowhere"));
	refusals_of(f, (const char *const[]){"updated", "2026-12-01", NULL}, &refusals, &claims);
	assert_string_equal(refusals.data, "");
	assert_string_equal(claims.data, "");
	buf_release(&refusals);
	buf_release(&claims);
}

static void the_effect_tells_what_is_fixed_and_what_is_new(void **state)
{
	struct corpus_folder *f = load(state);
	uint32_t n = corpus_folder_find(f, "n");
	struct change_effect effect;
	struct change change;
	struct error err = {0};

	change_effect_init(&effect);
	begin(&change, f, n);
	set(&change, f, n, "updated", "2027-01-01");
	assert_true(change_effect_of(&effect, &change, f->corpus, n, &err));
	assert_int_equal(effect.record.added.count, 1);
	assert_int_equal(effect.record.added.items[0].code, FINDING_UPDATED_FUTURE);
	change_release(&change);
	change_effect_release(&effect);
	change_effect_init(&effect);
	begin(&change, f, n);
	set(&change, f, n, "status", "deprecated");
	assert_true(change_effect_of(&effect, &change, f->corpus, n, &err));
	assert_int_equal(effect.record.fixed.count, 1);
	assert_int_equal(effect.record.fixed.items[0].code, FINDING_DRAFT);
	change_release(&change);
	change_effect_release(&effect);
}

static void save(struct change_log *log, struct corpus_folder *f, const char *id, const char *field, const char *value)
{
	struct change change;
	struct error err = {0};

	begin(&change, f, corpus_folder_find(f, id));
	set(&change, f, corpus_folder_find(f, id), field, value);
	assert_true(change_save(&change, &err));
	assert_true(change_log_add(log, &change));
	corpus_folder_load(f);
}

static void changes_are_undone_and_made_again_across_records(void **state)
{
	struct corpus_folder *f = load(state);
	struct change_log log;
	struct error err = {0};

	change_log_init(&log);
	assert_null(change_log_undo(&log, &err));
	assert_string_equal(err.message, "no edit of this sitting is left to be undone");
	save(&log, f, "n", "status", "contested");
	save(&log, f, "s", "name", "Another");
	save(&log, f, "n", "updated", "2026-12-01");
	assert_string_equal(change_log_undo(&log, &err)->record, "note/n");
	assert_string_equal(change_log_undo(&log, &err)->record, "source/s");
	assert_string_equal(change_log_redo(&log, &err)->record, "source/s");
	assert_string_equal(change_log_undo(&log, &err)->record, "source/s");
	assert_string_equal(change_log_undo(&log, &err)->record, "note/n");
	corpus_folder_assert_holds(f, "notes/n.yaml", note);
	assert_null(change_log_undo(&log, &err));
	/* A new edit takes the place of those undone. */
	corpus_folder_load(f);
	save(&log, f, "n", "status", "deprecated");
	assert_null(change_log_redo(&log, &err));
	assert_string_equal(err.message, "no edit was undone");
	/* What another program wrote is not undone. */
	corpus_folder_write(f, "notes/n.yaml", "id: n\ntype: note\n");
	assert_null(change_log_undo(&log, &err));
	assert_non_null(strstr(err.message, "changed on disk"));
	corpus_folder_assert_holds(f, "notes/n.yaml", "id: n\ntype: note\n");
	change_log_release(&log);
}

static void a_review_note_is_an_entry_with_date_and_name(void **state)
{
	struct corpus_folder *f = load(state);
	struct change change;
	struct error err = {0};
	uint32_t n = corpus_folder_find(f, "n");

	begin(&change, f, n);
	assert_true(review_note_add(&change, f->corpus, n, "A. Reviewer", "read: it holds # still", &err));
	assert_true(change_save(&change, &err));
	change_release(&change);
	corpus_folder_load(f);
	begin(&change, f, n);
	assert_true(review_note_add(&change, f->corpus, n, "yes", "it's \"so\"", &err));
	assert_true(change_save(&change, &err));
	change_release(&change);
	corpus_folder_load(f);
	assert_string_equal(node_text(field_address_node(f->corpus, n, "reviews[0].date")), "2026-12-01");
	assert_string_equal(node_text(field_address_node(f->corpus, n, "reviews[0].by")), "A. Reviewer");
	assert_string_equal(node_text(field_address_node(f->corpus, n, "reviews[0].note")), "read: it holds # still");
	assert_int_equal(node_kind(field_address_node(f->corpus, n, "reviews[1].by")), VALUE_TEXT);
	assert_string_equal(node_text(field_address_node(f->corpus, n, "reviews[1].note")), "it's \"so\"");
	/* A source has no reviews. */
	begin(&change, f, corpus_folder_find(f, "s"));
	assert_false(review_note_add(&change, f->corpus, corpus_folder_find(f, "s"), "x", "y", &err));
	assert_non_null(strstr(err.message, "has no field `reviews`"));
	change_release(&change);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, corpus_folder_set_up, corpus_folder_tear_down)
	const struct CMUnitTest tests[] = {
		T(a_value_is_held_against_the_schema),
		T(every_value_has_an_address),
		T(several_edits_are_one_save),
		T(nothing_changes_where_the_value_stands_already),
		T(what_changed_on_disk_is_refused_at_every_moment),
		T(a_promotion_needs_sources_and_no_open_questions),
		T(an_edit_that_brings_an_error_is_refused),
		T(the_effect_tells_what_is_fixed_and_what_is_new),
		T(changes_are_undone_and_made_again_across_records),
		T(a_review_note_is_an_entry_with_date_and_name),
	};

	return cmocka_run_group_tests_name("change", tests, NULL, NULL);
}
