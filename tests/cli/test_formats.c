/* What commands print, for programs and for people, where the data are hostile, unknown to the schema, or missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"

/* A compiler with values that act on terminals and spreadsheets, and two records of a type that no schema knows. */
static const char *hostile(void)
{
	const char *dir = workdir_new();

	workdir_write(dir, "a.yaml",
		"id: a\ntype: compiler\nname: \"E\\e[31m \\u202Eb\\u2028x \\x07 n\\0end\"\nlicense: \"=SUM(A1)\\r\\nnext\"\n"
		"language: \"\\t5\"\nrepo: \"-inf\"\nnotes: \"+0x10\"\nfirst_release_year: 007\nconfidence: 1.50\n"
		"compile_time_seconds: -5\nstrengths: [\"a, b\", \"\", ~]\ncosts: []\nproduction_ready: null\n"
		"---\nid: z\ntype: gizmo\nname: Z|pipe\nsize: 0x1F\nw: +5\nf: .5\ndeep: {a: {b: [1, {c: 2}]}}\n"
		"---\nid: y\ntype: gizmo\nname: Y\nsize: 12\n");
	return dir;
}

static void json_is_valid_typed_and_safe_to_look_at(void **state)
{
	const struct command_result *r = KERNATLAS("-r", hostile(), "list", "a", "--format", "jsonl", "--fields",
		"id,name,license,first_release_year,confidence,strengths,costs,production_ready,family,backend,cost");

	(void)state;
	command_assert_status(r, 0);
	command_assert_output(r,
		"{\"id\": \"a\", \"name\": \"E\\u001b[31m \\u202eb\\u2028x \\u0007 n\\u0000end\", "
		"\"license\": \"=SUM(A1)\\u000d\\nnext\", \"first_release_year\": 7, \"confidence\": 1.50, "
		"\"strengths\": [\"a, b\", \"\", null], \"costs\": [], \"production_ready\": null, "
		"\"cost\": []}\n");
	r = KERNATLAS("-r", hostile(), "list", "id:z type:gizmo", "--format", "jsonl");
	command_assert_output(r, "{\"id\": \"z\", \"type\": \"gizmo\", \"name\": \"Z|pipe\", \"size\": \"0x1F\", \"w\": 5, \"f\": 0.5, "
				 "\"deep\": {\"a\": {\"b\": [1, {\"c\": 2}]}}}\n");
}

static void cells_that_a_spreadsheet_would_run_are_quoted(void **state)
{
	const struct command_result *r = KERNATLAS("-r", hostile(), "list", "a", "--format", "csv", "--fields",
		"license,language,repo,notes,compile_time_seconds,strengths,costs,production_ready,family");

	(void)state;
	command_assert_output(r, "license,language,repo,notes,compile_time_seconds,strengths,costs,production_ready,family\r\n"
				 "\"'=SUM(A1)\r\nnext\",'\t5,'-inf,'+0x10,-5,\"a, b\",[],null,\r\n");
	r = KERNATLAS("-r", hostile(), "list", "a", "--format", "tsv", "--fields", "license,language,family");
	command_assert_output(r, "license\tlanguage\tfamily\n'=SUM(A1)  next\t' 5\t\n");
}

static void text_for_people_has_no_control_characters(void **state)
{
	static const char *const commands[][6] = {
		{"list", "type:any", "--format", "table"}, {"list", "type:any", "--format", "md"}, {"show", "a"},
		{"show", "a", "--format", "md"}, {"links", "a"}, {"compare", "a", "z"}, {"compare", "a", "z", "--format", "md"},
		{"check"}, {"facets", "type:any"}, {"matrix"}, {"matrix", "--format", "md"},
	};
	const char *dir = hostile();

	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		const char *argv[10] = {"kernatlas", "-r", dir};
		const struct command_result *r;

		memcpy(argv + 3, commands[i], sizeof commands[i]);
		r = command_run(NULL, argv);
		assert_in_range(r->status, 0, 1);
		command_assert_says_not(r, "\x1b");
		command_assert_says_not(r, "\x07");
		command_assert_says_not(r, "\r");
		command_assert_says_not(r, "\xe2\x80\xae"); /* right-to-left override */
		command_assert_says_not(r, "\xe2\x80\xa8"); /* line separator */
		assert_int_equal(strlen(r->out), r->out_len);
	}
}

