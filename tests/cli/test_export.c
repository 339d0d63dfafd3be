/* Stories as files: that the HTML is well formed, loads nothing and lets nothing through; that what is written is the same
 * each time, whole or not at all. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/harness/command.h"

static const char *const stories[] = {"cost-lands", "hand-written-on-tenstorrent", "portability-exception"};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static const char *html_of(const char *story)
{
	const struct command_result *r = KERNATLAS("export", story);

	command_assert_status(r, 0);
	command_assert_error(r, "");
	return r->out;
}

/* ---- a reader of HTML as strict as the exporter has to be ---------------------------------------- */

struct tags {
	char open[64][16];
	int depth;
	int links, scripts;
};

static bool is_void(const char *name)
{
	static const char *const names[] = {"meta", "link", "hr", "br"};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void check_attribute(const char *tag, const char *name, const char *value)
{
	bool address = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;

	if (strncmp(name, "on", 2) == 0 || strcmp(name, "src") == 0 || strcmp(name, "style") == 0)
		fail_msg("<%s> has an attribute %s", tag, name);
	if (address && strcmp(tag, "link") == 0)
		assert_string_equal(value, "data:,");
	else if (address && *value != '#' && strncmp(value, "https://", 8) != 0 && strncmp(value, "http://", 7) != 0)
		fail_msg("a link leads to %s", value);
}

/* At "<"; returns behind ">". */
static const char *check_tag(const char *s, struct tags *t)
{
	static const char *const allowed[] = {"html", "head", "meta", "link", "title", "style", "script", "body", "header", "section",
		"nav", "ol", "ul", "li", "a", "p", "h1", "h2", "h3", "h4", "div", "span", "mark", "table", "tr", "th", "td", "pre",
		"code", "aside", "hr", "br"};
	bool closing = s[1] == '/', known = false;
	char name[16] = "";
	size_t len;

	s += closing ? 2 : 1;
	len = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789");
	snprintf(name, sizeof name, "%.*s", (int)len, s);
	for (size_t i = 0; i < COUNT(allowed); i++)
		known = known || strcmp(allowed[i], name) == 0;
	if (!known)
		fail_msg("an element <%.40s", s - 1);
	s += len;
	while (*s == ' ') {
		char attribute[32], value[2048];
		size_t wide = strcspn(++s, "= >");

		snprintf(attribute, sizeof attribute, "%.*s", (int)wide, s);
		s += wide;
		assert_int_equal(s[0], '=');
		assert_int_equal(s[1], '"');
		wide = strcspn(s + 2, "\"<>");
		assert_int_equal(s[2 + wide], '"');
		snprintf(value, sizeof value, "%.*s", (int)wide, s + 2);
		check_attribute(name, attribute, value);
		s += wide + 3;
	}
	if (*s != '>')
		fail_msg("<%s> goes on with %.40s", name, s);
	t->links += strcmp(name, "a") == 0 && !closing;
	t->scripts += strcmp(name, "script") == 0 && !closing;
	if (closing) {
		assert_true(t->depth > 0);
		assert_string_equal(t->open[--t->depth], name);
	} else if (!is_void(name)) {
		assert_true(t->depth < 64);
		snprintf(t->open[t->depth++], sizeof t->open[0], "%s", name);
	}
	return s + 1;
}

static void check_entity(const char *s)
{
	static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};

	for (size_t i = 0; i < COUNT(known); i++)
		if (strncmp(s, known[i], strlen(known[i])) == 0)
			return;
	fail_msg("an ampersand by itself: %.20s", s);
}

static struct tags check_html(const char *s)
{
	struct tags t = {.depth = 0};

