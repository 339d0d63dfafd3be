/* Live tables: drawn from the records, so that they can't go stale. */
#include <stdlib.h>
#include <string.h>

#include "document_sheet.h"
#include "query.h"
#include "reader.h"
#include "record_values.h"
#include "text.h"

enum { COLUMNS_MAX = 12 };

struct live {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	char *columns[COLUMNS_MAX];
	int column_count;
	const char *sort, *group;
};

static void complain(struct live *l, const char *what, const char *detail)
{
	sheet_paragraph(l->sheet, 2, 2);
	sheet_printf(l->sheet, STYLE_ERROR, "live table: %s%s%s", what, *detail ? ": " : "", detail);
	sheet_blank(l->sheet);
}

/* Columns are a list, or names between commas. */
static void add_column(struct live *l, const char *name, size_t len)
{
	while (len && *name == ' ')
		name++, len--;
	while (len && name[len - 1] == ' ')
		len--;
	if (!len || l->column_count == COLUMNS_MAX)
		return;
	l->columns[l->column_count] = strndup(name, len);
	l->targets->failed = l->targets->failed || !l->columns[l->column_count];
	l->column_count += l->columns[l->column_count] != NULL;
}

static void read_columns(struct live *l, struct node n)
{
	for (struct node item = node_first(n); item.v; item = node_next(n, item))
		add_column(l, node_text(item), node_len(item));
	for (const char *s = node_text(n); *s;) {
		size_t len = strcspn(s, ",");

		add_column(l, s, len);
		s += len + (s[len] == ',');
	}
	if (!l->column_count)
		add_column(l, "name", 4);
}

/* What a column's name stands for: a field, or a name of the query language. */
static const char *dotted(const struct live *l, const char *name, int which)
{
	const struct schema_alias *alias = schema_alias_find(l->corpus->schema, name);

	return alias ? (which < alias->count ? alias->paths[which] : NULL) : which ? NULL : name;
}

static const struct schema_field *field_of(const struct live *l, const struct record *r, const char *name)
{
	const struct schema_type *schema = record_type(l->corpus, r)->schema;
	const char *path = dotted(l, name, 0);

	return schema && path ? schema_field_at(schema, path) : NULL;
}

struct live_cell {
	struct value_view view;
	const struct schema_field *field;
	int count;
	enum value_state state;
};

static bool add_value(void *context, struct node n)
{
	struct live_cell *cell = context;

	if (node_state(n) > cell->state)
		cell->state = node_state(n);
	if (node_state(n) != STATE_GIVEN || node_kind(n) >= VALUE_LIST)
		return true;
	sheet_puts(cell->view.sheet, STYLE_DIM, cell->count++ ? ", " : "");
	/* Values of a vocabulary are shown as they are typed in queries: they are short, and can be copied. */
	if (cell->field && cell->field->kind == FIELD_ENUM)
		sheet_puts(cell->view.sheet, STYLE_TEXT, node_text(n));
	else
		value_view_scalar(&cell->view, cell->field, n);
	return true;
}

static bool is_title(const struct live *l, const struct record *r, const char *name)
{
	const struct schema_type *schema = record_type(l->corpus, r)->schema;

	return strcmp(name, schema ? schema->title : "name") == 0 || strcmp(name, "id") == 0;
}

static void add_cell(struct live *l, uint32_t record, const char *name)
{
	const struct record *r = &l->corpus->records[record];
	struct live_cell cell = {.view = {l->sheet, l->targets, l->corpus, r}, .field = field_of(l, r, name)};
	const char *path;

	sheet_cell(l->sheet, cell.field && (cell.field->kind == FIELD_NUMBER || cell.field->kind == FIELD_INTEGER));
	if (is_title(l, r, name)) {
		bool id = strcmp(name, "id") == 0;

		targets_add_record(l->targets, l->sheet, l->corpus, record, "", 0, id ? r->id : "", id ? strlen(r->id) : 0);
		return;
	}
	for (int i = 0; (path = dotted(l, name, i)); i++) {
		struct path keys;

		if (corpus_path(l->corpus, path, &keys))
			record_walk(r, &keys, add_value, &cell);
	}
	if (!cell.count)
		sheet_puts(l->sheet, STYLE_DIM, cell.state == STATE_ABSENT ? "not recorded" : value_state_name(cell.state));
}

struct sort_key {
	uint32_t record;
	int group, rank;
	double number;
	const char *text;
};

static bool first_value(void *context, struct node n)
{
	struct node *found = context;

	*found = n;
	return !node_is_scalar(n);
}

static struct node value_at(const struct live *l, uint32_t record, const char *name)
{
	struct node n = {0};
	struct path keys;
	const char *path = dotted(l, name, 0);

