/* Linear mode: a review driven by a script, compared with its whole text; nothing but text in what is said, for hostile records
 * too; every action and key answered; wrong lines, ended input, and a terminal at the other end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"
#include "tui/action.h"

/* What every compiler has to say, and these say alike. */
#define COMMON "repo: null\nlanguage: C++\nlicense: MIT\nfirst_release_year: 2020\ninput_languages: [onnx]\noutput_artifacts: [ptx]\nautotuning: no\n" \
	       "learning_curve: low\nproduction_ready: no\ncompile_time_seconds: null\nstrengths: [small]\nweaknesses: [new]\n"

/* Three compilers, one of them a draft, with what they rest on. */
static const char *small_records(void)
{
	const char *dir = workdir_new();

	workdir_write(dir, "compilers/alpha.yaml",
		"id: alpha\ntype: compiler\nname: Alpha\n" COMMON "family: kernel-dsl\ncategory: kernel-dsl\ncompilation_strategy: jit\n"
		"target_backends: [cuda, rocm]\ncosts:\n  - lands: first-request\n    what: The first call compiles.\n    figures:\n"
		"      - value: 2 s\n        conditions: one kernel on one machine\n        measured_by: its authors\n        source: paper\n"
		"    source: paper\nportability:\n  - bound_to: vendor\n    constraint: Two vendors.\n    evidence: documented\n    source: paper\n"
		"qualifiers:\n  - field: target_backends\n    value: rocm\n    kind: port\n    note: through a port\n"
		"sources: [paper]\nrelated:\n  - to: guide#what-it-costs\n    why: told there\nstatus: verified\nconfidence: 0.9\nupdated: 2026-11-01\n");
	workdir_write(dir, "compilers/beta.yaml",
		"id: beta\ntype: compiler\nname: Beta\n" COMMON "family: graph-compiler\ncategory: compiler-framework\ncompilation_strategy: aot\n"
		"target_backends: [cuda]\nsources: [paper]\nstatus: verified\nconfidence: 0.8\nupdated: 2026-11-02\n");
	workdir_write(dir, "compilers/gamma.yaml",
		"# How Gamma was read.\nid: gamma\ntype: compiler\nname: Gamma\n" COMMON "family: kernel-dsl\ncategory: kernel-dsl\n"
		"compilation_strategy: jit\ntarget_backends: [metal]\nsources: [paper]\nopen_questions:\n  - Does anybody use it?\n"
		"status: draft # for now\nconfidence: 0.5\nupdated: 2026-11-03\n");
	workdir_write(dir, "sources/paper.yaml", "id: paper\ntype: source\nname: The paper\nurl: https://example.org/paper\nkind: paper\naccessed: 2026-10-01\n");
	workdir_write(dir, "notes/n.yaml",
		"id: n\ntype: note\ntopic: tenstorrent\nname: A note\nstatement: It holds.\nstatus: contested\nsources: [paper]\nrelated:\n  - to: beta\n    why: about it\nupdated: 2026-11-01\n");
	workdir_write(dir, "views/both.yaml", "id: both\ntype: view\nname: Both vendors?\nquery: backend:cuda backend:rocm\nreasoning: One source for two.\norder: 1\n");
	workdir_write(dir, "docs/guide.md",
		"---\nid: guide\ntitle: The guide\norder: 1\n---\n\n# The guide\n\nRead [[alpha]] first.\n\n## What it costs\n\n"
		"Compiling [[compiler/alpha|Alpha]] takes a while; [[nothing]] does not.\n\n| name | waits |\n|---|---|\n| Alpha | the user |\n\n"
		"## The end\n\nCode:\n\n    make\n");
	return dir;
}

static const struct command_result *script(const char *dir, const char *locale, const char *input)
{
	const struct command place = {.cwd = dir, .input = input, .env = (const char *const[]){locale, "KERNATLAS_REVIEWER=A. Reviewer", NULL}};

	return KERNATLAS_WITH(&place, "-r", ".", "--linear");
}

