/* JSON by the reader: what RFC 8259 allows is read as it says, what it does not is told with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "json.h"
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

static void read_bytes(struct fixture *f, const char *text, size_t len)
{
	unit_unref(f->unit);
	f->unit = reader_yaml(f->reader, "x.json", text, len);
	assert_non_null(f->unit);
}

static void read_text(struct fixture *f, const char *text)
{
	read_bytes(f, text, strlen(text));
}

static struct node get(const struct fixture *f, const char *key)
{
	assert_true(f->unit->record_count >= 1);
	return node_get((struct node){f->unit, &f->unit->values[f->unit->records[0].value]},
	                keys_find(f->keys, key, strlen(key)));
}

static void assert_clean(const struct fixture *f)
{
	if (f->unit->findings.count)
		fail_msg("%s", f->unit->findings.items[0].message);
}

static void texts_are_what_their_escapes_say(void **state)
{
	static const struct {
		const char *json, *text;
	} cases[] = {
	        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
	        {"\"\\u00e9\\u4E2D\"", "\xC3\xA9\xE4\xB8\xAD"},
	        {"\"a\\ud83d\\ude80b\\uD83D\\uDE80\"", "a\xF0\x9F\x9A\x80"
	                                               "b\xF0\x9F\x9A\x80"},
	        {"\"\\\\ud83d\"", "\\ud83d"},
	        {"\"  lead  trail  \"", "  lead  trail  "},
	        {"\"a # b: c, - d {e} [f] & * ! % @ ` |\"", "a # b: c, - d {e} [f] & * ! % @ ` |"},
	        /* What YAML takes for the end of a line is none in JSON. */
	        {"\"a\xE2\x80\xA8"
	         "b\xE2\x80\xA9"
	         "c\xC2\x85"
	         "d\"",
	         "a\xE2\x80\xA8"
	         "b\xE2\x80\xA9"
	         "c\xC2\x85"
	         "d"},
	        {"\"\"", ""},
	        {"\"null\"", "null"},
	        {"\"2026-01-01\"", "2026-01-01"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[256];

		snprintf(text, sizeof text, "{\"x\": %s, \"y\": 1}", cases[i].json);
		read_text(f, text);
		assert_clean(f);
		assert_int_equal(node_kind(get(f, "x")), VALUE_TEXT);
		assert_string_equal(node_text(get(f, "x")), cases[i].text);
		assert_string_equal(node_text(get(f, "y")), "1");
	}
}

static void half_a_pair_is_replaced_and_told(void **state)
{
	static const struct {
		const char *json, *text;
		uint32_t column;
		int count;
	} cases[] = {{"a\\ud83db",
	              "a\xEF\xBF\xBD"
	              "b",
	              7, 1},
	             {"\\ude80", "\xEF\xBF\xBD", 6, 1},
	             {"\\ude80\\ud83d", "\xEF\xBF\xBD\xEF\xBF\xBD", 6, 2},
	             {"\\ud83d\\ud83d\\ude80", "\xEF\xBF\xBD\xF0\x9F\x9A\x80", 6, 1},
	             {"\\ud83d\\u0041",
	              "\xEF\xBF\xBD"
	              "A",
	              6, 1}};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[128], message[80];

		snprintf(text, sizeof text, "{\n\"x\":\"%s\", \"y\": 2}", cases[i].json);
		read_text(f, text);
		assert_string_equal(node_text(get(f, "x")), cases[i].text);
		assert_string_equal(node_text(get(f, "y")), "2");
		assert_int_equal(f->unit->findings.count, 1);
		assert_int_equal(f->unit->findings.items[0].code, FINDING_ENCODING);
		assert_int_equal(f->unit->findings.items[0].line, 2);
		assert_int_equal(f->unit->findings.items[0].column, cases[i].column);
		snprintf(message, sizeof message, "%d escape%s of half a surrogate pair, shown as U+FFFD",
		         cases[i].count, cases[i].count == 1 ? "" : "s");
		assert_string_equal(f->unit->findings.items[0].message, message);
	}
}

static void space_may_stand_anywhere_between(void **state)
{
	struct fixture *f = *state;

	read_text(f, "\t\r\n\t{\t\"id\"\t:\n\t\"a\"\t,\r\n\"list\"\n\n  :\t[\t1\t,\t{\t\"b\"\n:\tnull\t}\t]\t}\t\n");
	assert_clean(f);
	assert_string_equal(node_text(get(f, "id")), "a");
	assert_int_equal(node_count(get(f, "list")), 2);
	assert_int_equal(node_state(node_first(node_at(get(f, "list"), 1))), STATE_NULL);
	/* A byte-order mark is none of the text. */
	read_text(f, "\xEF\xBB\xBF{\"id\":\"b\"}");
	assert_clean(f);
	assert_string_equal(node_text(get(f, "id")), "b");
}

