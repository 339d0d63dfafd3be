/* The loop of linear mode: a line is read, its command found and run, and what it has to say given out. */
#include "linear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check.h"
#include "command.h"
#include "linear_internal.h"
#include "text.h"

enum { PAGE_LINES = 22, PAGE_MOST = 10000 };

/* ---- words that are no actions ---- */

static void tell_again(struct linear *l, const char *argument)
{
	if (l->b.view.kind == VIEW_DOCUMENT && strcmp(argument, "all") == 0) {
		linear_choices_clear(l);
		linear_tell_sheet(l, &l->b.view.sheet, &l->b.view.targets, 0, l->b.view.sheet.block_count);
	} else {
		linear_tell_top(l);
	}
}

static void tell_section(struct linear *l, const char *argument)
{
	linear_tell_section(l, *argument ? (int)strtol(argument, NULL, 10) - 1 : l->section);
}

static void tell_headings(struct linear *l, const char *argument)
{
	(void)argument;
	linear_tell_outline(l);
}

static void tell_where(struct linear *l, const char *argument)
{
	(void)argument;
	linear_tell_place(l);
}

static void tell_findings(struct linear *l, const char *argument)
{
	(void)argument;
	linear_findings(l);
}

static void search(struct linear *l, const char *argument)
{
	linear_search(l, argument, 1);
}

static void answer_yes(struct linear *l, const char *argument)
{
	(void)argument;
	linear_say(l, "There is no question to answer.");
}

static void set_page(struct linear *l, const char *argument)
{
	char *end;
	long lines = strtol(argument, &end, 10);

	if (end == argument || *end || lines < 0 || lines > PAGE_MOST) {
		linear_say(l, "Error: write how many lines make a page: page 20, or page 0 for all at once. It is %d.", l->lines.page);
		return;
	}
	l->lines.page = (int)lines;
	if (lines)
		linear_say(l, "Pages of %ld lines.", lines);
	else
		linear_say(l, "All is given at once.");
}

const struct linear_word linear_words_table[] = {
	{"families", NULL, ACTION_PANE_1, NULL},
	{"cost", NULL, ACTION_PANE_2, NULL},
	{"portability", NULL, ACTION_PANE_3, NULL},
	{"notes", NULL, ACTION_PANE_4, NULL},
	{"record", NULL, ACTION_OPEN, NULL},
	{"document", NULL, ACTION_DOCUMENTS, NULL},
	{"next", NULL, ACTION_TRIAGE_NEXT, NULL},
	{"previous", NULL, ACTION_TRIAGE_PREVIOUS, NULL},
	{"undo", NULL, ACTION_UNDO_EDIT, NULL},
	{"redo", NULL, ACTION_REDO_EDIT, NULL},
	{"again", "again: read again what is here", ACTION_NONE, tell_again},
	{"read", "read [all]: the same; all: the whole document that is open", ACTION_NONE, tell_again},
	{"headings", "headings: the headings of the document that is open", ACTION_NONE, tell_headings},
	{"section", "section [NUMBER]: a section of the document, or the present one again", ACTION_NONE, tell_section},
	{"search", "search TEXT: look for a text in the document", ACTION_NONE, search},
	{"findings", "findings: what is wrong or missing in the records that the filter leaves", ACTION_NONE, tell_findings},
	{"where", "where: the pane, the filter, the selected record", ACTION_NONE, tell_where},
	{"page", "page NUMBER: lines at a time; 0 for all at once", ACTION_NONE, set_page},
	{"yes", "yes: save the change that was told", ACTION_NONE, answer_yes},
	{"no", "no: leave it unsaved", ACTION_NONE, answer_yes},
	{NULL, NULL, ACTION_NONE, NULL},
};

/* ---- commands ---- */

