/* Lines of a source, and where in it a block stands that has no text of its own. */
#ifndef KERNATLAS_DOCUMENT_LINES_H
#define KERNATLAS_DOCUMENT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct document_lines {
	const char *text;
	size_t len;
	uint32_t *starts; /* [count + 1]; the last is len */
	uint32_t count;
	size_t budget; /* bytes that searches may still look at: all together stay linear */
};

/* The text must outlive it. False when memory ends. */
bool document_lines_init(struct document_lines *lines, const char *text, size_t len);
void document_lines_release(struct document_lines *lines);
/* The line of an offset ≤ len, from 1. `near` is a guess. */
uint32_t document_lines_of(const struct document_lines *lines, size_t offset, uint32_t near);

/* What a line shows of a block, behind the marks of the quotes and lists around it. */
enum document_sign {
	SIGN_RULE,
	SIGN_HEADING, /* "#" */
	SIGN_FENCE,
	SIGN_ITEM,  /* a list's mark and nothing behind it */
	SIGN_QUOTE, /* ">" and nothing behind it */
};

bool document_lines_match(struct document_lines *lines, uint32_t line, enum document_sign sign);
/* The first line after `after` that shows it; 0 when there is none. */
uint32_t document_lines_find(struct document_lines *lines, uint32_t after, enum document_sign sign);

/* The bytes of the mark of a quote or list item at `s` ("> ", "-", "12."), 0 when there is none. */
size_t document_mark(const char *s, const char *end);
/* Whether [s, end), up to the line's end, is a thematic break. */
bool document_is_rule(const char *s, const char *end);

#endif