static void numbers_stay_as_written(void **state)
{
	static const char *const numbers[] = {
	        "0", "-0", "1.50", "1E5", "-1.5e-7", "123456789012345678901234567890", "0.1e+400", "1e400"};
	struct fixture *f = *state;
	struct corpus corpus = {.keys = f->keys};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char text[128];
		struct buf out;

		snprintf(text, sizeof text, "{\"x\":%s}", numbers[i]);
		read_text(f, text);
		assert_clean(f);
		assert_string_equal(node_text(get(f, "x")), numbers[i]);
		buf_init(&out);
		json_node(&out, &corpus, get(f, "x"), -1);
		assert_string_equal(out.data, numbers[i]);
		buf_release(&out);
	}
}

/* A map with a key of `length` bytes, its colon after `before`. */
static void read_long_key(struct fixture *f, size_t length, const char *before)
{
	struct buf text;

	buf_init(&text);
	buf_adds(&text, "{\"in\":{\"");
	buf_add_repeat(&text, 'k', length);
	buf_addf(&text, "\"%s:[1,{\"a\":2}]},\"after\":3}", before);
	assert_true(buf_ok(&text));
	read_bytes(f, text.data, text.len);
	buf_release(&text);
}

static void a_key_may_be_long(void **state)
{
	static const size_t lengths[] = {990, 998, 1000, 1022, 1024, 1025, 5000, 100000};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		read_long_key(f, lengths[i], "");
		assert_clean(f);
		assert_int_equal(strlen(keys_name(f->keys, node_first(get(f, "in")).v->key)), lengths[i]);
		assert_int_equal(node_count(node_first(get(f, "in"))), 2);
		assert_string_equal(node_text(get(f, "after")), "3");
		read_long_key(f, lengths[i], "\n\t ");
		assert_clean(f);
	}
}

static void the_first_of_two_equal_keys_counts(void **state)
{
	struct fixture *f = *state;
	struct corpus corpus = {.keys = f->keys};
	struct buf out;

	read_text(f, "{\"x\": 1,\n  \"x\": 2, \"y\": {\"z\": 3, \"z\": 4}}");
	assert_int_equal(f->unit->findings.count, 2);
	assert_int_equal(f->unit->findings.items[1].code, FINDING_DUPLICATE_KEY);
	assert_int_equal(f->unit->findings.items[1].line, 2);
	assert_string_equal(node_text(get(f, "x")), "1");
	buf_init(&out);
	json_node(&out, &corpus, (struct node){f->unit, f->unit->values}, -1);
	assert_string_equal(out.data, "{\"x\": 1, \"y\": {\"z\": 3}}");
	buf_release(&out);
}

