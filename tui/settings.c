#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

enum { FILE_LIMIT = 1 << 20 };

const struct setting_row setting_rows[SETTING_COUNT] = {
#define SETTING(id, name, kind, least, most, standard, variable, help) {name, SETTING_##kind, least, most, standard, variable, help},
	SETTINGS(SETTING)
#undef SETTING
};

void settings_init(struct settings *s)
{
	memset(s, 0, sizeof *s);
	keymap_init(&s->keymap);
	finding_list_init(&s->faults);
}

void settings_release(struct settings *s)
{
	free(s->path);
	for (int i = 0; i < SETTING_COUNT; i++)
		free(s->values[i].text);
	finding_list_release(&s->faults);
	memset(s, 0, sizeof *s);
}

const char *setting_text(const struct settings *s, enum setting setting)
{
	return s->values[setting].text ? s->values[setting].text : setting_rows[setting].standard;
}

bool setting_yes(const struct settings *s, enum setting setting)
{
	return strcmp(setting_text(s, setting), "yes") == 0;
}

long setting_number(const struct settings *s, enum setting setting)
{
	return strtol(setting_text(s, setting), NULL, 10);
}

static bool set(struct settings *s, enum setting setting, const char *text, enum setting_from from)
{
	char *copy = strdup(text);

	if (!copy)
		return false;
	free(s->values[setting].text);
	s->values[setting] = (struct setting_value){.text = copy, .from = from};
	return true;
}

/* ---- where they come from ---- */

static bool find_file(struct settings *s)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	struct buf path;

	buf_init(&path);
	if (config && *config == '/')
		buf_addf(&path, "%s/kernatlas/config.yaml", config);
	else if (home && *home == '/')
		buf_addf(&path, "%s/.config/kernatlas/config.yaml", home);
	s->path = path.len && buf_ok(&path) ? strdup(path.data) : NULL;
	if (!buf_ok(&path) || (path.len && !s->path)) {
		buf_release(&path);
		return false;
	}
	buf_release(&path);
	return true;
}

static bool take_environment(struct settings *s)
{
	for (int i = 0; i < SETTING_COUNT; i++) {
		const char *value = *setting_rows[i].variable ? getenv(setting_rows[i].variable) : NULL;

		if (value && *value && !set(s, (enum setting)i, value, FROM_ENVIRONMENT))
			return false;
	}
	return true;
}

static bool take_options(struct settings *s, const struct options *o)
{
	struct buf roots;
	bool ok = true;

	buf_init(&roots);
	for (int i = 0; i < o->root_count; i++)
		buf_addf(&roots, "%s%s", i ? "\n" : "", o->roots[i]);
	if (o->root_count)
		ok = buf_ok(&roots) && set(s, SETTING_RECORDS, roots.data, FROM_OPTION);
	buf_release(&roots);
	ok = ok && (!o->theme || set(s, SETTING_THEME, o->theme, FROM_OPTION)) && (!o->stale || set(s, SETTING_STALE_DAYS, o->stale, FROM_OPTION));
	ok = ok && (!o->no_mouse || set(s, SETTING_MOUSE, "no", FROM_OPTION)) && (!o->ascii || set(s, SETTING_ASCII, "yes", FROM_OPTION));
	ok = ok && (!o->no_cache || set(s, SETTING_CACHE, "no", FROM_OPTION));
	return ok && (!o->poll || set(s, SETTING_POLL, "yes", FROM_OPTION));
}

bool settings_read(struct settings *s, const struct options *options)
{
	struct buf bytes;
	bool ok;

	settings_init(s);
	if (!find_file(s))
		return false;
	buf_init(&bytes);
	ok = true;
	if (s->path && buf_read_file(&bytes, s->path, FILE_LIMIT)) {
		s->there = true;
		ok = settings_parse(s, s->path, bytes.data, bytes.len);
	} else if (s->path && errno != ENOENT && errno != ENOTDIR) {
		ok = finding_add(&s->faults, FINDING_UNREADABLE, 0, 0, "can't be read: %s", strerror(errno)) != NULL;
	}
	buf_release(&bytes);
	return ok && take_environment(s) && take_options(s, options);
}

/* ---- what they do ---- */

static void take_roots(struct settings *s, struct options *o)
{
	struct setting_value *v = &s->values[SETTING_RECORDS];

	/* Those of the environment and of the command line are taken where they stand. */
	if (o->root_count || v->from != FROM_FILE || !v->text)
		return;
	for (char *part = v->text; part && o->root_count < ROOTS_MAX;) {
		char *next = strchr(part, '\n');

		if (next)
			*next++ = '\0';
		o->roots[o->root_count++] = part;
		part = next;
	}
}

void settings_apply(struct settings *s, struct options *o)
{
	o->settings = s;
	if (!o->theme && *setting_text(s, SETTING_THEME))
		o->preferred_theme = setting_text(s, SETTING_THEME);
	if (!o->stale)
		o->stale = setting_text(s, SETTING_STALE_DAYS);
	o->no_mouse = o->no_mouse || !setting_yes(s, SETTING_MOUSE);
	o->ascii = o->ascii || setting_yes(s, SETTING_ASCII);
	o->no_cache = o->no_cache || !setting_yes(s, SETTING_CACHE);
	o->poll = o->poll || setting_yes(s, SETTING_POLL);
	take_roots(s, o);
	/* These are asked for where they are needed, by way of the environment. */
	if (s->values[SETTING_EDITOR].from == FROM_FILE)
		setenv("VISUAL", setting_text(s, SETTING_EDITOR), 1);
	if (s->values[SETTING_OPENER].from == FROM_FILE)
		setenv("KERNATLAS_OPENER", setting_text(s, SETTING_OPENER), 1);
	if (s->values[SETTING_COPY].from == FROM_FILE)
		setenv("KERNATLAS_COPY", setting_text(s, SETTING_COPY), 1);
}