/* Text, line by line: no control but the line feed, no escape, no C1 control in UTF-8. */
static void assert_plain(const char *out, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)out[i], next = i + 1 < len ? (unsigned char)out[i + 1] : 0;

		if ((c < 0x20 && c != '\n') || c == 0x7f || (c == 0xc2 && next >= 0x80 && next < 0xa0))
			fail_msg("byte %zu of the output is the control %02x, behind: %.*s", i, c, (int)(i < 40 ? i : 40), out + (i < 40 ? 0 : i - 40));
	}
}

static void a_script_takes_a_draft_to_verified(void **state)
{
	const char *dir = small_records(), *before = workdir_read(dir, "compilers/gamma.yaml", NULL);
	const struct command_result *r = script(dir, "LC_ALL=C.UTF-8",
		"triage\n1\nedit status verified\nedit open_questions []\nno\nedit open_questions []\nyes\nedit confidence 0.8\nyes\n"
		"edit status verified\nyes\nundo\nredo\nnext\nreview-report\nquit\n");

	(void)state;
	command_assert_status(r, 0);
	command_assert_error(r, "");
	assert_plain(r->out, r->out_len);
	command_assert_golden(r, "linear-triage.txt");
	assert_string_equal(workdir_read(dir, "compilers/gamma.yaml", NULL),
		"# How Gamma was read.\nid: gamma\ntype: compiler\nname: Gamma\n" COMMON "family: kernel-dsl\ncategory: kernel-dsl\n"
		"compilation_strategy: jit\ntarget_backends: [metal]\nsources: [paper]\nopen_questions: []\n"
		"status: verified # for now\nconfidence: 0.8\nupdated: 2026-11-03\n");
	/* And back, to the first byte. */
	workdir_write(dir, "compilers/gamma.yaml", before);
	r = script(dir, "LC_ALL=C.UTF-8", "open gamma\nedit confidence 0.6\nyes\nundo\n");
	command_assert_says(r, "Message: undone: compiler/gamma: confidence: 0.5 becomes 0.6");
	assert_string_equal(workdir_read(dir, "compilers/gamma.yaml", NULL), before);
}

static void a_tour_reads_all_there_is(void **state)
{
	const struct command_result *r = script(small_records(), "LC_ALL=C.UTF-8",
		"families\n1\nright\nadd-term\nclear-filter\ncost\nportability\n2\nnotes\nfilter backend:rocm\nopen 1\nrecord\nrecord alpha\n1\nback\nback\n"
		"forward\nundo-filter\nwhere\ndocuments\n1\n2\n1\ndocument guide#what-it-costs\ndown\nup\nsearch user\nread all\ncompare alpha beta\n"
		"facets family\n1\nlift-term\nviews\n1\nc\ntypes source\n1\nc\nfindings\nlinks alpha\nmentions\nmark beta\nplaces\npalette gam\nhelp edit\n");

	(void)state;
	command_assert_status(r, 0);
	command_assert_error(r, "");
	assert_plain(r->out, r->out_len);
	command_assert_golden(r, "linear-tour.txt");
}

static void the_shipped_records_are_read_as_ascii(void **state)
{
	static const char input[] = "families\ncost\nportability\n1\nnotes\nopen triton\nlinks\ntriage\nnext\nnext\ndocument 15-compilers\nread all\n"
				    "present cost-lands\nviews\nfacets\nfindings\nhelp\n";
	const struct command place = {.input = input, .env = (const char *const[]){"LC_ALL=C", NULL}};
	const struct command place8 = {.input = input, .env = (const char *const[]){"LC_ALL=C.UTF-8", NULL}};
	const struct command_result *r = KERNATLAS_WITH(&place, "--linear"), *option = KERNATLAS_WITH(&place8, "--linear", "--ascii");

	(void)state;
	command_assert_status(r, 0);
	assert_plain(r->out, r->out_len);
	for (size_t i = 0; i < r->out_len; i++)
		assert_true((unsigned char)r->out[i] < 0x80);
	command_assert_says(r, "Group Kernel DSLs: 4 of 4 records");
	command_assert_says(r, "through a port: rocm");
	command_assert_says(r, "status verified, confidence 0.9");
	command_assert_says(r, "Row: which build: the engine's own C++ and CUDA");
	command_assert_output(option, r->out);
	r = KERNATLAS_WITH(&place8, "--linear");
	assert_plain(r->out, r->out_len);
	/* What only a glyph would say is said in words. */
	for (size_t i = 0; i < 9; i++) {
		static const char *const glyphs[] = {"●", "○", "◆", "✕", "◐", "◌", "✓", "✗", "≈ "};

		command_assert_says_not(r, glyphs[i]);
	}
}

