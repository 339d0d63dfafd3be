/* A thousand random edits of random files: comments, anchors, blocks, odd indentation, both line endings, a byte-order
 * mark, no final newline. The generator knows where each value's bytes stand. An edit must change no byte outside them,
 * and the file must read as before but for that value. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "edit.h"
#include "reader.h"
#include "reader_internal.h"

enum { EDITS = 1000, SLOTS_MAX = 400, ADDRESS_MAX = 64 };

enum slot_kind { SLOT_PLAIN, SLOT_QUOTED, SLOT_BLOCK, SLOT_ALIAS, SLOT_LIST, SLOT_SHARED };

/* A value that can be edited: its bytes are begin ≤ at < end. */
struct slot {
	enum slot_kind kind;
	char address[ADDRESS_MAX];
	size_t begin, end;
	bool comment; /* a comment stands within these bytes */
	bool unsure;  /* there may be one */
};

struct file {
	struct buf text;
	struct slot slots[SLOTS_MAX];
	int count;
	int endings;   /* 0: LF, 1: CRLF, 2: either */
	unsigned keys; /* so that each has another name */
	int depth;
	size_t value_end; /* of the last value, its brackets included */
};

static uint64_t seed;

static unsigned below(unsigned limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 33) % limit;
}

static bool one_in(unsigned n)
{
	return below(n) == 0;
}

static void put(struct file *f, const char *text)
{
	buf_adds(&f->text, text);
}

static void line_end(struct file *f)
{
	put(f, f->endings == 1 || (f->endings == 2 && one_in(2)) ? "\r\n" : "\n");
}

static void indent(struct file *f, unsigned columns)
{
	buf_add_repeat(&f->text, ' ', columns);
}

static void end_line(struct file *f)
{
	static const char *const tails[] = {"", "", "  ", " # why: it's \"so\", [not] {so}", "   #", " # é 融"};

	put(f, tails[below(6)]);
	line_end(f);
}

static void between_lines(struct file *f, unsigned columns)
{
	/* What is indented like a block's lines would be one of them. */
	bool block = f->count && f->slots[f->count - 1].kind == SLOT_BLOCK;

	if (one_in(5)) {
		indent(f, block || one_in(2) ? columns : below(9));
		put(f, "# k0: not a value, 'nor' a \"quote\"");
		line_end(f);
	}
	if (one_in(6)) {
		indent(f, block ? 0 : below(4));
		line_end(f);
	}
}

static struct slot *begin_slot(struct file *f, const char *address, enum slot_kind kind)
{
	struct slot *s = &f->slots[f->count];

	assert_true(f->count < SLOTS_MAX - 1);
	f->count++;
	s->kind = kind;
	s->comment = s->unsure = false;
	snprintf(s->address, sizeof s->address, "%s", address);
	s->begin = s->end = f->text.len;
	return s;
}

static void end_slot(struct file *f, struct slot *s)
{
	f->value_end = s->end = f->text.len;
}

static void put_plain(struct file *f, unsigned columns, bool flow)
{
	static const char *const words[] = {"word", "two words", "0.5", "-3", "yes", "null", "~", "2026-12-01", "é 融合", "a-b",
		"x#y", "http://x.y/z", "it's", "a \\ b", "1e3"};

	put(f, words[below(flow ? 10 : 15)]);
	if (!flow && one_in(5)) {
		line_end(f);
		indent(f, columns + 1 + below(5));
		put(f, "and on");
	}
}

static void put_quoted(struct file *f, unsigned columns)
{
	static const char *const texts[] = {"'it''s'", "\"a \\\"b\\\" \\u00e9\"", "''", "\"\"", "'# no comment'", "\"k: v\"", "'[x]'"};

	if (one_in(4)) {
		bool single = one_in(2);

		put(f, single ? "'one" : "\"one");
		line_end(f);
		indent(f, columns + 1 + below(4));
		put(f, single ? "two'" : "two\"");
		return;
	}
	put(f, texts[below(7)]);
}

/* The header, its comment, and lines at some indentation of their own. */
static void put_block(struct file *f, struct slot *s, unsigned columns)
{
	static const char *const heads[] = {">-", "|-", ">", "|", ">+", "|+"};
	unsigned own = columns + 1 + below(5), lines = 1 + below(3);

	put(f, heads[below(6)]);
	s->comment = one_in(3);
	put(f, s->comment ? "  # of the block" : "");
	for (unsigned i = 0; i < lines; i++) {
		line_end(f);
		if (i && one_in(4))
			line_end(f);
		indent(f, own);
		put(f, i ? "and # more: of 'it'" : "some text");
	}
}

