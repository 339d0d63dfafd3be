/* Values as JSON (RFC 8259). Types stay: numbers as they were written where that is JSON, booleans, null, lists, maps. */
#ifndef KERNATLAS_JSON_H
#define KERNATLAS_JSON_H

#include "buf.h"
#include "corpus.h"

/* Appends a string with its quotes; control and bidi characters escaped, bytes that are no UTF-8 as U+FFFD. */
void json_string(struct buf *out, const char *text, size_t len);
void json_string0(struct buf *out, const char *text);
/* Appends a value of any kind; an absent one as null. `indent` < 0: on one line. */
void json_node(struct buf *out, const struct corpus *corpus, struct node n, int indent);
/* Whether an earlier child of the map has the same key: the first is the one that counts, and the only one written. */
bool json_is_repeat(struct node map, struct node child);
/* Begins the next member or item: a comma when there was one, and the line break. */
void json_next(struct buf *out, bool *first, int indent);
void json_key(struct buf *out, const char *key);

#endif
