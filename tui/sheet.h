/* A sheet: styled text that is wrapped to a width. The record, documents, help and comparisons are built as sheets, and
 * drawn onto a canvas or printed as plain text.
 *
 * It is built from paragraphs of runs, preformatted lines, rules and tables; then laid out for a width, again whenever
 * that changes. Positions are lines of the layout. A failed allocation is remembered: sheet_ok() tells. */
#ifndef KERNATLAS_SHEET_H
#define KERNATLAS_SHEET_H

#include "buf.h"
#include "canvas.h"

enum { SHEET_NO_LINK = -1, SHEET_COLUMNS_MAX = 64 };

struct sheet_run {
	size_t begin, len; /* in `text` */
	enum style style;
	int link;
};

enum sheet_block_kind { SHEET_PARAGRAPH, SHEET_PRE, SHEET_RULE, SHEET_BLANK, SHEET_CELL };

struct sheet_block {
	enum sheet_block_kind kind;
	int indent, hang;   /* cells before the first line, and before the others beyond that */
	int run, run_count;
	int table;          /* CELL: which table, else -1 */
	int row, column;    /* CELL */
	bool right;         /* CELL: set to the right */
	int anchor;         /* the caller's number for this place; -1 */
};

struct sheet_piece {
	int x, width;
	size_t begin, len;
	enum style style;
	int link;
};

struct sheet_line {
	int piece, piece_count;
	int block;
};

struct sheet {
	struct buf text;
	struct sheet_run *runs;
	int run_count, run_cap;
	struct sheet_block *blocks;
	int block_count, block_cap;
	struct sheet_piece *pieces;
	int piece_count, piece_cap;
	struct sheet_line *lines;
	int line_count, line_cap;
	int width; /* that of the layout; 0: not laid out */
	int next_anchor, table_count, row, column;
	bool in_table;
	bool failed;
};

void sheet_init(struct sheet *s);
void sheet_release(struct sheet *s);
void sheet_clear(struct sheet *s);
bool sheet_ok(const struct sheet *s);

/* Begins a paragraph; runs are added to it until the next block begins. */
void sheet_paragraph(struct sheet *s, int indent, int hang);
void sheet_add(struct sheet *s, enum style style, const char *text, size_t len, int link);
void sheet_puts(struct sheet *s, enum style style, const char *text);
void sheet_printf(struct sheet *s, enum style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Lines that stay as they are; longer ones are broken at the width. */
void sheet_pre(struct sheet *s, int indent, enum style style, const char *text, size_t len);
void sheet_rule(struct sheet *s);
void sheet_blank(struct sheet *s); /* one empty line; two never follow each other */
/* The next block is remembered under this number. */
void sheet_anchor(struct sheet *s, int number);
/* A table: rows of cells; each cell takes runs as a paragraph does. Columns are fitted to the width and cells wrapped. */
void sheet_table_begin(struct sheet *s);
void sheet_row(struct sheet *s);
void sheet_cell(struct sheet *s, bool right);
void sheet_table_end(struct sheet *s);

/* Lays out for a width. Cheap when nothing changed. */
void sheet_layout(struct sheet *s, int width);
/* Draws lines from `first`; the link `here` as the one under the cursor. */
void sheet_draw(const struct sheet *s, struct canvas *c, struct area a, int first, int here);
/* The first line of an anchor or a link; -1 when there is none. */
int sheet_anchor_line(const struct sheet *s, int number);
int sheet_link_line(const struct sheet *s, int link);
/* The link at a cell, or SHEET_NO_LINK. */
int sheet_link_at(const struct sheet *s, int x, int line);
/* The next (by 1) or previous (by -1) link in reading order from `from`; SHEET_NO_LINK at the end. */
int sheet_next_link(const struct sheet *s, int from, int by);
/* The next line, in direction `by`, that holds `text` (case ignored unless it has a capital); -1. */
int sheet_find(const struct sheet *s, const char *text, int from, int by);
/* Lays `style` over what a search found in the lines shown. */
void sheet_mark_found(const struct sheet *s, struct canvas *c, struct area a, int first, const char *text);
/* Appends the lines as plain text. */
void sheet_to_text(const struct sheet *s, struct buf *out);

/* Used by sheet_table.c. */
void sheet_wrap_block(struct sheet *s, int block, int x, int width);
int sheet_block_width(const struct sheet *s, int block, int *longest_word);
int sheet_layout_table(struct sheet *s, int first_block);
bool sheet_add_line(struct sheet *s, int block);
bool sheet_add_piece(struct sheet *s, int line, const struct sheet_piece *piece);

#endif
