/* A plan is found by trying: the style that the value has now first, then plain, single and double quotes. Each try is
 * applied to the bytes and read back; the first whose result is the old file with just this value changed is kept. */
#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "edit_internal.h"
#include "reader_internal.h"

enum { VALUE_NOWHERE = 0xFFFFFFFFu };

void edit_plan_init(struct edit_plan *plan)
{
	memset(plan, 0, sizeof *plan);
	buf_init(&plan->text);
	buf_init(&plan->previous);
}

void edit_plan_release(struct edit_plan *plan)
{
	buf_release(&plan->text);
	buf_release(&plan->previous);
	edit_plan_init(plan);
}

bool edit_apply(const struct edit_plan *plan, const char *bytes, size_t len, struct buf *out)
{
	buf_add(out, bytes, plan->begin);
	buf_add(out, plan->text.data, plan->text.len);
	buf_add(out, bytes + plan->end, len - plan->end);
	return buf_ok(out);
}

static const struct schema_field *field_of(const struct edit_address *at)
{
	return at->schema ? schema_field_at(at->schema, at->field) : NULL;
}

/* A value in brackets is a list, but where the schema asks for a text: that may begin with a reference. */
static bool reads_as_list(const struct edit_address *at, const char *value)
{
	const struct schema_field *f = field_of(at);
	size_t len = strlen(at->field);

	return value[0] == '[' && (!f || (f->list && len && at->field[len - 1] != ']'));
}

static bool reads_as_text(const struct edit_address *at, const char *value)
{
	const struct schema_field *f = field_of(at);

	if (!f || strcmp(value, "null") == 0)
		return false;
	return f->kind == FIELD_TEXT || f->kind == FIELD_PROSE || f->kind == FIELD_ENUM || f->kind == FIELD_ID
		|| f->kind == FIELD_URL || f->kind == FIELD_QUERY;
}

static bool asks_for_kind(const struct edit_address *at)
{
	const struct schema_field *f = field_of(at);

	return f && (f->kind == FIELD_NUMBER || f->kind == FIELD_INTEGER || f->kind == FIELD_BOOLEAN || f->kind == FIELD_DATE);
}

/* Value indexes of both units in step: everything outside the edited value must be the same. */
static bool same_values(const struct unit *a, uint32_t i, uint32_t end_a, const struct unit *b, uint32_t j, uint32_t end_b)
{
	/* The places come from two files that may have nothing in common. */
	if (i > end_a || end_a > a->value_count || j > end_b || end_b > b->value_count || end_a - i != end_b - j)
		return false;
	for (; i < end_a; i++, j++) {
		const struct value *x = &a->values[i], *y = &b->values[j];
		struct node n = {a, x}, m = {b, y};

		if (x->kind != y->kind || x->key != y->key || x->quoted != y->quoted)
			return false;
		if (x->kind < VALUE_LIST && (node_len(n) != node_len(m) || memcmp(node_text(n), node_text(m), node_len(n)) != 0))
			return false;
	}
	return true;
}

static uint32_t index_in_unit(const struct unit *unit, struct keys *keys, const struct edit_address *at)
{
	const char *path = at->field;
	struct node n = {0};

	for (uint32_t i = 0; i < unit->record_count; i++) {
		struct node root = {unit, &unit->values[unit->records[i].value]};
		struct node type = node_get(root, keys_find(keys, "type", 4));

		if (node_equals(node_get(root, keys_find(keys, "id", 2)), at->id)
			&& (!at->type || !type.v || node_equals(type, at->type))) {
			n = root;
			break;
		}
	}
	while (*path && n.v) {
		size_t len;

		if (*path == '[') {
			n = node_at(n, (uint32_t)strtoul(path + 1, NULL, 10));
			path += strcspn(path, "]") + 1;
			continue;
		}
		path += *path == '.';
		len = strcspn(path, ".[");
		n = node_get(n, keys_find(keys, path, len));
		path += len;
	}
	return n.v ? (uint32_t)(n.v - unit->values) : VALUE_NOWHERE;
}

