/* What all panes look at: the corpus, the filter and its result, the selected record, the marks.
 *
 * Panes never call each other. Each compares `version` with the one it drew last and brings itself up to date. */
#ifndef KERNATLAS_SELECTION_H
#define KERNATLAS_SELECTION_H

#include "corpus.h"
#include "facet_index.h"
#include "query.h"

/* A family with its records: in vocabulary order, then those the vocabulary lacks, then "" for records without one. Records
 * of a type that knows no families stand together by their type. */
struct selection_family {
	const char *value; /* unique: the value of `family`, or "type:NAME" */
	const struct corpus_type *type; /* the type whose records these are; NULL: of a family */
	uint32_t now, all;
};

struct selection {
	struct corpus *corpus; /* owned */
	struct bitset has_finding; /* worked out when a filter first asks for it */
	struct facet_index *facets; /* counts of values; owned */
	struct query *query;   /* the last good one; owned */
	struct bitset result;  /* its records */
	struct bitset domain;  /* what "all" counts: the records that a query without terms would give */
	struct bitset marks;
	struct bitset changed; /* by another program, and not seen since */
	uint32_t *order;       /* the result by family, then title */
	uint32_t order_count;
	uint32_t *sorted;      /* all records by family, then title: a result in order is a walk along it */
	struct selection_family *families;
	uint16_t *family_of;   /* of each record: index in families */
	struct arena family_names; /* of those that are types */
	int family_count;
	uint32_t all_count;
	struct bitset skipped; /* a pattern gave up on these, or time ran out before them */
	size_t gave_up;        /* their number */
	uint32_t record;       /* selected; RECORD_NONE: nothing */
	uint32_t compiler;     /* the last selected record that stands in the panes of compilers; RECORD_NONE */
	uint32_t anchor;       /* selected when typing a filter began; what selection_return() goes back to */
	uint32_t wanted;       /* the one the user chose last: selected again whenever a filter lets it back in */
	unsigned version;        /* another with any change */
	unsigned result_version; /* another when the result or the corpus changes: rows are then built anew */
	char *previous_filter; /* before the last change; for undo. Owned */
};

/* Takes over a corpus with no filter and selects the first record. False with a message when memory ends; the corpus is
 * then freed. */
bool selection_init(struct selection *s, struct corpus *corpus, struct error *err);
void selection_release(struct selection *s);

/* Sets the filter. False with a message and column when it does not parse: the last good result stays. The selected
 * record stays selected where it is still in the result; else the nearest one in order is. `cancelled` may stop it:
 * then false with the message "cancelled". */
bool selection_filter(struct selection *s, const char *text, bool (*cancelled)(void *), void *data, struct error *err);
const char *selection_filter_text(const struct selection *s);
/* What undo goes back to, when several filters counted as one step. */
void selection_set_previous(struct selection *s, const char *text);
/* Remembers which compiler is selected, and goes back to it where the result has it. */
void selection_anchor(struct selection *s);
void selection_return(struct selection *s);
void selection_select(struct selection *s, uint32_t record);
/* Selects by "type/id"; false when there is no such record. */
bool selection_select_id(struct selection *s, const char *id);
/* "type/id" of a record; the buffer is cleared first. */
void selection_id(const struct selection *s, uint32_t record, struct buf *out);
void selection_mark(struct selection *s, uint32_t record);
void selection_clear_marks(struct selection *s);
size_t selection_mark_count(const struct selection *s);
/* Puts a newly loaded corpus in place of the present one: filter, selection and marks carry over by identity. */
bool selection_replace(struct selection *s, struct corpus *corpus, struct error *err);

/* Another program changed these records: they are marked as such until they are seen. */
void selection_note_changes(struct selection *s, const struct bitset *records);
void selection_saw(struct selection *s, uint32_t record);

/* Whether a field is one that records of this one's type can have: where not, that it is absent says nothing. */
bool selection_knows_field(const struct selection *s, uint32_t record, const char *field);

/* Glyph and style of a record's status. */
const char *selection_status_glyph(const struct corpus *corpus, const struct record *record, int *style);

#endif
