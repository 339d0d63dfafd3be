/* Shared by the query's files only. */
#ifndef KERNATLAS_QUERY_INTERNAL_H
#define KERNATLAS_QUERY_INTERNAL_H

#include "pattern.h"
#include "query.h"

enum query_kind { QUERY_AND, QUERY_OR, QUERY_NOT, QUERY_TEXT, QUERY_REGEX, QUERY_FIELD, QUERY_STATE, QUERY_IS, QUERY_LINKS, QUERY_TYPE,
	QUERY_ALL };
enum query_op { OP_HAS, OP_EXACT, OP_PATTERN, OP_LESS, OP_LESS_EQUAL, OP_MORE, OP_MORE_EQUAL };
enum query_state { QSTATE_HAS, QSTATE_MISSING, QSTATE_NULL, QSTATE_EMPTY, QSTATE_ABSENT };
enum query_is { IS_VERIFIED, IS_DRAFT, IS_CONTESTED, IS_DEPRECATED, IS_STALE, IS_MARKED, IS_CHANGED, IS_DERIVED, IS_FINDING };

enum { QUERY_NONE = -1, FIELD_PATHS = 4 };

struct query_value {
	char *text;
	int rank;      /* in an ordered vocabulary; -1 */
	int date;      /* YYYYMMDD; 0: no date */
	bool numeric;
	double number;
	bool boolean, truth; /* reads as yes or no */
};

struct query_node {
	enum query_kind kind;
	int first, next; /* children of AND, OR, NOT */
	size_t begin, end;
	enum query_op op;
	char *name; /* the field as written; for STATE the field asked about */
	struct path paths[FIELD_PATHS];
	int path_count; /* 0: no record has such a field */
	const struct schema_field *field; /* NULL where the schema does not know it */
	struct query_value *values;
	int value_count;
	struct pattern *pattern;
	char *text; /* TEXT, REGEX and OP_PATTERN: as written between the quotes or slashes */
	unsigned flags;
	bool quoted;  /* TEXT: a phrase; OP_PATTERN: a word, not /…/ */
	int which;    /* STATE, IS */
	bool inverse; /* LINKS: linked-from */
	uint32_t record; /* LINKS */
};

struct query {
	const struct corpus *corpus;
	char *text;
	struct query_node *nodes;
	int count, cap;
	int root;
	bool names_type;
};

/* Finds what a field name means. False with a message (a suggestion in it) when nothing has such a field. */
bool query_resolve_field(const struct corpus *corpus, const char *name, struct query_node *node, struct error *err);
/* Reads a value as the field's kind asks. False with a message for a value that no record can have. */
bool query_resolve_value(const struct corpus *corpus, const struct query_node *node, struct query_value *value,
	struct error *err);
/* Names of is: and of the state terms, in the order of the enums. */
extern const char *const query_is_names[];
extern const char *const query_state_names[];

#endif
