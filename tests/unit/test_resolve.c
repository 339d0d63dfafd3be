/* What a reference means: by id, by type, by the place of a file, from where it stands; and that every record, whatever its id,
 * has a reference that leads to it alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/corpus_folder.h"

static void loads_two_roots(struct corpus_folder *f, const char *first, const char *second)
{
	char a[128], b[128];
	const char *roots[] = {a, b};
	struct corpus_options options = {.roots = roots, .root_count = 2, .today = CORPUS_FOLDER_TODAY};
	struct error err;

	snprintf(a, sizeof a, "%s/%s", f->root, first);
	snprintf(b, sizeof b, "%s/%s", f->root, second);
	f->corpus = corpus_load(&options, &err);
	if (!f->corpus)
		fail_msg("%s", err.message);
}

/* The name of the record that a text means, standing in `from` (RECORD_NONE: nowhere). */
static const char *title_from(const struct corpus_folder *f, uint32_t from, const char *text)
{
	uint32_t record;

	switch (corpus_resolve_from(f->corpus, from, text, strlen(text), &record)) {
	case RESOLVE_FOUND:
		return f->corpus->records[record].title;
	case RESOLVE_AMBIGUOUS:
		return "(ambiguous)";
	default:
		assert_int_equal(record, RECORD_NONE);
		return "(nothing)";
	}
}

static const char *title_of_link(const struct corpus_folder *f, uint32_t from, uint32_t nth)
{
	const struct link *link = &f->corpus->links[f->corpus->links_out[from] + nth];

	assert_true(f->corpus->links_out[from] + nth < f->corpus->links_out[from + 1]);
	return link->to < f->corpus->count ? f->corpus->records[link->to].title : "(nothing)";
}

static void a_path_in_a_document_leads_to_that_file(void **state)
{
	struct corpus_folder *f = *state;
	uint32_t page;

	corpus_folder_write(f, "data/compilers/x.json", "{\"id\": \"other-id\", \"type\": \"compiler\", \"name\": \"X\"}");
	corpus_folder_write(f, "docs/guide/page.md", "# Page\n\n[x](../../data/compilers/x.json) [y](next.md#part) [up](../top.md)\n"
						     "[space](with%20space.md) [root](docs/top.md) [out](../../../etc/passwd.md) [gone](gone.md)\n");
	corpus_folder_write(f, "docs/guide/next.md", "---\nid: another-name\n---\n# Next\n\n## Part\n");
	corpus_folder_write(f, "docs/top.md", "# Top\n");
	corpus_folder_write(f, "docs/guide/with space.md", "---\nid: spaced\n---\n# Spaced\n");
	corpus_folder_load(f);
	page = corpus_folder_find(f, "page");
	assert_string_equal(title_of_link(f, page, 0), "X");
	assert_string_equal(title_of_link(f, page, 1), "Next");
	assert_string_equal(title_of_link(f, page, 2), "Top");
	assert_string_equal(title_of_link(f, page, 3), "Spaced");
	assert_string_equal(title_of_link(f, page, 4), "Top");
	assert_string_equal(title_of_link(f, page, 5), "(nothing)");
	assert_string_equal(title_of_link(f, page, 6), "(nothing)");
}

static void of_two_with_one_id_a_root_means_its_own(void **state)
{
	struct corpus_folder *f = *state;
	char place[256];
	uint32_t ours, theirs;

	corpus_folder_write(f, "ours/data/compilers/x.json", "{\"id\": \"x\", \"type\": \"compiler\", \"name\": \"Ours\"}");
	corpus_folder_write(f, "ours/docs/page.md", "# Our page\n\n[[x]] [[compilers/x]]\n");
	corpus_folder_write(f, "theirs/data/compilers/x.json", "{\"id\": \"x\", \"type\": \"compiler\", \"name\": \"Theirs\"}");
	corpus_folder_write(f, "theirs/docs/page.md", "# Their page\n\n[[x]] [[compilers/x]] [again](page.md)\n");
	loads_two_roots(f, "ours", "theirs");
	snprintf(place, sizeof place, "%s/theirs/data/compilers/x.json:1", f->root);
	ours = corpus_folder_find(f, "x");
	theirs = corpus_folder_find(f, place);
	assert_string_equal(f->corpus->records[ours].title, "Ours");
	assert_string_equal(f->corpus->records[theirs].title, "Theirs");
	assert_int_equal(record_next_twin(f->corpus, ours, RECORD_NONE), theirs);
	assert_int_equal(record_next_twin(f->corpus, ours, theirs), RECORD_NONE);
	assert_int_equal(record_next_twin(f->corpus, theirs, RECORD_NONE), ours);
	assert_string_equal(title_from(f, RECORD_NONE, "compiler/x"), "Ours");
	assert_string_equal(title_from(f, ours, "compiler/x"), "Ours");
	assert_string_equal(title_from(f, theirs, "compiler/x"), "Theirs");
	snprintf(place, sizeof place, "%s/theirs/docs/page.md", f->root);
	theirs = corpus_folder_find(f, place);
	assert_string_equal(title_of_link(f, theirs, 0), "Theirs");
	assert_string_equal(title_of_link(f, theirs, 1), "Theirs");
	assert_string_equal(title_of_link(f, theirs, 2), "Their page");
}

