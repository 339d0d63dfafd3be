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

static bool differs(const struct comparison *k, const char *field)
{
	struct buf first, other;
	bool different = false;

	buf_init(&first);
	buf_init(&other);
	put_content(&first, corpus_field(k->corpus, &k->corpus->records[k->records[0]], field));
	for (int i = 1; i < k->count && !different; i++) {
		buf_clear(&other);
		put_content(&other, corpus_field(k->corpus, &k->corpus->records[k->records[i]], field));
		different = first.len != other.len || memcmp(first.data, other.data, first.len) != 0;
	}
	k->targets->failed = k->targets->failed || !buf_ok(&first) || !buf_ok(&other);
	buf_release(&first);
	buf_release(&other);
	return different;
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

static bool is_compared(const struct schema_field *f)
{
	return strcmp(f->name, "id") != 0 && strcmp(f->name, "type") != 0 && strcmp(f->name, "name") != 0
		&& strcmp(f->name, "aliases") != 0 && strcmp(f->name, "related") != 0;
}

static bool anyone_has(const struct comparison *k, const char *field)
{
	for (int i = 0; i < k->count; i++)
		if (corpus_field(k->corpus, &k->corpus->records[k->records[i]], field).v)
			return true;
	return false;
}

static void add_shared(const struct comparison *k, const struct schema_type *schema)
{
	struct value_view v = {k->sheet, k->targets, k->corpus, &k->corpus->records[k->records[0]]};
	bool any = false;

	for (int i = 0; i < schema->field_count; i++) {
		const struct schema_field *f = &schema->fields[i];

		if (!is_compared(f) || !anyone_has(k, f->name) || differs(k, f->name))
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
		if (is_compared(&schema->fields[i]) && anyone_has(&k, schema->fields[i].name) && differs(&k, schema->fields[i].name)) {
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
