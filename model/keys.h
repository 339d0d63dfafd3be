/* Interned names: every mapping key of a corpus once, as a small number. Safe to use from several threads. */
#ifndef KERNATLAS_KEYS_H
#define KERNATLAS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_NONE = 0, KEYS_MAX = 60000 };

struct keys;

struct keys *keys_new(void); /* with one reference; NULL when memory ends */
struct keys *keys_ref(struct keys *keys);
void keys_unref(struct keys *keys); /* NULL is fine */
/* The number of a name, added when new. KEY_NONE when memory or the numbers are used up. */
uint16_t keys_add(struct keys *keys, const char *name, size_t len);
/* The number of a name, or KEY_NONE when no record uses it. */
uint16_t keys_find(struct keys *keys, const char *name, size_t len);
/* The name of a number; "" for KEY_NONE. Lives as long as the table. */
const char *keys_name(const struct keys *keys, uint16_t key);
uint32_t keys_count(struct keys *keys); /* numbers in use, KEY_NONE included */

#endif
