/* The manual, written from the tables that the program itself follows: commands, options, actions, the schema, the query
 * language. So it can't say anything else than what they do. */
#ifndef KERNATLAS_MANUAL_H
#define KERNATLAS_MANUAL_H

#include <stdbool.h>

#include "buf.h"
#include "error.h"

struct manual_page {
	const char *name, *section, *about;
	/* Appends the page in roff. False with a message when memory ends. */
	bool (*write)(const struct manual_page *page, struct buf *out, struct error *err);
};
extern const struct manual_page manual_pages[]; /* ends with a NULL name */

/* What the environment changes. Ends with a NULL name. */
struct environment_row {
	const char *name, *help;
};
extern const struct environment_row environment_rows[];

/* The page with that name; NULL when there is none. */
const struct manual_page *manual_find(const char *name);

/* The writers. */
bool manual_program(const struct manual_page *page, struct buf *out, struct error *err);
bool manual_records(const struct manual_page *page, struct buf *out, struct error *err);
bool manual_query(const struct manual_page *page, struct buf *out, struct error *err);

#endif