	if (path && corpus_path(l->corpus, path, &keys))
		record_walk(&l->corpus->records[record], &keys, first_value, &n);
	return n;
}

static int rank_of(const struct live *l, uint32_t record, const char *name, struct node n)
{
	const struct schema_field *f = field_of(l, &l->corpus->records[record], name);

	return f && f->vocabulary ? vocabulary_index(f->vocabulary, node_text(n)) : 0;
}

static int by_key(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return text_compare_natural(x->text, y->text);
}

static struct sort_key *sort_records(struct live *l, const struct query_result *found)
{
	struct sort_key *keys = calloc(found->count + 1, sizeof *keys);
	bool down = l->sort[0] == '-';
	size_t n = 0;

	for (size_t r = bitset_next(&found->records, 0); keys && r < l->corpus->count; r = bitset_next(&found->records, r + 1)) {
		struct sort_key *key = &keys[n++];
		char name[64];
		size_t len = strcspn(l->sort + down, ",");
		struct node value;

		*key = (struct sort_key){.record = (uint32_t)r, .text = l->corpus->records[r].title};
		if (*l->group) {
			value = value_at(l, key->record, l->group);
			key->group = rank_of(l, key->record, l->group, value);
		}
		if (!len || len >= sizeof name)
			continue;
		memcpy(name, l->sort + down, len);
		name[len] = '\0';
		value = value_at(l, key->record, name);
		key->rank = node_is_scalar(value) ? rank_of(l, key->record, name, value) : 1 << 20;
		if (!node_number(value, &key->number) && node_is_scalar(value))
			key->text = node_text(value);
		key->number = down ? -key->number : key->number;
	}
	if (keys && n)
		qsort(keys, n, sizeof *keys, by_key);
	return keys;
}

static void draw(struct live *l, const struct query_result *found)
{
	struct sort_key *keys = sort_records(l, found);

	if (!keys) {
		l->targets->failed = true;
		return;
	}
	sheet_table_begin(l->sheet);
	sheet_row(l->sheet);
	for (int i = 0; i < l->column_count; i++) {
		const struct schema_field *f =
			found->count ? field_of(l, &l->corpus->records[keys[0].record], l->columns[i]) : NULL;

		sheet_cell(l->sheet, false);
		sheet_puts(l->sheet, STYLE_LABEL, f ? f->label : l->columns[i]);
	}
	for (size_t n = 0; n < found->count; n++) {
		sheet_row(l->sheet);
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): run() frees the columns' names. */
		for (int i = 0; i < l->column_count; i++)
			add_cell(l, keys[n].record, l->columns[i]);
	}
	sheet_table_end(l->sheet);
	sheet_blank(l->sheet);
	free(keys);
}

static void run(struct live *l, struct node map)
{
	const char *text = node_text(corpus_get(l->corpus, map, "query")), *title = node_text(corpus_get(l->corpus, map, "title"));
	struct error err = {0};
	struct query *query = query_parse(l->corpus, text, &err);
	struct query_result found;

	l->sort = node_text(corpus_get(l->corpus, map, "sort"));
	l->group = node_text(corpus_get(l->corpus, map, "group"));
	if (!query || !query_run(query, NULL, &found, &err)) {
		complain(l, "the query does not parse", err.message);
		query_free(query);
		return;
	}
	query_free(query);
	sheet_blank(l->sheet);
	sheet_paragraph(l->sheet, 0, 2);
	if (*title)
		sheet_printf(l->sheet, STYLE_STRONG, "%s  ", title);
	sheet_printf(l->sheet, STYLE_DIM, "%zu record%s · %s", found.count, found.count == 1 ? "" : "s", text);
	sheet_blank(l->sheet);
	read_columns(l, corpus_get(l->corpus, map, "columns"));
	if (found.count)
		draw(l, &found);
	query_result_release(&found);
	for (int i = 0; i < l->column_count; i++)
		free(l->columns[i]);
}

void document_live_table(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, const char *yaml,
	size_t len)
{
	struct live l = {.sheet = sheet, .targets = targets, .corpus = corpus};
	struct reader *reader = reader_new(corpus->keys);
	struct unit *unit = reader ? reader_yaml(reader, "live table", yaml, len) : NULL;

	if (!unit)
		targets->failed = true;
	else if (!unit->clean || !unit->record_count)
		complain(&l, "it is no YAML mapping", unit->findings.count ? unit->findings.items[0].message : "");
	else
		run(&l, (struct node){unit, &unit->values[unit->records[0].value]});
	unit_unref(unit);
	reader_free(reader);
}