static void tables_keep_within_their_width_and_say_what_is_missing(void **state)
{
	const struct command_result *r = KERNATLAS("list", "family:kernel-dsl", "--width", "60");

	(void)state;
	command_assert_output(r, "id             name     family   compil…  target_…  status\n"
				 "─────────────  ───────  ───────  ───────  ────────  ────────\n"
				 "cerebras-cslc  Cerebr…  kernel…  aot      []        verified\n"
				 "pallas         Pallas   kernel…  jit      tpu       verified\n"
				 "tilelang       TileLa…  kernel…  mixed    cuda, r…  verified\n"
				 "triton         Triton   kernel…  jit      cuda, r…  verified\n");
	r = KERNATLAS("list", "id:qnn", "--fields", "id,production_ready,first_release_year,target_backends");
	command_assert_output(r, "id   production_ready  first_release_year  target_backends\n"
				 "───  ────────────────  ──────────────────  ───────────────\n"
				 "qnn  –                               null  []\n\n– not recorded\n");
	command_assert_error(KERNATLAS("list", "--width", "many"), "--width is a number from 20 to 1000");
	command_assert_error(KERNATLAS("show", "triton", "--width", "5"), "--width is a number from 20 to 1000");
	command_assert_error(KERNATLAS("list", "--fields", ""), "--fields takes names of fields with commas between");
	command_assert_error(KERNATLAS("list", "--fields", "id,,status"), "--fields takes names of fields with commas between");
	command_assert_error(KERNATLAS("list", "--fields", "nmae"), "no field `nmae`; did you mean `name`?");
}

static void what_was_derived_is_said_to_be_so(void **state)
{
	const char *dir = workdir_new();
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "data/compilers/x.json", "{\"id\": \"x\", \"type\": \"compiler\", \"name\": \"X\", \"category\": \"dsl\"}");
	r = KERNATLAS("-r", dir, "list", "--fields", "id,family");
	command_assert_output(r, "id  family\n──  ───────────\nx   ≈kernel-dsl\n\n≈ derived, not recorded\n");
	command_assert_says(KERNATLAS("-r", dir, "show", "x", "--format", "md"), "- **family** (derived): kernel-dsl\n");
	command_assert_says(KERNATLAS("-r", dir, "show", "x", "--format", "json"), "\"_derived\": {\n    \"family\": \"kernel-dsl\"");
	command_assert_says_not(KERNATLAS("-r", dir, "list", "--format", "json"), "kernel-dsl");
}

static void markdown_tells_the_four_states(void **state)
{
	const struct command_result *r = KERNATLAS("show", "qnn", "--format", "md");

	(void)state;
	command_assert_says(r, "- **repo**: *null*\n");
	command_assert_says(r, "- **target_backends**: *empty*\n");
	command_assert_says(r, "- **autotuning**: false\n");
	command_assert_says(r, "\nNot recorded: production_ready, ");
}

static void records_without_a_schema_compare_too(void **state)
{
	const char *dir = hostile();
	const struct command_result *r = KERNATLAS("-r", dir, "compare", "z", "y", "--format", "md");

	(void)state;
	command_assert_output(r, "## Where they differ\n\n| field | Z\\|pipe | Y |\n| --- | --- | --- |\n| size | 0x1F | 12 |\n"
				 "| w | +5 | not recorded |\n| f | .5 | not recorded |\n| deep | 1; 2 | not recorded |\n");
	r = KERNATLAS("-r", dir, "compare", "z", "y");
	command_assert_status(r, 0);
	command_assert_says(r, "size  0x1F");
	/* Fields of both types: the second record's are not passed over. */
	r = KERNATLAS("-r", dir, "compare", "a", "z", "--format", "json");
	command_assert_says(r, "{\"field\": \"size\", \"same\": false, \"values\": [{\"state\": \"absent\"}, {\"state\": \"given\", "
			       "\"value\": \"0x1F\"}]}");
	command_assert_says(r, "{\"field\": \"production_ready\", \"same\": false, \"values\": [{\"state\": \"null\", \"value\": null}, "
			       "{\"state\": \"absent\"}]}");
	r = KERNATLAS("compare", "triton", "triton", "--format", "md");
	command_assert_says(r, "## Where they differ\n\nIn nothing that is recorded.\n");
	command_assert_status(KERNATLAS("compare", "triton", "iree", "xla", "mlir", "qnn"), 2);
}

static void facets_are_those_of_the_types_selected(void **state)
{
	const struct command_result *r = KERNATLAS("facets", "type:note");

	(void)state;
	command_assert_says(r, "topic\n  tenstorrent                       22 / 22\n");
	command_assert_says_not(r, "language");
	r = KERNATLAS("facets", "family:kernel-dsl", "--field", "compilation_strategy");
	command_assert_output(r, "compilation_strategy\n"
				 "  jit                                2 / 5\n"
				 "  aot                                1 / 7\n"
				 "  template-instantiation             0 / 4\n"
				 "  graph-rewrite                      0 / 3\n"
				 "  mixed                              1 / 3\n");
	r = KERNATLAS("-r", hostile(), "facets", "type:gizmo", "--field", "size", "--format", "json");
	command_assert_says(r, "{\"value\": \"12\", \"now\": 1, \"all\": 1}");
	command_assert_error(KERNATLAS("facets", "--field", "nofield"), "no record has a field `nofield`");
}

static void the_matrix_stands_by_family_with_a_legend(void **state)
{
	const struct command_result *r = KERNATLAS("matrix", "id:thunderkittens | id:qnn");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "\nTemplate libraries\n  thunderkittens    ●     ◐     ·");
	command_assert_says(r, "\nGraph compilers\n  qnn               –     –     –");
	command_assert_says(r, "\nreached by          1     1     0");
	command_assert_says(r, "17 Qualcomm Hexagon NPU (no value in the vocabulary)\n");
	command_assert_says(r, "\n◐ through a port\n");
	command_assert_says_not(r, "◌");
	r = KERNATLAS("matrix", "nothing-has-this-word");
	command_assert_status(r, 1);
	command_assert_output(r, "");
	command_assert_error(KERNATLAS("matrix", "--format", "tsv"), "matrix prints text, json, csv or md");
}