/* Whether the units differ in the edited value only. An added value is there in the second alone. */
static bool differ_only_there(const struct unit *before, const struct unit *after, struct keys *keys,
	const struct edit_address *at)
{
	uint32_t i = index_in_unit(before, keys, at), j = index_in_unit(after, keys, at);
	uint32_t span = i == VALUE_NOWHERE ? 0 : value_span(&before->values[i]);

	if (j == VALUE_NOWHERE)
		return false;
	if (i == VALUE_NOWHERE)
		i = j;
	return same_values(before, 0, i, after, 0, j)
		&& same_values(before, i + span, before->value_count, after, j + value_span(&after->values[j]), after->value_count);
}

/* Whether the second unit lacks the value and all else is the same. */
static bool lacks_only_that(const struct unit *before, const struct unit *after, struct keys *keys,
	const struct edit_address *at)
{
	uint32_t i = index_in_unit(before, keys, at);

	return i != VALUE_NOWHERE && same_values(before, 0, i, after, 0, i)
		&& same_values(before, i + value_span(&before->values[i]), before->value_count, after, i, after->value_count);
}

static bool says_null(const struct planner *p)
{
	return *p->value && !p->how.text && reader_kind(p->value, strlen(p->value)) == VALUE_NULL;
}

static bool is_meant(const struct unit *after, struct keys *keys, const struct planner *p)
{
	uint32_t j = index_in_unit(after, keys, p->at);
	struct node n = {after, &after->values[j]};

	if (j == VALUE_NOWHERE || !p->value)
		return j != VALUE_NOWHERE;
	if (n.v->kind >= VALUE_LIST)
		return reads_as_list(p->at, p->value) || (p->value[0] == '{' && !p->how.text);
	/* Null is said in so many words; no word at all is the empty text. */
	if (n.v->kind == VALUE_NULL || says_null(p))
		return n.v->kind == VALUE_NULL && says_null(p);
	/* A number in quotes would be a text where the schema asks for a number. */
	if (asks_for_kind(p->at) && n.v->kind != reader_kind(p->value, strlen(p->value)))
		return false;
	if (n.v->kind == VALUE_BOOLEAN && p->how.json)
		return true;
	return strcmp(node_text(n), p->value) == 0 && (!p->how.text || n.v->kind == VALUE_TEXT);
}

bool edit_reads_back(struct planner *p)
{
	struct keys *keys = keys_new();
	struct reader *reader = keys ? reader_new(keys) : NULL;
	struct unit *before = NULL, *after = NULL;
	struct buf bytes;
	bool ok = false;

	buf_init(&bytes);
	if (reader && edit_apply(p->plan, p->bytes, p->len, &bytes)) {
		before = reader_yaml(reader, p->how.json ? "x.json" : "x.yaml", p->bytes, p->len);
		after = reader_yaml(reader, p->how.json ? "x.json" : "x.yaml", bytes.data, bytes.len);
	}
	if (before && after)
		ok = after->clean
			&& (p->removes ? lacks_only_that(before, after, keys, p->at)
				       : differ_only_there(before, after, keys, p->at) && is_meant(after, keys, p));
	unit_unref(before);
	unit_unref(after);
	reader_free(reader);
	keys_unref(keys);
	buf_release(&bytes);
	return ok;
}

/* A block's bytes end with its text: the blank lines behind it and its last line break are not its own. */
static void trim_block(struct planner *p)
{
	size_t end = p->place.end;

	while (end > p->place.begin && strchr(" \t\r\n", p->bytes[end - 1]) && p->bytes[end - 1])
		end--;
	p->place.end = end;
}

