/* A long day: ten thousand reloads, filters, jumps and sizes, and at its end the browser holds as much memory and as many
 * open files as it did in the morning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <unistd.h>

#include "tests/fault/inject.h"
#include "tests/harness/harness.h"
#include "tests/harness/workdir.h"
#include "tui/browser_state.h"

enum { STEPS = 10000, MORNING = 2000 };

static unsigned seed = 20261201;

static unsigned below(unsigned n)
{
	seed = seed * 1103515245u + 12345u;
	return seed / 65536 % n;
}

static void press(struct browser *b, const char *keys)
{
	while (*keys) {
		size_t len = strcspn(keys, " ");
		struct event event;

		assert_true(key_parse(keys, len, &event));
		browser_take(b, &event);
		assert_true(browser_paint(b));
		keys += len + (keys[len] == ' ');
	}
}

static void type_filter(struct browser *b)
{
	static const char *const filters[] = {"/ b a c k e n d : c u d a Enter", "/ t r i t o n Enter", "/ / a | b / Enter", "/ ( x Escape", "c", "u", "x"};

	press(b, filters[below(sizeof filters / sizeof *filters)]);
}

static void jump(struct browser *b)
{
	static const char *const jumps[] = {"1 j Enter", "2 l j Enter", "3 j Enter", "4 j Enter", "5 l Enter", "BSpace", ">", "? Escape", "v Escape", "f Escape", "b Escape", "T Escape", "P Enter Space q"};

	if (below(4) == 0) {
		browser_go(b, below(b->s.corpus->count), "");
		assert_true(browser_paint(b));
	} else {
		press(b, jumps[below(sizeof jumps / sizeof *jumps)]);
	}
}

/* The same state each time that it is measured. */
static void come_home(struct browser *b)
{
	assert_true(browser_resize(b, 120, 40));
	press(b, "Escape Escape c 1 g");
	assert_true(browser_filter(b, ""));
	assert_true(browser_paint(b));
}

/* Not through the harness, which keeps what it reads until the end. */
static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

static int open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static long resident_kb(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long all, resident = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld %ld", &all, &resident), 2);
	fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void memory_and_files_stay_as_they_are(void **state)
{
	const char *dir = workdir_records(), *path = workdir_path(dir, "compilers/triton.yaml");
	const char *roots[1], *texts[2];
	struct options options = {.command = "", .no_mouse = true};
	struct corpus_options load = {.root_count = 1, .today = 20261201};
	struct error err = {0};
	struct browser b;
	struct corpus *corpus;
	long blocks = 0, resident = 0;
	int files = 0;

	(void)state;
	texts[0] = workdir_read(dir, "compilers/triton.yaml", NULL);
	workdir_replace(dir, "compilers/triton.yaml", "confidence: 0.9", "confidence: 0.8");
	texts[1] = workdir_read(dir, "compilers/triton.yaml", NULL);
	roots[0] = dir;
	load.roots = roots;
	corpus = corpus_load(&load, &err);
	assert_non_null(corpus);
	assert_true(browser_init(&b, &options, &load, corpus, &err));
	for (int i = 0; i < STEPS; i++) {
		if (i == MORNING) {
			come_home(&b);
			blocks = inject_live();
			resident = resident_kb();
			files = open_files();
		}
		switch (i % 4) {
		case 0:
			/* Every other reload finds a file changed. */
			if (i % 8 == 0)
				write_file(path, texts[i % 16 == 0]);
			browser_reload(&b, NULL);
			assert_true(browser_paint(&b));
			break;
		case 1:
			type_filter(&b);
			break;
		case 2:
			jump(&b);
			break;
		default:
			assert_true(browser_resize(&b, 1 + (int)below(220), 1 + (int)below(70)));
			assert_true(browser_paint(&b));
		}
	}
	come_home(&b);
	print_message("blocks %ld, then %ld; resident %ld kB, then %ld; open files %d, then %d\n", blocks, inject_live(), resident, resident_kb(), files, open_files());
	/* A place more in the history, a word more in what was typed; files read one by one share less than those read at once. */
	if (FAULT_ALLOCATIONS && inject_live() - blocks > 100)
		fail_msg("%ld blocks were held in the morning, and now it is %ld", blocks, inject_live());
	/* The allocator keeps some of what is freed, a sanitizer more of it. */
	if (FAULT_ALLOCATIONS && resident_kb() > resident + resident / 4)
		fail_msg("%ld kB were resident in the morning, and now it is %ld", resident, resident_kb());
	assert_int_equal(open_files(), files);
	browser_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(memory_and_files_stay_as_they_are, harness_teardown),
	};

	/* What a presentation announces belongs into the test's own folder. */
	setenv("XDG_RUNTIME_DIR", "/tmp", 1);
	return cmocka_run_group_tests_name("long day", tests, NULL, NULL);
}