/* One scalar behind its key or dash; `columns` is the column of that. Says whether its line is still open. */
static void put_scalar(struct file *f, const char *address, unsigned columns, bool flow)
{
	unsigned way = below(flow ? 6 : 10);
	struct slot *s;

	if (way < 3) {
		s = begin_slot(f, address, SLOT_PLAIN);
		put_plain(f, columns, flow);
	} else if (way < 5) {
		s = begin_slot(f, address, SLOT_QUOTED);
		put_quoted(f, columns);
	} else if (way < 6) {
		put(f, one_in(2) ? "!!str " : "&own ");
		s = begin_slot(f, address, SLOT_PLAIN);
		put(f, "tagged");
	} else if (way < 8) {
		s = begin_slot(f, address, SLOT_BLOCK);
		put_block(f, s, columns);
	} else if (way < 9) {
		s = begin_slot(f, address, SLOT_ALIAS);
		put(f, "*shared");
	} else {
		/* No bytes at all: what is written goes right behind the colon or dash. */
		s = begin_slot(f, address, SLOT_PLAIN);
		while (f->text.data[s->begin - 1] == ' ')
			s->begin--;
		f->value_end = s->end = s->begin;
		return;
	}
	end_slot(f, s);
}

static const char *key(struct file *f, char *address, const char *prefix)
{
	static const char *const colons[] = {": ", ": ", ":   ", " : "};
	const char *quote = one_in(8) ? "\"" : "";

	snprintf(address, ADDRESS_MAX, "%s%sk%u", prefix, *prefix ? "." : "", f->keys);
	buf_addf(&f->text, "%sk%u%s", quote, f->keys++, quote);
	return colons[below(4)];
}

static void put_brackets(struct file *f, const char *address, unsigned columns)
{
	struct slot *list = begin_slot(f, address, SLOT_LIST);
	char item[ADDRESS_MAX];
	unsigned count = below(4);
	bool lines = one_in(4);

	put(f, one_in(2) ? "[" : "[ ");
	for (unsigned i = 0; i < count; i++) {
		put(f, i ? one_in(2) ? ", " : " ," : "");
		if (lines && one_in(2)) {
			list->comment = true;
			put(f, " # of the list");
		}
		if (lines) {
			line_end(f);
			indent(f, columns + 1);
		}
		snprintf(item, sizeof item, "%.40s[%u]", address, i);
		put_scalar(f, item, columns, true);
	}
	put(f, one_in(2) ? "]" : " ]");
	end_slot(f, list);
}

static void put_braces(struct file *f, const char *prefix, unsigned columns)
{
	char address[ADDRESS_MAX];
	unsigned count = 1 + below(3);

	put(f, "{");
	for (unsigned i = 0; i < count; i++) {
		put(f, i ? ", " : "");
		snprintf(address, sizeof address, "%.40s.k%u", prefix, f->keys);
		buf_addf(&f->text, "k%u: ", f->keys++);
		put_scalar(f, address, columns, true);
	}
	put(f, "}");
	f->value_end = f->text.len;
}

static void put_map(struct file *f, const char *prefix, unsigned columns, bool first_open);

/* A list in lines; its slot begins behind the colon and ends with its last value. */
static void put_items(struct file *f, const char *address, unsigned columns, struct slot *list)
{
	unsigned count = 1 + below(3);
	char item[ADDRESS_MAX];

	for (unsigned i = 0; i < count; i++) {
		size_t before = f->text.len;
		unsigned gap = 1 + below(3);

		if (i)
			between_lines(f, columns);
		list->comment = list->comment || memchr(f->text.data + before, '#', f->text.len - before);
		indent(f, columns);
		put(f, "-");
		indent(f, gap);
		snprintf(item, sizeof item, "%.40s[%u]", address, i);
		if (one_in(3) && f->depth < 3) {
			put_map(f, item, columns + 1 + gap, true);
			list->end = f->value_end;
			list->unsure = true;
			continue;
		}
		put_scalar(f, item, columns, false);
		list->end = f->value_end;
		before = f->text.len;
		if (f->slots[f->count - 1].kind == SLOT_BLOCK) {
			list->comment = list->comment || f->slots[f->count - 1].comment;
			line_end(f);
		} else {
			end_line(f);
		}
		if (i + 1 < count)
			list->comment = list->comment || memchr(f->text.data + before, '#', f->text.len - before);
	}
}

