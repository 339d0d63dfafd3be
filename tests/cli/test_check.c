/* `kernatlas check`: the same findings as text, JSON and SARIF, with a status that a build can act on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "finding.h"
#include "reader.h"
#include "tests/harness/command.h"

#define HEAD "id: n\ntype: note\ntopic: tenstorrent\nname: N\nstatement: S.\nsources: [s]\n"
#define OLD "status: verified\nupdated: 2026-06-03\n"
#define NEW "status: verified\nupdated: 2026-11-01\n"

static const char *folder(const char *note)
{
	const char *dir = workdir_new();

	workdir_write(dir, "sources/s.yaml", "id: s\ntype: source\nname: S\nkind: repo\n");
	workdir_write(dir, "notes/n.yaml", note);
	return dir;
}

static void a_line_for_each_finding_and_one_that_sums_up(void **state)
{
	const char *dir = folder(HEAD "hardware: x\nnmae: y\n" OLD);
	const struct command_result *r = KERNATLAS("-r", dir, "check", "type:any");

	(void)state;
	command_assert_status(r, 1);
	command_assert_output(r,
		harness_format("%s/notes/n.yaml:7:11: error: wrong-type: hardware: text where a list is asked; write the kind that the schema asks for\n"
			       "%s/notes/n.yaml:8:7: warning: unknown-field: field `nmae`; did you mean `name`?; correct the name, or add it to schema.yaml\n"
			       "%s/notes/n.yaml:10:10: info: stale: updated 181 days ago (more than 180); check the record against its sources and update the date\n"
			       "1 error, 1 warning, 1 to know of, in 2 records\n",
			dir, dir, dir));
}

static void the_status_is_that_of_the_worst(void **state)
{
	static const struct {
		const char *note;
		int plain, strict;
	} cases[] = {{HEAD NEW, 0, 0}, {HEAD OLD, 0, 0}, {HEAD "nmae: y\n" NEW, 0, 1}, {HEAD "hardware: x\n" NEW, 1, 1}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *dir = folder(cases[i].note);

		command_assert_status(KERNATLAS("-r", dir, "check"), cases[i].plain);
		command_assert_status(KERNATLAS("-r", dir, "check", "--strict"), cases[i].strict);
		command_assert_status(KERNATLAS("-r", dir, "check", "type:source", "--strict"), 0);
		command_assert_status(KERNATLAS("-r", dir, "check", "type:note", "--strict", "--format", "sarif"), cases[i].strict);
	}
}

static void when_a_record_is_stale_is_a_setting(void **state)
{
	const char *dir = folder(HEAD OLD);

	(void)state;
	command_assert_says(KERNATLAS("-r", dir, "check"), "updated 181 days ago (more than 180)");
	command_assert_says_not(KERNATLAS("-r", dir, "check", "--stale", "181"), "stale");
	command_assert_says(KERNATLAS("-r", dir, "check", "--stale", "30"), "updated 181 days ago (more than 30)");
	command_assert_output(KERNATLAS("-r", dir, "list", "type:note is:stale", "--stale", "181", "--count"), "0\n");
	command_assert_status(KERNATLAS("-r", dir, "check", "--stale", "soon"), 2);
	command_assert_error(KERNATLAS("-r", dir, "check", "--stale", "0"), "`0` is no number of days");
}

static void json_is_one_array(void **state)
{
	const char *dir = folder(HEAD "nmae: \"y\"\n" NEW);

	(void)state;
	command_assert_output(KERNATLAS("-r", dir, "check", "--format", "json"),
		harness_format("[\n  {\"code\": \"unknown-field\", \"severity\": \"warning\", \"record\": \"n\", \"file\": \"%s/notes/n.yaml\", "
			       "\"line\": 7, \"column\": 7, \"message\": \"field `nmae`; did you mean `name`?\", "
			       "\"remedy\": \"correct the name, or add it to schema.yaml\"}\n]\n",
			dir));
	command_assert_output(KERNATLAS("-r", folder(HEAD NEW), "check", "--format", "json"), "[]\n");
}

static struct node get(struct keys *keys, struct node map, const char *name)
{
	struct node n = node_get(map, keys_find(keys, name, strlen(name)));

	if (!n.v)
		fail_msg("no `%s`", name);
	return n;
}

/* SARIF 2.1.0: a rule for each code, and results that name their rule, level and place. */
static void sarif_says_the_same(void **state)
{
	const char *dir = folder(HEAD "hardware: x\nnmae: y\n" OLD);
	const struct command_result *r = KERNATLAS("-r", dir, "check", "--format", "sarif");
	static const char *const levels[] = {"error", "warning", "note"}, *const rules[] = {"wrong-type", "unknown-field", "stale"};
	static const uint32_t lines[] = {7, 8, 10};
	struct keys *keys = keys_new();
	struct reader *reader = reader_new(keys);
	struct unit *unit = reader_yaml(reader, "x.json", r->out, r->out_len);
	struct node root, run, result, region, place;
	double line;

	(void)state;
	command_assert_status(r, 1);
	assert_true(unit->clean);
	assert_int_equal(unit->findings.count, 0);
	root = (struct node){unit, &unit->values[unit->records[0].value]};
	assert_string_equal(node_text(get(keys, root, "version")), "2.1.0");
	run = node_at(get(keys, root, "runs"), 0);
	assert_int_equal(node_count(get(keys, get(keys, get(keys, run, "tool"), "driver"), "rules")), FINDING_CODE_COUNT);
	assert_int_equal(node_count(get(keys, run, "results")), 3);
	for (uint32_t i = 0; i < 3; i++) {
		result = node_at(get(keys, run, "results"), i);
		assert_string_equal(node_text(get(keys, result, "ruleId")), rules[i]);
		assert_string_equal(node_text(get(keys, result, "level")), levels[i]);
		place = get(keys, node_at(get(keys, result, "locations"), 0), "physicalLocation");
		assert_string_equal(node_text(get(keys, get(keys, place, "artifactLocation"), "uri")),
			harness_format("file://%s/notes/n.yaml", dir));
		region = get(keys, place, "region");
		assert_true(node_number(get(keys, region, "startLine"), &line));
		assert_int_equal((uint32_t)line, lines[i]);
	}
	unit_unref(unit);
	reader_free(reader);
	keys_unref(keys);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_line_for_each_finding_and_one_that_sums_up),
		T(the_status_is_that_of_the_worst),
		T(when_a_record_is_stale_is_a_setting),
		T(json_is_one_array),
		T(sarif_says_the_same),
	};

	return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
