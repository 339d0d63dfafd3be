/* The query language: one parser, one evaluator, one printer, for every place that selects records.
 *
 *   word "two words" /regex/flags        text in any field (a capital letter asks for exact case)
 *   field:value  field=value  field~x    equals or contains (comma: any of) · exactly · pattern in the field
 *   field<v <= > >=                      numbers, dates, versions; ordered vocabularies by their order
 *   has:f missing:f null:f empty:f absent:f   is:draft …   has:finding   links:id   linked-from:id
 *   -term   a | b   ( )   space = and
 *
 * Three-valued logic (Kleene's). A term is true, false or unknown for a record: unknown where the value it asks for is
 * absent or null, or where a pattern gave up. not unknown = unknown; and: false wins over unknown, unknown over true;
 * or: true wins over unknown, unknown over false. Only true selects. An empty list is known: nothing is in it, so
 * `-backend:metal` holds for it. `missing` is "not given": absent, null or empty; `absent`, `null` and `empty` are the
 * exact states. These ask for what is recorded: a derived value, which other terms see, fills no gap. Text terms and the state terms are never unknown (unless a pattern gives up).
 *
 * A query selects compilers unless it names a type; a corpus without compilers is searched whole. */
#ifndef KERNATLAS_QUERY_H
#define KERNATLAS_QUERY_H

#include "bitset.h"
#include "buf.h"
#include "corpus.h"

struct query;

enum { QUERY_LENGTH_MAX = 16 << 10, QUERY_DEPTH_MAX = 100, QUERY_BUDGET_MS = 1500 };

/* Parses against a corpus (its fields and values), which must outlive the query. NULL with a message that says what was
 * expected; err->column is the place, in characters from 1. An empty text selects every compiler. */
struct query *query_parse(const struct corpus *corpus, const char *text, struct error *err);
void query_free(struct query *query); /* NULL is fine */
/* Appends a text that parses to an equal query. */
void query_print(const struct query *query, struct buf *out);
bool query_equal(const struct query *a, const struct query *b);

struct query_context {
	const struct bitset *marked;   /* for is:marked; NULL: nothing is */
	const struct bitset *changed;  /* for is:changed, by another program since it was last looked at; NULL: nothing is */
	const struct bitset *findings; /* for has:finding: records with findings; NULL: taken from corpus->findings */
	bool (*cancelled)(void *data); /* asked often; NULL: never */
	void *data;
	int budget_ms; /* for the whole run; 0: QUERY_BUDGET_MS */
};

struct query_result {
	struct bitset records; /* true for these */
	struct bitset gave_up; /* a pattern gave up on these, or time ran out before them */
	size_t count, gave_up_count;
	bool cancelled; /* the sets are then unfinished */
};

/* Evaluates over the whole corpus. False with a message only when memory ends. Release the result. */
bool query_run(const struct query *query, const struct query_context *context, struct query_result *result,
	struct error *err);
void query_result_release(struct query_result *result);

/* The terms that are joined by "and" at the top, with their places in the text: bytes begin ≤ i < end. */
struct query_term {
	size_t begin, end;
};
size_t query_term_count(const struct query *query);
struct query_term query_term_at(const struct query *query, size_t index);
/* Appends the query's text without one of these terms. */
void query_without(const struct query *query, size_t index, struct buf *out);
/* Appends `text` with a term added behind it, in brackets where an "or" would swallow it. */
void query_with(const struct query *query, const char *term, struct buf *out);
/* Appends `field:value`, quoted as needed. */
void query_quote_term(struct buf *out, const char *field, const char *value);
/* Whether it names a type itself. */
bool query_names_type(const struct query *query);
/* The text that it was parsed from. */
const char *query_text(const struct query *query);

/* Help: every construct once, for the help pane, the manual and completion. */
struct query_help {
	const char *form, *meaning;
};
extern const struct query_help query_help[]; /* ends with {NULL, NULL} */

/* Completions for the word that ends at byte `cursor`: names, or the values of the field before the colon, each with the
 * number of records left when it is added to what stands before the word (-1 for names). Values come as a term has to
 * have them, quoted where needed. Calls `offer` for each, in the schema's order; *from is where the word begins. */
void query_complete(const struct corpus *corpus, const char *text, size_t cursor, size_t *from,
	void (*offer)(void *data, const char *word, int count), void *data);

#endif
