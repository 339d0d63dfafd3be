/* Completion: what the program offers, and what bash, zsh and fish make of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tui/options.h"

#define BASH_FILE "tui/completions/bash-completion/completions/kernatlas"
#define FISH_FILE "tui/completions/fish/vendor_completions.d/kernatlas.fish"

#define OFFERED(...) KERNATLAS("complete", "--", __VA_ARGS__)

static bool has_line(const struct command_result *r, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = r->out; (at = strstr(at, word)); at += len)
		if ((at == r->out || at[-1] == '\n') && at[len] == '\t')
			return true;
	return false;
}

static void assert_offers(const struct command_result *r, const char *word)
{
	if (!has_line(r, word))
		harness_fail(__FILE__, __LINE__, "`%s` is not offered by %s:\n%s%s", word, r->line, r->out, r->err);
}

static void every_command_option_and_record_is_offered(void **state)
{
	const struct command_result *first = OFFERED("");

	(void)state;
	for (const struct command_row *command = command_rows; command->name; command++) {
		const struct command_result *options = OFFERED(command->name, "--");

		assert_offers(first, command->name);
		for (const struct option_row *option = option_rows; option->name; option++)
			assert_int_equal(has_line(options, option->name), options_belongs(option, command->name));
	}
	assert_offers(first, "triton");
	assert_offers(OFFERED("show", "tile"), "tilelang");
	assert_offers(OFFERED("export", ""), "cost-lands");
	assert_false(has_line(OFFERED("export", ""), "triton"));
}

static void fields_and_values_are_those_of_the_query_language(void **state)
{
	(void)state;
	assert_offers(OFFERED("list", "back"), "backend:");
	assert_offers(OFFERED("list", "backend:ro"), "backend:rocm");
	assert_offers(OFFERED("list", "backend:cuda,ro"), "backend:cuda,rocm");
	assert_offers(OFFERED("list", "-is:dr"), "-is:draft");
	assert_offers(OFFERED("list", "--sort", "name,-lic"), "name,-license");
	assert_offers(OFFERED("list", "--fields=id,back"), "--fields=id,backend");
	assert_offers(OFFERED("facets", "--field", "lic"), "license");
	assert_offers(OFFERED("check", "--format", "s"), "sarif");
	assert_false(has_line(OFFERED("list", "--format", ""), "sarif"));
	assert_offers(OFFERED("--theme", "da"), "dark");
	assert_offers(OFFERED("set", "qnn", "stat"), "status=");
	assert_offers(OFFERED("set", "qnn", "status=v"), "status=verified");
	assert_offers(OFFERED("doc", "15-compilers#2"), "15-compilers#2-where-the-compile-cost-lands");
	assert_offers(OFFERED("help", "manual", ""), "kernatlas-records");
	command_assert_status(OFFERED("list", "--output", ""), 1);
	command_assert_status(OFFERED("show", "nothing-begins-so"), 1);
}

static void records_named_on_the_line_are_asked(void **state)
{
	const char *dir = workdir_new();

	(void)state;
	workdir_write(dir, "own.yaml", "id: own-record\ntype: compiler\nname: \"a\\tb\\nc\"\n");
	assert_offers(OFFERED("-r", dir, "show", "ow"), "own-record");
	assert_false(has_line(OFFERED("-r", dir, "show", ""), "triton"));
	assert_int_equal(strcspn(OFFERED("-r", dir, "show", "ow")->out, "\n"), OFFERED("-r", dir, "show", "ow")->out_len - 1);
}

/* A line typed up to its end, as bash hands it to the function: split at blanks, colons and equals signs. */
static const struct command_result *bash(const char *line, const char *words)
{
	const char *script = harness_format("source " BASH_FILE "; COMP_LINE=%s; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(%s); "
					    "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _kernatlas \"$1\"; printf '%%s\\n' \"${COMPREPLY[@]}\"",
		line, words);

	return command_run(NULL, (const char *const[]){"bash", "-c", script, "bash", harness_program(), NULL});
}

static void bash_completes(void **state)
{
	static const struct {
		const char *line, *words, *output;
	} cases[] = {
		{"'kernatlas matr'", "kernatlas matr", "matrix\n"},
		{"'kernatlas show cutlass-c'", "kernatlas show cutlass-c", "cutlass-cute\n"},
		{"'kernatlas list backend:rocm'", "kernatlas list backend : rocm", "rocm\n"},
		{"'kernatlas list --format=jsonl'", "kernatlas list --format = jsonl", "jsonl\n"},
		{"\"kernatlas list 'cost:first-request backend:roc\"", "kernatlas list \"'cost:first-request backend:roc\"",
			"cost:first-request backend:rocm\n"},
		{"'kernatlas check --format sa'", "kernatlas check --format sa", "sarif\n"},
		{"'kernatlas list lice'", "kernatlas list lice", "license:\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct command_result *r = bash(cases[i].line, cases[i].words);

		command_assert_output(r, cases[i].output);
		command_assert_error(r, "");
	}
}

static bool installed(const char *path)
{
	if (access(path, X_OK) == 0)
		return true;
	printf("%s is not installed: left out\n", path);
	return false;
}

static void fish_completes(void **state)
{
	const char *script = harness_format("source " FISH_FILE "; complete -c kernatlas -e; complete -p %s -f -a '(__kernatlas_complete)'; "
					    "complete -C '%s list backend:ro'", harness_program(), harness_program());
	const struct command_result *r;

	(void)state;
	if (!installed("/usr/bin/fish"))
		return;
	r = command_run(NULL, (const char *const[]){"fish", "-c", script, NULL});
	command_assert_says(r, "backend:rocm\t");
}

static void zsh_reads_the_file(void **state)
{
	const struct command_result *r;

	(void)state;
	if (!installed("/usr/bin/zsh"))
		return;
	r = command_run(NULL, (const char *const[]){"zsh", "-n", "tui/completions/zsh/site-functions/_kernatlas", NULL});
	command_assert_status(r, 0);
	command_assert_error(r, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(every_command_option_and_record_is_offered, harness_teardown),
		cmocka_unit_test_teardown(fields_and_values_are_those_of_the_query_language, harness_teardown),
		cmocka_unit_test_teardown(records_named_on_the_line_are_asked, harness_teardown),
		cmocka_unit_test_teardown(bash_completes, harness_teardown),
		cmocka_unit_test_teardown(fish_completes, harness_teardown),
		cmocka_unit_test_teardown(zsh_reads_the_file, harness_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
