/* Faults on order: the n-th allocation, read, write, … of this process fails.
 *
 * The functions stand in the test program itself, so that the libraries' calls come here too. Counts live in memory that a
 * forked child shares with its parent: what a child of a child calls is counted as well. Under a sanitizer allocations
 * belong to its runtime; then only system calls are counted and fail. */
#ifndef KERNATLAS_FAULT_INJECT_H
#define KERNATLAS_FAULT_INJECT_H

#include <stdbool.h>

enum fault {
	FAULT_ALLOCATION, /* malloc, calloc, realloc: NULL */
	FAULT_READ,       /* EIO */
	FAULT_WRITE,      /* ENOSPC */
	FAULT_OPEN,       /* open, openat: EMFILE */
	FAULT_FSYNC,      /* EIO */
	FAULT_LINK,       /* linkat: EIO */
	FAULT_RENAME,     /* renameat: EIO */
	FAULT_FORK,       /* EAGAIN */
	FAULT_COUNT
};

#if defined(__SANITIZE_ADDRESS__)
#define FAULT_ALLOCATIONS false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FAULT_ALLOCATIONS false
#endif
#endif
#ifndef FAULT_ALLOCATIONS
#define FAULT_ALLOCATIONS true
#endif

void inject_set_up(void);
/* From now on the n-th call (from 1) of a kind fails; 0: none does. `onwards`: and so does each one after it. */
void inject(enum fault fault, long n, bool onwards);
void inject_stop(void); /* counts stand still, nothing fails */
long inject_count(enum fault fault); /* calls since inject() */
/* Blocks that are allocated and not freed. */
long inject_live(void);
const char *fault_name(enum fault fault);

#endif
