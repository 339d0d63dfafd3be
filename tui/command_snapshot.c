/* A picture of the browser's screen: the real browser on a canvas instead of a terminal, after the keys that were given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"
#include "command.h"
#include "snapshot_format.h"

static bool read_size(const char *text, int *w, int *h)
{
	char *end;
	long width, height;

	width = strtol(text, &end, 10);
	if (end == text || (*end != 'x' && *end != 'X'))
		return false;
	text = end + 1;
	height = strtol(text, &end, 10);
	if (end == text || *end || width < 1 || height < 1 || width > 1000 || height > 1000)
		return false;
	*w = (int)width;
	*h = (int)height;
	return true;
}

/* Presses the keys, painting after each as the loop would. False for a name that is no key. */
static bool press(struct browser *b, const char *keys, struct error *err)
{
	while (*keys) {
		size_t len;
		struct event event;

		keys += strspn(keys, " ");
		len = strcspn(keys, " ");
		if (!len)
			break;
		if (!key_parse(keys, len, &event)) {
			error_set(err, "`%.*s` is no key; write keys as j, Enter, C-o, Space with blanks between", (int)len, keys);
			return false;
		}
		browser_take(b, &event);
		if (!browser_paint(b))
			return error_memory(err);
		keys += len;
	}
	return true;
}

static int print(const struct command *c, struct browser *b)
{
	const char *format = c->options->format ? c->options->format : "text";
	struct buf out;
	int status;

	buf_init(&out);
	if (strcmp(format, "text") == 0) {
		canvas_to_text(&b->canvas, &out);
	} else if (strcmp(format, "ansi") == 0) {
		snapshot_ansi(&b->canvas, &b->theme, &out);
	} else if (strcmp(format, "svg") == 0) {
		snapshot_svg(&b->canvas, &b->theme, &out);
	} else {
		return command_fail(STATUS_USAGE, "no format `%s`; snapshot prints text, ansi or svg", format);
	}
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}

int command_snapshot(const struct command *c)
{
	struct options options = *c->options;
	struct corpus_options load = {.roots = (const char *const *)c->corpus->roots,
		.root_count = c->corpus->root_count,
		.today = c->corpus->today,
		.stale_days = c->corpus->stale_days};
	struct error err = {0};
	struct browser b;
	int w = 120, h = 40, status = STATUS_USAGE;
	struct corpus *corpus;

	if (options.size && !read_size(options.size, &w, &h))
		return command_fail(STATUS_USAGE, "`%s` is no size; write it as 120x40", options.size);
	options.ascii = options.ascii || !c->utf8;
	/* The browser owns its corpus; what is unchanged since is taken over from the one that is loaded. */
	load.previous = c->corpus;
	corpus = corpus_load(&load, &err);
	if (!corpus)
		return command_fail(STATUS_USAGE, "%s", err.message);
	if (browser_init(&b, &options, &load, corpus, &err) && browser_resize(&b, w, h)) {
		if (options.operand_count && !browser_start_at(&b, options.operands[0])) {
			browser_release(&b);
			return command_fail(STATUS_NOTHING, "no record `%s`; `kernatlas list type:any` names all", c->options->operands[0]);
		}
		browser_remember(&b, true);
		if (!browser_paint(&b))
			error_memory(&err);
		else if (!options.keys || press(&b, options.keys, &err))
			status = print(c, &b);
	}
	if (err.message[0])
		command_fail(0, "%s", err.message);
	browser_release(&b);
	return status;
}
