/* The portability matrix: records by target, with what each cell rests on.
 *
 * Columns are the values of the field `target_backends` in vocabulary order (those the corpus uses beyond the
 * vocabulary behind them), then every target that records name in `unlisted_targets`: hardware for which the
 * vocabulary has no value. Rows stand by family, in vocabulary order, and by title within. */
#ifndef KERNATLAS_MATRIX_H
#define KERNATLAS_MATRIX_H

#include "buf.h"
#include "corpus.h"
#include "matrix_reach.h"

enum cell_state {
	CELL_LISTED,     /* the record lists the target */
	CELL_PORT,       /* listed, and a qualifier says: through a port */
	CELL_STAND_IN,   /* listed, and a qualifier says: it stands in for something the vocabulary lacks */
	CELL_NOT_LISTED, /* the record lists its targets and this is not among them */
	CELL_NO_SLOT,    /* the record lists none since its hardware has no value in the vocabulary */
	CELL_UNKNOWN,    /* the record says nothing about targets */
	CELL_STATE_COUNT
};

struct matrix_row {
	uint32_t record;
	uint32_t place; /* among the rows when they are ordered by no column */
};

struct matrix {
	const struct corpus *corpus;
	struct matrix_column *columns;
	uint32_t column_count;
	struct matrix_row *rows;
	uint32_t row_count;
	uint16_t key_targets, key_unlisted, key_qualifiers;
};

/* Builds the matrix of these records, ordered by family and title. Columns come from the whole corpus, so that they stay in
 * place while a filter changes. False when memory ends; release in either case. */
bool matrix_build(struct matrix *m, const struct corpus *corpus, const uint32_t *records, uint32_t count);
/* The same of records that stand in order already, with what is known of their corpus. */
bool matrix_build_on(struct matrix *m, const struct matrix_reach *reach, const uint32_t *records, uint32_t count);
void matrix_release(struct matrix *m);

enum cell_state matrix_cell(const struct matrix *m, uint32_t row, uint32_t column);
/* Glyph of a cell (UTF-8, one cell wide) and its meaning in words. */
const char *cell_state_glyph(enum cell_state state);
const char *cell_state_meaning(enum cell_state state);
const char *cell_state_name(enum cell_state state); /* for JSON: "listed", "port", "stand-in", … */
/* Appends who says so: the qualifier's note, the record's sources with their dates, the record's own date and status. */
void matrix_evidence(const struct matrix *m, uint32_t row, uint32_t column, struct buf *out);
/* Orders rows so that those which reach the column come first; the order within stays. Column -1: by family again. */
bool matrix_sort(struct matrix *m, int column);

/* The position of a record's family in its vocabulary; past the end for none. Rows elsewhere are ordered by it too. */
int record_family_order(const struct corpus *corpus, const struct record *record);
/* The value of a record's `family`, "" when it has none. */
const char *record_family(const struct corpus *corpus, const struct record *record);

#endif