/* What follows a line of the script in the output. */
static const char *answer_to(const struct command_result *r, const char *line)
{
	const char *asked = harness_format("\n> %s\n", line), *at = strstr(r->out, asked);

	if (!at)
		fail_msg("the output does not show `%s`:\n%s", line, r->out);
	return at ? at + strlen(asked) : "";
}

static void every_action_is_answered(void **state)
{
	const char *dir = small_records();

	(void)state;
	for (int i = 0; i < ACTION_COUNT; i++) {
		const char *name = action_rows[i].name, *keys = action_rows[i].keys;
		/* The line behind it answers a question, should there be one. */
		const struct command_result *r = script(dir, "LC_ALL=C.UTF-8", harness_format("open alpha\n%s\n\n%s\n", name, name));

		command_assert_status(r, 0);
		command_assert_says_not(r, "Error: no command");
		assert_plain(r->out, r->out_len);
		if (i == ACTION_QUIT || i == ACTION_QUIT_HERE)
			assert_string_equal(answer_to(r, name), "");
		else
			assert_true(*answer_to(r, name) && *answer_to(r, name) != '>');
		while (*keys) {
			size_t len = strcspn(keys, " ");
			const char *key = harness_format("%.*s", (int)len, keys);

			/* Digits choose from a list here. */
			if (!strchr("12345", *key) || len > 1) {
				r = script(dir, "LC_ALL=C.UTF-8", harness_format("open alpha\n%s\n", key));
				command_assert_status(r, 0);
				command_assert_says_not(r, "Error: no command");
			}
			keys += len + (keys[len] == ' ');
		}
	}
	command_assert_says(script(dir, "LC_ALL=C.UTF-8", "zoom\n"), "zoom is not meant here: one thing is read at a time");
	command_assert_says(script(dir, "LC_ALL=C.UTF-8", "suspend\n"), "suspend is not meant here:");
}

static void wrong_lines_are_told_with_what_to_write(void **state)
{
	const char *dir = small_records(), *before = workdir_read(dir, "compilers/gamma.yaml", NULL);
	const struct command_result *r = script(dir, "LC_ALL=C.UTF-8",
		"7\nfamilies\n99\nfoo\nfamlies\nbackend:cuda\nopen alpa\nopen\nfilter backnd:cuda\nfilter (\nfilter backend:nope\nedit nofield 1\n"
		"edit confidence high\nedit confidence 7\nyes\ncompare alpha\nadd-term\npage x\nsection\nsearch x\nzoom now\npresent nothing\n"
		"document guide\n9\nreview-report\n");

	(void)state;
	command_assert_status(r, 0);
	assert_plain(r->out, r->out_len);
	command_assert_says(r, "> 7\nError: there is no number 7; nothing was listed to choose from.");
	command_assert_says(r, "> 99\nError: there is no number 99; the last list has 1 to 5.");
	command_assert_says(r, "> foo\nError: no command foo; help lists the commands.");
	command_assert_says(r, "> famlies\nError: no command famlies; did you mean families?");
	command_assert_says(r, "to filter by it write: filter backend:cuda");
	command_assert_says(r, "Error: no record alpa; did you mean alpha?");
	command_assert_says(r, "> filter backnd:cuda\nError: column 1: no field `backnd`; did you mean `backend`?\nFilter: none. 3 of 3 records.");
	command_assert_says(r, "> filter (\nError: column");
	command_assert_says(r, "Error: this record has no field nofield; write edit alone to list the fields.");
	command_assert_says(r, "Error: confidence: `high` is not a number");
	command_assert_says(r, "Error: THIS CAN'T BE SAVED");
	command_assert_says(r, "> yes\nThere is no question to answer.");
	command_assert_says(r, "> compare alpha\nError: mark two to four records");
	command_assert_says(r, "> zoom now\nzoom is not meant here");
	command_assert_says(r, "There is no story nothing; write present to choose one.");
	command_assert_says(r, "> 9\nError: there is no number 9; the last list has 1 to 3.");
	assert_string_equal(workdir_read(dir, "compilers/gamma.yaml", NULL), before);
}

