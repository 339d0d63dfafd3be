#include "reference.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void trim(const char **s, size_t *len)
{
	while (*len && is_blank(**s))
		++*s, --*len;
	while (*len && is_blank((*s)[*len - 1]))
		--*len;
}

void reference_split(const char *target, size_t len, struct reference *ref)
{
	const char *hash, *slash;

	trim(&target, &len);
	*ref = (struct reference){
		.begin = target,
		.target = target,
		.target_len = len,
		.folder = target,
		.fragment = target + len,
		.label = target + len,
	};
	hash = memchr(target, '#', len);
	if (hash) {
		ref->fragment = hash + 1;
		ref->fragment_len = (size_t)(target + len - ref->fragment);
		trim(&ref->fragment, &ref->fragment_len);
		len = (size_t)(hash - target);
	}
	trim(&target, &len);
	if (len > 3 && memcmp(target + len - 3, ".md", 3) == 0)
		len -= 3;
	slash = memrchr(target, '/', len);
	ref->id = slash ? slash + 1 : target;
	ref->id_len = (size_t)(target + len - ref->id);
	if (slash) {
		const char *before = memrchr(target, '/', (size_t)(slash - target));

		ref->folder = before ? before + 1 : target;
		ref->folder_len = (size_t)(slash - ref->folder);
		if ((ref->folder_len == 1 || ref->folder_len == 2) && memcmp(ref->folder, "..", ref->folder_len) == 0)
			ref->folder_len = 0;
	}
}

/* What stands between the brackets; false when it names nothing. */
static bool take(const char *s, size_t len, struct reference *ref)
{
	const char *bar = memchr(s, '|', len);
	size_t target_len = bar ? (size_t)(bar - s) : len;

	/* In a table's cell the bar is written "\|". */
	if (bar && target_len && bar[-1] == '\\')
		target_len--;
	if (memchr(s, '[', target_len) || memchr(s, ']', target_len))
		return false;
	reference_split(s, target_len, ref);
	if (bar) {
		ref->label = bar + 1;
		ref->label_len = (size_t)(s + len - ref->label);
		trim(&ref->label, &ref->label_len);
	}
	return ref->id_len || ref->fragment_len;
}

bool reference_next(const char **s, const char *end, struct reference *ref)
{
	const char *inner = NULL; /* just past the innermost "[[" */
	bool blank = false;       /* nothing but spaces since the line began */

	for (const char *at = *s; at < end; at++) {
		if (*at == '\n') {
			if (blank)
				inner = NULL;
			blank = true;
			continue;
		}
		blank = blank && is_blank(*at);
		if (*at == '\\') {
			at += at + 1 < end && (at[1] == '[' || at[1] == '\\');
			continue;
		}
		if ((*at != '[' && *at != ']') || at + 1 == end || at[1] != *at)
			continue;
		if (*at == '[') {
			inner = at + 2;
			continue;
		}
		if (inner && inner <= at && take(inner, (size_t)(at - inner), ref)) {
			ref->begin = inner - 2;
			*s = at + 2;
			return true;
		}
		inner = NULL;
	}
	*s = end;
	return false;
}
