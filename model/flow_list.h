/* A list of scalars written in brackets, as a person edits it on one line: `[one, 'two, three']`. */
#ifndef KERNATLAS_FLOW_LIST_H
#define KERNATLAS_FLOW_LIST_H

#include "buf.h"
#include "value.h"

/* Appends the list and, unless it is NULL, one more item. False when an item is no scalar, can't be written on one line, or
 * memory ends. */
bool flow_list_write(struct node list, const char *more, struct buf *out);
/* Appends a text as YAML reads it back: plain where that can be, else in quotes. */
bool flow_list_scalar(const char *text, bool is_text, bool in_brackets, struct buf *out);

#endif
