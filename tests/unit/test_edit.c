/* Editing in place: just the value's bytes change, whatever surrounds it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "edit.h"

struct edit_case {
	const char *name, *field, *value, *before, *after;
};

static void assert_edit(const struct edit_case *c)
{
	struct edit_address at = {.id = "a", .field = c->field};
	struct edit_plan plan;
	struct error err = {0};
	struct buf out;

	edit_plan_init(&plan);
	buf_init(&out);
	if (!edit_plan_set(&plan, c->before, strlen(c->before), &at, c->value, &err))
		fail_msg("%s: %s", c->name, err.message);
	assert_true(edit_apply(&plan, c->before, strlen(c->before), &out));
	if (strcmp(out.data, c->after) != 0)
		fail_msg("%s: got\n%s\nnot\n%s", c->name, out.data, c->after);
	buf_release(&out);
	edit_plan_release(&plan);
}

static void only_the_value_changes(void **state)
{
	static const struct edit_case cases[] = {
		{"plain", "s", "draft", "id: a\ns: verified # why\nt: x\n", "id: a\ns: draft # why\nt: x\n"},
		{"no final newline", "s", "draft", "id: a\ns: verified", "id: a\ns: draft"},
		{"CRLF", "s", "draft", "id: a\r\ns: verified\r\nt: x\r\n", "id: a\r\ns: draft\r\nt: x\r\n"},
		{"byte-order mark", "s", "é", "\xEF\xBB\xBFid: a\ns: x\n", "\xEF\xBB\xBFid: a\ns: é\n"},
		{"single quotes stay", "s", "it's", "id: a\ns: 'x y'\n", "id: a\ns: 'it''s'\n"},
		{"double quotes stay", "s", "a \"b\"", "id: a\ns: \"x\"\n", "id: a\ns: \"a \\\"b\\\"\"\n"},
		{"quotes where plain would not read back", "s", "x: y #z", "id: a\ns: v\n", "id: a\ns: 'x: y #z'\n"},
		{"a control character", "s", "x\ty\x01", "id: a\ns: v\n", "id: a\ns: \"x\\ty\\u0001\"\n"},
		{"item of a list in brackets", "l[1]", "y", "id: a\nl: [p, q ,r]\n", "id: a\nl: [p, y ,r]\n"},
		{"item of a list in lines", "l[1]", "y", "id: a\nl:\n  - p\n  -   q  # c\n  - r\n", "id: a\nl:\n  - p\n  -   y  # c\n  - r\n"},
		{"part of a map", "m.k", "2", "id: a\nm:\n    j: 0\n    k: 1\n", "id: a\nm:\n    j: 0\n    k: 2\n"},
		{"map in a list", "l[0].k", "2", "id: a\nl:\n- k: 1\n  j: 0\n", "id: a\nl:\n- k: 2\n  j: 0\n"},
		{"a whole list", "l", "[x, y]", "id: a\nl: [p] # c\nt: z\n", "id: a\nl: [x, y] # c\nt: z\n"},
		{"a list in lines becomes one in brackets", "l", "[x]", "id: a\nl:\n  - p\n  - q\nt: z\n", "id: a\nl: [x]\nt: z\n"},
		{"a list that ends in a block", "l", "[]", "id: a\nl:\n  - p\n  - >-\n    q\n\nt: z\n", "id: a\nl: []\n\nt: z\n"},
		{"an empty value", "s", "v", "id: a\ns:\nt: x\n", "id: a\ns: v\nt: x\n"},
		{"null", "s", "null", "id: a\ns: 5\n", "id: a\ns: null\n"},
		{"a new field", "n", "v", "id: a\ns: 5\n", "id: a\ns: 5\nn: v\n"},
		{"a new field without a final newline", "n", "v", "id: a\ns: 5", "id: a\ns: 5\nn: v"},
		{"a new field behind a block", "n", "v", "id: a\ns: >-\n  x\n  y\n\n", "id: a\ns: >-\n  x\n  y\nn: v\n\n"},
		{"a folded block", "s", "p q", "id: a\ns: >-  # c\n   x\n   y\nt: z\n", "id: a\ns: >-  # c\n   p q\nt: z\n"},
		{"a block's comment outlives the block", "s", "null", "id: a\ns: >-  # c\n   x\n   y\nt: z\n", "id: a\ns: null  # c\nt: z\n"},
		{"null takes quotes off", "s", "null", "id: a\ns: 'x' # c\n", "id: a\ns: null # c\n"},
		{"a file that only begins with brackets is no JSON", "s", "", "{id: b}\n---\nid: a\ns: x\n", "{id: b}\n---\nid: a\ns: ''\n"},
		{"a list with a comment behind its last item", "l", "[x]", "id: a\nl:\n  - p\n  - q # c\nt: z\n", "id: a\nl: [x] # c\nt: z\n"},
		{"a literal block", "s", "p\nq", "id: a\ns: |-\n  x\nt: z\n", "id: a\ns: |-\n  p\n  q\nt: z\n"},
		{"an anchored value nobody uses", "s", "v", "id: a\ns: &x old\nt: z\n", "id: a\ns: &x v\nt: z\n"},
		{"an alias", "s", "v", "id: a\nt: &x old\ns: *x\n", "id: a\nt: &x old\ns: v\n"},
		{"second document", "s", "v", "id: b\ns: 1\n---\nid: a\ns: 1\n", "id: b\ns: 1\n---\nid: a\ns: v\n"},
		{"JSON text", "s", "v\"w", "{\"id\": \"a\", \"s\": \"x\",\n \"t\": 1}", "{\"id\": \"a\", \"s\": \"v\\\"w\",\n \"t\": 1}"},
		{"JSON boolean", "s", "no", "{\"id\": \"a\", \"s\": true}", "{\"id\": \"a\", \"s\": false}"},
		{"JSON new key", "n", "7", "{\"id\": \"a\", \"s\": true }", "{\"id\": \"a\", \"s\": true, \"n\": 7 }"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_edit(&cases[i]);
}

/* Where the schema asks for one, quotes around what stood there go: it would be a text else. */
static void a_field_of_numbers_gets_a_number(void **state)
{
	static const struct schema_field number = {.name = "s", .kind = FIELD_NUMBER};
	static const struct schema_type type = {.name = "t", .fields = (struct schema_field *)&number, .field_count = 1};
	static const char before[] = "id: a\ns: \"0.5\" # c\n";
	struct edit_address at = {.id = "a", .field = "s", .schema = &type};
	struct edit_plan plan;
	struct error err = {0};
	struct buf out;

	(void)state;
	edit_plan_init(&plan);
	buf_init(&out);
	assert_true(edit_plan_set(&plan, before, strlen(before), &at, "0.6", &err));
	assert_true(edit_apply(&plan, before, strlen(before), &out));
	assert_string_equal(out.data, "id: a\ns: 0.6 # c\n");
	buf_release(&out);
	edit_plan_release(&plan);
}

