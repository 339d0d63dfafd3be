/* How a record hangs together with others: its links both ways, its neighbourhood two steps deep as a tree, and, where two
 * records are marked, the shortest way between them. */
#ifndef KERNATLAS_LINKS_SHEET_H
#define KERNATLAS_LINKS_SHEET_H

#include "selection.h"
#include "targets.h"

/* False when memory ends. */
bool links_sheet_build(struct sheet *sheet, struct targets *targets, const struct selection *s, uint32_t record);

#endif
