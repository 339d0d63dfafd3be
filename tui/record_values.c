#include "record_values.h"

#include <string.h>

#include "text.h"

enum { TABLE_COLUMNS_MOST = 16, TABLE_CELL_MOST = 60 };

static bool is_id(const struct value_view *v, const struct schema_field *field, struct node n)
{
	uint32_t record;

	if (field)
		return field->kind == FIELD_ID;
	/* In a type without a schema an id shows itself by leading somewhere. */
	return node_kind(n) == VALUE_TEXT && node_len(n) > 2 && !strchr(node_text(n), ' ')
		&& corpus_resolve_from(v->corpus, v->targets->from, node_text(n), node_len(n), &record) != RESOLVE_NOTHING;
}

static const char *qualifier_note(const struct value_view *v, const char *field, struct node n, const char **kind)
{
	struct node list = corpus_field(v->corpus, v->record, "qualifiers");

	for (struct node q = node_first(list); q.v; q = node_next(list, q))
		if (node_equals(corpus_get(v->corpus, q, "field"), field)
			&& node_equals(corpus_get(v->corpus, q, "value"), node_text(n))) {
			*kind = node_text(corpus_get(v->corpus, q, "kind"));
			return node_text(corpus_get(v->corpus, q, "note"));
		}
	return NULL;
}

/* Whether a value stands for a whole derived field: what lies within one is marked by it. */
static bool is_derived_field(const struct value_view *v, struct node n)
{
	struct node root = {v->record->derived, v->record->derived ? v->record->derived->values : NULL};

	for (struct node child = node_first(root); child.v; child = node_next(root, child))
		if (child.v == n.v)
			return true;
	return false;
}

void value_view_scalar(struct value_view *v, const struct schema_field *field, struct node n)
{
	/* A document shows values of many records, and goes on with its own references. */
	uint32_t from = v->targets->from;
	bool flag;

	v->targets->from = record_index(v->corpus, v->record);
	if (is_derived_field(v, n))
		sheet_puts(v->sheet, STYLE_DERIVED, "≈ ");
	if (!node_is_scalar(n)) {
		sheet_puts(v->sheet, STYLE_DIM, value_state_name(node_state(n)));
	} else if (!node_len(n)) {
		sheet_puts(v->sheet, STYLE_DIM, "\"\"");
	} else if (field && field->kind == FIELD_ENUM && field->vocabulary) {
		const char *label = vocabulary_label(field->vocabulary, node_text(n));

		sheet_puts(v->sheet, STYLE_TEXT, label);
	} else if (node_boolean(n, &flag)) {
		sheet_puts(v->sheet, STYLE_TEXT, flag ? "yes" : "no");
	} else if (is_id(v, field, n)) {
		targets_add_reference(v->targets, v->sheet, v->corpus, node_text(n), node_len(n), "", 0);
	} else if ((field && field->kind == FIELD_URL) || strncmp(node_text(n), "http", 4) == 0) {
		targets_add_url(v->targets, v->sheet, node_text(n), node_len(n), "", 0);
	} else if (node_kind(n) == VALUE_INTEGER || node_kind(n) == VALUE_NUMBER) {
		sheet_puts(v->sheet, STYLE_FIGURE, node_text(n));
		if (field && *field->unit)
			sheet_printf(v->sheet, STYLE_DIM, " %s", field->unit);
	} else {
		targets_add_prose(v->targets, v->sheet, v->corpus, STYLE_TEXT, node_text(n), node_len(n));
	}
	v->targets->from = from;
}

