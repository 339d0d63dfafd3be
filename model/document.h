/* Documents: Markdown as a tree of blocks that knows no screen.
 *
 * The dialect is CommonMark 0.30 (https://spec.commonmark.org/0.30/) with GitHub's tables, strikethrough and task lists
 * (https://github.github.com/gfm/) and [[wiki links]], as md4c reads it. HTML is text, HTML comments are left out.
 *
 * Blocks stand in one array in reading order, a parent before its children; `span` leaps over a subtree. A paragraph,
 * a heading or a cell holds runs of text; a list holds items only, an item and a quote hold blocks, a table holds rows,
 * a row holds cells. Nesting is at most DOCUMENT_DEPTH_MAX deep: what lies deeper stands at that depth. */
#ifndef KERNATLAS_DOCUMENT_H
#define KERNATLAS_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "error.h"
#include "map.h"

struct buf;

enum {
	DOCUMENT_DEPTH_MAX = 64,
	DOCUMENT_SIZE_MAX = 64 << 20, /* bytes of one document */
};
#define DOCUMENT_NONE 0xFFFFFFFFu

enum document_block_kind {
	DOCUMENT_PARAGRAPH,
	DOCUMENT_HEADING,
	DOCUMENT_LIST,
	DOCUMENT_ITEM,
	DOCUMENT_QUOTE,
	DOCUMENT_CODE,
	DOCUMENT_LIVE, /* a fenced block whose first word is "kernatlas": drawn from the records */
	DOCUMENT_HTML,
	DOCUMENT_TABLE,
	DOCUMENT_ROW,
	DOCUMENT_CELL,
	DOCUMENT_RULE,
};

enum document_align { DOCUMENT_ALIGN_NONE, DOCUMENT_ALIGN_LEFT, DOCUMENT_ALIGN_CENTER, DOCUMENT_ALIGN_RIGHT };

struct document_block {
	uint8_t kind;  /* enum document_block_kind */
	uint8_t align; /* CELL: enum document_align */
	char mark;     /* ITEM: 'x' or ' ' of a task, else NUL */
	bool ordered;  /* LIST: numbered */
	bool tight;    /* LIST: no empty lines between its items */
	bool head;     /* ROW, CELL: of the table's head */
	uint32_t line; /* where it begins in the file */
	uint32_t parent;
	uint32_t span;           /* blocks in this subtree, itself included */
	uint32_t run, run_count; /* PARAGRAPH, HEADING, CELL */
	/* HEADING: its index in `headings`. LIST: the first number. TABLE: columns; a row may have fewer cells.
	 * CODE, LIVE, HTML: its index in `verbatims`. */
	uint32_t number;
};

/* The text of a code block, a live block or HTML, with its line feeds. */
struct document_verbatim {
	const char *text; /* NUL-terminated */
	uint32_t len;
	const char *info; /* what stands behind the fence; "" when nothing does */
	uint32_t info_len;
	uint32_t text_line; /* of its first line */
};

enum document_run_kind {
	DOCUMENT_TEXT,
	DOCUMENT_SOFT_BREAK, /* a line ends in the source; its text is " " */
	DOCUMENT_HARD_BREAK, /* a line ends for the reader; its text is "\n" */
};

enum document_style {
	DOCUMENT_EMPHASIS = 1 << 0,
	DOCUMENT_STRONG = 1 << 1,
	DOCUMENT_INLINE_CODE = 1 << 2,
	DOCUMENT_STRUCK = 1 << 3,
	DOCUMENT_IMAGE = 1 << 4, /* what stands for an image */
	DOCUMENT_RAW_HTML = 1 << 5,
};

struct document_run {
	const char *text; /* NOT NUL-terminated; control characters are as in the source: show it through text.h */
	uint32_t len;
	uint32_t line;
	uint32_t link; /* index in `links`, or DOCUMENT_NONE */
	uint8_t kind;  /* enum document_run_kind */
	uint8_t style; /* of enum document_style */
};

enum document_link_kind {
	DOCUMENT_LINK_WIKI,     /* [[target]], [[target|text]] */
	DOCUMENT_LINK_RELATIVE, /* [text](../docs/a.md#b) */
	DOCUMENT_LINK_URL,      /* has a scheme, or begins with // */
};

struct document_link {
	const char *target; /* with its #fragment, without label; NOT NUL-terminated; reference_split takes it apart */
	size_t target_len;
	enum document_link_kind kind;
	uint32_t line;
	int32_t heading;         /* the heading it stands under, or -1 */
	uint32_t block;          /* the paragraph, heading or cell it stands in */
	uint32_t run, run_count; /* its text; never empty: for want of another the target */
	bool bare;               /* its text is just the target */
	bool image;
};

struct document_heading {
	const char *text; /* one line; NUL-terminated, like slug */
	/* Unique in the document: text_slug of the text, then with "-1", "-2" …; "section" for an empty one. */
	const char *slug;
	uint32_t text_len, slug_len;
	uint32_t line;
	uint32_t block;
	uint32_t repeats; /* later headings that would have had this slug */
	uint8_t level;    /* 1–6 */
};

struct document {
	struct document_block *blocks;
	struct document_run *runs;
	struct document_link *links; /* in reading order */
	struct document_heading *headings;
	struct document_verbatim *verbatims;
	uint32_t block_count, run_count, link_count, heading_count, verbatim_count;
	struct map slugs; /* slug → heading */
	struct arena arena;
	/* Reading it as Markdown would cost out of proportion to its size; it is one block of code instead. */
	bool limited;
};

/* Reads a document; `first_line` is the line of its first byte in the file (1 for a whole file). The text is copied.
 * NULL with a message when it is larger than DOCUMENT_SIZE_MAX or memory ends. Any bytes are a document. */
struct document *document_parse(const char *text, size_t len, uint32_t first_line, struct error *err);
void document_free(struct document *doc); /* NULL is fine */
size_t document_memory(const struct document *doc);

/* Finds the front matter: YAML between a first line "---" and a line "---" or "...". False when there is none: then
 * yaml_len is 0. The body begins at `body_begin`, on line `body_line`. A byte-order mark belongs to neither. */
bool document_front_matter(const char *text, size_t len, size_t *yaml_begin, size_t *yaml_len, size_t *body_begin,
	int *body_line);

/* The heading that a fragment names: by its slug; else percent-decoded; else by its text as a slug. -1: none. */
int document_heading_find(const struct document *doc, const char *fragment, size_t len);
/* The heading under which a block stands (a heading under itself), or -1. */
int document_heading_over(const struct document *doc, uint32_t block);
/* The headings in order. */
const struct document_heading *document_outline(const struct document *doc, size_t *count);

size_t document_link_count(const struct document *doc);
const struct document_link *document_link_at(const struct document *doc, size_t index);
/* Appends the text of a link, without line breaks. */
void document_link_text(const struct document *doc, const struct document_link *link, struct buf *out);

/* Appends the text of a block and all below it: a line for each paragraph, heading, row (tabs between its cells) and
 * line of code. Soft breaks are spaces. */
void document_block_text(const struct document *doc, uint32_t block, struct buf *out);
/* The same for the whole document. */
void document_plain_text(const struct document *doc, struct buf *out);

#endif
