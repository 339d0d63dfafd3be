/* The command line on the shipped records: counts that follow from the facts, states, formats, exit statuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"

static void counts_are_those_of_the_facts(void **state)
{
	static const struct {
		const char *query, *count;
	} cases[] = {
		{"", "22\n"}, {"backend:cuda backend:rocm", "9\n"}, {"backend:cuda backend:rocm status:verified", "8\n"},
		{"strategy:jit", "5\n"}, {"strategy:aot", "7\n"}, {"strategy:template-instantiation", "4\n"},
		{"strategy:graph-rewrite", "3\n"}, {"strategy:mixed", "3\n"}, {"autotuning:yes", "5\n"},
		{"missing:production_ready", "1\n"}, {"production_ready:no", "2\n"}, {"-production_ready:yes", "2\n"},
		{"has:compile_time_seconds", "9\n"}, {"empty:target_backends", "4\n"}, {"status:draft", "2\n"},
		{"family:kernel-dsl", "4\n"}, {"family:template-library", "4\n"}, {"family:graph-compiler", "10\n"},
		{"family:infrastructure", "4\n"}, {"-backend:metal", "18\n"}, {"type:note", "22\n"}, {"type:claim", "27\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct command_result *r = KERNATLAS("list", "--count", cases[i].query);

		command_assert_status(r, 0);
		command_assert_output(r, cases[i].count);
	}
}

static void an_absent_value_is_no_key_and_is_said(void **state)
{
	const struct command_result *r = KERNATLAS("show", "qnn", "--format", "json");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says_not(r, "\"production_ready\": t");
	command_assert_says_not(r, "\"production_ready\": f");
	command_assert_says_not(r, "\"production_ready\": n");
	command_assert_says(r, "\"production_ready\": \"absent\"");
	command_assert_says(r, "\"compile_time_seconds\": null");
	command_assert_says(r, "\"target_backends\": []");
	/* In text it must not read as "no". */
	r = KERNATLAS("show", "qnn");
	command_assert_says(r, "production  not recorded");
}

static void an_alias_shows_its_record_and_a_slip_is_mended(void **state)
{
	const struct command_result *r = KERNATLAS("show", "w7k-tensorrt");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "compiler tensorrt");
	r = KERNATLAS("show", "tensort");
	command_assert_status(r, 1);
	command_assert_error(r, "did you mean `tensorrt`?");
	r = KERNATLAS("show", "nosuch");
	command_assert_status(r, 1);
	command_assert_error(r, "no record `nosuch`");
}

static void links_go_both_ways(void **state)
{
	const struct command_result *r = KERNATLAS("links", "tt-forge");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "→ Tenstorrent software-stack overview source");
	command_assert_says(r, "← Does the decode kernel take grouped-query heads?");
	command_assert_says(r, "← 15 — Compilers and kernel DSLs");
	r = KERNATLAS("links", "tt-forge", "--format", "json");
	command_assert_says(r, "\"from\": \"note/tt-decode-grouped-query\"");
	command_assert_says(r, "\"to\": \"source/w7k-tenstorrent-software-stack\"");
}

static void the_shipped_corpus_is_clean_and_honest(void **state)
{
	const struct command_result *r = KERNATLAS("check");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "0 errors, 0 warnings");
	command_assert_says(r, "max-mojo.yaml:15:49: info: outside-vocabulary: output_artifacts: `mlir-ir`");
	command_assert_says(r, "qnn.yaml:65:9: info: draft");
	command_assert_says(r, "tt-l1-108-or-120.yaml:95:9: info: contested");
	command_assert_says(r, "info: no-method: compile_time_seconds");
	command_assert_status(KERNATLAS("check", "--strict"), 0);
}

static void one_broken_record_among_good_ones(void **state)
{
	const char *dir = workdir_records();
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "compilers/broken.yaml", "id: broken\ntype: compiler\nname: [unfinished\n");
	r = KERNATLAS("-r", dir, "list", "--count");
	command_assert_status(r, 0);
	command_assert_output(r, "22\n");
	command_assert_error(r, "compilers/broken.yaml:4:1: ");
	r = KERNATLAS("-r", dir, "check");
	command_assert_status(r, 1);
	command_assert_says(r, "compilers/broken.yaml:4:1: error: syntax: ");
}

