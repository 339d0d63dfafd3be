/* JSON before libyaml takes it: what in a text is no JSON, and a copy of what YAML would read otherwise.
 *
 * RFC 8259. libyaml takes far more than that (comments, commas at the end, single quotes), and less in a few places. */
#ifndef KERNATLAS_READER_JSON_H
#define KERNATLAS_READER_JSON_H

#include "buf.h"
#include "error.h"

struct json_scan {
	struct error fault; /* the first place that is no JSON; its message is "" when there is none */
	size_t lone;        /* \u escapes of half a surrogate pair, the first of them at `lone_at` */
	size_t lone_at;
	bool care; /* libyaml would read it otherwise: reader_json_prepare() is needed */
};

/* Looks at the whole text, or at as much of it as is nested less deeply than the reader's limit. */
void reader_json_scan(const char *bytes, size_t len, struct json_scan *scan);
/* Line and column, from 1 and in characters, of the byte at `at`. */
void reader_json_place(const char *bytes, size_t at, int *line, int *column);
/* Appends the JSON with surrogate pairs as \U escapes (a lone one as U+FFFD), characters that YAML takes for a line's
 * end as escapes, tabs between values as spaces, and keys that are long or stand on another line than their colon as
 * explicit keys. Takes text that is no JSON too. */
bool reader_json_prepare(struct buf *out, const char *bytes, size_t len);

#endif
