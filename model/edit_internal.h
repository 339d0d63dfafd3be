/* Shared by the planner's files only: edit.c sets values, edit_entry.c adds and removes entries of lists. */
#ifndef KERNATLAS_EDIT_INTERNAL_H
#define KERNATLAS_EDIT_INTERNAL_H

#include "edit.h"
#include "edit_locate.h"
#include "edit_render.h"

struct planner {
	const char *bytes;
	size_t len;
	const struct edit_address *at;
	const char *value; /* NULL when an entry is added or removed */
	bool removes;
	struct edit_place place;
	struct edit_writing how;
	struct edit_plan *plan;
	struct error *err;
};

/* Looks at the file and where the value stands. */
bool edit_begin(struct planner *p);
/* Whether the plan, applied, gives the same file but for what is meant to change. */
bool edit_reads_back(struct planner *p);
/* Completes a plan whose bytes are settled. */
bool edit_finish(struct planner *p);
/* Where a line goes that follows a value: behind the value's last line. *open tells that this line has no end yet. */
size_t edit_after_value(const struct planner *p, size_t value_end, bool block, bool *open);
/* The part of an address behind its last dot. */
const char *edit_last_name(const char *field);

#endif
