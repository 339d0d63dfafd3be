/* Names: anchors of headings, likeness, natural order. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "buf.h"
#include "text.h"

enum { NAME_MAX_LENGTH = 64 };

/* Marks that scripts write vowels and accents with: of no width, but no invisible controls. */
static bool is_mark(uint32_t code)
{
	if (code < 0x300 || code == 0x034F || code == 0x061C || (code >= 0x180B && code <= 0x180F))
		return false;
	if (code >= 0x2000 && code < 0xA000)
		return code == 0x3099 || code == 0x309A;
	return code < 0xD800 && wcwidth((wchar_t)code) == 0;
}

static bool is_of_word(uint32_t code)
{
	if (code < 0x80)
		return code == '-' || code == '_' || isalnum((int)code);
	return iswalnum((wint_t)code) || is_mark(code);
}

void text_slug(struct buf *out, const char *s, size_t len)
{
	const char *end = s + len;

	while (len && (*s == ' ' || *s == '\t'))
		s++, len--;
	while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	while (s < end) {
		uint32_t code;
		size_t step = text_decode(s, (size_t)(end - s), &code);
		char lower[4];

		if (!step) {
			s++;
			continue;
		}
		s += step;
		if (code == ' ' || code == '\t' || code == '\n')
			buf_addc(out, '-');
		else if (is_of_word(code))
			buf_add(out, lower, text_encode((uint32_t)towlower((wint_t)code), lower));
	}
}

bool text_equal_nocase(const char *a, size_t alen, const char *b, size_t blen)
{
	const char *a_end = a + alen, *b_end = b + blen;

	while (a < a_end && b < b_end) {
		uint32_t x, y;
		size_t i = text_decode(a, (size_t)(a_end - a), &x), j = text_decode(b, (size_t)(b_end - b), &y);

		if (!i || !j) {
			if (*a != *b)
				return false;
			i = j = 1;
		} else if (x != y && towlower((wint_t)x) != towlower((wint_t)y)) {
			return false;
		}
		a += i;
		b += j;
	}
	return a == a_end && b == b_end;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

int text_distance(const char *a, const char *b, int limit)
{
	size_t alen = strlen(a), blen = strlen(b);
	int rows[3][NAME_MAX_LENGTH + 1];
	int *above2 = rows[0], *above = rows[1], *row = rows[2];

	if (alen > NAME_MAX_LENGTH || blen > NAME_MAX_LENGTH || (alen > blen ? alen - blen : blen - alen) > (size_t)limit)
		return limit + 1;
	for (size_t j = 0; j <= blen; j++)
		above[j] = (int)j;
	for (size_t i = 1; i <= alen; i++) {
		int best = row[0] = (int)i, *spare;

		for (size_t j = 1; j <= blen; j++) {
			int cost = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));

			if (above[j] + 1 < cost)
				cost = above[j] + 1;
			if (row[j - 1] + 1 < cost)
				cost = row[j - 1] + 1;
			if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])
				&& above2[j - 2] + 1 < cost)
				cost = above2[j - 2] + 1;
			row[j] = cost;
			best = cost < best ? cost : best;
		}
		if (best > limit)
			return limit + 1;
		spare = above2;
		above2 = above;
		above = row;
		row = spare;
	}
	return above[blen];
}

void text_nearest_init(struct text_nearest *near, const char *wanted)
{
	size_t len = strlen(wanted);

	near->wanted = wanted;
	near->best = NULL;
	/* A third of the letters may differ, at most three: further apart it is another word. */
	near->distance = (len < 3 ? 1 : len < 9 ? (int)(len + 2) / 3 : 3) + 1;
}

void text_nearest_offer(struct text_nearest *near, const char *candidate)
{
	size_t len = strlen(near->wanted);
	int distance = text_distance(near->wanted, candidate, near->distance - 1);

	/* The beginning of a name is as good as a slip: `learning` means `learning_curve`. */
	if (len >= 4 && distance > 1 && strlen(candidate) > len && text_equal_nocase(candidate, len, near->wanted, len))
		distance = 1;
	if (distance < near->distance) {
		near->distance = distance;
		near->best = candidate;
	}
}

static int compare_digits(const char **a, const char **b)
{
	size_t i, j;
	int order;

	while (**a == '0')
		++*a;
	while (**b == '0')
		++*b;
	i = strspn(*a, "0123456789");
	j = strspn(*b, "0123456789");
	order = i != j ? (i < j ? -1 : 1) : memcmp(*a, *b, i);
	*a += i;
	*b += j;
	return order;
}

int text_compare_natural(const char *a, const char *b)
{
	const char *x = a, *y = b;

	while (*x && *y) {
		if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
			int order = compare_digits(&x, &y);

			if (order)
				return order;
			continue;
		}
		if (lower(*x) != lower(*y))
			return (unsigned char)lower(*x) < (unsigned char)lower(*y) ? -1 : 1;
		x++;
		y++;
	}
	if (*x || *y)
		return *x ? 1 : -1;
	return strcmp(a, b);
}