static void queries_that_do_not_parse_say_where_and_what(void **state)
{
	const struct command_result *r = KERNATLAS("list", "backend:cudaa");

	(void)state;
	command_assert_status(r, 2);
	command_assert_output(r, "");
	command_assert_error(r, "kernatlas: query, column 9: `cudaa` is no value of backend; did you mean `cuda`?");
	r = KERNATLAS("list", "prodution_ready:no");
	command_assert_status(r, 2);
	command_assert_error(r, "column 1: no field `prodution_ready`; did you mean `production_ready`?");
	r = KERNATLAS("list", "-ready", "(a | b");
	command_assert_status(r, 2);
	command_assert_status(KERNATLAS("list", "nothing-has-this-word"), 1);
}

static void formats_keep_states_and_escape(void **state)
{
	const char *dir = workdir_new();
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "a.yaml", "id: a\ntype: compiler\nname: '=1+1, \"x\"'\nlicense: 'a|b <c>'\ntarget_backends: []\n"
				     "first_release_year: null\ncompile_time_seconds: -5\n");
	r = KERNATLAS("-r", dir, "list", "--format", "csv", "--fields",
		"id,name,license,target_backends,first_release_year,repo,compile_time_seconds");
	command_assert_output(r, "id,name,license,target_backends,first_release_year,repo,compile_time_seconds\r\n"
				 "a,\"'=1+1, \"\"x\"\"\",a|b <c>,[],null,,-5\r\n");
	r = KERNATLAS("-r", dir, "list", "--format", "md", "--fields", "license,repo");
	command_assert_output(r, "| license | repo |\n| --- | --- |\n| a\\|b \\<c> | – |\n");
	r = KERNATLAS("-r", dir, "list", "--format", "json", "--fields", "id,target_backends,first_release_year,repo");
	command_assert_output(r, "[\n  {\n    \"id\": \"a\",\n    \"target_backends\": [],\n    \"first_release_year\": null\n  }\n]\n");
	r = KERNATLAS("-r", dir, "list", "--format", "jsonl", "--fields", "id");
	command_assert_says(r, "\"id\": \"a\"");
	assert_int_equal(strchr(r->out, '\n') - r->out, (long)r->out_len - 1);
}

static void sorting_puts_what_is_missing_last(void **state)
{
	const struct command_result *r =
		KERNATLAS("list", "has:compile_time_seconds | id:qnn", "--sort", "-compile_time_seconds,id", "--format", "tsv", "--fields", "id");

	(void)state;
	command_assert_output(r, "id\napache-tvm\ncutlass-cute\nxla\niree\ntorch-compile-torchinductor\nopenvino\nonnx-runtime\npallas\n"
				 "triton\nqnn\n");
}

static void a_comparison_leads_with_the_differences(void **state)
{
	const struct command_result *r = KERNATLAS("compare", "cutlass-cute", "composable-kernel", "--format", "md");
	const char *differ, *same;

	(void)state;
	command_assert_status(r, 0);
	differ = strstr(r->out, "| target_backends | cuda | rocm |");
	same = strstr(r->out, "| compilation_strategy | template-instantiation | template-instantiation |");
	assert_non_null(differ);
	assert_non_null(same);
	assert_true(differ < same);
	assert_ptr_equal(strstr(r->out, "## Where they differ"), r->out);
	command_assert_status(KERNATLAS("compare", "triton"), 2);
	command_assert_status(KERNATLAS("compare", "triton", "nosuch"), 1);
}

static void the_matrix_and_facets_count_alike(void **state)
{
	const struct command_result *r = KERNATLAS("matrix", "id:thunderkittens", "--format", "csv");

	(void)state;
	command_assert_says(r, "thunderkittens,template-library,listed,port,not-listed");
	r = KERNATLAS("matrix", "id:qnn", "--format", "json");
	command_assert_says(r, "\"cuda\": \"no-slot\"");
	command_assert_says(r, "\"Qualcomm Hexagon NPU\": \"listed\"");
	r = KERNATLAS("facets", "backend:cuda", "--field", "compilation_strategy");
	command_assert_says(r, "jit                                4 / 5");
	r = KERNATLAS("facets", "--field", "production_ready", "--format", "json");
	command_assert_says(r, "\"missing\": {\"now\": 1, \"all\": 1}");
}

static void documents_print_from_a_heading(void **state)
{
	const struct command_result *r = KERNATLAS("doc", "15-compilers#2-where-the-compile-cost-lands", "--width", "72");

	(void)state;
	command_assert_status(r, 0);
	assert_ptr_equal(strstr(r->out, "2. Where the compile cost lands"), r->out);
	command_assert_says(r, "✓");
	command_assert_says_not(r, "✗");
	command_assert_status(KERNATLAS("doc", "15-compilers#nowhere"), 1);
	command_assert_status(KERNATLAS("doc", "triton"), 1);
}