static void what_can_not_be_done_is_said(void **state)
{
	static const struct {
		const char *text, *field, *value, *said;
	} cases[] = {
		{"id: b\n", "s", "v", "no longer holds the record `a`"},
		{"id: a\nl: [x]\n", "l", "v", "is a list"},
		{"id: a\nl: [x]\n", "l[3]", "v", "has no `l[3]`"},
		{"id: a\ns: x\n", "s.t", "v", "there is no map"},
		{"id: a\ns: &x old\nt: *x\n", "s", "v", "without touching other values"},
		{"id: a\nl:\n  - p # c\n  - q\n", "l", "[x]", "a comment stands inside the list"},
		{"id: a\nl: [p, # c\n  q]\n", "l", "[x]", "a comment stands inside the list"},
		{"id: a\nl:\n  - >- # c\n    p\n", "l", "[x]", "a comment stands inside the list"},
		{"id: a\ns: [x\n", "s", "v", "does not parse"},
		{"id: a\ns: \xFF\n", "s", "v", "not UTF-8"},
		{"id: a\n", "..", "v", "is no field"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct edit_address at = {.id = "a", .field = cases[i].field};
		struct edit_plan plan;
		struct error err = {0};

		edit_plan_init(&plan);
		assert_false(edit_plan_set(&plan, cases[i].text, strlen(cases[i].text), &at, cases[i].value, &err));
		if (!strstr(err.message, cases[i].said))
			fail_msg("`%s` does not say `%s`", err.message, cases[i].said);
		edit_plan_release(&plan);
	}
}

static void entries_are_added_to_lists_of_maps(void **state)
{
	static const struct {
		const char *before, *after;
	} cases[] = {
		{"id: a\ns: x\n", "id: a\ns: x\nr:\n  - date: d\n    note: n\n"},
		{"id: a\nr:\n  - date: c\n    note: m\nt: z\n", "id: a\nr:\n  - date: c\n    note: m\n  - date: d\n    note: n\nt: z\n"},
		{"id: a\nr: []\nt: z\n", "id: a\nr: \n  - date: d\n    note: n\nt: z\n"},
		{"id: a\nr:\n- date: c", "id: a\nr:\n- date: c\n- date: d\n  note: n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct edit_address at = {.id = "a", .field = "r"};
		struct edit_plan plan;
		struct error err = {0};
		struct buf out;

		edit_plan_init(&plan);
		buf_init(&out);
		if (!edit_plan_append(&plan, cases[i].before, strlen(cases[i].before), &at, "date: d\nnote: n", &err))
			fail_msg("%zu: %s", i, err.message);
		assert_true(edit_apply(&plan, cases[i].before, strlen(cases[i].before), &out));
		assert_string_equal(out.data, cases[i].after);
		buf_release(&out);
		edit_plan_release(&plan);
	}
}

static void items_are_taken_out_of_lists(void **state)
{
	static const struct {
		const char *before, *field, *after;
	} cases[] = {
		{"id: a\nl: [p, q , r] # c\n", "l[1]", "id: a\nl: [p, r] # c\n"},
		{"id: a\nl: [p, q ]\n", "l[1]", "id: a\nl: [p ]\n"},
		{"id: a\nl: [p]\n", "l[0]", "id: a\nl: []\n"},
		{"id: a\nl:\n  - p\n  # of q\n  - >-\n    q\n    r\n  - s\nt: z\n", "l[1]", "id: a\nl:\n  - p\n  # of q\n  - s\nt: z\n"},
		{"id: a\nl:\n- p\n- q", "l[1]", "id: a\nl:\n- p\n"},
		{"id: a\r\nl:\r\n  - k: 1\r\n    j: 2\r\n  - k: 3\r\n", "l[0]", "id: a\r\nl:\r\n  - k: 3\r\n"},
		{"{\"id\": \"a\", \"l\": [1, 2]}", "l[0]", "{\"id\": \"a\", \"l\": [2]}"},
	};
	struct edit_address at = {.id = "a", .field = "l[0]"};
	struct edit_plan plan;
	struct error err;
	struct buf out;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		edit_plan_init(&plan);
		buf_init(&out);
		at.field = cases[i].field;
		if (!edit_plan_remove(&plan, cases[i].before, strlen(cases[i].before), &at, &err))
			fail_msg("%zu: %s", i, err.message);
		assert_true(edit_apply(&plan, cases[i].before, strlen(cases[i].before), &out));
		assert_string_equal(out.data, cases[i].after);
		buf_release(&out);
		edit_plan_release(&plan);
	}
	/* The only item of a list in lines: what is left would be null, not an empty list. */
	edit_plan_init(&plan);
	at.field = "l[0]";
	assert_false(edit_plan_remove(&plan, "id: a\nl:\n  - p\n", 15, &at, &err));
	at.field = "id";
	assert_false(edit_plan_remove(&plan, "id: a\nl:\n  - p\n", 15, &at, &err));
	assert_non_null(strstr(err.message, "no item of a list"));
	edit_plan_release(&plan);
}

static void a_diff_shows_the_changed_line(void **state)
{
	static const char text[] = "id: a\nb: 1\nc: 2\nd: 3\ns: verified\ne: 4\nf: 5\ng: 6\nh: 7\n";
	struct edit_address at = {.id = "a", .field = "s"};
	struct edit_plan plan;
	struct error err;
	struct buf out;

	(void)state;
	edit_plan_init(&plan);
	buf_init(&out);
	assert_true(edit_plan_set(&plan, text, strlen(text), &at, "draft", &err));
	assert_true(edit_diff(&plan, "x.yaml", text, strlen(text), &out));
	assert_string_equal(out.data, "--- x.yaml\n+++ x.yaml\n@@ -2,7 +2,7 @@\n b: 1\n c: 2\n d: 3\n-s: verified\n+s: draft\n e: 4\n"
				      " f: 5\n g: 6\n");
	buf_clear(&out);
	at.field = "new";
	assert_true(edit_plan_set(&plan, text, strlen(text), &at, "v", &err));
	assert_true(edit_diff(&plan, "x.yaml", text, strlen(text), &out));
	assert_string_equal(out.data, "--- x.yaml\n+++ x.yaml\n@@ -7,3 +7,4 @@\n f: 5\n g: 6\n h: 7\n+new: v\n");
	buf_release(&out);
	edit_plan_release(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_value_changes),
		cmocka_unit_test(what_can_not_be_done_is_said),
		cmocka_unit_test(entries_are_added_to_lists_of_maps),
		cmocka_unit_test(items_are_taken_out_of_lists),
		cmocka_unit_test(a_diff_shows_the_changed_line),
		cmocka_unit_test(a_field_of_numbers_gets_a_number),
	};

	return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
