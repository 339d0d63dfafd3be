/* The program: reads the command line, finds the records, and hands over to a command or to the browser. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "browser.h"
#include "cache_file.h"
#include "command.h"
#include "linear.h"
#include "record_folders.h"
#include "settings.h"
#include "text.h"

#ifndef KERNATLAS_VERSION
#define KERNATLAS_VERSION "0"
#endif

static const struct {
	const char *name;
	int (*run)(const struct command *c);
} commands[] = {
	{"list", command_list},
	{"show", command_show},
	{"matrix", command_matrix},
	{"facets", command_facets},
	{"compare", command_compare},
	{"doc", command_doc},
	{"links", command_links},
	{"check", command_check},
	{"set", command_set},
	{"snapshot", command_snapshot},
	{"export", command_export},
	{"complete", command_complete},
	{"help", command_help},
};

/* The folders of the command line, else of the environment, else the first place that has one. */
static void find_roots(struct options *o, struct record_folders *folders, struct buf *text)
{
	if (o->root_count)
		return;
	o->root_count = record_folders_from_environment(o->roots, ROOTS_MAX, text);
	record_folders_find(folders);
	for (int i = 0; i < folders->count && !o->root_count; i++)
		if (folders->list[i].there)
			o->roots[o->root_count++] = folders->list[i].path;
}

static int today_of(const struct options *o, struct error *err)
{
	const char *given = o->today ? o->today : getenv("KERNATLAS_TODAY");
	time_t now = time(NULL);
	struct tm tm;
	int date;

	if (given && *given) {
		if (value_parse_date(given, strlen(given), &date))
			return date;
		error_set(err, "`%s` is no day; write it as 2026-10-04", given);
		return 0;
	}
	if (!localtime_r(&now, &tm))
		return 19700101;
	return (tm.tm_year + 1900) * 10000 + (tm.tm_mon + 1) * 100 + tm.tm_mday;
}

/* 0 where nothing is said, -1 for what is no number of days. */
static int stale_days_of(const struct options *o, struct error *err)
{
	char *end;
	long days;

	if (!o->stale)
		return 0;
	days = strtol(o->stale, &end, 10);
	if (days > 0 && days <= 36500 && !*end)
		return (int)days;
	error_set(err, "`%s` is no number of days; write --stale 180", o->stale);
	return -1;
}

static void tell_faults(const struct corpus *corpus)
{
	for (size_t i = 0; i < corpus->findings.count; i++) {
		const struct finding *f = &corpus->findings.items[i];

		if (f->severity == SEVERITY_ERROR)
			command_fail(0, "%s:%u:%u: %s", corpus_path_of_unit(corpus, f->unit), f->line, f->column, f->message);
	}
}

static int terminal_width(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 0;
}

static int run_command(const struct options *o, struct command *c, const struct corpus_options *load)
{
	struct error err = {0};
	int status = STATUS_USAGE;

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(commands[i].name, o->command) != 0)
			continue;
		if (commands[i].run != command_help) {
			c->corpus = corpus_load(load, &err);
			if (!c->corpus)
				return command_fail(STATUS_USAGE, "%s", err.message);
			/* check tells the faults itself; completion writes between what is typed. */
			if (commands[i].run != command_check && commands[i].run != command_complete)
				tell_faults(c->corpus);
		}
		status = commands[i].run(c);
		if (c->corpus && load->cache) {
			/* Whoever waits for the output has it first. */
			fflush(stdout);
			cache_file_save(c->corpus, load->cache, NULL);
		}
		corpus_free(c->corpus);
		return status;
	}
	return status;
}

/* The browser, with a story on top. */
static int present(struct options *o, const struct corpus_options *load, bool utf8)
{
	if (o->operand_count != 1)
		return command_fail(STATUS_USAGE, "name one story; `kernatlas list type:story` lists them");
	o->story = o->operands[0];
	o->operand_count = 0;
	return browser_run(o, load, utf8);
}

/* What is wrong with the settings. The browser says so on its screen. */
static void tell_settings(const struct options *o, const struct settings *settings)
{
	if ((!*o->command && !o->linear) || strcmp(o->command, "present") == 0 || strcmp(o->command, "complete") == 0)
		return;
	for (size_t i = 0; i < settings->faults.count; i++) {
		const struct finding *f = &settings->faults.items[i];

		command_fail(0, "%s:%u:%u: %s", settings->path, f->line, f->column, f->message);
	}
}

static int run(struct options *o, bool utf8)
{
	struct command c = {.options = o, .utf8 = utf8, .terminal = isatty(STDOUT_FILENO)};
	struct corpus_options load = {0};
	struct error err = {0};
	/* The options name these until the end. */
	static struct record_folders folders;
	struct settings settings;
	struct buf roots, cache;
	int status;

	c.width = c.terminal ? terminal_width() : 0;
	if (o->version) {
		printf("kernatlas %s\n", KERNATLAS_VERSION);
		return fflush(stdout) == 0 ? 0 : STATUS_USAGE;
	}
	if (o->help || strcmp(o->command, "help") == 0)
		return command_help(&c);
	if (strcmp(o->command, "complete") == 0)
		command_complete_roots(o);
	if (!settings_read(&settings, o)) {
		settings_release(&settings);
		return command_fail(STATUS_USAGE, "out of memory");
	}
	tell_settings(o, &settings);
	settings_apply(&settings, o);
	buf_init(&roots);
	find_roots(o, &folders, &roots);
	load.roots = o->roots;
	load.root_count = o->root_count;
	buf_init(&cache);
	if (!o->no_cache && o->root_count && cache_file_name(o->roots, o->root_count, &cache))
		load.cache = cache.data;
	load.today = today_of(o, &err);
	load.stale_days = stale_days_of(o, &err);
	if (!load.today || load.stale_days < 0)
		status = command_fail(STATUS_USAGE, "%s", err.message);
	else if (strcmp(o->command, "config") == 0)
		status = command_config(&c, &settings);
	else if (strcmp(o->command, "doctor") == 0)
		status = command_doctor(&c, &load);
	else if (!o->root_count)
		status = command_fail(STATUS_USAGE, "no records found; name their folder with -r, or set KERNATLAS_RECORDS");
	else if (strcmp(o->command, "present") == 0)
		status = present(o, &load, utf8);
	else if (*o->command)
		status = run_command(o, &c, &load);
	else if (o->operand_count > 1)
		status = command_fail(STATUS_USAGE, "no command `%s`; `kernatlas help` lists them (to open a record, give its id alone)",
			o->operands[0]);
	else if (o->linear)
		status = linear_run(o, &load, utf8);
	else
		status = browser_run(o, &load, utf8);
	buf_release(&roots);
	buf_release(&cache);
	settings_release(&settings);
	return status;
}

int main(int argc, char **argv)
{
	struct options options;
	struct error err = {0};
	bool utf8 = text_init_locale();

	/* A reader that goes away is met as a failed write, so that a command can end quietly; and so is a limit on the
	 * size of files. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	if (!options_parse(&options, argc, argv, &err))
		return command_fail(STATUS_USAGE, "%s", err.message);
	return run(&options, utf8);
}
