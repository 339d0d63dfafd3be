#include "tests/harness/environment.h"

#include <stdlib.h>
#include <string.h>

#include "tests/harness/harness.h"
#include "tests/harness/workdir.h"

static const char *const inherited[] = {
        "PATH",         "TERMINFO",          "TERMINFO_DIRS", "ASAN_OPTIONS",      "UBSAN_OPTIONS",
        "LSAN_OPTIONS", "LLVM_PROFILE_FILE", "GCOV_PREFIX",   "GCOV_PREFIX_STRIP", "LD_LIBRARY_PATH",
};

struct environment {
	const char **list;
	size_t count;
};

static size_t name_length(const char *variable)
{
	return strcspn(variable, "=");
}

static void environment_remove(struct environment *e, const char *variable)
{
	size_t len = name_length(variable), out = 0;

	for (size_t i = 0; i < e->count; i++)
		if (name_length(e->list[i]) != len || strncmp(e->list[i], variable, len) != 0)
			e->list[out++] = e->list[i];
	e->count = out;
}

static void environment_set(struct environment *e, const char *variable)
{
	environment_remove(e, variable);
	e->list[e->count++] = variable;
}

char *const *environment_new(const char *home, const char *term, const char *const *changes)
{
	enum { PINNED = 16 };
	size_t room = sizeof inherited / sizeof inherited[0] + PINNED + 1;
	struct environment e = {NULL, 0};

	for (size_t i = 0; changes && changes[i]; i++)
		room++;
	e.list = harness_keep(calloc(room, sizeof *e.list));
	for (size_t i = 0; i < sizeof inherited / sizeof inherited[0]; i++)
		if (getenv(inherited[i]))
			environment_set(&e, harness_format("%s=%s", inherited[i], getenv(inherited[i])));
	workdir_make(home, "tmp");
	/* The browser was left before: it says nothing to a newcomer. */
	workdir_make(home, "state/kernatlas/sessions");
	environment_set(&e, "LANG=C.UTF-8");
	environment_set(&e, "TZ=UTC");
	environment_set(&e, "SHELL=/bin/sh");
	environment_set(&e, "KERNATLAS_TODAY=2026-12-01");
	environment_set(&e, harness_format("KERNATLAS_RECORDS=%s/records", harness_root()));
	environment_set(&e, harness_format("HOME=%s", home));
	environment_set(&e, harness_format("TMPDIR=%s/tmp", home));
	environment_set(&e, harness_format("XDG_CONFIG_HOME=%s/config", home));
	environment_set(&e, harness_format("XDG_DATA_HOME=%s/data", home));
	environment_set(&e, harness_format("XDG_STATE_HOME=%s/state", home));
	environment_set(&e, harness_format("XDG_CACHE_HOME=%s/cache", home));
	if (term)
		environment_set(&e, harness_format("TERM=%s", term));
	for (; changes && *changes; changes++) {
		if (strchr(*changes, '='))
			environment_set(&e, *changes);
		else
			environment_remove(&e, *changes);
	}
	e.list[e.count] = NULL;
	/* execve's own type: it does not change the strings. */
	return (char *const *)(void *)e.list;
}
