/* Data that tries to speak to the terminal: every control character, escape sequence and override of direction, in every place
 * that data can stand in. What comes out of the program may hold none of them, on the browser's screen and on a terminal's
 * standard output alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/terminal.h"
#include "text.h"

/* As YAML's double quotes write them. 31337 tells the payload's own sequences from those of the program. */
static const char *const payloads[] = {
	"\\e[31337m", "\\e]0;31337\\a", "\\eP31337\\e\\\\", "\\e_31337\\e\\\\", "\\e^31337\\e\\\\", "\\eX31337\\e\\\\", "\\e]52;c;MzEzMzc=\\a",
	"\\x9b31337m", "\\x9d0;31337\\x9c", "\\x90q\\x9c", "\\x85", "\\u202e\\u2066\\u200f", "\\e[?1049l", "\\ec",
	"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x0b\\x0c\\x0e\\x0f\\x10\\x11\\x12\\x13\\x14\\x15\\x16\\x17\\x18\\x19\\x1a\\x1b\\x1c\\x1d\\x1e\\x1f\\x7f",
};

enum { PAYLOADS = sizeof payloads / sizeof *payloads };

static const char *hostile_records(void)
{
	const char *dir = workdir_new();

	for (int i = 0; i < PAYLOADS; i++) {
		const char *p = payloads[i];

		workdir_write(dir, harness_format("r%02d.yaml", i),
			harness_format("id: \"r%02d%s\"\ntype: compiler\nname: \"N%s\"\nfamily: \"f%s\"\ncompilation_strategy: \"s%s\"\n"
				       "target_backends: [\"b%s\"]\nunlisted_targets: [{name: \"u%s\", why: \"%s\"}]\n"
				       "costs: [{lands: \"l%s\", what: \"%s\", figures: [{value: \"1%s\", conditions: \"%s\", measured_by: \"%s\"}]}]\n"
				       "portability: [{bound_to: \"o%s\", constraint: \"%s\"}]\nstatus: \"%s\"\nupdated: \"%s\"\n"
				       "\"key%s\": \"value%s\"\nnotes: \"see [[x%s]] and [[r00|%s]]\"\nsources: [\"%s\"]\nquery: \"(%s\"\n",
				i, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p));
		workdir_write(dir, harness_format("n%02d.yaml", i),
			harness_format("id: n%02d\ntype: note\nname: \"note%s\"\nstatement: \"st%s\"\nfigures: [{value: \"%s\"}]\nstatus: contested\n", i, p, p, p));
	}
	/* Raw bytes, where no quotes protect them: a document, a file's name, a file that does not parse. */
	workdir_write(dir, "docs/d.md", "# H\x1b[31337m\xc2\x9b" "31337m\n\ntext \x9b" "31337m \xff\xfe \x1b]0;31337\x07 \xe2\x80\xae [l\x1b[31337m](x\x1b[31337m.md) `c\x1b[31337m`\n\n"
					"| a\x1b[31337m |\n|---|\n| b\x1b[31337m |\n\n```kernatlas\nquery: '(\x1b[31337m'\n```\n");
	workdir_write(dir, "bad\x1b[31337m.yaml", "id: [\x1b[31337m\n");
	workdir_write(dir, "bytes\xff\x9b.yaml", "id: [\n");
	workdir_write(dir, "twice.yaml", "id: t\ntype: note\n\"k\\e[31337m\": 1\n\"k\\e[31337m\": 2\n");
	return dir;
}

static bool holds(const char *bytes, size_t len, const char *what, size_t size)
{
	for (size_t i = 0; i + size <= len; i++)
		if (memcmp(bytes + i, what, size) == 0)
			return true;
	return false;
}

