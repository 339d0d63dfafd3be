/* `kernatlas set`: one value's bytes change, the rules are kept, and a save that fails or is killed leaves the file whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/environment.h"

enum { KILLS = 500 };

static const char *read_qnn(const char *dir)
{
	return workdir_read(dir, "compilers/qnn.yaml", NULL);
}

static int entries_of(const char *dir)
{
	DIR *folder = opendir(dir);
	int count = 0;

	assert_non_null(folder);
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static void a_promotion_is_refused_with_the_reasons(void **state)
{
	const char *dir = workdir_records(), *before = read_qnn(dir);
	const struct command_result *r = KERNATLAS("-r", dir, "set", "qnn", "status=verified");

	(void)state;
	command_assert_status(r, 1);
	command_assert_output(r, "");
	command_assert_error(r, "status=verified is refused, nothing was saved");
	command_assert_error(r, "5 open questions are left: Is it used in production");
	command_assert_error(r, "verified with a confidence of only 0.5");
	assert_string_equal(read_qnn(dir), before);
	/* A source that leads nowhere is another reason. */
	r = KERNATLAS("-r", dir, "set", "qnn", "status=verified", "open_questions=[]", "confidence=0.8", "sources[0]=gone");
	command_assert_status(r, 1);
	command_assert_error(r, "its source `gone` leads nowhere");
	assert_string_equal(read_qnn(dir), before);
}

static void a_dry_run_prints_the_one_line(void **state)
{
	const char *dir = workdir_records(), *before = read_qnn(dir);
	const struct command_result *r = KERNATLAS("-r", dir, "set", "qnn", "confidence=0.6", "--dry-run");

	(void)state;
	command_assert_status(r, 0);
	command_assert_error(r, "");
	command_assert_says(r, "\n-confidence: 0.5\n+confidence: 0.6\n");
	assert_null(strstr(strstr(r->out, "-confidence") + 1, "\n-"));
	assert_string_equal(read_qnn(dir), before);
}

static void a_value_is_saved_and_nothing_else(void **state)
{
	const char *dir = workdir_records(), *expected;
	const struct command_result *r;

	(void)state;
	r = KERNATLAS("-r", dir, "set", "qnn", "confidence=0.6");
	command_assert_status(r, 0);
	command_assert_says(r, "compilers/qnn.yaml:66: compiler/qnn: confidence: 0.5 → 0.6\n");
	expected = read_qnn(dir);
	workdir_replace(dir, "compilers/qnn.yaml", "confidence: 0.6", "confidence: 0.5");
	assert_string_equal(read_qnn(dir), read_qnn(harness_format("%s/records", harness_root())));
	workdir_write(dir, "compilers/qnn.yaml", expected);
	command_assert_output(KERNATLAS("-r", dir, "list", "confidence=0.6", "--fields", "id", "--format", "tsv"), "id\nqnn\n");
	/* Again: nothing to do. */
	command_assert_output(KERNATLAS("-r", dir, "set", "qnn", "confidence=0.6"), "compiler/qnn: nothing to change\n");
}

static void several_values_are_one_save_or_none(void **state)
{
	const char *dir = workdir_records(), *before = read_qnn(dir);
	const struct command_result *r;

	(void)state;
	r = KERNATLAS("-r", dir, "set", "w7k-qualcomm-qnn", "confidence=0.6", "strategy=jit", "updated=tomorrow");
	command_assert_status(r, 2);
	assert_string_equal(read_qnn(dir), before);
	r = KERNATLAS("-r", dir, "set", "w7k-qualcomm-qnn", "confidence=0.6", "strategy=jit", "updated=2026-12-01");
	command_assert_status(r, 0);
	command_assert_says(r, "confidence: 0.5 → 0.6; compilation_strategy: aot → jit; updated: 2026-10-05 → 2026-12-01");
	/* What else that means is told. */
	command_assert_error(r, "no longer holds: claim `aot-seven`");
	command_assert_error(r, "no longer holds: claim `jit-five`");
	r = KERNATLAS("-r", dir, "set", "max-mojo", "open_questions=[]", "status=verified");
	command_assert_status(r, 0);
	command_assert_output(KERNATLAS("-r", dir, "list", "is:draft", "--count"), "1\n");
}

