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

/* The fields of the first record's type, those that differ before those that are the same. */
static const struct schema_type *type_of(const struct command *c, const uint32_t *records)
{
	return record_type(c->corpus, &c->corpus->records[records[0]])->schema;
}

static void print_md(const struct command *c, const uint32_t *records, int count, struct buf *out)
{
	const struct schema_type *type = type_of(c, records);

	for (int pass = 0; pass < 2; pass++) {
		struct grid g;
		struct buf cell;

		grid_init(&g);
		buf_init(&cell);
		grid_head(&g, "field");
		for (int i = 0; i < count; i++)
			grid_head(&g, c->corpus->records[records[i]].title);
		for (int f = 0; type && f < type->field_count; f++) {
			const char *name = type->fields[f].name;

			if (compare_differs(c->corpus, records, count, name) != (pass == 0) || !compare_given(c->corpus, records, count, name))
				continue;
			grid_add(&g, name);
			for (int i = 0; i < count; i++) {
				buf_clear(&cell);
				compare_text(c->corpus, &c->corpus->records[records[i]], name, &cell);
				grid_add(&g, cell.data);
			}
		}
		buf_addf(out, pass ? "\n## The same in all\n\n" : "## Where they differ\n\n");
		grid_markdown(&g, out);
		out->failed = out->failed || !grid_ok(&g) || !buf_ok(&cell);
		buf_release(&cell);
		grid_release(&g);
	}
}

static void print_json(const struct command *c, const uint32_t *records, int count, struct buf *out)
{
	const struct schema_type *type = type_of(c, records);
	bool first = true;

	buf_adds(out, "{\n  \"ids\": [");
	for (int i = 0; i < count; i++) {
		buf_adds(out, i ? ", " : "");
		json_string0(out, c->corpus->records[records[i]].id);
	}
	buf_adds(out, "],\n  \"fields\": [");
	for (int pass = 0; pass < 2; pass++)
		for (int f = 0; type && f < type->field_count; f++) {
			const char *name = type->fields[f].name;

			if (compare_differs(c->corpus, records, count, name) != (pass == 0) || !compare_given(c->corpus, records, count, name))
				continue;
			json_next(out, &first, 4);
			buf_adds(out, "{\"field\": ");
			json_string0(out, name);
			buf_addf(out, ", \"same\": %s, \"values\": [", pass ? "true" : "false");
			for (int i = 0; i < count; i++) {
				struct node n = corpus_field(c->corpus, &c->corpus->records[records[i]], name);

				buf_adds(out, i ? ", " : "");
				buf_addf(out, "{\"state\": \"%s\"", n.v ? value_state_name(node_state(n)) : "absent");
				if (n.v) {
					buf_adds(out, ", \"value\": ");
					json_node(out, c->corpus, n, -1);
				}
				buf_addc(out, '}');
			}
			buf_adds(out, "]}");
		}
	buf_adds(out, first ? "]\n}\n" : "\n  ]\n}\n");
}

int command_compare(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	uint32_t records[COMPARE_MOST];
	int count = c->options->operand_count, status;
	struct buf out;

	if (count < 2 || count > COMPARE_MOST)
		return command_fail(STATUS_USAGE, "name two to %d records: kernatlas compare cutlass-cute composable-kernel", COMPARE_MOST);
	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; compare prints text, json or md", format);
	for (int i = 0; i < count; i++) {
		records[i] = command_record(c, c->options->operands[i]);
		if (records[i] == RECORD_NONE)
			return STATUS_NOTHING;
	}
	buf_init(&out);
	if (strcmp(format, "json") == 0)
		print_json(c, records, count, &out);
	else if (strcmp(format, "md") == 0)
		print_md(c, records, count, &out);
	else
		print_text(c, records, count, &out);
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}
