/* Where a value stands in the bytes of a file: what editing in place needs and the model does not keep. */
#ifndef KERNATLAS_EDIT_LOCATE_H
#define KERNATLAS_EDIT_LOCATE_H

#include "edit.h"

enum edit_style { EDIT_PLAIN, EDIT_SINGLE, EDIT_DOUBLE, EDIT_LITERAL, EDIT_FOLDED };
enum edit_form { EDIT_SCALAR, EDIT_LIST, EDIT_MAP, EDIT_ALIAS };

struct edit_place {
	bool found;
	bool json;            /* the whole file is in one pair of brackets */
	enum edit_form form;
	enum edit_style style;
	bool empty;           /* a scalar without any bytes: `key:` */
	bool anchored;        /* carries an anchor or a tag: its bytes are not all its own */
	bool flow;            /* the value itself is a list or map in brackets */
	size_t begin, end;    /* bytes */
	bool comment;         /* a comment stands inside a list or map */
	size_t count;         /* children of a list or map */
	size_t key_column;    /* characters before the key or dash that leads to it */
	bool parent_flow;     /* it stands within brackets */
	bool parent_found;    /* the map or list that would hold it is there */
	enum edit_form parent_form;
	size_t parent_begin, parent_end;
	size_t parent_column; /* where the parent's children begin: their column */
	size_t sibling_end;   /* end of the last sibling that the schema puts before it; 0: none */
	bool sibling_block;   /* that sibling is a block scalar, whose end is already a line's begin */
};

/* Finds the value in `bytes`. False with a message when the record is not there or the bytes do not parse. A value
 * that is absent while its parent is there is no error: `found` is false then. */
bool edit_locate(struct edit_place *place, const char *bytes, size_t len, const struct edit_address *at,
	struct error *err);

#endif
