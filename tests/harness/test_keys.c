/* Names of keys and the bytes for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "tests/harness/keys.h"

struct expectation {
	const char *name;
	const char *bytes; /* NULL: no such key */
};

static void check(const struct expectation *all, size_t count, const char *term, bool application)
{
	for (size_t i = 0; i < count; i++) {
		struct buf bytes;
		bool known;

		buf_init(&bytes);
		known = keys_encode(all[i].name, strlen(all[i].name), term, application, &bytes);
		assert_int_equal(known, all[i].bytes != NULL);
		assert_string_equal(bytes.data, all[i].bytes ? all[i].bytes : "");
		buf_release(&bytes);
	}
}

#define CHECK(term, application, ...)                                                                                  \
	do {                                                                                                           \
		const struct expectation all[] = {__VA_ARGS__};                                                        \
                                                                                                                       \
		check(all, sizeof all / sizeof all[0], term, application);                                             \
	} while (0)

static void characters(void **state)
{
	(void)state;
	CHECK("xterm", false, {"j", "j"}, {"/", "/"}, {"-", "-"}, {"C-", NULL}, {"é", "é"}, {"S-j", "J"},
	      {"M-x", "\033x"}, {"C-o", "\017"}, {"C-O", "\017"}, {"C-/", "\037"}, {"C-[", "\033"},
	      {"C-M-a", "\033\001"}, {"C-é", NULL}, {"C--", NULL}, {"\xff", NULL}, {"", NULL});
}

static void named(void **state)
{
	(void)state;
	CHECK("xterm-256color", false, {"Enter", "\r"}, {"Escape", "\033"}, {"Tab", "\t"}, {"BTab", "\033[Z"},
	      {"S-Tab", "\033[Z"}, {"Space", " "}, {"BSpace", "\177"}, {"Up", "\033[A"}, {"C-Up", "\033[1;5A"},
	      {"S-Right", "\033[1;2C"}, {"Home", "\033[H"}, {"PageUp", "\033[5~"}, {"NPage", "\033[6~"},
	      {"C-PageDown", "\033[6;5~"}, {"F1", "\033OP"}, {"S-F1", "\033[1;2P"}, {"F12", "\033[24~"},
	      {"M-Enter", "\033\r"}, {"Entre", NULL}, {"F13", NULL}, {"word", NULL});
}

static void application_mode_changes_cursor_keys(void **state)
{
	(void)state;
	CHECK("xterm", true, {"Up", "\033OA"}, {"End", "\033OF"}, {"C-Up", "\033[1;5A"}, {"BTab", "\033[Z"},
	      {"PageUp", "\033[5~"});
}

static void other_terminals_send_what_they_are_described_to(void **state)
{
	(void)state;
	CHECK("linux", true, {"F1", "\033[[A"}, {"Home", "\033[1~"}, {"Up", "\033[A"}, {"j", "j"});
	CHECK("vt100", true, {"Up", "\033OA"}, {"BSpace", "\b"}, {"F1", "\033OP"});
	/* A description that does not exist, or lacks the key, leaves xterm's. */
	CHECK("no-such-terminal", false, {"Up", "\033[A"});
	CHECK("dumb", false, {"F5", "\033[15~"});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(characters),
	        cmocka_unit_test(named),
	        cmocka_unit_test(application_mode_changes_cursor_keys),
	        cmocka_unit_test(other_terminals_send_what_they_are_described_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
