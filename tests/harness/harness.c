#include "tests/harness/harness.h"

#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "buf.h"

static void (*clean_ups[HARNESS_STAGES])(void);
static void **kept;
static size_t kept_count, kept_cap;

void harness_fail(const char *file, int line, const char *format, ...)
{
	struct buf message;
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	/* cmocka cuts what it prints in one call: one call a line. */
	buf_init(&message);
	for (const char *line_start = text ? text : "(no memory for the message)"; *line_start;) {
		size_t len = strcspn(line_start, "\n");

		buf_clear(&message);
		buf_add(&message, line_start, len);
		print_error("%s\n", message.data);
		line_start += len + (line_start[len] == '\n');
	}
	buf_release(&message);
	free(text);
	_fail(file, line);
	abort();
}

long long harness_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int harness_limit(int milliseconds)
{
	const char *slow = getenv("TEST_SLOW");
	long factor = slow ? strtol(slow, NULL, 10) : 1;

	if (factor < 1)
		factor = 1;
	if (factor > 1000)
		factor = 1000;
	return milliseconds > INT_MAX / factor ? INT_MAX : (int)(milliseconds * factor);
}

const char *harness_root(void)
{
	static char root[PATH_MAX];

	if (!root[0] && !getcwd(root, sizeof root))
		harness_fail(__FILE__, __LINE__, "the current folder has no name");
	return root;
}

static const char *absolute(const char *path)
{
	return path[0] == '/' ? path : harness_format("%s/%s", harness_root(), path);
}

const char *harness_program(void)
{
	const char *program = getenv("KERNATLAS_PROGRAM");

	return absolute(program && *program ? program : KERNATLAS_TEST_PROGRAM);
}

const char *harness_built(const char *name)
{
	return absolute(harness_format("%s/%s", KERNATLAS_TEST_BUILD, name));
}

/* Splits the wrapper's words at spaces. */
static size_t wrapper_words(const char **words, size_t room)
{
	const char *wrapper = getenv("KERNATLAS_WRAPPER");
	size_t count = 0;
	char *copy, *save = NULL;

	if (!wrapper)
		return 0;
	copy = harness_keep(strdup(wrapper));
	for (char *word = strtok_r(copy, " ", &save); word && count < room; word = strtok_r(NULL, " ", &save))
		words[count++] = word;
	return count;
}

char *const *harness_arguments(const char *const *argv)
{
	enum { WRAPPER_WORDS = 16 };
	size_t count = 0, out = 0;
	const char **all;

	while (argv[count])
		count++;
	all = harness_keep(calloc(count + WRAPPER_WORDS + 1, sizeof *all));
	if (count && !strcmp(argv[0], "kernatlas")) {
		out = wrapper_words(all, WRAPPER_WORDS);
		all[out++] = harness_program();
		argv++;
	}
	while (*argv)
		all[out++] = *argv++;
	/* exec's own type: it does not change the strings. */
	return (char *const *)(void *)all;
}

static void at_exit(void)
{
	harness_teardown(NULL);
}

/* Before the first thing that needs cleaning up. A write to a program that has gone must be an error value. */
static void prepare(void)
{
	static int done;

	if (done)
		return;
	done = 1;
	harness_root();
	signal(SIGPIPE, SIG_IGN);
	atexit(at_exit);
}

void *harness_keep(void *block)
{
	prepare();
	if (!block)
		harness_fail(__FILE__, __LINE__, "out of memory");
	if (kept_count == kept_cap) {
		size_t cap = kept_cap ? kept_cap * 2 : 64;
		void **more = realloc(kept, cap * sizeof *kept);

		if (!more) {
			free(block);
			harness_fail(__FILE__, __LINE__, "out of memory");
		}
		kept = more;
		kept_cap = cap;
	}
	kept[kept_count++] = block;
	return block;
}

const char *harness_format(const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	return harness_keep(text);
}

void harness_at_teardown(enum harness_stage stage, void (*clean_up)(void))
{
	prepare();
	clean_ups[stage] = clean_up;
}

int harness_teardown(void **state)
{
	(void)state;
	for (size_t i = 0; i < HARNESS_STAGES; i++)
		if (clean_ups[i])
			clean_ups[i]();
	while (kept_count)
		free(kept[--kept_count]);
	free(kept);
	kept = NULL;
	kept_cap = 0;
	return 0;
}
