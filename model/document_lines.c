#include "document_lines.h"

#include <stdlib.h>
#include <string.h>

bool document_lines_init(struct document_lines *lines, const char *text, size_t len)
{
	uint32_t count = 1, line = 1;

	for (const char *s = text, *end = text + len; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		count++;
	*lines = (struct document_lines){.text = text, .len = len, .count = count, .budget = 4 * len + 1024};
	lines->starts = malloc(((size_t)count + 1) * sizeof *lines->starts);
	if (!lines->starts)
		return false;
	lines->starts[0] = 0;
	for (const char *s = text, *end = text + len; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		lines->starts[line++] = (uint32_t)(s + 1 - text);
	lines->starts[count] = (uint32_t)len;
	return true;
}

void document_lines_release(struct document_lines *lines)
{
	free(lines->starts);
	lines->starts = NULL;
}

static bool holds(const struct document_lines *lines, uint32_t index, size_t offset)
{
	return index < lines->count && lines->starts[index] <= offset
		&& (offset < lines->starts[index + 1] || index + 1 == lines->count);
}

uint32_t document_lines_of(const struct document_lines *lines, size_t offset, uint32_t near)
{
	uint32_t low = 0, high = lines->count - 1;

	if (near && holds(lines, near - 1, offset))
		return near;
	if (holds(lines, near, offset))
		return near + 1;
	while (low < high) {
		uint32_t middle = low + (high - low + 1) / 2;

		if (lines->starts[middle] <= offset)
			low = middle;
		else
			high = middle - 1;
	}
	return low + 1;
}

static const char *skip_spaces(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

static bool ends_line(const char *s, const char *end)
{
	return s == end || *s == '\n' || *s == '\r';
}

size_t document_mark(const char *s, const char *end)
{
	size_t digits = 0, len = 1;

	if (s == end)
		return 0;
	if (*s == '>')
		return 1;
	if (*s != '-' && *s != '+' && *s != '*') {
		while (digits < 9 && s + digits < end && s[digits] >= '0' && s[digits] <= '9')
			digits++;
		if (!digits || s + digits == end || (s[digits] != '.' && s[digits] != ')'))
			return 0;
		len = digits + 1;
	}
	return ends_line(s + len, end) || s[len] == ' ' || s[len] == '\t' ? len : 0;
}

bool document_is_rule(const char *s, const char *end)
{
	char mark = s < end ? *s : '\0';
	int count = 0;

	if (mark != '-' && mark != '*' && mark != '_')
		return false;
	for (; !ends_line(s, end); s++) {
		if (*s == mark)
			count += count < 3;
		else if (*s != ' ' && *s != '\t')
			return false;
	}
	return count == 3;
}

static bool shows(const char *s, const char *end, enum document_sign sign, bool quote, bool item)
{
	switch (sign) {
	case SIGN_RULE:
		return document_is_rule(s, end);
	case SIGN_HEADING:
		return s < end && *s == '#';
	case SIGN_FENCE:
		return end - s >= 3 && (memcmp(s, "```", 3) == 0 || memcmp(s, "~~~", 3) == 0);
	case SIGN_ITEM:
		return item && ends_line(s, end);
	case SIGN_QUOTE:
		return quote && ends_line(s, end);
	}
	return false;
}

bool document_lines_match(struct document_lines *lines, uint32_t line, enum document_sign sign)
{
	const char *s, *end;
	bool quote = false, item = false;
	/* Deeper than this nothing nests: see document_input.c. */
	int marks = 40;

	if (!line || line > lines->count)
		return false;
	s = lines->text + lines->starts[line - 1];
	end = lines->text + lines->starts[line];
	for (;;) {
		size_t mark;

		s = skip_spaces(s, end);
		if (shows(s, end, sign, quote, item))
			return true;
		mark = document_mark(s, end);
		if (!mark || !marks--)
			return false;
		quote = quote || *s == '>';
		item = item || *s != '>';
		s += mark;
	}
}

uint32_t document_lines_find(struct document_lines *lines, uint32_t after, enum document_sign sign)
{
	for (uint32_t line = after + 1; line <= lines->count; line++) {
		size_t cost = lines->starts[line] - lines->starts[line - 1] + 1;

		if (cost > lines->budget)
			break;
		lines->budget -= cost;
		if (document_lines_match(lines, line, sign))
			return line;
	}
	return 0;
}
