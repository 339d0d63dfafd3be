/* Text into a tree. Recursive descent over: or = and { "|" and }; and = not { not }; not = "-" not | primary;
 * primary = "(" or ")" | phrase | /regex/ | field op value | word. */
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "query_internal.h"
#include "text.h"

struct parser {
	struct query *query;
	const char *text;
	size_t len, at;
	int depth;
	struct error *err;
};

static int parse_or(struct parser *p);

static int column(const struct parser *p, size_t byte)
{
	int column = 1;

	for (size_t i = 0; i < byte; i++)
		column += ((unsigned char)p->text[i] & 0xC0) != 0x80;
	return column;
}

static int fail(struct parser *p, size_t at, const char *message)
{
	error_set_at(p->err, 0, column(p, at), "%s", message);
	return QUERY_NONE;
}

static int add(struct parser *p, enum query_kind kind, size_t begin)
{
	struct query *q = p->query;

	if (q->count == q->cap) {
		int cap = q->cap ? q->cap * 2 : 16;
		struct query_node *nodes = realloc(q->nodes, (size_t)cap * sizeof *nodes);

		if (!nodes) {
			error_memory(p->err);
			return QUERY_NONE;
		}
		q->nodes = nodes;
		q->cap = cap;
	}
	q->nodes[q->count] = (struct query_node){
		.kind = kind, .first = QUERY_NONE, .next = QUERY_NONE, .begin = begin, .end = begin, .record = RECORD_NONE};
	return q->count++;
}

static void skip_blanks(struct parser *p)
{
	while (p->at < p->len && strchr(" \t\n", p->text[p->at]))
		p->at++;
}

/* Takes "…" with \" and \\ for a quote and a backslash. The opening quote is at p->at. */
static char *take_quoted(struct parser *p)
{
	size_t begin = p->at++;
	struct buf out;

	buf_init(&out);
	while (p->at < p->len && p->text[p->at] != '"') {
		if (p->text[p->at] == '\\' && p->at + 1 < p->len && strchr("\"\\", p->text[p->at + 1]))
			p->at++;
		buf_addc(&out, p->text[p->at++]);
	}
	if (p->at >= p->len) {
		buf_release(&out);
		fail(p, begin, "this quotation has no end; close it with \"");
		return NULL;
	}
	p->at++;
	char *text = buf_steal(&out);

	if (!text)
		error_memory(p->err);
	return text;
}

/* Takes /…/flags; "\/" is a slash. */
static char *take_regex(struct parser *p, unsigned *flags)
{
	size_t begin = p->at++;
	bool class = false;
	struct buf out;
	char *text;

	buf_init(&out);
	while (p->at < p->len && (class || p->text[p->at] != '/')) {
		char c = p->text[p->at];

		if (c == '\\' && p->at + 1 < p->len) {
			if (p->text[p->at + 1] != '/')
				buf_addc(&out, c);
			buf_addc(&out, p->text[++p->at]);
		} else {
			class = c == '[' ? true : c == ']' ? false : class;
			buf_addc(&out, c);
		}
		p->at++;
	}
	if (p->at >= p->len) {
		buf_release(&out);
		fail(p, begin, "this pattern has no end; close it with /");
		return NULL;
	}
	p->at++;
	for (*flags = 0; p->at < p->len && strchr("imsxU", p->text[p->at]); p->at++) {
		char c = p->text[p->at];

		*flags |= c == 'i' ? PATTERN_CASELESS : c == 's' ? PATTERN_DOTALL : c == 'x' ? PATTERN_EXTENDED : c == 'U'
			? PATTERN_UNGREEDY : 0;
	}
	if (p->at < p->len && !strchr(" \t\n|)", p->text[p->at])) {
		buf_release(&out);
		fail(p, p->at, "a pattern's flags are i, m, s, x and U; a / inside it is written \\/");
		return NULL;
	}
	text = buf_steal(&out);
	if (!text)
		error_memory(p->err);
	return text;
}

static char *take_bare(struct parser *p, const char *ends)
{
	size_t begin = p->at;
	char *text;

	while (p->at < p->len && !strchr(ends, p->text[p->at]))
		p->at++;
	text = strndup(p->text + begin, p->at - begin);
	if (!text)
		error_memory(p->err);
	return text;
}

static bool has_capital(const char *text)
{
	const char *end = text + strlen(text);

	while (text < end) {
		uint32_t code;
		size_t step = text_decode(text, (size_t)(end - text), &code);

		if (step && (uint32_t)towlower((wint_t)code) != code)
			return true;
		text += step ? step : 1;
	}
	return false;
}

