#include "replace_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const char *path, struct error *err)
{
	error_set(err, "%s can't be written: %s", path, strerror(errno));
	return false;
}

static bool write_all(int fd, const struct buf *bytes)
{
	size_t done = 0;

	while (done < bytes->len) {
		ssize_t n = write(fd, bytes->data + done, bytes->len - done);

		if (n < 0 && errno != EINTR)
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return fsync(fd) == 0 || errno == EINVAL;
}

/* The rights of the file before, or those that a new one gets. */
static mode_t rights(const struct stat *st, bool there, bool private)
{
	mode_t mask;

	if (private)
		return 0600;
	if (there)
		return st->st_mode & 07777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static bool replace(const char *path, const struct buf *bytes, bool private, struct error *err)
{
	struct stat st = {0};
	bool there = stat(path, &st) == 0, ok;
	struct buf temporary;
	int fd, reason;

	if (!buf_ok(bytes))
		return error_memory(err);
	if (there && !S_ISREG(st.st_mode)) {
		error_set(err, "%s is %s, no file; name a file", path, S_ISDIR(st.st_mode) ? "a folder" : "something else");
		return false;
	}
	buf_init(&temporary);
	buf_addf(&temporary, "%s.XXXXXX", path);
	if (!buf_ok(&temporary)) {
		buf_release(&temporary);
		return error_memory(err);
	}
	fd = mkstemp(temporary.data);
	if (fd < 0) {
		buf_release(&temporary);
		return fail(path, err);
	}
	ok = write_all(fd, bytes) && fchmod(fd, rights(&st, there, private)) == 0;
	reason = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		reason = errno;
	}
	if (ok && rename(temporary.data, path) != 0) {
		ok = false;
		reason = errno;
	}
	if (!ok) {
		unlink(temporary.data);
		errno = reason;
		fail(path, err);
	}
	buf_release(&temporary);
	return ok;
}

bool replace_file(const char *path, const struct buf *bytes, struct error *err)
{
	return replace(path, bytes, false, err);
}

bool replace_file_private(const char *path, const struct buf *bytes, struct error *err)
{
	return replace(path, bytes, true, err);
}
