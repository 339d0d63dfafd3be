#include "record_folders.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

#ifndef KERNATLAS_DATADIR
#define KERNATLAS_DATADIR "/usr/local/share/kernatlas"
#endif

__attribute__((format(printf, 3, 4))) static void add(struct record_folders *f, const char *where, const char *format, ...)
{
	struct record_folder *folder = &f->list[f->count];
	struct stat st;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(folder->path, sizeof folder->path, format, args);
	va_end(args);
	if (len < 0 || len >= (int)sizeof folder->path)
		return;
	folder->where = where;
	folder->there = stat(folder->path, &st) == 0 && S_ISDIR(st.st_mode);
	f->count++;
}

void record_folders_find(struct record_folders *f)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	char self[RECORD_FOLDER_PATH - 64];
	ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);

	f->count = 0;
	if (len > 0) {
		self[len] = '\0';
		*strrchr(self, '/') = '\0';
		add(f, "beside the program", "%s/records", self);
		/* Installed below any prefix: bin/ and share/ stand side by side. */
		add(f, "installed with the program", "%s/../share/kernatlas/records", self);
	}
	if (data && *data)
		add(f, "the user's own", "%s/kernatlas/records", data);
	else if (home && *home)
		add(f, "the user's own", "%s/.local/share/kernatlas/records", home);
	add(f, "installed for all", "%s", KERNATLAS_DATADIR "/records");
}

int record_folders_from_environment(const char **roots, int most, struct buf *text)
{
	const char *value = getenv("KERNATLAS_RECORDS");
	int count = 0;

	if (!value || !*value)
		return 0;
	buf_adds(text, value);
	for (char *part = text->data; part && *part && count < most;) {
		char *colon = strchr(part, ':');

		if (colon)
			*colon = '\0';
		if (*part)
			roots[count++] = part;
		part = colon ? colon + 1 : NULL;
	}
	return count;
}
