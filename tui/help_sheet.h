/* Help as a sheet, from the list of actions, the panes' own words and the query language's table. */
#ifndef KERNATLAS_HELP_SHEET_H
#define KERNATLAS_HELP_SHEET_H

#include "pane.h"
#include "sheet.h"

/* False when memory ends. */
bool help_sheet_build(struct sheet *sheet, const struct pane *focused);

#endif
