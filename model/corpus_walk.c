#include "corpus_walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

struct walk {
	struct walk_list *list;
	struct error *err;
	char *real_root; /* resolved, to tell whether a link leaves it */
	bool stamps;
	bool documents_only; /* below a folder of documents: Markdown counts */
	struct {
		dev_t device;
		ino_t inode;
	} above[WALK_DEPTH_LIMIT]; /* the folders that lead here: a loop meets one of them again */
	int depth;
};

bool stamp_equal(const struct stamp *a, const struct stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns
		&& a->ctime_ns == b->ctime_ns;
}

struct stamp stamp_of(const struct stat *st)
{
	return (struct stamp){
		.device = st->st_dev,
		.inode = st->st_ino,
		.size = st->st_size,
		.mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
		.ctime_ns = (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec,
	};
}

static bool add(struct walk *w, const char *path, enum walk_kind kind, const struct stat *st, const char *refused)
{
	struct walk_list *list = w->list;
	struct walk_file *file;

	if (list->count == list->cap) {
		size_t cap = list->cap ? list->cap * 2 : 64;
		struct walk_file *items = realloc(list->items, cap * sizeof *items);

		if (!items)
			return error_memory(w->err);
		list->items = items;
		list->cap = cap;
	}
	file = &list->items[list->count];
	*file = (struct walk_file){.path = strdup(path), .kind = kind, .refused = refused};
	if (!file->path)
		return error_memory(w->err);
	if (st) {
		file->stamp = stamp_of(st);
		file->stamped = true;
	}
	list->count++;
	if (list->many && list->count == list->many_at)
		list->many(list->many_data);
	return true;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t len = strlen(name), tail = strlen(suffix);

	return len > tail && strcmp(name + len - tail, suffix) == 0;
}

/* Whether a symbolic link's end stands below the root. A corpus from a stranger must not show files from elsewhere. */
static bool stays_inside(const struct walk *w, const char *path)
{
	char *real = realpath(path, NULL);
	size_t len = strlen(w->real_root);
	bool inside = real && strncmp(real, w->real_root, len) == 0 && (real[len] == '/' || real[len] == '\0' || len == 1);

	free(real);
	return inside;
}

static bool walk_folder(struct walk *w, const char *path);

/* A file by its name; `st` may be NULL where the folder said that it is a regular file. */
static bool walk_file(struct walk *w, const char *path, const char *name, const struct stat *st)
{
	enum walk_kind kind;

	if (strcmp(name, "schema.yaml") == 0)
		kind = WALK_SCHEMA;
	else if (has_suffix(name, ".yaml") || has_suffix(name, ".yml") || has_suffix(name, ".json"))
		kind = WALK_YAML;
	else if (has_suffix(name, ".md"))
		kind = WALK_MARKDOWN;
	else
		return true;
	/* Outside a folder of documents a Markdown file is a README or notes on the folder. */
	if (kind == WALK_MARKDOWN && !w->documents_only)
		return true;
	if (st && !S_ISREG(st->st_mode))
		return add(w, path, WALK_REFUSED, NULL, "not a regular file (a pipe, device or socket): left out");
	return add(w, path, kind, st, NULL);
}

static bool walk_entry(struct walk *w, const char *path, const char *name, bool regular)
{
	struct stat st;
	bool documents = w->documents_only, ok;

	if (regular && !w->stamps)
		return walk_file(w, path, name, NULL);
	if (lstat(path, &st) != 0)
		return true; /* gone since the folder was listed */
	if (S_ISLNK(st.st_mode)) {
		if (!has_suffix(name, ".yaml") && !has_suffix(name, ".yml") && !has_suffix(name, ".json")
			&& !has_suffix(name, ".md") && (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)))
			return true;
		if (stat(path, &st) != 0)
			return add(w, path, WALK_REFUSED, NULL, "symbolic link to nothing, or in a loop: left out");
		if (!stays_inside(w, path))
			return add(w, path, WALK_REFUSED, NULL, "symbolic link that leaves the corpus: left out");
	}
	if (!S_ISDIR(st.st_mode))
		return walk_file(w, path, name, &st);
	for (int i = 0; i < w->depth; i++)
		if (w->above[i].device == st.st_dev && w->above[i].inode == st.st_ino)
			return add(w, path, WALK_REFUSED, NULL, "folder that contains itself: left out");
	if (w->depth == WALK_DEPTH_LIMIT)
		return add(w, path, WALK_REFUSED, NULL, "folders nested more than 32 deep: left out");
	w->above[w->depth].device = st.st_dev;
	w->above[w->depth++].inode = st.st_ino;
	if (strcmp(name, "docs") == 0)
		w->documents_only = true;
	ok = walk_folder(w, path);
	w->documents_only = documents;
	w->depth--;
	return ok;
}

