/* Saving so that a crash at any moment leaves the old file or the new one, and nothing else beside it. A child process
 * does it all, in a process group of its own and with every signal blocked: a kill of this program, or of its whole
 * group, does not stop it halfway. The new bytes go to a file without a name in the same folder, and to disk; that gets
 * a name and at once the target's. Where the file system has no nameless files, a named temporary serves from the
 * start. Its name is fixed, so that the next save removes one that a power cut left behind; no loader takes it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edit.h"

enum step { STEP_UNKNOWN, STEP_DONE, STEP_MAKE, STEP_LOOK, STEP_MODE, STEP_WRITE, STEP_SYNC, STEP_READ, STEP_COMPARE, STEP_REPLACE };

/* What the child did last, in memory that both see. */
struct outcome {
	enum step step;
	int error; /* errno */
};

struct save {
	char *target;     /* the file itself, links followed */
	const char *name; /* its last part */
	char temporary[300];
	int folder; /* -1 while closed */
	const char *before, *after;
	size_t before_len, after_len;
	struct outcome *outcome;
	struct error *err;
};

static bool fail(const struct save *s, const char *doing, int error)
{
	error_set(s->err, "%s: %s: %s; the file is as it was", s->target, doing, strerror(error));
	return false;
}

static bool open_folder(struct save *s)
{
	char *slash = strrchr(s->target, '/');

	*slash = '\0';
	s->folder = open(slash == s->target ? "/" : s->target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*slash = '/';
	if (s->folder < 0)
		return fail(s, "its folder can't be opened", errno);
	s->name = slash + 1;
	if (strlen(s->name) > 200)
		return fail(s, "no file can be made beside it", ENAMETOOLONG);
	snprintf(s->temporary, sizeof s->temporary, ".%s.kernatlas-save", s->name);
	/* Two programs that save into one folder take turns; the lock ends with the last process that holds the folder. Some
	 * file systems know no locks: there the second one may have to try again. */
	while (flock(s->folder, LOCK_EX) != 0 && errno == EINTR)
		;
	unlinkat(s->folder, s->temporary, 0);
	return true;
}

/* ---- in the child: only calls that are safe after a fork ---- */

static bool stop_at(const struct save *s, enum step step)
{
	s->outcome->error = errno;
	s->outcome->step = step;
	return false;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t done = write(fd, bytes, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		bytes += done;
		len -= (size_t)done;
	}
	return true;
}

static bool fill(const struct save *s, int fd)
{
	struct stat st;

	if (fstatat(s->folder, s->name, &st, 0) != 0)
		return stop_at(s, STEP_LOOK);
	/* Another's file stays theirs where that is allowed; where it is not, the content is what matters. */
	if ((st.st_uid != geteuid() || st.st_gid != getegid()) && fchown(fd, st.st_uid, st.st_gid) != 0)
		errno = 0;
	if (fchmod(fd, st.st_mode & 07777) != 0)
		return stop_at(s, STEP_MODE);
	if (!write_all(fd, s->after, s->after_len))
		return stop_at(s, STEP_WRITE);
	return fsync(fd) == 0 ? true : stop_at(s, STEP_SYNC);
}

/* Asked last, so that nothing but the rename lies between the answer and the new file. */
static bool still_holds(const struct save *s)
{
	int fd = openat(s->folder, s->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char bytes[16384];
	size_t at = 0;
	ssize_t got = fd < 0 ? -1 : 0;
	bool same = true;

	while (fd >= 0 && same && ((got = read(fd, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR))) {
		if (got < 0)
			continue;
		same = (size_t)got <= s->before_len - at && memcmp(bytes, s->before + at, (size_t)got) == 0;
		at += (size_t)got;
	}
	if (got < 0)
		stop_at(s, STEP_READ);
	else if (!same || at != s->before_len)
		stop_at(s, STEP_COMPARE);
	if (fd >= 0)
		close(fd);
	return got >= 0 && same && at == s->before_len;
}

static bool put_in_place(const struct save *s, int fd, bool nameless)
{
	char link_path[64];

	snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", fd);
	if (nameless && linkat(AT_FDCWD, link_path, s->folder, s->temporary, AT_SYMLINK_FOLLOW) != 0)
		return stop_at(s, STEP_REPLACE);
	if (renameat(s->folder, s->temporary, s->folder, s->name) != 0)
		return stop_at(s, STEP_REPLACE);
	s->outcome->step = STEP_DONE;
	/* The rename itself must reach the disk too; where a folder can't be synced there is no more to do. */
	fsync(s->folder);
	return true;
}

static void save_in_child(const struct save *s)
{
	bool nameless, ok;
	int fd;

	setpgid(0, 0);
	fd = openat(s->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	nameless = fd >= 0;
	if (fd < 0)
		fd = openat(s->folder, s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	ok = fd >= 0 ? fill(s, fd) && still_holds(s) && put_in_place(s, fd, nameless) : stop_at(s, STEP_MAKE);
	if (!ok)
		unlinkat(s->folder, s->temporary, 0);
	_exit(!ok);
}

/* ---- in the program ---- */

static bool judge(const struct save *s)
{
	static const char *const doing[] = {
		[STEP_MAKE] = "no file can be made beside it",
		[STEP_LOOK] = "can't be looked at",
		[STEP_MODE] = "its mode can't be kept",
		[STEP_WRITE] = "can't be written",
		[STEP_SYNC] = "can't be brought to disk",
		[STEP_READ] = "can't be read again",
		[STEP_REPLACE] = "can't be replaced",
	};

	switch (s->outcome->step) {
	case STEP_DONE:
		return true;
	case STEP_UNKNOWN:
		return fail(s, "the process that saves it was ended", EINTR);
	case STEP_COMPARE:
		error_set(s->err,
			"%s changed on disk since it was read; nothing was saved. Look at the new text and edit again", s->target);
		return false;
	default:
		return fail(s, doing[s->outcome->step], s->outcome->error);
	}
}

static bool run_child(const struct save *s)
{
	sigset_t all, old;
	pid_t child;
	int error;

	/* The child must not run this program's handlers. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	child = fork();
	if (child == 0)
		save_in_child(s);
	error = errno;
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (child < 0)
		return fail(s, "no process could be started to save it", error);
	while (waitpid(child, NULL, 0) < 0)
		if (errno != EINTR)
			return fail(s, "saving can't be confirmed", errno);
	return judge(s);
}

bool edit_save(const char *path, const char *before, size_t before_len, const char *after, size_t after_len,
	struct error *err)
{
	struct save s = {.folder = -1, .before = before, .before_len = before_len, .after = after, .after_len = after_len, .err = err};
	bool ok;

	s.target = realpath(path, NULL);
	if (!s.target) {
		error_set(err, "%s: %s; nothing was saved", path, strerror(errno));
		return false;
	}
	s.outcome = mmap(NULL, sizeof *s.outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s.outcome == MAP_FAILED) {
		free(s.target);
		return error_memory(err);
	}
	ok = access(s.target, W_OK) == 0 ? true : fail(&s, "can't be written", errno);
	ok = ok && open_folder(&s) && run_child(&s);
	if (s.folder >= 0)
		close(s.folder);
	munmap(s.outcome, sizeof *s.outcome);
	free(s.target);
	return ok;
}
