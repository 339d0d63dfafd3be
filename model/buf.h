/* A growing byte buffer whose content is always NUL-terminated.
 *
 * A failed allocation is remembered in `failed`; later additions do nothing. So a writer adds all
 * it has and asks buf_ok() once, at the end. */
#ifndef KERNATLAS_BUF_H
#define KERNATLAS_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
	char *data; /* never NULL: points at a static "" while nothing is allocated */
	size_t len;
	size_t cap; /* 0 while nothing is allocated */
	bool failed;
};

void buf_init(struct buf *b);
void buf_release(struct buf *b);
/* Empties the buffer, keeps its memory and forgets a failure. */
void buf_clear(struct buf *b);
bool buf_ok(const struct buf *b);

/* Makes room for `more` bytes beyond the present content and returns where they go; NULL on failure. */
char *buf_reserve(struct buf *b, size_t more);
void buf_add(struct buf *b, const void *bytes, size_t len);
void buf_adds(struct buf *b, const char *text);
void buf_addc(struct buf *b, char c);
void buf_add_repeat(struct buf *b, char c, size_t times);
void buf_addf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_truncate(struct buf *b, size_t len);

/* Hands the content over as a heap string for free(); NULL when an addition failed. The buffer is empty after. */
char *buf_steal(struct buf *b);

/* Reads a whole regular file, at most `limit` bytes. False with errno set: EFBIG over the limit,
 * EINVAL for what is no regular file, ENOMEM. Never blocks on a FIFO or device. */
bool buf_read_file(struct buf *b, const char *path, size_t limit);
/* The same; tells also what fstat(2) said of the file. */
struct stat;
bool buf_read_file_stat(struct buf *b, const char *path, size_t limit, struct stat *st);

#endif
