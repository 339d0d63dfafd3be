/* Values as read from a file: compact, in reading order, each with its line and column.
 *
 * A unit is one parsed file. Its values stand in one array, a parent before its children; value_span() leaps over a
 * subtree. Its text holds every scalar, NUL-terminated, in the same order, so that one record's text is one
 * stretch of bytes that a pattern can search in a single call. Units are immutable and counted. */
#ifndef KERNATLAS_VALUE_H
#define KERNATLAS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "finding.h"
#include "keys.h"

enum value_kind {
	VALUE_NULL,
	VALUE_TEXT,
	VALUE_BOOLEAN, /* yes, no, true, false in any case the file used */
	VALUE_INTEGER,
	VALUE_NUMBER,
	VALUE_DATE, /* YYYY-MM-DD */
	VALUE_LIST,
	VALUE_MAP,
};

/* 16 bytes, of which a large corpus has tens of millions: what is not needed of every kind shares a place. */
struct value {
	uint32_t text;      /* where its scalar begins in the unit's text */
	uint32_t line;      /* from 1 */
	uint32_t size : 28; /* scalar: bytes; list and map: values in this subtree, itself included */
	uint32_t kind : 3;  /* enum value_kind */
	uint32_t quoted : 1; /* a scalar in quotes or a block: text whatever it looks like */
	uint16_t column;    /* from 1, in characters; stops at 65535 */
	uint16_t key;       /* of a map's child, else KEY_NONE */
};

/* The most that `size` holds; the reader's limits on a file and on its values are lower. */
enum { VALUE_SIZE_MAX = (1 << 28) - 1 };

/* How many values a leap over this one leaps over. */
static inline uint32_t value_span(const struct value *v)
{
	return v->kind >= VALUE_LIST ? v->size : 1;
}

/* What tells one state of a file from another. */
struct stamp {
	dev_t device;
	ino_t inode;
	off_t size;
	int64_t mtime_ns;
	int64_t ctime_ns;
};

/* Where one record stands in its unit. */
struct unit_record {
	uint32_t value;      /* index of its map */
	uint32_t text_begin; /* its scalars: text_begin ≤ bytes < text_end */
	uint32_t text_end;
};

struct unit_chunk;
struct unit_cache;

struct unit {
	int refs; /* atomic; see unit_ref */
	struct unit_chunk *chunk; /* the memory that it shares with others; NULL when it has its own */
	struct unit_cache *cache; /* where its path, values, records and text stand; NULL when behind the struct */
	bool markdown;
	bool clean; /* no syntax error: the whole file was read */
	char *path; /* as messages show it */
	struct stamp stamp;
	struct value *values;
	uint32_t value_count;
	char *text;
	uint32_t text_len;
	struct unit_record *records;
	uint32_t record_count;
	struct finding_list findings; /* found while reading; their unit-local record is set when they join a corpus */
};

/* Memory for many units at once: a load of thousands of files would spend more on single allocations and on fresh pages
 * than on the values themselves. A chunk goes when its last unit does. */
struct unit_chunk *unit_chunk_new(void); /* with one reference; NULL when memory ends */
void unit_chunk_unref(struct unit_chunk *chunk);
/* Room for a unit of `size` bytes, which takes a reference; NULL when the chunk is full. */
void *unit_chunk_take(struct unit_chunk *chunk, size_t size);

/* A unit with one reference and nothing in it, with `more` bytes behind it: in the chunk, or in a fresh one, which then stands in
 * `*chunk`; without a chunk in memory of its own. NULL when memory ends. */
struct unit *unit_new(struct unit_chunk **chunk, size_t more);
struct unit *unit_ref(struct unit *unit);
void unit_unref(struct unit *unit); /* NULL is fine */
/* A copy with the same values and no findings; NULL when memory ends. */
struct unit *unit_copy(const struct unit *unit);
size_t unit_memory(const struct unit *unit);

/* A handle on one value. A node without a value (`v` NULL) stands for "absent"; all functions take it. */
struct node {
	const struct unit *unit;
	const struct value *v;
};

/* The four states in which a field can be. Empty: a list, a map or a text with nothing in it. */
enum value_state { STATE_ABSENT, STATE_NULL, STATE_EMPTY, STATE_GIVEN };

enum value_state node_state(struct node n);
const char *value_state_name(enum value_state state); /* "not recorded", "null", "empty", "given" */
enum value_kind node_kind(struct node n);             /* VALUE_NULL for an absent one */
bool node_is_scalar(struct node n);                   /* given scalar, not null */
const char *node_text(struct node n);                 /* NUL-terminated; "" unless a scalar */
size_t node_len(struct node n);                       /* bytes of the text */
uint32_t node_count(struct node n);                   /* children of a list or map */
/* Children in order: for (c = node_first(n); c.v; c = node_next(n, c)). */
struct node node_first(struct node n);
struct node node_next(struct node parent, struct node child);
struct node node_get(struct node map, uint16_t key); /* the first child with that key */
struct node node_at(struct node list, uint32_t index);
bool node_number(struct node n, double *number);   /* integer or number */
bool node_boolean(struct node n, bool *boolean);
bool node_equals(struct node n, const char *text); /* a scalar with exactly that text */

/* A path of keys such as costs.lands. Lists on the way are entered; so a path names any number of values. */
enum { PATH_DEPTH = 6 };
struct path {
	uint16_t keys[PATH_DEPTH];
	int depth;
};
/* What a path found: called for each value at its end; list items one by one, an empty list or null as itself,
 * a missing key with an absent node. Returning false stops the walk. */
typedef bool (*path_visit)(void *context, struct node n);
bool path_walk(struct node root, const struct path *path, path_visit visit, void *context);
/* The state of what the path names as a whole: given if anything is, else empty, null, absent in that order. */
enum value_state path_state(struct node root, const struct path *path);

/* Numbers for comparing: dates as YYYYMMDD. False for a text that is no date (checked by the calendar). */
bool value_parse_date(const char *text, size_t len, int *date);
/* Days from date `from` to date `to`, both YYYYMMDD. */
int value_days_between(int from, int to);

#endif
