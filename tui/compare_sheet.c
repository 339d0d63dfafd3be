#include "compare_sheet.h"

#include <stdlib.h>
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
	for (uint32_t i = 0; i < value_span(n.v); i++) {
		struct node part = {n.unit, n.v + i};

		buf_addf(out, "%u %u ", (unsigned)part.v->kind, (unsigned)part.v->size);
		buf_add(out, node_text(part), node_len(part));
		buf_addc(out, '\0');
	}
}

/* Whether a field differs between the records, in state or content. */
static bool differs(const struct corpus *corpus, const uint32_t *records, int count, const char *field)
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

/* Whether a field is worth comparing: no identity, and one of the records has it. */
static bool given(const struct corpus *corpus, const uint32_t *records, int count, const char *field)
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

static void take_field(struct compare_fields *f, const struct corpus *corpus, const uint32_t *records, int count,
	const struct schema_field *field)
{
	if (f->count == COMPARE_FIELDS_MAX || !given(corpus, records, count, field->name))
		return;
	for (int i = 0; i < f->count; i++)
		if (strcmp(f->fields[i].name, field->name) == 0)
			return;
	f->fields[f->count] = *field;
	f->differs[f->count] = differs(corpus, records, count, field->name);
	f->different += f->differs[f->count];
	f->count++;
}

void compare_fields(struct compare_fields *f, const struct corpus *corpus, const uint32_t *records, int count)
{
	f->count = f->different = 0;
	for (int i = 0; i < count; i++) {
		const struct schema_type *type = record_type(corpus, &corpus->records[records[i]])->schema;

		for (int k = 0; type && k < type->field_count; k++)
			take_field(f, corpus, records, count, &type->fields[k]);
	}
	for (int i = 0; i < count; i++) {
		struct node root = record_root(&corpus->records[records[i]]);

		for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
			struct schema_field bare = {.key = n.v->key, .kind = FIELD_TEXT};

			bare.name = bare.label = keys_name(corpus->keys, n.v->key);
			take_field(f, corpus, records, count, &bare);
		}
	}
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

/* The field as values are shown by it; NULL for one that no schema has. */
static const struct schema_field *shown_by(const struct schema_field *field)
{
	return field->meaning ? field : NULL;
}

static void add_row(const struct comparison *k, const struct schema_field *field)
{
	sheet_row(k->sheet);
	sheet_cell(k->sheet, false);
	sheet_puts(k->sheet, STYLE_LABEL, field->label);
	for (int i = 0; i < k->count; i++) {
		struct value_view v = {k->sheet, k->targets, k->corpus, &k->corpus->records[k->records[i]]};

		sheet_cell(k->sheet, false);
		put_flat(&v, shown_by(field), corpus_field(k->corpus, v.record, field->name));
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

static void add_shared(const struct comparison *k, const struct compare_fields *fields)
{
	struct value_view v = {k->sheet, k->targets, k->corpus, &k->corpus->records[k->records[0]]};

	if (fields->different == fields->count)
		return;
	sheet_blank(k->sheet);
	sheet_paragraph(k->sheet, 0, 0);
	sheet_puts(k->sheet, STYLE_HEADING, "THE SAME IN ALL");
	for (int i = 0; i < fields->count; i++) {
		const struct schema_field *f = &fields->fields[i];

		if (fields->differs[i])
			continue;
		sheet_paragraph(k->sheet, 1, 2);
		sheet_printf(k->sheet, STYLE_LABEL, "%s  ", f->label);
		put_flat(&v, shown_by(f), corpus_field(k->corpus, v.record, f->name));
	}
}

bool compare_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const uint32_t *records,
	int count)
{
	struct comparison k = {sheet, targets, corpus, records, count};
	struct compare_fields *fields = malloc(sizeof *fields);

	if (!fields)
		return false;
	compare_fields(fields, corpus, records, count);
	sheet_paragraph(sheet, 0, 0);
	sheet_puts(sheet, STYLE_HEADING, "WHERE THEY DIFFER");
	sheet_blank(sheet);
	sheet_table_begin(sheet);
	add_head(&k);
	for (int i = 0; i < fields->count; i++)
		if (fields->differs[i])
			add_row(&k, &fields->fields[i]);
	sheet_table_end(sheet);
	if (!fields->different) {
		sheet_paragraph(sheet, 0, 0);
		sheet_puts(sheet, STYLE_DIM, "in nothing that is recorded");
	}
	add_shared(&k, fields);
	free(fields);
	return sheet_ok(sheet) && !targets->failed;
}
