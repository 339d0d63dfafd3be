/* A change to the file of one record: one or several edits, saved at once and undone at once. Nothing is written before
 * change_save; what the file held when the change began is what it must still hold by then. */
#ifndef KERNATLAS_CHANGE_H
#define KERNATLAS_CHANGE_H

#include "buf.h"
#include "corpus.h"

struct change {
	char *record;             /* "type/id"; owned */
	char *path;               /* of its file; owned */
	struct buf before, after; /* the whole file */
	struct buf what;          /* in words: "status: draft → verified; confidence: 0.5 → 0.8" */
	int line;                 /* of the first edit, from 1 */
};

void change_init(struct change *change);
void change_release(struct change *change);

/* Begins a change to a record by reading its file anew. False with a message when it can't be read, changed since the
 * corpus was loaded, or is a document, which is edited in an editor. */
bool change_begin(struct change *change, const struct corpus *corpus, uint32_t record, struct error *err);
/* Adds an edit: `address` as field_address.h has it, `value` as a person types it. What it may be is for assign.h to
 * say. A value that is there already changes nothing. */
bool change_set(struct change *change, const struct corpus *corpus, uint32_t record, const char *address, const char *value,
	struct error *err);
/* Adds an entry to a list: a line of YAML for each part, without indentation. */
bool change_append(struct change *change, const struct corpus *corpus, uint32_t record, const char *address,
	const char *lines, struct error *err);
/* Adds a text to a list, however the list is written. */
bool change_add(struct change *change, const struct corpus *corpus, uint32_t record, const char *address, const char *text,
	struct error *err);
/* Takes an item out of a list; the last one leaves an empty list. */
bool change_remove(struct change *change, const struct corpus *corpus, uint32_t record, const char *address,
	struct error *err);

/* Whether the file would stay as it is. */
bool change_is_empty(const struct change *change);
/* Appends the exact diff. False when memory ends. */
bool change_diff(const struct change *change, struct buf *out);
/* The corpus as it would be. The caller frees it. */
struct corpus *change_preview(const struct change *change, const struct corpus *corpus, struct error *err);

/* Whether the file no longer holds what the change began with; *now gets what it holds. */
bool change_is_overtaken(const struct change *change, struct buf *now);
/* Saves, or puts back what was there before; each refuses when the file changed in between. See edit_save. */
bool change_save(const struct change *change, struct error *err);
bool change_take_back(const struct change *change, struct error *err);

#endif
