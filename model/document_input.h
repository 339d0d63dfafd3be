/* What the Markdown parser reads in the source's place: the same text with a few bytes changed and some put in, so that
 * it comes out as readers expect. What is shown is always taken from the source. */
#ifndef KERNATLAS_DOCUMENT_INPUT_H
#define KERNATLAS_DOCUMENT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

struct document_insertion;

struct document_input {
	struct buf text;
	struct document_insertion *insertions; /* by place */
	uint32_t count, cap;
	bool in_table; /* below a line that makes a table */
};

/* False when memory ends; to be released all the same. */
bool document_input_init(struct document_input *input, const char *source, size_t len);
void document_input_release(struct document_input *input);
/* The offset in the source of an offset in the text. */
size_t document_input_offset(const struct document_input *input, size_t offset);

#endif
