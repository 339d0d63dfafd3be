/* Values of a record as lines of a sheet: scalars by their label in the vocabulary, prose with its references, figures with
 * their conditions, lists as lists, lists of maps as entries or tables. The four states are told apart in words. */
#ifndef KERNATLAS_RECORD_VALUES_H
#define KERNATLAS_RECORD_VALUES_H

#include "corpus.h"
#include "targets.h"

struct value_view {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	const struct record *record;
};

/* Adds a scalar to the present paragraph, as its field asks. `field` may be NULL. */
void value_view_scalar(struct value_view *v, const struct schema_field *field, struct node n);
/* Adds a whole field in paragraphs of its own; `bare` without its label. */
void value_view_field(struct value_view *v, const struct schema_field *field, const char *name, struct node n, bool bare);

#endif
