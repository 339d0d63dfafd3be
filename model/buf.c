#include "buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char empty[1];

void buf_init(struct buf *b)
{
	b->data = empty;
	b->len = b->cap = 0;
	b->failed = false;
}

void buf_release(struct buf *b)
{
	if (b->cap)
		free(b->data);
	buf_init(b);
}

void buf_clear(struct buf *b)
{
	buf_truncate(b, 0);
	b->failed = false;
}

bool buf_ok(const struct buf *b)
{
	return !b->failed;
}

char *buf_reserve(struct buf *b, size_t more)
{
	size_t cap;
	char *data;

	if (b->failed)
		return NULL;
	if (more >= SIZE_MAX / 2 - b->len) {
		b->failed = true;
		return NULL;
	}
	if (b->len + more + 1 <= b->cap)
		return b->data + b->len;
	cap = b->cap + b->cap / 2;
	if (cap < b->len + more + 1)
		cap = b->len + more + 1;
	if (cap < 64)
		cap = 64;
	data = realloc(b->cap ? b->data : NULL, cap);
	if (!data) {
		b->failed = true;
		return NULL;
	}
	data[b->len] = '\0';
	b->data = data;
	b->cap = cap;
	return data + b->len;
}

void buf_add(struct buf *b, const void *bytes, size_t len)
{
	char *to = len ? buf_reserve(b, len) : NULL;

	if (!to)
		return;
	memcpy(to, bytes, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void buf_adds(struct buf *b, const char *text)
{
	buf_add(b, text, strlen(text));
}

void buf_addc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_add_repeat(struct buf *b, char c, size_t times)
{
	char *to = times ? buf_reserve(b, times) : NULL;

	if (!to)
		return;
	memset(to, c, times);
	b->len += times;
	b->data[b->len] = '\0';
}

void buf_addf(struct buf *b, const char *format, ...)
{
	va_list args, again;
	int length;
	char *to;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length < 0) {
		b->failed = true;
	} else if (length > 0 && (to = buf_reserve(b, (size_t)length))) {
		vsnprintf(to, (size_t)length + 1, format, again);
		b->len += (size_t)length;
	}
	va_end(again);
	va_end(args);
}

void buf_truncate(struct buf *b, size_t len)
{
	if (len > b->len)
		return;
	b->len = len;
	if (b->cap)
		b->data[len] = '\0';
}

char *buf_steal(struct buf *b)
{
	char *data;

	if (!b->failed && !b->cap)
		buf_reserve(b, 1);
	data = b->failed ? NULL : b->data;
	if (data)
		buf_init(b);
	else
		buf_release(b);
	return data;
}

static bool read_all(struct buf *b, int fd, size_t limit, struct stat *st)
{
	size_t begin = b->len;

	if (fstat(fd, st) != 0)
		return false;
	if (!S_ISREG(st->st_mode)) {
		errno = S_ISDIR(st->st_mode) ? EISDIR : EINVAL;
		return false;
	}
	for (size_t want = st->st_size > 0 ? (size_t)st->st_size + 1 : 4096;; want = 4096) {
		ssize_t got;
		char *to;

		if (want > limit + 1 - (b->len - begin))
			want = limit + 1 - (b->len - begin);
		to = buf_reserve(b, want);
		if (!to) {
			errno = ENOMEM;
			return false;
		}
		got = read(fd, to, want);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		b->len += (size_t)got;
		b->data[b->len] = '\0';
		/* All that was there, in one call; what was added meanwhile is for the next reading. */
		if (got == 0 || (b->len - begin <= limit && (off_t)(b->len - begin) == st->st_size))
			return true;
		if (b->len - begin > limit) {
			errno = EFBIG;
			return false;
		}
	}
}

bool buf_read_file(struct buf *b, const char *path, size_t limit)
{
	struct stat st;

	return buf_read_file_stat(b, path, limit, &st);
}

bool buf_read_file_stat(struct buf *b, const char *path, size_t limit, struct stat *st)
{
	/* O_NONBLOCK: opening a FIFO for reading must not wait for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	bool ok;
	int saved;

	if (fd < 0)
		return false;
	ok = read_all(b, fd, limit, st);
	saved = errno;
	close(fd);
	errno = saved;
	return ok;
}
