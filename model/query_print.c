/* The tree as text again, and changes to a query that a person makes with one key: a term added, a term lifted. */
#include <string.h>

#include "query_internal.h"

static void put_quoted(struct buf *out, const char *text)
{
	buf_addc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_addc(out, '\\');
		buf_addc(out, *text);
	}
	buf_addc(out, '"');
}

static void put_value(struct buf *out, const char *text)
{
	if (!*text || *text == '"' || strpbrk(text, " \t\n|),"))
		put_quoted(out, text);
	else
		buf_adds(out, text);
}

/* A word stays bare where nothing in it could be read as something else. */
static void put_word(struct buf *out, const char *text)
{
	if (*text == '-' || *text == '/' || strpbrk(text, " \t\n|()\",:=~<>"))
		put_quoted(out, text);
	else
		buf_adds(out, text);
}

static void put_regex(struct buf *out, const struct query_node *n)
{
	bool class = false;

	buf_addc(out, '/');
	for (const char *s = n->text; *s; s++) {
		if (*s == '\\' && s[1]) {
			buf_addc(out, *s++);
		} else if (*s == '/' && !class) {
			buf_addc(out, '\\');
		} else {
			class = *s == '[' ? true : *s == ']' ? false : class;
		}
		buf_addc(out, *s);
	}
	buf_addc(out, '/');
	if (n->flags & PATTERN_CASELESS)
		buf_addc(out, 'i');
	if (n->flags & PATTERN_DOTALL)
		buf_addc(out, 's');
	if (n->flags & PATTERN_EXTENDED)
		buf_addc(out, 'x');
	if (n->flags & PATTERN_UNGREEDY)
		buf_addc(out, 'U');
}

static void put_leaf(const struct query_node *n, struct buf *out)
{
	static const char *const ops[] = {":", "=", "~", "<", "<=", ">", ">="};

	buf_adds(out, n->name);
	buf_adds(out, ops[n->op]);
	if (n->op == OP_PATTERN && n->quoted) {
		if (!*n->text || *n->text == '/' || *n->text == '"' || strpbrk(n->text, " \t\n|)"))
			put_quoted(out, n->text);
		else
			buf_adds(out, n->text);
	} else if (n->op == OP_PATTERN) {
		put_regex(out, n);
	}
	for (int i = 0; i < n->value_count; i++) {
		buf_adds(out, i ? "," : "");
		put_value(out, n->values[i].text);
	}
}

static void put_node(const struct query *q, int index, struct buf *out)
{
	const struct query_node *n = &q->nodes[index];

	switch (n->kind) {
	case QUERY_ALL:
		return;
	case QUERY_AND:
	case QUERY_OR:
		for (int child = n->first; child != QUERY_NONE; child = q->nodes[child].next) {
			bool group = q->nodes[child].kind == QUERY_AND || q->nodes[child].kind == QUERY_OR;

			if (child != n->first)
				buf_adds(out, n->kind == QUERY_OR ? " | " : " ");
			buf_adds(out, group ? "(" : "");
			put_node(q, child, out);
			buf_adds(out, group ? ")" : "");
		}
		return;
	case QUERY_NOT: {
		bool group = q->nodes[n->first].kind == QUERY_AND || q->nodes[n->first].kind == QUERY_OR;

		buf_adds(out, group ? "-(" : "-");
		put_node(q, n->first, out);
		buf_adds(out, group ? ")" : "");
		return;
	}
	case QUERY_TEXT:
		put_word(out, n->text);
		return;
	case QUERY_REGEX:
		put_regex(out, n);
		return;
	default:
		put_leaf(n, out);
	}
}

void query_print(const struct query *query, struct buf *out)
{
	put_node(query, query->root, out);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool node_equal(const struct query *a, int i, const struct query *b, int j)
{
	const struct query_node *x, *y;
	int p, q;

	if (i == QUERY_NONE || j == QUERY_NONE)
		return i == j;
	x = &a->nodes[i];
	y = &b->nodes[j];
	if (x->kind != y->kind || x->op != y->op || x->flags != y->flags || x->value_count != y->value_count
		|| !same_text(x->name, y->name) || !same_text(x->text, y->text) || (x->op == OP_PATTERN && x->quoted != y->quoted))
		return false;
	for (int v = 0; v < x->value_count; v++)
		if (strcmp(x->values[v].text, y->values[v].text) != 0)
			return false;
	for (p = x->first, q = y->first; p != QUERY_NONE && q != QUERY_NONE; p = a->nodes[p].next, q = b->nodes[q].next)
		if (!node_equal(a, p, b, q))
			return false;
	return p == q;
}

bool query_equal(const struct query *a, const struct query *b)
{
	return node_equal(a, a->root, b, b->root);
}

size_t query_term_count(const struct query *query)
{
	const struct query_node *root = &query->nodes[query->root];
	size_t count = 0;

	if (root->kind == QUERY_ALL)
		return 0;
	if (root->kind != QUERY_AND)
		return 1;
	for (int child = root->first; child != QUERY_NONE; child = query->nodes[child].next)
		count++;
	return count;
}

struct query_term query_term_at(const struct query *query, size_t index)
{
	const struct query_node *n = &query->nodes[query->root];

	if (n->kind == QUERY_AND) {
		n = &query->nodes[n->first];
		while (index-- && n->next != QUERY_NONE)
			n = &query->nodes[n->next];
	}
	return (struct query_term){n->begin, n->end};
}

void query_without(const struct query *query, size_t index, struct buf *out)
{
	bool first = true;

	for (size_t i = 0, count = query_term_count(query); i < count; i++) {
		struct query_term term = query_term_at(query, i);

		if (i == index)
			continue;
		buf_adds(out, first ? "" : " ");
		buf_add(out, query->text + term.begin, term.end - term.begin);
		first = false;
	}
}

void query_with(const struct query *query, const char *term, struct buf *out)
{
	bool swallow = query->nodes[query->root].kind == QUERY_OR;
	size_t len = strlen(query->text);

	while (len && query->text[len - 1] == ' ')
		len--;
	if (swallow)
		buf_addc(out, '(');
	buf_add(out, query->text, len);
	if (swallow)
		buf_addc(out, ')');
	if (len)
		buf_addc(out, ' ');
	buf_adds(out, term);
}

void query_quote_term(struct buf *out, const char *field, const char *value)
{
	buf_adds(out, field);
	buf_addc(out, ':');
	put_value(out, value);
}
