/* Front matter: YAML above a document's text. */
#include <string.h>

#include "document.h"

/* Whether the line at `at` is `mark` and nothing else but spaces; *next is where the following line begins. */
static bool is_line_of(const char *text, size_t len, size_t at, const char *mark, size_t *next)
{
	const char *feed = memchr(text + at, '\n', len - at);
	size_t end = feed ? (size_t)(feed - text) : len;

	*next = feed ? end + 1 : len;
	while (end > at && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
		end--;
	return end - at == strlen(mark) && memcmp(text + at, mark, end - at) == 0;
}

bool document_front_matter(const char *text, size_t len, size_t *yaml_begin, size_t *yaml_len, size_t *body_begin,
	int *body_line)
{
	size_t begin = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, at, next;
	int line = 2;

	*yaml_begin = *body_begin = begin;
	*yaml_len = 0;
	*body_line = 1;
	if (!is_line_of(text, len, begin, "---", &at))
		return false;
	for (size_t first = at; at < len; at = next, line++) {
		if (!is_line_of(text, len, at, "---", &next) && !is_line_of(text, len, at, "...", &next))
			continue;
		*yaml_begin = first;
		*yaml_len = at - first;
		*body_begin = next;
		*body_line = line + 1;
		return true;
	}
	return false;
}
