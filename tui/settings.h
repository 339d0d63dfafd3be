/* The user's settings: $XDG_CONFIG_HOME/kernatlas/config.yaml (else ~/.config/…), one YAML mapping. One table gives each setting
 * its kind, range, default and help; reading, `kernatlas config` and the manual are fed from it.
 *
 *	theme: light
 *	records: [~/atlas/records]
 *	stale_days: 90
 *	keys:
 *	  quit: [Q, C-c]        # an action's keys; they take the place of its default ones
 *	  documents: "g d"      # two keys, one after another
 *
 * An option of the command line wins over the environment, the environment over the file, the file over the default. */
#ifndef KERNATLAS_SETTINGS_H
#define KERNATLAS_SETTINGS_H

#include "finding.h"
#include "keymap.h"
#include "options.h"
#include "value.h"

enum setting_kind { SETTING_TEXT, SETTING_YES_NO, SETTING_NUMBER, SETTING_LIST };

/* SETTING(id, "name", kind, least, most, "default", "environment variable or empty", "what it does") */
#define SETTINGS(SETTING) \
	SETTING(THEME, "theme", TEXT, 0, 0, "", "", "the colours: a theme's name or file; without it dark or light, as the terminal is") \
	SETTING(RECORDS, "records", LIST, 0, 0, "", "KERNATLAS_RECORDS", "folders of records to open; a ~ at the beginning is your home") \
	SETTING(MOUSE, "mouse", YES_NO, 0, 0, "yes", "", "take clicks and the wheel; no leaves them to the terminal") \
	SETTING(ASCII, "ascii", YES_NO, 0, 0, "no", "", "draw with ASCII only") \
	SETTING(POLL, "poll", YES_NO, 0, 0, "no", "", "look for changed files every two seconds instead of being told") \
	SETTING(SESSION, "session", YES_NO, 0, 0, "yes", "", "come back to where you were at the next start; no neither reads nor keeps it") \
	SETTING(CACHE, "cache", YES_NO, 0, 0, "yes", "", "keep what was read of more than a thousand files, for a quicker next start") \
	SETTING(EDITOR, "editor", TEXT, 0, 0, "", "", "the editor, with its arguments; without it $VISUAL, $EDITOR, vi") \
	SETTING(OPENER, "opener", TEXT, 0, 0, "", "KERNATLAS_OPENER", "opens an address: a program and its arguments; without it xdg-open or open") \
	SETTING(COPY, "copy", TEXT, 0, 0, "", "KERNATLAS_COPY", "takes what is copied on its standard input; without it the terminal's clipboard") \
	SETTING(STALE_DAYS, "stale_days", NUMBER, 1, 36500, "180", "", "after how many days without a check a record is stale")

enum setting {
#define SETTING(id, name, kind, least, most, standard, variable, help) SETTING_##id,
	SETTINGS(SETTING)
#undef SETTING
	SETTING_COUNT
};

struct setting_row {
	const char *name;
	enum setting_kind kind;
	long least, most;
	const char *standard, *variable, *help;
};
extern const struct setting_row setting_rows[SETTING_COUNT];

enum setting_from { FROM_DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_OPTION };

struct setting_value {
	char *text; /* owned; a list has line feeds between its items */
	enum setting_from from;
	uint32_t line; /* in the file */
};

struct settings {
	char *path; /* of the file; owned; NULL where there is no place for one */
	bool there; /* the file was read */
	struct setting_value values[SETTING_COUNT];
	struct keymap keymap;
	struct { bool own; uint32_t line; } keys[ACTION_COUNT]; /* which actions have keys of the file */
	struct finding_list faults; /* with line and column in the file */
};

/* Reads the file and the environment, then takes what the options say. What is wrong in the file is a fault, the rest is used.
 * False when memory ends. Release it either way. */
bool settings_read(struct settings *s, const struct options *options);
/* The same for the bytes of a file. */
bool settings_parse(struct settings *s, const char *path, const char *bytes, size_t len);
/* Takes the mapping of actions to keys; `names` are those of its unit. */
void settings_take_keys(struct settings *s, const struct keys *names, struct node keys);
void settings_init(struct settings *s);
void settings_release(struct settings *s);
/* Gives options what they do not say themselves. Folders' names live in the settings. */
void settings_apply(struct settings *s, struct options *options);

const char *setting_text(const struct settings *s, enum setting setting);
bool setting_yes(const struct settings *s, enum setting setting);
long setting_number(const struct settings *s, enum setting setting);

#endif