/* A figure: the number, then what it holds under and who says so. Never the number alone. */
static void add_figure(struct value_view *v, struct node f, int indent)
{
	struct node value = corpus_get(v->corpus, f, "value"), what = corpus_get(v->corpus, f, "what");
	struct node conditions = corpus_get(v->corpus, f, "conditions"), by = corpus_get(v->corpus, f, "measured_by");
	struct node source = corpus_get(v->corpus, f, "source"), basis = corpus_get(v->corpus, f, "basis");
	bool derived = false;

	sheet_paragraph(v->sheet, indent, 2);
	sheet_puts(v->sheet, STYLE_FIGURE, "† ");
	sheet_puts(v->sheet, STYLE_FIGURE, node_text(value));
	if (node_is_scalar(what))
		sheet_printf(v->sheet, STYLE_TEXT, " %s", node_text(what));
	if (node_boolean(corpus_get(v->corpus, f, "derived"), &derived) && derived)
		sheet_printf(v->sheet, STYLE_DERIVED, " (derived%s%s)", node_is_scalar(basis) ? ": " : "", node_text(basis));
	sheet_printf(v->sheet, STYLE_DIM, " · conditions: %s", node_is_scalar(conditions) ? node_text(conditions) : "not recorded");
	sheet_printf(v->sheet, STYLE_DIM, " · measured by: %s", node_is_scalar(by) ? node_text(by) : "not recorded");
	if (node_is_scalar(source)) {
		sheet_puts(v->sheet, STYLE_DIM, " · ");
		targets_add_reference(v->targets, v->sheet, v->corpus, node_text(source), node_len(source), "", 0);
	}
}

static void add_list(struct value_view *v, const struct schema_field *field, struct node list, int indent);

/* One map of a list: its first value leads, the others follow with their names; figures get lines of their own. */
static void add_entry(struct value_view *v, const struct schema_field *field, struct node map, int indent)
{
	bool first = true;

	sheet_paragraph(v->sheet, indent, 2);
	if (record_is_derived(v->record, map))
		sheet_puts(v->sheet, STYLE_DERIVED, "≈ ");
	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		const char *name = keys_name(v->corpus->keys, n.v->key);
		const struct schema_field *f = field ? schema_field_by_key(field->fields, field->field_count, n.v->key) : NULL;

		if (node_kind(n) >= VALUE_LIST)
			continue;
		if (first && f && f->kind == FIELD_ENUM && f->vocabulary) {
			sheet_puts(v->sheet, STYLE_STRONG, vocabulary_label(f->vocabulary, node_text(n)));
		} else if (f && f->kind == FIELD_ID && f->link == LINK_SOURCE) {
			sheet_puts(v->sheet, STYLE_DIM, " · ");
			value_view_scalar(v, f, n);
		} else {
			bool prose = f && (f->kind == FIELD_PROSE || f->kind == FIELD_TEXT);

			if (!first && !prose)
				sheet_puts(v->sheet, STYLE_DIM, " · ");
			else if (!first)
				sheet_puts(v->sheet, STYLE_DIM, "  ");
			/* What leads an entry that the schema describes, and prose, go without their names. */
			if (!prose && !(first && f))
				sheet_printf(v->sheet, STYLE_DIM, "%s: ", f ? f->label : name);
			value_view_scalar(v, f, n);
		}
		first = false;
	}
	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		const struct schema_field *f = field ? schema_field_by_key(field->fields, field->field_count, n.v->key) : NULL;

		if (node_kind(n) < VALUE_LIST || !node_first(n).v)
			continue;
		if (strcmp(keys_name(v->corpus->keys, n.v->key), "figures") == 0) {
			for (struct node fig = node_first(n); fig.v; fig = node_next(n, fig))
				add_figure(v, fig, indent + 2);
			continue;
		}
		sheet_paragraph(v->sheet, indent + 2, 2);
		sheet_puts(v->sheet, STYLE_LABEL, f ? f->label : keys_name(v->corpus->keys, n.v->key));
		if (node_kind(n) == VALUE_MAP)
			add_entry(v, f, n, indent + 4);
		else
			add_list(v, f, n, indent + 4);
	}
}

/* The keys of all rows of a list, in the order in which they are met. False when the list is no table: rows that are no
 * maps, values that are no scalars or too long for a cell, too many keys. */
static bool table_keys(struct node list, uint16_t *keys, int *count)
{
	*count = 0;
	for (struct node row = node_first(list); row.v; row = node_next(list, row)) {
		if (node_kind(row) != VALUE_MAP)
			return false;
		for (struct node n = node_first(row); n.v; n = node_next(row, n)) {
			int at = 0;

			while (at < *count && keys[at] != n.v->key)
				at++;
			if (at == TABLE_COLUMNS_MOST || node_kind(n) >= VALUE_LIST || node_len(n) > TABLE_CELL_MOST)
				return false;
			keys[at] = n.v->key;
			*count += at == *count;
		}
	}
	return *count > 0;
}

