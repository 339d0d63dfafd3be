/* A set of small numbers as bits: one word for 64 members. All sets that meet in an operation have the same size. */
#ifndef KERNATLAS_BITSET_H
#define KERNATLAS_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bitset {
	uint64_t *words;
	size_t size; /* members 0 … size-1 */
};

/* All members absent. False when memory ends; the set is then empty and safe to release. */
bool bitset_init(struct bitset *s, size_t size);
void bitset_release(struct bitset *s);
bool bitset_copy(struct bitset *to, const struct bitset *from); /* `to` is not initialised before */

size_t bitset_words(const struct bitset *s);
void bitset_fill(struct bitset *s);
void bitset_clear(struct bitset *s);
bool bitset_has(const struct bitset *s, size_t member);
void bitset_add(struct bitset *s, size_t member);
void bitset_remove(struct bitset *s, size_t member);
void bitset_and(struct bitset *s, const struct bitset *other);
void bitset_or(struct bitset *s, const struct bitset *other);
void bitset_subtract(struct bitset *s, const struct bitset *other);
bool bitset_equal(const struct bitset *a, const struct bitset *b);
size_t bitset_count(const struct bitset *s);
size_t bitset_count_and(const struct bitset *a, const struct bitset *b);
/* The first member at or after `from`, or `size` when there is none. */
size_t bitset_next(const struct bitset *s, size_t from);

#endif
