#include "tests/harness/workdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "tests/harness/harness.h"

enum { FILE_LIMIT = 1 << 30 };

struct folder {
	char *path;
	struct folder *next;
};

static struct folder *folders;

#define workdir_fail(what, path) harness_fail(__FILE__, __LINE__, "%s %s: %s", what, path, strerror(errno))

const char *workdir_path(const char *dir, const char *name)
{
	return dir ? harness_format("%s/%s", dir, name) : name;
}

/* Names of a folder but "." and "..", kept until teardown, NULL at the end. */
static char **entries(const char *path)
{
	size_t count = 0, cap = 16;
	char **names = malloc(cap * sizeof *names);
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir || !names) {
		free(names);
		workdir_fail("open", path);
	}
	while ((entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (count + 1 == cap) {
			char **more = realloc(names, (cap *= 2) * sizeof *names);

			if (!more)
				break;
			names = more;
		}
		names[count++] = harness_keep(strdup(entry->d_name));
	}
	closedir(dir);
	names[count] = NULL;
	return harness_keep(names);
}

static bool remove_tree(const char *path)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT;
	if (!S_ISDIR(st.st_mode))
		return unlink(path) == 0;
	/* A test may have taken the rights away. */
	if ((st.st_mode & S_IRWXU) != S_IRWXU)
		(void)chmod(path, S_IRWXU);
	for (char **name = entries(path); *name; name++)
		if (!remove_tree(workdir_path(path, *name)))
			return false;
	return rmdir(path) == 0;
}

static void remove_folders(void)
{
	while (folders) {
		struct folder *first = folders;

		folders = first->next;
		(void)remove_tree(first->path);
		free(first->path);
		free(first);
	}
}

const char *workdir_new(void)
{
	const char *base = getenv("TMPDIR");
	struct folder *folder;
	char *path;

	harness_at_teardown(HARNESS_REMOVE_FOLDERS, remove_folders);
	folder = calloc(1, sizeof *folder);
	path = strdup(harness_format("%s/kernatlas-test-XXXXXX", base && *base == '/' ? base : "/tmp"));
	if (!folder || !path || !mkdtemp(path)) {
		free(folder);
		free(path);
		workdir_fail("make a temporary folder in", base ? base : "/tmp");
	}
	folder->path = path;
	folder->next = folders;
	folders = folder;
	return path;
}

const char *workdir_records(void)
{
	const char *path = workdir_path(workdir_new(), "records");

	workdir_copy(workdir_path(harness_root(), "records"), path);
	return path;
}

bool workdir_exists(const char *dir, const char *name)
{
	struct stat st;

	return lstat(workdir_path(dir, name), &st) == 0;
}

static void make_parents(const char *path)
{
	char *copy = harness_keep(strdup(path));

	for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST)
			workdir_fail("make the folder", copy);
		*slash = '/';
	}
}

void workdir_make(const char *dir, const char *name)
{
	make_parents(workdir_path(workdir_path(dir, name), ""));
}

void workdir_remove(const char *dir, const char *name)
{
	const char *path = workdir_path(dir, name);

	if (!remove_tree(path))
		workdir_fail("remove", path);
}

static void write_file(const char *path, int flags, const char *bytes, size_t len)
{
	int fd;

	make_parents(path);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
	if (fd < 0)
		workdir_fail("write", path);
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno != EINTR) {
			close(fd);
			workdir_fail("write", path);
		}
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
	}
	if (close(fd) != 0)
		workdir_fail("write", path);
}

void workdir_write_bytes(const char *dir, const char *name, const void *bytes, size_t len)
{
	write_file(workdir_path(dir, name), O_TRUNC, bytes, len);
}

void workdir_write(const char *dir, const char *name, const char *text)
{
	workdir_write_bytes(dir, name, text, strlen(text));
}

void workdir_append(const char *dir, const char *name, const char *text)
{
	write_file(workdir_path(dir, name), O_APPEND, text, strlen(text));
}

const char *workdir_read(const char *dir, const char *name, size_t *len)
{
	const char *path = workdir_path(dir, name);
	struct buf content;
	char *text;

	buf_init(&content);
	if (!buf_read_file(&content, path, FILE_LIMIT)) {
		buf_release(&content);
		workdir_fail("read", path);
	}
	if (len)
		*len = content.len;
	text = buf_steal(&content);
	return harness_keep(text);
}

void workdir_replace(const char *dir, const char *name, const char *old, const char *text)
{
	const char *path = workdir_path(dir, name);
	size_t len;
	const char *content = workdir_read(NULL, path, &len);
	const char *at = memmem(content, len, old, strlen(old));
	const char *rest = at ? at + strlen(old) : NULL;
	struct buf out;

	if (!at)
		harness_fail(__FILE__, __LINE__, "%s does not contain: %s", path, old);
	if (memmem(rest, len - (size_t)(rest - content), old, strlen(old)))
		harness_fail(__FILE__, __LINE__, "%s contains more than once: %s", path, old);
	buf_init(&out);
	buf_add(&out, content, (size_t)(at - content));
	buf_adds(&out, text);
	buf_add(&out, rest, len - (size_t)(rest - content));
	if (!buf_ok(&out)) {
		buf_release(&out);
		harness_fail(__FILE__, __LINE__, "out of memory");
	}
	len = out.len;
	content = harness_keep(buf_steal(&out));
	workdir_write_bytes(NULL, path, content, len);
}

static void copy_link(const char *from, const char *to)
{
	char target[4096];
	ssize_t len = readlink(from, target, sizeof target - 1);

	if (len < 0)
		workdir_fail("read the link", from);
	target[len] = '\0';
	if (symlink(target, to) != 0)
		workdir_fail("make the link", to);
}

void workdir_copy(const char *from, const char *to)
{
	struct stat st;

	if (lstat(from, &st) != 0)
		workdir_fail("copy", from);
	if (S_ISLNK(st.st_mode)) {
		copy_link(from, to);
	} else if (S_ISDIR(st.st_mode)) {
		workdir_make(NULL, to);
		for (char **name = entries(from); *name; name++)
			workdir_copy(workdir_path(from, *name), workdir_path(to, *name));
	} else {
		size_t len;
		const char *content = workdir_read(NULL, from, &len);

		workdir_write_bytes(NULL, to, content, len);
	}
}
