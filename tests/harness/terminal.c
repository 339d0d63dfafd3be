#include "tests/harness/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/harness/environment.h"
#include "tests/harness/terminal_internal.h"

enum { USUAL_ROWS = 24, USUAL_COLS = 80, USUAL_LIMIT = 10000, GOODBYE_LIMIT = 3000 };

static struct terminal *terminals;

const char *terminal_keep(struct buf *b)
{
	return harness_keep(buf_steal(b));
}

bool terminal_pump(struct terminal *t, int timeout)
{
	struct pollfd ready[] = {{t->job.reports, POLLIN, 0}, {t->job.master, POLLIN, 0}};
	char bytes[16384];
	bool any = false;
	ssize_t n;

	/* After the end nothing more comes to wait for. */
	if (timeout && !t->job.exited)
		(void)poll(ready, 2, timeout);
	/* The state first: what the program wrote before its end is there to be read after the report of it. */
	job_update(&t->job);
	while (t->job.master >= 0) {
		n = read(t->job.master, bytes, sizeof bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		any = true;
		buf_add(&t->output, bytes, (size_t)n);
		screen_feed(t->screen, bytes, (size_t)n);
	}
	return any;
}

bool terminal_write(struct terminal *t, const char *bytes, size_t len)
{
	long long end = harness_now() + t->limit;

	while (len) {
		ssize_t n = t->job.master >= 0 ? write(t->job.master, bytes, len) : -1;

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		} else if (t->job.master < 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
			return false;
		} else {
			struct pollfd room = {t->job.master, POLLIN | POLLOUT, 0};

			(void)poll(&room, 1, 20);
			terminal_pump(t, 0);
			if (t->job.exited || harness_now() > end)
				return false;
		}
	}
	return true;
}

/* What the screen answers goes to the program like keys. One that does not read it is no fault. */
static void reply(void *user, const char *bytes, size_t len)
{
	struct terminal *t = user;

	if (t->job.master >= 0 && write(t->job.master, bytes, len) < 0)
		return;
}

static void end_terminals(void)
{
	while (terminals) {
		struct terminal *t = terminals;
		long long end = harness_now() + harness_limit(GOODBYE_LIMIT);

		terminals = t->next;
		job_update(&t->job);
		if (!t->job.exited) {
			job_hang_up(&t->job);
			while (!t->job.exited && harness_now() < end)
				terminal_pump(t, 20);
			if (!t->job.exited)
				fprintf(stderr, "%s: still ran after its terminal was gone, killed\n", t->command);
		}
		job_release(&t->job);
		screen_free(t->screen);
		buf_release(&t->output);
		free(t);
	}
}

static const char *join(char *const *argv)
{
	struct buf words;

	buf_init(&words);
	for (; *argv; argv++) {
		buf_adds(&words, *argv);
		if (argv[1])
			buf_addc(&words, ' ');
	}
	return terminal_keep(&words);
}

struct terminal *terminal_start(const struct terminal_options *options, const char *const *argv)
{
	static const struct terminal_options usual;
	const struct terminal_options *o = options ? options : &usual;
	struct terminal *t = calloc(1, sizeof *t);
	struct job_options job = {.rows = o->rows ? o->rows : USUAL_ROWS, .cols = o->cols ? o->cols : USUAL_COLS};

	harness_at_teardown(HARNESS_END_PROGRAMS, end_terminals);
	if (!t)
		harness_fail(__FILE__, __LINE__, "out of memory");
	buf_init(&t->output);
	t->job = (struct job){.master = -1, .slave = -1, .reports = -1};
	t->next = terminals;
	terminals = t;
	t->term = o->term ? o->term : "xterm-256color";
	t->home = o->home ? o->home : workdir_new();
	t->limit = harness_limit(o->limit ? o->limit : USUAL_LIMIT);
	t->screen = screen_new(job.rows, job.cols, !o->one_byte, reply, t);
	if (!t->screen)
		harness_fail(__FILE__, __LINE__, "out of memory");
	job.argv = harness_arguments(argv);
	job.env = environment_new(t->home, *t->term ? t->term : NULL, o->env);
	job.cwd = o->cwd ? o->cwd : harness_root();
	t->command = join(job.argv);
	if (!job_start(&t->job, &job))
		harness_fail(__FILE__, __LINE__, "can't start %s on a terminal: %s", t->command, strerror(errno));
	return t;
}

struct terminal *terminal_open(int rows, int cols, ...)
{
	enum { ARGUMENTS = 64 };
	struct terminal_options options = {.rows = rows, .cols = cols};
	const char *argv[ARGUMENTS] = {"kernatlas"};
	size_t count = 1;
	va_list args;

	va_start(args, cols);
	while (count + 1 < ARGUMENTS && (argv[count] = va_arg(args, const char *)))
		count++;
	va_end(args);
	return terminal_start(&options, argv);
}

const char *terminal_home(const struct terminal *t)
{
	return t->home;
}

pid_t terminal_pid(const struct terminal *t)
{
	return t->job.pid;
}

void terminal_resize(struct terminal *t, int rows, int cols)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};

	terminal_pump(t, 0);
	screen_resize(t->screen, rows, cols);
	if (t->job.master >= 0)
		(void)ioctl(t->job.master, TIOCSWINSZ, &size);
}

void terminal_signal(struct terminal *t, int number)
{
	job_update(&t->job);
	if (!t->job.exited)
		kill(t->job.pid, number);
}

void terminal_continue(struct terminal *t)
{
	job_continue(&t->job);
}

void terminal_hang_up(struct terminal *t)
{
	terminal_pump(t, 0);
	job_hang_up(&t->job);
}

int terminal_killed_by(const struct terminal *t)
{
	return t->job.exited && WIFSIGNALED(t->job.status) ? WTERMSIG(t->job.status) : 0;
}