static void read_block_head(struct planner *p)
{
	const char *s = p->bytes + p->place.begin, *end = p->bytes + p->place.end;
	const char *line = memchr(s, '\n', (size_t)(end - s));

	p->how.head = s;
	p->how.head_len = line ? (size_t)(line - s) : (size_t)(end - s);
	while (p->how.head_len && s[p->how.head_len - 1] == '\r')
		p->how.head_len--;
	while (line && line < end) {
		size_t spaces = strspn(++line, " ");

		if (line + spaces < end && line[spaces] != '\r' && line[spaces] != '\n') {
			p->how.indent = spaces;
			return;
		}
		line = memchr(line, '\n', (size_t)(end - line));
	}
	p->how.indent = p->place.key_column + 2;
}

/* Fills the plan with one way of writing; false when that way does not serve. */
static bool try_style(struct planner *p, enum edit_style style, const char *before, const char *after)
{
	buf_clear(&p->plan->text);
	p->how.style = style;
	buf_adds(&p->plan->text, before);
	if (!edit_render(&p->plan->text, p->value, &p->how))
		return false;
	buf_adds(&p->plan->text, after);
	return buf_ok(&p->plan->text) && edit_reads_back(p);
}

/* `after` follows the value in its line. A block has none of that: what its header line holds is its own. */
static bool try_styles(struct planner *p, enum edit_style first, const char *before, const char *after)
{
	static const enum edit_style others[] = {EDIT_PLAIN, EDIT_SINGLE, EDIT_DOUBLE};
	bool block = first == EDIT_LITERAL || first == EDIT_FOLDED;

	if (try_style(p, first, before, block ? "" : after))
		return true;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (try_style(p, others[i], before, after))
			return true;
	error_set(p->err, "`%s` of %s can't be changed in place without touching other values; open it in an editor",
		p->at->field, p->at->id);
	return false;
}

bool edit_finish(struct planner *p)
{
	struct edit_plan *plan = p->plan;

	buf_clear(&plan->previous);
	buf_add(&plan->previous, p->bytes + plan->begin, plan->end - plan->begin);
	plan->line = 1;
	for (size_t i = 0; i < plan->begin; i++)
		plan->line += p->bytes[i] == '\n';
	return buf_ok(&plan->text) && buf_ok(&plan->previous) ? true : error_memory(p->err);
}

/* A whole list in brackets, or its replacement in brackets where it stood as lines. */
static bool plan_list(struct planner *p)
{
	size_t begin = p->place.begin;
	bool comment = p->place.comment;

	if (p->place.form == EDIT_LIST && !p->place.flow) {
		trim_block(p);
		while (begin > 0 && strchr(" \t\r\n", p->bytes[begin - 1]))
			begin--;
		comment = comment || begin == 0 || p->bytes[begin - 1] != ':';
	}
	if (comment) {
		error_set(p->err, "a comment stands inside the list `%s`; open it in an editor", p->at->field);
		return false;
	}
	p->plan->begin = begin;
	p->plan->end = p->place.end;
	buf_clear(&p->plan->text);
	buf_adds(&p->plan->text, begin == p->place.begin && !p->place.empty ? "" : " ");
	buf_adds(&p->plan->text, p->value);
	if (buf_ok(&p->plan->text) && edit_reads_back(p))
		return edit_finish(p);
	error_set(p->err, "`%s` is no list that reads back as meant; write it as [one, two]", p->value);
	return false;
}

/* The comment behind a block's header, with the blanks before it: it stays where the block becomes one line. */
static void add_block_comment(const struct planner *p, struct buf *out)
{
	const char *hash = p->how.head_len ? memchr(p->how.head, '#', p->how.head_len) : NULL;
	const char *blank = hash;

	if (!hash)
		return;
	while (blank > p->how.head && (blank[-1] == ' ' || blank[-1] == '\t'))
		blank--;
	buf_add(out, blank, (size_t)(p->how.head + p->how.head_len - blank));
}

