#include "state_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool state_folder_name(struct buf *path)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (state && *state == '/')
		buf_addf(path, "%s/kernatlas", state);
	else if (home && *home == '/')
		buf_addf(path, "%s/.local/state/kernatlas", home);
	else
		return false;
	return true;
}

bool state_folder_make(struct buf *path, struct error *err)
{
	if (!buf_ok(path))
		return error_memory(err);
	for (char *slash = strchr(path->data + 1, '/');; slash = strchr(slash + 1, '/')) {
		bool made;

		if (slash)
			*slash = '\0';
		made = mkdir(path->data, 0700) == 0 || errno == EEXIST;
		if (!made)
			error_set(err, "%s can't be made: %s", path->data, strerror(errno));
		if (slash)
			*slash = '/';
		if (!made || !slash)
			return made;
	}
}
