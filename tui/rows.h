/* A list's logic without drawing: which rows are in view and which is selected. */
#ifndef KERNATLAS_ROWS_H
#define KERNATLAS_ROWS_H

#include <stdbool.h>

#include "action.h"
#include "history.h"

struct rows {
	int count, at, top, height;
};

/* Sets the numbers and keeps `at` within them and in view. */
void rows_fit(struct rows *r, int count, int height);
void rows_go(struct rows *r, int at);
/* Scrolls the view by rows; the selection stays within it. */
void rows_wheel(struct rows *r, int by);
/* The generic movements. False for an action that is none. */
bool rows_act(struct rows *r, enum action action);
/* Back to where it stood: the row of the cursor and the first in view, or -1 for either where it is gone. */
void rows_back(struct rows *r, int at, int top, bool apart);
bool rows_apart(const struct rows *r); /* the cursor is out of view */
void rows_more(const struct rows *r, bool *above, bool *below);

#endif
