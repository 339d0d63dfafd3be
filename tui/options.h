/* The command line as a table: one row an option feeds parsing, help, the manual and completion. */
#ifndef KERNATLAS_OPTIONS_H
#define KERNATLAS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct settings;

enum { ROOTS_MAX = 32 };

/* What a command line asked for. Strings belong to argv or the environment. */
struct options {
	const char *command; /* "" for the browser */
	const char *roots[ROOTS_MAX];
	int root_count; /* 0: not said */
	int root_given; /* of these, how many the command line named */
	const char *query, *theme, *fields, *sort, *format, *field, *size, *keys, *width, *output, *today, *stale;
	const char *story;           /* what to present */
	const char *preferred_theme; /* of the settings: a name that is none is no reason not to start */
	const struct settings *settings; /* or NULL */
	bool count, strict, dry_run, ascii, no_mouse, no_cache, poll, notes, fresh, linear, help, version;
	const char **operands; /* what is no option, behind the command; points into argv */
	int operand_count;
};

enum option_kind { OPTION_FLAG, OPTION_TEXT, OPTION_ROOT };

struct option_row {
	const char *name;     /* "--format" */
	const char *short_name; /* "-q"; NULL */
	enum option_kind kind;
	const char *argument; /* as help shows it; NULL for a flag */
	const char *help;
	size_t offset;        /* in struct options */
	const char *commands; /* names of commands between spaces, " list show "; "" for all; "browser" for none given */
};
extern const struct option_row option_rows[]; /* ends with a NULL name */

struct command_row {
	const char *name, *operands, *help;
};
extern const struct command_row command_rows[]; /* ends with a NULL name */

/* The option with this name, such as "--query" or "-q"; NULL when there is none. */
const struct option_row *options_find(const char *name, size_t len);
/* Whether it may be given with a command; "" is the browser. */
bool options_belongs(const struct option_row *row, const char *command);
/* Parses. False with a message that says what to write instead. `argv` is reordered: operands come to its front. */
bool options_parse(struct options *o, int argc, char **argv, struct error *err);

#endif