static void what_is_misspelt_is_told_with_the_nearest_name(void **state)
{
	static const struct {
		const char *assignment, *said;
	} cases[] = {
		{"status=verifed", "did you mean `verified`?"},
		{"confidnce=1", "did you mean `confidence`?"},
		{"confidence=high", "`high` is not a number"},
		{"autotuning=perhaps", "not yes or no"},
		{"sources=x", "sources[0]=…"},
		{"costs=x", "costs[0].lands=…"},
		{"costs[9].what=x", "costs"},
		{"costs[0].lands=biuld", "did you mean `build`?"},
		{"id=x", "what links lead to"},
		{"status", "no assignment"},
	};
	const char *dir = workdir_records(), *before = read_qnn(dir);

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct command_result *r = KERNATLAS("-r", dir, "set", "qnn", cases[i].assignment);

		command_assert_status(r, 2);
		command_assert_error(r, cases[i].said);
	}
	command_assert_status(KERNATLAS("-r", dir, "set", "qnn"), 2);
	command_assert_status(KERNATLAS("-r", dir, "set", "qnm", "confidence=1"), 1);
	command_assert_error(KERNATLAS("-r", dir, "set", "15-compilers", "order=1"), "is a document");
	assert_string_equal(read_qnn(dir), before);
}

static void a_folder_that_can_not_be_written_is_told(void **state)
{
	const char *dir = workdir_records(), *before = read_qnn(dir);
	const char *folder = workdir_path(dir, "compilers");
	const struct command_result *r;

	(void)state;
	assert_int_equal(chmod(workdir_path(dir, ".."), 0755), 0);
	assert_int_equal(chmod(dir, 0755), 0);
	assert_int_equal(chmod(folder, 0555), 0);
	assert_int_equal(chmod(workdir_path(folder, "qnn.yaml"), 0666), 0);
	/* Root may write anywhere: then somebody else is asked to. */
	if (geteuid() == 0)
		r = command_run(NULL, (const char *const[]){"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
			harness_program(), "-r", dir, "set", "qnn", "confidence=0.6", NULL});
	else
		r = KERNATLAS("-r", dir, "set", "qnn", "confidence=0.6");
	if (r->status == 127)
		skip();
	command_assert_status(r, 2);
	command_assert_error(r, "the file is as it was");
	assert_string_equal(read_qnn(dir), before);
	assert_int_equal(entries_of(folder), 22 + 2);
	assert_int_equal(chmod(folder, 0755), 0);
}

/* A file system of its own, seen by these processes alone, so small that it can be filled. */
static void a_full_disk_leaves_the_file_as_it_was(void **state)
{
	static const char script[] = "mount -t tmpfs -o size=64k tmpfs \"$1\" || exit 77\n"
				     "printf 'id: n\\ntype: note\\nstatus: draft # why\\n' >\"$1/n.yaml\"\n"
				     "cat /dev/zero >\"$1/fill\" 2>/dev/null\n"
				     "\"$2\" -r \"$1\" set n status=contested\n"
				     "echo \"status $?\"; cat \"$1/n.yaml\"; ls -A \"$1\"\n"
				     "rm \"$1/fill\"; \"$2\" -r \"$1\" set n status=contested >/dev/null; echo \"status $?\"\n"
				     "cat \"$1/n.yaml\"; ls -A \"$1\"\n";
	static const char *const ways[] = {"-m", "-Urm"}; /* as root; as somebody who is root in a space of their own */
	const char *dir = workdir_new();
	const struct command_result *r = NULL;

	(void)state;
	for (size_t i = 0; i < 2 && (!r || (r->out_len == 0 && r->status)); i++)
		r = command_run(NULL, (const char *const[]){"unshare", ways[i], "sh", "-c", script, "sh", dir, harness_program(), NULL});
	if (r->status == 127 || r->out_len == 0) {
		print_message("skipped: no file system of its own can be mounted here: %s\n", r->err);
		skip();
	}
	command_assert_error(r, "No space left on device; the file is as it was");
	command_assert_output(r, "status 2\nid: n\ntype: note\nstatus: draft # why\nfill\nn.yaml\n"
				 "status 0\nid: n\ntype: note\nstatus: contested # why\nn.yaml\n");
}

