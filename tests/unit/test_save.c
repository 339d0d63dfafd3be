/* Saving: the old bytes or the new ones and nothing else beside them, whatever ends the save, on file systems with files
 * that have no name and on those without. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "edit.h"

enum { KILLS = 500, SIZE = 100000 };

/* As on a file system that knows no files without a name. */
static bool names_only;

int openat(int folder, const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (names_only && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

/* As on a file system that knows no locks. */
static bool no_locks;

int flock(int fd, int how)
{
	if (no_locks) {
		errno = ENOLCK;
		return -1;
	}
	return (int)syscall(SYS_flock, fd, how);
}

static char folder[] = "/tmp/kernatlas-save-XXXXXX", path[64], old_text[SIZE + 1], new_text[SIZE + 1];

static void write_text(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static bool holds(const char *name, const char *text)
{
	struct buf now;
	bool same;

	buf_init(&now);
	assert_true(buf_read_file(&now, name, 1 << 20));
	same = now.len == strlen(text) && memcmp(now.data, text, now.len) == 0;
	buf_release(&now);
	return same;
}

/* The names of a folder but "." and "..". */
static int entries(void)
{
	DIR *dir = opendir(folder);
	int count = -2;

	assert_non_null(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static int set_up(void **state)
{
	(void)state;
	memcpy(folder + strlen(folder) - 6, "XXXXXX", 7);
	names_only = no_locks = false;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/a.yaml", folder);
	memset(old_text, 'o', SIZE);
	memset(new_text, 'n', SIZE);
	write_text(path, old_text);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	if (chmod(folder, 0755) != 0 || unlink(path) != 0)
		return -1;
	return rmdir(folder); /* fails if a temporary is left */
}

static bool save(struct error *err)
{
	return edit_save(path, old_text, SIZE, new_text, SIZE, err);
}

static void assert_refused(const char *said)
{
	struct error err = {0};

	assert_false(save(&err));
	if (!strstr(err.message, said) || !strstr(err.message, "; the file is as it was"))
		fail_msg("`%s` does not say `%s`", err.message, said);
	assert_true(holds(path, old_text));
	assert_int_equal(entries(), 1);
}

static void mode_and_link_stay(void **state)
{
	char link[80];
	struct error err = {0};
	struct stat st;

	(void)state;
	snprintf(link, sizeof link, "%s/link.yaml", folder);
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(symlink("a.yaml", link), 0);
	for (int i = 0; i < 2; i++) {
		names_only = i;
		assert_true(edit_save(link, i ? new_text : old_text, SIZE, i ? old_text : new_text, SIZE, &err));
		assert_true(holds(path, i ? old_text : new_text));
		assert_int_equal(lstat(link, &st), 0);
		assert_true(S_ISLNK(st.st_mode));
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 07777, 0640);
		assert_int_equal(entries(), 2);
	}
	assert_int_equal(unlink(link), 0);
}

static void what_another_program_wrote_is_not_lost(void **state)
{
	static const char *const others[] = {"", "other", "a text that begins like the old one"};
	char longer[SIZE + 2];
	struct error err = {0};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		snprintf(longer, sizeof longer, "%s+", old_text);
		write_text(path, i < 3 ? others[i] : longer);
		names_only = i % 2;
		assert_false(save(&err));
		assert_non_null(strstr(err.message, "changed on disk since it was read; nothing was saved"));
		assert_true(holds(path, i < 3 ? others[i] : longer));
		assert_int_equal(entries(), 1);
	}
	/* Gone, or something else by now. */
	assert_int_equal(unlink(path), 0);
	assert_false(save(&err));
	assert_non_null(strstr(err.message, "No such file or directory; nothing was saved"));
	assert_int_equal(mkdir(path, 0755), 0);
	assert_false(save(&err));
	assert_int_equal(rmdir(path), 0);
	write_text(path, "x");
}

static void a_limit_on_the_size_of_files_is_told(void **state)
{
	struct rlimit before, limit;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = SIZE / 2;
	for (int i = 0; i < 2; i++) {
		names_only = i;
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
		assert_refused("can't be written: File too large");
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	}
}

/* Root may write anywhere: then somebody else tries, in a process of their own. */
static void a_folder_without_write_access_is_told(void **state)
{
	int status = 0;
	pid_t child;

	(void)state;
	assert_int_equal(chmod(path, 0666), 0);
	assert_int_equal(chmod(folder, 0555), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct error err = {0};

		if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(77);
		_exit(save(&err) || !strstr(err.message, "no file can be made beside it: Permission denied; the file is as it was"));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(holds(path, old_text));
	assert_int_equal(entries(), 1);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		print_message("skipped: root can't become somebody else here\n");
		skip();
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* What a power cut may leave is no record's file, and goes with the next save. */
static void a_leftover_goes_with_the_next_save(void **state)
{
	char leftover[100];
	struct error err = {0};

	(void)state;
	snprintf(leftover, sizeof leftover, "%s/.a.yaml.kernatlas-save", folder);
	write_text(leftover, "half");
	assert_true(save(&err));
	assert_true(holds(path, new_text));
	assert_int_equal(entries(), 1);
}

static void without_locks_it_is_saved_all_the_same(void **state)
{
	struct error err = {0};

	(void)state;
	no_locks = names_only = true;
	assert_true(save(&err));
	assert_true(holds(path, new_text));
	assert_int_equal(entries(), 1);
}

/* ---- killed ---- */

static long microseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A process that saves once it is told to: by the end of the pipe. */
static pid_t start_saver(int *go)
{
	int pipe_ends[2];
	pid_t child;

	assert_int_equal(pipe(pipe_ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		char byte;
		struct error err;

		setpgid(0, 0);
		close(pipe_ends[1]);
		while (read(pipe_ends[0], &byte, 1) < 0 && errno == EINTR)
			;
		_exit(!save(&err));
	}
	setpgid(child, child);
	close(pipe_ends[0]);
	*go = pipe_ends[1];
	return child;
}

/* The one that does the saving may go on for a moment; it holds the folder's lock until it is done. */
static void wait_for_the_lock(void)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY);

	assert_true(fd >= 0);
	while (flock(fd, LOCK_EX) != 0)
		assert_int_equal(errno, EINTR);
	close(fd);
}

static void killed_at_any_moment_it_is_the_old_or_the_new_file(void **state)
{
	int olds = 0, news = 0;
	unsigned seed = 1;
	long span = 0;

	(void)state;
	for (int i = 0; i < KILLS; i++) {
		struct timespec delay = {0};
		bool is_new;
		long begin;
		pid_t child;
		int go;

		write_text(path, old_text);
		names_only = i % 2;
		child = start_saver(&go);
		begin = microseconds();
		close(go);
		if (i < 4) {
			/* How long one takes here. */
			assert_int_equal(waitpid(child, NULL, 0), child);
			span = microseconds() - begin > span ? microseconds() - begin : span;
			assert_true(holds(path, new_text));
			continue;
		}
		seed = seed * 1103515245u + 12345u;
		delay.tv_nsec = (long)(seed / 65536 % 1000) * span;
		nanosleep(&delay, NULL);
		/* Alone, or with all of its group, as when its terminal goes. */
		kill(i % 4 < 2 ? child : -child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
		wait_for_the_lock();
		is_new = holds(path, new_text);
		if (!is_new && !holds(path, old_text))
			fail_msg("kill %d left neither the old nor the new file", i);
		assert_int_equal(entries(), 1);
		olds += !is_new;
		news += is_new;
		/* Kept around the moment of the save, however fast this machine is just now. */
		span = is_new ? span - span / 50 : span + span / 25;
	}
	print_message("%d kills: %d old, %d new\n", KILLS - 4, olds, news);
	assert_true(olds > 0);
	assert_true(news > 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		T(mode_and_link_stay),
		T(what_another_program_wrote_is_not_lost),
		T(a_limit_on_the_size_of_files_is_told),
		T(a_folder_without_write_access_is_told),
		T(a_leftover_goes_with_the_next_save),
		T(without_locks_it_is_saved_all_the_same),
		T(killed_at_any_moment_it_is_the_old_or_the_new_file),
	};

	return cmocka_run_group_tests_name("save", tests, NULL, NULL);
}
