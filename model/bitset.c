#include "bitset.h"

#include <stdlib.h>
#include <string.h>

size_t bitset_words(const struct bitset *s)
{
	return (s->size + 63) / 64;
}

bool bitset_init(struct bitset *s, size_t size)
{
	s->size = size;
	s->words = calloc(bitset_words(s) + 1, sizeof *s->words);
	if (!s->words)
		s->size = 0;
	return s->words != NULL;
}

void bitset_release(struct bitset *s)
{
	free(s->words);
	s->words = NULL;
	s->size = 0;
}

bool bitset_copy(struct bitset *to, const struct bitset *from)
{
	if (!bitset_init(to, from->size))
		return false;
	if (from->size)
		memcpy(to->words, from->words, bitset_words(from) * sizeof *to->words);
	return true;
}

void bitset_fill(struct bitset *s)
{
	if (!s->size)
		return;
	memset(s->words, 0xFF, bitset_words(s) * sizeof *s->words);
	if (s->size % 64)
		s->words[s->size / 64] = ((uint64_t)1 << (s->size % 64)) - 1;
}

void bitset_clear(struct bitset *s)
{
	if (s->size)
		memset(s->words, 0, bitset_words(s) * sizeof *s->words);
}

bool bitset_has(const struct bitset *s, size_t member)
{
	return member < s->size && (s->words[member / 64] >> (member % 64) & 1);
}

void bitset_add(struct bitset *s, size_t member)
{
	if (member < s->size)
		s->words[member / 64] |= (uint64_t)1 << (member % 64);
}

void bitset_remove(struct bitset *s, size_t member)
{
	if (member < s->size)
		s->words[member / 64] &= ~((uint64_t)1 << (member % 64));
}

void bitset_and(struct bitset *s, const struct bitset *other)
{
	for (size_t i = 0, n = bitset_words(s); i < n; i++)
		s->words[i] &= other->words[i];
}

void bitset_or(struct bitset *s, const struct bitset *other)
{
	for (size_t i = 0, n = bitset_words(s); i < n; i++)
		s->words[i] |= other->words[i];
}

void bitset_subtract(struct bitset *s, const struct bitset *other)
{
	for (size_t i = 0, n = bitset_words(s); i < n; i++)
		s->words[i] &= ~other->words[i];
}

bool bitset_equal(const struct bitset *a, const struct bitset *b)
{
	return a->size == b->size
		&& (!a->size || memcmp(a->words, b->words, bitset_words(a) * sizeof *a->words) == 0);
}

size_t bitset_count(const struct bitset *s)
{
	size_t count = 0;

	for (size_t i = 0, n = bitset_words(s); i < n; i++)
		count += (size_t)__builtin_popcountll(s->words[i]);
	return count;
}

size_t bitset_count_and(const struct bitset *a, const struct bitset *b)
{
	size_t count = 0;

	for (size_t i = 0, n = bitset_words(a); i < n; i++)
		count += (size_t)__builtin_popcountll(a->words[i] & b->words[i]);
	return count;
}

size_t bitset_next(const struct bitset *s, size_t from)
{
	size_t i = from / 64, n = bitset_words(s);
	uint64_t word;

	if (from >= s->size)
		return s->size;
	word = s->words[i] & ~(uint64_t)0 << (from % 64);
	while (!word) {
		if (++i >= n)
			return s->size;
		word = s->words[i];
	}
	return i * 64 + (size_t)__builtin_ctzll(word);
}
