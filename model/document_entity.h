/* Entities in a document's text. */
#ifndef KERNATLAS_DOCUMENT_ENTITY_H
#define KERNATLAS_DOCUMENT_ENTITY_H

#include <stdbool.h>
#include <stddef.h>

/* Writes what "&…;" stands for into `out` (room for 4) and returns its bytes; 0 for a name that is not known. */
size_t document_entity(const char *s, size_t len, char *out);

#endif
