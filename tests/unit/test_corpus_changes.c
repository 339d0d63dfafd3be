/* What differs between two loads: by identity, whatever file a record stands in. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "corpus_changes.h"
#include "corpus_folder.h"

static void assert_change(struct corpus_folder *f, const char *file, const char *text, const char *said)
{
	const char *roots[] = {f->root};
	struct corpus *before = f->corpus, *after;
	struct corpus_changes changes;
	struct error err;
	struct buf out;

	corpus_folder_write(f, file, text);
	after = corpus_load(
		&(struct corpus_options){.roots = roots, .root_count = 1, .today = CORPUS_FOLDER_TODAY, .previous = before}, &err);
	assert_non_null(after);
	assert_true(corpus_changes_find(&changes, before, after));
	buf_init(&out);
	corpus_changes_say(&changes, after, &out);
	assert_string_equal(out.data, said);
	assert_int_equal(bitset_count(&changes.records), changes.changed + changes.added);
	buf_release(&out);
	corpus_changes_release(&changes);
	corpus_free(before);
	f->corpus = after;
}

static void changes_are_counted_by_record(void **state)
{
	static const char two[] = "id: a\ntype: note\nname: A\nx: {y: [1, 2]}\n---\nid: b\ntype: note\nname: B\n";
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "one.yaml", two);
	corpus_folder_write(f, "docs/d.md", "---\nid: d\ntitle: D\n---\n\nText.\n");
	corpus_folder_load(f);
	assert_change(f, "one.yaml", two, "nothing changed");
	/* Neither a comment nor another place is a change of a record. */
	assert_change(f, "one.yaml", "# c\n\nid: a\ntype: note\nname: A\nx:\n  y:\n  - 1\n  - 2\n---\nid: b\ntype: note\nname: B\n", "nothing changed");
	assert_change(f, "one.yaml", "id: a\ntype: note\nname: A\nx: {y: [1, 3]}\n---\nid: b\ntype: note\nname: B\n", "1 changed (A)");
	/* A number is not the text of its digits; a list not its item. */
	assert_change(f, "one.yaml", "id: a\ntype: note\nname: A\nx: {y: [1, '3']}\n---\nid: b\ntype: note\nname: B\n", "1 changed (A)");
	assert_change(f, "one.yaml", "id: a\ntype: note\nname: A\nx: {y: ['1', '3']}\nz: 0\n---\nid: b\ntype: view\nname: B\n",
		"1 changed, 1 new, 1 gone (A, B)");
	/* Moved to another file it is the same. */
	corpus_folder_write(f, "one.yaml", "id: a\ntype: note\nname: A\nx: {y: ['1', '3']}\nz: 0\n");
	assert_change(f, "two.yaml", "id: b\ntype: view\nname: B\n", "nothing changed");
	assert_change(f, "docs/d.md", "---\nid: d\ntitle: D\n---\n\nOther text.\n", "1 changed (D)");
	assert_change(f, "two.yaml", "id: e\ntype: note\n---\nid: g\ntype: note\n---\nid: h\ntype: note\n", "3 new, 1 gone");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(changes_are_counted_by_record, corpus_folder_set_up, corpus_folder_tear_down),
	};

	return cmocka_run_group_tests_name("corpus_changes", tests, NULL, NULL);
}
