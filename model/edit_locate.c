/* The file is parsed once more, into nodes that know their bytes. libyaml's marks count characters; they are turned
 * into bytes by one walk along the text, since marks come in order. */
#include "edit_locate.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "reader.h"
#include "text.h"

enum { NO_NODE = -1, NODES_MAX = 1 << 20 };

struct enode {
	enum edit_form form;
	enum edit_style style;
	size_t begin, end;
	size_t column;
	bool flow, anchored;
	char *key;   /* owned; NULL for list items and roots */
	char *value; /* owned; the text of a scalar */
	int parent, first, last, next;
	size_t count;
};

struct tree {
	struct enode *nodes;
	int count, cap;
	const char *bytes;
	size_t len, base; /* base: a byte-order mark before */
	size_t at_char, at_byte;
	int open[READER_DEPTH_LIMIT];
	int depth;
	char *key; /* the key that waits for its value */
	size_t key_column;
	bool awaiting_value;
	struct error *err;
};

static size_t byte_of(struct tree *t, size_t index)
{
	if (index < t->at_char)
		t->at_char = t->at_byte = 0;
	while (t->at_char < index && t->base + t->at_byte < t->len) {
		t->at_byte++;
		while (t->base + t->at_byte < t->len && ((unsigned char)t->bytes[t->base + t->at_byte] & 0xC0) == 0x80)
			t->at_byte++;
		t->at_char++;
	}
	return t->base + t->at_byte;
}

static struct enode *add_node(struct tree *t, const yaml_event_t *event, enum edit_form form)
{
	int parent = t->depth ? t->open[t->depth - 1] : NO_NODE, index = t->count;
	struct enode *n;

	if (t->count == NODES_MAX) {
		error_set(t->err, "the file is too large to edit in place; open it in an editor");
		return NULL;
	}
	if (t->count == t->cap) {
		int cap = t->cap ? t->cap * 2 : 128;
		struct enode *nodes = realloc(t->nodes, (size_t)cap * sizeof *nodes);

		if (!nodes) {
			error_memory(t->err);
			return NULL;
		}
		t->nodes = nodes;
		t->cap = cap;
	}
	n = &t->nodes[t->count++];
	*n = (struct enode){.form = form, .parent = parent, .first = NO_NODE, .last = NO_NODE, .next = NO_NODE};
	n->begin = byte_of(t, event->start_mark.index);
	n->end = byte_of(t, event->end_mark.index);
	n->column = t->awaiting_value ? t->key_column : event->start_mark.column;
	n->key = t->key;
	t->key = NULL;
	t->awaiting_value = false;
	if (parent != NO_NODE) {
		struct enode *p = &t->nodes[parent];

		if (p->last == NO_NODE)
			p->first = index;
		else
			t->nodes[p->last].next = index;
		p->last = index;
		p->count++;
	}
	return n;
}

/* An anchor or a tag stands before the value and is not part of it. */
static void skip_properties(struct tree *t, struct enode *n)
{
	while (n->begin < n->end && (t->bytes[n->begin] == '&' || t->bytes[n->begin] == '!')) {
		n->anchored = true;
		while (n->begin < n->end && !strchr(" \t\r\n", t->bytes[n->begin]))
			n->begin++;
		while (n->begin < n->end && strchr(" \t", t->bytes[n->begin]) && t->bytes[n->begin])
			n->begin++;
	}
}

static enum edit_style style_of(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return EDIT_SINGLE;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return EDIT_DOUBLE;
	case YAML_LITERAL_SCALAR_STYLE:
		return EDIT_LITERAL;
	case YAML_FOLDED_SCALAR_STYLE:
		return EDIT_FOLDED;
	default:
		return EDIT_PLAIN;
	}
}

static bool awaits_key(const struct tree *t)
{
	return t->depth && t->nodes[t->open[t->depth - 1]].form == EDIT_MAP && !t->awaiting_value;
}

static bool on_scalar(struct tree *t, const yaml_event_t *event)
{
	const char *value = (const char *)event->data.scalar.value;
	struct enode *n;

	if (awaits_key(t)) {
		t->key = strdup(value);
		t->key_column = event->start_mark.column;
		t->awaiting_value = true;
		return t->key ? true : error_memory(t->err);
	}
	n = add_node(t, event, EDIT_SCALAR);
	if (!n)
		return false;
	n->style = style_of(event->data.scalar.style);
	n->value = strdup(value);
	skip_properties(t, n);
	return n->value ? true : error_memory(t->err);
}

static bool on_open(struct tree *t, const yaml_event_t *event, enum edit_form form, bool flow)
{
	struct enode *n;

	if (awaits_key(t) || t->depth == READER_DEPTH_LIMIT) {
		error_set(t->err, "the file has keys that are lists or maps, or is nested too deep, to be edited in place");
		return false;
	}
	n = add_node(t, event, form);
	if (!n)
		return false;
	n->flow = flow;
	skip_properties(t, n);
	t->open[t->depth++] = (int)(n - t->nodes);
	return true;
}