	assert_int_equal(strncmp(s, "<!doctype html>\n", 16), 0);
	for (s += 16; *s;) {
		if (*s == '<')
			s = check_tag(s, &t);
		else if (t.depth && (strcmp(t.open[t.depth - 1], "style") == 0 || strcmp(t.open[t.depth - 1], "script") == 0))
			s = strstr(s, strcmp(t.open[t.depth - 1], "style") == 0 ? "</style>" : "</script>");
		else {
			if (*s == '&')
				check_entity(s);
			if ((unsigned char)*s < ' ' && *s != '\n')
				fail_msg("a control character %d", *s);
			assert_int_not_equal(*s, '>');
			s++;
		}
		assert_non_null(s);
	}
	assert_int_equal(t.depth, 0);
	assert_int_equal(t.scripts, 1);
	return t;
}

/* ---- what the files are -------------------------------------------------------------------------- */

static void each_story_is_well_formed_html_that_loads_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(stories); i++) {
		const char *html = html_of(stories[i]);

		assert_true(check_html(html).links > 20);
		assert_non_null(strstr(html, "Content-Security-Policy\" content=\"default-src 'none'; img-src data:;"));
		assert_null(strstr(html, "url("));
		assert_null(strstr(html, "@import"));
		assert_null(strstr(html, "fetch("));
		assert_null(strstr(html, "XMLHttpRequest"));
		assert_null(strstr(html, "class=\"error\""));
	}
}

/* Tables, conditions, sources and notes are there without any script. */
static void steps_hold_what_they_show(void **state)
{
	const char *cost = html_of("cost-lands"), *port = html_of("portability-exception");
	const char *tenstorrent = html_of("hand-written-on-tenstorrent");

	(void)state;
	assert_non_null(strstr(cost, "<h2>Just in time: the first request waits</h2>"));
	assert_non_null(strstr(cost, "<th><span class=\"label\"><mark>first request</mark></span></th>"));
	assert_non_null(strstr(cost, "conditions: Called typical; kernel, GPU and version not stated"));
	assert_non_null(strstr(cost, "<aside class=\"notes\"><h3>Notes</h3>"));
	assert_non_null(strstr(cost, "<code>strategy:jit</code>"));
	assert_non_null(strstr(port, "<span class=\"cell-port\">◐</span>"));
	assert_non_null(strstr(port, "<span class=\"status-draft\"> draft</span>"));
	assert_non_null(strstr(tenstorrent, "contested"));
	assert_non_null(strstr(tenstorrent, "<li id=\"source-1\"><a rel=\"noreferrer\" href=\"https://"));
}

/* What is shown comes from the records, not from the story. */
static void tables_follow_the_records(void **state)
{
	const char *records = workdir_records();
	const struct command_result *r;

	(void)state;
	workdir_replace(records, "compilers/triton.yaml", "name: Triton\n", "name: Renamed <Triton>\n");
	r = KERNATLAS("-r", records, "export", "cost-lands");
	command_assert_status(r, 0);
	command_assert_says(r, "Renamed &lt;Triton&gt;");
	check_html(r->out);
	r = KERNATLAS("-r", records, "export", "cost-lands", "--format", "md");
	command_assert_says(r, "Renamed \\<Triton>");
}

static void the_same_bytes_come_each_time(void **state)
{
	static const char *const formats[] = {"html", "md"};

	(void)state;
	for (size_t i = 0; i < COUNT(formats); i++) {
		const struct command_result *first = KERNATLAS("export", "cost-lands", "--format", formats[i]);
		const struct command_result *second = KERNATLAS("export", "cost-lands", "--format", formats[i], "--today", "2031-01-01");

		command_assert_status(first, 0);
		command_assert_output(second, first->out);
	}
}

static void the_theme_gives_the_colours(void **state)
{
	(void)state;
	command_assert_says(KERNATLAS("export", "cost-lands"), "body{color:#23262d;background:#fbfaf7;}");
	command_assert_says(KERNATLAS("export", "cost-lands", "--theme", "dark"), "body{color:#d7dae0;background:#16181d;}");
	check_html(KERNATLAS("export", "cost-lands", "--theme", "mono")->out);
	command_assert_error(KERNATLAS("export", "cost-lands", "--theme", "drak"), "no theme \"drak\"; did you mean \"dark\"?");
}