bool linear_command(const struct linear *l, const char *name, size_t len, enum action *action, const struct linear_word **word)
{
	struct event key = {0};

	*action = ACTION_NONE;
	*word = NULL;
	for (const struct linear_word *w = linear_words_table; w->word; w++)
		if (strlen(w->word) == len && memcmp(w->word, name, len) == 0) {
			*word = w;
			*action = w->action;
			return true;
		}
	for (int i = 0; i < ACTION_COUNT; i++)
		if (strlen(action_rows[i].name) == len && memcmp(action_rows[i].name, name, len) == 0) {
			*action = (enum action)i;
			return true;
		}
	if (key_parse(name, len, &key))
		*action = keymap_action(&l->b.keymap, &key);
	return *action != ACTION_NONE;
}

static void say_unknown(struct linear *l, const char *line, size_t len)
{
	char name[64];
	struct text_nearest near;

	snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), line);
	text_nearest_init(&near, name);
	for (int i = 0; i < ACTION_COUNT; i++)
		text_nearest_offer(&near, action_rows[i].name);
	for (const struct linear_word *w = linear_words_table; w->word; w++)
		text_nearest_offer(&near, w->word);
	if (strchr(line, ':'))
		linear_say(l, "Error: no command %s; to filter by it write: filter %s", name, line);
	else if (near.best)
		linear_say(l, "Error: no command %s; did you mean %s? help lists the commands.", name, near.best);
	else
		linear_say(l, "Error: no command %s; help lists the commands.", name);
}

/* What was listed to choose from goes with the next command that is no number. */
static void leave_list(struct linear *l)
{
	if (l->b.choosing)
		browser_close_chooser(&l->b);
}

static void run_command(struct linear *l, const char *line)
{
	size_t len = strcspn(line, " ");
	const char *argument = line + len + strspn(line + len, " ");
	const struct linear_word *word;
	enum action action;

	if (linear_is_number(line)) {
		linear_choose(l, line);
		return;
	}
	if (linear_command(l, line, len, &action, &word)) {
		if (action == ACTION_OPEN && linear_is_number(argument)) {
			linear_choose(l, argument);
			return;
		}
		leave_list(l);
		if (action != ACTION_NONE)
			linear_act(l, action, argument);
		else
			word->run(l, argument);
	} else if (*line == '/') {
		leave_list(l);
		linear_act(l, ACTION_FILTER, line + 1);
	} else {
		say_unknown(l, line, len);
	}
}

/* A change waits for yes or no; what only reads may come before. */
static void run_answer(struct linear *l, const char *line)
{
	if (strcmp(line, "yes") == 0 || strcmp(line, "no") == 0)
		linear_answer(l, *line == 'y');
	else if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
		l->quit = true;
	else if (strcmp(line, "again") == 0 || strcmp(line, "read") == 0)
		linear_tell_change(l);
	else
		linear_say(l, "Error: a change waits, nothing is saved yet. Write yes to save it, no to leave it, again to hear it.");
}

static void run_typed(struct linear *l, const char *line)
{
	struct browser *b = &l->b;
	enum prompt_use use = b->prompting;

	b->prompting = PROMPT_NONE;
	if (!*line) {
		linear_say(l, "Nothing was written; it stays as it is.");
		return;
	}
	browser_review_typed(b, use, line);
	linear_tell_message(l);
	if (linear_asks(l))
		linear_tell_change(l);
}

static void run_line(struct linear *l, const struct buf *line)
{
	const char *text = line->data + strspn(line->data, " \t");

	if (strlen(line->data) != line->len)
		linear_say(l, "Error: this line holds a byte that is no text; it was passed over.");
	else if (l->b.prompting != PROMPT_NONE)
		run_typed(l, text);
	else if (linear_asks(l) && *text)
		run_answer(l, text);
	else if (*text)
		run_command(l, text);
	else if (linear_asks(l))
		linear_say(l, "Question: save this change? Write yes or no.");
	else
		linear_say(l, "Nothing more to read here; help lists the commands.");
}

/* ---- the loop ---- */

