#include "tests/harness/golden.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "tests/harness/diff.h"
#include "tests/harness/harness.h"
#include "tests/harness/workdir.h"

void golden_check_at(const char *path, const char *actual, size_t len, const char *file, int line)
{
	const char *update = getenv("UPDATE_GOLDEN"), *full, *expected = "";
	size_t expected_len = 0;
	struct buf difference;
	bool exists;

	full = path[0] == '/' ? path : workdir_path(harness_root(), path);
	exists = workdir_exists(NULL, full);
	if (exists)
		expected = workdir_read(NULL, full, &expected_len);
	if (exists && expected_len == len && !memcmp(expected, actual, len))
		return;
	if (update && !strcmp(update, "1")) {
		workdir_write_bytes(NULL, full, actual, len);
		return;
	}
	buf_init(&difference);
	if (exists)
		diff_add(&difference, expected, expected_len, actual, len);
	else
		buf_add(&difference, actual, len);
	expected = harness_keep(buf_steal(&difference));
	if (exists)
		harness_fail(file, line, "%s: not as expected (- expected, + actual):\n%s", path, expected);
	harness_fail(file, line, "%s does not exist; UPDATE_GOLDEN=1 writes what is there now:\n%s", path, expected);
}
