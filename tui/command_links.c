/* What a record links to and what links to it, each with its kind and why. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "grid.h"
#include "json.h"
#include "record_sheet.h"

enum { WIDTH_DEFAULT = 110 };

static void put_link(const struct command *c, const struct link *link, bool out_way, struct buf *out)
{
	const struct corpus *corpus = c->corpus;
	const struct record *from = &corpus->records[link->from];
	uint32_t other = out_way ? link->to : link->from;
	const char *why = record_link_why(corpus, link);
	bool first = true;

	buf_addc(out, '{');
	json_next(out, &first, -1);
	json_key(out, out_way ? "to" : "from");
	if (other < corpus->count) {
		struct buf id;

		buf_init(&id);
		record_reference(corpus, other, &id);
		json_string(out, id.data, id.len);
		buf_release(&id);
	} else {
		buf_adds(out, "null");
	}
	json_next(out, &first, -1);
	json_key(out, "written");
	json_string(out, link_target(corpus, link), link->target_len);
	json_next(out, &first, -1);
	json_key(out, "kind");
	json_string0(out, link_kind_name((enum link_kind)link->kind));
	if (link->to >= corpus->count) {
		json_next(out, &first, -1);
		json_key(out, "resolved");
		json_string0(out, link->to == LINK_AMBIGUOUS ? "ambiguous" : "nowhere");
	}
	if (*why) {
		json_next(out, &first, -1);
		json_key(out, "why");
		json_string0(out, why);
	}
	if (link->heading >= 0 && from->document >= 0) {
		json_next(out, &first, -1);
		json_key(out, "heading");
		json_string0(out, corpus->documents[from->document]->headings[link->heading].slug);
	}
	json_next(out, &first, -1);
	json_key(out, "file");
	json_string0(out, record_path(from));
	json_next(out, &first, -1);
	buf_addf(out, "\"line\": %u}", link->line);
}

static void print_json(const struct command *c, uint32_t record, struct buf *out)
{
	const struct corpus *corpus = c->corpus;
	bool first = true;

	buf_adds(out, "{\n  \"id\": ");
	json_string0(out, corpus->records[record].id);
	buf_adds(out, ",\n  \"out\": [");
	for (uint32_t i = corpus->links_out[record]; i < corpus->links_out[record + 1]; i++) {
		json_next(out, &first, 4);
		put_link(c, &corpus->links[i], true, out);
	}
	buf_adds(out, first ? "],\n  \"in\": [" : "\n  ],\n  \"in\": [");
	first = true;
	for (uint32_t i = corpus->links_in[record]; i < corpus->links_in[record + 1]; i++) {
		json_next(out, &first, 4);
		put_link(c, &corpus->links[corpus->links_in_order[i]], false, out);
	}
	buf_adds(out, first ? "]\n}\n" : "\n  ]\n}\n");
}

static void add_row(struct grid *g, const struct corpus *corpus, const struct link *link, bool out_way)
{
	uint32_t other = out_way ? link->to : link->from;
	struct buf text;
	char line[16];

	buf_init(&text);
	grid_add(g, out_way ? "out" : "in");
	if (other < corpus->count)
		record_reference(corpus, other, &text);
	grid_add(g, text.data);
	buf_clear(&text);
	buf_add(&text, link_target(corpus, link), link->target_len);
	grid_add(g, text.data);
	grid_add(g, link_kind_name((enum link_kind)link->kind));
	grid_add(g, record_link_why(corpus, link));
	grid_add(g, record_path(&corpus->records[link->from]));
	snprintf(line, sizeof line, "%u", link->line);
	grid_add(g, line);
	g->failed = g->failed || !buf_ok(&text);
	buf_release(&text);
}

/* A row for each link, those that lead out first. One that leads nowhere has no record. */
static void print_table(const struct command *c, uint32_t record, void (*write)(const struct grid *, struct buf *), struct buf *out)
{
	static const char *const heads[] = {"way", "record", "written", "kind", "why", "file", "line"};
	const struct corpus *corpus = c->corpus;
	struct grid g;

	grid_init(&g);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		grid_head(&g, heads[i]);
	for (uint32_t i = corpus->links_out[record]; i < corpus->links_out[record + 1]; i++)
		add_row(&g, corpus, &corpus->links[i], true);
	for (uint32_t i = corpus->links_in[record]; i < corpus->links_in[record + 1]; i++)
		add_row(&g, corpus, &corpus->links[corpus->links_in_order[i]], false);
	write(&g, out);
	out->failed = out->failed || !grid_ok(&g);
	grid_release(&g);
}

static void print_text(const struct command *c, uint32_t record, struct buf *out)
{
	struct targets targets;
	struct sheet sheet;

	sheet_init(&sheet);
	targets_init(&targets);
	sheet_paragraph(&sheet, 0, 0);
	sheet_puts(&sheet, STYLE_HEADING, c->corpus->records[record].title);
	record_sheet_links(&sheet, &targets, c->corpus, record);
	sheet_layout(&sheet, c->width ? c->width : WIDTH_DEFAULT);
	sheet_to_text(&sheet, out);
	out->failed = out->failed || !sheet_ok(&sheet) || targets.failed;
	targets_release(&targets);
	sheet_release(&sheet);
}

int command_links(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	uint32_t record;
	struct buf out;
	int status;

	if (c->options->operand_count != 1)
		return command_fail(STATUS_USAGE, "name one record: kernatlas links triton");
	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "csv") != 0 && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; links prints text, json, csv or md", format);
	record = command_record(c, c->options->operands[0]);
	if (record == RECORD_NONE)
		return STATUS_NOTHING;
	buf_init(&out);
	if (strcmp(format, "json") == 0)
		print_json(c, record, &out);
	else if (strcmp(format, "text") != 0)
		print_table(c, record, strcmp(format, "csv") == 0 ? grid_csv : grid_markdown, &out);
	else
		print_text(c, record, &out);
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}
