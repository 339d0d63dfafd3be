/* Findings, as text, JSON or SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "command.h"
#include "json.h"
#include "present.h"
#include "text.h"

#ifndef KERNATLAS_VERSION
#define KERNATLAS_VERSION "0"
#endif

static const char *path_of(const struct command *c, const struct finding *f)
{
	return corpus_path_of_unit(c->corpus, f->unit);
}

/* A path as a URI reference (RFC 3986): what may not stand there is percent-encoded. */
static void put_uri(struct buf *out, const char *path)
{
	struct buf uri;

	buf_init(&uri);
	buf_adds(&uri, *path == '/' ? "file://" : "");
	for (; *path; path++) {
		unsigned char byte = (unsigned char)*path;

		if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || strchr("0123456789-._~/", byte))
			buf_addc(&uri, *path);
		else
			buf_addf(&uri, "%%%02X", byte);
	}
	json_string(out, uri.data, uri.len);
	out->failed = out->failed || !buf_ok(&uri);
	buf_release(&uri);
}

static void print_text(const struct command *c, const struct finding_list *list, uint32_t checked, struct buf *out)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct finding *f = &list->items[i];

		text_show(out, path_of(c, f), strlen(path_of(c, f)), -1);
		buf_addf(out, ":%u:%u: %s: %s: ", f->line, f->column, severity_name(f->severity), finding_code_name(f->code));
		text_show(out, f->message, strlen(f->message), -1);
		buf_addf(out, "; %s\n", finding_remedy(f->code));
	}
	buf_addf(out, "%zu error%s, %zu warning%s, %zu to know of, in %u record%s\n", check_count(list, SEVERITY_ERROR),
		check_count(list, SEVERITY_ERROR) == 1 ? "" : "s", check_count(list, SEVERITY_WARNING),
		check_count(list, SEVERITY_WARNING) == 1 ? "" : "s", check_count(list, SEVERITY_INFO), checked, checked == 1 ? "" : "s");
}

static void print_json(const struct command *c, const struct finding_list *list, struct buf *out)
{
	bool first = true;

	buf_addc(out, '[');
	for (size_t i = 0; i < list->count; i++) {
		const struct finding *f = &list->items[i];

		json_next(out, &first, 2);
		buf_adds(out, "{\"code\": ");
		json_string0(out, finding_code_name(f->code));
		buf_adds(out, ", \"severity\": ");
		json_string0(out, severity_name(f->severity));
		buf_adds(out, ", \"record\": ");
		if (f->record == FINDING_NO_RECORD)
			buf_adds(out, "null");
		else
			json_string0(out, c->corpus->records[f->record].id);
		buf_adds(out, ", \"file\": ");
		json_string0(out, path_of(c, f));
		buf_addf(out, ", \"line\": %u, \"column\": %u, \"message\": ", f->line, f->column);
		json_string0(out, f->message);
		buf_adds(out, ", \"remedy\": ");
		json_string0(out, finding_remedy(f->code));
		buf_addc(out, '}');
	}
	buf_adds(out, first ? "]\n" : "\n]\n");
}

static void sarif_rules(struct buf *out)
{
	bool first = true;

	for (int code = 0; code < FINDING_CODE_COUNT; code++) {
		json_next(out, &first, 12);
		buf_adds(out, "{\"id\": ");
		json_string0(out, finding_code_name((enum finding_code)code));
		buf_adds(out, ", \"shortDescription\": {\"text\": ");
		json_string0(out, finding_code_title((enum finding_code)code));
		buf_adds(out, "}, \"help\": {\"text\": ");
		json_string0(out, finding_remedy((enum finding_code)code));
		buf_adds(out, "}}");
	}
}

