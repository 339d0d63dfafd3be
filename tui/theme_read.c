/* Themes from YAML files. A theme and those it extends are read as a chain; then the colours of all of it are named,
 * from the base up, and then the roles are set in the same order. So a theme may change what a name of its base means,
 * and every role of the base that uses the name follows. */
#include "theme.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "error.h"
#include "finding.h"
#include "keys.h"
#include "reader.h"
#include "text.h"
#include "theme_parts.h"
#include "value.h"

enum { CHAIN_MAX = 8, FILE_LIMIT = 1 << 20 };

struct loader {
	const char *const *folders;
	int folder_count;
	struct finding_list *findings;
	struct keys *keys;
	struct reader *reader;
	struct unit *chain[CHAIN_MAX]; /* the theme, then what it extends, and so on */
	int chain_count;
	struct palette palette;
};

/* ---- files -------------------------------------------------------------------------------------- */

static bool read_path(const char *path, struct buf *bytes, struct error *err)
{
	if (buf_read_file(bytes, path, FILE_LIMIT))
		return true;
	if (errno == ENOMEM)
		return error_memory(err);
	error_set(err, "can't read the theme %.200s: %s", path, strerror(errno));
	return false;
}

static void suggest(const struct loader *l, const char *name, struct error *err)
{
	char **names = theme_list(l->folders, l->folder_count);
	struct text_nearest near;
	struct buf all;

	if (!names) {
		error_memory(err);
		return;
	}
	buf_init(&all);
	text_nearest_init(&near, name);
	for (char **at = names; *at; at++) {
		text_nearest_offer(&near, *at);
		buf_addf(&all, "%s%s", all.len ? ", " : "", *at);
	}
	if (near.best)
		error_set(err, "no theme \"%.60s\"; did you mean \"%.60s\"?", name, near.best);
	else
		error_set(err, "no theme \"%.60s\"; there are %.300s", name, all.data);
	buf_release(&all);
	theme_list_free(names);
}

/* Whether a file is one of the chain already. */
static bool is_chained(const struct loader *l, const char *path)
{
	for (int i = 0; i < l->chain_count; i++)
		if (strcmp(l->chain[i]->path, path) == 0)
			return true;
	return false;
}

/* Fills `path` and `bytes`. With no file of the name, false; the error is then empty for "mono", which needs none. */
static bool find_theme(const struct loader *l, const char *name, struct buf *path, struct buf *bytes, struct error *err)
{
	bool circle = false;

	error_clear(err);
	if (strchr(name, '/')) {
		buf_adds(path, name);
		return buf_ok(path) ? read_path(path->data, bytes, err) : error_memory(err);
	}
	for (int i = 0; i < l->folder_count && *name && *name != '.'; i++) {
		buf_clear(path);
		buf_addf(path, "%s/%s.yaml", l->folders[i], name);
		if (!buf_ok(path))
			return error_memory(err);
		if (is_chained(l, path->data)) {
			circle = true;
			continue;
		}
		if (buf_read_file(bytes, path->data, FILE_LIMIT))
			return true;
		if (errno != ENOENT && errno != ENOTDIR)
			return read_path(path->data, bytes, err);
	}
	if (circle)
		error_set(err, "the themes extend one another in a circle, by \"%.60s\"", name);
	else if (strcmp(name, "mono") != 0)
		suggest(l, name, err);
	return false;
}

/* ---- the chain ---------------------------------------------------------------------------------- */

static struct node root_of(struct unit *unit)
{
	return (struct node){unit, unit->value_count ? &unit->values[0] : NULL};
}

static struct node get(const struct loader *l, struct node map, const char *name)
{
	uint16_t key = keys_find(l->keys, name, strlen(name));

	if (key == KEY_NONE)
		return (struct node){0};
	return node_get(map, key);
}

