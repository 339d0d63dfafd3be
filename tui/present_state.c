#include "present_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "replace_file.h"

enum { STATE_MOST = 64 };

static bool set_base(struct buf *folder)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (runtime && *runtime == '/')
		buf_adds(folder, runtime);
	else if (state && *state == '/')
		buf_adds(folder, state);
	else if (home && *home == '/')
		buf_addf(folder, "%s/.local/state", home);
	else
		return false;
	buf_adds(folder, "/kernatlas/present");
	return true;
}

bool present_state_folder(struct buf *folder, struct error *err)
{
	if (!set_base(folder)) {
		error_set(err, "no folder to announce the step in: XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME are not set");
		return false;
	}
	if (!buf_ok(folder))
		return error_memory(err);
	for (char *slash = strchr(folder->data + 1, '/');; slash = strchr(slash + 1, '/')) {
		bool made;

		if (slash)
			*slash = '\0';
		made = mkdir(folder->data, 0700) == 0 || errno == EEXIST;
		if (slash)
			*slash = '/';
		if (!made) {
			error_set(err, "%s can't be made: %s", folder->data, strerror(errno));
			return false;
		}
		if (!slash)
			return true;
	}
}

/* The file of a story. Its id may hold anything; what is no plain letter is written as its code. */
static bool file_of(const char *story, struct buf *path, struct error *err)
{
	if (!present_state_folder(path, err))
		return false;
	buf_addc(path, '/');
	for (; *story; story++) {
		unsigned char c = (unsigned char)*story;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-')
			buf_addc(path, *story);
		else
			buf_addf(path, "_%02x", c);
	}
	buf_adds(path, ".yaml");
	return buf_ok(path) || error_memory(err);
}

bool present_state_write(const char *story, uint32_t step, struct error *err)
{
	struct buf path, text;
	bool ok;

	buf_init(&path);
	buf_init(&text);
	buf_addf(&text, "step: %u\n", step + 1);
	ok = file_of(story, &path, err) && replace_file(path.data, &text, err);
	buf_release(&path);
	buf_release(&text);
	return ok;
}

bool present_state_read(const char *story, uint32_t *step)
{
	struct buf path, text;
	struct error err;
	bool ok = false;

	buf_init(&path);
	buf_init(&text);
	if (file_of(story, &path, &err) && buf_read_file(&text, path.data, STATE_MOST) && strncmp(text.data, "step: ", 6) == 0) {
		unsigned long n = strtoul(text.data + 6, NULL, 10);

		ok = n >= 1 && n < 100000;
		*step = ok ? (uint32_t)n - 1 : 0;
	}
	buf_release(&path);
	buf_release(&text);
	return ok;
}
