#include "tests/fault/inject.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct counts {
	atomic_long calls[FAULT_COUNT];
	long at[FAULT_COUNT];
	bool onwards;
	atomic_bool on;
};

static struct counts before_set_up, *counts = &before_set_up;
static atomic_long live;

void inject_set_up(void)
{
	void *shared = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		abort();
	counts = shared;
}

void inject(enum fault fault, long n, bool onwards)
{
	atomic_store(&counts->on, false);
	for (int i = 0; i < FAULT_COUNT; i++) {
		atomic_store(&counts->calls[i], 0);
		counts->at[i] = 0;
	}
	counts->at[fault] = n;
	counts->onwards = onwards;
	atomic_store(&counts->on, true);
}

void inject_stop(void)
{
	atomic_store(&counts->on, false);
}

long inject_count(enum fault fault)
{
	return atomic_load(&counts->calls[fault]);
}

long inject_live(void)
{
	return atomic_load(&live);
}

const char *fault_name(enum fault fault)
{
	static const char *const names[] = {"allocation", "read", "write", "open", "fsync", "linkat", "renameat", "fork"};

	return names[fault];
}

static bool fails(enum fault fault)
{
	long n;

	if (!atomic_load(&counts->on))
		return false;
	n = atomic_fetch_add(&counts->calls[fault], 1) + 1;
	return counts->at[fault] && (n == counts->at[fault] || (counts->onwards && n > counts->at[fault]));
}

#if FAULT_ALLOCATIONS

/* glibc's own allocator, under the names that it keeps for this. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

void *malloc(size_t size)
{
	void *block = fails(FAULT_ALLOCATION) ? NULL : __libc_malloc(size);

	if (block)
		atomic_fetch_add(&live, 1);
	else
		errno = ENOMEM;
	return block;
}

void *calloc(size_t n, size_t size)
{
	void *block = fails(FAULT_ALLOCATION) ? NULL : __libc_calloc(n, size);

	if (block)
		atomic_fetch_add(&live, 1);
	else
		errno = ENOMEM;
	return block;
}

void *realloc(void *old, size_t size)
{
	void *block = fails(FAULT_ALLOCATION) ? NULL : __libc_realloc(old, size);

	if (block && !old)
		atomic_fetch_add(&live, 1);
	else if (!block && size)
		errno = ENOMEM;
	return block;
}

void free(void *block)
{
	if (block)
		atomic_fetch_sub(&live, 1);
	__libc_free(block);
}

#endif

ssize_t read(int fd, void *bytes, size_t len)
{
	if (fails(FAULT_READ)) {
		errno = EIO;
		return -1;
	}
	return syscall(SYS_read, fd, bytes, len);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
	if (fails(FAULT_WRITE)) {
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_write, fd, bytes, len);
}

static int open_at(int folder, const char *path, int flags, mode_t mode)
{
	if (fails(FAULT_OPEN)) {
		errno = EMFILE;
		return -1;
	}
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
	va_end(args);
	return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
	va_end(args);
	return open_at(folder, path, flags, mode);
}

int fsync(int fd)
{
	if (fails(FAULT_FSYNC)) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_fsync, fd);
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
	if (fails(FAULT_LINK)) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_linkat, from, old, to, new, flags);
}

int renameat(int from, const char *old, int to, const char *new)
{
	if (fails(FAULT_RENAME)) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

pid_t __fork(void);

pid_t fork(void)
{
	if (fails(FAULT_FORK)) {
		errno = EAGAIN;
		return -1;
	}
	return __fork();
}
