/* What the choosers of an edit offer: the fields of a record with their values, and the values that a field may have. */
#include <stdio.h>
#include <string.h>

#include "field_address.h"
#include "flow_list.h"
#include "review.h"
#include "text.h"

enum { DETAIL_WIDTH = 200 };

/* A term is the address behind a sign: `=` sets the value, `+` adds an entry to the list. */
static void add_field(struct browser *b, char sign, const char *address, const char *side, struct node n, const char *meaning)
{
	struct buf term, label, detail;

	buf_init(&term);
	buf_init(&label);
	buf_init(&detail);
	buf_addf(&term, "%c%s", sign, address);
	buf_addf(&label, "%s%s", address, sign == '+' ? " +" : "");
	if (node_kind(n) == VALUE_LIST && sign == '=')
		for (struct node item = node_first(n); item.v; item = node_next(n, item))
			buf_addf(&detail, "%s%s", detail.len ? ", " : "", node_text(item));
	else if (node_is_scalar(n))
		text_show(&detail, node_text(n), node_len(n), DETAIL_WIDTH);
	else if (*meaning)
		buf_adds(&detail, meaning);
	else
		buf_adds(&detail, value_state_name(node_state(n)));
	b->chooser.failed = b->chooser.failed || !buf_ok(&term) || !buf_ok(&label) || !buf_ok(&detail);
	chooser_add(&b->chooser, browser_keep_term(b, term.data), STYLE_TEXT, label.data, side, detail.data);
	buf_release(&term);
	buf_release(&label);
	buf_release(&detail);
}

/* The fields that a review decides on come first. */
static const char *const decided[] = {"status", "confidence", "updated"};

static bool is_decided(const char *address)
{
	for (size_t i = 0; i < sizeof decided / sizeof *decided; i++)
		if (strcmp(decided[i], address) == 0)
			return true;
	return false;
}

static bool is_list_of_maps(const struct schema_field *field, struct node n)
{
	return (field && field->kind == FIELD_MAP) || node_kind(node_first(n)) == VALUE_MAP;
}

static bool list_value(void *context, const char *address, const struct schema_field *field, struct node n)
{
	struct browser *b = context;
	const char *label = field ? field->label : "";

	if (strcmp(address, "id") == 0 || strcmp(address, "type") == 0 || is_decided(address) || b->term_count >= FACET_TERMS_MAX)
		return true;
	if (node_kind(n) != VALUE_LIST) {
		add_field(b, '=', address, field_address_is_item(address) ? "" : label, n, "");
	} else if (!is_list_of_maps(field, n)) {
		add_field(b, '=', address, label, n, "empty");
		add_field(b, '+', address, "", n, "add one");
	}
	return true;
}

static void list_missing(struct browser *b, const struct schema_type *schema, uint32_t record)
{
	bool any = false;

	for (int i = 0; i < schema->field_count; i++) {
		const struct schema_field *f = &schema->fields[i];

		if (f->kind == FIELD_MAP || field_address_node(b->s.corpus, record, f->name).v)
			continue;
		if (!any)
			chooser_heading(&b->chooser, "Not recorded");
		any = true;
		add_field(b, '=', f->name, f->label, (struct node){0}, f->meaning);
	}
}

void browser_list_fields(struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	const struct schema_type *schema;
	uint32_t record;
	char title[160];

	if (corpus_resolve(c, b->review->record, strlen(b->review->record), &record) != RESOLVE_FOUND)
		return;
	snprintf(title, sizeof title, "Edit %.100s", c->records[record].title);
	chooser_init(&b->chooser, title, "type to narrow; Enter takes a field, then its value");
	schema = record_type(c, &c->records[record])->schema;
	for (size_t i = 0; i < sizeof decided / sizeof *decided; i++) {
		const struct schema_field *f = field_address_schema(c, record, decided[i]);
		struct node n = field_address_node(c, record, decided[i]);

		if (n.v)
			add_field(b, '=', decided[i], f ? f->label : "", n, "");
	}
	if (!field_address_walk(c, record, list_value, b))
		b->chooser.failed = true;
	if (schema)
		list_missing(b, schema, record);
}

/* ---- values ---- */

static void add_value(struct browser *b, const char *value, const char *label, bool now, const char *meaning)
{
	chooser_add(&b->chooser, browser_keep_term(b, value), now ? STYLE_STRONG : STYLE_TEXT, label, now ? "now" : "", meaning);
}

