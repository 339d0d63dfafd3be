/* The growing arrays behind a unit under construction: values, text and records of one file.
 * Reused from file to file; scratch_unit() copies what was built into one block of the exact size. */
#ifndef KERNATLAS_SCRATCH_H
#define KERNATLAS_SCRATCH_H

#include "buf.h"
#include "value.h"

struct scratch {
	struct value *values;
	uint32_t count, cap;
	struct unit_record *records;
	uint32_t record_count, record_cap;
	struct buf text;
	struct finding_list findings;
	struct unit_chunk *chunk; /* where units go while a reader reads many; NULL: each has its own memory */
	bool failed; /* memory ended: nothing more is added */
};

enum { SCRATCH_NONE = 0xFFFFFFFFu };

void scratch_init(struct scratch *s);
void scratch_release(struct scratch *s);
void scratch_clear(struct scratch *s);

/* Adds a scalar, or opens a list or map (close it with scratch_close). Returns its index, SCRATCH_NONE when memory ends. */
uint32_t scratch_scalar(struct scratch *s, uint16_t key, enum value_kind kind, bool quoted, const char *text, size_t len,
	size_t line, size_t column);
uint32_t scratch_open(struct scratch *s, uint16_t key, enum value_kind kind, size_t line, size_t column);
/* Ends a list or map, whose span is known now. Returns its number of children. */
uint32_t scratch_close(struct scratch *s, uint32_t index);
/* Adds a copy of a finished subtree under another key: what an alias stands for. */
uint32_t scratch_copy(struct scratch *s, uint32_t from, uint16_t key, size_t line, size_t column);
/* Adds a copy of a value of another unit. Its places become 0: it stands in no file of its own. */
uint32_t scratch_graft(struct scratch *s, struct node from, uint16_t key);
/* Takes back everything from this value on. */
void scratch_truncate(struct scratch *s, uint32_t index);
/* Declares the finished map at `index` a record. */
void scratch_record(struct scratch *s, uint32_t index);

/* The unit; takes over the findings. NULL when memory ended now or before. */
struct unit *scratch_unit(struct scratch *s, const char *path);

#endif
