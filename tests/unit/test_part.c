/* A part of a corpus, to look at while the rest is read: it says that it is one, is read by the same schema, and the whole
 * that is read on top of it is what a plain load gives. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/corpus_folder.h"

enum { FILES = 12, PART = 5 };

static struct corpus *load(const struct corpus_folder *f, struct corpus_options options)
{
	const char *roots[] = {f->root};
	struct error err;
	struct corpus *corpus;

	options.roots = roots;
	options.root_count = 1;
	options.today = CORPUS_FOLDER_TODAY;
	corpus = corpus_load(&options, &err);
	if (!corpus)
		fail_msg("%s", err.message);
	return corpus;
}

static void write_records(const struct corpus_folder *f)
{
	char name[64], text[256];

	for (int i = 0; i < FILES; i++) {
		snprintf(name, sizeof name, "compilers/k%02d.yaml", i);
		snprintf(text, sizeof text, "id: k%02d\ntype: compiler\nname: K %d\nrelated: [k%02d]\n", i, i, (i + 1) % FILES);
		corpus_folder_write(f, name, text);
	}
}

static void assert_same(const struct corpus *a, const struct corpus *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->unit_count, b->unit_count);
	assert_int_equal(a->link_count, b->link_count);
	for (uint32_t i = 0; i < a->count; i++) {
		assert_string_equal(a->records[i].id, b->records[i].id);
		assert_string_equal(a->records[i].title, b->records[i].title);
		assert_int_equal(a->links_out[i], b->links_out[i]);
		assert_int_equal(a->links_in[i], b->links_in[i]);
	}
	for (uint32_t i = 0; i < a->link_count; i++)
		assert_int_equal(a->links[i].to, b->links[i].to);
}

static void a_part_says_that_it_is_one(void **state)
{
	struct corpus_folder *f = *state;
	struct corpus *part, *exact, *whole;

	write_records(f);
	part = load(f, (struct corpus_options){.most_files = PART});
	assert_true(part->partial);
	assert_int_equal(part->count, PART);
	exact = load(f, (struct corpus_options){.most_files = FILES});
	assert_false(exact->partial);
	assert_int_equal(exact->count, FILES);
	whole = load(f, (struct corpus_options){0});
	assert_false(whole->partial);
	corpus_free(part);
	corpus_free(exact);
	corpus_free(whole);
}

static void a_part_is_read_by_the_schema_of_the_whole(void **state)
{
	struct corpus_folder *f = *state;
	struct corpus *part;

	write_records(f);
	corpus_folder_write(f, "schema.yaml", "types:\n  compiler:\n    fields:\n      zeal: {kind: integer, help: how much}\n");
	for (int most = 1; most < FILES; most++) {
		struct corpus *whole = load(f, (struct corpus_options){0});

		part = load(f, (struct corpus_options){.most_files = most});
		assert_true(part->partial);
		assert_int_equal(part->schema_sum, whole->schema_sum);
		corpus_free(part);
		corpus_free(whole);
	}
}

static void the_whole_on_top_of_a_part_is_a_plain_load(void **state)
{
	struct corpus_folder *f = *state;

	write_records(f);
	for (int most = 1; most < FILES; most++) {
		struct corpus *part = load(f, (struct corpus_options){.most_files = most});
		struct corpus *whole = load(f, (struct corpus_options){.previous = part});
		struct corpus *plain = load(f, (struct corpus_options){0});

		assert_true(part->partial);
		assert_false(whole->partial);
		assert_same(whole, plain);
		corpus_free(part);
		corpus_free(whole);
		corpus_free(plain);
	}
}

static void what_changed_since_the_part_is_read_anew(void **state)
{
	struct corpus_folder *f = *state;
	struct corpus *part, *whole, *plain;
	char name[128];

	write_records(f);
	part = load(f, (struct corpus_options){.most_files = FILES - 1});
	corpus_folder_write(f, "compilers/k03.yaml", "id: k03\ntype: compiler\nname: Renamed since\n");
	snprintf(name, sizeof name, "%s/compilers/k07.yaml", f->root);
	assert_int_equal(unlink(name), 0);
	whole = load(f, (struct corpus_options){.previous = part});
	plain = load(f, (struct corpus_options){0});
	assert_int_equal(whole->count, FILES - 1);
	assert_same(whole, plain);
	corpus_free(part);
	corpus_free(whole);
	corpus_free(plain);
}

static void an_owner_more_keeps_it(void **state)
{
	struct corpus_folder *f = *state;
	struct corpus *one, *other;

	write_records(f);
	one = load(f, (struct corpus_options){0});
	other = corpus_ref(one);
	corpus_free(one);
	assert_int_equal(other->count, FILES);
	assert_string_equal(other->records[0].id, "k00");
	corpus_free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_part_says_that_it_is_one, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(a_part_is_read_by_the_schema_of_the_whole, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(the_whole_on_top_of_a_part_is_a_plain_load, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(what_changed_since_the_part_is_read_anew, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(an_owner_more_keeps_it, corpus_folder_set_up, corpus_folder_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
