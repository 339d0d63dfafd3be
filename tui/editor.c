#include "editor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "terminal_guard.h"
#include "words.h"

static const char *command(void)
{
	const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");

	if (visual && visual[strspn(visual, " \t")])
		return visual;
	return editor && editor[strspn(editor, " \t")] ? editor : "vi";
}

void editor_name(char *out, size_t size)
{
	struct words w;
	const char *name = words_split(&w, command()) ? w.items[0] : "the editor";

	snprintf(out, size, "%s", strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
}

/* In the child. An exec that fails tells its reason through the pipe, which one that succeeds closes. */
static void execute(char **argv, int tell)
{
	int error;

	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	execvp(argv[0], argv);
	error = errno;
	if (write(tell, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

/* Waits for the end. An editor that stops gives the terminal to the shell: then so does this program. */
static int wait_for(pid_t child)
{
	int status = 0;

	for (;;) {
		if (waitpid(child, &status, WUNTRACED) < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		if (!WIFSTOPPED(status))
			return status;
		terminal_guard_stop();
		kill(child, SIGCONT);
	}
}

static bool tell_end(const char *name, int status, struct error *err)
{
	if (status < 0)
		error_set(err, "%s: its end can't be told: %s", name, strerror(errno));
	else if (WIFSIGNALED(status))
		error_set(err, "%s was ended by signal %d (%s)", name, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		error_set(err, "%s failed with status %d", name, WEXITSTATUS(status));
	else
		return true;
	return false;
}

static bool run(char **argv, struct error *err)
{
	int tell[2], error = 0, status;
	pid_t child;

	if (pipe2(tell, O_CLOEXEC) != 0) {
		error_set(err, "%s can't be started: %s", argv[0], strerror(errno));
		return false;
	}
	child = fork();
	if (child == 0)
		execute(argv, tell[1]);
	close(tell[1]);
	if (child < 0) {
		error_set(err, "%s can't be started: %s", argv[0], strerror(errno));
		close(tell[0]);
		return false;
	}
	if (read(tell[0], &error, sizeof error) != sizeof error)
		error = 0;
	close(tell[0]);
	status = wait_for(child);
	if (error) {
		error_set(err, "%s can't be started: %s; set VISUAL or EDITOR to your editor", argv[0], strerror(error));
		return false;
	}
	return tell_end(argv[0], status, err);
}

bool editor_run(const char *path, int line, struct error *err)
{
	char at[24], below[4096];
	struct words w;

	if (!words_split(&w, command())) {
		error_set(err, "the editor's command is too long");
		return false;
	}
	snprintf(at, sizeof at, "+%d", line > 0 ? line : 1);
	/* A name that begins with a minus sign is no option. */
	if (*path == '-' || *path == '+') {
		snprintf(below, sizeof below, "./%s", path);
		path = below;
	}
	w.items[w.count++] = at;
	w.items[w.count++] = (char *)path;
	w.items[w.count] = NULL;
	return run(w.items, err);
}
