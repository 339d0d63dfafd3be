/* `kernatlas doctor`: what it says of a good place and of a bad one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/terminal.h"

static void a_good_place_has_nothing_wrong(void **state)
{
	const char *env[] = {"TERM=xterm-256color", NULL};
	const struct command place = {.env = env};
	const struct command_result *r = KERNATLAS_WITH(&place, "doctor");

	(void)state;
	command_assert_status(r, 0);
	command_assert_says(r, "TERM                       xterm-256color");
	command_assert_says(r, "colours                    256");
	command_assert_says(r, "characters                 UTF-8");
	command_assert_says(r, "libyaml");
	command_assert_says(r, "beside the program");
	command_assert_says(r, "errors                     0");
	command_assert_says(r, "/state/kernatlas/sessions\n");
	command_assert_says_not(r, "\n! ");
	/* The order in which records are looked for is the order in which they are told. */
	assert_true(strstr(r->out, "beside the program") < strstr(r->out, "installed with the program"));
	assert_true(strstr(r->out, "installed with the program") < strstr(r->out, "the user's own"));
	assert_true(strstr(r->out, "the user's own") < strstr(r->out, "installed for all"));
}

static void what_is_wrong_is_told_with_what_to_do(void **state)
{
	const char *dir = workdir_new();
	const char *env[] = {"TERM=no-such-terminal", "LC_ALL=C", "XDG_STATE_HOME", "HOME", NULL};
	const struct command place = {.env = env};
	const struct command_result *r;

	(void)state;
	workdir_write(dir, "a.yaml", "id: a\ntype: note\nbad: [\n");
	r = KERNATLAS_WITH(&place, "-r", dir, "doctor");
	command_assert_status(r, 1);
	command_assert_says(r, "! TERM                       no-such-terminal - set it");
	command_assert_says(r, "everything is drawn in ASCII");
	command_assert_says(r, "! errors                     1");
	command_assert_says(r, "! sessions                   no folder for them");
	r = KERNATLAS_WITH(&place, "-r", "/no/such/folder", "doctor");
	command_assert_status(r, 1);
	command_assert_says(r, "! records");
	r = KERNATLAS_WITH(&place, "-r", dir, "doctor", "--format", "json");
	command_assert_says(r, "{\"group\": \"terminal\", \"name\": \"TERM\", \"found\": \"no-such-terminal\", \"remedy\": \"set it");
	command_assert_says(r, "\"name\": \"standard output\", \"found\": \"no terminal; the browser needs one\", \"remedy\": null}");
}

/* A real terminal is asked how wide it draws; it is left as it was, with nothing of the question on it. */
static void a_terminal_is_asked_for_widths(void **state)
{
	struct terminal *t = terminal_open(60, 100, "doctor", NULL);

	(void)state;
	terminal_assert_exit(t, 0);
	terminal_assert_text(t, "Chinese character          2 cells wide, reckoned with 2");
	terminal_assert_text(t, "box drawing                1 cell wide, reckoned with 1");
	terminal_assert_restored(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_good_place_has_nothing_wrong),
		T(what_is_wrong_is_told_with_what_to_do),
		T(a_terminal_is_asked_for_widths),
	};

	return cmocka_run_group_tests_name("doctor", tests, NULL, NULL);
}
