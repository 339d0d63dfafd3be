/* Help, from the tables of commands, options and the query language. */
#include <string.h>

#include "command.h"
#include "finding.h"
#include "manual.h"
#include "query.h"
#include "text.h"
#include "theme.h"
#include "theme_folders.h"

static bool named(const char *names, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = names; (at = strstr(at, name)); at += len)
		if (at > names && at[-1] == ' ' && at[len] == ' ')
			return true;
	return false;
}

static void add_option(struct buf *out, const struct option_row *row)
{
	struct buf left;

	buf_init(&left);
	buf_addf(&left, "  %s%s%s%s%s", row->short_name ? row->short_name : "", row->short_name ? ", " : "", row->name,
		row->argument ? " " : "", row->argument ? row->argument : "");
	text_show_padded(out, left.data, left.len, 24);
	if (left.len >= 24)
		buf_addf(out, "\n%24s", "");
	buf_addf(out, " %s\n", row->help);
	buf_release(&left);
}

static void add_options(struct buf *out, const char *command)
{
	buf_adds(out, "\nOptions\n");
	for (const struct option_row *row = option_rows; row->name; row++)
		if (!*row->commands || named(row->commands, command))
			add_option(out, row);
}

static void add_all(struct buf *out)
{
	buf_adds(out, "kernatlas: who writes this kernel, where does its compile cost land, what will the artifact run on?\n\n"
		      "  kernatlas [OPTIONS] [ID]        open the browser (there, ? shows its keys)\n");
	for (const struct command_row *row = command_rows; row->name; row++) {
		struct buf left;

		buf_init(&left);
		buf_addf(&left, "  kernatlas %s %s", row->name, row->operands);
		text_show_padded(out, left.data, left.len, 34);
		buf_addf(out, "%s\n", row->help);
		buf_release(&left);
	}
	add_options(out, "browser");
	buf_adds(out, "\nQueries (the same in the browser)\n");
	for (const struct query_help *row = query_help; row->form; row++) {
		buf_adds(out, "  ");
		text_show_padded(out, row->form, strlen(row->form), 26);
		buf_addf(out, "%s\n", row->meaning);
	}
	buf_adds(out, "\nExit status: 0 found or clean, 1 nothing matched or an error among the findings, 2 wrong usage or\n"
		      "records that can't be read.\n");
}

/* The themes that are found, and the roles that one may set. */
static void add_themes(const struct command *c, struct buf *out)
{
	struct theme_folders folders;
	char **names;

	theme_folders_find(&folders, c->options->root_count ? c->options->roots[0] : NULL);
	names = theme_list(folders.list, folders.count);
	buf_adds(out, "kernatlas --theme NAME\n\n  Themes are YAML files in $XDG_CONFIG_HOME/kernatlas/themes (else ~/.config/…), the user's own,\n"
		      "  and those that came with the program, which one may extend:\n\n"
		      "    extends: dark\n    colors: {ground: \"#101418\"}\n    styles: {heading: \"bold underline 214\"}\n\nThemes\n");
	for (char **name = names; name && *name; name++) {
		struct finding_list findings;
		struct theme theme;

		finding_list_init(&findings);
		theme_load(&theme, *name, folders.list, folders.count, &findings, NULL);
		buf_adds(out, "  ");
		text_show_padded(out, *name, strlen(*name), 26);
		text_show(out, theme.title, strlen(theme.title), -1);
		buf_addc(out, '\n');
		for (size_t i = 0; i < findings.count; i++) {
			buf_addf(out, "    line %u, column %u: ", findings.items[i].line, findings.items[i].column);
			text_show(out, findings.items[i].message, strlen(findings.items[i].message), -1);
			buf_addc(out, '\n');
		}
		finding_list_release(&findings);
	}
	out->failed = out->failed || !names;
	theme_list_free(names);
	buf_adds(out, "\nStyles\n");
	for (int i = 0; i < STYLE_COUNT; i++) {
		buf_adds(out, "  ");
		text_show_padded(out, style_name((enum style)i), strlen(style_name((enum style)i)), 26);
		buf_addf(out, "%s\n", style_meaning((enum style)i));
	}
}

static int print_manual(const struct command *c)
{
	const char *name = c->options->operand_count > 1 ? c->options->operands[1] : manual_pages[0].name;
	const struct manual_page *page = manual_find(name);
	struct error err = {0};
	struct buf out;
	int status;

	if (!page)
		return command_fail(STATUS_USAGE, "no page `%s` in the manual; there are kernatlas, kernatlas-records and kernatlas-query", name);
	buf_init(&out);
	status = page->write(page, &out, &err) ? command_write(c, &out) : command_fail(STATUS_USAGE, "%s", err.message);
	buf_release(&out);
	return status;
}

int command_help(const struct command *c)
{
	/* `help COMMAND`, and `COMMAND … --help` whatever else is said. */
	bool asked = c->options->operand_count && (!*c->options->command || strcmp(c->options->command, "help") == 0);
	const char *name = asked ? c->options->operands[0] : c->options->command;
	const struct command_row *row = command_rows;
	struct buf out;
	int status;

	if (c->options->operand_count && strcmp(name, "manual") == 0)
		return print_manual(c);
	while (row->name && strcmp(row->name, name) != 0)
		row++;
	if (asked && !row->name && strcmp(name, "themes") != 0)
		return command_fail(STATUS_USAGE, "no command `%s`; `kernatlas help` lists them", name);
	buf_init(&out);
	if (asked && strcmp(name, "themes") == 0) {
		add_themes(c, &out);
	} else if (!row->name || strcmp(row->name, "help") == 0) {
		add_all(&out);
	} else {
		buf_addf(&out, "kernatlas %s %s\n\n  %s\n", row->name, row->operands, row->help);
		add_options(&out, row->name);
	}
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}
