/* Addresses of values within a record, as people write them and edit.h takes them: `status`, `sources[1]`,
 * `costs[0].lands`. */
#ifndef KERNATLAS_FIELD_ADDRESS_H
#define KERNATLAS_FIELD_ADDRESS_H

#include "corpus.h"

/* The recorded value at an address (never a derived one); an absent node when there is none. */
struct node field_address_node(const struct corpus *corpus, uint32_t record, const char *address);
/* What the schema says of it; NULL where it says nothing. `costs[0].lands` is the field `costs.lands`. */
const struct schema_field *field_address_schema(const struct corpus *corpus, uint32_t record, const char *address);
/* Whether an address ends in an index: it names an item of a list. */
bool field_address_is_item(const char *address);

/* Called for each value; returning false stops the walk. `field` is NULL where the schema has none. */
typedef bool (*field_address_visit)(void *context, const char *address, const struct schema_field *field, struct node n);
/* Every recorded value but maps, parents before their items, in the order of the file. False when it was stopped or
 * memory ends. */
bool field_address_walk(const struct corpus *corpus, uint32_t record, field_address_visit visit, void *context);

#endif
