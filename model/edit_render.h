/* How a value is written in YAML or JSON at a given place. Used by the edit planner, which tries one way after another
 * and keeps the first that reads back as meant. */
#ifndef KERNATLAS_EDIT_RENDER_H
#define KERNATLAS_EDIT_RENDER_H

#include "buf.h"
#include "edit_locate.h"

struct edit_writing {
	enum edit_style style;
	bool json;         /* the file is JSON */
	bool flow;         /* within brackets */
	bool text;         /* must read as text, whatever it looks like */
	const char *eol;   /* "\n" or "\r\n" */
	const char *head;  /* of a block: its header line, such as ">-" */
	size_t head_len;
	size_t indent; /* of a block: spaces before its lines */
};

/* Appends the value in that style. False when it can't be written so (or memory ends: buf_ok tells). */
bool edit_render(struct buf *out, const char *value, const struct edit_writing *how);

#endif
