/* The reader: kinds and states of values, positions, faults that cost one finding, and limits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "reader.h"

struct fixture {
	struct keys *keys;
	struct reader *reader;
	struct unit *unit;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	f->keys = keys_new();
	f->reader = reader_new(f->keys);
	assert_non_null(f->reader);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	unit_unref(f->unit);
	reader_free(f->reader);
	keys_unref(f->keys);
	free(f);
	return 0;
}

static void read_as(struct fixture *f, const char *path, const char *text, size_t len)
{
	unit_unref(f->unit);
	f->unit = reader_yaml(f->reader, path, text, len);
	assert_non_null(f->unit);
}

static void read_yaml(struct fixture *f, const char *text)
{
	read_as(f, "x.yaml", text, strlen(text));
}

static struct node root(const struct fixture *f)
{
	assert_true(f->unit->record_count >= 1);
	return (struct node){f->unit, &f->unit->values[f->unit->records[0].value]};
}

static struct node get(const struct fixture *f, const char *key)
{
	return node_get(root(f), keys_find(f->keys, key, strlen(key)));
}

static void assert_finding(const struct fixture *f, enum finding_code code, unsigned line, unsigned column)
{
	assert_true(f->unit->findings.count >= 1);
	assert_int_equal(f->unit->findings.items[0].code, code);
	assert_int_equal(f->unit->findings.items[0].line, line);
	assert_int_equal(f->unit->findings.items[0].column, column);
}

static void plain_scalars_have_kinds(void **state)
{
	static const struct {
		const char *text;
		enum value_kind kind;
	} cases[] = {
		{"~", VALUE_NULL}, {"null", VALUE_NULL}, {"NULL", VALUE_NULL}, {"nullable", VALUE_TEXT}, {"", VALUE_NULL},
		{"true", VALUE_BOOLEAN}, {"Yes", VALUE_BOOLEAN}, {"no", VALUE_BOOLEAN}, {"nO", VALUE_TEXT}, {"on", VALUE_TEXT},
		{"0", VALUE_INTEGER}, {"-12", VALUE_INTEGER}, {"+7", VALUE_INTEGER}, {"1.5", VALUE_NUMBER}, {".5", VALUE_NUMBER},
		{"2.", VALUE_NUMBER}, {"1e9", VALUE_NUMBER}, {"1e", VALUE_TEXT}, {".", VALUE_TEXT}, {"-", VALUE_TEXT},
		{"1.2.3", VALUE_TEXT}, {"0x1F", VALUE_TEXT}, {".inf", VALUE_TEXT}, {"2026-10-04", VALUE_DATE},
		{"2026-02-29", VALUE_TEXT}, {"2024-02-29", VALUE_DATE}, {"2026-13-01", VALUE_TEXT}, {"\"5\"", VALUE_TEXT},
		{"'no'", VALUE_TEXT}, {"0.5–5 s", VALUE_TEXT},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf text;

		if (strcmp(cases[i].text, "-") == 0)
			continue;
		buf_init(&text);
		buf_addf(&text, "k: %s\n", cases[i].text);
		read_yaml(f, text.data);
		buf_release(&text);
		if (node_kind(get(f, "k")) != cases[i].kind)
			fail_msg("`%s` has kind %d, not %d", cases[i].text, node_kind(get(f, "k")), cases[i].kind);
	}
}

static void four_states_stay_apart(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "given: x\nnull: ~\nlist: []\nmap: {}\ntext: ''\nzero: 0\n");
	assert_int_equal(node_state(get(f, "given")), STATE_GIVEN);
	assert_int_equal(node_state(get(f, "null")), STATE_NULL);
	assert_int_equal(node_state(get(f, "list")), STATE_EMPTY);
	assert_int_equal(node_state(get(f, "map")), STATE_EMPTY);
	assert_int_equal(node_state(get(f, "text")), STATE_EMPTY);
	assert_int_equal(node_state(get(f, "zero")), STATE_GIVEN);
	assert_int_equal(node_state(get(f, "nothing")), STATE_ABSENT);
}

static void values_know_line_and_column(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "id: a\nlist:\n  - é x\n  - {deep: 'y'}\n");
	struct node list = get(f, "list"), second = node_at(list, 1);
	struct node deep = node_first(second);

	assert_int_equal(node_at(list, 0).v->line, 3);
	assert_int_equal(node_at(list, 0).v->column, 5);
	assert_int_equal(deep.v->line, 4);
	assert_int_equal(deep.v->column, 12);
	assert_string_equal(node_text(deep), "y");
	assert_string_equal(keys_name(f->keys, deep.v->key), "deep");
}

static void text_of_a_record_is_one_stretch(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "id: a\nn: ~\nl: [b, c]\n---\nid: z\n");
	assert_int_equal(f->unit->record_count, 2);
	const struct unit_record *r = &f->unit->records[0];

	assert_int_equal(r->text_end - r->text_begin, 6);
	assert_memory_equal(f->unit->text + r->text_begin, "a\0b\0c\0", 6);
	r = &f->unit->records[1];
	assert_memory_equal(f->unit->text + r->text_begin, "z\0", 2);
}

static void a_list_at_the_top_holds_records(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "- {id: a}\n- text\n- {id: b}\n");
	assert_int_equal(f->unit->record_count, 2);
	assert_string_equal(node_text(node_first((struct node){f->unit, &f->unit->values[f->unit->records[1].value]})), "b");
}

static void a_syntax_error_keeps_what_came_before(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "id: good\n---\nid: [unfinished\nx: 1\n");
	assert_int_equal(f->unit->record_count, 1);
	assert_string_equal(node_text(get(f, "id")), "good");
	assert_false(f->unit->clean);
	assert_int_equal(f->unit->findings.items[0].code, FINDING_SYNTAX);
	assert_int_equal(f->unit->findings.items[0].line, 4);
}

static void a_key_given_twice_is_told_and_the_first_counts(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "a: 1\nm:\n  a: 5\nb: 2\na: 3\n");
	assert_int_equal(f->unit->findings.count, 1);
	assert_finding(f, FINDING_DUPLICATE_KEY, 5, 4);
	assert_string_equal(node_text(get(f, "a")), "1");
}

static void aliases_copy_what_they_stand_for(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "a: &x {p: 1, q: [r, s]}\nb: *x\n");
	struct node b = get(f, "b");

	assert_int_equal(node_count(b), 2);
	assert_string_equal(node_text(node_at(node_get(b, keys_find(f->keys, "q", 1)), 1)), "s");
	read_yaml(f, "a: &x [*x]\n");
	assert_int_equal(f->unit->findings.items[0].code, FINDING_SYNTAX);
}

static void an_alias_bomb_is_cut_short(void **state)
{
	struct fixture *f = *state;
	struct buf text;

	buf_init(&text);
	buf_adds(&text, "id: good\n---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i < 30; i++)
		buf_addf(&text, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1, i - 1, i - 1,
			i - 1, i - 1, i - 1, i - 1);
	read_as(f, "x.yaml", text.data, text.len);
	buf_release(&text);
	assert_int_equal(f->unit->findings.items[0].code, FINDING_LIMIT);
	assert_int_equal(f->unit->record_count, 1);
	assert_true(f->unit->value_count < READER_ALIAS_LIMIT);
}

static void deep_nesting_is_cut_short(void **state)
{
	struct fixture *f = *state;
	struct buf text;

	for (int shape = 0; shape < 3; shape++) {
		buf_init(&text);
		buf_adds(&text, "id: good\n---\n");
		for (int i = 0; i < 100000; i++)
			buf_adds(&text, shape == 0 ? "[" : shape == 1 ? "{a: " : "? [");
		read_as(f, "x.yaml", text.data, text.len);
		buf_release(&text);
		assert_int_equal(f->unit->record_count, 1);
		assert_int_equal(f->unit->findings.items[f->unit->findings.count - 1].code, FINDING_LIMIT);
	}
}

static void keys_that_are_lists_are_left_out(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "? [a, b]\n: {c: [d]}\nid: kept\n");
	assert_int_equal(f->unit->findings.items[0].code, FINDING_SYNTAX);
	assert_string_equal(node_text(get(f, "id")), "kept");
	assert_int_equal(node_count(root(f)), 1);
}

static void bytes_that_are_no_text_are_shown_as_such(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "id: a\nt: b\xFFz\nc: 'x\x1by'\n");
	assert_finding(f, FINDING_ENCODING, 2, 5);
	assert_string_equal(node_text(get(f, "t")), "b\xEF\xBF\xBDz");
	assert_string_equal(node_text(get(f, "c")), "x\xEF\xBF\xBDy");
}

static void a_byte_order_mark_and_crlf_are_fine(void **state)
{
	struct fixture *f = *state;

	read_yaml(f, "\xEF\xBB\xBFid: a\r\nt: b\r\n");
	assert_int_equal(f->unit->findings.count, 0);
	assert_string_equal(node_text(get(f, "id")), "a");
	assert_string_equal(node_text(get(f, "t")), "b");
}

static void a_document_is_a_record(void **state)
{
	static const char text[] = "---\nid: guide\norder: 3\n---\n# The title\n\nText.\n";
	struct fixture *f = *state;

	f->unit = reader_markdown(f->reader, "docs/guide.md", text, sizeof text - 1);
	assert_non_null(f->unit);
	assert_string_equal(node_text(get(f, "id")), "guide");
	assert_string_equal(node_text(get(f, "type")), "doc");
	assert_string_equal(node_text(get(f, "title")), "The title");
	assert_string_equal(node_text(get(f, "order")), "3");
	assert_string_equal(node_text(get(f, "body")), "# The title\n\nText.\n");
	assert_int_equal(get(f, "body").v->line, 5);
}

static void a_document_without_front_matter_is_named_by_its_file(void **state)
{
	struct fixture *f = *state;

	f->unit = reader_markdown(f->reader, "docs/21-topology.md", "no heading\n", 11);
	assert_non_null(f->unit);
	assert_string_equal(node_text(get(f, "id")), "21-topology");
	assert_string_equal(node_text(get(f, "title")), "21-topology");
	assert_string_equal(node_text(get(f, "body")), "no heading\n");
}

static void random_bytes_never_break_it(void **state)
{
	static const char alphabet[] = "ab:-[]{},&*!|>'\"%@`#? \n\t\\u0d8\xC3\xA9\xFF\x00";
	struct fixture *f = *state;
	unsigned seed = 12345;
	char text[400];

	for (int round = 0; round < 3000; round++) {
		size_t len;

		seed = seed * 1103515245u + 12345u;
		len = seed / 65536 % sizeof text;
		for (size_t i = 0; i < len; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = alphabet[seed / 65536 % (sizeof alphabet - 1)];
		}
		read_as(f, round % 2 ? "x.json" : "x.yaml", text, len);
		for (uint32_t i = 0; i < f->unit->value_count; i++)
			assert_true(i + value_span(&f->unit->values[i]) <= f->unit->value_count && value_span(&f->unit->values[i]) >= 1);
	}
}

/* What is wrong behind the end of a document costs that document nothing. */
static void a_fault_behind_a_document_leaves_it_whole(void **state)
{
	static const char *const files[] = {
		"id: a\n...\n@\n", "id: a\n...\n%BAD\n", "id: a\n...\n%YAML 9.9\n---\n", "{id: a}\n]\n", "---\nid: a\n...\n\tb: [\n",
		"id: a\n---\nid: b\nc: [\n",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		read_yaml(f, files[i]);
		assert_int_equal(f->unit->record_count, 1);
		assert_true(f->unit->records[0].value < f->unit->value_count);
		assert_string_equal(node_text(get(f, "id")), "a");
		assert_int_equal(f->unit->findings.count, 1);
		assert_false(f->unit->clean);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		T(plain_scalars_have_kinds),
		T(four_states_stay_apart),
		T(values_know_line_and_column),
		T(text_of_a_record_is_one_stretch),
		T(a_list_at_the_top_holds_records),
		T(a_syntax_error_keeps_what_came_before),
		T(a_key_given_twice_is_told_and_the_first_counts),
		T(aliases_copy_what_they_stand_for),
		T(an_alias_bomb_is_cut_short),
		T(deep_nesting_is_cut_short),
		T(keys_that_are_lists_are_left_out),
		T(bytes_that_are_no_text_are_shown_as_such),
		T(a_byte_order_mark_and_crlf_are_fine),
		T(a_document_is_a_record),
		T(a_document_without_front_matter_is_named_by_its_file),
		T(random_bytes_never_break_it),
		T(a_fault_behind_a_document_leaves_it_whole),
	};

	return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
