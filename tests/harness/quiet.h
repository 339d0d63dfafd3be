/* Whether a program has nothing left to do until somebody sends it something.
 *
 * That is so when each thread of the program and of its children is blocked in the kernel, in a call that waits
 * for an event without a time limit: poll, select or epoll, a lock or condition, reading a pipe, socket or
 * terminal, a child, a signal. A program that waits with a time limit (for the rest of an escape sequence, for
 * a timer) is still busy. Found in Linux's /proc: proc(5), /proc/pid/syscall. */
#ifndef KERNATLAS_TESTS_QUIET_H
#define KERNATLAS_TESTS_QUIET_H

#include <sys/types.h>

enum quiet {
	QUIET_BUSY,
	QUIET_WAITING, /* as above, all through the look at it */
	QUIET_STOPPED, /* by a signal */
	QUIET_UNKNOWN, /* this system does not tell */
};

enum quiet quiet_probe(pid_t pid);

#endif
