/* The longest common subsequence of lines by the usual table, which is fine for what tests compare. Texts of
 * more lines are compared line by line. */
#include "tests/harness/diff.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

enum { TABLE_LINES = 4000, CONTEXT = 2 };

struct line {
	const char *text;
	size_t len;
};

struct lines {
	struct line *list;
	size_t count;
};

/* One line of the result. */
struct step {
	char mark; /* ' ', '-' or '+' */
	struct line line;
};

static bool split(struct lines *lines, const char *text, size_t len)
{
	size_t count = 1;

	for (size_t i = 0; i < len; i++)
		count += text[i] == '\n';
	lines->list = malloc(count * sizeof *lines->list);
	lines->count = 0;
	if (!lines->list)
		return false;
	while (len) {
		const char *feed = memchr(text, '\n', len);
		size_t n = feed ? (size_t)(feed - text) : len;

		lines->list[lines->count++] = (struct line){text, n};
		n += feed != NULL;
		text += n;
		len -= n;
	}
	return true;
}

static bool same(const struct line *a, const struct line *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

/* Fills common[i][j] with the common lines of what follows line i and line j. NULL when the texts are too long. */
static uint16_t *common_table(const struct lines *a, const struct lines *b)
{
	size_t width = b->count + 1;
	uint16_t *common;

	if (a->count > TABLE_LINES || b->count > TABLE_LINES)
		return NULL;
	common = calloc((a->count + 1) * width, sizeof *common);
	if (!common)
		return NULL;
	for (size_t i = a->count; i-- > 0;) {
		for (size_t j = b->count; j-- > 0;) {
			uint16_t down = common[(i + 1) * width + j], right = common[i * width + j + 1];

			if (same(&a->list[i], &b->list[j]))
				common[i * width + j] = (uint16_t)(common[(i + 1) * width + j + 1] + 1);
			else
				common[i * width + j] = down > right ? down : right;
		}
	}
	return common;
}

/* Prefers what is missing before what is new. */
static size_t find_steps(const struct lines *a, const struct lines *b, const uint16_t *common, struct step *steps)
{
	size_t i = 0, j = 0, count = 0, width = b->count + 1;

	while (i < a->count || j < b->count) {
		bool both = i < a->count && j < b->count;

		if (both && same(&a->list[i], &b->list[j])) {
			steps[count++] = (struct step){' ', a->list[i++]};
			j++;
		} else if (both && !common) {
			steps[count++] = (struct step){'-', a->list[i++]};
			steps[count++] = (struct step){'+', b->list[j++]};
		} else if (j == b->count || (both && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
			steps[count++] = (struct step){'-', a->list[i++]};
		} else {
			steps[count++] = (struct step){'+', b->list[j++]};
		}
	}
	return count;
}

static bool near_change(const struct step *steps, size_t count, size_t at)
{
	size_t first = at > CONTEXT ? at - CONTEXT : 0;

	for (size_t i = first; i < count && i <= at + CONTEXT; i++)
		if (steps[i].mark != ' ')
			return true;
	return false;
}

static void add_steps(struct buf *out, const struct step *steps, size_t count)
{
	bool left_out = false;

	for (size_t i = 0; i < count; i++) {
		if (!near_change(steps, count, i)) {
			if (!left_out)
				buf_adds(out, "…\n");
			left_out = true;
			continue;
		}
		left_out = false;
		buf_addc(out, steps[i].mark);
		buf_add(out, steps[i].line.text, steps[i].line.len);
		buf_addc(out, '\n');
	}
}

void diff_add(struct buf *out, const char *expected, size_t expected_len, const char *actual, size_t actual_len)
{
	struct lines a = {NULL, 0}, b = {NULL, 0};
	struct step *steps = NULL;

	if (split(&a, expected, expected_len) && split(&b, actual, actual_len))
		steps = malloc((a.count + b.count + 1) * sizeof *steps);
	if (steps) {
		uint16_t *common = common_table(&a, &b);

		add_steps(out, steps, find_steps(&a, &b, common, steps));
		free(common);
	}
	free(steps);
	free(a.list);
	free(b.list);
}
