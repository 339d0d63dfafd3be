#include "json.h"

#include <string.h>

#include "text.h"

/* Code points that act on a terminal, or that JavaScript once took for a line's end, are escaped, so that JSON is safe to
 * look at; a reader gets them back. */
static bool needs_escape(uint32_t code)
{
	return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0xFEFF || (code >= 0x200B && code <= 0x200F)
		|| (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F);
}

void json_string(struct buf *out, const char *text, size_t len)
{
	const char *end = text + len;

	buf_addc(out, '"');
	while (text < end) {
		uint32_t code;
		size_t step = text_decode(text, (size_t)(end - text), &code);

		if (!step)
			buf_adds(out, "\\ufffd");
		else if (code == '"' || code == '\\')
			buf_addf(out, "\\%c", (char)code);
		else if (code == '\n')
			buf_adds(out, "\\n");
		else if (code == '\t')
			buf_adds(out, "\\t");
		else if (needs_escape(code))
			buf_addf(out, "\\u%04x", code);
		else
			buf_add(out, text, step);
		text += step ? step : 1;
	}
	buf_addc(out, '"');
}

void json_string0(struct buf *out, const char *text)
{
	json_string(out, text, strlen(text));
}

void json_next(struct buf *out, bool *first, int indent)
{
	if (!*first)
		buf_addc(out, ',');
	if (indent >= 0) {
		buf_addc(out, '\n');
		buf_add_repeat(out, ' ', (size_t)indent);
	} else if (!*first) {
		buf_addc(out, ' ');
	}
	*first = false;
}

void json_key(struct buf *out, const char *key)
{
	json_string0(out, key);
	buf_adds(out, ": ");
}

/* JSON's numbers have no plus sign, no bare point and no leading zeros. */
static bool is_json_number(const char *s)
{
	s += *s == '-';
	if (*s == '0')
		s++;
	else if (*s >= '1' && *s <= '9')
		s += strspn(s, "0123456789");
	else
		return false;
	if (*s == '.') {
		size_t digits = strspn(s + 1, "0123456789");

		if (!digits)
			return false;
		s += digits + 1;
	}
	if (*s == 'e' || *s == 'E') {
		s += 1 + (s[1] == '+' || s[1] == '-');
		if (!strspn(s, "0123456789"))
			return false;
		s += strspn(s, "0123456789");
	}
	return !*s;
}

static void scalar(struct buf *out, struct node n)
{
	bool flag;
	double number;

	if (!node_is_scalar(n))
		buf_adds(out, n.v && n.v->kind != VALUE_NULL ? "\"\"" : "null");
	else if (node_boolean(n, &flag))
		buf_adds(out, flag ? "true" : "false");
	else if ((node_kind(n) == VALUE_INTEGER || node_kind(n) == VALUE_NUMBER) && is_json_number(node_text(n)))
		buf_adds(out, node_text(n)); /* as written, beyond what a double holds too */
	else if (!node_number(n, &number))
		json_string(out, node_text(n), node_len(n));
	else
		buf_addf(out, "%.17g", number);
}

bool json_is_repeat(struct node map, struct node child)
{
	/* A unit with such keys has findings; all others are spared the search. */
	return map.unit->findings.count && child.v->key != KEY_NONE && node_get(map, child.v->key).v != child.v;
}

void json_node(struct buf *out, const struct corpus *corpus, struct node n, int indent)
{
	bool map = node_kind(n) == VALUE_MAP, first = true;
	int inner = indent < 0 ? -1 : indent + 2;

	if (node_kind(n) < VALUE_LIST) {
		scalar(out, n);
		return;
	}
	buf_addc(out, map ? '{' : '[');
	for (struct node child = node_first(n); child.v; child = node_next(n, child)) {
		if (map && json_is_repeat(n, child))
			continue;
		json_next(out, &first, inner);
		if (map)
			json_key(out, keys_name(corpus->keys, child.v->key));
		json_node(out, corpus, child, inner);
	}
	if (!first && indent >= 0) {
		buf_addc(out, '\n');
		buf_add_repeat(out, ' ', (size_t)indent);
	}
	buf_addc(out, map ? '}' : ']');
}
