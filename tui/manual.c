/* kernatlas(1), and the list of pages. */
#include "manual.h"

#include <string.h>

#include "action.h"
#include "linear_internal.h"
#include "options.h"
#include "query.h"
#include "roff.h"

const struct manual_page manual_pages[] = {
	{"kernatlas", "1", "who writes this kernel, where does its compile cost land, what will the artifact run on?", manual_program},
	{"kernatlas-records", "5", "the records of kernatlas: types, fields and vocabularies", manual_records},
	{"kernatlas-query", "7", "the language that selects records", manual_query},
	{NULL, NULL, NULL, NULL},
};

const struct environment_row environment_rows[] = {
	{"KERNATLAS_RECORDS", "Folders of records with colons between, where no `-r` names one."},
	{"KERNATLAS_TODAY", "The day to take for today when ages are told, such as 2026-10-04."},
	{"KERNATLAS_COPY", "A command, with its arguments, that takes what is copied on its standard input. Without it the terminal's "
			   "clipboard is used."},
	{"KERNATLAS_REVIEWER", "Who signs a note that is left in a record."},
	{"VISUAL", "The editor for the records' files; else `EDITOR`, else `vi`."},
	{"XDG_CONFIG_HOME", "Where the user's own themes are, in `kernatlas/themes`; else `~/.config`."},
	{"XDG_DATA_HOME", "Where the user's own records are looked for, in `kernatlas/records`; else `~/.local/share`."},
	{"XDG_CACHE_HOME", "Where what was read of a large corpus is kept, in `kernatlas`; else `~/.cache`."},
	{"XDG_STATE_HOME", "Where it is kept where the browser was left, in `kernatlas/sessions`; else `~/.local/state`."},
	{"NO_COLOR", "Not empty: no colours, attributes alone."},
	{"COLORFGBG", "Whether the terminal is light or dark, where it does not answer itself."},
	{"TERM", "The kind of terminal."},
	{NULL, NULL},
};

const struct manual_page *manual_find(const char *name)
{
	for (const struct manual_page *page = manual_pages; page->name; page++)
		if (strcmp(page->name, name) == 0)
			return page;
	return NULL;
}

static void add_synopsis(struct buf *out)
{
	roff_section(out, "SYNOPSIS");
	buf_adds(out, ".SY kernatlas\n.RI [ options ]\n.RI [ ID ]\n.YS\n");
	for (const struct command_row *row = command_rows; row->name; row++) {
		buf_adds(out, ".SY \"kernatlas ");
		buf_addf(out, "%s\"\n.RI [ options ]\n", row->name);
		if (*row->operands)
			roff_text(out, row->operands);
		buf_adds(out, ".YS\n");
	}
}

static void add_options(struct buf *out)
{
	roff_section(out, "OPTIONS");
	for (const struct option_row *row = option_rows; row->name; row++) {
		struct buf tag, meaning;

		buf_init(&tag);
		buf_init(&meaning);
		buf_addf(&tag, "%s%s%s", row->short_name ? row->short_name : "", row->short_name ? ", " : "", row->name);
		buf_adds(&meaning, row->help);
		if (*row->commands)
			buf_addf(&meaning, " (%.*s)", (int)strlen(row->commands) - 2, row->commands + 1);
		buf_adds(&meaning, ".");
		if (buf_ok(&tag) && buf_ok(&meaning))
			roff_entry(out, tag.data, row->argument, meaning.data);
		else
			out->failed = true;
		buf_release(&tag);
		buf_release(&meaning);
	}
}

static void add_commands(struct buf *out)
{
	roff_section(out, "COMMANDS");
	roff_paragraph(out, "Without a command the browser opens, at the record or document whose id is given.");
	for (const struct command_row *row = command_rows; row->name; row++)
		roff_entry(out, row->name, row->operands, row->help);
}

static void add_keys(struct buf *out)
{
	const char *group = "";

	roff_section(out, "KEYS");
	roff_paragraph(out, "In the browser. `C-` is Control, `M-` Alt, `BTab` Shift and Tab, `BSpace` Backspace. Each has a name, by which "
			    "`:` finds it.");
	for (int i = 0; i < ACTION_COUNT; i++) {
		const struct action_row *row = &action_rows[i];
		struct buf takes;

		if (strcmp(row->group, group) != 0)
			roff_subsection(out, group = row->group);
		buf_init(&takes);
		buf_addf(&takes, "%s", row->name);
		roff_entry(out, *row->keys ? row->keys : ":", takes.data, row->help);
		buf_release(&takes);
	}
}

