/* The guard: signals as something to poll for, and the terminal put back when the program crashes.
 *
 * SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT and SIGTSTP are noted and make a file descriptor readable;
 * those that were ignored when the program began stay ignored. SIGSEGV, SIGABRT, SIGBUS, SIGFPE and SIGILL write
 * the armed bytes to the terminal, restore its modes and then take the course they would have taken. */
#ifndef KERNATLAS_TERMINAL_GUARD_H
#define KERNATLAS_TERMINAL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

struct error;

bool terminal_guard_install(struct error *err); /* before curses begins, which leaves handled signals alone */
void terminal_guard_remove(void);               /* all as it was before */

/* Readable while a signal waits; -1 while not installed. */
int terminal_guard_fd(void);
/* Takes a signal that came; false when none waits: to be called until then. One that came more often is taken once. */
bool terminal_guard_take(int *signal);
/* Drops a signal that was meant for a child. */
void terminal_guard_forget(int signal);

/* What a crash does from now on: writes `bytes` (cut at 512) to `fd` and sets `modes`. */
void terminal_guard_arm(int fd, const char *bytes, size_t len, const struct termios *modes);
void terminal_guard_disarm(void);

/* Stops the process as SIGTSTP does by default; returns when it is continued. */
void terminal_guard_stop(void);

#endif