/* ---- hostile texts ------------------------------------------------------------------------------- */

static const char *hostile_records(void)
{
	static const char payload[] = "</h2><script>alert(1)</script><img src=x onerror=alert(1)>\\\" onmouseover=\\\"x ]]> <!-- &lt; "
				      "\\e[31m \\u202e [a](javascript:alert(1)) ![i](http://x/i.png) | ` ** _x_ =1+1";
	const char *dir = workdir_new(), *p = payload;

	workdir_write(dir, "s.yaml",
		harness_format("id: s\ntype: story\ntitle: \"%s\"\nabout: \"%s\"\nsteps:\n  - headline: \"%s\"\n    lines: [\"%s\", \"1. %s\"]\n"
			       "    notes: \"%s\"\n    query: \"type:compiler\"\n    pane: cost\n    select: c\n    highlight: \"script\"\n"
			       "  - headline: two\n    pane: portability\n    query: \"type:compiler\"\n    select: c\n    doc: d#h\n"
			       "  - headline: three\n    marks: [c, c2]\n    compare: true\n",
			p, p, p, p, p, p));
	for (int i = 0; i < 2; i++)
		workdir_write(dir, i ? "c2.yaml" : "c.yaml",
			harness_format("id: %s\ntype: compiler\nname: \"%s\"\nfamily: \"%s\"\ntarget_backends: [\"%s\", cuda]\nstatus: draft\n"
				       "unlisted_targets: [{name: \"%s\", why: \"%s\"}]\nsources: [u, v]\n"
				       "costs: [{lands: build, what: \"%s\", figures: [{value: \"%s\", conditions: \"%s\"}], source: u}]\n"
				       "portability: [{bound_to: \"%s\", constraint: \"%s\"}]\nlicense: \"%s%d\"\n",
				i ? "c2" : "c", p, p, p, p, p, p, p, p, p, p, p, i));
	workdir_write(dir, "u.yaml", harness_format("id: u\ntype: source\nname: \"%s\"\nurl: \"javascript:alert(1)\"\npublisher: \"%s\"\n", p, p));
	workdir_write(dir, "v.yaml", "id: v\ntype: source\nname: v\nurl: \"https://x.example/?a=1&b=\\\"><script>)[]\"\n");
	workdir_write(dir, "docs/d.md", "# A\n\n# H\n\n<script>alert(1)</script> text <img src=x onerror=alert(1)>\n\n"
					"```html\n</pre><script>alert(1)</script>\n```\n\n[x](javascript:alert(1)) | a\n\n# Z\n\nnot this\n");
	return dir;
}

/* Links lead to sources and the web; every "<" has a backslash, but in code and in the places that sources are linked by. */
static void check_markdown(const char *s)
{
	for (const char *line = s, *end; *line; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		for (const char *at = line; at < end && strncmp(line, "    ", 4) != 0; at++)
			if (*at == '<' && (at == line || at[-1] != '\\') && strncmp(at, "<a id=\"source-", 14) != 0 && strncmp(at, "</a>", 4) != 0)
				fail_msg("markup: %.*s", (int)(end - line), line);
			else if (*at == ']' && at[1] == '(' && at[-1] != '\\' && at[2] != '#' && strncmp(at + 2, "https://", 8) != 0)
				fail_msg("a link: %.*s", (int)(end - line), line);
	}
}

