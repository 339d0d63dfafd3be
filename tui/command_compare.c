/* Records side by side, differences first. */
#include <string.h>

#include "command.h"
#include "compare_sheet.h"
#include "grid.h"
#include "json.h"

enum { WIDTH_DEFAULT = 120 };

static void print_text(const struct command *c, const uint32_t *records, int count, struct buf *out)
{
	struct targets targets;
	struct sheet sheet;

	sheet_init(&sheet);
	targets_init(&targets);
	if (compare_sheet_build(&sheet, &targets, c->corpus, records, count)) {
		sheet_layout(&sheet, c->width ? c->width : WIDTH_DEFAULT);
		sheet_to_text(&sheet, out);
	}
	out->failed = out->failed || !sheet_ok(&sheet) || targets.failed;
	targets_release(&targets);
	sheet_release(&sheet);
}

/* One of the two tables: the fields that differ, or those that are the same. */
static void md_table(const struct command *c, const struct compare_fields *fields, const uint32_t *records, int count,
	bool different, struct buf *out)
{
	struct grid g;
	struct buf cell;

	grid_init(&g);
	buf_init(&cell);
	grid_head(&g, "field");
	for (int i = 0; i < count; i++)
		grid_head(&g, c->corpus->records[records[i]].title);
	for (int f = 0; f < fields->count; f++) {
		if (fields->differs[f] != different)
			continue;
		grid_add(&g, fields->fields[f].name);
		for (int i = 0; i < count; i++) {
			buf_clear(&cell);
			compare_text(c->corpus, &c->corpus->records[records[i]], fields->fields[f].name, &cell);
			grid_add(&g, cell.data);
		}
	}
	grid_markdown(&g, out);
	out->failed = out->failed || !grid_ok(&g) || !buf_ok(&cell);
	buf_release(&cell);
	grid_release(&g);
}

/* All fields in one table, with a column that says where they differ. */
static void print_csv(const struct command *c, const struct compare_fields *fields, const uint32_t *records, int count,
	struct buf *out)
{
	struct grid g;
	struct buf cell;

	grid_init(&g);
	buf_init(&cell);
	grid_head(&g, "field");
	grid_head(&g, "same");
	for (int i = 0; i < count; i++)
		grid_head(&g, c->corpus->records[records[i]].id);
	for (int f = 0; f < fields->count; f++) {
		grid_add(&g, fields->fields[f].name);
		grid_add(&g, fields->differs[f] ? "no" : "yes");
		for (int i = 0; i < count; i++) {
			buf_clear(&cell);
			compare_text(c->corpus, &c->corpus->records[records[i]], fields->fields[f].name, &cell);
			grid_add(&g, cell.data);
		}
	}
	grid_csv(&g, out);
	out->failed = out->failed || !grid_ok(&g) || !buf_ok(&cell);
	buf_release(&cell);
	grid_release(&g);
}

static void print_md(const struct command *c, const struct compare_fields *fields, const uint32_t *records, int count,
	struct buf *out)
{
	buf_adds(out, "## Where they differ\n\n");
	if (fields->different)
		md_table(c, fields, records, count, true, out);
	else
		buf_adds(out, "In nothing that is recorded.\n");
	if (fields->different == fields->count)
		return;
	buf_adds(out, "\n## The same in all\n\n");
	md_table(c, fields, records, count, false, out);
}

static void json_values(const struct command *c, const char *field, const uint32_t *records, int count, struct buf *out)
{
	for (int i = 0; i < count; i++) {
		const struct record *r = &c->corpus->records[records[i]];
		struct node n = corpus_field(c->corpus, r, field);

		buf_adds(out, i ? ", " : "");
		buf_addf(out, "{\"state\": \"%s\"", n.v ? value_state_name(node_state(n)) : "absent");
		if (n.v) {
			buf_adds(out, record_is_derived(r, n) ? ", \"derived\": true, \"value\": " : ", \"value\": ");
			json_node(out, c->corpus, n, -1);
		}
		buf_addc(out, '}');
	}
}

static void print_json(const struct command *c, const struct compare_fields *fields, const uint32_t *records, int count,
	struct buf *out)
{
	bool first = true;

	buf_adds(out, "{\n  \"ids\": [");
	for (int i = 0; i < count; i++) {
		buf_adds(out, i ? ", " : "");
		json_string0(out, c->corpus->records[records[i]].id);
	}
	buf_adds(out, "],\n  \"fields\": [");
	for (int pass = 0; pass < 2; pass++)
		for (int f = 0; f < fields->count; f++) {
			if (fields->differs[f] != (pass == 0))
				continue;
			json_next(out, &first, 4);
			buf_adds(out, "{\"field\": ");
			json_string0(out, fields->fields[f].name);
			buf_addf(out, ", \"same\": %s, \"values\": [", pass ? "true" : "false");
			json_values(c, fields->fields[f].name, records, count, out);
			buf_adds(out, "]}");
		}
	buf_adds(out, first ? "]\n}\n" : "\n  ]\n}\n");
}

int command_compare(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	uint32_t records[COMPARE_MOST];
	int count = c->options->operand_count, status;
	static struct compare_fields fields;
	struct buf out;

	if (count < 2 || count > COMPARE_MOST)
		return command_fail(STATUS_USAGE, "name two to %d records: kernatlas compare cutlass-cute composable-kernel", COMPARE_MOST);
	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "csv") != 0 && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; compare prints text, json, csv or md", format);
	for (int i = 0; i < count; i++) {
		records[i] = command_record(c, c->options->operands[i]);
		if (records[i] == RECORD_NONE)
			return STATUS_NOTHING;
	}
	buf_init(&out);
	compare_fields(&fields, c->corpus, records, count);
	if (strcmp(format, "json") == 0)
		print_json(c, &fields, records, count, &out);
	else if (strcmp(format, "csv") == 0)
		print_csv(c, &fields, records, count, &out);
	else if (strcmp(format, "md") == 0)
		print_md(c, &fields, records, count, &out);
	else
		print_text(c, records, count, &out);
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}
