/* Values of fields and how many records have them: under a query, and in all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "facet.h"
#include "json.h"
#include "query.h"
#include "text.h"

enum { FIELDS_MAX = 64, VALUE_WIDTH = 30 };

static void print_text(const char *field, const struct facet *f, struct buf *out)
{
	bool headed = false;

	for (uint32_t i = 0; i < f->count; i++) {
		if (!f->values[i].all)
			continue;
		if (!headed)
			buf_addf(out, "%s%s\n", out->len ? "\n" : "", field);
		headed = true;
		buf_adds(out, "  ");
		text_show_padded(out, f->values[i].value, strlen(f->values[i].value), VALUE_WIDTH);
		buf_addf(out, " %5u / %u\n", f->values[i].now, f->values[i].all);
	}
	if (f->missing_all && headed) {
		buf_adds(out, "  ");
		text_show_padded(out, "(not given)", strlen("(not given)"), VALUE_WIDTH);
		buf_addf(out, " %5u / %u\n", f->missing_now, f->missing_all);
	}
}

static void print_json(const char *field, const struct facet *f, bool *first, struct buf *out)
{
	bool inner = true;

	json_next(out, first, 2);
	json_key(out, field);
	buf_adds(out, "{\"values\": [");
	for (uint32_t i = 0; i < f->count; i++) {
		json_next(out, &inner, 4);
		buf_adds(out, "{\"value\": ");
		json_string0(out, f->values[i].value);
		buf_addf(out, ", \"now\": %u, \"all\": %u}", f->values[i].now, f->values[i].all);
	}
	buf_addf(out, "%s], \"missing\": {\"now\": %u, \"all\": %u}}", inner ? "" : "\n  ", f->missing_now, f->missing_all);
}

static bool domain_of(const struct command *c, const uint32_t *records, uint32_t count, struct bitset *domain,
	struct bitset *now)
{
	struct query *query;
	struct query_result all;
	bool compilers = true, ok;

	for (uint32_t i = 0; i < count; i++)
		compilers = compilers && strcmp(record_type(c->corpus, &c->corpus->records[records[i]])->name, "compiler") == 0;
	query = query_parse(c->corpus, compilers ? "" : "type:any", NULL);
	ok = query && query_run(query, NULL, &all, NULL);
	query_free(query);
	if (!ok)
		return false;
	*domain = all.records;
	bitset_release(&all.gave_up);
	if (!bitset_init(now, c->corpus->count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		bitset_add(now, records[i]);
	return true;
}

static bool print(const struct command *c, const struct bitset *domain, const struct bitset *now, bool json, struct buf *out)
{
	static char names[FIELDS_MAX][64];
	int count = 1;
	bool first = true, ok = true;

	if (c->options->field)
		snprintf(names[0], sizeof names[0], "%s", c->options->field);
	else
		count = facet_fields(c->corpus, NULL, names, FIELDS_MAX);
	buf_adds(out, json ? "{" : "");
	for (int i = 0; i < count && ok; i++) {
		struct facet facet;

		ok = facet_count(&facet, c->corpus, names[i], domain, now);
		if (json)
			print_json(names[i], &facet, &first, out);
		else
			print_text(names[i], &facet, out);
		facet_release(&facet);
	}
	buf_adds(out, json ? "\n}\n" : "");
	return ok;
}

int command_facets(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	bool json = strcmp(format, "json") == 0;
	struct bitset domain = {0}, now = {0};
	uint32_t *records, count;
	int status, written;
	struct path path;
	struct buf out;

	if (!json && strcmp(format, "text") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; facets prints text or json", format);
	if (c->options->field && !schema_alias_find(c->corpus->schema, c->options->field)
		&& !corpus_path(c->corpus, c->options->field, &path))
		return command_fail(STATUS_USAGE, "no record has a field `%s`", c->options->field);
	records = command_select(c, &count, &status);
	if (!records)
		return status;
	buf_init(&out);
	if (!domain_of(c, records, count, &domain, &now) || !print(c, &domain, &now, json, &out))
		out.failed = true;
	written = command_write(c, &out);
	bitset_release(&domain);
	bitset_release(&now);
	buf_release(&out);
	free(records);
	return written ? written : status;
}