static bool add_unit(struct loader *l, const char *path, const char *bytes, size_t len, struct error *err)
{
	struct unit *unit = reader_yaml(l->reader, path, bytes, len);

	if (!unit)
		return error_memory(err);
	for (size_t i = 0; i < unit->findings.count; i++) {
		const struct finding *f = &unit->findings.items[i];

		/* Records need an id and a type; a theme has none. */
		if (f->code != FINDING_NO_IDENTITY)
			finding_add(l->findings, f->code, f->line, f->column, "%s: %s", path, f->message);
	}
	l->chain[l->chain_count++] = unit;
	if (node_kind(root_of(unit)) == VALUE_MAP)
		return true;
	error_set_at(err, 1, 1, "%.300s: a theme is a mapping with `styles`", path);
	return false;
}

/* Follows `extends`. What can't be had is a finding; the theme is used without it. */
static void add_bases(struct loader *l)
{
	for (;;) {
		struct unit *unit = l->chain[l->chain_count - 1];
		struct node extends = get(l, root_of(unit), "extends");
		struct buf path, bytes;
		struct error err;
		bool found;

		if (!extends.v)
			return;
		if (l->chain_count == CHAIN_MAX) {
			finding_add(l->findings, FINDING_LIMIT, extends.v->line, extends.v->column,
			            "%s: more than %d themes extend one another, or do so in a circle", unit->path,
			            CHAIN_MAX - 1);
			return;
		}
		buf_init(&path);
		buf_init(&bytes);
		found = find_theme(l, node_text(extends), &path, &bytes, &err)
			&& add_unit(l, path.data, bytes.data, bytes.len, &err);
		if (!found && *err.message)
			finding_add(l->findings, FINDING_LINK_UNRESOLVED, extends.v->line, extends.v->column,
			            "%s: %s", unit->path, err.message);
		buf_release(&path);
		buf_release(&bytes);
		if (!found)
			return;
	}
}

/* ---- its parts ---------------------------------------------------------------------------------- */

static void check_fields(const struct loader *l, struct unit *unit)
{
	static const char *const known[] = {"name", "title", "background", "extends", "colors", "styles"};
	struct node root = root_of(unit);

	for (struct node c = node_first(root); c.v; c = node_next(root, c)) {
		const char *name = keys_name(l->keys, c.v->key);
		struct text_nearest near;
		bool fits = false;

		text_nearest_init(&near, name);
		for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
			text_nearest_offer(&near, known[i]);
			fits |= strcmp(name, known[i]) == 0;
		}
		if (!fits)
			finding_add(l->findings, FINDING_UNKNOWN_FIELD, c.v->line, c.v->column,
			            "%s: themes have no `%s`%s%s%s", unit->path, name,
			            near.best ? "; did you mean `" : "", near.best ? near.best : "",
			            near.best ? "`?" : "");
	}
}

static void take_head(const struct loader *l, struct unit *unit, struct theme *theme)
{
	static const char *const backgrounds[] = {[THEME_ANY] = "any", [THEME_DARK] = "dark", [THEME_LIGHT] = "light"};
	struct node root = root_of(unit), background = get(l, root, "background");
	struct node name = get(l, root, "name"), title = get(l, root, "title");

	if (node_is_scalar(name))
		snprintf(theme->name, sizeof theme->name, "%s", node_text(name));
	if (node_is_scalar(title))
		snprintf(theme->title, sizeof theme->title, "%s", node_text(title));
	if (!background.v)
		return;
	for (int i = 0; i < 3; i++) {
		if (node_equals(background, backgrounds[i])) {
			theme->background = (enum theme_background)i;
			return;
		}
	}
	finding_add(l->findings, FINDING_VOCABULARY, background.v->line, background.v->column,
	            "%s: background is dark, light or any, not \"%.40s\"", unit->path, node_text(background));
}

/* The name of a theme that has none is its file's. */
static void name_after(struct theme *theme, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t len = strlen(base);

	if (len > 5 && strcmp(base + len - 5, ".yaml") == 0)
		len -= 5;
	snprintf(theme->name, sizeof theme->name, "%.*s", (int)len, base);
}

