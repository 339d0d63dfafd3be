#include "options.h"

#include <string.h>

#include "text.h"

#define AT(member) offsetof(struct options, member)

const struct option_row option_rows[] = {
	{"--records", "-r", OPTION_ROOT, "DIR", "a folder of records; may be repeated (else $KERNATLAS_RECORDS, else the installed ones)", 0, ""},
	{"--query", "-q", OPTION_TEXT, "QUERY", "begin with this query", AT(query), " browser snapshot "},
	{"--theme", NULL, OPTION_TEXT, "NAME", "colours: a theme's name or file; `kernatlas help themes` lists them", AT(theme), " browser snapshot present export "},
	{"--ascii", NULL, OPTION_FLAG, NULL, "draw with ASCII only", AT(ascii), ""},
	{"--poll", NULL, OPTION_FLAG, NULL, "look for changed files every two seconds instead of being told, where the system does not tell", AT(poll), " browser "},
	{"--no-cache", NULL, OPTION_FLAG, NULL, "read every file, and keep nothing of it for the next start", AT(no_cache), ""},
	{"--no-mouse", NULL, OPTION_FLAG, NULL, "leave the mouse to the terminal", AT(no_mouse), " browser present "},
	{"--fresh", NULL, OPTION_FLAG, NULL, "begin anew, not where you were last time", AT(fresh), " browser "},
	{"--linear", NULL, OPTION_FLAG, NULL, "by lines, for screen readers and logs: no cursor, no colours, commands from standard input", AT(linear), " browser "},
	{"--fields", NULL, OPTION_TEXT, "A,B", "columns: names of fields", AT(fields), " list "},
	{"--sort", NULL, OPTION_TEXT, "F,-G", "order by fields; a minus sign turns one round", AT(sort), " list "},
	{"--format", NULL, OPTION_TEXT, "FORMAT", "how to print it; `kernatlas help COMMAND` names the formats", AT(format), " list show matrix facets compare links check export snapshot doctor config "},
	{"--count", NULL, OPTION_FLAG, NULL, "print only how many", AT(count), " list "},
	{"--field", NULL, OPTION_TEXT, "F", "only this field", AT(field), " facets "},
	{"--width", NULL, OPTION_TEXT, "N", "wrap at N cells", AT(width), " doc list show "},
	{"--strict", NULL, OPTION_FLAG, NULL, "warnings count as errors", AT(strict), " check "},
	{"--dry-run", NULL, OPTION_FLAG, NULL, "show the change without saving it", AT(dry_run), " set "},
	{"--size", NULL, OPTION_TEXT, "WxH", "size of the screen, such as 120x40", AT(size), " snapshot "},
	{"--keys", NULL, OPTION_TEXT, "KEYS", "keys to press first, such as 'j j Enter / b a c k Escape'", AT(keys), " snapshot "},
	{"--output", "-o", OPTION_TEXT, "FILE", "write there", AT(output), " export snapshot "},
	{"--notes", NULL, OPTION_FLAG, NULL, "show the speaker's notes of a presentation that runs elsewhere", AT(notes), " present "},
	{"--today", NULL, OPTION_TEXT, "DATE", "take this day for today when ages are told", AT(today), ""},
	{"--stale", NULL, OPTION_TEXT, "DAYS", "a record not updated for longer is stale (180)", AT(stale), ""},
	{"--help", "-h", OPTION_FLAG, NULL, "print help", AT(help), ""},
	{"--version", NULL, OPTION_FLAG, NULL, "print the version", AT(version), ""},
	{NULL, NULL, OPTION_FLAG, NULL, NULL, 0, NULL},
};

const struct command_row command_rows[] = {
	{"list", "[QUERY]", "records that a query selects (formats: table json jsonl csv tsv md)"},
	{"show", "ID", "one record, whole (formats: text json md)"},
	{"matrix", "[QUERY]", "records by what they run on (formats: text json csv md)"},
	{"facets", "[QUERY]", "values and how many records have them (formats: text json csv md)"},
	{"compare", "ID ID…", "records side by side, differences first (formats: text json csv md)"},
	{"doc", "ID[#heading]", "a document, wrapped"},
	{"links", "ID", "what a record links to and what links to it (formats: text json csv md)"},
	{"check", "[QUERY]", "what is wrong or missing in the records (formats: text json sarif)"},
	{"set", "ID FIELD=VALUE…", "change values of a record in its file, and nothing else there; refused where the rules forbid it"},
	{"snapshot", "", "a picture of the browser's screen (formats: text ansi svg)"},
	{"present", "STORY", "a story on the live records, step by step; with --notes its notes, in a second terminal"},
	{"export", "STORY", "a story with its tables, notes and sources, as one file (formats: html md)"},
	{"config", "", "the settings in force and where each comes from (formats: text json)"},
	{"doctor", "", "what the program finds here: terminal, colours, locale, folders, versions (formats: text json)"},
	{"complete", "-- WORD…", "what may stand as the last of these words behind `kernatlas`; for the shells' completion"},
	{"help", "[COMMAND]", "this help, or that of a command; also: themes, manual"},
	{NULL, NULL, NULL},
};

