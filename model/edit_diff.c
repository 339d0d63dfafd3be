/* The diff of one plan: of the file before and after it. */
#include "edit.h"
#include "line_diff.h"

bool edit_diff(const struct edit_plan *plan, const char *path, const char *bytes, size_t len, struct buf *out)
{
	struct buf changed;
	bool ok;

	buf_init(&changed);
	ok = edit_apply(plan, bytes, len, &changed) && line_diff(path, bytes, len, changed.data, changed.len, out);
	buf_release(&changed);
	return ok;
}