static void a_limit_on_the_size_of_files_leaves_the_file_as_it_was(void **state)
{
	const char *dir = workdir_records(), *before = read_qnn(dir);
	const struct command_result *r = command_run(NULL, (const char *const[]){"sh", "-c", "ulimit -f 1; exec \"$@\"", "sh",
		harness_program(), "-r", dir, "set", "qnn", "confidence=0.6", NULL});

	(void)state;
	command_assert_status(r, 2);
	command_assert_error(r, "File too large; the file is as it was");
	assert_string_equal(read_qnn(dir), before);
	assert_int_equal(entries_of(workdir_path(dir, "compilers")), 22 + 2);
}

/* Runs one save and kills it after so many microseconds. */
static void save_and_kill(const char *dir, const char *assignment, long after)
{
	const char *const words[] = {harness_program(), "-r", dir, "set", "n", assignment, NULL};
	char *const *env = environment_new("/", NULL, NULL);
	struct timespec delay = {0, after * 1000};
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		execve(words[0], (char *const *)words, env);
		_exit(127);
	}
	nanosleep(&delay, NULL);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

/* A process that the killed one had started may still be at the rename; it holds the folder's lock until it is done. */
static void wait_for_the_lock(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY);

	assert_true(fd >= 0);
	while (flock(fd, LOCK_EX) != 0)
		assert_int_equal(errno, EINTR);
	close(fd);
}

static void a_save_killed_at_any_moment_leaves_the_old_or_the_new_file(void **state)
{
	static const char old[] = "id: n\ntype: note\nstatus: draft # why\n";
	static const char new[] = "id: n\ntype: note\nstatus: contested # why\n";
	const char *dir = workdir_new();
	int olds = 0, news = 0;
	unsigned seed = 1;
	long span = 4000;

	(void)state;
	for (int i = 0; i < KILLS; i++) {
		const char *now;

		workdir_write(dir, "n.yaml", old);
		seed = seed * 1103515245u + 12345u;
		save_and_kill(dir, "status=contested", (long)(seed / 65536) % span);
		wait_for_the_lock(dir);
		now = workdir_read(dir, "n.yaml", NULL);
		if (strcmp(now, new) == 0)
			news++;
		else if (strcmp(now, old) == 0)
			olds++;
		else
			fail_msg("a killed save left:\n%s", now);
		assert_int_equal(entries_of(dir), 3);
		/* Kept around the moment of the save, however fast this machine is. */
		span = strcmp(now, old) == 0 ? span + span / 20 + 100 : span > 600 ? span - span / 20 : span;
	}
	assert_true(olds > 0);
	assert_true(news > 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(a_promotion_is_refused_with_the_reasons),
		T(a_dry_run_prints_the_one_line),
		T(a_value_is_saved_and_nothing_else),
		T(several_values_are_one_save_or_none),
		T(what_is_misspelt_is_told_with_the_nearest_name),
		T(a_folder_that_can_not_be_written_is_told),
		T(a_full_disk_leaves_the_file_as_it_was),
		T(a_limit_on_the_size_of_files_leaves_the_file_as_it_was),
		T(a_save_killed_at_any_moment_leaves_the_old_or_the_new_file),
	};

	return cmocka_run_group_tests_name("set", tests, NULL, NULL);
}