static bool walk_folder(struct walk *w, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	struct buf child;
	bool ok = true;

	if (!dir)
		return add(w, path, WALK_REFUSED, NULL, "folder that can't be read: left out");
	buf_init(&child);
	while (ok && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		w->list->cut = w->list->most && w->list->count >= w->list->most;
		if (w->list->cut)
			break;
		buf_clear(&child);
		buf_adds(&child, path);
		if (!child.len || child.data[child.len - 1] != '/')
			buf_addc(&child, '/');
		buf_adds(&child, entry->d_name);
		ok = buf_ok(&child) ? walk_entry(w, child.data, entry->d_name, entry->d_type == DT_REG) : error_memory(w->err);
	}
	buf_release(&child);
	closedir(dir);
	return ok;
}

static int by_path(const void *a, const void *b)
{
	const struct walk_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

/* A checkout of the public corpus holds other things than records at its top; there only data/ and docs/ count. */
static bool is_public_layout(const char *root)
{
	struct buf path;
	struct stat st;
	bool found;

	buf_init(&path);
	buf_addf(&path, "%s/data", root);
	found = buf_ok(&path) && stat(path.data, &st) == 0 && S_ISDIR(st.st_mode);
	buf_clear(&path);
	buf_addf(&path, "%s/schema.yaml", root);
	found = found && buf_ok(&path) && stat(path.data, &st) != 0;
	buf_release(&path);
	return found;
}

static bool walk_public(struct walk *w, const char *root)
{
	static const char *const folders[] = {"data", "docs"};
	struct buf path;
	bool ok = true;

	buf_init(&path);
	for (size_t i = 0; ok && i < sizeof folders / sizeof *folders; i++) {
		buf_clear(&path);
		buf_addf(&path, "%s/%s", root, folders[i]);
		ok = buf_ok(&path) ? walk_entry(w, path.data, folders[i], false) : error_memory(w->err);
	}
	buf_release(&path);
	return ok;
}

/* Part of a corpus is read by the same schema as the whole. */
static bool add_schema(struct walk *w, const char *root, size_t first)
{
	struct buf path;
	struct stat st;
	bool ok;

	for (size_t i = first; i < w->list->count; i++)
		if (w->list->items[i].kind == WALK_SCHEMA)
			return true;
	buf_init(&path);
	buf_addf(&path, "%s/schema.yaml", root);
	ok = buf_ok(&path) || error_memory(w->err);
	if (ok && lstat(path.data, &st) == 0 && S_ISREG(st.st_mode))
		ok = add(w, path.data, WALK_SCHEMA, &st, NULL);
	buf_release(&path);
	return ok;
}

bool corpus_walk(struct walk_list *list, const char *root, bool stamps, struct error *err)
{
	struct walk w = {.list = list, .err = err, .stamps = stamps};
	size_t first = list->count;
	struct stat st;
	bool ok;

	w.real_root = realpath(root, NULL);
	if (!w.real_root || stat(root, &st) != 0) {
		error_set(err, "%s: %s; give a folder of records with -r", root, strerror(errno));
		free(w.real_root);
		return false;
	}
	if (!S_ISDIR(st.st_mode)) {
		error_set(err, "%s: not a folder; give a folder of records with -r", root);
		free(w.real_root);
		return false;
	}
	if (access(root, R_OK | X_OK) != 0) {
		error_set(err, "%s: %s", root, strerror(errno));
		free(w.real_root);
		return false;
	}
	w.above[0].device = st.st_dev;
	w.above[0].inode = st.st_ino;
	w.depth = 1;
	ok = is_public_layout(root) ? walk_public(&w, root) : walk_folder(&w, root);
	ok = ok && (!list->cut || add_schema(&w, root, first));
	free(w.real_root);
	if (list->count > first)
		qsort(list->items + first, list->count - first, sizeof *list->items, by_path);
	return ok;
}

void walk_list_release(struct walk_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].path);
	free(list->items);
	memset(list, 0, sizeof *list);
}