static void hostile_texts_stay_text(void **state)
{
	const char *dir = hostile_records();
	const struct command_result *r = KERNATLAS("-r", dir, "export", "s");

	(void)state;
	command_assert_status(r, 0);
	check_html(r->out);
	command_assert_says(r, "&lt;<mark>script</mark>&gt;alert(1)");
	command_assert_says(r, "<pre><span class=\"code\">&lt;/pre&gt;&lt;script&gt;");
	command_assert_says(r, "href=\"https://x.example/?a=1&amp;b=%22%3E%3Cscript%3E%29%5B%5D\"");
	command_assert_says_not(r, "href=\"javascript:");
	command_assert_says_not(r, "\033");
	command_assert_says_not(r, "\xe2\x80\xae");
	command_assert_says_not(r, "not this");

	r = KERNATLAS("-r", dir, "export", "s", "--format", "md");
	command_assert_status(r, 0);
	check_markdown(r->out);
	command_assert_says_not(r, "\033");
	command_assert_says(r, "\\<script>alert(1)\\</script>");
	/* Within a link's text too, where a bracket alone would end it. */
	command_assert_says(r, "\\[a\\](javascript:alert(1))");
	command_assert_says(r, "(https://x.example/?a=1&amp;b=%22%3E%3Cscript%3E%29%5B%5D)");
}

static void a_step_with_a_fault_says_so(void **state)
{
	const char *dir = hostile_records();
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "bad.yaml", "id: bad\ntype: story\ntitle: Bad\nsteps:\n  - headline: one\n    query: \"nosuch:x\"\n"
				       "  - headline: two\n    select: nobody\n  - headline: three\n    doc: d#nowhere\n");
	r = KERNATLAS("-r", dir, "export", "bad");
	command_assert_status(r, 1);
	command_assert_error(r, "bad: step 1: query: ");
	command_assert_says(r, "no record: nobody");
	command_assert_says(r, "the document has no such heading: d#nowhere");
	check_html(r->out);
	workdir_write(dir, "empty.yaml", "id: empty\ntype: story\ntitle: Empty\nsteps: []\n");
	r = KERNATLAS("-r", dir, "export", "empty");
	command_assert_status(r, 2);
	command_assert_error(r, "the story empty has no steps");
}

/* ---- files --------------------------------------------------------------------------------------- */

