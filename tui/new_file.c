#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int fd, const struct buf *bytes)
{
	size_t done = 0;

	while (done < bytes->len) {
		ssize_t n = write(fd, bytes->data + done, bytes->len - done);

		if (n < 0 && errno != EINTR)
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool new_file_write(const char *path, const struct buf *bytes, struct error *err)
{
	bool ok;
	int fd;

	if (!buf_ok(bytes))
		return error_memory(err);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0) {
		error_set(err, "%s: %s; nothing was written", path,
			errno == EEXIST ? "there is a file of that name already" : strerror(errno));
		return false;
	}
	ok = write_all(fd, bytes);
	ok = close(fd) == 0 && ok;
	if (!ok)
		error_set(err, "%s could not be written whole", path);
	return ok;
}
