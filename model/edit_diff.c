/* The diff of one plan, in the unified form of POSIX diff -u. One stretch changes, so one hunk tells all. */
#include <string.h>

#include "edit.h"

enum { CONTEXT = 3 };

static size_t line_begin(const char *bytes, size_t at)
{
	while (at > 0 && bytes[at - 1] != '\n')
		at--;
	return at;
}

/* The end of the line that holds `at`, its line feed included. */
static size_t line_end(const char *bytes, size_t len, size_t at)
{
	const char *feed = at < len ? memchr(bytes + at, '\n', len - at) : NULL;

	return feed ? (size_t)(feed - bytes) + 1 : len;
}

static size_t count_lines(const char *bytes, size_t begin, size_t end)
{
	size_t lines = 0;

	for (size_t i = begin; i < end; i++)
		lines += bytes[i] == '\n' || i + 1 == end;
	return lines;
}

static void add_lines(struct buf *out, char sign, const char *bytes, size_t begin, size_t end)
{
	while (begin < end) {
		size_t next = line_end(bytes, end, begin);
		size_t len = next - begin;

		while (len && (bytes[begin + len - 1] == '\n' || bytes[begin + len - 1] == '\r'))
			len--;
		buf_addc(out, sign);
		buf_add(out, bytes + begin, len);
		buf_addc(out, '\n');
		if (bytes[next - 1] != '\n')
			buf_adds(out, "\\ No newline at end of file\n");
		begin = next;
	}
}

bool edit_diff(const struct edit_plan *plan, const char *path, const char *bytes, size_t len, struct buf *out)
{
	size_t old_begin = line_begin(bytes, plan->begin), old_end, new_end, before, after;
	struct buf changed;
	bool ok;

	buf_init(&changed);
	if (!edit_apply(plan, bytes, len, &changed)) {
		buf_release(&changed);
		return false;
	}
	/* An insertion of whole lines leaves the line behind it alone. */
	if (plan->begin == plan->end && plan->begin == old_begin && plan->text.len
		&& plan->text.data[plan->text.len - 1] == '\n')
		old_end = old_begin;
	else
		old_end = line_end(bytes, len, plan->end > plan->begin ? plan->end - 1 : plan->end);
	new_end = changed.len - (len - old_end);
	before = old_begin;
	for (int i = 0; i < CONTEXT && before > 0; i++)
		before = line_begin(bytes, before - 1);
	after = old_end;
	for (int i = 0; i < CONTEXT && after < len; i++)
		after = line_end(bytes, len, after);
	buf_addf(out, "--- %s\n+++ %s\n@@ -%zu,%zu +%zu,%zu @@\n", path, path, count_lines(bytes, 0, before) + 1,
		count_lines(bytes, before, after), count_lines(bytes, 0, before) + 1,
		count_lines(bytes, before, old_begin) + count_lines(changed.data, old_begin, new_end)
			+ count_lines(bytes, old_end, after));
	add_lines(out, ' ', bytes, before, old_begin);
	add_lines(out, '-', bytes, old_begin, old_end);
	add_lines(out, '+', changed.data, old_begin, new_end);
	add_lines(out, ' ', bytes, old_end, after);
	ok = buf_ok(out);
	buf_release(&changed);
	return ok;
}