/* Compiles a node's text; `inner` is where it begins, for the error's column. */
static bool compile(struct parser *p, int node, bool literal, size_t inner)
{
	struct query_node *n = &p->query->nodes[node];
	unsigned flags = n->flags;
	struct error err = {0};

	if (literal)
		flags = PATTERN_LITERAL | (has_capital(n->text) ? 0 : PATTERN_CASELESS);
	n->pattern = pattern_new(n->text, strlen(n->text), flags, &err);
	if (n->pattern)
		return true;
	error_set_at(p->err, 0, column(p, inner) + (err.column ? err.column - 1 : 0), "%s", err.message);
	return false;
}

static int parse_text(struct parser *p)
{
	size_t begin = p->at;
	bool regex = p->text[p->at] == '/', quoted = p->text[p->at] == '"';
	int node = add(p, regex ? QUERY_REGEX : QUERY_TEXT, begin);
	unsigned flags = 0;
	char *text;

	if (node == QUERY_NONE)
		return node;
	text = regex ? take_regex(p, &flags) : quoted ? take_quoted(p) : take_bare(p, " \t\n|()");
	if (!text)
		return QUERY_NONE;
	p->query->nodes[node].text = text;
	p->query->nodes[node].flags = flags;
	p->query->nodes[node].quoted = quoted;
	p->query->nodes[node].end = p->at;
	if (!*text)
		return fail(p, begin, "there is nothing to search for here");
	return compile(p, node, !regex, begin + (regex || quoted)) ? node : QUERY_NONE;
}

