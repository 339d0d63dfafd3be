/* Help as a sheet, from the list of actions, the panes' own words and the query language's table. */
#ifndef KERNATLAS_HELP_SHEET_H
#define KERNATLAS_HELP_SHEET_H

#include "keymap.h"
#include "pane.h"
#include "sheet.h"

/* Keys are those that are in force. False when memory ends. */
bool help_sheet_build(struct sheet *sheet, const struct pane *focused, const struct keymap *keymap);

#endif
