/* Saving so that a crash at any moment leaves the old file or the new one, and nothing else beside it: the new bytes go
 * to a file without a name in the same folder, and to disk; a child process then gives it a name and at once the
 * target's, so that a kill of this process can't fall between the two. Where the file system has no nameless files, a
 * named temporary serves. Its name is fixed, so that the next save removes one that a power cut left behind. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edit.h"
#include "reader.h"

struct save {
	char *target;     /* the file itself, links followed */
	const char *name; /* its last part */
	char temporary[300];
	int folder, fd; /* -1 while closed */
	bool nameless;
	struct error *err;
};

static bool fail(const struct save *s, const char *doing)
{
	error_set(s->err, "%s: %s: %s; the file is as it was", s->target, doing, strerror(errno));
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

static bool still_holds(const struct save *s, const char *before, size_t len)
{
	struct buf now;
	bool same;

	buf_init(&now);
	if (!buf_read_file(&now, s->target, READER_FILE_LIMIT)) {
		fail(s, "can't be read again");
		buf_release(&now);
		return false;
	}
	same = now.len == len && memcmp(now.data, before, len) == 0;
	buf_release(&now);
	if (!same)
		error_set(s->err, "%s changed on disk since it was read; nothing was saved. Look at the new text and edit again",
			s->target);
	return same;
}

static bool open_folder(struct save *s)
{
	char *slash = strrchr(s->target, '/');

	*slash = '\0';
	s->folder = open(slash == s->target ? "/" : s->target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*slash = '/';
	if (s->folder < 0)
		return fail(s, "its folder can't be opened");
	s->name = slash + 1;
	if (strlen(s->name) > 200) {
		errno = ENAMETOOLONG;
		return fail(s, "no file can be made beside it");
	}
	snprintf(s->temporary, sizeof s->temporary, ".%s.kernatlas-save", s->name);
	/* Two programs that save into one folder take turns; the lock ends with the process. */
	while (flock(s->folder, LOCK_EX) != 0)
		if (errno != EINTR)
			return fail(s, "its folder can't be locked");
	unlinkat(s->folder, s->temporary, 0);
	return true;
}

static bool open_temporary(struct save *s)
{
	s->fd = openat(s->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	s->nameless = s->fd >= 0;
	if (s->fd < 0)
		s->fd = openat(s->folder, s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	return s->fd >= 0 ? true : fail(s, "no file can be made beside it");
}

static bool fill_temporary(struct save *s, const char *after, size_t len)
{
	struct stat st;

	if (stat(s->target, &st) != 0)
		return fail(s, "can't be looked at");
	/* Another's file stays theirs where that is allowed; where it is not, the content is what matters. */
	if ((st.st_uid != geteuid() || st.st_gid != getegid()) && fchown(s->fd, st.st_uid, st.st_gid) != 0)
		errno = 0;
	if (fchmod(s->fd, st.st_mode & 07777) != 0)
		return fail(s, "its mode can't be kept");
	if (!write_all(s->fd, after, len))
		return fail(s, "can't be written");
	return fsync(s->fd) == 0 ? true : fail(s, "can't be brought to disk");
}

/* In the child: only calls that are safe after a fork. The exit status is an errno, 0 for done. */
static int name_and_rename(const struct save *s, const char *link_path)
{
	if (s->nameless && linkat(AT_FDCWD, link_path, s->folder, s->temporary, AT_SYMLINK_FOLLOW) != 0)
		return errno;
	if (renameat(s->folder, s->temporary, s->folder, s->name) != 0) {
		int saved = errno;

		unlinkat(s->folder, s->temporary, 0);
		return saved;
	}
	return 0;
}

static bool put_in_place(struct save *s)
{
	char link_path[64];
	sigset_t all, old;
	int status = 0;
	pid_t child;

	snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", s->fd);
	/* The child must not run this program's handlers. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	child = fork();
	if (child == 0)
		_exit(name_and_rename(s, link_path));
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (child < 0)
		return fail(s, "no process could be started to save it");
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return fail(s, "saving can't be confirmed");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
		return fail(s, "can't be replaced");
	}
	/* The rename itself must reach the disk too; where a folder can't be synced there is no more to do. */
	fsync(s->folder);
	return true;
}

bool edit_save(const char *path, const char *before, size_t before_len, const char *after, size_t after_len,
	struct error *err)
{
	struct save s = {.folder = -1, .fd = -1, .err = err};
	bool ok;

	s.target = realpath(path, NULL);
	if (!s.target) {
		error_set(err, "%s: %s; nothing was saved", path, strerror(errno));
		return false;
	}
	ok = access(s.target, W_OK) == 0 ? true : fail(&s, "can't be written");
	ok = ok && open_folder(&s) && open_temporary(&s) && fill_temporary(&s, after, after_len)
		&& still_holds(&s, before, before_len) && put_in_place(&s);
	if (!ok && s.fd >= 0 && !s.nameless)
		unlinkat(s.folder, s.temporary, 0);
	if (s.fd >= 0)
		close(s.fd);
	if (s.folder >= 0)
		close(s.folder);
	free(s.target);
	return ok;
}