static bool on_event(struct tree *t, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return on_scalar(t, event);
	case YAML_ALIAS_EVENT:
		if (awaits_key(t)) {
			error_set(t->err, "the file has an alias as a key and can't be edited in place");
			return false;
		}
		return add_node(t, event, EDIT_ALIAS) != NULL;
	case YAML_SEQUENCE_START_EVENT:
		return on_open(t, event, EDIT_LIST, event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
	case YAML_MAPPING_START_EVENT:
		return on_open(t, event, EDIT_MAP, event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT: {
		struct enode *n;

		if (!t->nodes || !t->depth)
			return false;
		n = &t->nodes[t->open[--t->depth]];
		/* A block's end mark is where the next thing begins; its last child knows better. */
		n->end = n->flow ? byte_of(t, event->end_mark.index) : n->last == NO_NODE ? n->begin : t->nodes[n->last].end;
		return true;
	}
	default:
		return true;
	}
}

static bool build(struct tree *t)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool ok = true, done = false;

	if (t->len >= 3 && memcmp(t->bytes, "\xEF\xBB\xBF", 3) == 0)
		t->base = 3;
	if (text_valid_prefix(t->bytes, t->len) < t->len) {
		error_set(t->err, "the file holds bytes that are not UTF-8; mend that in an editor first");
		return false;
	}
	if (!yaml_parser_initialize(&parser))
		return error_memory(t->err);
	yaml_parser_set_input_string(&parser, (const unsigned char *)t->bytes + t->base, t->len - t->base);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (ok && !done) {
		if (!yaml_parser_parse(&parser, &event)) {
			error_set_at(t->err, (int)parser.problem_mark.line + 1, (int)parser.problem_mark.column + 1,
				"the file does not parse: %s; mend it in an editor first", parser.problem ? parser.problem : "?");
			ok = false;
			break;
		}
		ok = on_event(t, &event);
		done = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return ok;
}

static void tree_release(struct tree *t)
{
	for (int i = 0; i < t->count; i++) {
		free(t->nodes[i].key);
		free(t->nodes[i].value);
	}
	free(t->nodes);
	free(t->key);
}

static int child_by_key(const struct tree *t, int map, const char *key, size_t len)
{
	for (int i = t->nodes[map].first; i != NO_NODE; i = t->nodes[i].next)
		if (t->nodes[i].key && strlen(t->nodes[i].key) == len && memcmp(t->nodes[i].key, key, len) == 0)
			return i;
	return NO_NODE;
}

static bool has_value(const struct tree *t, int map, const char *key, const char *value)
{
	int child = child_by_key(t, map, key, strlen(key));

	return child != NO_NODE && t->nodes[child].value && strcmp(t->nodes[child].value, value) == 0;
}

static int find_record(const struct tree *t, const struct edit_address *at)
{
	for (int i = 0; i < t->count; i++) {
		const struct enode *n = &t->nodes[i];
		bool top = n->parent == NO_NODE || (t->nodes[n->parent].parent == NO_NODE && t->nodes[n->parent].form == EDIT_LIST);

		if (n->form == EDIT_MAP && top && has_value(t, i, "id", at->id)
			&& (!at->type || child_by_key(t, i, "type", 4) == NO_NODE || has_value(t, i, "type", at->type)))
			return i;
	}
	return NO_NODE;
}

/* One step of a path: `.name`, or `[number]` when *index is set to 0 or more. */
static bool next_step(const char **path, const char **name, size_t *len, long *index)
{
	*index = -1;
	if (**path == '.')
		++*path;
	if (**path == '[') {
		char *end;

		*index = strtol(*path + 1, &end, 10);
		if (end == *path + 1 || *end != ']' || *index < 0)
			return false;
		*path = end + 1;
		return true;
	}
	*name = *path;
	*len = strcspn(*path, ".[");
	*path += *len;
	return *len > 0;
}

/* The last field before `name` in the schema's order that the record has. */
static void find_sibling(const struct tree *t, int map, const struct edit_address *at, struct edit_place *place)
{
	int best = t->nodes[map].last;

	if (at->schema && !strpbrk(at->field, ".[")) {
		int before = NO_NODE;

		for (int i = 0; i < at->schema->field_count && strcmp(at->schema->fields[i].name, at->field) != 0; i++) {
			const char *name = at->schema->fields[i].name;
			int child = child_by_key(t, map, name, strlen(name));

			before = child != NO_NODE ? child : before;
		}
		best = before != NO_NODE ? before : best;
	}
	if (best == NO_NODE)
		return;
	place->sibling_end = t->nodes[best].end;
	for (int leaf = best; leaf != NO_NODE; leaf = t->nodes[leaf].last) {
		place->sibling_block = t->nodes[leaf].style == EDIT_LITERAL || t->nodes[leaf].style == EDIT_FOLDED;
		if (t->nodes[leaf].flow)
			break;
	}
}

static void note_parent(const struct tree *t, int parent, struct edit_place *place)
{
	const struct enode *p = &t->nodes[parent];

	place->parent_found = true;
	place->parent_form = p->form;
	place->parent_flow = p->flow;
	place->parent_begin = p->begin;
	place->parent_end = p->end;
	place->parent_column = p->first == NO_NODE ? p->column : t->nodes[p->first].column;
}

/* The first line of a block may carry one behind its sign; other values hold none. */
static bool leaf_has_comment(const struct tree *t, const struct enode *n)
{
	const char *begin = t->bytes + n->begin, *line = memchr(begin, '\n', n->end - n->begin);

	return (n->style == EDIT_LITERAL || n->style == EDIT_FOLDED)
		&& memchr(begin, '#', line ? (size_t)(line - begin) : n->end - n->begin);
}

/* Whether a comment begins in these bytes, in which no value stands. */
static bool gap_has_comment(const struct tree *t, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		if (t->bytes[i] == '#' && (i == 0 || strchr(" \t\r\n", t->bytes[i - 1])))
			return true;
	return false;
}

/* Nodes stand in the order of the file, a parent before its children. */
static bool has_comment(const struct tree *t, int index)
{
	const struct enode *top = &t->nodes[index];
	size_t at = top->begin;

	for (int i = index + 1; i < t->count && t->nodes[i].begin < top->end; i++) {
		const struct enode *n = &t->nodes[i];

		if (n->begin > at && gap_has_comment(t, at, n->begin))
			return true;
		if (n->form != EDIT_SCALAR && n->form != EDIT_ALIAS)
			continue;
		if (leaf_has_comment(t, n))
			return true;
		at = n->end > at ? n->end : at;
	}
	return at < top->end && gap_has_comment(t, at, top->end);
}

static void note_value(const struct tree *t, int index, struct edit_place *place)
{
	const struct enode *n = &t->nodes[index];

	place->found = true;
	place->form = n->form;
	place->style = n->style;
	place->begin = n->begin;
	place->end = n->end;
	place->empty = n->form == EDIT_SCALAR && n->style == EDIT_PLAIN && n->begin == n->end;
	place->anchored = n->anchored;
	place->flow = n->flow;
	place->count = n->count;
	place->comment = (n->form == EDIT_LIST || n->form == EDIT_MAP) && has_comment(t, index);
	place->key_column = n->column;
}

static bool follow(const struct tree *t, int record, const struct edit_address *at, struct edit_place *place,
	struct error *err)
{
	const char *path = at->field, *name = "";
	int node = record;

	while (*path) {
		size_t len = 0;
		long index;
		int child;

		if (!next_step(&path, &name, &len, &index)) {
			error_set(err, "`%s` is no field; write it as name, name.part or name[number]", at->field);
			return false;
		}
		memset(place, 0, sizeof *place);
		note_parent(t, node, place);
		if (t->nodes[node].form != (index >= 0 ? EDIT_LIST : EDIT_MAP)) {
			error_set(err, "`%s` of %s: there is no %s at this place", at->field, at->id, index >= 0 ? "list" : "map");
			return false;
		}
		if (index >= 0) {
			child = t->nodes[node].first;
			for (long i = 0; i < index && child != NO_NODE; i++)
				child = t->nodes[child].next;
		} else {
			child = child_by_key(t, node, name, len);
		}
		if (child == NO_NODE) {
			if (*path || index >= 0) {
				error_set(err, "%s has no `%s`", at->id, at->field);
				return false;
			}
			find_sibling(t, node, at, place);
			return true;
		}
		node = child;
		note_value(t, node, place);
	}
	return true;
}

static bool is_blank(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strchr(" \t\r\n", bytes[i]) || !bytes[i])
			return false;
	return true;
}

/* A YAML file that only begins or ends with brackets is no JSON. */
static bool is_json(const struct tree *t)
{
	return t->count && t->nodes[0].flow && is_blank(t->bytes + t->base, t->nodes[0].begin - t->base)
		&& is_blank(t->bytes + t->nodes[0].end, t->len - t->nodes[0].end);
}

bool edit_locate(struct edit_place *place, const char *bytes, size_t len, const struct edit_address *at,
	struct error *err)
{
	struct tree t = {.bytes = bytes, .len = len, .err = err};
	bool ok;

	memset(place, 0, sizeof *place);
	ok = build(&t);
	if (ok) {
		int record = find_record(&t, at);

		if (record == NO_NODE) {
			error_set(err, "the file no longer holds the record `%s`", at->id);
			ok = false;
		} else {
			ok = follow(&t, record, at, place, err);
			place->json = is_json(&t);
		}
	}
	tree_release(&t);
	return ok;
}
