/* Records that a query selects, as a table or in a format for other programs. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "grid.h"
#include "json.h"
#include "text.h"

struct listing {
	const struct command *c;
	uint32_t *records;
	uint32_t count;
	char fields[GRID_COLUMNS_MAX][64];
	int field_count;
	int width; /* of a table; 0: no limit */
	struct buf out;
};

static bool add_field(struct listing *l, const char *name, size_t len)
{
	if (l->field_count == GRID_COLUMNS_MAX) {
		command_fail(0, "more than %d fields", GRID_COLUMNS_MAX);
		return false;
	}
	if (!len || len >= sizeof l->fields[0]) {
		command_fail(0, "--fields takes names of fields with commas between, such as id,status");
		return false;
	}
	memcpy(l->fields[l->field_count], name, len);
	l->fields[l->field_count++][len] = '\0';
	return true;
}

static bool all_of_type(const struct listing *l, const char *type)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (strcmp(record_type(l->c->corpus, &l->c->corpus->records[l->records[i]])->name, type) != 0)
			return false;
	return l->count > 0;
}

/* Columns that were asked for, or those that tell most of what is listed. */
static bool choose_fields(struct listing *l)
{
	const char *given = l->c->options->fields;
	const char *chosen = given ? given
		: all_of_type(l, "compiler") ? "id,name,family,compilation_strategy,target_backends,status"
		: all_of_type(l, "note")     ? "id,name,status"
					     : "id,type,title,status";
	struct text_nearest near;

	for (bool more = true; more;) {
		size_t len = strcspn(chosen, ",");

		if (!add_field(l, chosen, len))
			return false;
		more = chosen[len] == ',';
		chosen += len + more;
	}
	for (int i = 0; given && i < l->field_count; i++) {
		const struct corpus *c = l->c->corpus;
		struct path path;

		if (corpus_path(c, l->fields[i], &path) || schema_alias_find(c->schema, l->fields[i])
			|| strcmp(l->fields[i], "title") == 0)
			continue;
		text_nearest_init(&near, l->fields[i]);
		for (int t = 0; t < c->schema->type_count; t++)
			for (int f = 0; f < c->schema->types[t].field_count; f++)
				text_nearest_offer(&near, c->schema->types[t].fields[f].name);
		/* A field that the schema has is a column of "not recorded"; any other is a slip. */
		if (near.best && strcmp(near.best, l->fields[i]) == 0)
			continue;
		if (near.best)
			command_fail(0, "no field `%s`; did you mean `%s`?", l->fields[i], near.best);
		else
			command_fail(0, "no field `%s`", l->fields[i]);
		return false;
	}
	return true;
}

static bool is_number_field(const struct corpus *c, const char *name)
{
	const struct schema_type *t = schema_type_find(c->schema, "compiler");
	const struct schema_field *f = t ? schema_field_at(t, name) : NULL;

	return f && (f->kind == FIELD_NUMBER || f->kind == FIELD_INTEGER);
}

static void print_grid(struct listing *l, const char *format)
{
	bool table = strcmp(format, "table") == 0, md = strcmp(format, "md") == 0, absent = false, derived = false;
	struct grid g;
	struct buf cell;

	grid_init(&g);
	buf_init(&cell);
	for (int f = 0; f < l->field_count; f++) {
		grid_head(&g, l->fields[f]);
		g.right[f] = is_number_field(l->c->corpus, l->fields[f]);
	}
	for (uint32_t i = 0; i < l->count; i++) {
		for (int f = 0; f < l->field_count; f++) {
			buf_clear(&cell);
			field_text(l->c->corpus, &l->c->corpus->records[l->records[i]], l->fields[f], table || md ? "–" : "", &cell);
			absent = absent || strcmp(cell.data, "–") == 0;
			derived = derived || strncmp(cell.data, "≈", strlen("≈")) == 0;
			grid_add(&g, cell.data);
		}
	}
	if (!grid_ok(&g) || !buf_ok(&cell))
		l->out.failed = true;
	else if (table)
		grid_table(&g, l->width, &l->out);
	else if (md)
		grid_markdown(&g, &l->out);
	else if (strcmp(format, "csv") == 0)
		grid_csv(&g, &l->out);
	else
		grid_tsv(&g, &l->out);
	if (table && (absent || derived))
		buf_addf(&l->out, "\n%s%s%s\n", absent ? "– not recorded" : "", absent && derived ? " · " : "",
			derived ? "≈ derived, not recorded" : "");
	buf_release(&cell);
	grid_release(&g);
}

/* A dotted name gives a list of what it finds. */
static bool collect(void *context, struct node n)
{
	struct listing *l = context;

	if (!n.v || n.v->kind == VALUE_NULL)
		return true;
	if (l->out.len && l->out.data[l->out.len - 1] != '[')
		buf_adds(&l->out, ", ");
	if (n.v->kind != VALUE_LIST || node_first(n).v)
		json_node(&l->out, l->c->corpus, n, -1);
	return true;
}

