/* Linear mode: the browser spoken as lines, for screen readers and logs. Lines are only ever appended: no cursor is moved and no
 * escape sequence written, and nothing needs a terminal. A line read is a command: a number of the last list, or the name or
 * key of an action with what it is to act on.
 *
 * It is another way to drive struct browser: what actions do, what choosers offer and what sheets hold is the browser's; only
 * saying it is done here. linear.c reads and runs commands, linear_act.c says what each action means here, linear_lines.c
 * keeps the lines and pages, linear_say.c tells lists and places, linear_sheet.c tells sheets, linear_document.c documents. */
#ifndef KERNATLAS_LINEAR_H
#define KERNATLAS_LINEAR_H

#include "corpus.h"
#include "options.h"

/* Runs until the user or the input ends. Returns the exit status. */
int linear_run(const struct options *options, const struct corpus_options *load, bool utf8);

#endif