static void a_check_of_chosen_records(void **state)
{
	const char *dir = workdir_records();
	const struct command_result *r = KERNATLAS("-r", dir, "check", "status:draft");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "0 errors, 0 warnings, 3 to know of, in 2 records\n");
	command_assert_error(r, "");
	/* A query that selects nothing has checked nothing. */
	command_assert_status(KERNATLAS("-r", dir, "check", "nothing-has-this-word"), 1);
	command_assert_status(KERNATLAS("-r", dir, "check", "nofield:x"), 2);
	/* A broken file has no records to select, and is told nevertheless. */
	workdir_write(dir, "compilers/bad file.yaml", "id: [\n");
	r = KERNATLAS("-r", dir, "check", "status:draft");
	command_assert_status(r, 0);
	command_assert_error(r, "compilers/bad file.yaml:2:1: ");
	r = KERNATLAS("-r", dir, "check", "--format", "sarif");
	command_assert_status(r, 1);
	command_assert_says(r, "\"version\": \"2.1.0\"");
	command_assert_says(r, "compilers/bad%20file.yaml\"}, \"region\": {\"startLine\": 2, \"startColumn\": 1}");
	command_assert_says(KERNATLAS("-r", dir, "check", "--format", "json"), "{\"code\": \"syntax\", \"severity\": \"error\", \"record\": null");
}

static void strict_takes_warnings_for_errors(void **state)
{
	const char *dir = workdir_records();

	(void)state;
	workdir_replace(dir, "compilers/qnn.yaml", "autotuning: false", "autotuning: false\nnot_in_the_schema: 1");
	command_assert_says(KERNATLAS("-r", dir, "check"), "warning: unknown-field: ");
	command_assert_status(KERNATLAS("-r", dir, "check"), 0);
	command_assert_status(KERNATLAS("-r", dir, "check", "--strict"), 1);
}

static void sorting_follows_the_kind_of_the_field(void **state)
{
	const struct command_result *r;

	(void)state;
	/* A vocabulary by its order, descending, then names as people order them. */
	r = KERNATLAS("list", "status:draft | family:kernel-dsl", "--sort", "-status,-family,id", "--fields", "id,status", "--format", "tsv");
	command_assert_output(r, "id\tstatus\nmax-mojo\tdraft\nqnn\tdraft\ncerebras-cslc\tverified\npallas\tverified\ntilelang\tverified\n"
				 "triton\tverified\n");
	/* What is null comes last, whichever way. */
	r = KERNATLAS("list", "id:qnn | id:triton | id:xla", "--sort", "first_release_year", "--fields", "id", "--format", "tsv");
	command_assert_output(r, "id\nxla\ntriton\nqnn\n");
	r = KERNATLAS("list", "id:qnn | id:triton | id:xla", "--sort", "-year", "--fields", "id", "--format", "tsv");
	command_assert_output(r, "id\ntriton\nxla\nqnn\n");
	/* A field that the schema has and no record uses is no slip. */
	command_assert_status(KERNATLAS("list", "--sort", "reviews", "--count"), 0);
	command_assert_status(KERNATLAS("list", "--sort", "id,,status"), 2);
	command_assert_error(KERNATLAS("list", "--sort", "id,id,id,id,id,id,id,id,id"), "more than 8 fields to order by");
}

static void nothing_found_is_an_empty_result_of_its_format(void **state)
{
	(void)state;
	command_assert_output(KERNATLAS("list", "nothing-has-this-word", "--format", "json"), "[]\n");
	command_assert_output(KERNATLAS("list", "nothing-has-this-word", "--format", "jsonl"), "");
	command_assert_output(KERNATLAS("list", "nothing-has-this-word", "--format", "csv", "--fields", "id"), "id\r\n");
	command_assert_output(KERNATLAS("list", "nothing-has-this-word", "--count"), "0\n");
	command_assert_status(KERNATLAS("list", "nothing-has-this-word", "--count"), 1);
	command_assert_output(KERNATLAS("list", "nothing-has-this-word"), "");
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(json_is_valid_typed_and_safe_to_look_at),
		T(cells_that_a_spreadsheet_would_run_are_quoted),
		T(text_for_people_has_no_control_characters),
		T(tables_keep_within_their_width_and_say_what_is_missing),
		T(what_was_derived_is_said_to_be_so),
		T(markdown_tells_the_four_states),
		T(records_without_a_schema_compare_too),
		T(facets_are_those_of_the_types_selected),
		T(the_matrix_stands_by_family_with_a_legend),
		T(a_check_of_chosen_records),
		T(strict_takes_warnings_for_errors),
		T(sorting_follows_the_kind_of_the_field),
		T(nothing_found_is_an_empty_result_of_its_format),
	};

	return cmocka_run_group_tests_name("formats", tests, NULL, NULL);
}