static bool plan_replace(struct planner *p)
{
	const struct edit_place *place = &p->place;
	enum edit_style style = place->style;
	struct buf comment;
	bool ok;

	if (reads_as_list(p->at, p->value) && place->form != EDIT_MAP)
		return plan_list(p);
	if (place->form == EDIT_LIST || place->form == EDIT_MAP) {
		error_set(p->err, "`%s` of %s is a %s; name one of its values (%s%s) or give it as [one, two]", p->at->field,
			p->at->id, place->form == EDIT_LIST ? "list" : "map", p->at->field,
			place->form == EDIT_LIST ? "[0]" : ".part");
		return false;
	}
	buf_init(&comment);
	if (style == EDIT_LITERAL || style == EDIT_FOLDED) {
		trim_block(p);
		read_block_head(p);
		add_block_comment(p, &comment);
	}
	p->plan->begin = place->begin;
	p->plan->end = place->end;
	ok = buf_ok(&comment) ? try_styles(p, place->form == EDIT_ALIAS ? EDIT_PLAIN : style, place->empty ? " " : "", comment.data)
			      : error_memory(p->err);
	buf_release(&comment);
	return ok && edit_finish(p);
}

static size_t line_end(const struct planner *p, size_t at)
{
	const char *end = memchr(p->bytes + at, '\n', p->len - at);

	return end ? (size_t)(end - p->bytes) + 1 : p->len;
}

/* Where a line goes that follows a value: behind the value's last line. *open tells that this line has no end yet. */
size_t edit_after_value(const struct planner *p, size_t value_end, bool block, bool *open)
{
	size_t at = value_end;

	while (block && at > 0 && strchr(" \t\r\n", p->bytes[at - 1]))
		at--;
	at = line_end(p, at);
	*open = at == 0 || p->bytes[at - 1] != '\n';
	return at;
}

const char *edit_last_name(const char *field)
{
	const char *dot = strrchr(field, '.');

	return dot ? dot + 1 : field;
}

static bool plan_insert(struct planner *p)
{
	const struct edit_place *place = &p->place;
	struct buf before;
	bool open, ok;

	buf_init(&before);
	if (place->parent_flow) {
		p->plan->begin = place->sibling_end ? place->sibling_end : place->parent_begin + 1;
		buf_addf(&before, p->how.json ? "%s\"%s\": " : "%s%s: ", place->sibling_end ? ", " : "", edit_last_name(p->at->field));
		open = true;
	} else {
		p->plan->begin = edit_after_value(p, place->sibling_end, place->sibling_block, &open);
		if (open)
			buf_adds(&before, p->how.eol);
		buf_add_repeat(&before, ' ', place->parent_column);
		buf_addf(&before, "%s: ", edit_last_name(p->at->field));
	}
	p->plan->end = p->plan->begin;
	if (reads_as_list(p->at, p->value)) {
		buf_clear(&p->plan->text);
		buf_addf(&p->plan->text, "%s%s%s", before.data, p->value, open ? "" : p->how.eol);
		ok = buf_ok(&p->plan->text) && edit_reads_back(p);
		if (!ok)
			error_set(p->err, "`%s` is no list that reads back as meant; write it as [one, two]", p->value);
	} else {
		ok = buf_ok(&before) ? try_styles(p, EDIT_PLAIN, before.data, open ? "" : p->how.eol) : error_memory(p->err);
	}
	buf_release(&before);
	return ok && edit_finish(p);
}

bool edit_begin(struct planner *p)
{
	p->how.eol = memmem(p->bytes, p->len, "\r\n", 2) ? "\r\n" : "\n";
	if (!edit_locate(&p->place, p->bytes, p->len, p->at, p->err))
		return false;
	p->how.json = p->place.json;
	p->how.flow = p->place.parent_flow;
	return true;
}

bool edit_plan_set(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	const char *value, struct error *err)
{
	struct planner p = {.bytes = bytes, .len = len, .at = at, .value = value, .plan = plan, .err = err};

	if (!edit_begin(&p))
		return false;
	p.how.text = reads_as_text(at, value);
	return p.place.found ? plan_replace(&p) : plan_insert(&p);
}
