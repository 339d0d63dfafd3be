#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "tests/harness/quiet.h"
#include "tests/harness/terminal_internal.h"

/* Milliseconds after which a thing is looked at again that gives no sign when it changes. */
enum { LOOK_AGAIN = 2, LOOK_AGAIN_SELDOM = 20, QUIET_INTERVAL = 100 };
/* The longest that the rest of a frame is waited for once a part of it is there. */
enum { FRAME_REST = 200 };

/* Whether input was sent that the program has not read. Asking poll(2) first moves what is on its way. */
static bool input_unread(const struct terminal *t)
{
	struct pollfd input = {t->job.slave, POLLIN, 0};
	int count = 0;

	return t->job.slave >= 0 && poll(&input, 1, 0) > 0 && ioctl(t->job.slave, FIONREAD, &count) == 0 && count > 0;
}

static bool settled(struct terminal *t)
{
	bool unread;

	if (terminal_pump(t, 0))
		return false;
	if (t->job.exited)
		return true;
	/* In this order: all was read, then it slept, and still nothing new was written. */
	unread = input_unread(t);
	switch (quiet_probe(t->job.pid)) {
	case QUIET_STOPPED:
		/* Only when it was told: a program that is being continued is still stopped for a moment. */
		return t->job.stopped && !terminal_pump(t, 0);
	case QUIET_WAITING:
		return !unread && !terminal_pump(t, 0);
	case QUIET_UNKNOWN:
		return !unread && !terminal_pump(t, QUIET_INTERVAL);
	case QUIET_BUSY:
		break;
	}
	return false;
}

void terminal_settle_at(struct terminal *t, const char *file, int line)
{
	long long end = harness_now() + t->limit;

	while (!settled(t)) {
		if (harness_now() > end)
			terminal_fail(t, file, line, "the program did not come to rest within %d ms", t->limit);
		terminal_pump(t, LOOK_AGAIN);
	}
}

void terminal_wait_at(struct terminal *t, bool (*holds)(struct terminal *t, void *user), void *user, const char *what,
                      const char *file, int line)
{
	long long end = harness_now() + t->limit;

	for (;;) {
		terminal_pump(t, 0);
		if (holds(t, user))
			return;
		if (t->job.exited)
			terminal_fail(t, file, line, "the program ended before this came: %s", what);
		if (harness_now() > end)
			terminal_fail(t, file, line, "did not come within %d ms: %s", t->limit, what);
		terminal_pump(t, LOOK_AGAIN_SELDOM);
	}
}

/* A frame reaches the terminal in pieces: what was found may stand in its first one. A program that does not come to
   rest, because it is still loading say, is not waited for any longer than a frame takes. */
static void finish_frame(struct terminal *t)
{
	long long end = harness_now() + FRAME_REST;

	while (!settled(t) && harness_now() < end)
		terminal_pump(t, LOOK_AGAIN);
}

static bool has_text(struct terminal *t, void *user)
{
	return terminal_find(t, user, NULL, NULL);
}

static bool lacks_text(struct terminal *t, void *user)
{
	return !terminal_find(t, user, NULL, NULL);
}

void terminal_wait_text_at(struct terminal *t, const char *text, bool present, const char *file, int line)
{
	/* The predicates' argument is not changed. */
	void *user = (void *)(size_t)text;

	terminal_wait_at(t, present ? has_text : lacks_text, user,
	                 harness_format(present ? "the text \"%s\"" : "the text \"%s\" gone", text), file, line);
	finish_frame(t);
}

static bool is_screen(struct terminal *t, void *user)
{
	const char *wanted = user;
	size_t len = strlen(wanted);
	struct buf text;
	bool same;

	while (len && wanted[len - 1] == '\n')
		len--;
	buf_init(&text);
	screen_add_text(t->screen, &text);
	while (text.len && text.data[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	same = text.len == len && !memcmp(text.data, wanted, len);
	buf_release(&text);
	return same;
}

void terminal_wait_screen_at(struct terminal *t, const char *text, const char *file, int line)
{
	terminal_wait_at(t, is_screen, (void *)(size_t)text, harness_format("this screen:\n%s", text), file, line);
}

struct wanted_bytes {
	const void *bytes;
	size_t len;
	size_t from;
	size_t end;
};

static bool has_bytes(struct terminal *t, void *user)
{
	struct wanted_bytes *wanted = user;
	const char *at;

	if (wanted->from > t->output.len)
		return false;
	at = memmem(t->output.data + wanted->from, t->output.len - wanted->from, wanted->bytes, wanted->len);
	wanted->end = at ? (size_t)(at - t->output.data) + wanted->len : 0;
	return at != NULL;
}

size_t terminal_wait_output_at(struct terminal *t, size_t from, const void *bytes, size_t len, const char *file,
                               int line)
{
	struct wanted_bytes wanted = {bytes, len, from, 0};

	terminal_wait_at(t, has_bytes, &wanted, "certain bytes of output", file, line);
	return wanted.end;
}

void terminal_wait_stopped_at(struct terminal *t, const char *file, int line)
{
	long long end = harness_now() + t->limit;

	while (!t->job.stopped) {
		if (t->job.exited || harness_now() > end)
			terminal_fail(t, file, line, "the program was not stopped");
		terminal_pump(t, LOOK_AGAIN_SELDOM);
	}
}

int terminal_wait_exit_at(struct terminal *t, const char *file, int line)
{
	long long end = harness_now() + t->limit;
	int status;

	while (!t->job.exited) {
		if (harness_now() > end)
			terminal_fail(t, file, line, "the program did not end within %d ms", t->limit);
		terminal_pump(t, LOOK_AGAIN_SELDOM);
	}
	terminal_pump(t, 0);
	status = t->job.status;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
