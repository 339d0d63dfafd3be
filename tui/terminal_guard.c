#include "terminal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { RESTORE_MAX = 512, CRASH_STACK = 64 << 10 };

static const int noted[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT, SIGTSTP};
static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

static struct {
	bool installed;
	int pipe[2];
	volatile sig_atomic_t came[COUNT(noted)];
	struct sigaction before[COUNT(noted)];
	struct sigaction crash_before[COUNT(crashes)];
	stack_t stack_before;
	volatile sig_atomic_t armed;
	int fd;
	char bytes[RESTORE_MAX];
	size_t len;
	struct termios modes;
} guard = {.pipe = {-1, -1}};

/* A stack of its own, so that running out of the ordinary one restores the terminal too. */
static char crash_stack[CRASH_STACK];

static void on_signal(int number)
{
	int saved = errno;

	for (size_t i = 0; i < COUNT(noted); i++)
		if (noted[i] == number)
			guard.came[i] = 1;
	/* A full pipe is readable already. */
	if (write(guard.pipe[1], "", 1) < 0)
		errno = saved;
	errno = saved;
}

static void restore_terminal(void)
{
	size_t done = 0;

	if (!guard.armed)
		return;
	guard.armed = 0;
	while (done < guard.len) {
		ssize_t n = write(guard.fd, guard.bytes + done, guard.len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	tcsetattr(guard.fd, TCSANOW, &guard.modes);
}

static void on_crash(int number, siginfo_t *info, void *context)
{
	(void)context;
	restore_terminal();
	for (size_t i = 0; i < COUNT(crashes); i++)
		if (crashes[i] == number)
			sigaction(number, &guard.crash_before[i], NULL);
	/* A fault comes again by itself when the handler returns; what was sent does not. */
	if (number == SIGABRT || info->si_code <= 0)
		raise(number);
}

static bool open_pipe(void)
{
	if (pipe(guard.pipe) < 0)
		return false;
	for (int i = 0; i < 2; i++)
		if (fcntl(guard.pipe[i], F_SETFD, FD_CLOEXEC) < 0 || fcntl(guard.pipe[i], F_SETFL, O_NONBLOCK) < 0)
			return false;
	return true;
}

static void close_pipe(void)
{
	for (int i = 0; i < 2; i++) {
		if (guard.pipe[i] >= 0)
			close(guard.pipe[i]);
		guard.pipe[i] = -1;
	}
}

static void catch_noted(void)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < COUNT(noted); i++) {
		guard.came[i] = 0;
		sigaction(noted[i], NULL, &guard.before[i]);
		if (guard.before[i].sa_handler != SIG_IGN || noted[i] == SIGWINCH || noted[i] == SIGCONT)
			sigaction(noted[i], &action, NULL);
	}
}

static void catch_crashes(void)
{
	struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};

	sigemptyset(&action.sa_mask);
	sigaltstack(&stack, &guard.stack_before);
	for (size_t i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &action, &guard.crash_before[i]);
}

bool terminal_guard_install(struct error *err)
{
	if (guard.installed)
		return true;
	if (!open_pipe()) {
		error_set(err, "can't open a pipe for signals: %s", strerror(errno));
		close_pipe();
		return false;
	}
	catch_noted();
	catch_crashes();
	guard.installed = true;
	return true;
}

void terminal_guard_remove(void)
{
	if (!guard.installed)
		return;
	for (size_t i = 0; i < COUNT(noted); i++)
		sigaction(noted[i], &guard.before[i], NULL);
	for (size_t i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &guard.crash_before[i], NULL);
	/* The system names a stack that was not there by a flag and no size, which some refuse to take back. */
	if (guard.stack_before.ss_flags & SS_DISABLE)
		guard.stack_before = (stack_t){.ss_flags = SS_DISABLE, .ss_size = sizeof crash_stack};
	sigaltstack(&guard.stack_before, NULL);
	guard.armed = 0;
	close_pipe();
	guard.installed = false;
}

int terminal_guard_fd(void)
{
	return guard.pipe[0];
}

static bool take_noted(int *number)
{
	for (size_t i = 0; i < COUNT(noted); i++) {
		if (guard.came[i]) {
			guard.came[i] = 0;
			*number = noted[i];
			return true;
		}
	}
	return false;
}

bool terminal_guard_take(int *number)
{
	char bytes[64];

	if (!guard.installed)
		return false;
	if (take_noted(number))
		return true;
	/* Emptied only when nothing is noted, then looked at again: what came between is not missed. */
	while (read(guard.pipe[0], bytes, sizeof bytes) > 0)
		;
	return take_noted(number);
}

void terminal_guard_forget(int number)
{
	for (size_t i = 0; i < COUNT(noted); i++)
		if (noted[i] == number)
			guard.came[i] = 0;
}

void terminal_guard_arm(int fd, const char *bytes, size_t len, const struct termios *modes)
{
	guard.armed = 0;
	guard.fd = fd;
	guard.len = len < RESTORE_MAX ? len : RESTORE_MAX;
	memcpy(guard.bytes, bytes, guard.len);
	guard.modes = *modes;
	guard.armed = 1;
}

void terminal_guard_disarm(void)
{
	guard.armed = 0;
}

void terminal_guard_stop(void)
{
	struct sigaction plain = {.sa_handler = SIG_DFL}, ours;

	sigemptyset(&plain.sa_mask);
	if (sigaction(SIGTSTP, &plain, &ours) < 0)
		return;
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}
