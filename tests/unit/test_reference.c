/* References in plain text: what is one, its parts, and that odd brackets cost nothing. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "reference.h"

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (sizeof(a) / sizeof *(a))

static void add_part(struct buf *out, char mark, const char *s, size_t len)
{
	if (!len)
		return;
	buf_addc(out, mark);
	buf_add(out, s, len);
}

/* Writes the references of a text as "folder/id#fragment|label;" each. */
static void describe(struct buf *out, const char *text, size_t len)
{
	const char *s = text;
	struct reference ref;

	buf_clear(out);
	while (reference_next(&s, text + len, &ref)) {
		assert_true(ref.begin >= text && ref.begin < s && ref.begin[0] == '[');
		if (ref.folder_len) {
			buf_add(out, ref.folder, ref.folder_len);
			buf_addc(out, '/');
		}
		buf_add(out, ref.id, ref.id_len);
		add_part(out, '#', ref.fragment, ref.fragment_len);
		add_part(out, '|', ref.label, ref.label_len);
		buf_addc(out, ';');
	}
	assert_ptr_equal(s, text + len);
	assert_true(buf_ok(out));
}

static void references_are_found(void **state)
{
	static const struct {
		const char *text, *found;
	} table[] = {
		{"", ""},
		{"nothing here", ""},
		{"[[triton]]", "triton;"},
		{"see [[compiler/triton]], and [[iree]].", "compiler/triton;iree;"},
		{"[[15-compilers#4-gaps]]", "15-compilers#4-gaps;"},
		{"[[triton|the DSL]]", "triton|the DSL;"},
		{"[[compiler/mlir|MLIR]] and [[docs/a#b|c]]", "compiler/mlir|MLIR;docs/a#b|c;"},
		{"[[#here]]", "#here;"},
		{"[[ spaced / id  #  frag | text  here ]]", "spaced / id#frag|text  here;"},
		{"[[over\n a line|of\ntext]]", "over\n a line|of\ntext;"},
		{"[[not over\n\nan empty one]]", ""},
		{"[[not over\n \t\r\nan empty one]]", ""},
		/* Relative links as written in files. */
		{"[[../docs/21-x.md#a]]", "docs/21-x#a;"},
		{"[[./21-x.md]]", "21-x;"},
		{"[[../21-x.md]]", "21-x;"},
		{"[[../../data/notes/n]]", "notes/n;"},
		{"[[.md]]", ".md;"},
		/* In a table's cell. */
		{"| [[a\\|b]] |", "a|b;"},
		/* Labels may hold what targets may not. */
		{"[[a|b|c]]", "a|b|c;"},
		{"[[a|[x]y]]", "a|[x]y;"},
		{"[[a|]]", "a;"},
		/* Brackets without partner. */
		{"[[", ""},
		{"[[a", ""},
		{"[[a]", ""},
		{"a]]", ""},
		{"[a]]", ""},
		{"[[a] ]", ""},
		{"[[a [[b]]", "b;"},
		{"[[a]] ]] [[b]] [[", "a;b;"},
		{"[[[a]]]", "a;"},
		{"[[]] [[ ]] [[|x]] [[#]]", ""},
		{"[[1, 2], [3, 4]]", ""},
		{"[[a]b]] [[a[b]c]]", ""},
		/* Escapes. */
		{"\\[[a]]", ""},
		{"\\\\[[a]]", "a;"},
		{"\\[[[a]]", "a;"},
		{"C:\\dir [[a]] \\", "a;"},
		/* Text of any script; bytes that are none. */
		{"[[ключ#Раздел|текст]] 漢[[字]]", "ключ#Раздел|текст;字;"},
		{"[[a\xFF]]", "a\xFF;"},
	};
	struct buf out;

	(void)state;
	buf_init(&out);
	for (size_t i = 0; i < COUNT(table); i++) {
		describe(&out, table[i].text, strlen(table[i].text));
		assert_string_equal(out.data, table[i].found);
	}
	buf_release(&out);
}