static void ended_input_leaves_and_saves_nothing(void **state)
{
	const char *dir = small_records(), *before = workdir_read(dir, "compilers/gamma.yaml", NULL);
	const struct command nothing = {.cwd = dir, .input = "", .input_len = 0};
	const struct command nul = {.cwd = dir, .input = "open a\0lpha\nwhere\n", .input_len = 18};
	const struct command_result *r = KERNATLAS_WITH(&nothing, "-r", ".", "--linear");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "kernatlas, by lines.");
	r = script(dir, "LC_ALL=C.UTF-8", "open gamma\nedit confidence 0.6\n");
	command_assert_status(r, 0);
	command_assert_says(r, "The input ended; the change was not saved.");
	/* Half a line is no answer. */
	r = script(dir, "LC_ALL=C.UTF-8", "open gamma\nedit confidence 0.6\nyes");
	command_assert_status(r, 0);
	command_assert_says(r, "Error: the input ended within this line; nothing is saved.");
	assert_string_equal(workdir_read(dir, "compilers/gamma.yaml", NULL), before);
	/* Any other command may end without a line feed. */
	command_assert_says(script(dir, "LC_ALL=C.UTF-8", "open gamma\nwhere"), "Selected: Gamma, draft");
	command_assert_says(KERNATLAS_WITH(&nul, "-r", ".", "--linear"), "Error: this line holds a byte that is no text");
	r = script(dir, "LC_ALL=C.UTF-8", harness_format("filter %05000d\nwhere\n", 1));
	command_assert_says(r, "Error: a line of more than 4096 bytes was passed over.\n> where\nPlace: pane Families\nFilter: none.");
	command_assert_status(r, 0);
}

static void a_reader_that_goes_away_ends_it(void **state)
{
	const struct command gone = {.input = "families\nhelp\n", .close_output = true};
	const struct command_result *r = KERNATLAS_WITH(&gone, "--linear");

	(void)state;
	command_assert_status(r, 141);
	command_assert_error(r, "");
}

static void the_start_is_told_as_in_the_browser(void **state)
{
	const struct command place = {.cwd = small_records(), .input = ""};
	const struct command_result *r = KERNATLAS_WITH(&place, "-r", ".", "--linear", "-q", "backend:rocm", "alpha");

	(void)state;
	command_assert_says(r, "Filter: backend:rocm. 1 of 3 records.\nHeading: Alpha\nstatus verified, confidence 0.9, checked 2026-11-01\n");
	r = KERNATLAS_WITH(&place, "-r", ".", "--linear", "alpa");
	command_assert_status(r, 1);
	command_assert_error(r, "no record `alpa`; did you mean `alpha`?");
	r = KERNATLAS_WITH(&place, "-r", ".", "--linear", "-q", "(");
	command_assert_status(r, 2);
	command_assert_error(r, "query, column");
	r = KERNATLAS_WITH(&place, "-r", "no-such-folder", "--linear");
	command_assert_status(r, 2);
	r = KERNATLAS_WITH(&place, "list", "--linear");
	command_assert_status(r, 2);
	command_assert_error(r, "option --linear does not belong to list");
}