static void add_lines(struct buf *out)
{
	roff_section(out, "BY LINES");
	roff_paragraph(out, "With `--linear` the browser speaks in lines, for screen readers, logs and scripts. Nothing but text is written, and no "
			    "terminal is needed. Each line of standard input is a command: a number chooses from the last list, and the names of "
			    "the actions above, their keys and the words below say what to do, with what it is to act on behind them: `filter "
			    "backend:cuda`, `open triton`, `edit confidence 0.6`. A change is told exactly and saved after `yes`. `help` lists "
			    "what each action means there. The end of the input leaves.");
	for (const struct linear_word *word = linear_words_table; word->word; word++) {
		struct buf meaning;

		buf_init(&meaning);
		if (word->action != ACTION_NONE)
			buf_addf(&meaning, "The same as %s.", action_rows[word->action].name);
		else
			buf_addf(&meaning, "%s.", strchr(word->help, ':') ? strchr(word->help, ':') + 2 : word->help);
		out->failed = out->failed || !buf_ok(&meaning);
		roff_entry(out, word->word, NULL, meaning.data);
		buf_release(&meaning);
	}
}

static void add_ends(struct buf *out)
{
	roff_section(out, "EXIT STATUS");
	roff_entry(out, "0", NULL, "Something was found, or nothing is wrong.");
	roff_entry(out, "1", NULL, "Nothing matched, or there is an error among the findings.");
	roff_entry(out, "2", NULL, "Wrong usage, or records that can't be read.");
	roff_entry(out, "128+n", NULL, "Signal n ended it; 141 is a reader of the output that went away.");
	roff_section(out, "ENVIRONMENT");
	for (const struct environment_row *row = environment_rows; row->name; row++)
		roff_entry(out, row->name, NULL, row->help);
}

static void add_files(struct buf *out)
{
	roff_section(out, "FILES");
	roff_entry(out, "$XDG_CONFIG_HOME/kernatlas/config.yaml", NULL, "The settings; else in `~/.config`.");
	roff_entry(out, "$XDG_CONFIG_HOME/kernatlas/themes", NULL, "The user's own themes; else in `~/.config`.");
	roff_entry(out, "$XDG_STATE_HOME/kernatlas/sessions", NULL, "Where the browser was left, a small file for each set of folders of records, "
		"for the user alone: the next start is there again. `--fresh` begins anew, the setting `session: no` keeps nothing. Each may be "
		"deleted; else in `~/.local/state`.");
	roff_entry(out, "$XDG_CACHE_HOME/kernatlas", NULL, "What was read of records of a thousand files and more, for the user alone: the next start "
		"reads anew only files whose identity, size or time is another. A cache that is damaged or of another version is thrown away. "
		"`--no-cache` and the setting `cache: no` do without. Each may be deleted; else in `~/.cache`.");
}

static void add_examples(struct buf *out)
{
	roff_section(out, "EXAMPLES");
	roff_paragraph(out, "What compiles at the first request, as a table; how many records say that they are not ready:");
	roff_example(out, "kernatlas list 'cost:first-request -is:draft'\nkernatlas list 'production_ready:no' --count\n");
	roff_paragraph(out, "Two records side by side, and what runs where:");
	roff_example(out, "kernatlas compare cutlass-cute composable-kernel\nkernatlas matrix family:kernel-dsl\n");
	roff_paragraph(out, "What is missing in records of one's own, for a program that reads SARIF:");
	roff_example(out, "kernatlas -r my-records check --format sarif\n");
}

bool manual_program(const struct manual_page *page, struct buf *out, struct error *err)
{
	roff_page(out, page->name, page->section, page->about);
	add_synopsis(out);
	roff_section(out, "DESCRIPTION");
	roff_paragraph(out, "kernatlas is a browser for the terminal over structured records of compilers and kernel languages. Linked panes "
			    "show the same records from several sides; the record's own pane tells all that is known of it, with the "
			    "source of each statement. A filter narrows all of them. What is not recorded is told apart from \"no\". "
			    "The commands print the same for people and for programs.");
	add_commands(out);
	add_options(out);
	add_keys(out);
	add_lines(out);
	add_ends(out);
	add_files(out);
	add_examples(out);
	roff_section(out, "SEE ALSO");
	for (const struct manual_page *other = manual_pages + 1; other->name; other++) {
		buf_adds(out, ".BR ");
		for (const char *c = other->name; *c; c++)
			buf_adds(out, *c == '-' ? "\\-" : (char[]){*c, '\0'});
		buf_addf(out, " (%s)%s\n", other->section, other[1].name ? "," : "");
	}
	return buf_ok(out) || (error_set(err, "out of memory"), false);
}
