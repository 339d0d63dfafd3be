/* Whether a value may be given to a field: the field is one that the record can have, the value of the kind that the
 * schema asks for, and in its vocabulary. What is misspelt is told with the nearest name. */
#ifndef KERNATLAS_ASSIGN_H
#define KERNATLAS_ASSIGN_H

#include "buf.h"
#include "corpus.h"

/* Checks `value`, as a person types it, for the field named `name`: an address (field_address.h), or a short name of
 * the query language such as `strategy`. Appends the address meant. False with a message that says what to write. */
bool assign_check(const struct corpus *corpus, uint32_t record, const char *name, const char *value, struct buf *address,
	struct error *err);
/* The value alone, for a field of the schema. */
bool assign_check_value(const struct schema_field *field, const char *value, struct error *err);
/* Whether a value reads as null: "", "null" or "~". */
bool assign_is_null(const char *value);

#endif
