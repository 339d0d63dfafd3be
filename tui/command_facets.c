/* Values of fields and how many records have them: under a query, and in all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "facet.h"
#include "grid.h"
#include "json.h"
#include "text.h"

enum { FIELDS_MAX = 64, FIELD_LENGTH = 64, VALUE_WIDTH = 30, VALUE_LEAST = 12, COUNTS_WIDTH = 17 };

static void put_line(const char *value, uint32_t now, uint32_t all, int width, struct buf *out)
{
	buf_adds(out, "  ");
	text_show_padded(out, value, strlen(value), width);
	buf_addf(out, " %5u / %u\n", now, all);
}

/* As wide as the longest value, as far as the terminal goes. */
static int width_of(const struct command *c, const struct facet *f)
{
	int width = VALUE_WIDTH;

	for (uint32_t i = 0; i < f->count; i++) {
		int w = text_width0(f->values[i].value);

		width = f->values[i].all && w > width ? w : width;
	}
	if (c->width && width > c->width - COUNTS_WIDTH)
		width = c->width - COUNTS_WIDTH;
	return width < VALUE_LEAST ? VALUE_LEAST : width;
}

static void print_text(const struct command *c, const char *field, const struct facet *f, struct buf *out)
{
	int width = width_of(c, f);
	bool headed = false;

	for (uint32_t i = 0; i < f->count; i++) {
		if (!f->values[i].all)
			continue;
		if (!headed) {
			buf_adds(out, out->len ? "\n" : "");
			text_show(out, field, strlen(field), -1);
			buf_addc(out, '\n');
		}
		headed = true;
		put_line(f->values[i].value, f->values[i].now, f->values[i].all, width, out);
	}
	if (f->missing_all && headed)
		put_line("(not given)", f->missing_now, f->missing_all, width, out);
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

static void add_row(struct grid *g, const char *field, const char *value, uint32_t now, uint32_t all)
{
	char number[16];

	grid_add(g, field);
	grid_add(g, value);
	snprintf(number, sizeof number, "%u", now);
	grid_add(g, number);
	snprintf(number, sizeof number, "%u", all);
	grid_add(g, number);
}

static void add_rows(struct grid *g, const char *field, const struct facet *f)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (f->values[i].all)
			add_row(g, field, f->values[i].value, f->values[i].now, f->values[i].all);
	if (f->missing_all)
		add_row(g, field, "(not given)", f->missing_now, f->missing_all);
}

/* What a query selected, and what it is counted against. */
struct selection {
	struct bitset types;  /* of the corpus: those that occur; compilers where nothing was selected */
	struct bitset domain; /* all records of these types */
	struct bitset now;
};

static void selection_release(struct selection *s)
{
	bitset_release(&s->types);
	bitset_release(&s->domain);
	bitset_release(&s->now);
}

static bool selection_init(struct selection *s, const struct corpus *corpus, const uint32_t *records, uint32_t count)
{
	uint32_t compilers = corpus_type_find(corpus, "compiler", strlen("compiler"));

	if (!bitset_init(&s->types, corpus->type_count) || !bitset_init(&s->domain, corpus->count)
		|| !bitset_init(&s->now, corpus->count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		bitset_add(&s->now, records[i]);
		bitset_add(&s->types, corpus->records[records[i]].type);
	}
	if (!count && compilers != RECORD_NONE)
		bitset_add(&s->types, compilers);
	for (uint32_t i = 0; i < corpus->count; i++)
		if (bitset_has(&s->types, corpus->records[i].type))
			bitset_add(&s->domain, i);
	return true;
}

static bool is_among(char (*names)[FIELD_LENGTH], int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* The fields to count: the one asked for, else those of the types that occur, each once. */
static int fields_of(const struct command *c, const struct selection *s, char (*names)[FIELD_LENGTH])
{
	int count = 0;

	if (c->options->field) {
		snprintf(names[0], FIELD_LENGTH, "%s", c->options->field);
		return 1;
	}
	for (size_t t = bitset_next(&s->types, 0); t < c->corpus->type_count; t = bitset_next(&s->types, t + 1)) {
		int end = count;

		/* A type without a schema has no fields that are known to be worth it. */
		if (c->corpus->types[t].schema)
			end += facet_fields(c->corpus, &c->corpus->types[t], names + count, FIELDS_MAX - count);
		for (int i = count; i < end; i++) {
			if (is_among(names, count, names[i]))
				continue;
			memmove(names[count++], names[i], FIELD_LENGTH);
		}
	}
	return count;
}

/* The same as a table with a row for each value: for spreadsheets and documents. */
static bool print_table(const struct command *c, const struct selection *s, void (*write)(const struct grid *, struct buf *),
	struct buf *out)
{
	static const char *const heads[] = {"field", "value", "now", "all"};
	static char names[FIELDS_MAX][FIELD_LENGTH];
	int count = fields_of(c, s, names);
	struct grid g;
	bool ok = true;

	grid_init(&g);
	for (int i = 0; i < 4; i++)
		grid_head(&g, heads[i]);
	g.right[2] = g.right[3] = true;
	for (int i = 0; i < count && ok; i++) {
		struct facet facet;

		ok = facet_count(&facet, c->corpus, names[i], &s->domain, &s->now);
		if (ok)
			add_rows(&g, names[i], &facet);
		facet_release(&facet);
	}
	ok = ok && grid_ok(&g);
	if (ok)
		write(&g, out);
	grid_release(&g);
	return ok;
}

static bool print(const struct command *c, const struct selection *s, bool json, struct buf *out)
{
	static char names[FIELDS_MAX][FIELD_LENGTH];
	int count = fields_of(c, s, names);
	bool first = true, ok = true;

	buf_adds(out, json ? "{" : "");
	for (int i = 0; i < count && ok; i++) {
		struct facet facet;

		ok = facet_count(&facet, c->corpus, names[i], &s->domain, &s->now);
		if (ok && json)
			print_json(names[i], &facet, &first, out);
		else if (ok)
			print_text(c, names[i], &facet, out);
		facet_release(&facet);
	}
	buf_adds(out, !json ? "" : first ? "}\n" : "\n}\n");
	if (ok && !json && !out->len)
		buf_adds(out, "No field here is worth counting by itself; name one with --field.\n");
	return ok;
}

int command_facets(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	bool json = strcmp(format, "json") == 0, csv = strcmp(format, "csv") == 0, md = strcmp(format, "md") == 0, ok;
	struct selection selection = {0};
	uint32_t *records, count;
	int status, written;
	struct path path;
	struct buf out;

	if (!json && !csv && !md && strcmp(format, "text") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; facets prints text, json, csv or md", format);
	if (c->options->field
		&& (strlen(c->options->field) >= FIELD_LENGTH
			|| (!schema_alias_find(c->corpus->schema, c->options->field) && !corpus_path(c->corpus, c->options->field, &path))))
		return command_fail(STATUS_USAGE, "no record has a field `%s`", c->options->field);
	records = command_select(c, &count, &status);
	if (!records)
		return status;
	buf_init(&out);
	ok = selection_init(&selection, c->corpus, records, count);
	if (ok && (csv || md))
		ok = print_table(c, &selection, csv ? grid_csv : grid_markdown, &out);
	else if (ok)
		ok = print(c, &selection, json, &out);
	out.failed = out.failed || !ok;
	written = command_write(c, &out);
	selection_release(&selection);
	buf_release(&out);
	free(records);
	return written ? written : status;
}
