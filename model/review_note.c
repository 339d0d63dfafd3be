#include "review_note.h"

#include <stdlib.h>

#include "field_address.h"
#include "flow_list.h"
#include "git.h"

static void add_part(struct buf *lines, const char *name, const char *value)
{
	buf_addf(lines, "%s%s: ", lines->len ? "\n" : "", name);
	/* What no style can hold, no terminal types. */
	if (!flow_list_scalar(value, true, false, lines))
		lines->failed = true;
}

bool review_note_add(struct change *change, const struct corpus *corpus, uint32_t record, const char *by, const char *note,
	struct error *err)
{
	const struct corpus_type *type = record_type(corpus, &corpus->records[record]);
	struct buf lines;
	bool ok;

	if (type->schema && !field_address_schema(corpus, record, "reviews")) {
		error_set(err, "a %s has no field `reviews` in the schema", type->name);
		return false;
	}
	buf_init(&lines);
	buf_addf(&lines, "date: %04d-%02d-%02d", corpus->today / 10000, corpus->today / 100 % 100, corpus->today % 100);
	add_part(&lines, "by", by);
	add_part(&lines, "note", note);
	ok = buf_ok(&lines) ? change_append(change, corpus, record, "reviews", lines.data, err) : error_memory(err);
	buf_release(&lines);
	return ok;
}

bool review_note_name(const char *path, struct buf *out)
{
	static const char *const accounts[] = {"USER", "LOGNAME"};
	const char *name = getenv("KERNATLAS_REVIEWER");

	if (name && *name) {
		buf_adds(out, name);
		return true;
	}
	if (git_user_name(path, out))
		return true;
	for (size_t i = 0; i < sizeof accounts / sizeof *accounts; i++) {
		name = getenv(accounts[i]);
		if (name && *name) {
			buf_adds(out, name);
			return true;
		}
	}
	return false;
}
