#include <string.h>

#include "buf.h"
#include "tests/harness/command.h"
#include "tests/harness/diff.h"
#include "tests/harness/golden.h"

static void command_fail(const struct command_result *r, const char *what, const char *file, int line)
        __attribute__((noreturn));

static void command_fail(const struct command_result *r, const char *what, const char *file, int line)
{
	harness_fail(file, line, "%s: %s\nstatus %d\n-- output:\n%s\n-- errors:\n%s", r->line, what, r->status, r->out,
	             r->err);
}

void command_assert_status_at(const struct command_result *r, int status, const char *file, int line)
{
	if (r->status != status)
		command_fail(r, harness_format("the status is not %d", status), file, line);
}

void command_assert_output_at(const struct command_result *r, const char *text, const char *file, int line)
{
	struct buf difference;

	if (r->out_len == strlen(text) && !memcmp(r->out, text, r->out_len))
		return;
	buf_init(&difference);
	buf_adds(&difference, "the output is not as expected (- expected, + actual):\n");
	diff_add(&difference, text, strlen(text), r->out, r->out_len);
	command_fail(r, harness_keep(buf_steal(&difference)), file, line);
}

void command_assert_says_at(const struct command_result *r, const char *text, bool present, const char *file, int line)
{
	bool found = memmem(r->out, r->out_len, text, strlen(text)) != NULL;

	if (found != present)
		command_fail(r, harness_format("the output %s: %s", present ? "lacks" : "has", text), file, line);
}

void command_assert_error_at(const struct command_result *r, const char *text, const char *file, int line)
{
	if (!*text && r->err_len)
		command_fail(r, "there are errors", file, line);
	if (!memmem(r->err, r->err_len, text, strlen(text)))
		command_fail(r, harness_format("the errors lack: %s", text), file, line);
}

void command_assert_golden_at(const struct command_result *r, const char *name, const char *file, int line)
{
	if (!strchr(name, '/'))
		name = harness_format("tests/cli/golden/%s", name);
	golden_check_at(name, r->out, r->out_len, file, line);
}