static void put_field(struct file *f, const char *prefix, unsigned columns)
{
	char address[ADDRESS_MAX];
	const char *colon = key(f, address, prefix);
	unsigned way = f->depth < 3 ? below(9) : below(5);

	if (way < 5) {
		put(f, colon);
		put_scalar(f, address, columns, false);
		if (f->slots[f->count - 1].kind == SLOT_BLOCK)
			line_end(f);
		else
			end_line(f);
	} else if (way < 6) {
		put(f, colon);
		put_brackets(f, address, columns);
		end_line(f);
	} else if (way < 7) {
		put(f, colon);
		put_braces(f, address, columns);
		end_line(f);
	} else if (way < 8) {
		put(f, ":");
		end_line(f);
		put_map(f, address, columns + 1 + below(6), false);
	} else {
		struct slot *list;
		size_t before;

		put(f, ":");
		list = begin_slot(f, address, SLOT_LIST);
		before = f->text.len;
		end_line(f);
		list->comment = memchr(f->text.data + before, '#', f->text.len - before) != NULL;
		put_items(f, address, columns + below(5), list);
	}
}

static void put_map(struct file *f, const char *prefix, unsigned columns, bool first_open)
{
	unsigned count = 1 + below(3);

	f->depth++;
	for (unsigned i = 0; i < count; i++) {
		if (i)
			between_lines(f, columns);
		if (i || !first_open)
			indent(f, columns);
		put_field(f, prefix, columns);
	}
	f->depth--;
}

static void make_file(struct file *f)
{
	struct slot *s;
	unsigned fields = 2 + below(6), at = below(3);

	buf_clear(&f->text);
	f->count = 0;
	f->keys = 0;
	f->depth = 0;
	f->endings = (int)below(3);
	put(f, one_in(4) ? "\xEF\xBB\xBF" : "");
	if (one_in(6)) {
		put(f, "%YAML 1.1");
		line_end(f);
		put(f, "---");
		line_end(f);
	}
	between_lines(f, 0);
	if (one_in(4)) {
		put(f, "{id: before, k0: other}");
		line_end(f);
		put(f, "---");
		end_line(f);
	}
	put(f, "id: a");
	end_line(f);
	for (unsigned i = 0; i < fields; i++) {
		between_lines(f, 0);
		if (i == 0) {
			put(f, "anchor: &shared ");
			s = begin_slot(f, "anchor", SLOT_SHARED);
			put(f, "of many");
			end_slot(f, s);
			end_line(f);
			put(f, "user: *shared");
			line_end(f);
		}
		if (i == at && one_in(3))
			between_lines(f, 0);
		put_field(f, "", 0);
	}
	if (one_in(4)) {
		put(f, "---");
		line_end(f);
		put(f, "id: after");
		line_end(f);
		put(f, "k1: |");
		line_end(f);
		put(f, "  text");
		line_end(f);
	}
	if (one_in(3)) {
		buf_truncate(&f->text, f->text.len - 1);
		if (f->text.data[f->text.len - 1] == '\r')
			buf_truncate(&f->text, f->text.len - 1);
	}
	for (int i = 0; i < f->count; i++)
		if (f->slots[i].end > f->text.len)
			f->slots[i].end = f->text.len;
}

/* What a person might type. What begins as brackets is a list there, and not meant here. */
static void random_value(struct buf *out)
{
	static const char *const pieces[] = {"x", "yes", "null", "1.5", " ", "  ", " # ", ": ", "-", "'", "\"", "é", "融", "{", "]",
		",", "&", "*", "%", "\\", "?", "word", "2026-12-01", "!", "|", ">", "@", "`", "~", "\t", "\x01", "\x7F", "\u2028", "---"};

	buf_clear(out);
	if (one_in(20))
		return;
	for (unsigned n = 1 + below(5); n; n--)
		buf_adds(out, one_in(24) ? "\n" : pieces[below(sizeof pieces / sizeof *pieces)]);
	if (one_in(12))
		for (unsigned n = 20; n; n--)
			buf_adds(out, " words of a long text");
	if (out->data[0] == '{' || out->data[0] == '[')
		out->data[0] = 'o';
}

/* Every value of a file with its address, in reading order. */
struct entry {
	char address[ADDRESS_MAX + 16];
	struct node n;
};

struct listing {
	struct keys *keys;
	struct unit *unit;
	struct entry entries[SLOTS_MAX * 3];
	int count;
};

