#include "tests/harness/job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the leader writes: first the program's process id, then each status of waitpid. */
struct report {
	int is_pid;
	int value;
};

/* The leader's descriptors. */
enum { TTY = 0, REPORTS = 3 };

static void leader_report(int is_pid, int value)
{
	struct report report = {is_pid, value};

	while (write(REPORTS, &report, sizeof report) < 0 && errno == EINTR)
		;
}

static void close_from(int first)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
		return;
#endif
	for (int fd = first; fd < 1024; fd++)
		close(fd);
}

static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void execute(const struct job_options *options)
{
	setpgid(0, 0);
	/* The leader ignores SIGTTOU, and so does this process until here. */
	tcsetpgrp(TTY, getpid());
	reset_signals();
	if (options->cwd && chdir(options->cwd) != 0) {
		dprintf(2, "%s: %s\n", options->cwd, strerror(errno));
		_exit(127);
	}
	execvpe(options->argv[0], options->argv, options->env);
	dprintf(2, "%s: %s\n", options->argv[0], strerror(errno));
	_exit(127);
}

/* True when the program has ended. */
static bool leader_reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, WNOHANG | WUNTRACED | WCONTINUED) > 0) {
		if (!WIFCONTINUED(status))
			tcsetpgrp(TTY, getpgrp());
		leader_report(0, status);
		if (WIFEXITED(status) || WIFSIGNALED(status))
			return true;
	}
	return false;
}

static void lead(pid_t pid, pid_t parent, const sigset_t *signals)
{
	bool ended = false, hung_up = false;
	int number;

	while (sigwait(signals, &number) == 0) {
		switch (number) {
		case SIGHUP:
			hung_up = true;
			/* Not taken away by the test, but gone with it. */
			if (getppid() != parent)
				kill(-pid, SIGKILL);
			break;
		case SIGUSR1:
			tcsetpgrp(TTY, pid);
			kill(-pid, SIGCONT);
			break;
		default:
			ended = ended || leader_reap(pid);
		}
		if (ended && hung_up)
			_exit(0);
	}
}

static void leader_signals(sigset_t *signals)
{
	sigemptyset(signals);
	sigaddset(signals, SIGCHLD);
	sigaddset(signals, SIGHUP);
	sigaddset(signals, SIGUSR1);
}

/* The leader's whole life, in the forked process. */
static void leader_run(int slave, int reports, const struct job_options *options, const sigset_t *signals)
{
	pid_t pid, parent = getppid();

	/* Out of the way of the numbers that they move to. */
	slave = fcntl(slave, F_DUPFD, 10);
	reports = fcntl(reports, F_DUPFD, 10);
	if (slave < 0 || reports < 0 || dup2(slave, 0) < 0 || dup2(slave, 1) < 0 || dup2(slave, 2) < 0
	    || dup2(reports, REPORTS) < 0)
		_exit(126);
	close_from(REPORTS + 1);
	fcntl(REPORTS, F_SETFD, FD_CLOEXEC);
	if (setsid() < 0 || ioctl(TTY, TIOCSCTTY, 0) != 0)
		_exit(126);
	signal(SIGTTOU, SIG_IGN);
	pid = fork();
	if (pid < 0)
		_exit(126);
	if (pid == 0)
		execute(options);
	setpgid(pid, pid);
	leader_report(1, pid);
	lead(pid, parent, signals);
	_exit(0);
}

static bool open_terminal(struct job *job, int rows, int cols)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
	const char *name;

	job->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (job->master < 0 || grantpt(job->master) != 0 || unlockpt(job->master) != 0)
		return false;
	name = ptsname(job->master);
	if (!name)
		return false;
	job->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	return job->slave >= 0 && ioctl(job->master, TIOCSWINSZ, &size) == 0
	       && fcntl(job->master, F_SETFL, O_NONBLOCK) == 0 && tcgetattr(job->slave, &job->before) == 0;
}

static bool read_report(struct job *job, struct report *report)
{
	ssize_t n;

	do
		n = read(job->reports, report, sizeof *report);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof *report;
}

bool job_start(struct job *job, const struct job_options *options)
{
	struct report first;
	sigset_t signals, before;
	int ends[2];

	*job = (struct job){.master = -1, .slave = -1, .reports = -1};
	if (!open_terminal(job, options->rows, options->cols) || pipe2(ends, O_CLOEXEC) != 0) {
		job_release(job);
		return false;
	}
	job->reports = ends[0];
	/* Blocked before the fork: the leader must not miss one. */
	leader_signals(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
	job->leader = fork();
	if (job->leader == 0)
		leader_run(job->slave, ends[1], options, &signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[1]);
	if (job->leader < 0 || !read_report(job, &first) || fcntl(job->reports, F_SETFL, O_NONBLOCK) != 0) {
		job_release(job);
		errno = EAGAIN;
		return false;
	}
	job->pid = first.value;
	return true;
}

void job_update(struct job *job)
{
	struct report report;

	while (!job->exited && read_report(job, &report)) {
		job->status = report.value;
		job->stopped = WIFSTOPPED(report.value);
		job->exited = WIFEXITED(report.value) || WIFSIGNALED(report.value);
	}
}

void job_continue(struct job *job)
{
	job->stopped = false;
	kill(job->leader, SIGUSR1);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void job_hang_up(struct job *job)
{
	/* The signal first, as a shell passes it on: the program meets it before it finds its input at an end. */
	if (job->master >= 0 && job->pid > 0 && !job->exited) {
		kill(-job->pid, SIGHUP);
		kill(-job->pid, SIGCONT);
	}
	close_fd(&job->slave);
	close_fd(&job->master);
}

/* Waits for the end, so that the leader reaps the program. A killed program ends at once. */
static void job_kill(struct job *job)
{
	struct pollfd reports = {job->reports, POLLIN, 0};

	job_update(job);
	if (job->exited)
		return;
	kill(-job->pid, SIGKILL);
	while (!job->exited && poll(&reports, 1, 5000) > 0 && !(reports.revents & POLLHUP))
		job_update(job);
}

void job_release(struct job *job)
{
	int status;

	if (job->pid > 0)
		job_kill(job);
	job_hang_up(job);
	close_fd(&job->reports);
	if (job->leader > 0) {
		kill(job->leader, SIGKILL);
		while (waitpid(job->leader, &status, 0) < 0 && errno == EINTR)
			;
	}
	job->leader = job->pid = 0;
}
