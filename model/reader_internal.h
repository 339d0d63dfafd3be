/* Shared by the reader's files only. */
#ifndef KERNATLAS_READER_INTERNAL_H
#define KERNATLAS_READER_INTERNAL_H

#include "reader.h"
#include "scratch.h"

/* What a Markdown file adds to its front matter: fields of the record that the file gives otherwise. */
struct reader_tail {
	const char *path;
	const char *body;
	size_t body_len;
	size_t body_line;
};

struct scratch *reader_scratch(struct reader *r);
/* The number of a key, through a small cache before the shared table. */
uint16_t reader_key(struct reader *r, const char *name, size_t len);
/* The kind of a plain scalar. */
enum value_kind reader_kind(const char *text, size_t len);
/* Skips a byte-order mark, replaces what may not stand in a file, readies JSON. False when memory ends. */
bool reader_prepare(struct reader *r, const char *path, const char **bytes, size_t *len);
/* Adds what the bytes hold to the scratch. True when the end was reached without an error. */
bool reader_events(struct reader *r, const char *bytes, size_t len, long line_offset, const struct reader_tail *tail);
/* Adds a document's fields that its front matter does not give, before the map at `index` is closed. */
void reader_add_tail(struct reader *r, uint32_t index, const struct reader_tail *tail);

#endif