static void an_id_of_two_types_needs_its_type(void **state)
{
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "a.yaml", "id: x\ntype: compiler\nname: A compiler\n");
	corpus_folder_write(f, "b.yaml", "id: x\ntype: gadget\nname: A gadget\n");
	corpus_folder_load(f);
	assert_string_equal(title_from(f, RECORD_NONE, "x"), "(ambiguous)");
	assert_string_equal(title_from(f, RECORD_NONE, "gadget/x"), "A gadget");
	assert_string_equal(title_from(f, RECORD_NONE, "compiler/x"), "A compiler");
}

static void a_place_is_a_file_a_line_a_column(void **state)
{
	struct corpus_folder *f = *state;
	static const char json[] = "[{\"id\": \"y\", \"type\": \"gadget\", \"name\": \"Three\"}, "
		"{\"id\": \"y\", \"type\": \"gadget\", \"name\": \"Four\"}]";
	char text[256];

	corpus_folder_write(f, "a.yaml", "id: x\ntype: gadget\nname: One\n---\nid: x\ntype: gadget\nname: Two\n");
	corpus_folder_write(f, "b.json", json);
	corpus_folder_load(f);
	snprintf(text, sizeof text, "%s/a.yaml", f->root);
	assert_string_equal(title_from(f, RECORD_NONE, text), "One");
	snprintf(text, sizeof text, "%s/a.yaml:5", f->root);
	assert_string_equal(title_from(f, RECORD_NONE, text), "Two");
	snprintf(text, sizeof text, "%s/a.yaml:2", f->root);
	assert_string_equal(title_from(f, RECORD_NONE, text), "(nothing)");
	snprintf(text, sizeof text, "%s/b.json:1:2", f->root);
	assert_string_equal(title_from(f, RECORD_NONE, text), "Three");
	snprintf(text, sizeof text, "%s/b.json:1:%d", f->root, (int)(strstr(json, ", {") - json) + 3);
	assert_string_equal(title_from(f, RECORD_NONE, text), "Four");
	snprintf(text, sizeof text, "%s/a.yaml:99999999999999999999", f->root);
	assert_string_equal(title_from(f, RECORD_NONE, text), "(nothing)");
	assert_string_equal(title_from(f, RECORD_NONE, ":5"), "(nothing)");
	assert_string_equal(title_from(f, RECORD_NONE, "5"), "(nothing)");
}

static void every_record_has_a_reference_to_it_alone(void **state)
{
	struct corpus_folder *f = *state;
	static const char *const ids[] = {"x", "a/b", "a#b", "a|b", "x.md", "../x", "./x", " x ", "x:1", "gadget/x", "ключ", "a.yaml:1", "|", "#", "/"};
	struct buf text, name;

	buf_init(&text);
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		for (int twin = 0; twin < 3; twin++)
			buf_addf(&text, "---\nid: \"%s\"\ntype: %s\nname: \"%zu-%d\"\n", ids[i], twin ? "gadget" : "other", i, twin);
	corpus_folder_write(f, "a.yaml", text.data);
	corpus_folder_write(f, "b.yaml", text.data);
	buf_release(&text);
	corpus_folder_load(f);
	assert_int_equal(f->corpus->count, 6 * sizeof ids / sizeof *ids);
	buf_init(&name);
	for (uint32_t r = 0; r < f->corpus->count; r++) {
		uint32_t found;

		buf_clear(&name);
		record_reference(f->corpus, r, &name);
		if (corpus_resolve(f->corpus, name.data, name.len, &found) != RESOLVE_FOUND || found != r)
			fail_msg("record %u (%s): `%s` leads to %u", r, f->corpus->records[r].id, name.data, found);
	}
	buf_release(&name);
}

static void many_of_one_id_end_in_time(void **state)
{
	struct corpus_folder *f = *state;
	enum { MANY = 20000 };
	char last[256];
	struct buf text;

	/* Each names the id that all have: were every reference a walk over all of them, this would be 4e8 steps. */
	buf_init(&text);
	for (int i = 0; i < MANY; i++)
		buf_addf(&text, "%s{\"id\": \"x\", \"type\": \"gadget\", \"see\": \"x\"}", i ? ",\n" : "[");
	buf_adds(&text, "]");
	corpus_folder_write(f, "a.json", text.data);
	buf_release(&text);
	corpus_folder_load(f);
	snprintf(last, sizeof last, "%s/a.json:%d", f->root, (int)f->corpus->count);
	assert_int_equal(corpus_folder_find(f, last), f->corpus->count - 1);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, corpus_folder_set_up, corpus_folder_tear_down)
	const struct CMUnitTest tests[] = {
		T(a_path_in_a_document_leads_to_that_file),
		T(of_two_with_one_id_a_root_means_its_own),
		T(an_id_of_two_types_needs_its_type),
		T(a_place_is_a_file_a_line_a_column),
		T(every_record_has_a_reference_to_it_alone),
		T(many_of_one_id_end_in_time),
	};

	return cmocka_run_group_tests_name("resolve", tests, NULL, NULL);
}