static void a_file_is_written_whole_or_not_at_all(void **state)
{
	const char *dir = workdir_new(), *path = workdir_path(dir, "talk.html");
	const struct command_result *r;
	struct stat st;

	(void)state;
	r = KERNATLAS("export", "cost-lands", "-o", path);
	command_assert_status(r, 0);
	command_assert_output(r, "");
	assert_string_equal(workdir_read(dir, "talk.html", NULL), html_of("cost-lands"));
	/* One that is there is replaced, its rights kept. */
	workdir_write(dir, "talk.html", "old");
	assert_int_equal(chmod(path, 0640), 0);
	command_assert_status(KERNATLAS("export", "cost-lands", "--format", "md", "-o", path), 0);
	assert_true(strncmp(workdir_read(dir, "talk.html", NULL), "# Where", 7) == 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	/* A folder and what is no file are refused. */
	r = KERNATLAS("export", "cost-lands", "-o", dir);
	command_assert_status(r, 2);
	command_assert_error(r, "is a folder, no file");
	r = KERNATLAS("export", "cost-lands", "-o", "/dev/null");
	command_assert_status(r, 2);
	r = KERNATLAS("export", "cost-lands", "-o", workdir_path(dir, "nowhere/talk.html"));
	command_assert_status(r, 2);
	command_assert_error(r, "talk.html can't be written: No such file or directory");
}

static void what_is_wrong_with_the_command_is_told(void **state)
{
	static const struct {
		const char *words[4], *says;
	} rows[] = {
		{{"export"}, "name one story"},
		{{"export", "cost-lands", "portability-exception"}, "name one story"},
		{{"export", "nosuch"}, "no story `nosuch`; there are cost-lands, hand-written-on-tenstorrent, portability-exception"},
		{{"export", "triton"}, "no story `triton`"},
		{{"export", "cost-lands", "--format=pdf"}, "no format `pdf`; export writes html or md"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *argv[6] = {"kernatlas", rows[i].words[0], rows[i].words[1], rows[i].words[2], NULL};
		const struct command_result *r = command_run(NULL, argv);

		command_assert_status(r, 2);
		command_assert_error(r, rows[i].says);
	}
}

/* Themes and roles are listed, and what is wrong with one is told with its place. */
static void help_lists_themes_with_their_faults(void **state)
{
	struct command command = {.home = workdir_new()};
	const struct command_result *r;

	(void)state;
	workdir_write(command.home, "config/kernatlas/themes/dusk.yaml", "extends: dark\ntitle: At dusk\nstyles:\n  heding: bold\n");
	r = KERNATLAS_WITH(&command, "help", "themes");
	command_assert_status(r, 0);
	command_assert_says(r, "  dusk                      At dusk\n    line 4, column 11: ");
	command_assert_says(r, "dusk.yaml: no style \"heding\"; did you mean \"heading\"?\n");
	command_assert_says(r, "  cost-first-request        cost at the first request\n");
	command_assert_status(KERNATLAS("help", "nosuch"), 2);
	command_assert_says(KERNATLAS("export", "cost-lands", "--help"), "kernatlas export STORY\n");
}

/* What a command prints as text it prints as CSV and Markdown too. */
static void results_have_csv_and_markdown(void **state)
{
	static const struct {
		const char *words[5], *csv, *md;
	} rows[] = {
		{{"facets", "--field", "family"}, "field,value,now,all\r\nfamily,kernel-dsl,4,4\r\n", "| family | kernel-dsl | 4 | 4 |\n"},
		{{"links", "w7k-qualcomm-ai-engine-direct-sdk"}, "way,record,written,kind,why,file,line\r\nin,compiler/qnn,", "| in | compiler/qnn |"},
		{{"compare", "triton", "pallas"}, "field,same,triton,pallas\r\n", "| license | MIT | Apache-2.0 |\n"},
		{{"matrix", "triton"}, "id,", "| triton |"},
		{{"list", "triton", "--fields", "id"}, "id\r\n", "| triton |\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *argv[10] = {"kernatlas"};
		int n = 1;

		for (; rows[i].words[n - 1]; n++)
			argv[n] = rows[i].words[n - 1];
		argv[n] = "--format";
		argv[n + 1] = "csv";
		command_assert_says(command_run(NULL, argv), rows[i].csv);
		argv[n + 1] = "md";
		command_assert_says(command_run(NULL, argv), rows[i].md);
	}
}

/* Wide forms of the signs begin a formula in some spreadsheets too. */
static void cells_never_become_formulas(void **state)
{
	static const char *const starts[] = {"=1+1", "+1+1", "-1+1", "@SUM(1)", "＝1+1", "＋1", "－1", "＠x"};
	const char *dir = workdir_new();

	(void)state;
	for (size_t i = 0; i < COUNT(starts); i++) {
		const struct command_result *r;

		workdir_write(dir, "a.yaml", harness_format("id: a\ntype: compiler\nlicense: \"%s\"\n", starts[i]));
		r = KERNATLAS("-r", dir, "list", "--fields", "license", "--format", "csv");
		command_assert_output(r, harness_format("license\r\n'%s\r\n", starts[i]));
	}
	workdir_write(dir, "a.yaml", "id: a\ntype: compiler\nlicense: \"-1.5\"\n");
	command_assert_output(KERNATLAS("-r", dir, "list", "--fields", "license", "--format", "csv"), "license\r\n-1.5\r\n");
}

#define T(f) cmocka_unit_test_teardown(f, harness_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(each_story_is_well_formed_html_that_loads_nothing),
		T(steps_hold_what_they_show),
		T(tables_follow_the_records),
		T(the_same_bytes_come_each_time),
		T(the_theme_gives_the_colours),
		T(hostile_texts_stay_text),
		T(a_step_with_a_fault_says_so),
		T(a_file_is_written_whole_or_not_at_all),
		T(what_is_wrong_with_the_command_is_told),
		T(help_lists_themes_with_their_faults),
		T(results_have_csv_and_markdown),
		T(cells_never_become_formulas),
	};

	return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
