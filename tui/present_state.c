#include "present_state.h"

#include <stdlib.h>
#include <string.h>

#include "replace_file.h"
#include "state_folder.h"

enum { STATE_MOST = 64 };

static bool set_base(struct buf *folder)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");

	if (runtime && *runtime == '/')
		buf_addf(folder, "%s/kernatlas", runtime);
	else if (!state_folder_name(folder))
		return false;
	buf_adds(folder, "/present");
	return true;
}

bool present_state_folder(struct buf *folder, struct error *err)
{
	if (set_base(folder))
		return state_folder_make(folder, err);
	error_set(err, "no folder to announce the step in: XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME are not set");
	return false;
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
