#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct child {
	pid_t pid;
	int out;     /* what it prints */
	int failure; /* the errno of an exec that failed; closed by one that did not */
};

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void execute(const char *const *argv, int out, int failure)
{
	int null = open("/dev/null", O_RDWR), error;

	/* What this program ignores is not for others to ignore. */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (null >= 0 && dup2(null, 0) >= 0 && dup2(out, 1) >= 0 && dup2(null, 2) >= 0)
		execvp(argv[0], (char *const *)argv);
	error = errno;
	if (write(failure, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

static bool start(struct child *c, const char *const *argv)
{
	int out[2], failure[2];

	if (pipe2(out, O_CLOEXEC) != 0)
		return false;
	if (pipe2(failure, O_CLOEXEC) != 0) {
		close(out[0]);
		close(out[1]);
		return false;
	}
	c->pid = fork();
	if (c->pid == 0)
		execute(argv, out[1], failure[1]);
	close(out[1]);
	close(failure[1]);
	c->out = out[0];
	c->failure = failure[0];
	if (c->pid > 0)
		return true;
	close(c->out);
	close(c->failure);
	return false;
}

enum collected { COLLECTED_ALL, COLLECTED_LIMIT, COLLECTED_LATE };

/* Reads until the end, the limit or the time. */
static enum collected collect(const struct child *c, size_t limit, long long until, struct buf *out)
{
	size_t begin = out->len;

	for (;;) {
		struct pollfd ready = {.fd = c->out, .events = POLLIN};
		long long left = until - now_ms();
		char bytes[4096];
		ssize_t n;

		if (left <= 0)
			return COLLECTED_LATE;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		n = read(c->out, bytes, sizeof bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return COLLECTED_ALL;
		if (out->len - begin + (size_t)n > limit) {
			buf_add(out, bytes, limit - (out->len - begin));
			return COLLECTED_LIMIT;
		}
		buf_add(out, bytes, (size_t)n);
	}
}

int child_output(const char *const *argv, size_t limit, int limit_ms, struct buf *out, struct error *err)
{
	struct child c;
	int status = 0, error = 0;
	enum collected collected;

	if (!start(&c, argv)) {
		error_set(err, "%s can't be started: %s", argv[0], strerror(errno));
		return -1;
	}
	collected = collect(&c, limit, now_ms() + limit_ms, out);
	close(c.out);
	if (collected != COLLECTED_ALL)
		kill(c.pid, SIGKILL);
	while (waitpid(c.pid, &status, 0) < 0 && errno == EINTR)
		;
	if (read(c.failure, &error, sizeof error) != sizeof error)
		error = 0;
	close(c.failure);
	if (error)
		error_set(err, "%s can't be started: %s", argv[0], strerror(error));
	else if (collected == COLLECTED_LATE)
		error_set(err, "%s took too long", argv[0]);
	else if (!buf_ok(out))
		error_memory(err);
	else if (collected == COLLECTED_LIMIT || WIFEXITED(status))
		return collected == COLLECTED_LIMIT ? 0 : WEXITSTATUS(status);
	else
		error_set(err, "%s was ended by signal %d", argv[0], WTERMSIG(status));
	return -1;
}
