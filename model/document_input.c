/* Four things in a source are changed before it is parsed.
 *
 * Marks of quotes and items, more than a few dozen on one line, become a byte without meaning: md4c opens a container
 * for each of them, and every later empty line walks through all open ones.
 *
 * In [[target\|label]] the bar is written with a backslash because it stands in a table. md4c takes bars in brackets
 * for what they are there, and would count the backslash to the target: it becomes a space, which is trimmed.
 *
 * In the line below a table's head GitHub takes one dash a column, md4c before 0.5 three characters: dashes are put in.
 * "||" in a row is an empty cell, which md4c passes over: a space is put in. */
#include "document_input.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "document_lines.h"

enum {
	MARKS_ON_A_LINE = DOCUMENT_DEPTH_MAX / 2,
	NO_MEANING = 1,
	DELIMITER_WIDTH = 3,
	COLUMNS_MAX = 128, /* md4c's own limit */
};

struct document_insertion {
	size_t at;     /* in the text, just behind what was put in */
	size_t before; /* bytes put in up to there */
};

static const char *skip_spaces(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

/* Adds a line's marks of quotes and items; returns what is left of it. */
static const char *add_marks(struct document_input *input, const char *s, const char *end)
{
	for (int marks = 0;; marks++) {
		const char *at = skip_spaces(s, end);
		size_t mark = document_mark(at, end);

		buf_add(&input->text, s, (size_t)(at - s));
		if (!mark || document_is_rule(at, end))
			return at;
		if (marks == MARKS_ON_A_LINE) {
			buf_addc(&input->text, NO_MEANING);
			return at + 1;
		}
		buf_add(&input->text, at, mark);
		s = at + mark;
	}
}

/* Whether a line says how the columns of a table are aligned. */
static bool is_delimiter_row(const char *s, const char *end)
{
	int bars = 0, dashes = 0;

	for (; s < end; s++) {
		bars += *s == '|';
		dashes += *s == '-';
		if (!strchr("|-: \t", *s) || !*s || bars > COLUMNS_MAX)
			return false;
	}
	return bars && dashes;
}

static bool put_in(struct document_input *input, char c, size_t count)
{
	size_t before = input->count ? input->insertions[input->count - 1].before : 0;

	if (input->count == input->cap) {
		uint32_t cap = input->cap ? input->cap * 2 : 16;
		struct document_insertion *grown = realloc(input->insertions, cap * sizeof *grown);

		if (!grown || cap < input->cap) {
			free(grown ? grown : input->insertions);
			input->insertions = NULL;
			input->count = input->cap = 0;
			return false;
		}
		input->insertions = grown;
		input->cap = cap;
	}
	buf_add_repeat(&input->text, c, count);
	input->insertions[input->count++] = (struct document_insertion){input->text.len, before + count};
	return true;
}

static bool add_delimiter_row(struct document_input *input, const char *s, const char *end)
{
	while (s < end) {
		size_t width = strspn(s, ":-");
		const char *dash = width ? memchr(s, '-', width) : NULL;
		size_t first = dash ? (size_t)(dash + 1 - s) : width ? width : 1;

		buf_add(&input->text, s, first);
		if (dash && width < DELIMITER_WIDTH && !put_in(input, '-', DELIMITER_WIDTH - width))
			return false;
		buf_add(&input->text, s + first, width > first ? width - first : 0);
		s += width > first ? width : first;
	}
	return true;
}

/* Takes the backslash from the bars of a line's wiki links. */
static void clear_bars(char *s, const char *end)
{
	bool open = false;
	char *bar = NULL; /* the backslash of the first bar, when it has one */

	for (; s + 1 < end; s++) {
		if (s[0] == '[' && s[1] == '[') {
			open = true;
			bar = NULL;
		} else if (open && s[0] == ']' && s[1] == ']') {
			if (bar && bar[2] != ']')
				*bar = ' ';
			open = false;
		} else if (open && s[0] == '\\' && s[1] == '|' && !bar) {
			bar = s++;
		} else if (s[0] == '|' && !bar) {
			open = false;
		}
	}
}

static bool add_row(struct document_input *input, const char *s, const char *end)
{
	for (const char *bars; (bars = memmem(s, (size_t)(end - s), "||", 2)); s = bars + 1) {
		buf_add(&input->text, s, (size_t)(bars + 1 - s));
		if (!put_in(input, ' ', 1))
			return false;
	}
	buf_add(&input->text, s, (size_t)(end - s));
	return true;
}

static bool add_line(struct document_input *input, const char *s, const char *end)
{
	size_t begin;

	s = add_marks(input, s, end);
	if (is_delimiter_row(s, end) && !input->in_table) {
		input->in_table = true;
		return add_delimiter_row(input, s, end);
	}
	begin = input->text.len;
	input->in_table = input->in_table && s < end;
	if (input->in_table && !add_row(input, s, end))
		return false;
	if (!input->in_table)
		buf_add(&input->text, s, (size_t)(end - s));
	if (buf_ok(&input->text))
		clear_bars(input->text.data + begin, input->text.data + input->text.len);
	return true;
}

bool document_input_init(struct document_input *input, const char *source, size_t len)
{
	const char *end = source + len;

	*input = (struct document_input){0};
	buf_init(&input->text);
	buf_reserve(&input->text, len);
	for (const char *s = source; s < end;) {
		const char *stop = s;

		while (stop < end && *stop != '\n' && *stop != '\r')
			stop++;
		if (!add_line(input, s, stop))
			return false;
		if (stop < end)
			buf_addc(&input->text, *stop);
		s = stop + 1;
	}
	return buf_ok(&input->text);
}

void document_input_release(struct document_input *input)
{
	buf_release(&input->text);
	free(input->insertions);
	*input = (struct document_input){0};
}

size_t document_input_offset(const struct document_input *input, size_t offset)
{
	uint32_t low = 0, high = input->count;
	size_t before, more;

	/* The first insertion that ends behind the offset. */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (input->insertions[middle].at <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	before = low ? input->insertions[low - 1].before : 0;
	if (low == input->count)
		return offset - before;
	/* Within what was put in, all offsets are that of its place. */
	more = input->insertions[low].before - before;
	if (offset > input->insertions[low].at - more)
		offset = input->insertions[low].at - more;
	return offset - before;
}
