/* Text made part of HTML or Markdown: it can't become markup, and what text.h makes visible is visible there too. */
#ifndef KERNATLAS_MARKUP_H
#define KERNATLAS_MARKUP_H

#include "buf.h"

/* Appends text for HTML, as content or inside a quoted attribute. Line feeds stay. */
void markup_html(struct buf *out, const char *text, size_t len);
/* Appends text for Markdown (GitHub's), on one line, safe in a table's cell too. */
void markup_markdown(struct buf *out, const char *text, size_t len);
/* Whether an address may be followed from a document: http or https, without blanks and controls. */
bool markup_is_web(const char *url, size_t len);
/* Appends such an address for a quoted attribute or a link's brackets: what could end it is percent-encoded. */
void markup_url(struct buf *out, const char *url, size_t len);

#endif
