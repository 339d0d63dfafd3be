#include "watch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif

#include "buf.h"
#include "corpus_walk.h"

struct watched {
	int descriptor;
	char *path;
};

/* A file that somebody has written to and not closed yet. */
struct writing {
	int descriptor; /* of its folder */
	char name[256];
};

enum { WRITING_MAX = 64 };

struct watch {
	int fd;
	struct writing writing[WRITING_MAX]; /* more at once are a burst in any case */
	int writing_count;
	struct watched *folders;
	size_t count, cap;
	bool overflowed;
};

int watch_fd(const struct watch *watch)
{
	return watch->fd;
}

bool watch_is_writing(const struct watch *watch)
{
	return watch->writing_count > 0;
}

bool watch_overflowed(const struct watch *watch)
{
	return watch->overflowed;
}

void watch_free(struct watch *watch)
{
	if (!watch)
		return;
	if (watch->fd >= 0)
		close(watch->fd);
	for (size_t i = 0; i < watch->count; i++)
		free(watch->folders[i].path);
	free(watch->folders);
	free(watch);
}

#ifdef __linux__

enum {
	WATCHED_EVENTS = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB
		| IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
};

/* From here on the caller polls: a watch that sees half of the changes is worse than none. */
static void give_up(struct watch *w)
{
	close(w->fd);
	w->fd = -1;
}

static bool remember(struct watch *w, int descriptor, const char *path)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->folders[i].descriptor == descriptor)
			return true;
	if (w->count == w->cap) {
		size_t cap = w->cap ? w->cap * 2 : 16;
		struct watched *folders = realloc(w->folders, cap * sizeof *folders);

		if (!folders)
			return false;
		w->folders = folders;
		w->cap = cap;
	}
	w->folders[w->count].path = strdup(path);
	if (!w->folders[w->count].path)
		return false;
	w->folders[w->count++].descriptor = descriptor;
	return true;
}

static bool watch_folder(struct watch *w, const char *path, int depth);

static bool watch_children(struct watch *w, const char *path, int depth)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	struct buf child;
	bool ok = true;

	if (!dir)
		return true;
	buf_init(&child);
	while (ok && (entry = readdir(dir))) {
		struct stat st;

		if (entry->d_name[0] == '.')
			continue;
		buf_clear(&child);
		buf_addf(&child, "%s/%s", path, entry->d_name);
		ok = buf_ok(&child);
		if (ok && lstat(child.data, &st) == 0 && S_ISDIR(st.st_mode))
			ok = watch_folder(w, child.data, depth + 1);
	}
	buf_release(&child);
	closedir(dir);
	return ok;
}

static bool watch_folder(struct watch *w, const char *path, int depth)
{
	int descriptor;

	if (w->fd < 0 || depth > WALK_DEPTH_LIMIT)
		return true;
	descriptor = inotify_add_watch(w->fd, path, WATCHED_EVENTS);
	if (descriptor < 0) {
		if (errno == ENOSPC || errno == ENOMEM)
			give_up(w);
		return true;
	}
	return remember(w, descriptor, path) && watch_children(w, path, depth);
}

static const char *path_of(const struct watch *w, int descriptor)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->folders[i].descriptor == descriptor)
			return w->folders[i].path;
	return NULL;
}

/* A name of NULL stands for all files of the folder. */
static void written(struct watch *w, int descriptor, const char *name)
{
	for (int i = w->writing_count - 1; i >= 0; i--)
		if (w->writing[i].descriptor == descriptor && (!name || strcmp(w->writing[i].name, name) == 0))
			w->writing[i] = w->writing[--w->writing_count];
}

static void note_writing(struct watch *w, const struct inotify_event *event)
{
	written(w, event->wd, event->name);
	if (!(event->mask & IN_MODIFY) || w->writing_count == WRITING_MAX || strlen(event->name) >= sizeof w->writing->name)
		return;
	w->writing[w->writing_count].descriptor = event->wd;
	memcpy(w->writing[w->writing_count++].name, event->name, strlen(event->name) + 1);
}

static void forget(struct watch *w, int descriptor)
{
	written(w, descriptor, NULL);
	for (size_t i = 0; i < w->count; i++) {
		if (w->folders[i].descriptor != descriptor)
			continue;
		free(w->folders[i].path);
		w->folders[i] = w->folders[--w->count];
		return;
	}
}

static bool concerns_records(const char *name)
{
	static const char *const endings[] = {".yaml", ".yml", ".json", ".md"};
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t tail = strlen(endings[i]);

		if (name[0] != '.' && len > tail && strcmp(name + len - tail, endings[i]) == 0)
			return true;
	}
	return false;
}

static bool take_event(struct watch *w, const struct inotify_event *event)
{
	const char *folder = path_of(w, event->wd);

	if (event->mask & IN_Q_OVERFLOW) {
		w->overflowed = true;
		w->writing_count = 0;
		return true;
	}
	if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) {
		if (event->mask & IN_IGNORED)
			forget(w, event->wd);
		return true;
	}
	if (!folder || !event->len || event->name[0] == '.')
		return false;
	if (event->mask & IN_ISDIR) {
		struct buf path;

		buf_init(&path);
		buf_addf(&path, "%s/%s", folder, event->name);
		if ((event->mask & (IN_CREATE | IN_MOVED_TO)) && (!buf_ok(&path) || !watch_folder(w, path.data, 0)))
			w->overflowed = true;
		buf_release(&path);
		return true;
	}
	if (!concerns_records(event->name))
		return false;
	/* An attribute tells nothing of a writer. */
	if (event->mask & ~(uint32_t)IN_ATTRIB)
		note_writing(w, event);
	return true;
}

bool watch_take(struct watch *watch)
{
	_Alignas(struct inotify_event) char bytes[4096];
	bool concerned = false;
	ssize_t len;

	while (watch->fd >= 0 && (len = read(watch->fd, bytes, sizeof bytes)) > 0) {
		for (char *at = bytes; at < bytes + len;) {
			const struct inotify_event *event = (const struct inotify_event *)(const void *)at;

			concerned = take_event(watch, event) || concerned;
			at += sizeof *event + event->len;
		}
	}
	return concerned;
}

/* File systems whose files others may change without this system being told (statfs(2)). */
static bool is_remote(const char *root)
{
	static const uint32_t kinds[] = {0x6969 /* NFS */, 0x517B /* SMB */, 0xFE534D42 /* SMB2 */, 0xFF534D42 /* CIFS */,
		0x65735546 /* FUSE */, 0x01021997 /* 9P */, 0x00C36400 /* Ceph */, 0x5346414F /* AFS */};
	struct statfs fs;

	if (statfs(root, &fs) != 0)
		return false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if ((uint32_t)fs.f_type == kinds[i])
			return true;
	return false;
}

static bool begin(struct watch *w, const char *const *roots, int root_count)
{
	for (int i = 0; i < root_count; i++)
		if (is_remote(roots[i]))
			return true;
	w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	for (int i = 0; i < root_count; i++)
		if (!watch_folder(w, roots[i], 0))
			return false;
	return true;
}

#else

bool watch_take(struct watch *watch)
{
	(void)watch;
	return false;
}

static bool begin(struct watch *w, const char *const *roots, int root_count)
{
	(void)roots, (void)root_count;
	w->fd = -1;
	return true;
}

#endif

struct watch *watch_new(const char *const *roots, int root_count, struct error *err)
{
	struct watch *w = calloc(1, sizeof *w);

	if (w)
		w->fd = -1;
	if (!w || !begin(w, roots, root_count)) {
		watch_free(w);
		error_memory(err);
		return NULL;
	}
	return w;
}
