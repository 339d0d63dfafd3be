/* What the program finds where it runs: what a person is asked for when something looks wrong. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <yaml.h>

#include "cache_file.h"
#include "check.h"
#include "command.h"
#include "json.h"
#include "pattern.h"
#include "record_folders.h"
#include "session_file.h"
#include "terminal_facts.h"
#include "text.h"
#include "theme_folders.h"
#include "width_probe.h"

#ifndef KERNATLAS_VERSION
#define KERNATLAS_VERSION "0"
#endif

struct report {
	struct buf out;
	bool json, first, wrong;
	const char *group;
};

/* One line: what it is, what was found, and, where that is a trouble, what to do. */
__attribute__((format(printf, 4, 5))) static void tell(struct report *r, const char *name, const char *remedy, const char *format, ...)
{
	struct buf value;
	va_list args;
	char text[4096];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	buf_init(&value);
	buf_adds(&value, text);
	r->wrong = r->wrong || *remedy;
	if (r->json) {
		json_next(&r->out, &r->first, 2);
		buf_adds(&r->out, "{\"group\": ");
		json_string0(&r->out, r->group);
		buf_adds(&r->out, ", \"name\": ");
		json_string0(&r->out, name);
		buf_adds(&r->out, ", \"found\": ");
		json_string0(&r->out, text);
		buf_adds(&r->out, ", \"remedy\": ");
		if (*remedy)
			json_string0(&r->out, remedy);
		else
			buf_adds(&r->out, "null");
		buf_addc(&r->out, '}');
	} else {
		buf_addf(&r->out, "%s %-26s ", *remedy ? "!" : " ", name);
		text_show(&r->out, value.data, value.len, -1);
		buf_addf(&r->out, "%s%s\n", *remedy ? " – " : "", remedy);
	}
	buf_release(&value);
}

static void group(struct report *r, const char *name)
{
	r->group = name;
	if (!r->json)
		buf_addf(&r->out, "%s%s\n", r->out.len ? "\n" : "", name);
}

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : "not set";
}

static void tell_versions(struct report *r)
{
	group(r, "versions");
	tell(r, "kernatlas", "", "%s", KERNATLAS_VERSION);
	tell(r, "curses", "", "%s", terminal_curses_version());
	tell(r, "libyaml", "", "%s", yaml_get_version_string());
	tell(r, "PCRE2", "", "%s", pattern_library_version());
}

static void tell_terminal(struct report *r, const struct command *c)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
	struct width_sample samples[WIDTH_SAMPLES];
	bool both = c->terminal && isatty(STDIN_FILENO), known;
	int colors = 0;

	group(r, "terminal");
	known = terminal_facts(term, &colors);
	tell(r, "standard output", "", "%s", c->terminal ? "a terminal" : "no terminal; the browser needs one");
	tell(r, "TERM", known ? "" : "set it to the terminal's name, such as xterm-256color", "%s", variable("TERM"));
	tell(r, "colours", "", "%d%s", colors, no_color && *no_color ? ", not used: NO_COLOR is set" : "");
	if (c->width)
		tell(r, "width", "", "%d cells", c->width);
	width_probe(samples, both && known && c->utf8);
	for (int i = 0; i < WIDTH_SAMPLES; i++)
		if (samples[i].drawn >= 0)
			tell(r, samples[i].name, samples[i].drawn == samples[i].expected ? "" : "columns shift where such characters stand; --ascii leaves out the program's own",
				"%d cell%s wide, reckoned with %d", samples[i].drawn, samples[i].drawn == 1 ? "" : "s", samples[i].expected);
	tell(r, "clipboard", "", "%s", getenv("KERNATLAS_COPY") && *getenv("KERNATLAS_COPY") ? variable("KERNATLAS_COPY")
			: getenv("TMUX") ? "OSC 52 through tmux: needs set-clipboard on" : "OSC 52, where the terminal takes it");
	tell(r, "editor", "", "%s", getenv("VISUAL") && *getenv("VISUAL") ? variable("VISUAL") : getenv("EDITOR") && *getenv("EDITOR") ? variable("EDITOR") : "vi");
}

