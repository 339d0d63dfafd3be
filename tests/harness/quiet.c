#include "tests/harness/quiet.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What one look over all threads found. */
struct look {
	bool busy;
	bool unknown;
	bool stopped;
	unsigned long long switches; /* times that a thread went to sleep, ever, summed: grows when one was awake */
};

enum { ARGUMENTS = 6 };

/* Reads a small file of /proc into `text`. False when it is gone or forbidden. */
static bool read_small(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, text, room - 1);
	close(fd);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return true;
}

/* Reading a file on a disk ends by itself; reading anything else waits for somebody. */
static bool is_file(pid_t pid, unsigned long long fd)
{
	char path[64], target[64];
	ssize_t len;

	snprintf(path, sizeof path, "/proc/%d/fd/%llu", (int)pid, fd);
	len = readlink(path, target, sizeof target - 1);
	if (len < 0)
		return true;
	target[len] = '\0';
	return target[0] == '/' && strncmp(target, "/dev/", 5) != 0;
}

static bool waits_for_ever(pid_t pid, long number, const unsigned long long *arg)
{
	switch (number) {
#ifdef SYS_poll
	case SYS_poll:
		return (int)arg[2] < 0;
#endif
	case SYS_ppoll:
		return arg[2] == 0;
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6:
		return arg[4] == 0;
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait:
		return (int)arg[3] < 0;
	case SYS_futex:
		return arg[3] == 0;
	case SYS_rt_sigtimedwait:
		return arg[2] == 0;
	case SYS_read:
	case SYS_readv:
		return !is_file(pid, arg[0]);
#ifdef SYS_pause
	case SYS_pause:
#endif
	case SYS_rt_sigsuspend:
	case SYS_wait4:
	case SYS_waitid:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_accept:
	case SYS_accept4:
	case SYS_restart_syscall:
		return true;
	default:
		return false;
	}
}

static void look_at_call(struct look *look, pid_t pid, const char *text)
{
	unsigned long long arg[ARGUMENTS] = {0};
	char *end;
	long number = strtol(text, &end, 10);

	if (end == text || number < 0) { /* "running" */
		look->busy = true;
		return;
	}
	for (size_t i = 0; i < ARGUMENTS; i++)
		arg[i] = strtoull(end, &end, 16);
	if (!waits_for_ever(pid, number, arg))
		look->busy = true;
}

static void look_at_thread(struct look *look, pid_t pid, pid_t thread)
{
	char path[96], text[4096];
	const char *at;
	char state;

	snprintf(path, sizeof path, "/proc/%d/task/%d/status", (int)pid, (int)thread);
	if (!read_small(path, text, sizeof text) || !(at = strstr(text, "\nState:\t"))) {
		look->busy = true;
		return;
	}
	state = at[8];
	at = strstr(text, "\nvoluntary_ctxt_switches:\t");
	look->switches += at ? strtoull(at + 26, NULL, 10) : 0;
	if (state == 'T' || state == 't') {
		look->stopped = true;
		return;
	}
	if (state == 'Z' || state == 'X')
		return;
	if (state != 'S') {
		look->busy = true;
		return;
	}
	snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", (int)pid, (int)thread);
	if (read_small(path, text, sizeof text))
		look_at_call(look, pid, text);
	else
		look->unknown = true;
}

static void look_at_process(struct look *look, pid_t pid, int depth)
{
	char path[96], children[4096];
	struct dirent *entry;
	DIR *threads;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	threads = opendir(path);
	if (!threads) {
		look->busy = true;
		return;
	}
	while ((entry = readdir(threads))) {
		pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
		char *at = children, *end;
		long child;

		if (thread <= 0)
			continue;
		look_at_thread(look, pid, thread);
		snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)thread);
		if (!depth || !read_small(path, children, sizeof children))
			continue;
		for (; (child = strtol(at, &end, 10)) > 0; at = end)
			look_at_process(look, (pid_t)child, depth - 1);
	}
	closedir(threads);
}

enum quiet quiet_probe(pid_t pid)
{
	enum { GENERATIONS = 8 };
	struct look first = {0}, second = {0};

	if (access("/proc/self/syscall", R_OK) != 0)
		return QUIET_UNKNOWN;
	look_at_process(&first, pid, GENERATIONS);
	if (first.busy)
		return QUIET_BUSY;
	/* One thread may have woken another that was already looked at, and slept by its own turn. */
	look_at_process(&second, pid, GENERATIONS);
	if (second.busy || second.switches != first.switches)
		return QUIET_BUSY;
	if (second.unknown)
		return QUIET_UNKNOWN;
	return second.stopped ? QUIET_STOPPED : QUIET_WAITING;
}
