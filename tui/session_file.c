#include "session_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kept_files.h"
#include "options.h"
#include "replace_file.h"
#include "state_folder.h"

bool session_file_folder(struct buf *path)
{
	if (!state_folder_name(path))
		return false;
	buf_adds(path, "/sessions");
	return true;
}

bool session_file_first(void)
{
	struct buf path;
	bool first;

	buf_init(&path);
	first = session_file_folder(&path) && buf_ok(&path) && access(path.data, F_OK) != 0 && errno == ENOENT;
	buf_release(&path);
	return first;
}

/* ---- which file ---- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folders, a line each: absolute and without links, so that the way they were named makes no difference, nor their order. */
static bool name_roots(const char *const *roots, int count, struct buf *out)
{
	char *names[ROOTS_MAX] = {0};
	int n = 0;
	bool ok = true;

	for (int i = 0; i < count && i < ROOTS_MAX && ok; i++) {
		names[n] = realpath(roots[i], NULL);
		ok = names[n] != NULL;
		n += ok;
	}
	qsort(names, (size_t)n, sizeof *names, by_name);
	for (int i = 0; i < n; i++) {
		buf_addf(out, "%s%s", i ? "\n" : "", names[i]);
		free(names[i]);
	}
	return ok && n && buf_ok(out);
}

static bool file_of(const char *roots, struct buf *path)
{
	if (!session_file_folder(path))
		return false;
	buf_addc(path, '/');
	kept_files_name(roots, ".yaml", path);
	return buf_ok(path);
}

/* ---- reading and writing ---- */

bool session_file_read(struct session *s, const char *const *roots, int count, struct error *err)
{
	struct buf names, path, bytes;
	const char *why;
	bool ok = false;

	buf_init(&names);
	buf_init(&path);
	buf_init(&bytes);
	if (name_roots(roots, count, &names) && file_of(names.data, &path)) {
		if (!buf_read_file(&bytes, path.data, SESSION_LIMIT)) {
			if (errno != ENOENT && errno != ENOTDIR)
				error_set(err, "%s", strerror(errno));
		} else if (!session_parse(s, names.data, bytes.data, bytes.len, &why)) {
			error_set(err, "%s", why);
		} else {
			ok = true;
		}
	}
	buf_release(&names);
	buf_release(&path);
	buf_release(&bytes);
	return ok;
}

static bool write_text(const char *roots, const struct buf *text, struct error *err)
{
	struct buf folder, path;
	bool ok = false;

	buf_init(&folder);
	buf_init(&path);
	if (!session_file_folder(&folder) || !file_of(roots, &path)) {
		error_set(err, "XDG_STATE_HOME and HOME are not set");
	} else if (state_folder_make(&folder, err)) {
		/* One that was there with wider rights: it holds nothing but sessions. */
		if (chmod(folder.data, 0700) != 0)
			errno = 0;
		ok = replace_file_private(path.data, text, err);
		kept_files_thin_out(folder.data, ".yaml", SESSION_FILES_MAX);
	}
	buf_release(&folder);
	buf_release(&path);
	return ok;
}

bool session_file_write(const struct session *s, const char *const *roots, int count, struct error *err)
{
	struct buf names, text;
	bool ok = false;

	buf_init(&names);
	buf_init(&text);
	if (!name_roots(roots, count, &names))
		error_set(err, "the folders of records can't be named");
	else {
		session_print(s, names.data, &text);
		if (text.len > SESSION_LIMIT)
			error_set(err, "it is larger than %d bytes", SESSION_LIMIT);
		else
			ok = write_text(names.data, &text, err);
	}
	buf_release(&names);
	buf_release(&text);
	return ok;
}
