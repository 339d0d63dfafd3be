#include "theme_folders.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef KERNATLAS_DATADIR
#define KERNATLAS_DATADIR "/usr/local/share/kernatlas"
#endif

static void add_folder(struct theme_folders *f, const char *format, const char *where)
{
	/* One that has no room is passed over. */
	if (f->count == THEME_FOLDERS_MAX
		|| snprintf(f->paths[f->count], sizeof f->paths[0], format, where) >= (int)sizeof f->paths[0])
		return;
	f->list[f->count] = f->paths[f->count];
	f->count++;
}

/* Of a base directory that may be set in the environment or else stands below the home folder. */
static void add_own_folder(struct theme_folders *f, const char *variable, const char *below_home)
{
	const char *base = getenv(variable), *home = getenv("HOME");
	char below[PATH_MAX];

	if (base && *base) {
		add_folder(f, "%s/kernatlas/themes", base);
	} else if (home && *home && snprintf(below, sizeof below, "%s/%s", home, below_home) < (int)sizeof below) {
		add_folder(f, "%s/kernatlas/themes", below);
	}
}

void theme_folders_find(struct theme_folders *f, const char *records)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);

	f->count = 0;
	add_own_folder(f, "XDG_CONFIG_HOME", ".config");
	add_own_folder(f, "XDG_DATA_HOME", ".local/share");
	if (len > 0) {
		self[len] = '\0';
		*strrchr(self, '/') = '\0';
		add_folder(f, "%s/themes", self);
		/* Installed below any prefix: bin/ and share/ stand side by side. */
		add_folder(f, "%s/../share/kernatlas/themes", self);
	}
	if (records)
		add_folder(f, "%s/../themes", records);
	add_folder(f, "%s/themes", KERNATLAS_DATADIR);
}
