/* What the texts share at their begin and end is left aside; of the rest the longest common subsequence of lines is
 * found by a table, which is small for edits of records. */
#include "line_diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3, TABLE_MAX = 4 << 20 };

struct side {
	const char *bytes;
	size_t len;
	size_t *begins; /* of each line, and the end of the last */
	size_t count;
};

struct diff {
	struct side old, new;
	bool *gone, *come; /* lines of old that go, lines of new that come */
	struct buf *out;
};

static bool side_init(struct side *s, const char *bytes, size_t len)
{
	size_t lines = 0;

	for (size_t i = 0; i < len; i++)
		lines += bytes[i] == '\n' || i + 1 == len;
	*s = (struct side){.bytes = bytes, .len = len, .begins = calloc(lines + 1, sizeof *s->begins)};
	if (!s->begins)
		return false;
	for (size_t i = 0; i < len; i++)
		if (bytes[i] == '\n' || i + 1 == len)
			s->begins[++s->count] = i + 1;
	return true;
}

static bool same_line(const struct diff *d, size_t i, size_t j)
{
	size_t a = d->old.begins[i + 1] - d->old.begins[i], b = d->new.begins[j + 1] - d->new.begins[j];

	return a == b && memcmp(d->old.bytes + d->old.begins[i], d->new.bytes + d->new.begins[j], a) == 0;
}

static void mark(bool *lines, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		lines[i] = true;
}

/* Marks what differs between the lines from `i` and `j` to `i_end` and `j_end`. */
static bool compare(struct diff *d, size_t i, size_t i_end, size_t j, size_t j_end)
{
	size_t rows = i_end - i, columns = j_end - j, width = columns + 1;
	uint32_t *common;

	if (!rows || !columns || rows > TABLE_MAX / width) {
		mark(d->gone, i, i_end);
		mark(d->come, j, j_end);
		return true;
	}
	/* common[r][c]: lines shared by what follows. */
	common = calloc((rows + 1) * width, sizeof *common);
	if (!common)
		return false;
	for (size_t r = rows; r-- > 0;)
		for (size_t c = columns; c-- > 0;) {
			uint32_t down = common[(r + 1) * width + c], right = common[r * width + c + 1];

			common[r * width + c] = same_line(d, i + r, j + c) ? common[(r + 1) * width + c + 1] + 1
				: down > right                             ? down
									   : right;
		}
	for (size_t r = 0, c = 0; r < rows || c < columns;) {
		if (r < rows && c < columns && same_line(d, i + r, j + c))
			r++, c++;
		else if (c == columns || (r < rows && common[(r + 1) * width + c] >= common[r * width + c + 1]))
			d->gone[i + r++] = true;
		else
			d->come[j + c++] = true;
	}
	free(common);
	return true;
}

static bool find_changes(struct diff *d)
{
	size_t head = 0, tail = 0;

	while (head < d->old.count && head < d->new.count && same_line(d, head, head))
		head++;
	while (tail < d->old.count - head && tail < d->new.count - head
		&& same_line(d, d->old.count - 1 - tail, d->new.count - 1 - tail))
		tail++;
	return compare(d, head, d->old.count - tail, head, d->new.count - tail);
}

static void add_line(struct diff *d, char sign, const struct side *s, size_t line)
{
	size_t begin = s->begins[line], end = s->begins[line + 1];

	buf_addc(d->out, sign);
	buf_add(d->out, s->bytes + begin, end - begin);
	if (s->bytes[end - 1] != '\n')
		buf_adds(d->out, "\n\\ No newline at end of file\n");
}

/* Lines of both sides from `i` and `j` on, until `i_end` of the old one and what came with it. */
static void add_lines(struct diff *d, size_t i, size_t i_end, size_t j, size_t j_end)
{
	while (i < i_end || j < j_end) {
		if (i < i_end && d->gone[i])
			add_line(d, '-', &d->old, i++);
		else if (j < j_end && d->come[j])
			add_line(d, '+', &d->new, j++);
		else
			add_line(d, ' ', &d->old, i++), j++;
	}
}

/* The line that stands in a hunk's head: a side without lines is named by the line before. */
static size_t head_line(size_t begin, size_t count)
{
	return count ? begin + 1 : begin;
}

/* One hunk that begins at the change at `i`, `j`; they are moved behind it. */
static void add_hunk(struct diff *d, const char *path, bool first, size_t *i, size_t *j)
{
	size_t before = *i < CONTEXT ? *i : CONTEXT, old_begin = *i - before, new_begin = *j - before;
	size_t quiet = 0, old_end, new_end;

	while ((*i < d->old.count || *j < d->new.count) && quiet <= 2 * CONTEXT) {
		if (*i < d->old.count && d->gone[*i])
			(*i)++, quiet = 0;
		else if (*j < d->new.count && d->come[*j])
			(*j)++, quiet = 0;
		else
			(*i)++, (*j)++, quiet++;
	}
	old_end = *i - (quiet > CONTEXT ? quiet - CONTEXT : 0);
	new_end = *j - (quiet > CONTEXT ? quiet - CONTEXT : 0);
	if (first)
		buf_addf(d->out, "--- %s\n+++ %s\n", path, path);
	buf_addf(d->out, "@@ -%zu,%zu +%zu,%zu @@\n", head_line(old_begin, old_end - old_begin), old_end - old_begin,
		head_line(new_begin, new_end - new_begin), new_end - new_begin);
	add_lines(d, old_begin, old_end, new_begin, new_end);
}

static void add_hunks(struct diff *d, const char *path)
{
	size_t i = 0, j = 0;
	bool first = true;

	while (i < d->old.count || j < d->new.count) {
		if ((i < d->old.count && d->gone[i]) || (j < d->new.count && d->come[j])) {
			add_hunk(d, path, first, &i, &j);
			first = false;
		} else {
			i++, j++;
		}
	}
}

bool line_diff(const char *path, const char *before, size_t before_len, const char *after, size_t after_len,
	struct buf *out)
{
	struct diff d = {.out = out};
	bool ok = side_init(&d.old, before, before_len) && side_init(&d.new, after, after_len);

	if (ok) {
		d.gone = calloc(d.old.count + 1, sizeof *d.gone);
		d.come = calloc(d.new.count + 1, sizeof *d.come);
		ok = d.gone && d.come && find_changes(&d);
	}
	if (ok)
		add_hunks(&d, path);
	free(d.old.begins);
	free(d.new.begins);
	free(d.gone);
	free(d.come);
	return ok && buf_ok(out);
}
