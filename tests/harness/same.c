#include "tests/harness/same.h"

#include <string.h>

#include "buf.h"
#include "tests/harness/diff.h"
#include "tests/harness/harness.h"

void same_texts_at(const char *expected, const char *actual, const char *what, const char *file, int line)
{
	struct buf difference;

	if (!strcmp(expected, actual))
		return;
	buf_init(&difference);
	diff_add(&difference, expected, strlen(expected), actual, strlen(actual));
	harness_fail(file, line, "%s (- expected, + actual):\n%s", what, (char *)harness_keep(buf_steal(&difference)));
}
