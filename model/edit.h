/* Changing one value of a record in its file, and nothing else: comments, order, quoting elsewhere, line endings and
 * the final newline stay, since only the bytes of that value are replaced.
 *
 * A plan is made from the file's bytes and says which bytes to replace by which. It is checked by parsing the result:
 * every other value must read as before. Saving is atomic and refuses when the file is no longer what was planned on. */
#ifndef KERNATLAS_EDIT_H
#define KERNATLAS_EDIT_H

#include "buf.h"
#include "error.h"
#include "schema.h"

/* Where a value stands: the record's id, and a path such as `confidence`, `sources[1]` or `costs[0].lands`. */
struct edit_address {
	const char *id;
	const char *type; /* NULL: any */
	const char *field;
	const struct schema_type *schema; /* places a new field among its siblings; NULL: at the end */
};

struct edit_plan {
	size_t begin, end;   /* bytes of the file to replace; equal for an insertion */
	struct buf text;     /* what stands there afterwards */
	struct buf previous; /* what stood there; together with text it makes the edit undoable */
	int line;            /* of `begin`, from 1 */
};

void edit_plan_init(struct edit_plan *plan);
void edit_plan_release(struct edit_plan *plan);

/* Plans to set a value. `value` is what a person types: `verified`, `0.6`, `null`, `yes`, a text; `[]` empties a list.
 * A field that is absent is added on a line of its own. False with a message that says why: no such record, no such
 * item, a list or map where one value was asked, or a form that can't be edited safely in place. */
bool edit_plan_set(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	const char *value, struct error *err);
/* Plans to add an entry to a list of maps or texts (a block list, or one that is absent): `lines` are the entry's
 * lines of YAML without indentation, such as "date: 2026-12-01\nnote: checked". */
bool edit_plan_append(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	const char *lines, struct error *err);

/* Plans to take an item out of a list. The last one of a list in lines can't go this way: set the list to `[]`. */
bool edit_plan_remove(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	struct error *err);

/* The whole file after the plan. False when memory ends. */
bool edit_apply(const struct edit_plan *plan, const char *bytes, size_t len, struct buf *out);
/* A unified diff of the lines that the plan changes, with three lines around. */
bool edit_diff(const struct edit_plan *plan, const char *path, const char *bytes, size_t len, struct buf *out);

/* Replaces the file's content, from `before` to `after`, or leaves it as it is: a temporary file beside it, flushed to
 * disk, then renamed. Mode stays, and a symbolic link still leads to the file it led to. Refuses with a message when
 * the file no longer holds `before`. */
bool edit_save(const char *path, const char *before, size_t before_len, const char *after, size_t after_len,
	struct error *err);

#endif