static void assert_authored(struct terminal *t, const char *doing)
{
	static const char *const forbidden[] = {"\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX", "\033c", "\xe2\x80\xae", "\xe2\x81\xa6",
		"\xe2\x80\x8f", "\x1b[31337", "\x07", "\x7f", "\x0b", "\x0c", "\x05", "\x11", "\x13", "\x18", "\x1a"};
	size_t len;
	const char *out = terminal_output(t, &len);

	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
		if (holds(out, len, forbidden[i], strlen(forbidden[i])))
			fail_msg("while %s: the output holds the forbidden bytes number %zu", doing, i);
	if (text_valid_prefix(out, len) != len)
		fail_msg("while %s: the output holds bytes that are no UTF-8, from byte %zu", doing, text_valid_prefix(out, len));
	/* C1 controls, as UTF-8. */
	for (size_t i = 0; i + 1 < len; i++)
		if ((unsigned char)out[i] == 0xc2 && (unsigned char)out[i + 1] >= 0x80 && (unsigned char)out[i + 1] < 0xa0)
			fail_msg("while %s: the output holds the C1 control %02x", doing, (unsigned char)out[i + 1]);
}

static void the_browser_lets_nothing_through(void **state)
{
	static const char *const tours[] = {"j j j j", "2 j l l j", "3 j j l l", "4 j j", "5 j j l l l", "f", "Escape v", "Escape t", "Escape : n",
		"Escape Escape d", "Enter Tab Tab", "Escape b", "Escape Space j Space =", "Escape w", "Escape Escape / (", "Escape ?", "Escape p", "Escape Escape z c z"};
	/* With a theme named, the program has no question of its own to the terminal. */
	struct terminal *t = terminal_open(45, 160, "-r", hostile_records(), "--theme", "dark", NULL);

	(void)state;
	terminal_settle(t);
	for (size_t i = 0; i < sizeof tours / sizeof *tours; i++) {
		terminal_press(t, tours[i]);
		assert_authored(t, tours[i]);
	}
	for (int i = 0; i < PAYLOADS; i++) {
		terminal_press(t, "1 j");
		assert_authored(t, "walking the records");
	}
	/* Borders stand where they should: nothing moved the cursor. */
	if (!strstr(terminal_row(t, 1), "╭1 Families"))
		fail_msg("the frame moved:\n%s", terminal_text(t));
	terminal_resize(t, 12, 40);
	terminal_settle(t);
	assert_authored(t, "at 40x12");
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

static void commands_let_nothing_through(void **state)
{
	const char *dir = hostile_records();
	const char *const commands[][6] = {
		{"list", "type:any"}, {"list", "--format", "csv"}, {"list", "--format", "md"}, {"list", "--format", "json"}, {"show", "n00"},
		{"show", "n00", "--format", "md"}, {"show", "n00", "--format", "json"}, {"links", "n03"}, {"check"}, {"check", "--format", "json"},
		{"check", "--format", "sarif"}, {"matrix"}, {"facets"}, {"compare", "n01", "n02"}, {"compare", "n01", "n02", "--format", "csv"}, {"facets", "--format", "csv"}, {"facets", "--format", "md"},
		{"links", "n03", "--format", "csv"}, {"links", "n03", "--format", "md"}, {"export", "a\x1b[31337m"}, {"doc", "d"},
		{"list", "a\x1b[31337m:b"}, {"list", "(\x1b]0;31337\x07"}, {"show", "\x1b[31337m"}, {"--theme\x1b[31337m"}, {"list", "--sort", "\x1b[31337m"},
		{"snapshot", "--keys", "\x1b[31337m"}, {"-r", "/no\x1b[31337m", "list"},
		{"show", "\xff\x9b"}, {"list", "name~\xfe"}, {"-r", "/no\xff", "list"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		const char *argv[10] = {"kernatlas", "-r", dir};
		struct terminal_options options = {.rows = 50, .cols = 120};
		struct terminal *t;
		size_t n = 3;

		for (size_t k = 0; k < 6 && commands[i][k]; k++)
			argv[n++] = commands[i][k];
		t = terminal_start(&options, argv);
		terminal_wait_exit(t);
		assert_authored(t, commands[i][0]);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(the_browser_lets_nothing_through),
		T(commands_let_nothing_through),
	};

	return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