static bool is_command(const char *name)
{
	for (const struct command_row *row = command_rows; row->name; row++)
		if (strcmp(row->name, name) == 0)
			return true;
	return false;
}

bool options_belongs(const struct option_row *row, const char *command)
{
	size_t len = strlen(command);

	if (!*row->commands)
		return true;
	if (!len)
		return strstr(row->commands, " browser ") != NULL;
	for (const char *at = row->commands; (at = strstr(at, command)); at += len)
		if (at[-1] == ' ' && at[len] == ' ')
			return true;
	return false;
}

const struct option_row *options_find(const char *name, size_t len)
{
	for (const struct option_row *row = option_rows; row->name; row++)
		if ((strlen(row->name) == len && memcmp(row->name, name, len) == 0)
			|| (row->short_name && len == 2 && memcmp(row->short_name, name, 2) == 0))
			return row;
	return NULL;
}

static bool unknown_option(const char *argument, struct error *err)
{
	struct text_nearest near;

	text_nearest_init(&near, argument);
	for (const struct option_row *row = option_rows; row->name; row++)
		text_nearest_offer(&near, row->name);
	if (near.best)
		error_set(err, "no option %s; did you mean %s?", argument, near.best);
	else
		error_set(err, "no option %s; `kernatlas help` lists them (a text that begins with a minus sign goes behind --)",
			argument);
	return false;
}

static bool set(struct options *o, const struct option_row *row, const char *value, struct error *err)
{
	char *base = (char *)o;

	if (row->kind == OPTION_FLAG) {
		*(bool *)(void *)(base + row->offset) = true;
	} else if (row->kind == OPTION_TEXT) {
		*(const char **)(void *)(base + row->offset) = value;
	} else if (o->root_count == ROOTS_MAX) {
		error_set(err, "more than %d folders of records", ROOTS_MAX);
		return false;
	} else {
		o->roots[o->root_count++] = value;
		o->root_given = o->root_count;
	}
	return true;
}

/* One option at argv[*i]; its value may be the next argument. */
static bool take_option(struct options *o, int argc, char **argv, int *i, const struct option_row **taken, struct error *err)
{
	const char *argument = argv[*i], *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
	size_t len = equals ? (size_t)(equals - argument) : strlen(argument);
	const struct option_row *row = options_find(argument, len);
	const char *value = equals ? equals + 1 : NULL;

	if (!row)
		return unknown_option(argument, err);
	*taken = row;
	if (row->kind == OPTION_FLAG && value) {
		error_set(err, "option %s takes no value", row->name);
		return false;
	}
	if (row->kind != OPTION_FLAG && !value) {
		if (*i + 1 >= argc) {
			error_set(err, "option %s needs a value: %s %s", row->name, row->name, row->argument);
			return false;
		}
		value = argv[++*i];
	}
	return set(o, row, value, err);
}

/* An excluding term of a query (-is:draft) is no option: those of one minus sign have one letter. */
static bool is_option(const char *argument)
{
	return argument[0] == '-' && argument[1] && (argument[1] == '-' || !argument[2]);
}

bool options_parse(struct options *o, int argc, char **argv, struct error *err)
{
	const struct option_row *given[64];
	int given_count = 0;
	bool only_operands = false;

	memset(o, 0, sizeof *o);
	o->command = "";
	o->operands = (const char **)argv;
	for (int i = 1; i < argc; i++) {
		if (!only_operands && is_option(argv[i])) {
			const struct option_row *row = NULL;

			if (strcmp(argv[i], "--") == 0) {
				only_operands = true;
				continue;
			}
			if (!take_option(o, argc, argv, &i, &row, err))
				return false;
			if (row && given_count < 64)
				given[given_count++] = row;
		} else if (!*o->command && !o->operand_count && !only_operands && is_command(argv[i])) {
			o->command = argv[i];
		} else {
			o->operands[o->operand_count++] = argv[i];
		}
	}
	for (int i = 0; i < given_count; i++)
		if (!options_belongs(given[i], o->command)) {
			error_set(err, "option %s does not belong to %s", given[i]->name, *o->command ? o->command : "the browser");
			return false;
		}
	return true;
}
