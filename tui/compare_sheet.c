#include "compare_sheet.h"

#include <string.h>

#include "record_values.h"

struct comparison {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	const uint32_t *records;
	int count;
};

/* A value's content as bytes that are equal exactly when the values are. */
static void put_content(struct buf *out, struct node n)
{
	if (!n.v) {
		buf_addc(out, 'a');
		return;
	}
	for (uint32_t i = 0; i < n.v->span; i++) {
		struct node part = {n.unit, n.v + i};

		buf_addf(out, "%d %u ", part.v->kind, part.v->len);
		buf_add(out, node_text(part), node_len(part));
		buf_addc(out, '\0');
	}
}

bool compare_differs(const struct corpus *corpus, const uint32_t *records, int count, const char *field)
{
	struct buf first, other;
	bool different = false;

	buf_init(&first);
	buf_init(&other);
	put_content(&first, corpus_field(corpus, &corpus->records[records[0]], field));
	for (int i = 1; i < count && !different; i++) {
		buf_clear(&other);
		put_content(&other, corpus_field(corpus, &corpus->records[records[i]], field));
		different = !buf_ok(&other) || first.len != other.len || memcmp(first.data, other.data, first.len) != 0;
	}
	buf_release(&first);
	buf_release(&other);
	return different;
}

static void put_text(const struct corpus *c, struct node n, struct buf *out)
{
	bool first = true;

	if (node_kind(n) < VALUE_LIST || node_state(n) != STATE_GIVEN) {
		bool flag;

		if (node_boolean(n, &flag))
			buf_adds(out, flag ? "yes" : "no");
		else
			buf_adds(out, node_is_scalar(n) ? node_text(n) : value_state_name(node_state(n)));
		return;
	}
	for (struct node item = node_first(n); item.v; item = node_next(n, item)) {
		buf_adds(out, first ? "" : node_kind(item) == VALUE_MAP ? "; " : node_kind(n) == VALUE_MAP ? " · " : ", ");
		if (node_kind(n) == VALUE_MAP && !first)
			buf_addf(out, "%s: ", keys_name(c->keys, item.v->key));
		put_text(c, item, out);
		first = false;
	}
}

void compare_text(const struct corpus *corpus, const struct record *record, const char *field, struct buf *out)
{
	struct node n = corpus_field(corpus, record, field);

	buf_adds(out, record_is_derived(record, n) ? "≈ " : "");
	put_text(corpus, n, out);
}

/* Adds a value to the present cell, flat: items behind one another, entries of maps with their evidence next to them. */
static void put_flat(struct value_view *v, const struct schema_field *field, struct node n)
{
	bool first = true;

	if (node_kind(n) < VALUE_LIST || node_state(n) != STATE_GIVEN) {
		if (node_is_scalar(n) && field && field->kind == FIELD_ENUM)
			sheet_puts(v->sheet, STYLE_TEXT, node_text(n));
		else
			value_view_scalar(v, field, n);
		return;
	}
	for (struct node item = node_first(n); item.v; item = node_next(n, item)) {
		const struct schema_field *f = field;

		if (node_kind(n) == VALUE_MAP)
			f = field ? schema_field_by_key(field->fields, field->field_count, item.v->key) : NULL;
		if (!first)
			sheet_puts(v->sheet, STYLE_DIM, node_kind(n) == VALUE_LIST && node_kind(item) == VALUE_MAP ? "\n" : " · ");
		put_flat(v, f, item);
		first = false;
	}
}

static void add_row(const struct comparison *k, const struct schema_field *field)
{
	sheet_row(k->sheet);
	sheet_cell(k->sheet, false);
	sheet_puts(k->sheet, STYLE_LABEL, field->label);
	for (int i = 0; i < k->count; i++) {
		struct value_view v = {k->sheet, k->targets, k->corpus, &k->corpus->records[k->records[i]]};

		sheet_cell(k->sheet, false);
		put_flat(&v, field, corpus_field(k->corpus, v.record, field->name));
	}
}

static void add_head(const struct comparison *k)
{
	sheet_row(k->sheet);
	sheet_cell(k->sheet, false);
	for (int i = 0; i < k->count; i++) {
		sheet_cell(k->sheet, false);
		targets_add_record(k->targets, k->sheet, k->corpus, k->records[i], "", 0, "", 0);
	}
}

bool compare_given(const struct corpus *corpus, const uint32_t *records, int count, const char *field)
{
	static const char *const identity[] = {"id", "type", "name", "title", "aliases", "related"};

	for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
		if (strcmp(identity[i], field) == 0)
			return false;
	for (int i = 0; i < count; i++)
		if (corpus_field(corpus, &corpus->records[records[i]], field).v)
			return true;
	return false;
}

static void add_shared(const struct comparison *k, const struct schema_type *schema)
{
	struct value_view v = {k->sheet, k->targets, k->corpus, &k->corpus->records[k->records[0]]};
	bool any = false;

	for (int i = 0; i < schema->field_count; i++) {
		const struct schema_field *f = &schema->fields[i];

		if (!compare_given(k->corpus, k->records, k->count, f->name)
			|| compare_differs(k->corpus, k->records, k->count, f->name))
			continue;
		if (!any) {
			sheet_blank(k->sheet);
			sheet_paragraph(k->sheet, 0, 0);
			sheet_puts(k->sheet, STYLE_HEADING, "THE SAME IN ALL");
		}
		any = true;
		sheet_paragraph(k->sheet, 1, 2);
		sheet_printf(k->sheet, STYLE_LABEL, "%s  ", f->label);
		put_flat(&v, f, corpus_field(k->corpus, v.record, f->name));
	}
}

bool compare_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const uint32_t *records,
	int count)
{
	struct comparison k = {sheet, targets, corpus, records, count};
	const struct schema_type *schema = record_type(corpus, &corpus->records[records[0]])->schema;
	int different = 0;

	if (!schema)
		schema = schema_type_find(corpus->schema, "compiler");
	sheet_paragraph(sheet, 0, 0);
	sheet_puts(sheet, STYLE_HEADING, "WHERE THEY DIFFER");
	sheet_blank(sheet);
	sheet_table_begin(sheet);
	add_head(&k);
	for (int i = 0; schema && i < schema->field_count; i++)
		if (compare_given(corpus, records, count, schema->fields[i].name)
			&& compare_differs(corpus, records, count, schema->fields[i].name)) {
			add_row(&k, &schema->fields[i]);
			different++;
		}
	sheet_table_end(sheet);
	if (!different) {
		sheet_paragraph(sheet, 0, 0);
		sheet_puts(sheet, STYLE_DIM, "in nothing that is recorded");
	}
	if (schema)
		add_shared(&k, schema);
	return sheet_ok(sheet) && !targets->failed;
}
