/* One record, whole: as text for people, as JSON for programs, as Markdown for a pull request. */
#include <ctype.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "record_sheet.h"
#include "text.h"

enum { WIDTH_DEFAULT = 96 };

/* States of fields that the schema has and the record has not: an absent key says nothing by itself in JSON. */
static void put_states(const struct command *c, const struct record *r, struct buf *out)
{
	const struct schema_type *schema = record_type(c->corpus, r)->schema;
	bool first = true;

	buf_addc(out, '{');
	for (int i = 0; schema && i < schema->field_count; i++) {
		if (node_get(record_root(r), schema->fields[i].key).v)
			continue;
		json_next(out, &first, 4);
		json_key(out, schema->fields[i].name);
		buf_adds(out, "\"absent\"");
	}
	buf_adds(out, first ? "}" : "\n  }");
}

static void print_json(const struct command *c, const struct record *r, struct buf *out)
{
	struct node root = record_root(r);
	bool first = true;

	buf_addc(out, '{');
	for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
		if (json_is_repeat(root, n))
			continue;
		json_next(out, &first, 2);
		json_key(out, keys_name(c->corpus->keys, n.v->key));
		json_node(out, c->corpus, n, 2);
	}
	json_next(out, &first, 2);
	json_key(out, "_states");
	put_states(c, r, out);
	if (r->derived) {
		json_next(out, &first, 2);
		json_key(out, "_derived");
		json_node(out, c->corpus, (struct node){r->derived, r->derived->values}, 2);
	}
	json_next(out, &first, 2);
	json_key(out, "_file");
	json_string0(out, record_path(r));
	buf_adds(out, "\n}\n");
}

/* One line, safe to show, that Markdown takes for nothing but text. */
static void md_text(const char *text, size_t len, struct buf *out)
{
	struct buf shown;

	buf_init(&shown);
	text_show(&shown, text, len, -1);
	for (size_t i = 0; i < shown.len; i++) {
		/* An underscore within a word is plain. */
		bool within = i && isalnum((unsigned char)shown.data[i - 1]) && isalnum((unsigned char)shown.data[i + 1]);

		if (strchr("<*`[]|\\", shown.data[i]) || (shown.data[i] == '_' && !within))
			buf_addc(out, '\\');
		buf_addc(out, shown.data[i]);
	}
	out->failed = out->failed || !buf_ok(&shown);
	buf_release(&shown);
}

/* Fields that the schema has and the record has not, in one line. */
static void md_absent(const struct command *c, const struct record *r, struct buf *out)
{
	const struct schema_type *schema = record_type(c->corpus, r)->schema;
	bool first = true;

	for (int i = 0; schema && i < schema->field_count; i++) {
		if (corpus_field(c->corpus, r, schema->fields[i].name).v)
			continue;
		buf_adds(out, first ? "\nNot recorded: " : ", ");
		md_text(schema->fields[i].name, strlen(schema->fields[i].name), out);
		first = false;
	}
	buf_adds(out, first ? "" : ".\n");
}

static void md_key(const struct command *c, const char *before, struct node n, const char *after, struct buf *out)
{
	const char *name = keys_name(c->corpus->keys, n.v->key);

	buf_adds(out, before);
	md_text(name, strlen(name), out);
	buf_adds(out, after);
}

static void md_value(const struct command *c, struct node n, int depth, struct buf *out)
{
	if (node_kind(n) < VALUE_LIST || node_state(n) != STATE_GIVEN) {
		buf_addc(out, ' ');
		if (node_is_scalar(n) && node_len(n))
			md_text(node_text(n), node_len(n), out);
		else
			buf_addf(out, "*%s*", value_state_name(node_state(n)));
		buf_addc(out, '\n');
		return;
	}
	buf_addc(out, '\n');
	for (struct node child = node_first(n); child.v; child = node_next(n, child)) {
		buf_add_repeat(out, ' ', (size_t)depth * 2);
		buf_addc(out, '-');
		if (node_kind(n) == VALUE_MAP)
			md_key(c, " ", child, ":", out);
		md_value(c, child, depth + 1, out);
	}
}

static void print_md(const struct command *c, const struct record *r, struct buf *out)
{
	struct node root = record_root(r), derived = {r->derived, r->derived ? r->derived->values : NULL};

	buf_adds(out, "# ");
	md_text(r->title, strlen(r->title), out);
	buf_adds(out, "\n\n");
	for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
		md_key(c, "- **", n, "**:", out);
		md_value(c, n, 1, out);
	}
	for (struct node n = node_first(derived); n.v; n = node_next(derived, n)) {
		md_key(c, "- **", n, "** (derived):", out);
		md_value(c, n, 1, out);
	}
	md_absent(c, r, out);
}

static bool print_text(const struct command *c, uint32_t record, struct buf *out)
{
	struct targets targets;
	struct sheet sheet;
	bool ok;
	int width = command_width(c, c->width && c->width < WIDTH_DEFAULT ? c->width : WIDTH_DEFAULT);

	sheet_init(&sheet);
	targets_init(&targets);
	ok = record_sheet_build(&sheet, &targets, c->corpus, record);
	if (ok) {
		sheet_layout(&sheet, width);
		sheet_to_text(&sheet, out);
		ok = sheet_ok(&sheet);
	}
	targets_release(&targets);
	sheet_release(&sheet);
	return ok;
}

int command_show(const struct command *c)
{
	const char *format = c->options->format ? c->options->format : "text";
	uint32_t record;
	struct buf out;
	int status;

	if (c->options->operand_count != 1)
		return command_fail(STATUS_USAGE, "name one record: kernatlas show triton");
	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; show prints text, json or md", format);
	if (command_width(c, 0) < 0)
		return STATUS_USAGE;
	record = command_record(c, c->options->operands[0]);
	if (record == RECORD_NONE)
		return STATUS_NOTHING;
	buf_init(&out);
	if (strcmp(format, "json") == 0)
		print_json(c, &c->corpus->records[record], &out);
	else if (strcmp(format, "md") == 0)
		print_md(c, &c->corpus->records[record], &out);
	else if (!print_text(c, record, &out))
		out.failed = true;
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}