static void list_node(struct listing *l, const char *address, struct node n)
{
	struct entry *e = &l->entries[l->count++];
	uint32_t index = 0;

	assert_true(l->count < SLOTS_MAX * 3);
	snprintf(e->address, sizeof e->address, "%s", address);
	e->n = n;
	for (struct node c = node_first(n); c.v; c = node_next(n, c)) {
		char child[ADDRESS_MAX + 16];

		if (node_kind(n) == VALUE_LIST)
			snprintf(child, sizeof child, "%.60s[%u]", address, index++);
		else
			snprintf(child, sizeof child, "%.60s%s%.16s", address, *address && address[strlen(address) - 1] != ':' ? "." : "",
				keys_name(l->keys, c.v->key));
		list_node(l, child, c);
	}
}

static void list_file(struct listing *l, const struct buf *text)
{
	struct reader *reader;

	l->count = 0;
	l->keys = keys_new();
	reader = reader_new(l->keys);
	l->unit = reader_yaml(reader, "x.yaml", text->data, text->len);
	if (!l->unit->clean)
		fail_msg("does not parse (%s):\n%s", l->unit->findings.items[0].message, text->data);
	for (uint32_t i = 0; i < l->unit->record_count; i++) {
		struct node root = {l->unit, &l->unit->values[l->unit->records[i].value]};
		char name[ADDRESS_MAX];

		snprintf(name, sizeof name, "%.20s:", node_text(node_get(root, keys_find(l->keys, "id", 2))));
		list_node(l, name, root);
	}
	reader_free(reader);
}

static void listing_release(struct listing *l)
{
	unit_unref(l->unit);
	keys_unref(l->keys);
}

static bool is_below(const char *address, const char *top)
{
	size_t len = strlen(top);

	return strncmp(address, top, len) == 0 && (!address[len] || address[len] == '[' || address[len] == '.');
}

static bool same_value(struct node a, struct node b, bool parent)
{
	if (node_kind(a) != node_kind(b) || strcmp(node_text(a), node_text(b)) != 0 || node_len(a) != node_len(b))
		return false;
	return parent || node_count(a) == node_count(b);
}

/* All entries of both listings but those at or below the address, which are left for the caller. `grows`: the parent
 * may have another count. */
static void assert_same_elsewhere(const struct listing *before, const struct listing *after, const char *address, bool grows,
	const char *told)
{
	int i = 0, j = 0;

	for (;;) {
		while (i < before->count && is_below(before->entries[i].address, address))
			i++;
		while (j < after->count && is_below(after->entries[j].address, address))
			j++;
		if (i == before->count || j == after->count)
			break;
		if (strcmp(before->entries[i].address, after->entries[j].address) != 0
			|| !same_value(before->entries[i].n, after->entries[j].n, grows))
			fail_msg("`%s` changed too: %s", before->entries[i].address, told);
		i++;
		j++;
	}
	if (i != before->count || j != after->count)
		fail_msg("another value came or went: %s", told);
}

static struct node value_at(const struct listing *l, const char *address)
{
	for (int i = 0; i < l->count; i++)
		if (strcmp(l->entries[i].address, address) == 0)
			return l->entries[i].n;
	fail_msg("no `%s`", address);
	return (struct node){0};
}

static void assert_value(const struct listing *after, const struct slot *s, const char *address, const char *value,
	const char *told)
{
	struct node n = value_at(after, address);
	enum value_kind kind = reader_kind(value, strlen(value));

	if (s->kind == SLOT_LIST) {
		if (node_kind(n) != VALUE_LIST || node_count(n) != 2 || !node_equals(node_at(n, 0), "one")
			|| !node_equals(node_at(n, 1), "two, three"))
			fail_msg("another list than meant: %s", told);
		return;
	}
	/* Nothing at all is the empty text; null is said in so many words. */
	if (!*value || (kind != VALUE_NULL && (s->kind == SLOT_QUOTED || (s->kind == SLOT_BLOCK && node_kind(n) == VALUE_TEXT))))
		kind = VALUE_TEXT;
	if (node_kind(n) != kind || (kind != VALUE_NULL && strcmp(node_text(n), value) != 0))
		fail_msg("reads as `%s` (kind %d, not %d): %s", node_text(n), (int)node_kind(n), (int)kind, told);
}

/* What of the comments within a block's bytes is left: those outside are kept with all other bytes. */
static void assert_comment_stays(const struct file *f, const struct slot *s, const struct buf *out, const char *told)
{
	static const char comment[] = "# of the block";

	if (s->kind == SLOT_BLOCK && s->comment
		&& !memmem(out->data + s->begin, out->len - (f->text.len - s->end) - s->begin, comment, strlen(comment)))
		fail_msg("the block's comment is gone: %s", told);
}