static void list_sources(struct browser *b, struct node n)
{
	const struct corpus *c = b->s.corpus;
	uint32_t type = corpus_type_find(c, "source", 6);

	for (uint32_t r = 0; r < c->count && b->term_count < FACET_TERMS_MAX; r++)
		if (c->records[r].type == type)
			add_value(b, c->records[r].id, c->records[r].id, node_equals(n, c->records[r].id), c->records[r].title);
}

void browser_list_values(struct browser *b)
{
	const struct review *r = b->review;
	const struct corpus *c = b->s.corpus;
	const struct schema_field *f;
	bool item = field_address_is_item(r->address) && !r->adding, yes;
	struct node n = {0};
	uint32_t record;

	chooser_init(&b->chooser, r->address, "Enter shows the change; nothing is saved yet");
	if (corpus_resolve(c, r->record, strlen(r->record), &record) != RESOLVE_FOUND)
		return;
	f = field_address_schema(c, record, r->address);
	if (!r->adding)
		n = field_address_node(c, record, r->address);
	if (f && f->kind == FIELD_BOOLEAN) {
		bool known = node_boolean(n, &yes);

		add_value(b, "yes", "yes", known && yes, "");
		add_value(b, "no", "no", known && !yes, "");
	} else if (f && f->kind == FIELD_ENUM) {
		for (int i = 0; i < f->vocabulary->count; i++) {
			const struct vocabulary_value *v = &f->vocabulary->values[i];

			add_value(b, v->value, v->value, node_equals(n, v->value), v->meaning);
		}
	} else if (f) {
		list_sources(b, n);
	}
	if (item)
		add_value(b, "", "(take it out)", false, "the list loses this item");
	else if (f && !r->adding && f->kind != FIELD_ID && !(f->kind == FIELD_ENUM && f->required))
		add_value(b, "null", "null", n.v && node_kind(n) == VALUE_NULL, "not known");
}

/* The cursor begins at the value that stands there. */
static void go_to_now(struct browser *b)
{
	for (int i = 0; b->choosing && i < b->chooser.count; i++)
		if (b->chooser.items[i].style == STYLE_STRONG)
			chooser_go(&b->chooser, b->chooser.items[i].number);
}

/* Fields whose values are chosen, not typed. */
static bool has_choice(const struct schema_field *f, bool whole_list)
{
	return f && !whole_list && (f->kind == FIELD_ENUM || f->kind == FIELD_BOOLEAN || (f->kind == FIELD_ID && f->link == LINK_SOURCE));
}

/* Readies the prompt with what stands there. False where that can't be typed in one line. */
static bool fill_prompt(struct browser *b, const struct schema_field *f, struct node n)
{
	struct buf text;
	bool ok;

	buf_init(&text);
	if (node_kind(n) == VALUE_LIST) {
		text.failed = !flow_list_write(n, NULL, &text);
	} else if (f && f->kind == FIELD_DATE && strcmp(f->name, "updated") == 0) {
		int today = b->s.corpus->today;

		buf_addf(&text, "%04d-%02d-%02d", today / 10000, today / 100 % 100, today % 100);
	} else {
		buf_add(&text, node_text(n), node_len(n));
	}
	/* A folded text ends in a line feed that is none of its words. */
	while (text.len && text.data[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	ok = buf_ok(&text) && text.len < PROMPT_MAX && !memchr(text.data, '\n', text.len);
	if (ok)
		prompt_set(&b->prompt, text.data);
	buf_release(&text);
	return ok;
}

void browser_edit_field_picked(struct browser *b, const char *term)
{
	struct review *r = b->review;
	const struct corpus *c = b->s.corpus;
	const struct schema_field *f;
	struct node n = {0};
	uint32_t record;

	if (!*term || strlen(term + 1) >= sizeof r->address
		|| corpus_resolve(c, r->record, strlen(r->record), &record) != RESOLVE_FOUND)
		return;
	r->adding = *term == '+';
	snprintf(r->address, sizeof r->address, "%s", term + 1);
	f = field_address_schema(c, record, r->address);
	if (!r->adding)
		n = field_address_node(c, record, r->address);
	if (has_choice(f, !r->adding && f && f->list && !field_address_is_item(r->address))) {
		browser_choose(b, CHOOSE_VALUE);
		go_to_now(b);
	} else if (fill_prompt(b, f, n)) {
		b->prompting = PROMPT_VALUE;
	} else {
		browser_say(b, STYLE_MESSAGE, "%s has several lines; E opens it in the editor", r->address);
	}
}