static void the_target_is_whole_without_its_label(void **state)
{
	static const char text[] = "x [[ compiler/triton#notes | Triton ]] y";
	const char *s = text;
	struct reference ref;

	(void)state;
	assert_true(reference_next(&s, text + sizeof text - 1, &ref));
	assert_int_equal(ref.begin - text, 2);
	assert_int_equal(ref.target_len, strlen("compiler/triton#notes"));
	assert_memory_equal(ref.target, "compiler/triton#notes", ref.target_len);
	assert_string_equal(s, " y");
}

static void targets_are_split(void **state)
{
	static const struct {
		const char *target, *folder, *id, *fragment;
	} table[] = {
		{"", "", "", ""},
		{"a", "", "a", ""},
		{"a#", "", "a", ""},
		{"#b", "", "", "b"},
		{"a#b#c", "", "a", "b#c"},
		{"x/y", "x", "y", ""},
		{"w/x/y.md#z", "x", "y", "z"},
		{"/y", "", "y", ""},
		{"x/", "x", "", ""},
		{"../y", "", "y", ""},
		{"..", "", "..", ""},
		{".../y", "...", "y", ""},
		{" x/y \n", "x", "y", ""},
		{"y.md", "", "y", ""},
		{"y.markdown", "", "y.markdown", ""},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct reference ref;

		reference_split(table[i].target, strlen(table[i].target), &ref);
		assert_int_equal(ref.folder_len, strlen(table[i].folder));
		assert_memory_equal(ref.folder, table[i].folder, ref.folder_len);
		assert_int_equal(ref.id_len, strlen(table[i].id));
		assert_memory_equal(ref.id, table[i].id, ref.id_len);
		assert_int_equal(ref.fragment_len, strlen(table[i].fragment));
		assert_memory_equal(ref.fragment, table[i].fragment, ref.fragment_len);
	}
}

/* A megabyte of each would take hours if any bracket made the scan start over. */
static void hostile_brackets_take_linear_time(void **state)
{
	static const char *const pieces[] = {"[", "]", "[[", "]]", "[[a", "[[a|", "[[a]", "[[a ]", "[[a\n", "\\[[", "[[a|b]",
		"[[]]"};
	struct buf text, out;

	(void)state;
	buf_init(&text);
	buf_init(&out);
	for (size_t i = 0; i < COUNT(pieces); i++) {
		buf_clear(&text);
		while (text.len < 1 << 20)
			buf_adds(&text, pieces[i]);
		describe(&out, text.data, text.len);
		assert_string_equal(out.data, "");
	}
	buf_release(&text);
	buf_release(&out);
}

/* Each reference lies in the text, after the last one, with its parts inside its target. */
static void random_text_keeps_the_bounds(void **state)
{
	static const char alphabet[] = "[[[]]]|#/.\\ \nab\xFFmd";
	unsigned seed = 7;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char text[40];
		const char *s = text, *last = text, *end;
		struct reference ref;
		size_t len;

		seed = seed * 1103515245u + 12345u;
		len = (seed >> 16) % sizeof text;
		for (size_t i = 0; i < len; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
		}
		end = text + len;
		while (reference_next(&s, end, &ref)) {
			assert_true(ref.begin >= last && s > ref.begin && s <= end);
			assert_true(ref.target >= ref.begin + 2 && ref.target + ref.target_len <= s - 2);
			assert_true(ref.id >= ref.target && ref.id + ref.id_len <= ref.target + ref.target_len);
			assert_true(ref.fragment + ref.fragment_len <= ref.target + ref.target_len);
			assert_true(ref.label + ref.label_len <= s - 2);
			assert_true(ref.id_len + ref.fragment_len > 0);
			last = s;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(references_are_found),
		T(the_target_is_whole_without_its_label),
		T(targets_are_split),
		T(hostile_brackets_take_linear_time),
		T(random_text_keeps_the_bounds),
	};

	return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