static void try_edit(struct file *f, const struct slot *s, const char *value, unsigned *done, unsigned *refused)
{
	static char told[20000];
	static struct listing before, after;
	struct edit_address at = {.id = "a", .field = s->address};
	char address[ADDRESS_MAX + 16];
	struct edit_plan plan;
	struct error err = {0};
	struct buf out;
	bool must_refuse = s->kind == SLOT_SHARED || (s->kind == SLOT_LIST && s->comment);
	bool may_refuse = must_refuse || s->unsure;

	snprintf(told, sizeof told, "%s := `%s` in\n%.8000s", s->address, value, f->text.data);
	edit_plan_init(&plan);
	buf_init(&out);
	if (!edit_plan_set(&plan, f->text.data, f->text.len, &at, value, &err)) {
		if (!may_refuse || !err.message[0])
			fail_msg("%s: %s", err.message, told);
		++*refused;
	} else {
		snprintf(address, sizeof address, "a:%s", s->address);
		assert_true(edit_apply(&plan, f->text.data, f->text.len, &out));
		snprintf(told + strlen(told), sizeof told - strlen(told), "\n-- which became --\n%.8000s", out.data);
		if (must_refuse)
			fail_msg("should have been refused: %s", told);
		if (out.len < s->begin + (f->text.len - s->end) || memcmp(out.data, f->text.data, s->begin) != 0
			|| memcmp(out.data + out.len - (f->text.len - s->end), f->text.data + s->end, f->text.len - s->end) != 0)
			fail_msg("bytes outside %zu to %zu changed: %s", s->begin, s->end, told);
		assert_comment_stays(f, s, &out, told);
		list_file(&before, &f->text);
		list_file(&after, &out);
		assert_same_elsewhere(&before, &after, address, false, told);
		assert_value(&after, s, address, value, told);
		listing_release(&before);
		listing_release(&after);
		++*done;
	}
	edit_plan_release(&plan);
	buf_release(&out);
}

static void a_thousand_random_edits_change_their_value_alone(void **state)
{
	static struct file f;
	unsigned done = 0, refused = 0;
	struct buf value;

	(void)state;
	seed = 0x9E3779B97F4A7C15u;
	buf_init(&value);
	buf_init(&f.text);
	while (done < EDITS) {
		const struct slot *s;

		make_file(&f);
		for (int i = 0; i < 3; i++) {
			s = &f.slots[below((unsigned)f.count)];
			random_value(&value);
			try_edit(&f, s, s->kind == SLOT_LIST ? "[one, 'two, three']" : value.data, &done, &refused);
		}
	}
	/* Shared values and lists with comments inside are few. */
	assert_true(refused < EDITS / 4);
	buf_release(&value);
	buf_release(&f.text);
}

static void a_new_field_is_one_insertion(void **state)
{
	static struct file f;
	static struct listing before, after;
	struct edit_address at = {.id = "a", .field = "added"};
	struct buf value, out;

	(void)state;
	seed = 0xD1B54A32D192ED03u;
	buf_init(&value);
	buf_init(&out);
	buf_init(&f.text);
	for (int i = 0; i < EDITS / 5; i++) {
		struct edit_plan plan;
		struct error err = {0};
		char told[4000];

		make_file(&f);
		random_value(&value);
		edit_plan_init(&plan);
		buf_clear(&out);
		snprintf(told, sizeof told, "added := `%s` in\n%.3000s", value.data, f.text.data);
		if (!edit_plan_set(&plan, f.text.data, f.text.len, &at, value.data, &err)) {
			/* A block that ends the file without a line break would gain one. */
			if (f.slots[f.count - 1].kind != SLOT_BLOCK || f.text.data[f.text.len - 1] == '\n')
				fail_msg("%s: %s", err.message, told);
			edit_plan_release(&plan);
			continue;
		}
		assert_int_equal(plan.begin, plan.end);
		assert_true(edit_apply(&plan, f.text.data, f.text.len, &out));
		assert_int_equal(out.len, f.text.len + plan.text.len);
		list_file(&before, &f.text);
		list_file(&after, &out);
		assert_same_elsewhere(&before, &after, "a:added", true, told);
		assert_value(&after, &(struct slot){.kind = SLOT_PLAIN}, "a:added", value.data, told);
		listing_release(&before);
		listing_release(&after);
		edit_plan_release(&plan);
	}
	buf_release(&value);
	buf_release(&out);
	buf_release(&f.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thousand_random_edits_change_their_value_alone),
		cmocka_unit_test(a_new_field_is_one_insertion),
	};

	return cmocka_run_group_tests_name("edit_random", tests, NULL, NULL);
}
