/* Other programs: what they print, how they end, and git's word on a file. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "corpus_folder.h"
#include "git.h"

static void what_a_program_prints_is_taken(void **state)
{
	struct error err = {0};
	struct buf out;

	(void)state;
	buf_init(&out);
	/* One argument, whatever is in it: no shell reads it. */
	assert_int_equal(child_output((const char *const[]){"printf", "%s", "a b; $(x) 'c'", NULL}, 100, 5000, &out, &err), 0);
	assert_string_equal(out.data, "a b; $(x) 'c'");
	buf_clear(&out);
	assert_int_equal(child_output((const char *const[]){"sh", "-c", "echo x; exit 7", NULL}, 100, 5000, &out, &err), 7);
	assert_string_equal(out.data, "x\n");
	buf_release(&out);
}

static void one_that_prints_too_much_or_runs_too_long_is_ended(void **state)
{
	struct error err = {0};
	struct buf out;

	(void)state;
	buf_init(&out);
	assert_int_equal(child_output((const char *const[]){"yes", NULL}, 1000, 60000, &out, &err), 0);
	assert_int_equal(out.len, 1000);
	assert_int_equal(child_output((const char *const[]){"tail", "-f", "/dev/null", NULL}, 1000, 50, &out, &err), -1);
	assert_string_equal(err.message, "tail took too long");
	buf_release(&out);
}

static void a_program_reads_what_it_is_given(void **state)
{
	struct error err = {0};
	size_t big = 1 << 20;
	char *bytes = malloc(big);

	(void)state;
	assert_non_null(bytes);
	memset(bytes, 'x', big);
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(child_input((const char *const[]){"grep", "-qx", "a b; $(x) 'c'", NULL}, "a b; $(x) 'c'\n", 14, 5000, &err), 0);
	assert_int_equal(child_input((const char *const[]){"sh", "-c", "exit $(wc -c)", NULL}, "12345", 5, 5000, &err), 5);
	assert_int_equal(child_input((const char *const[]){"sh", "-c", "test $(wc -c) -eq 1048576", NULL}, bytes, big, 20000, &err), 0);
	/* One that does not read, one that does not end, one that goes on in the background. */
	assert_int_equal(child_input((const char *const[]){"sh", "-c", "exit 3", NULL}, bytes, big, 20000, &err), 3);
	assert_int_equal(child_input((const char *const[]){"tail", "-f", "/dev/null", NULL}, bytes, big, 50, &err), -1);
	assert_string_equal(err.message, "tail took too long");
	assert_int_equal(child_input((const char *const[]){"sh", "-c", "sleep 2 & exit 0", NULL}, "x", 1, 1500, &err), 0);
	assert_int_equal(child_input((const char *const[]){"no-such-program-here", NULL}, "x", 1, 5000, &err), -1);
	assert_string_equal(err.message, "no-such-program-here can't be started: No such file or directory");
	free(bytes);
}

static void what_goes_wrong_is_told(void **state)
{
	struct error err = {0};
	struct buf out;

	(void)state;
	buf_init(&out);
	assert_int_equal(child_output((const char *const[]){"no-such-program-here", NULL}, 100, 5000, &out, &err), -1);
	assert_string_equal(err.message, "no-such-program-here can't be started: No such file or directory");
	assert_int_equal(child_output((const char *const[]){"sh", "-c", "kill -9 $$", NULL}, 100, 5000, &out, &err), -1);
	assert_string_equal(err.message, "sh was ended by signal 9");
	buf_release(&out);
}

static void git(const struct corpus_folder *f, const char *const *words)
{
	const char *argv[16] = {"git", "-C", f->root};
	struct error err = {0};
	struct buf out;
	int count = 3;

	while (*words)
		argv[count++] = *words++;
	buf_init(&out);
	if (child_output(argv, 4096, 20000, &out, &err) != 0)
		fail_msg("git %s failed: %s", argv[3], err.message);
	buf_release(&out);
}

static void git_tells_how_a_file_differs_from_the_last_commit(void **state)
{
	struct corpus_folder *f = *state;
	struct error err = {0};
	char path[128];
	struct buf out;

	buf_init(&out);
	if (child_output((const char *const[]){"git", "--version", NULL}, 100, 20000, &out, &err) != 0)
		skip();
	buf_clear(&out);
	snprintf(path, sizeof path, "%s/a.yaml", f->root);
	setenv("GIT_CEILING_DIRECTORIES", "/tmp", 1);
	corpus_folder_write(f, "a.yaml", "id: a\nstatus: draft\n");
	assert_int_equal(git_diff_head(path, &out), GIT_NONE);
	git(f, (const char *const[]){"init", "-q", NULL});
	assert_int_equal(git_diff_head(path, &out), GIT_UNTRACKED);
	git(f, (const char *const[]){"add", "a.yaml", NULL});
	git(f, (const char *const[]){"-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "x", NULL});
	assert_int_equal(git_diff_head(path, &out), GIT_SAME);
	assert_int_equal(out.len, 0);
	corpus_folder_write(f, "a.yaml", "id: a\nstatus: verified\n");
	assert_int_equal(git_diff_head(path, &out), GIT_CHANGED);
	assert_non_null(strstr(out.data, "\n-status: draft\n+status: verified\n"));
	buf_clear(&out);
	git(f, (const char *const[]){"config", "user.name", "A Reviewer", NULL});
	assert_true(git_user_name(path, &out));
	assert_string_equal(out.data, "A Reviewer");
	buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_program_prints_is_taken),
		cmocka_unit_test(one_that_prints_too_much_or_runs_too_long_is_ended),
		cmocka_unit_test(what_goes_wrong_is_told), cmocka_unit_test(a_program_reads_what_it_is_given),
		cmocka_unit_test_setup_teardown(git_tells_how_a_file_differs_from_the_last_commit, corpus_folder_set_up,
			corpus_folder_tear_down),
	};

	return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