static int name_index(const char *const *names, const char *name)
{
	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

static void suggest(struct parser *p, size_t at, const char *what, const char *name, const char *const *names)
{
	struct text_nearest near;

	text_nearest_init(&near, name);
	for (int i = 0; names[i]; i++)
		text_nearest_offer(&near, names[i]);
	if (near.best)
		error_set_at(p->err, 0, column(p, at), "%s `%s`; did you mean `%s`?", what, name, near.best);
	else
		error_set_at(p->err, 0, column(p, at), "%s `%s`; there are %s, %s, %s …", what, name, names[0], names[1], names[2]);
}

static bool add_value(struct parser *p, int node, char *text, size_t at)
{
	struct query_node *n = &p->query->nodes[node];
	struct query_value *values = realloc(n->values, ((size_t)n->value_count + 1) * sizeof *values);

	if (!values) {
		free(text);
		return error_memory(p->err);
	}
	n->values = values;
	values[n->value_count] = (struct query_value){.text = text, .rank = -1};
	n->value_count++;
	if (n->kind == QUERY_FIELD && !query_resolve_value(p->query->corpus, n, &values[n->value_count - 1], p->err)) {
		p->err->column = column(p, at);
		return false;
	}
	return true;
}

static bool take_values(struct parser *p, int node, bool many)
{
	do {
		size_t begin = p->at;
		char *text;

		if (p->at >= p->len || strchr(" \t\n|)", p->text[p->at])) {
			fail(p, p->at, "a value is expected here");
			return false;
		}
		text = p->text[p->at] == '"' ? take_quoted(p) : take_bare(p, many ? " \t\n|)," : " \t\n|)");
		if (!text || !add_value(p, node, text, begin))
			return false;
	} while (many && p->at < p->len && p->text[p->at] == ',' && ++p->at);
	return true;
}

static bool parse_is(struct parser *p, int node, size_t value_at)
{
	struct query_node *n = &p->query->nodes[node];

	n->kind = QUERY_IS;
	n->which = name_index(query_is_names, n->values[0].text);
	if (n->which < 0)
		suggest(p, value_at, "nothing is", n->values[0].text, query_is_names);
	return n->which >= 0;
}

static bool parse_state(struct parser *p, int node, int state, size_t value_at)
{
	struct query_node *n = &p->query->nodes[node];
	char *name = n->values[0].text;

	if (state == QSTATE_HAS && strcmp(name, "finding") == 0) {
		n->kind = QUERY_IS;
		n->which = IS_FINDING;
		return true;
	}
	n->kind = QUERY_STATE;
	n->which = state;
	if (query_resolve_field(p->query->corpus, name, n, p->err))
		return true;
	p->err->column = column(p, value_at);
	return false;
}

static bool parse_links(struct parser *p, int node, size_t value_at)
{
	struct query_node *n = &p->query->nodes[node];
	const char *id = n->values[0].text, *near;

	n->kind = QUERY_LINKS;
	n->inverse = n->name[4] == 'e';
	if (corpus_resolve(p->query->corpus, id, strlen(id), &n->record) != RESOLVE_NOTHING)
		return true;
	near = corpus_suggest_id(p->query->corpus, id);
	error_set_at(p->err, 0, column(p, value_at), near ? "no record `%s`; did you mean `%s`?" : "no record `%s`", id,
		near ? near : "");
	return false;
}

static bool parse_type(struct parser *p, int node, size_t value_at)
{
	const struct corpus *c = p->query->corpus;
	struct query_node *n = &p->query->nodes[node];
	struct text_nearest near;

	n->kind = QUERY_TYPE;
	p->query->names_type = true;
	for (int i = 0; i < n->value_count; i++) {
		const char *name = n->values[i].text;

		if (strcmp(name, "any") == 0 || corpus_type_find(c, name, strlen(name)) != RECORD_NONE)
			continue;
		text_nearest_init(&near, name);
		for (uint32_t t = 0; t < c->type_count; t++)
			text_nearest_offer(&near, c->types[t].name);
		error_set_at(p->err, 0, column(p, value_at), near.best ? "no type `%s`; did you mean `%s`?" : "no type `%s`", name,
			near.best ? near.best : "");
		return false;
	}
	return true;
}

static bool parse_pattern_value(struct parser *p, int node)
{
	struct query_node *n = &p->query->nodes[node];
	size_t begin = p->at;
	bool regex = p->at < p->len && p->text[p->at] == '/';
	unsigned flags = 0;
	char *text;

	if (p->at >= p->len || strchr(" \t\n|)", p->text[p->at])) {
		fail(p, p->at, "a word or a /pattern/ is expected here");
		return false;
	}
	text = regex ? take_regex(p, &flags) : p->text[p->at] == '"' ? take_quoted(p) : take_bare(p, " \t\n|)");
	if (!text)
		return false;
	n->text = text;
	n->flags = flags;
	n->quoted = !regex;
	return compile(p, node, !regex, begin + regex);
}

static enum query_op take_op(struct parser *p)
{
	char c = p->text[p->at++];

	if ((c == '<' || c == '>') && p->at < p->len && p->text[p->at] == '=') {
		p->at++;
		return c == '<' ? OP_LESS_EQUAL : OP_MORE_EQUAL;
	}
	return c == ':' ? OP_HAS : c == '=' ? OP_EXACT : c == '~' ? OP_PATTERN : c == '<' ? OP_LESS : OP_MORE;
}

static int parse_field(struct parser *p, size_t name_len)
{
	size_t begin = p->at, value_at;
	int node = add(p, QUERY_FIELD, begin), state;
	struct query_node *n;
	bool ok, special;

	if (node == QUERY_NONE)
		return node;
	n = &p->query->nodes[node];
	n->name = strndup(p->text + begin, name_len);
	if (!n->name) {
		error_memory(p->err);
		return QUERY_NONE;
	}
	p->at += name_len;
	n->op = take_op(p);
	value_at = p->at;
	state = name_index(query_state_names, n->name);
	special = n->op == OP_HAS
		&& (state >= 0 || strcmp(n->name, "is") == 0 || strcmp(n->name, "links") == 0 || strcmp(n->name, "linked-from") == 0
			|| strcmp(n->name, "type") == 0);
	if (special) {
		n->kind = QUERY_TYPE; /* until its own rule below: values are plain words */
		ok = take_values(p, node, strcmp(n->name, "type") == 0);
		if (ok)
			ok = state >= 0 ? parse_state(p, node, state, value_at)
				: strcmp(n->name, "is") == 0 ? parse_is(p, node, value_at)
				: strcmp(n->name, "type") == 0 ? parse_type(p, node, value_at)
				: parse_links(p, node, value_at);
	} else {
		ok = query_resolve_field(p->query->corpus, n->name, n, p->err);
		if (!ok)
			p->err->column = column(p, begin);
		ok = ok && (n->op == OP_PATTERN ? parse_pattern_value(p, node) : take_values(p, node, n->op <= OP_EXACT));
	}
	p->query->nodes[node].end = p->at;
	return ok ? node : QUERY_NONE;
}

/* The length of a field name at this place, when an operator follows it; else 0. */
static size_t field_name(const struct parser *p)
{
	size_t i = p->at;
	unsigned char first = i < p->len ? (unsigned char)p->text[i] : 0;

	if (!(first == '_' || first >= 0x80 || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')))
		return 0;
	while (i < p->len && !strchr(" \t\n|()\",/:=~<>", p->text[i]))
		i++;
	return i < p->len && strchr(":=~<>", p->text[i]) ? i - p->at : 0;
}

static int parse_group(struct parser *p)
{
	size_t begin = p->at++;
	int inner;

	inner = parse_or(p);
	if (inner == QUERY_NONE)
		return inner;
	skip_blanks(p);
	if (p->at >= p->len || p->text[p->at] != ')')
		return fail(p, begin, "this bracket has no partner; close it with )");
	p->at++;
	p->query->nodes[inner].begin = begin;
	p->query->nodes[inner].end = p->at;
	return inner;
}

static int parse_not(struct parser *p)
{
	size_t begin = p->at, name_len;
	int node, inner;

	if (++p->depth > QUERY_DEPTH_MAX)
		return fail(p, begin, "brackets and minus signs nested more than 100 deep");
	if (p->at < p->len && p->text[p->at] == '-') {
		p->at++;
		node = add(p, QUERY_NOT, begin);
		if (node == QUERY_NONE)
			return node;
		if (p->at >= p->len || strchr(" \t\n|)", p->text[p->at]))
			return fail(p, begin, "nothing to exclude stands behind this minus sign; a minus sign as text is written \"-\"");
		inner = parse_not(p);
		if (inner == QUERY_NONE)
			return inner;
		p->query->nodes[node].first = inner;
		p->query->nodes[node].end = p->at;
	} else if (p->at < p->len && p->text[p->at] == '(') {
		node = parse_group(p);
	} else {
		name_len = field_name(p);
		node = name_len ? parse_field(p, name_len) : parse_text(p);
	}
	p->depth--;
	return node;
}

/* One kind of list: the parts joined by "and" or by "or". A list of one is that one. */
static int join(struct parser *p, enum query_kind kind, int first, int last, int count)
{
	int node;

	if (count == 1)
		return first;
	node = add(p, kind, p->query->nodes[first].begin);
	if (node == QUERY_NONE)
		return node;
	p->query->nodes[node].first = first;
	p->query->nodes[node].end = p->query->nodes[last].end;
	return node;
}

static int parse_and(struct parser *p)
{
	int first = QUERY_NONE, last = QUERY_NONE, count = 0;

	for (;;) {
		int node;

		skip_blanks(p);
		if (p->at >= p->len || strchr("|)", p->text[p->at]))
			break;
		node = parse_not(p);
		if (node == QUERY_NONE)
			return node;
		/* A node that is an "and" in brackets keeps its own list. */
		if (last == QUERY_NONE)
			first = node;
		else
			p->query->nodes[last].next = node;
		last = node;
		count++;
	}
	if (!count)
		return fail(p, p->at, p->at < p->len && p->text[p->at] == ')' && !p->depth ? "this bracket has no partner"
											 : "a term is expected here");
	return join(p, QUERY_AND, first, last, count);
}

static int parse_or(struct parser *p)
{
	int first = QUERY_NONE, last = QUERY_NONE, count = 0;

	for (;;) {
		int node = parse_and(p);

		if (node == QUERY_NONE)
			return node;
		if (last == QUERY_NONE)
			first = node;
		else
			p->query->nodes[last].next = node;
		last = node;
		count++;
		skip_blanks(p);
		if (p->at >= p->len || p->text[p->at] != '|')
			return join(p, QUERY_OR, first, last, count);
		p->at++;
	}
}

static bool parse(struct parser *p)
{
	skip_blanks(p);
	if (p->at == p->len) {
		p->query->root = add(p, QUERY_ALL, 0);
		return p->query->root != QUERY_NONE;
	}
	p->query->root = parse_or(p);
	if (p->query->root == QUERY_NONE)
		return false;
	if (p->at < p->len) {
		fail(p, p->at, "this bracket has no partner");
		return false;
	}
	return true;
}

struct query *query_parse(const struct corpus *corpus, const char *text, struct error *err)
{
	struct query *q = calloc(1, sizeof *q);
	struct error ignored = {0};
	struct parser p = {.query = q, .text = text, .len = strlen(text), .err = err ? err : &ignored};

	error_clear(p.err);
	if (!q || !(q->text = strdup(text))) {
		query_free(q);
		error_memory(p.err);
		return NULL;
	}
	q->corpus = corpus;
	q->root = QUERY_NONE;
	if (p.len > QUERY_LENGTH_MAX || text_valid_prefix(text, p.len) < p.len) {
		error_set_at(p.err, 0, 1, p.len > QUERY_LENGTH_MAX ? "a query of more than 16 KiB" : "bytes that are not UTF-8");
		query_free(q);
		return NULL;
	}
	if (!parse(&p)) {
		query_free(q);
		return NULL;
	}
	return q;
}

void query_free(struct query *query)
{
	if (!query)
		return;
	for (int i = 0; i < query->count; i++) {
		struct query_node *n = &query->nodes[i];

		for (int v = 0; v < n->value_count; v++)
			free(n->values[v].text);
		free(n->values);
		free(n->name);
		free(n->text);
		pattern_free(n->pattern);
	}
	free(query->nodes);
	free(query->text);
	free(query);
}

const char *query_text(const struct query *query)
{
	return query->text;
}

bool query_names_type(const struct query *query)
{
	return query->names_type;
}