static void add_table(struct value_view *v, struct node list, const uint16_t *keys, int count)
{
	sheet_table_begin(v->sheet);
	sheet_row(v->sheet);
	for (int i = 0; i < count; i++) {
		sheet_cell(v->sheet, false);
		sheet_puts(v->sheet, STYLE_LABEL, keys_name(v->corpus->keys, keys[i]));
	}
	for (struct node row = node_first(list); row.v; row = node_next(list, row)) {
		sheet_row(v->sheet);
		for (int i = 0; i < count; i++) {
			struct node n = node_get(row, keys[i]);

			sheet_cell(v->sheet, false);
			if (n.v)
				value_view_scalar(v, NULL, n);
			else
				sheet_puts(v->sheet, STYLE_DIM, "–");
		}
	}
	sheet_table_end(v->sheet);
	sheet_blank(v->sheet);
}

static void add_list(struct value_view *v, const struct schema_field *field, struct node list, int indent)
{
	bool figures = node_kind(node_first(list)) == VALUE_MAP && field && strcmp(field->name, "figures") == 0;
	uint16_t keys[TABLE_COLUMNS_MOST];
	int count;

	if (!field && table_keys(list, keys, &count)) {
		add_table(v, list, keys, count);
		return;
	}
	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		if (figures) {
			add_figure(v, n, indent);
		} else if (node_kind(n) == VALUE_MAP) {
			add_entry(v, field, n, indent);
		} else if (node_kind(n) == VALUE_LIST) {
			add_list(v, NULL, n, indent + 2);
		} else {
			sheet_paragraph(v->sheet, indent, 2);
			sheet_puts(v->sheet, STYLE_DIM, "• ");
			value_view_scalar(v, field, n);
		}
	}
}

/* Short values stand on one line, separated by points. */
static bool is_short_list(const struct schema_field *field, struct node list)
{
	if (field && field->kind == FIELD_ENUM)
		return true;
	for (struct node n = node_first(list); n.v; n = node_next(list, n))
		if (node_kind(n) >= VALUE_LIST || node_len(n) > 30)
			return false;
	return !field || field->kind != FIELD_ID;
}

static void add_short_list(struct value_view *v, const struct schema_field *field, const char *name, struct node list)
{
	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		const char *kind = "", *note;

		if (n.v != node_first(list).v)
			sheet_puts(v->sheet, STYLE_DIM, " · ");
		/* Values that people type are shown as they type them. */
		if (node_is_scalar(n) && field && field->kind == FIELD_ENUM)
			sheet_puts(v->sheet, STYLE_STRONG, node_text(n));
		else
			value_view_scalar(v, field, n);
		note = qualifier_note(v, name, n, &kind);
		if (note)
			sheet_printf(v->sheet, STYLE_WARNING, " (%s)", kind);
	}
}

void value_view_field(struct value_view *v, const struct schema_field *field, const char *name, struct node n, bool bare)
{
	const char *label = field ? field->label : name;
	enum value_kind kind = node_kind(n);

	if (kind >= VALUE_LIST && node_state(n) == STATE_GIVEN && !(kind == VALUE_LIST && is_short_list(field, n))) {
		if (!bare) {
			sheet_blank(v->sheet);
			sheet_paragraph(v->sheet, 0, 0);
			sheet_puts(v->sheet, STYLE_LABEL, label);
		}
		if (kind == VALUE_LIST)
			add_list(v, field, n, 1);
		else
			add_entry(v, field, n, 1);
		return;
	}
	if (field && field->kind == FIELD_PROSE && node_is_scalar(n))
		sheet_blank(v->sheet);
	sheet_paragraph(v->sheet, bare ? 1 : 0, 2);
	if (!bare)
		sheet_printf(v->sheet, STYLE_LABEL, "%s  ", label);
	if (kind == VALUE_LIST && node_state(n) == STATE_GIVEN)
		add_short_list(v, field, name, n);
	else
		value_view_scalar(v, field, n);
}
