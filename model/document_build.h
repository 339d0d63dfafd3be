/* A document under construction. Shared by the files that turn what the Markdown parser reports into blocks. */
#ifndef KERNATLAS_DOCUMENT_BUILD_H
#define KERNATLAS_DOCUMENT_BUILD_H

#include <md4c.h>

#include "buf.h"
#include "document.h"
#include "document_input.h"
#include "document_lines.h"

/* Beyond the containers a table's three levels fit, and a paragraph. */
enum { DOCUMENT_STACK = DOCUMENT_DEPTH_MAX + 6 };

struct build {
	struct document *doc;
	struct document_input input; /* what the parser reads */
	const char *source;          /* in the document's arena */
	size_t len;                  /* of the source */
	struct document_lines lines;
	uint32_t line; /* of the last position known; 0 before the first */

	uint32_t block_cap, run_cap, link_cap, heading_cap, verbatim_cap;
	uint32_t open[DOCUMENT_STACK]; /* blocks that are not closed, outermost first */
	int depth;
	uint32_t flattened; /* containers that are open but too deep to be blocks */
	uint32_t leaf;      /* the block that takes runs, or DOCUMENT_NONE */
	bool implied;       /* the leaf is the paragraph of a tight item, of which the parser says nothing */
	bool head;          /* in a table's head */

	/* In the leaf: how many of each span are open. */
	int emphasis, strong, code, struck, images;
	uint32_t link;           /* the open link, or DOCUMENT_NONE */
	MD_SPANTYPE link_type;   /* its span */
	const char *destination; /* its, as the parser gave it */
	int inner_links, inner_images; /* open in the open link: they are its text */
	bool comment; /* in an HTML comment of the leaf */

	/* In a block of code or HTML. */
	struct buf text;
	bool in_verbatim, fenced;
	uint32_t feeds; /* line feeds before its first known position */

	struct buf scratch;
	size_t work, work_max;
	bool failed;   /* memory ended */
	bool exceeded; /* work_max is reached */
};

/* All return false when the build ended: failed or exceeded. */
bool build_fail(struct build *b);
/* Counts `amount` of work, in bytes looked at by the parser or things reported. */
bool build_work(struct build *b, size_t amount);

/* Opens a block in the innermost open one. NULL when the build ended. */
struct document_block *build_open(struct build *b, enum document_block_kind kind);
/* Closes the innermost block; one without any content but its place in the file is found by its mark. */
void build_close(struct build *b);
/* Opens and closes the leaf. */
bool build_open_leaf(struct build *b, enum document_block_kind kind);
bool build_close_leaf(struct build *b);

/* Notes where reading has come to: open blocks without a line begin there. */
void build_locate_line(struct build *b, uint32_t line);
/* The offset in the source of a pointer into the input; false when it leads elsewhere. */
bool build_offset(const struct build *b, const char *input, size_t *offset);
/* build_locate_line by such a pointer; without effect when it leads elsewhere. */
void build_locate(struct build *b, const char *input);
/* The source behind a stretch of the input; a copy of any other stretch. NULL when the build ended. */
const char *build_source(struct build *b, const char *input, size_t *len);

/* An attribute of the parser's as text. NULL when the build ended. */
const char *build_attribute(struct build *b, const MD_ATTRIBUTE *attribute, size_t *len);

/* Makes room for one more; returns the array, moved or not, or NULL when the build ended. */
void *build_grow(struct build *b, void *array, uint32_t *cap, uint32_t count, size_t size);

/* What the parser reports of spans and text in a leaf. md4c 0.4.8 may report the end of a span that did not begin. */
bool build_enter_span(struct build *b, MD_SPANTYPE type, const void *detail);
bool build_leave_span(struct build *b, MD_SPANTYPE type);
bool build_inline_text(struct build *b, MD_TEXTTYPE type, const char *text, size_t len);
/* Closes a link that is still open and takes away what stands at the leaf's end without meaning. */
bool build_finish_leaf(struct build *b);

/* Blocks whose text is taken as it is. */
bool build_open_verbatim(struct build *b, enum document_block_kind kind, const MD_BLOCK_CODE_DETAIL *detail);
bool build_verbatim_text(struct build *b, MD_TEXTTYPE type, const char *text, size_t len);
bool build_close_verbatim(struct build *b);

/* Notes the leaf as a heading, with its anchor. */
bool build_add_heading(struct build *b);

#endif
