/* A story as a file: one of HTML, or Markdown. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "deck.h"
#include "theme.h"
#include "theme_folders.h"

static bool is_story(const struct corpus *c, uint32_t record)
{
	return strcmp(record_type(c, &c->records[record])->name, "story") == 0;
}

/* What there is instead, for a name that is none. */
static int no_story(const struct command *c, const char *name)
{
	struct buf all;

	buf_init(&all);
	for (uint32_t r = 0; r < c->corpus->count; r++)
		if (is_story(c->corpus, r))
			buf_addf(&all, "%s%s", all.len ? ", " : "", c->corpus->records[r].id);
	if (all.len)
		command_fail(0, "no story `%s`; there are %s", name, all.data);
	else
		command_fail(0, "no story `%s`; these records have none", name);
	buf_release(&all);
	return STATUS_USAGE;
}

static bool load_theme(const struct command *c, struct theme *theme, struct error *err)
{
	struct finding_list findings;
	struct theme_folders folders;
	bool ok;

	theme_folders_find(&folders, c->corpus->root_count ? c->corpus->roots[0] : NULL);
	finding_list_init(&findings);
	ok = theme_load(theme, c->options->theme ? c->options->theme : "light", folders.list, folders.count, &findings, err);
	if (ok && findings.count) {
		error_set(err, "theme, line %u, column %u: %s", findings.items[0].line, findings.items[0].column, findings.items[0].message);
		ok = false;
	}
	finding_list_release(&findings);
	return ok;
}

int command_export(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "html";
	bool html = strcmp(format, "html") == 0;
	struct error err = {0}, fault = {0};
	int status = STATUS_USAGE;
	struct theme theme;
	struct deck deck;
	struct buf bytes;
	uint32_t story;

	if (c->options->operand_count != 1)
		return command_fail(STATUS_USAGE, "name one story: kernatlas export cost-lands --format html -o cost-lands.html");
	if (!html && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; export writes html or md", format);
	story = story_find(c->corpus, c->options->operands[0]);
	if (story == RECORD_NONE)
		return no_story(c, c->options->operands[0]);
	if (!load_theme(c, &theme, &err))
		return command_fail(STATUS_USAGE, "%s", err.message);
	buf_init(&bytes);
	if (!deck_build(&deck, c->corpus, story, &fault, &err))
		command_fail(0, "%s", err.message);
	else if (!(html ? deck_html(&deck, &theme, &bytes) : deck_markdown(&deck, &bytes)))
		command_fail(0, "out of memory");
	else
		status = command_write(c, &bytes);
	if (fault.message[0])
		status = command_fail(status ? status : STATUS_NOTHING, "%s: %s", deck.id, fault.message);
	deck_release(&deck);
	buf_release(&bytes);
	return status;
}
