/* A canvas as a text with colours: ANSI escape sequences (ECMA-48) with true colour, or an SVG picture whose text can be
 * selected. Both are the same on every run. */
#ifndef KERNATLAS_SNAPSHOT_FORMAT_H
#define KERNATLAS_SNAPSHOT_FORMAT_H

#include "buf.h"
#include "canvas.h"
#include "theme.h"

bool snapshot_ansi(const struct canvas *c, const struct theme *theme, struct buf *out);
bool snapshot_svg(const struct canvas *c, const struct theme *theme, struct buf *out);

#endif
