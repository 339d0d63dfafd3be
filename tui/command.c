#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "query.h"
#include "replace_file.h"
#include "text.h"

int command_fail(int status, const char *format, ...)
{
	struct error message;
	struct buf shown;
	va_list args;

	va_start(args, format);
	error_vset(&message, format, args);
	va_end(args);
	buf_init(&shown);
	text_show_lines(&shown, message.message, strlen(message.message));
	fprintf(stderr, "kernatlas: %s\n", shown.data);
	buf_release(&shown);
	return status;
}

static int write_all(const char *bytes, size_t len)
{
	while (len) {
		ssize_t done = write(STDOUT_FILENO, bytes, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0 && errno == EPIPE)
			return 141;
		if (done < 0)
			return command_fail(STATUS_USAGE, "standard output can't be written: %s", strerror(errno));
		bytes += done;
		len -= (size_t)done;
	}
	return 0;
}

int command_write(const struct command *c, const struct buf *text)
{
	struct buf shown;
	int status;

	/* Colours of a picture are the program's own; all else that a terminal gets may hold data. */
	bool authored = strcmp(c->options->command, "snapshot") == 0, ascii = !c->utf8 || c->options->ascii;

	if (!buf_ok(text))
		return command_fail(STATUS_USAGE, "out of memory");
	if (c->options->output && strcmp(c->options->output, "-") != 0) {
		struct error err = {0};

		return replace_file(c->options->output, text, &err) ? 0 : command_fail(STATUS_USAGE, "%s", err.message);
	}
	if (!ascii && (!c->terminal || authored))
		return write_all(text->data, text->len);
	buf_init(&shown);
	if (ascii && !authored)
		text_to_ascii(&shown, text->data, text->len);
	else if (authored)
		buf_add(&shown, text->data, text->len);
	else
		text_show_lines(&shown, text->data, text->len);
	status = buf_ok(&shown) ? write_all(shown.data, shown.len) : command_fail(STATUS_USAGE, "out of memory");
	buf_release(&shown);
	return status;
}

static void join_operands(const struct command *c, struct buf *out)
{
	for (int i = 0; i < c->options->operand_count; i++) {
		buf_adds(out, i ? " " : "");
		buf_adds(out, c->options->operands[i]);
	}
}

static void tell_query_error(const char *query, const struct error *err)
{
	struct buf line;

	command_fail(0, "query, column %d: %s", err->column, err->message);
	buf_init(&line);
	buf_adds(&line, "  ");
	text_show(&line, query, strlen(query), -1);
	buf_addc(&line, '\n');
	buf_add_repeat(&line, ' ', (size_t)(err->column > 0 ? err->column + 1 : 2));
	buf_adds(&line, "^\n");
	fputs(line.data, stderr);
	buf_release(&line);
}

uint32_t *command_select(const struct command *c, uint32_t *count, int *status)
{
	struct query_result result = {0};
	struct query *query;
	struct error err = {0};
	struct buf text;
	uint32_t *records = NULL;
	bool ok;

	*count = 0;
	*status = STATUS_USAGE;
	buf_init(&text);
	join_operands(c, &text);
	query = buf_ok(&text) ? query_parse(c->corpus, text.data, &err) : NULL;
	if (!query) {
		tell_query_error(text.data, &err);
		buf_release(&text);
		return NULL;
	}
	buf_release(&text);
	ok = query_run(query, NULL, &result, &err);
	query_free(query);
	if (ok)
		records = calloc(result.count + 1, sizeof *records);
	if (!records) {
		query_result_release(&result);
		command_fail(STATUS_USAGE, "out of memory");
		return NULL;
	}
	for (size_t r = bitset_next(&result.records, 0); r < c->corpus->count; r = bitset_next(&result.records, r + 1))
		records[(*count)++] = (uint32_t)r;
	for (size_t r = bitset_next(&result.gave_up, 0); r < c->corpus->count; r = bitset_next(&result.gave_up, r + 1))
		command_fail(0, "the pattern gave up on %s: it takes too many steps there", c->corpus->records[r].id);
	query_result_release(&result);
	*status = *count ? STATUS_FOUND : STATUS_NOTHING;
	return records;
}

uint32_t command_record(const struct command *c, const char *id)
{
	uint32_t record;
	const char *near;

	switch (corpus_resolve(c->corpus, id, strlen(id), &record)) {
	case RESOLVE_FOUND:
		return record;
	case RESOLVE_AMBIGUOUS:
		command_fail(0, "`%s` fits several records; write it as type/id, such as %s/%s", id,
			record_type(c->corpus, &c->corpus->records[record])->name, c->corpus->records[record].id);
		return RECORD_NONE;
	default:
		near = corpus_suggest_id(c->corpus, id);
		if (near)
			command_fail(0, "no record `%s`; did you mean `%s`?", id, near);
		else
			command_fail(0, "no record `%s`; `kernatlas list type:any` names all", id);
		return RECORD_NONE;
	}
}

int command_width(const struct command *c, int otherwise)
{
	enum { LEAST = 20, MOST = 1000 };
	const char *given = c->options->width;
	char *end;
	long width;

	if (!given)
		return otherwise;
	width = strtol(given, &end, 10);
	if (end == given || *end || width < LEAST || width > MOST)
		return command_fail(-1, "--width is a number from %d to %d", LEAST, MOST);
	return (int)width;
}
