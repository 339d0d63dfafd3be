/* A writer of manual pages in roff with the man macros. Everything given is text: it is escaped here, so that no part of it
 * is taken for a request. Memory that ends is found at the buffer. */
#ifndef KERNATLAS_ROFF_H
#define KERNATLAS_ROFF_H

#include "buf.h"

/* The page's head: its name, section and one line on what it is about. */
void roff_page(struct buf *out, const char *name, const char *section, const char *about);
void roff_section(struct buf *out, const char *title);
void roff_subsection(struct buf *out, const char *title);
/* One paragraph. Words between backquotes are set in bold. */
void roff_paragraph(struct buf *out, const char *text);
/* An entry of a list: what it is, in bold, with what it takes in italics (may be NULL), and what it means. */
void roff_entry(struct buf *out, const char *tag, const char *takes, const char *meaning);
/* Lines as they are, such as a command to be typed. */
void roff_example(struct buf *out, const char *lines);
/* A running text of escaped bytes, in lines that may be filled. */
void roff_text(struct buf *out, const char *text);

#endif