static void tell_locale(struct report *r, const struct command *c)
{
	group(r, "locale");
	tell(r, "LC_ALL", "", "%s", variable("LC_ALL"));
	tell(r, "LANG", "", "%s", variable("LANG"));
	tell(r, "characters", "", "%s", c->utf8 ? "UTF-8" : "not UTF-8; everything is drawn in ASCII");
}

/* A folder in which the program keeps files for itself; `lost` is what is not kept where it cannot. */
static void tell_kept(struct report *r, const char *name, bool known, const struct buf *path, const char *set, const char *lost)
{
	struct buf hint;

	buf_init(&hint);
	if (known)
		buf_addf(&hint, "%s; give yourself the right to read and write there", lost);
	else
		buf_addf(&hint, "set HOME or %s, or %s", set, lost);
	if (!known || !buf_ok(path) || !buf_ok(&hint))
		tell(r, name, buf_ok(&hint) ? hint.data : "", "no folder for them");
	else if (access(path->data, F_OK) != 0)
		tell(r, name, "", "%s (not there)", path->data);
	else
		tell(r, name, access(path->data, R_OK | W_OK | X_OK) != 0 ? hint.data : "", "%s", path->data);
	buf_release(&hint);
}

/* Where the browser keeps where one was, and what it has read. */
static void tell_state(struct report *r)
{
	struct buf sessions, caches;

	group(r, "state");
	buf_init(&sessions);
	buf_init(&caches);
	tell_kept(r, "sessions", session_file_folder(&sessions), &sessions, "XDG_STATE_HOME", "where you were is not kept");
	tell_kept(r, "caches", cache_file_folder(&caches), &caches, "XDG_CACHE_HOME", "each start reads every file");
	buf_release(&sessions);
	buf_release(&caches);
}

static void tell_folders(struct report *r, const struct corpus_options *load)
{
	struct record_folders folders;
	struct theme_folders themes;

	group(r, "records, in the order in which they are looked for");
	tell(r, "KERNATLAS_RECORDS", "", "%s", variable("KERNATLAS_RECORDS"));
	record_folders_find(&folders);
	for (int i = 0; i < folders.count; i++)
		tell(r, folders.list[i].where, "", "%s%s", folders.list[i].path, folders.list[i].there ? "" : " (not there)");
	for (int i = 0; i < load->root_count; i++)
		tell(r, "used", "", "%s", load->roots[i]);
	group(r, "themes, in the order in which they are looked for");
	theme_folders_find(&themes, load->root_count ? load->roots[0] : NULL);
	for (int i = 0; i < themes.count; i++)
		tell(r, "folder", "", "%s%s", themes.list[i], access(themes.list[i], R_OK | X_OK) == 0 ? "" : " (not there)");
	tell_state(r);
}

static void tell_records(struct report *r, const struct corpus_options *load)
{
	struct error err = {0};
	struct corpus *corpus = load->root_count ? corpus_load(load, &err) : NULL;
	struct finding_list list;
	size_t errors = 0;

	group(r, "what was read");
	if (!corpus) {
		tell(r, "records", "name their folder with -r, or set KERNATLAS_RECORDS", "%s", load->root_count ? err.message : "none found");
		return;
	}
	finding_list_init(&list);
	if (check_run(corpus, &list))
		errors = check_count(&list, SEVERITY_ERROR);
	tell(r, "records", corpus->count ? "" : "the folder has none; name another with -r", "%u in %u files", corpus->count, corpus->unit_count);
	tell(r, "errors", errors ? "`kernatlas check` lists them" : "", "%zu", errors);
	finding_list_release(&list);
	corpus_free(corpus);
}

int command_doctor(const struct command *c, const struct corpus_options *load)
{
	const char *format = c->options->format ? c->options->format : "text";
	struct report r = {.first = true};
	int status;

	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; doctor prints text or json", format);
	r.json = strcmp(format, "json") == 0;
	buf_init(&r.out);
	buf_adds(&r.out, r.json ? "[" : "");
	tell_versions(&r);
	tell_terminal(&r, c);
	tell_locale(&r, c);
	tell_folders(&r, load);
	tell_records(&r, load);
	buf_adds(&r.out, r.json ? "\n]\n" : "");
	status = command_write(c, &r.out);
	buf_release(&r.out);
	return status ? status : r.wrong ? STATUS_NOTHING : STATUS_FOUND;
}
