/* Rows of text cells, printed as a table, CSV (RFC 4180), TSV or Markdown, each cell escaped for its format. */
#ifndef KERNATLAS_GRID_H
#define KERNATLAS_GRID_H

#include "buf.h"
#include "corpus.h"

enum { GRID_COLUMNS_MAX = 256 };

struct grid {
	char *heads[GRID_COLUMNS_MAX]; /* owned */
	int columns;
	char **cells; /* rows × columns, owned */
	size_t count, cap;
	bool right[GRID_COLUMNS_MAX]; /* set to the right in tables */
	bool failed;
};

void grid_init(struct grid *g);
void grid_release(struct grid *g);
void grid_head(struct grid *g, const char *head);
/* Adds the next cell, row by row. */
void grid_add(struct grid *g, const char *text);
bool grid_ok(const struct grid *g);

/* `width` 0: no limit. What is cut ends in "…". */
void grid_table(const struct grid *g, int width, struct buf *out);
void grid_markdown(const struct grid *g, struct buf *out);
/* A cell that a spreadsheet would take for a formula gets an apostrophe in front; a plain number does not. */
void grid_csv(const struct grid *g, struct buf *out);
void grid_tsv(const struct grid *g, struct buf *out);

/* Appends what a field of a record holds as one line of text: items joined by ", ", entries by what tells most (where a cost
 * lands, what an artifact is bound to), with "≈" before what was derived. The states as `absent`, "null" and "[]". `dotted` may be an alias of queries. */
void field_text(const struct corpus *corpus, const struct record *record, const char *dotted, const char *absent,
	struct buf *out);
/* Orders records by fields such as "family,-updated": vocabularies by their order, numbers and dates by value, the rest
 * as people order names; records without the value last either way; ties by id. False with a message for a field that
 * nothing has, or when memory ends. */
bool record_sort(const struct corpus *corpus, uint32_t *records, uint32_t count, const char *fields, struct error *err);

#endif
