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
	int pipe;    /* what it prints, or what it reads */
	int failure; /* the errno of an exec that failed; closed by one that did not */
};

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* `end` takes the place of the child's descriptor `fd`: 0 or 1. */
static void execute(const char *const *argv, int end, int fd, int failure)
{
	int null = open("/dev/null", O_RDWR), error;

	/* What this program ignores is not for others to ignore. */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (null >= 0 && dup2(null, 1 - fd) >= 0 && dup2(end, fd) >= 0 && dup2(null, 2) >= 0)
		execvp(argv[0], (char *const *)argv);
	error = errno;
	if (write(failure, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

/* Starts it with a pipe as its descriptor `fd`. */
static bool start(struct child *c, const char *const *argv, int fd)
{
	int ends[2], failure[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	if (pipe2(failure, O_CLOEXEC) != 0) {
		close(ends[0]);
		close(ends[1]);
		return false;
	}
	c->pid = fork();
	if (c->pid == 0)
		execute(argv, ends[fd], fd, failure[1]);
	close(ends[fd]);
	close(failure[1]);
	c->pipe = ends[1 - fd];
	c->failure = failure[0];
	if (c->pid > 0)
		return true;
	close(c->pipe);
	close(c->failure);
	return false;
}

enum collected { COLLECTED_ALL, COLLECTED_LIMIT, COLLECTED_LATE };

/* Reads until the end, the limit or the time. */
static enum collected collect(const struct child *c, size_t limit, long long until, struct buf *out)
{
	size_t begin = out->len;

	for (;;) {
		struct pollfd ready = {.fd = c->pipe, .events = POLLIN};
		long long left = until - now_ms();
		char bytes[4096];
		ssize_t n;

		if (left <= 0)
			return COLLECTED_LATE;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		n = read(c->pipe, bytes, sizeof bytes);
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

	if (!start(&c, argv, 1)) {
		error_set(err, "%s can't be started: %s", argv[0], strerror(errno));
		return -1;
	}
	collected = collect(&c, limit, now_ms() + limit_ms, out);
	close(c.pipe);
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

/* Writes until all is written, nobody reads, or the time is over: then false. */
static bool feed(const struct child *c, const char *bytes, size_t len, long long until)
{
	fcntl(c->pipe, F_SETFL, O_NONBLOCK);
	while (len) {
		struct pollfd ready = {.fd = c->pipe, .events = POLLOUT};
		long long left = until - now_ms();
		ssize_t n;

		if (left <= 0)
			return false;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		n = write(c->pipe, bytes, len);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return true;
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
	}
	return true;
}

/* Waits for the end; one that is late is ended: then false. */
static bool wait_until(pid_t pid, long long until, int *status)
{
	const struct timespec pause = {0, 2000000};
	bool late = false;
	pid_t done;

	while ((done = waitpid(pid, status, late ? 0 : WNOHANG)) <= 0) {
		if (done < 0 && errno != EINTR)
			return !late;
		if (!late && now_ms() >= until) {
			late = true;
			kill(pid, SIGKILL);
		} else if (!late) {
			nanosleep(&pause, NULL);
		}
	}
	return !late;
}

int child_input(const char *const *argv, const void *bytes, size_t len, int limit_ms, struct error *err)
{
	long long until = now_ms() + limit_ms;
	struct child c;
	int status = 0, error = 0;
	bool fed;

	if (!start(&c, argv, 0)) {
		error_set(err, "%s can't be started: %s", argv[0], strerror(errno));
		return -1;
	}
	if (read(c.failure, &error, sizeof error) != sizeof error)
		error = 0;
	close(c.failure);
	fed = feed(&c, bytes, len, until);
	close(c.pipe);
	if (!wait_until(c.pid, fed ? until : 0, &status))
		error_set(err, "%s took too long", argv[0]);
	else if (error)
		error_set(err, "%s can't be started: %s", argv[0], strerror(error));
	else if (WIFEXITED(status))
		return WEXITSTATUS(status);
	else
		error_set(err, "%s was ended by signal %d", argv[0], WTERMSIG(status));
	return -1;
}
