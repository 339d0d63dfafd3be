#include "git.h"

#include <string.h>

#include "child.h"

enum { LIMIT_BYTES = 64 << 10, LIMIT_MS = 3000 };

/* Runs git in the folder of `path`; `words` (NULL at their end) follow, then the file's name if it is wanted. */
static int run(const char *path, const char *const *words, bool named, struct buf *out)
{
	const char *slash = strrchr(path, '/'), *argv[24];
	int count = 0, status = -1;
	struct buf folder;

	buf_init(&folder);
	buf_add(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
	argv[count++] = "git";
	/* No other program of the repository's choice is started for it. */
	for (const char *const *s = (const char *const[]){"--no-pager", "--no-optional-locks", "--literal-pathspecs", "-c",
		     "core.fsmonitor=false", "-C",
		     folder.data, NULL};
		*s; s++)
		argv[count++] = *s;
	while (*words && count < 20)
		argv[count++] = *words++;
	if (named) {
		argv[count++] = "--";
		argv[count++] = slash ? slash + 1 : path;
	}
	argv[count] = NULL;
	if (buf_ok(&folder))
		status = child_output(argv, LIMIT_BYTES, LIMIT_MS, out, NULL);
	buf_release(&folder);
	return status;
}

enum git_state git_diff_head(const char *path, struct buf *out)
{
	size_t begin = out->len;
	struct buf listed;
	bool tracked;
	int status;

	buf_init(&listed);
	status = run(path, (const char *const[]){"ls-files", NULL}, true, &listed);
	tracked = status == 0 && listed.len > 0;
	buf_release(&listed);
	if (status != 0)
		return GIT_NONE;
	if (!tracked)
		return GIT_UNTRACKED;
	status = run(path, (const char *const[]){"diff", "--no-color", "--no-ext-diff", "--no-textconv", "HEAD", NULL}, true, out);
	if (status != 0) {
		buf_truncate(out, begin);
		return GIT_NONE;
	}
	return out->len > begin ? GIT_CHANGED : GIT_SAME;
}

bool git_user_name(const char *path, struct buf *out)
{
	size_t begin = out->len;

	if (run(path, (const char *const[]){"config", "--get", "user.name", NULL}, false, out) != 0) {
		buf_truncate(out, begin);
		return false;
	}
	while (out->len > begin && strchr("\r\n", out->data[out->len - 1]))
		buf_truncate(out, out->len - 1);
	return out->len > begin;
}
