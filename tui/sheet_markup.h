/* A sheet as HTML or Markdown: paragraphs, tables, preformatted text, links; its styles by their names. */
#ifndef KERNATLAS_SHEET_MARKUP_H
#define KERNATLAS_SHEET_MARKUP_H

#include "sheet.h"

struct sheet_markup {
	/* Appends where a link leads; nothing for one that leads nowhere from here. */
	void (*href)(const void *data, int link, struct buf *out);
	const void *data;
	const char *marked; /* a text to mark wherever it stands, as a word, whatever its case; hyphens fit blanks. "" for none */
	int level;          /* of the headings in the sheet: 3 is <h3> and ### */
};

/* Runs become <span class="NAME"> with the style's name; the classes i0–i16 and h0–h16 are indents and hanging lines.
 * The first row of a table is its head. */
void sheet_to_html(const struct sheet *s, const struct sheet_markup *how, struct buf *out);
void sheet_to_markdown(const struct sheet *s, const struct sheet_markup *how, struct buf *out);

/* The block behind the last of the table that begins at `block`. */
int sheet_table_end_of(const struct sheet *s, int block);
/* Whether a block is a line of headings. */
bool sheet_is_heading(const struct sheet *s, const struct sheet_block *block);

#endif
