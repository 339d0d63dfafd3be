#include "tests/harness/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "tests/harness/environment.h"

enum { USUAL_LIMIT = 20000 };

/* One run: the ends of the pipes that are the test's, -1 once closed. */
struct run {
	pid_t pid;
	int in, out, err;
	const char *input;
	size_t input_left;
	struct buf output, errors;
};

/* Descriptors for the three standard streams, of the child. */
struct streams {
	int in, out, err;
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* In the child. */
static void execute(const struct streams *streams, const char *cwd, char *const *argv, char *const *env)
{
	sigset_t none;

	setpgid(0, 0);
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (dup2(streams->in, 0) < 0 || dup2(streams->out, 1) < 0 || dup2(streams->err, 2) < 0 || chdir(cwd) != 0)
		_exit(126);
	execvpe(argv[0], argv, env);
	dprintf(2, "%s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static bool open_streams(struct run *run, struct streams *streams)
{
	int in[2], out[2], err[2];

	if (run->input) {
		if (pipe2(in, O_CLOEXEC) != 0)
			return false;
		run->in = in[1];
		streams->in = in[0];
		(void)fcntl(run->in, F_SETFL, O_NONBLOCK);
	} else {
		streams->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	}
	if (streams->in < 0 || pipe2(out, O_CLOEXEC) != 0)
		return false;
	run->out = out[0];
	streams->out = out[1];
	if (pipe2(err, O_CLOEXEC) != 0)
		return false;
	run->err = err[0];
	streams->err = err[1];
	return true;
}

static bool start(struct run *run, const struct command *command, const char *home, const char *const *argv)
{
	struct streams streams = {-1, -1, -1};
	char *const *all = harness_arguments(argv);
	char *const *env = environment_new(home, "xterm-256color", command->env);
	const char *cwd = command->cwd ? command->cwd : harness_root();
	bool open = open_streams(run, &streams);

	run->pid = -1;
	/* Before the start: its first write must find nobody. */
	if (command->close_output)
		close_fd(&run->out);
	if (open)
		run->pid = fork();
	if (run->pid == 0)
		execute(&streams, cwd, all, env);
	if (run->pid > 0)
		setpgid(run->pid, run->pid);
	close_fd(&streams.in);
	close_fd(&streams.out);
	close_fd(&streams.err);
	return run->pid > 0;
}

static void give(struct run *run)
{
	ssize_t n = write(run->in, run->input, run->input_left);

	if (n > 0) {
		run->input += n;
		run->input_left -= (size_t)n;
	}
	if (!run->input_left || (n < 0 && errno != EAGAIN && errno != EINTR))
		close_fd(&run->in);
}

static void take(int *fd, struct buf *to)
{
	char bytes[16384];
	ssize_t n = read(*fd, bytes, sizeof bytes);

	if (n > 0)
		buf_add(to, bytes, (size_t)n);
	else if (n == 0 || errno != EINTR)
		close_fd(fd);
}

/* Serves the pipes until the program has closed both of its ends. False when time ran out. */
static bool serve(struct run *run, long long end)
{
	while (run->out >= 0 || run->err >= 0) {
		struct pollfd ready[] = {{run->in, POLLOUT, 0}, {run->out, POLLIN, 0}, {run->err, POLLIN, 0}};
		long long left = end - harness_now();

		if (left <= 0)
			return false;
		if (poll(ready, 3, (int)left) <= 0)
			continue;
		if (ready[0].revents)
			give(run);
		if (ready[1].revents)
			take(&run->out, &run->output);
		if (ready[2].revents)
			take(&run->err, &run->errors);
	}
	return true;
}

/* Waits for the end of a program that has closed its output, which is near. False when time ran out. */
static bool reap(pid_t pid, int *status, long long end)
{
	pid_t got;

	while ((got = waitpid(pid, status, WNOHANG)) == 0) {
		if (harness_now() > end)
			return false;
		(void)poll(NULL, 0, 1);
	}
	return got == pid;
}

static const char *join(const char *const *argv)
{
	const char *line = "";

	for (; *argv; argv++)
		line = harness_format("%s%s%s", line, *line ? " " : "", *argv);
	return line;
}

static const char *keep(struct buf *b, size_t *len)
{
	*len = b->len;
	return harness_keep(buf_steal(b));
}

const struct command_result *command_run(const struct command *command, const char *const *argv)
{
	static const struct command usual;
	const struct command *c = command ? command : &usual;
	struct command_result *r = harness_keep(calloc(1, sizeof *r));
	int limit = harness_limit(c->limit ? c->limit : USUAL_LIMIT), status = 0;
	long long end = harness_now() + limit;
	struct run run = {.in = -1, .out = -1, .err = -1, .input = c->input};
	bool in_time;

	r->line = join(argv);
	run.input_left = c->input && !c->input_len ? strlen(c->input) : c->input_len;
	buf_init(&run.output);
	buf_init(&run.errors);
	if (!start(&run, c, c->home ? c->home : workdir_new(), argv))
		harness_fail(__FILE__, __LINE__, "can't start %s: %s", r->line, strerror(errno));
	in_time = serve(&run, end) && reap(run.pid, &status, end);
	if (!in_time) {
		kill(-run.pid, SIGKILL);
		while (waitpid(run.pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close_fd(&run.in);
	close_fd(&run.out);
	close_fd(&run.err);
	r->out = keep(&run.output, &r->out_len);
	r->err = keep(&run.errors, &r->err_len);
	if (!in_time)
		harness_fail(__FILE__, __LINE__, "%s: did not end within %d ms\n%s%s", r->line, limit, r->out, r->err);
	r->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	r->status = r->signal ? 128 + r->signal : WEXITSTATUS(status);
	return r;
}
