/* The corpus: identity, aliases, links both ways, derived fields, faults among good files, both layouts, reload. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "check.h"
#include "corpus.h"

struct fixture {
	char root[64];
	struct corpus *corpus;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	snprintf(f->root, sizeof f->root, "/tmp/kernatlas-corpus-XXXXXX");
	assert_non_null(mkdtemp(f->root));
	*state = f;
	return 0;
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st, (void)kind, (void)walk;
	return remove(path);
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	corpus_free(f->corpus);
	nftw(f->root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	free(f);
	return 0;
}

static void write_file(const struct fixture *f, const char *name, const char *text)
{
	struct buf path;
	FILE *file;

	buf_init(&path);
	buf_addf(&path, "%s/%s", f->root, name);
	for (char *slash = strchr(path.data + strlen(f->root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path.data, 0755);
		*slash = '/';
	}
	file = fopen(path.data, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
	buf_release(&path);
}

static void load(struct fixture *f)
{
	const char *roots[] = {f->root};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = 20261201, .previous = f->corpus};
	struct error err;
	struct corpus *loaded = corpus_load(&options, &err);

	if (!loaded)
		fail_msg("%s", err.message);
	corpus_free(f->corpus);
	f->corpus = loaded;
}

static uint32_t find(const struct fixture *f, const char *reference)
{
	uint32_t record;

	if (corpus_resolve(f->corpus, reference, strlen(reference), &record) != RESOLVE_FOUND)
		fail_msg("`%s` is not found", reference);
	return record;
}

static bool links_to(const struct fixture *f, const char *from, const char *to)
{
	uint32_t a = find(f, from), b = find(f, to);

	for (uint32_t i = f->corpus->links_out[a]; i < f->corpus->links_out[a + 1]; i++)
		if (f->corpus->links[i].to == b)
			return true;
	return false;
}

static size_t findings_of(const struct fixture *f, enum finding_code code)
{
	struct finding_list list;
	size_t count = 0;

	finding_list_init(&list);
	assert_true(check_run(f->corpus, &list));
	for (size_t i = 0; i < list.count; i++)
		count += list.items[i].code == code;
	finding_list_release(&list);
	return count;
}

static void one_bad_file_costs_one_finding(void **state)
{
	struct fixture *f = *state;

	write_file(f, "good.yaml", "id: good\ntype: source\nname: Good\n");
	write_file(f, "bad.yaml", "id: bad\ntype: [source\n");
	write_file(f, "also.yaml", "id: also\ntype: source\n");
	load(f);
	assert_int_equal(f->corpus->count, 2);
	assert_int_equal(f->corpus->findings.count, 1);
	assert_int_equal(f->corpus->findings.items[0].code, FINDING_SYNTAX);
	assert_int_equal(f->corpus->findings.items[0].line, 3);
	assert_string_equal(f->corpus->records[find(f, "good")].title, "Good");
	assert_string_equal(f->corpus->records[find(f, "also")].title, "also");
}

static void references_resolve_by_every_name(void **state)
{
	static const char *const names[] = {"triton", "compiler/triton", "compilers/triton", "w7k-triton", "compiler/w7k-triton",
		"triton|the language", "triton#notes", " triton ", "../compilers/triton.md", "./triton"};
	struct fixture *f = *state;
	uint32_t record;

	write_file(f, "compilers/triton.yaml", "id: triton\ntype: compiler\nname: Triton\naliases: [w7k-triton]\n");
	load(f);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_int_equal(find(f, names[i]), 0);
	assert_int_equal(corpus_resolve(f->corpus, "source/triton", 13, &record), RESOLVE_NOTHING);
	assert_int_equal(corpus_resolve(f->corpus, "trito", 5, &record), RESOLVE_NOTHING);
	assert_int_equal(corpus_resolve(f->corpus, "", 0, &record), RESOLVE_NOTHING);
	assert_string_equal(corpus_suggest_id(f->corpus, "tritn"), "triton");
}

static void one_id_in_two_types_is_ambiguous_without_its_type(void **state)
{
	struct fixture *f = *state;
	uint32_t record;

	write_file(f, "a.yaml", "{id: x, type: source}\n---\n{id: x, type: note}\n");
	load(f);
	assert_int_equal(corpus_resolve(f->corpus, "x", 1, &record), RESOLVE_AMBIGUOUS);
	assert_int_not_equal(find(f, "source/x"), find(f, "note/x"));
	assert_int_equal(findings_of(f, FINDING_DUPLICATE_ID), 0);
}

static void one_id_twice_in_a_type_is_a_finding_that_names_both(void **state)
{
	struct fixture *f = *state;

	write_file(f, "a.yaml", "{id: x, type: source, name: first}\n");
	write_file(f, "b.yaml", "{id: x, type: source, name: second}\n");
	load(f);
	assert_int_equal(f->corpus->count, 2);
	assert_int_equal(f->corpus->findings.count, 1);
	assert_int_equal(f->corpus->findings.items[0].code, FINDING_DUPLICATE_ID);
	assert_non_null(strstr(f->corpus->findings.items[0].message, "a.yaml:1"));
	assert_string_equal(f->corpus->records[find(f, "x")].title, "first");
}

static void backlinks_invert_links(void **state)
{
	struct fixture *f = *state;
	uint32_t b;

	write_file(f, "a.yaml", "id: a\ntype: note\nname: A\nstatement: see [[b]] and [[note/b|it]]\nsources: [s]\n");
	write_file(f, "b.yaml", "id: b\ntype: note\nname: B\nbody: back to [[a]], and to [[gone]]\n");
	write_file(f, "s.yaml", "id: s\ntype: source\nname: S\n");
	load(f);
	assert_true(links_to(f, "a", "b"));
	assert_true(links_to(f, "a", "s"));
	assert_true(links_to(f, "b", "a"));
	assert_false(links_to(f, "b", "s"));
	b = find(f, "b");
	assert_int_equal(f->corpus->links_in[b + 1] - f->corpus->links_in[b], 2);
	for (uint32_t r = 0, seen = 0; r < f->corpus->count; r++)
		for (uint32_t i = f->corpus->links_in[r]; i < f->corpus->links_in[r + 1]; i++, seen++)
			assert_int_equal(f->corpus->links[f->corpus->links_in_order[i]].to, r);
	assert_int_equal(findings_of(f, FINDING_LINK_UNRESOLVED), 1);
}

static void an_undescribed_type_links_by_id(void **state)
{
	struct fixture *f = *state;

	write_file(f, "data/engines/e.json", "{\"id\": \"vllm\", \"type\": \"engine\", \"name\": \"vLLM\"}");
	write_file(f, "data/gotchas/g.json",
		"{\"id\": \"g\", \"type\": \"gotcha\", \"affects\": [\"vllm\", \"no-such-engine\"], \"class\": \"kernel\"}");
	write_file(f, "docs/01-page.md", "# Page\n\nSee [[gotchas/g]] and [[engines/vllm]].\n");
	write_file(f, "README.md", "# not a record\n");
	write_file(f, "package.json", "{\"name\": \"not-a-record\"}");
	load(f);
	assert_int_equal(f->corpus->count, 3);
	assert_true(links_to(f, "g", "vllm"));
	assert_true(links_to(f, "01-page", "g"));
	assert_true(links_to(f, "docs/01-page.md", "engines/vllm"));
	assert_int_equal(findings_of(f, FINDING_LINK_UNRESOLVED), 1);
	assert_int_equal(findings_of(f, FINDING_UNKNOWN_TYPE), 2);
}

static void documents_link_from_under_their_heading(void **state)
{
	struct fixture *f = *state;
	const struct link *link;

	write_file(f, "schema.yaml", "types: {doc: {title: title, folders: [docs], fields: {id: {}, type: {}, title: {}}}}\n");
	write_file(f, "docs/a.md", "# One\n\n## Two\n\ntext [[b#three]] and [same](#two)\n");
	write_file(f, "docs/b.md", "# Three\n\n[back](a.md#two), [[a#no-such-heading]], `[[not-a-link]]`\n");
	load(f);
	assert_true(links_to(f, "a", "b"));
	assert_true(links_to(f, "a", "a"));
	assert_true(links_to(f, "b", "a"));
	link = &f->corpus->links[f->corpus->links_out[find(f, "a")]];
	assert_int_equal(link->line, 5);
	assert_true(link->heading >= 0);
	assert_int_equal(findings_of(f, FINDING_LINK_HEADING), 1);
	assert_int_equal(findings_of(f, FINDING_LINK_UNRESOLVED), 0);
}

static void a_schema_derives_what_a_record_lacks(void **state)
{
	static const char schema[] = "vocabularies: {family: {values: [dsl, graph]}}\n"
				     "types:\n"
				     "  compiler:\n"
				     "    fields:\n"
				     "      id: {}\n"
				     "      type: {}\n"
				     "      category: {}\n"
				     "      family: {kind: enum, vocabulary: family, derive: {from: category, values: {a: dsl, b: graph}}}\n";
	struct fixture *f = *state;
	const struct record *r;
	struct node n;

	write_file(f, "schema.yaml", schema);
	write_file(f, "r.yaml", "{id: x, type: compiler, category: b}\n---\n{id: y, type: compiler, category: a, family: graph}\n---\n"
				"{id: z, type: compiler}\n");
	load(f);
	r = &f->corpus->records[find(f, "x")];
	n = corpus_field(f->corpus, r, "family");
	assert_string_equal(node_text(n), "graph");
	assert_true(record_is_derived(r, n));
	r = &f->corpus->records[find(f, "y")];
	n = corpus_field(f->corpus, r, "family");
	assert_string_equal(node_text(n), "graph");
	assert_false(record_is_derived(r, n));
	assert_int_equal(node_state(corpus_field(f->corpus, &f->corpus->records[find(f, "z")], "family")), STATE_ABSENT);
}

static void a_reload_takes_over_what_did_not_change(void **state)
{
	struct fixture *f = *state;
	struct unit *kept;

	write_file(f, "a.yaml", "id: a\ntype: source\nname: one\n");
	write_file(f, "b.yaml", "id: b\ntype: source\nname: two\n");
	load(f);
	kept = f->corpus->records[find(f, "a")].unit;
	assert_false(corpus_is_outdated(f->corpus));
	write_file(f, "b.yaml", "id: b\ntype: source\nname: three\n");
	assert_true(corpus_is_outdated(f->corpus));
	load(f);
	assert_ptr_equal(f->corpus->records[find(f, "a")].unit, kept);
	assert_string_equal(f->corpus->records[find(f, "b")].title, "three");
	assert_false(corpus_is_outdated(f->corpus));
}

static void a_half_written_file_keeps_what_it_held(void **state)
{
	struct fixture *f = *state;

	write_file(f, "a.yaml", "id: a\ntype: source\nname: whole\n");
	load(f);
	write_file(f, "a.yaml", "id: a\ntype: source\nname: 'ha");
	load(f);
	assert_string_equal(f->corpus->records[find(f, "a")].title, "whole");
	assert_int_equal(f->corpus->findings.count, 1);
	assert_non_null(strstr(f->corpus->findings.items[0].message, "what the file held before is shown"));
	write_file(f, "a.yaml", "id: a\ntype: source\nname: new\n");
	load(f);
	assert_string_equal(f->corpus->records[find(f, "a")].title, "new");
	assert_int_equal(f->corpus->findings.count, 0);
}

static void what_is_no_regular_file_never_blocks(void **state)
{
	struct fixture *f = *state;
	struct buf path;

	write_file(f, "a.yaml", "id: a\ntype: source\n");
	buf_init(&path);
	buf_addf(&path, "%s/pipe.yaml", f->root);
	assert_int_equal(mkfifo(path.data, 0644), 0);
	buf_clear(&path);
	buf_addf(&path, "%s/loop", f->root);
	assert_int_equal(symlink(".", path.data), 0);
	buf_clear(&path);
	buf_addf(&path, "%s/outside.yaml", f->root);
	assert_int_equal(symlink("/etc/hostname", path.data), 0);
	buf_clear(&path);
	buf_addf(&path, "%s/self.yaml", f->root);
	assert_int_equal(symlink("self.yaml", path.data), 0);
	buf_clear(&path);
	buf_addf(&path, "%s/folder.yaml", f->root);
	assert_int_equal(mkdir(path.data, 0755), 0);
	buf_release(&path);
	load(f);
	assert_int_equal(f->corpus->count, 1);
	assert_int_equal(f->corpus->findings.count, 4);
	for (size_t i = 0; i < f->corpus->findings.count; i++)
		assert_int_equal(f->corpus->findings.items[i].code, FINDING_UNREADABLE);
}

static void a_root_that_is_not_there_is_an_error(void **state)
{
	const char *roots[] = {"/nonexistent/records"};
	struct corpus_options options = {.roots = roots, .root_count = 1};
	struct error err;

	(void)state;
	assert_null(corpus_load(&options, &err));
	assert_non_null(strstr(err.message, "/nonexistent/records"));
}

static void an_empty_root_is_an_empty_corpus(void **state)
{
	struct fixture *f = *state;

	load(f);
	assert_int_equal(f->corpus->count, 0);
	assert_int_equal(f->corpus->findings.count, 0);
}

static void threads_give_what_one_gives(void **state)
{
	struct fixture *f = *state;
	const char *roots[] = {f->root};
	struct corpus_options options = {.roots = roots, .root_count = 1, .threads = 1};
	struct error err;
	struct corpus *one, *four;

	for (int i = 0; i < 200; i++) {
		char name[32], text[120];

		snprintf(name, sizeof name, "f%03d.yaml", i);
		snprintf(text, sizeof text, "{id: r%d, type: note, k%d: v, body: 'to [[r%d]]'}\n", i, i % 37, (i * 7) % 230);
		write_file(f, name, text);
	}
	one = corpus_load(&options, &err);
	options.threads = 4;
	four = corpus_load(&options, &err);
	assert_non_null(one);
	assert_non_null(four);
	assert_int_equal(one->count, four->count);
	assert_int_equal(one->link_count, four->link_count);
	for (uint32_t i = 0; i < one->count; i++)
		assert_string_equal(one->records[i].id, four->records[i].id);
	for (uint32_t i = 0; i < one->link_count; i++)
		assert_int_equal(one->links[i].to, four->links[i].to);
	corpus_free(one);
	corpus_free(four);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		T(one_bad_file_costs_one_finding),
		T(references_resolve_by_every_name),
		T(one_id_in_two_types_is_ambiguous_without_its_type),
		T(one_id_twice_in_a_type_is_a_finding_that_names_both),
		T(backlinks_invert_links),
		T(an_undescribed_type_links_by_id),
		T(documents_link_from_under_their_heading),
		T(a_schema_derives_what_a_record_lacks),
		T(a_reload_takes_over_what_did_not_change),
		T(a_half_written_file_keeps_what_it_held),
		T(what_is_no_regular_file_never_blocks),
		T(a_root_that_is_not_there_is_an_error),
		T(an_empty_root_is_an_empty_corpus),
		T(threads_give_what_one_gives),
	};

	return cmocka_run_group_tests_name("corpus", tests, NULL, NULL);
}