/* Records that another program changed are read before the next command. */
static void renew(struct linear *l)
{
	if (linear_asks(l) || !corpus_is_outdated(l->b.s.corpus))
		return;
	browser_reload(&l->b, NULL);
	linear_tell_message(l);
}

static void trim(struct buf *line)
{
	while (line->len && strchr(" \t\r", line->data[line->len - 1]))
		buf_truncate(line, line->len - 1);
}

static int run_loop(struct linear *l)
{
	enum linear_read read = LINEAR_READ;
	struct buf line;

	buf_init(&line);
	while (!l->quit && read != LINEAR_END && linear_lines_give(&l->lines)) {
		if (l->terminal && !linear_lines_write(&l->lines, "> ", 2))
			break;
		read = linear_lines_read(&l->lines, &line, &l->whole);
		trim(&line);
		if (read == LINEAR_READ && !line.len && linear_lines_left(&l->lines))
			continue;
		linear_lines_drop(&l->lines);
		if (read == LINEAR_TOO_LONG)
			linear_say(l, "Error: a line of more than %d bytes was passed over.", LINEAR_LINE_MAX);
		if (read != LINEAR_READ)
			continue;
		/* So that a log tells what was asked. */
		if (!l->terminal)
			linear_say(l, "> %s", line.data);
		renew(l);
		run_line(l, &line);
		l->lines.text.failed = l->lines.text.failed || l->failed || !buf_ok(&line);
	}
	buf_release(&line);
	if (read == LINEAR_END && linear_asks(l))
		linear_say(l, "The input ended; the change was not saved.");
	if (l->terminal && read == LINEAR_END && !l->lines.status)
		linear_lines_write(&l->lines, "\n", 1);
	l->lines.page = 0;
	if (!l->lines.status)
		linear_lines_give(&l->lines);
	return l->lines.status;
}

static void greet(struct linear *l)
{
	const struct corpus *c = l->b.s.corpus;
	size_t errors = check_count(&c->findings, SEVERITY_ERROR);

	linear_say(l, "kernatlas, by lines. A line is a command; help lists them, quit leaves.");
	linear_tell_filter(l);
	if (errors)
		linear_say(l, "Warning: %zu error%s in the files; write findings to hear them.", errors, errors == 1 ? "" : "s");
}

static int begin(struct linear *l, const struct options *options)
{
	const char *start = options->operand_count ? options->operands[0] : "";
	const char *near;

	/* Lines of a view are places, not a height. */
	l->b.layout.main = (struct area){0, 0, VIEW_MEASURE, 1};
	if (*start && !browser_start_at(&l->b, start)) {
		near = corpus_suggest_id(l->b.s.corpus, start);
		return near ? command_fail(STATUS_NOTHING, "no record `%s`; did you mean `%s`?", start, near)
			    : command_fail(STATUS_NOTHING, "no record `%s`; `kernatlas list type:any` names all", start);
	}
	greet(l);
	if (*start) {
		if (l->b.view.kind == VIEW_NONE)
			l->b.focus = PANE_RECORD;
		linear_tell_message(l);
		linear_tell_top(l);
	}
	browser_remember(&l->b, true);
	return run_loop(l);
}

static int page_lines(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 4 ? size.ws_row - 2 : PAGE_LINES;
}

int linear_run(const struct options *options, const struct corpus_options *load, bool utf8)
{
	struct linear l = {.section = -1, .terminal = isatty(STDIN_FILENO)};
	struct error err = {0};
	struct corpus *corpus = corpus_load(load, &err);
	int status = STATUS_USAGE;

	if (!corpus)
		return command_fail(STATUS_USAGE, "%s", err.message);
	linear_lines_init(&l.lines, options->ascii || !utf8, l.terminal ? page_lines() : 0);
	if (browser_init(&l.b, options, load, corpus, &err))
		status = begin(&l, options);
	else
		command_fail(STATUS_USAGE, "%s", err.message);
	browser_release(&l.b);
	linear_choices_clear(&l);
	free(l.choices);
	free(l.group);
	linear_lines_release(&l.lines);
	return status;
}
