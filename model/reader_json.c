/* A walk over the bytes with one word for what may come next and a small stack of what is open. */
#include "reader_json.h"

#include <stdint.h>
#include <string.h>

#include "reader.h"

enum { LONG_KEY = 1000, SHOWN = 40 }; /* YAML allows 1,024 characters before a colon */

enum expected { ANY_VALUE, VALUE_OR_END, NEXT_VALUE, KEY_OR_END, NEXT_KEY, COLON, COMMA_OR_END, NOTHING };

struct walk {
	const char *bytes;
	size_t len, at;
	enum expected expected;
	char open[READER_DEPTH_LIMIT + 1]; /* the bracket that each open list or map waits for */
	size_t opened_at[READER_DEPTH_LIMIT + 1];
	int depth;
	size_t comma, key; /* where the last ones began */
	struct json_scan *scan;
};

void reader_json_place(const char *bytes, size_t at, int *line, int *column)
{
	*line = *column = 1;
	for (size_t i = 0; i < at; i++) {
		if (bytes[i] == '\n') {
			++*line;
			*column = 1;
		} else if (((unsigned char)bytes[i] & 0xC0) != 0x80) {
			++*column;
		}
	}
}

static bool fault(struct walk *w, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fault(struct walk *w, size_t at, const char *format, ...)
{
	struct error *err = &w->scan->fault;
	va_list args;

	va_start(args, format);
	error_vset(err, format, args);
	va_end(args);
	reader_json_place(w->bytes, at, &err->line, &err->column);
	return false;
}

static bool hex4(const char *s, size_t len, uint32_t *code)
{
	*code = 0;
	if (len < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		char c = s[i];
		uint32_t digit;

		if (c >= '0' && c <= '9')
			digit = (uint32_t)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			digit = (uint32_t)((c | 0x20) - 'a' + 10);
		else
			return false;
		*code = *code * 16 + digit;
	}
	return true;
}

static bool is_surrogate_escape(const char *s, size_t len, uint32_t *code)
{
	return len >= 6 && s[0] == '\\' && s[1] == 'u' && hex4(s + 2, len - 2, code) && *code >= 0xD800
	       && *code <= 0xDFFF;
}

static bool is_pair(const char *s, size_t len, uint32_t *code)
{
	uint32_t high, low;

	if (!is_surrogate_escape(s, len, &high) || high >= 0xDC00 || !is_surrogate_escape(s + 6, len - 6, &low)
	    || low < 0xDC00)
		return false;
	*code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
	return true;
}

/* What YAML takes for the end of a line within a text: U+0085, U+2028, U+2029. Its bytes, or 0. */
static size_t line_break(const char *s, size_t len, uint32_t *code)
{
	if (len >= 2 && memcmp(s, "\xC2\x85", 2) == 0) {
		*code = 0x85;
		return 2;
	}
	if (len < 3 || (memcmp(s, "\xE2\x80\xA8", 3) != 0 && memcmp(s, "\xE2\x80\xA9", 3) != 0))
		return 0;
	*code = s[2] == '\xA8' ? 0x2028 : 0x2029;
	return 3;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* How many bytes a character at `s` has, as far as messages show it. */
static size_t character(const char *s, size_t len)
{
	size_t n = 1;

	while (n < len && n < 4 && ((unsigned char)s[n] & 0xC0) == 0x80)
		n++;
	return n;
}

/* The escape at w->at. */
static bool scan_escape(struct walk *w)
{
	const char *s = w->bytes + w->at;
	size_t len = w->len - w->at;
	uint32_t code;

	if (len < 2)
		return true; /* the text ends here, and is told as never closed */
	if (s[1] != 'u') {
		if (!strchr("\"\\/bfnrt", s[1]) || !s[1])
			return fault(w, w->at, "escape `\\%.*s`, which JSON does not have",
			             (int)character(s + 1, len - 1), s + 1);
		w->at += 2;
		return true;
	}
	if (!hex4(s + 2, len - 2, &code))
		return fault(w, w->at, "escape `\\u` without four hexadecimal digits");
	if (is_pair(s, len, &code)) {
		w->scan->care = true;
		w->at += 12;
		return true;
	}
	if (is_surrogate_escape(s, len, &code)) {
		w->scan->care = true;
		if (!w->scan->lone++)
			w->scan->lone_at = w->at;
	}
	w->at += 6;
	return true;
}

/* The string whose quote stands at w->at. */
static bool scan_string(struct walk *w)
{
	size_t begin = w->at++;
	uint32_t code;

	while (w->at < w->len && w->bytes[w->at] != '"') {
		char c = w->bytes[w->at];

		if (c == '\\') {
			size_t before = w->at;

			if (!scan_escape(w))
				return false;
			if (w->at == before)
				break;
		} else if (c >= 0 && c < 0x20) {
			return fault(w, w->at, "a %s within a text; JSON writes it as an escape",
			             c == '\n'   ? "line's end"
			             : c == '\t' ? "tab"
			                         : "control character");
		} else {
			if ((c == '\xC2' || c == '\xE2') && line_break(w->bytes + w->at, w->len - w->at, &code))
				w->scan->care = true;
			w->at++;
		}
	}
	if (w->at >= w->len || w->bytes[w->at] != '"')
		return fault(w, begin, "a text that is never closed");
	w->at++;
	return true;
}

static bool scan_key(struct walk *w)
{
	w->key = w->at;
	if (!scan_string(w))
		return false;
	w->scan->care = w->scan->care || w->at - w->key >= LONG_KEY;
	w->expected = COLON;
	return true;
}

static size_t digits(const char *s, size_t len, size_t at)
{
	while (at < len && s[at] >= '0' && s[at] <= '9')
		at++;
	return at;
}

static bool is_number(const char *s, size_t len)
{
	size_t begin = s[0] == '-', at = digits(s, len, begin), next;

	if (at == begin || (s[begin] == '0' && at > begin + 1))
		return false;
	if (at < len && s[at] == '.') {
		next = digits(s, len, at + 1);
		if (next == at + 1)
			return false;
		at = next;
	}
	if (at < len && (s[at] == 'e' || s[at] == 'E')) {
		at++;
		at += at < len && (s[at] == '-' || s[at] == '+');
		next = digits(s, len, at);
		if (next == at)
			return false;
		at = next;
	}
	return at == len;
}

static bool is_word(const char *s, size_t len)
{
	static const char *const words[] = {"true", "false", "null"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == len && memcmp(words[i], s, len) == 0)
			return true;
	return false;
}

/* What is missing where something else stands. */
static const char *what_is_asked(const struct walk *w)
{
	switch (w->expected) {
	case KEY_OR_END:
	case NEXT_KEY:
		return "a key in double quotes";
	case COLON:
		return "`:`";
	case COMMA_OR_END:
		return w->open[w->depth - 1] == ']' ? "`,` or `]`" : "`,` or `}`";
	default:
		return "a value";
	}
}

static bool misplaced(struct walk *w, size_t len)
{
	return fault(w, w->at, "`%.*s` where %s is asked", (int)len, w->bytes + w->at, what_is_asked(w));
}

/* Numbers, true, false, null, and whatever stands in the place of one. */
static bool scan_bare(struct walk *w)
{
	const char *s = w->bytes + w->at;
	size_t len = 0;

	if (*s == '#' || (*s == '/' && w->at + 1 < w->len && strchr("/*", s[1]) && s[1]))
		return fault(w, w->at, "a comment, which JSON does not have");
	if (*s == '\'')
		return fault(w, w->at, "a text in single quotes; JSON asks for double ones");
	while (w->at + len < w->len && !is_space(s[len]) && !(s[len] && strchr(",:[]{}\"#", s[len])))
		len++;
	if (len && w->expected <= NEXT_VALUE && (is_word(s, len) || is_number(s, len))) {
		w->at += len;
		w->expected = w->depth ? COMMA_OR_END : NOTHING;
		return true;
	}
	len = len ? len : character(s, w->len - w->at);
	len = len > SHOWN ? SHOWN : len;
	while (len && w->at + len < w->len && ((unsigned char)s[len] & 0xC0) == 0x80)
		len--;
	return misplaced(w, len);
}

static void scan_open(struct walk *w, char c)
{
	w->open[w->depth] = c == '[' ? ']' : '}';
	w->opened_at[w->depth++] = w->at++;
	w->expected = c == '[' ? VALUE_OR_END : KEY_OR_END;
}

static bool scan_close(struct walk *w, char c)
{
	bool fits = w->depth && w->open[w->depth - 1] == c;

	if (fits && (w->expected == NEXT_VALUE || w->expected == NEXT_KEY))
		return fault(w, w->comma, "a comma with nothing behind it before `%c`", c);
	if (!fits || (w->expected != COMMA_OR_END && w->expected != VALUE_OR_END && w->expected != KEY_OR_END))
		return misplaced(w, 1);
	w->depth--;
	w->at++;
	w->expected = w->depth ? COMMA_OR_END : NOTHING;
	return true;
}

static bool scan_token(struct walk *w)
{
	char c = w->bytes[w->at];

	if (c == '/' || c == '#')
		return scan_bare(w);
	if (w->expected == NOTHING)
		return fault(w, w->at, "more behind the end of the value; a file of JSON holds one");
	if (c == ']' || c == '}')
		return scan_close(w, c);
	switch (w->expected) {
	case NEXT_KEY:
	case KEY_OR_END:
		return c == '"' ? scan_key(w) : scan_bare(w);
	case COLON:
		if (c != ':')
			return misplaced(w, character(w->bytes + w->at, w->len - w->at));
		w->scan->care = w->scan->care || memchr(w->bytes + w->key, '\n', w->at - w->key);
		w->at++;
		w->expected = ANY_VALUE;
		return true;
	case COMMA_OR_END:
		if (c != ',')
			return misplaced(w, character(w->bytes + w->at, w->len - w->at));
		w->comma = w->at++;
		w->expected = w->open[w->depth - 1] == ']' ? NEXT_VALUE : NEXT_KEY;
		return true;
	default:
		break;
	}
	if (c == '[' || c == '{') {
		scan_open(w, c);
		return true;
	}
	if (c != '"')
		return scan_bare(w);
	w->expected = w->depth ? COMMA_OR_END : NOTHING;
	return scan_string(w);
}

void reader_json_scan(const char *bytes, size_t len, struct json_scan *scan)
{
	struct walk w = {.bytes = bytes, .len = len, .expected = ANY_VALUE, .scan = scan};

	error_clear(&scan->fault);
	scan->lone = scan->lone_at = 0;
	scan->care = false;
	for (;;) {
		while (w.at < len && is_space(bytes[w.at])) {
			/* Before the first bracket YAML takes a tab for a fault. */
			scan->care = scan->care || (bytes[w.at] == '\t' && !w.depth);
			w.at++;
		}
		if (w.at == len || w.depth > READER_DEPTH_LIMIT)
			break;
		if (!scan_token(&w)) {
			scan->care = true; /* what follows was not looked at */
			return;
		}
	}
	if (w.depth > READER_DEPTH_LIMIT || w.expected == NOTHING)
		return;
	if (!w.depth)
		fault(&w, 0, "the file is empty");
	else
		fault(&w, w.opened_at[w.depth - 1], "a %s that is never closed",
		      w.open[w.depth - 1] == ']' ? "list" : "map");
}

/* The end of the JSON string that begins at `i` (on its quote): just past the closing quote, or `len`. */
static size_t string_end(const char *bytes, size_t len, size_t i)
{
	for (i++; i < len && bytes[i] != '"'; i++)
		if (bytes[i] == '\\' && i + 1 < len)
			i++;
	return i < len ? i + 1 : len;
}

/* Whether a string is a key that YAML would not take for one. */
static bool is_explicit_key(const char *bytes, size_t len, size_t begin, size_t end)
{
	size_t colon = end;

	while (colon < len && is_space(bytes[colon]))
		colon++;
	return colon < len && bytes[colon] == ':'
	       && (end - begin >= LONG_KEY || memchr(bytes + end, '\n', colon - end));
}

static void prepare_string(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len;) {
		uint32_t code;
		size_t step = line_break(s + i, len - i, &code);

		if (step) {
			buf_addf(out, "\\u%04X", code);
			i += step;
		} else if (is_pair(s + i, len - i, &code)) {
			buf_addf(out, "\\U%08X", code);
			i += 12;
		} else if (is_surrogate_escape(s + i, len - i, &code)) {
			buf_adds(out, "\\uFFFD");
			i += 6;
		} else {
			step = s[i] == '\\' && i + 1 < len ? 2 : 1;
			buf_add(out, s + i, step);
			i += step;
		}
	}
}

static void prepare_between(struct buf *out, const char *s, size_t len)
{
	while (len) {
		const char *tab = memchr(s, '\t', len);
		size_t before = tab ? (size_t)(tab - s) : len;

		buf_add(out, s, before);
		if (!tab)
			return;
		buf_addc(out, ' ');
		s += before + 1;
		len -= before + 1;
	}
}

bool reader_json_prepare(struct buf *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len;) {
		const char *quote = memchr(bytes + i, '"', len - i);
		size_t begin = quote ? (size_t)(quote - bytes) : len, end;

		prepare_between(out, bytes + i, begin - i);
		if (!quote)
			break;
		end = string_end(bytes, len, begin);
		if (is_explicit_key(bytes, len, begin, end))
			buf_adds(out, "? ");
		prepare_string(out, bytes + begin, end - begin);
		i = end;
	}
	return buf_ok(out);
}
