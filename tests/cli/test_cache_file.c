/* The cache of a large corpus from the command line: where it is kept, for whom, and how to do without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/harness.h"

enum { FILES = 1200, LIMIT_S = 60 };

static const char *make_corpus(void)
{
	const char *folder = workdir_new();

	for (int i = 0; i < FILES; i++) {
		char name[64], text[160];

		snprintf(name, sizeof name, "compilers/c%04d.yaml", i);
		snprintf(text, sizeof text, "id: c%04d\ntype: compiler\nname: Compiler %d\nlicense: %s\n", i, i, i % 3 ? "MIT" : "Apache-2.0");
		workdir_write(folder, name, text);
	}
	return folder;
}

/* The cache below a home folder; false where there is none. */
static bool find_cache(const char *home, struct stat *st)
{
	const char *folder = harness_format("%s/cache/kernatlas", home);
	DIR *dir = opendir(folder);
	bool found = false;

	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && !found; entry = readdir(dir))
		found = strstr(entry->d_name, ".units") && stat(harness_format("%s/%s", folder, entry->d_name), st) == 0;
	if (dir)
		closedir(dir);
	return found;
}

/* Runs until a cache holds something: files that changed just now are not kept in one. */
static void wait_for_cache(const struct command *place, const char *corpus, struct stat *st)
{
	time_t begin = time(NULL);

	for (;;) {
		command_assert_status(KERNATLAS_WITH(place, "-r", corpus, "list", "--count"), 0);
		if (find_cache(place->home, st) && st->st_size > FILES * 64)
			return;
		if (time(NULL) - begin > LIMIT_S)
			fail_msg("no cache after %d s", LIMIT_S);
	}
}

static void it_is_kept_for_the_next_start(void **state)
{
	const char *corpus = make_corpus();
	const struct command place = {.home = workdir_new()};
	struct stat st, folder;

	(void)state;
	wait_for_cache(&place, corpus, &st);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(stat(harness_format("%s/cache/kernatlas", place.home), &folder), 0);
	assert_int_equal(folder.st_mode & 07777, 0700);
	command_assert_says(KERNATLAS_WITH(&place, "-r", corpus, "list", "license:MIT", "--count"), "800\n");
	/* What changes is seen. */
	workdir_write(corpus, "compilers/c0001.yaml", "id: c0001\ntype: compiler\nname: Compiler 1\nlicense: ISC\n");
	command_assert_says(KERNATLAS_WITH(&place, "-r", corpus, "list", "license:MIT", "--count"), "799\n");
	command_assert_says(KERNATLAS_WITH(&place, "-r", corpus, "list", "license:MIT", "--count", "--no-cache"), "799\n");
}

static void one_can_do_without(void **state)
{
	const char *corpus = make_corpus();
	const struct command option = {.home = workdir_new()}, setting = {.home = workdir_new()};
	struct stat st;

	(void)state;
	command_assert_says(KERNATLAS_WITH(&option, "-r", corpus, "list", "--count", "--no-cache"), "1200\n");
	assert_false(find_cache(option.home, &st));
	workdir_write(setting.home, "config/kernatlas/config.yaml", "cache: no\n");
	command_assert_says(KERNATLAS_WITH(&setting, "-r", corpus, "list", "--count"), "1200\n");
	assert_false(find_cache(setting.home, &st));
}

static void a_place_that_can_not_be_written_costs_nothing(void **state)
{
	const char *corpus = make_corpus();
	const struct command place = {.home = workdir_new()};

	(void)state;
	workdir_write(place.home, "cache", "a file where the folder would be\n");
	command_assert_says(KERNATLAS_WITH(&place, "-r", corpus, "list", "--count"), "1200\n");
	command_assert_error(KERNATLAS_WITH(&place, "-r", corpus, "list", "--count"), "");
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(it_is_kept_for_the_next_start),
		T(one_can_do_without),
		T(a_place_that_can_not_be_written_costs_nothing),
	};

	return cmocka_run_group_tests_name("cache file", tests, NULL, NULL);
}
