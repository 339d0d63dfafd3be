/* A program as the foreground job of a pseudo-terminal of its own.
 *
 * Between the test and the program stands a small leader process, as a shell stands between a terminal and its
 * jobs: it owns the session, so that the program can be stopped and continued, gets SIGHUP when the terminal
 * goes, and leaves terminal modes behind that can be looked at after its end. */
#ifndef KERNATLAS_TESTS_JOB_H
#define KERNATLAS_TESTS_JOB_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

struct job {
	pid_t leader;
	pid_t pid;             /* the program, and its process group */
	int master;            /* the terminal's side; does not block. -1 once hung up */
	int slave;             /* the program's side, kept open to ask for modes and unread input. -1 once hung up */
	int reports;           /* readable when the program's state changed */
	struct termios before; /* the terminal modes that the program found */
	bool exited;
	bool stopped;
	int status; /* waitpid's, once exited or stopped */
};

struct job_options {
	char *const *argv; /* argv[0] is searched for in PATH */
	char *const *env;
	const char *cwd; /* NULL: the test's */
	int rows;
	int cols;
};

/* Starts the program. False with errno set when the system has no pseudo-terminal or process for it; a program
 * that can't be executed says so on the terminal and exits with status 127. */
bool job_start(struct job *job, const struct job_options *options);
/* Takes in the changes of state reported so far. */
void job_update(struct job *job);
/* Gives the terminal to a stopped program again and continues it. */
void job_continue(struct job *job);
/* Takes the terminal away, as closing its window does. */
void job_hang_up(struct job *job);
/* Kills what still runs and forgets all. */
void job_release(struct job *job);

#endif