static void print_sarif(const struct command *c, const struct finding_list *list, struct buf *out)
{
	static const char *const levels[] = {"note", "warning", "error"};
	bool first = true;

	buf_adds(out, "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
		      "  \"runs\": [\n    {\n      \"tool\": {\n        \"driver\": {\n          \"name\": \"kernatlas\",\n"
		      "          \"version\": \"" KERNATLAS_VERSION "\",\n          \"rules\": [");
	sarif_rules(out);
	buf_adds(out, "\n          ]\n        }\n      },\n      \"results\": [");
	for (size_t i = 0; i < list->count; i++) {
		const struct finding *f = &list->items[i];

		json_next(out, &first, 8);
		buf_adds(out, "{\"ruleId\": ");
		json_string0(out, finding_code_name(f->code));
		buf_addf(out, ", \"level\": \"%s\", \"message\": {\"text\": ", levels[f->severity]);
		json_string0(out, f->message);
		buf_adds(out, "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
		put_uri(out, path_of(c, f));
		buf_adds(out, "}");
		/* A region needs a line; a finding on a whole file has none. */
		if (f->line)
			buf_addf(out, ", \"region\": {\"startLine\": %u, \"startColumn\": %u}", f->line, f->column ? f->column : 1);
		buf_adds(out, "}}]}");
	}
	buf_adds(out, first ? "]\n    }\n  ]\n}\n" : "\n      ]\n    }\n  ]\n}\n");
}

/* A file that could not be read has no records to select: what is wrong with it is told in any case. */
static void tell_left_out(const struct command *c, const struct finding *f)
{
	if (f->record == FINDING_NO_RECORD && f->severity == SEVERITY_ERROR)
		command_fail(0, "%s:%u:%u: %s", path_of(c, f), f->line, f->column, f->message);
}

/* Keeps the findings of the records that a query selects; without one, all. */
static bool limit(const struct command *c, struct finding_list *list, uint32_t *checked, int *status)
{
	struct bitset wanted;
	uint32_t *records, count;
	size_t kept = 0;

	*checked = c->corpus->count;
	if (!c->options->operand_count)
		return true;
	records = command_select(c, &count, status);
	if (!records)
		return false;
	*checked = count;
	if (!bitset_init(&wanted, c->corpus->count)) {
		free(records);
		*status = command_fail(STATUS_USAGE, "out of memory");
		return false;
	}
	for (uint32_t i = 0; i < count; i++)
		bitset_add(&wanted, records[i]);
	for (size_t i = 0; i < list->count; i++) {
		struct finding f = list->items[i];

		if (f.record != FINDING_NO_RECORD && bitset_has(&wanted, (size_t)f.record)) {
			list->items[kept++] = f;
		} else {
			tell_left_out(c, &f);
			free(f.message);
		}
	}
	list->count = kept;
	bitset_release(&wanted);
	free(records);
	return true;
}

/* Whether a step fits a screen is for the program to know, not for the model. */
static bool check_stories(const struct corpus *corpus, struct finding_list *list)
{
	for (uint32_t r = 0; r < corpus->count; r++)
		if (story_find(corpus, corpus->records[r].id) == r && !present_check(corpus, r, list))
			return false;
	if (list->count)
		check_sort(list);
	return true;
}

int command_check(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	struct finding_list list;
	int status = STATUS_USAGE, written;
	uint32_t checked;
	struct buf out;

	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "sarif") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; check prints text, json or sarif", format);
	finding_list_init(&list);
	buf_init(&out);
	if (!check_run(c->corpus, &list) || !check_stories(c->corpus, &list)) {
		status = command_fail(STATUS_USAGE, "out of memory");
	} else if (limit(c, &list, &checked, &status)) {
		if (strcmp(format, "json") == 0)
			print_json(c, &list, &out);
		else if (strcmp(format, "sarif") == 0)
			print_sarif(c, &list, &out);
		else
			print_text(c, &list, checked, &out);
		/* A query that selects nothing has checked nothing: that must not pass for clean. */
		status = !checked && c->options->operand_count ? STATUS_NOTHING
			: check_count(&list, SEVERITY_ERROR) || (c->options->strict && check_count(&list, SEVERITY_WARNING))
			? STATUS_NOTHING
			: STATUS_FOUND;
		written = command_write(c, &out);
		status = written ? written : status;
	}
	finding_list_release(&list);
	buf_release(&out);
	return status;
}