static void what_is_no_json_is_told_at_its_place(void **state)
{
	static const struct {
		const char *text;
		uint32_t line, column;
		const char *message;
	} cases[] = {
	        {"", 1, 1, "not JSON: the file is empty"},
	        {" \n\t\n", 1, 1, "not JSON: the file is empty"},
	        {"{\n  \"x\": [1, 2,],\n  \"y\": 3\n}", 2, 13, "not JSON: a comma with nothing behind it before `]`"},
	        {"{\n  \"x\": 1,\n}\n", 2, 9, "not JSON: a comma with nothing behind it before `}`"},
	        {"{\"x\": 1, // why\n\"y\": 2}", 1, 10, "not JSON: a comment, which JSON does not have"},
	        {"{\"x\": 1} # why\n", 1, 10, "not JSON: a comment, which JSON does not have"},
	        {"{x: 1}", 1, 2, "not JSON: `x` where a key in double quotes is asked"},
	        {"{'x': 1}", 1, 2, "not JSON: a text in single quotes; JSON asks for double ones"},
	        {"{\"x\": 'y'}", 1, 7, "not JSON: a text in single quotes; JSON asks for double ones"},
	        {"{\"x\" 1}", 1, 6, "not JSON: `1` where `:` is asked"},
	        {"{\"x\": 1 \"y\": 2}", 1, 9, "not JSON: `\"` where `,` or `}` is asked"},
	        {"{\"x\": [1 2]}", 1, 10, "not JSON: `2` where `,` or `]` is asked"},
	        {"{\"x\": [1}}", 1, 9, "not JSON: `}` where `,` or `]` is asked"},
	        {"{\"x\": }", 1, 7, "not JSON: `}` where a value is asked"},
	        {"{\"x\": [,1]}", 1, 8, "not JSON: `,` where a value is asked"},
	        {"{\"x\": NaN}", 1, 7, "not JSON: `NaN` where a value is asked"},
	        {"{\"x\": 01}", 1, 7, "not JSON: `01` where a value is asked"},
	        {"{\"x\": +1}", 1, 7, "not JSON: `+1` where a value is asked"},
	        {"{\"x\": .5}", 1, 7, "not JSON: `.5` where a value is asked"},
	        {"{\"x\": True}", 1, 7, "not JSON: `True` where a value is asked"},
	        {"{\"x\": \"a\\qb\"}", 1, 9, "not JSON: escape `\\q`, which JSON does not have"},
	        {"{\"x\": \"a\\u12g4\"}", 1, 9, "not JSON: escape `\\u` without four hexadecimal digits"},
	        {"{\"x\": \"a\tb\"}", 1, 9, "not JSON: a tab within a text; JSON writes it as an escape"},
	        {"{\"x\": \"\xC3\xA9\nb\"}", 1, 9, "not JSON: a line's end within a text; JSON writes it as an escape"},
	        {"{\"x\": \"abc", 1, 7, "not JSON: a text that is never closed"},
	        {"{\"x\": \"abc\\", 1, 7, "not JSON: a text that is never closed"},
	        {"{\n\"x\": [1, 2", 2, 6, "not JSON: a list that is never closed"},
	        {"{\"x\": 1}\n{\"x\": 2}\n", 2, 1,
	         "not JSON: more behind the end of the value; a file of JSON holds one"},
	        {"{\"x\": 1}}", 1, 9, "not JSON: more behind the end of the value; a file of JSON holds one"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		read_text(f, cases[i].text);
		/* One fault is one finding, whatever libyaml says besides. */
		assert_int_equal(f->unit->findings.count, 1);
		assert_int_equal(f->unit->findings.items[0].code, FINDING_SYNTAX);
		assert_string_equal(f->unit->findings.items[0].message, cases[i].message);
		assert_int_equal(f->unit->findings.items[0].line, cases[i].line);
		assert_int_equal(f->unit->findings.items[0].column, cases[i].column);
	}
}

/* What can be read is kept; above all, nothing points beyond what was read. */
static void a_fault_behind_a_record_leaves_it_whole(void **state)
{
	struct fixture *f = *state;

	read_text(f, "{\"id\": \"a\", \"x\": [1,]}");
	assert_int_equal(f->unit->record_count, 1);
	assert_int_equal(node_count(get(f, "x")), 1);
	read_text(f, "{\"id\": \"a\", \"x\": 1}\n{\"id\": \"b\"}");
	assert_int_equal(f->unit->record_count, 1);
	assert_true(f->unit->records[0].value < f->unit->value_count);
	assert_string_equal(node_text(get(f, "id")), "a");
	unit_unref(f->unit);
	f->unit = reader_yaml(f->reader, "x.yaml", "id: a\n---\nid: b\n---\n{id: c}\n]\n", 30);
	assert_non_null(f->unit);
	assert_int_equal(f->unit->record_count, 3);
	for (uint32_t i = 0; i < f->unit->record_count; i++)
		assert_true(f->unit->records[i].value < f->unit->value_count);
}

static void nesting_has_a_limit(void **state)
{
	static const int depths[] = {READER_DEPTH_LIMIT - 1, READER_DEPTH_LIMIT, 50000};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
		struct buf text;

		buf_init(&text);
		buf_adds(&text, "{\"x\":");
		buf_add_repeat(&text, '[', (size_t)depths[i]);
		buf_add_repeat(&text, ']', (size_t)depths[i]);
		buf_adds(&text, "}");
		read_bytes(f, text.data, text.len);
		assert_int_equal(f->unit->findings.count, i > 0);
		if (i > 0)
			assert_int_equal(f->unit->findings.items[0].code, FINDING_LIMIT);
		buf_release(&text);
	}
}

static void lost_keys_are_told_once(void **state)
{
	struct fixture *f = *state;

	read_text(f, "{\"a\\u0000b\": 1,\n \"c\\u0000d\": {\"e\": 2}, \"x\": 3}");
	assert_int_equal(f->unit->findings.count, 1);
	assert_int_equal(f->unit->findings.items[0].code, FINDING_LIMIT);
	assert_int_equal(f->unit->findings.items[0].line, 1);
	assert_string_equal(f->unit->findings.items[0].message,
	                    "2 keys that can't be kept: with empty bytes, or beyond 60000 different names");
	assert_string_equal(node_text(get(f, "x")), "3");
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	        T(texts_are_what_their_escapes_say),
	        T(half_a_pair_is_replaced_and_told),
	        T(space_may_stand_anywhere_between),
	        T(numbers_stay_as_written),
	        T(a_key_may_be_long),
	        T(the_first_of_two_equal_keys_counts),
	        T(what_is_no_json_is_told_at_its_place),
	        T(a_fault_behind_a_record_leaves_it_whole),
	        T(nesting_has_a_limit),
	        T(lost_keys_are_told_once),
	};

	return cmocka_run_group_tests_name("reader_json", tests, NULL, NULL);
}