static void build(struct loader *l, struct theme *theme)
{
	struct parts parts = {.keys = l->keys, .findings = l->findings, .palette = &l->palette};

	theme_init_mono(theme);
	for (int i = l->chain_count - 1; i >= 0; i--) {
		parts.path = l->chain[i]->path;
		parts_take_colors(&parts, get(l, root_of(l->chain[i]), "colors"));
	}
	for (int i = l->chain_count - 1; i >= 0; i--) {
		check_fields(l, l->chain[i]);
		take_head(l, l->chain[i], theme);
		parts.path = l->chain[i]->path;
		parts_take_styles(&parts, get(l, root_of(l->chain[i]), "styles"), theme);
	}
	if (!node_is_scalar(get(l, root_of(l->chain[0]), "name")))
		name_after(theme, l->chain[0]->path);
}

bool theme_parse(struct theme *theme, const char *path, const char *bytes, size_t len, const char *const *folders,
	int n, struct finding_list *findings, struct error *err)
{
	struct loader l = {.folders = folders, .folder_count = n, .findings = findings};
	bool done = false;

	theme_init_mono(theme);
	l.keys = keys_new();
	l.reader = l.keys ? reader_new(l.keys) : NULL;
	if (!l.reader) {
		error_memory(err);
	} else if (add_unit(&l, path, bytes, len, err)) {
		add_bases(&l);
		if (node_kind(root_of(l.chain[l.chain_count - 1])) != VALUE_MAP)
			unit_unref(l.chain[--l.chain_count]);
		build(&l, theme);
		done = !findings->failed || error_memory(err);
	}
	for (int i = 0; i < l.chain_count; i++)
		unit_unref(l.chain[i]);
	reader_free(l.reader);
	keys_unref(l.keys);
	return done;
}

bool theme_load(struct theme *theme, const char *name, const char *const *folders, int n,
	struct finding_list *findings, struct error *err)
{
	struct loader l = {.folders = folders, .folder_count = n};
	struct error why;
	struct buf path, bytes;
	bool done;

	theme_init_mono(theme);
	buf_init(&path);
	buf_init(&bytes);
	if (find_theme(&l, name, &path, &bytes, &why)) {
		done = theme_parse(theme, path.data, bytes.data, bytes.len, folders, n, findings, err);
	} else {
		done = !*why.message;
		if (!done && err)
			*err = why;
	}
	buf_release(&path);
	buf_release(&bytes);
	return done;
}

/* ---- names -------------------------------------------------------------------------------------- */

struct names {
	char **items;
	size_t count, cap;
};

static bool add_name(struct names *names, const char *name, size_t len)
{
	if (names->count + 1 >= names->cap) {
		size_t cap = names->cap ? names->cap * 2 : 16;
		char **items = realloc(names->items, cap * sizeof *items);

		if (!items)
			return false;
		names->items = items;
		names->cap = cap;
	}
	names->items[names->count + 1] = NULL;
	return (names->items[names->count++] = strndup(name, len)) != NULL;
}

static bool add_folder(struct names *names, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	bool done = true;

	/* A folder that is not there has no themes; the user's own need not exist. */
	if (!dir)
		return true;
	while (done && (entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);

		if (entry->d_name[0] != '.' && len > 5 && strcmp(entry->d_name + len - 5, ".yaml") == 0)
			done = add_name(names, entry->d_name, len - 5);
	}
	closedir(dir);
	return done;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **theme_list(const char *const *folders, int n)
{
	struct names names = {0};
	bool done = add_name(&names, "mono", 4);
	size_t kept = 0;

	for (int i = 0; i < n && done; i++)
		done = add_folder(&names, folders[i]);
	if (!done) {
		theme_list_free(names.items);
		return NULL;
	}
	qsort(names.items, names.count, sizeof *names.items, compare_names);
	for (size_t i = 0; i < names.count; i++) {
		if (kept && strcmp(names.items[kept - 1], names.items[i]) == 0)
			free(names.items[i]);
		else
			names.items[kept++] = names.items[i];
	}
	names.items[kept] = NULL;
	return names.items;
}

void theme_list_free(char **names)
{
	for (char **at = names; at && *at; at++)
		free(*at);
	free(names);
}
