/* Kinds of plain scalars: YAML 1.2's core schema (https://yaml.org/spec/1.2.2/, chapter 10.3), decimal numbers only,
 * with yes and no as people write them in records, and calendar dates. */
#include <string.h>

#include "reader_internal.h"

static bool is_one_of(const char *text, size_t len, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == len && memcmp(*words, text, len) == 0)
			return true;
	return false;
}

static size_t skip_digits(const char *text, size_t len, size_t i)
{
	while (i < len && text[i] >= '0' && text[i] <= '9')
		i++;
	return i;
}

static enum value_kind number_kind(const char *text, size_t len)
{
	size_t begin = text[0] == '-' || text[0] == '+';
	size_t whole = skip_digits(text, len, begin), i = whole;

	if (i == len && i > begin)
		return VALUE_INTEGER;
	if (i < len && text[i] == '.') {
		size_t part = skip_digits(text, len, i + 1);

		if (whole == begin && part == i + 1)
			return VALUE_TEXT;
		i = part;
	} else if (whole == begin) {
		return VALUE_TEXT;
	}
	if (i < len && (text[i] == 'e' || text[i] == 'E')) {
		size_t digits = i + 1;

		digits += digits < len && (text[digits] == '-' || text[digits] == '+');
		i = skip_digits(text, len, digits);
		if (i == digits)
			return VALUE_TEXT;
	}
	return i == len ? VALUE_NUMBER : VALUE_TEXT;
}

enum value_kind reader_kind(const char *text, size_t len)
{
	static const char *const nulls[] = {"~", "null", "Null", "NULL", NULL};
	static const char *const booleans[] = {
		"true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES", "no", "No", "NO", NULL};
	int date;

	if (len == 0)
		return VALUE_NULL;
	if (strchr("0123456789+-.", text[0]) && text[0])
		return value_parse_date(text, len, &date) ? VALUE_DATE : number_kind(text, len);
	if (len > 5)
		return VALUE_TEXT;
	if (is_one_of(text, len, nulls))
		return VALUE_NULL;
	return is_one_of(text, len, booleans) ? VALUE_BOOLEAN : VALUE_TEXT;
}