static void hostile_records_stay_text(void **state)
{
	static const char input[] = "families\ncost\nportability\nnotes\nopen r\nlinks\ntriage\nnext\nedit name \x1b[31mx\nno\nfindings\nfacets\ntypes\nfilter (\x1b[31m\n"
				    "document d\nread all\ncopy\n1\npalette r\nplaces\nedit\ncompare r s\n\x1b[A\n\x9b" "31m\n";
	static const char *const locales[] = {"LC_ALL=C.UTF-8", "LC_ALL=C"};
	const char *dir = workdir_new(), *p = "\\e[31m\\x9b1m\\x07\\x7f\\t\\u202e\\e]0;x\\a";

	(void)state;
	for (int i = 0; i < 2; i++)
		workdir_write(dir, harness_format("%c.yaml", "rs"[i]),
			harness_format("id: %c\ntype: compiler\nname: \"N%s\"\nfamily: \"f%s\"\ncosts: [{lands: \"l%s\", what: \"w%s\", figures: [{value: \"1%s\"}]}]\n"
				       "portability: [{bound_to: \"b%s\", constraint: \"c%s\"}]\ntarget_backends: [\"t%s\"]\nstatus: \"s%s\"\n\"k%s\": \"v%s\"\n"
				       "notes: \"see [[x%s]]\\nline\"\nsources: [\"%s\"]\nopen_questions: [\"%s\"]\n", "rs"[i], p, p, p, p, p, p, p, p, p, p, p, p, p, p));
	workdir_write(dir, "n.yaml", harness_format("id: n\ntype: note\nname: \"N%s\"\nstatement: \"s%s\"\nfigures: [{value: \"v%s\"}]\n", p, p, p));
	workdir_write(dir, "docs/d.md", "# H\x1b[31m\xc2\x9b\n\ntext \x9b \xff \xe2\x80\xae [l\x1b[m](x\x1b[m.md)\n\n    code\x1b[m\ttab\n");
	workdir_write(dir, "bad\x1b[31m.yaml", "id: [\x1b[31m\n");
	for (size_t i = 0; i < 2; i++) {
		const struct command_result *r = script(dir, locales[i], input);

		command_assert_status(r, 0);
		assert_plain(r->out, r->out_len);
		assert_null(strstr(r->out, "\xe2\x80\xae"));
		command_assert_says(r, "Code: code");
	}
}

static void on_a_terminal_it_goes_by_pages(void **state)
{
	const struct terminal_options options = {.rows = 14, .cols = 100, .term = "dumb", .cwd = small_records()};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", ".", "--linear", NULL});
	const char *out;
	size_t len;

	(void)state;
	terminal_wait_text(t, "Filter: none. 3 of 3 records.");
	terminal_type(t, "open alpha");
	terminal_press(t, "Enter");
	terminal_wait_text(t, "more lines; Enter goes on");
	terminal_assert_absent(t, "compilers/alpha.yaml:1");
	for (int i = 0; i < 6 && !terminal_find(t, "compilers/alpha.yaml:1", NULL, NULL); i++)
		terminal_press(t, "Enter");
	terminal_assert_text(t, "compilers/alpha.yaml:1");
	terminal_type(t, "page 0");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "All is given at once.");
	/* Another program's change is read before the next command; the place is kept by identity. */
	workdir_replace(options.cwd, "compilers/alpha.yaml", "confidence: 0.9", "confidence: 0.7");
	terminal_type(t, "where");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "Message: read again:");
	terminal_assert_text(t, "Selected: Alpha, verified");
	out = terminal_output(t, &len);
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)out[i] < 0x20 && out[i] != '\n' && out[i] != '\r' && out[i] != '\t')
			fail_msg("byte %zu is the control %02x", i, (unsigned char)out[i]);
	terminal_press(t, "C-d");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void interrupting_leaves_the_terminal_as_it_was(void **state)
{
	const char *dir = small_records(), *before = workdir_read(dir, "compilers/gamma.yaml", NULL);
	const struct terminal_options options = {.rows = 30, .cols = 100, .term = "dumb", .cwd = dir};
	struct terminal *t = terminal_start(&options, (const char *const[]){"kernatlas", "-r", ".", "--linear", "gamma", NULL});

	(void)state;
	terminal_settle(t);
	terminal_type(t, "edit confidence 0.6");
	terminal_press(t, "Enter");
	terminal_assert_text(t, "Question: save this change? Write yes or no.");
	terminal_type(t, "ye");
	terminal_send(t, "C-c");
	terminal_assert_exit(t, 130);
	terminal_assert_restored(t);
	assert_string_equal(workdir_read(dir, "compilers/gamma.yaml", NULL), before);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_script_takes_a_draft_to_verified),
		T(a_tour_reads_all_there_is),
		T(the_shipped_records_are_read_as_ascii),
		T(every_action_is_answered),
		T(wrong_lines_are_told_with_what_to_write),
		T(ended_input_leaves_and_saves_nothing),
		T(a_reader_that_goes_away_ends_it),
		T(the_start_is_told_as_in_the_browser),
		T(hostile_records_stay_text),
		T(on_a_terminal_it_goes_by_pages),
		T(interrupting_leaves_the_terminal_as_it_was),
	};

	return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
