/* The reader: bytes of a YAML, JSON or Markdown file into a unit of values.
 *
 * YAML 1.1 as libyaml 0.2 parses it (https://pyyaml.org/wiki/LibYAML), with the scalars of the YAML 1.2 core schema
 * plus yes/no and calendar dates. JSON is read as the subset of YAML that it is, surrogate pairs joined first.
 * A Markdown file becomes one record of type `doc`: its front matter, and its text as the field `body`.
 *
 * Whatever is wrong becomes a finding in the unit and the rest is kept. Work is linear in the size of the file:
 * the limits below end it early. */
#ifndef KERNATLAS_READER_H
#define KERNATLAS_READER_H

#include "error.h"
#include "value.h"

enum {
	READER_FILE_LIMIT = 64 << 20,   /* bytes of a file */
	READER_SCALAR_LIMIT = 16 << 20, /* bytes of one scalar */
	READER_DEPTH_LIMIT = 64,        /* nested lists and maps */
	READER_VALUE_LIMIT = 4 << 20,   /* values in a file, alias copies included */
	READER_ALIAS_LIMIT = 1 << 16,   /* values copied by aliases in a file */
	READER_KEYS_LIMIT = 1 << 16,    /* children of one map */
	READER_DOCUMENT_LIMIT = 1 << 16 /* YAML documents in a file */
};

/* Scratch memory for one thread. */
struct reader;

struct reader *reader_new(struct keys *keys); /* `keys` is borrowed; NULL when memory ends */
void reader_free(struct reader *reader);
/* Says that thousands of files follow: their units then share memory. */
void reader_expect_many(struct reader *reader);
/* Where its units go, for others that are not read but made; see unit_new. */
struct unit_chunk **reader_chunk(struct reader *reader);

/* Both return a unit of which the caller holds the only reference, or NULL when memory ends. `path` is copied, for
 * messages; a Markdown file's id, where its front matter gives none, is the path's last part without ".md". */
struct unit *reader_yaml(struct reader *reader, const char *path, const char *bytes, size_t len);
struct unit *reader_markdown(struct reader *reader, const char *path, const char *bytes, size_t len);

/* A unit that holds just one finding: a file that could not be read. */
struct unit *reader_failed(const char *path, enum finding_code code, const char *why);

#endif