/* What several paths, or one that leads into lists, find. Nothing recorded at any of them is no member at all. */
static void print_found(struct listing *l, const struct record *r, const char *name, const char *const *dotted, int count,
	bool *first, int indent)
{
	enum value_state state = STATE_ABSENT;
	struct path paths[SCHEMA_ALIAS_PATHS];
	int known = 0;

	for (int i = 0; i < count; i++) {
		if (!corpus_path(l->c->corpus, dotted[i], &paths[known]))
			continue;
		if (record_state(r, &paths[known]) > state)
			state = record_state(r, &paths[known]);
		known++;
	}
	if (state == STATE_ABSENT)
		return;
	json_next(&l->out, first, indent);
	json_key(&l->out, name);
	if (state == STATE_NULL) {
		buf_adds(&l->out, "null");
		return;
	}
	buf_addc(&l->out, '[');
	for (int i = 0; i < known; i++)
		record_walk(r, &paths[i], collect, l);
	buf_addc(&l->out, ']');
}

/* A plain field, or an alias of one, is its value as it is; an absent one is no member. */
static void print_field(struct listing *l, const struct record *r, const char *name, bool *first, int indent)
{
	const struct schema_alias *alias = schema_alias_find(l->c->corpus->schema, name);
	const char *const *dotted = alias ? alias->paths : &name;
	int count = alias ? alias->count : 1;
	bool title = strcmp(name, "title") == 0;
	struct node n;

	if (count != 1 || strchr(dotted[0], '.')) {
		print_found(l, r, name, dotted, count, first, indent);
		return;
	}
	n = corpus_field(l->c->corpus, r, dotted[0]);
	if (!n.v && !title)
		return;
	json_next(&l->out, first, indent);
	json_key(&l->out, name);
	if (title)
		json_string0(&l->out, r->title);
	else
		json_node(&l->out, l->c->corpus, n, -1);
}

static void print_object(struct listing *l, const struct record *r, bool lines)
{
	struct node root = record_root(r);
	bool first = true;
	int indent = lines ? -1 : 4;

	buf_addc(&l->out, '{');
	if (l->c->options->fields) {
		for (int f = 0; f < l->field_count; f++)
			print_field(l, r, l->fields[f], &first, indent);
	} else {
		for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
			if ((n.v->key == l->c->corpus->key_body && r->document >= 0) || json_is_repeat(root, n))
				continue;
			json_next(&l->out, &first, indent);
			json_key(&l->out, keys_name(l->c->corpus->keys, n.v->key));
			json_node(&l->out, l->c->corpus, n, -1);
		}
	}
	buf_adds(&l->out, lines || first ? "}" : "\n  }");
}

static void print_json(struct listing *l, bool lines)
{
	bool first = true;

	buf_adds(&l->out, lines ? "" : "[");
	for (uint32_t i = 0; i < l->count; i++) {
		if (!lines)
			json_next(&l->out, &first, 2);
		print_object(l, &l->c->corpus->records[l->records[i]], lines);
		buf_adds(&l->out, lines ? "\n" : "");
	}
	buf_adds(&l->out, lines ? "" : first ? "]\n" : "\n]\n");
}

static int print(struct listing *l)
{
	const char *format = l->c->options->format ? l->c->options->format : "table";
	bool json = strcmp(format, "json") == 0, jsonl = strcmp(format, "jsonl") == 0;

	if (!json && !jsonl && strcmp(format, "table") != 0 && strcmp(format, "csv") != 0 && strcmp(format, "tsv") != 0
		&& strcmp(format, "md") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; list prints table, json, jsonl, csv, tsv or md", format);
	if (l->c->options->count)
		buf_addf(&l->out, "%u\n", l->count);
	else if (json || jsonl)
		print_json(l, jsonl);
	else if (l->count || strcmp(format, "table") != 0)
		print_grid(l, format);
	return command_write(l->c, &l->out);
}

int command_list(const struct command *c)
{
	struct listing l = {.c = c};
	struct error err = {0};
	int status, written;

	l.width = command_width(c, c->width);
	if (l.width < 0)
		return STATUS_USAGE;
	l.records = command_select(c, &l.count, &status);
	if (!l.records)
		return status;
	buf_init(&l.out);
	if (!choose_fields(&l)) {
		status = STATUS_USAGE;
	} else if (!record_sort(c->corpus, l.records, l.count, c->options->sort ? c->options->sort : "family,title", &err)) {
		status = command_fail(STATUS_USAGE, "%s", err.message);
	} else {
		written = print(&l);
		status = written ? written : status;
	}
	buf_release(&l.out);
	free(l.records);
	return status;
}