static void a_claim_that_no_longer_holds_is_an_error(void **state)
{
	const char *dir = workdir_records();
	const struct command_result *r;

	(void)state;
	workdir_replace(dir, "compilers/pallas.yaml", "target_backends: [tpu]", "target_backends: [tpu, cuda, rocm]");
	r = KERNATLAS("-r", dir, "check");
	command_assert_status(r, 1);
	command_assert_says(r, "error: claim-false: claim `both-vendors-nine` in 15-compilers#3-portability-is-the-exception-not-the-default (");
	command_assert_says(r, "): the records also give: pallas");
	r = KERNATLAS("-r", dir, "doc", "15-compilers", "--width", "80");
	command_assert_says(r, "✗");
}

static void wrong_usage_is_told_in_a_line(void **state)
{
	const struct command_result *r = KERNATLAS("lst");

	(void)state;
	command_assert_status(KERNATLAS("list", "--fromat", "json"), 2);
	command_assert_error(KERNATLAS("list", "--fromat", "json"), "did you mean --format?");
	command_assert_error(KERNATLAS("list", "--format", "yaml"), "list prints table, json, jsonl, csv, tsv or md");
	command_assert_error(KERNATLAS("list", "--sort", "nofield"), "no record has a field `nofield`");
	command_assert_error(KERNATLAS("list", "--strict"), "does not belong to list");
	command_assert_status(KERNATLAS("-r", "/nonexistent", "list"), 2);
	command_assert_status(KERNATLAS("--version"), 0);
	command_assert_status(KERNATLAS("help", "list"), 0);
	command_assert_status(KERNATLAS("help", "nothing"), 2);
	/* One word that is no command is taken for a record to open, which needs a terminal or such a record. */
	assert_true(r->status == 1 || r->status == 2);
}

static void output_that_can_not_be_written_is_told(void **state)
{
	const struct command closed = {.close_output = true};
	const struct command_result *r = KERNATLAS_WITH(&closed, "list");

	(void)state;
	assert_int_equal(r->status, 141);
	command_assert_error(r, "");
	r = command_run(NULL, (const char *const[]){"sh", "-c", "exec \"$0\" list >/dev/full", harness_program(), NULL});
	command_assert_status(r, 2);
	command_assert_error(r, "standard output can't be written");
}

static void the_public_layout_opens(void **state)
{
	const char *dir = workdir_new();
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "data/compilers/x.json", "{\"id\": \"x\", \"type\": \"compiler\", \"name\": \"X\", \"category\": \"dsl\", "
						      "\"compilation_strategy\": \"jit\", \"target_backends\": [\"cuda\"], \"sources\": []}");
	workdir_write(dir, "data/accelerators/n150.json", "{\"id\": \"n150\", \"type\": \"accelerator\", \"name\": \"N150\", \"flops\": "
							    "[{\"precision\": \"fp16\", \"tflops\": 74}, {\"precision\": \"fp8\", \"tflops\": 262}]}");
	workdir_write(dir, "docs/15-page.md", "# Page\n\n[[compilers/x]] and [[compilers/gone]]\n");
	command_assert_output(KERNATLAS("-r", dir, "list", "--count"), "1\n");
	command_assert_output(KERNATLAS("-r", dir, "list", "type:accelerator", "--count"), "1\n");
	r = KERNATLAS("-r", dir, "show", "n150");
	command_assert_says(r, "precision  tflops");
	command_assert_says(r, "fp8        262");
	r = KERNATLAS("-r", dir, "show", "x");
	command_assert_says(r, "≈ Kernel DSLs");
	r = KERNATLAS("-r", dir, "doc", "15-page");
	command_assert_says(r, "compilers/gone (leads nowhere)");
	r = KERNATLAS("-r", dir, "list", "is:derived", "--count");
	command_assert_output(r, "1\n");
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(counts_are_those_of_the_facts),
		T(an_absent_value_is_no_key_and_is_said),
		T(an_alias_shows_its_record_and_a_slip_is_mended),
		T(links_go_both_ways),
		T(the_shipped_corpus_is_clean_and_honest),
		T(one_broken_record_among_good_ones),
		T(queries_that_do_not_parse_say_where_and_what),
		T(formats_keep_states_and_escape),
		T(sorting_puts_what_is_missing_last),
		T(a_comparison_leads_with_the_differences),
		T(the_matrix_and_facets_count_alike),
		T(documents_print_from_a_heading),
		T(a_claim_that_no_longer_holds_is_an_error),
		T(wrong_usage_is_told_in_a_line),
		T(output_that_can_not_be_written_is_told),
		T(the_public_layout_opens),
	};

	return cmocka_run_group_tests_name("shipped records", tests, NULL, NULL);
}
