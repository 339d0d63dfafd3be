/* Markdown to blocks: md4c reads the source and reports what it finds; here that becomes the document's arrays.
 *
 * md4c reports no positions, but its texts are mostly pointers into what it reads. A block begins on the line of the
 * first text in it; a block without any is looked for by its mark, after the last known position. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

#include "document_build.h"

/* What a byte may cost before a document is taken for an attack; honest ones stay below a tenth of it. */
enum { WORK_A_BYTE = 64, WORK_AT_LEAST = 1 << 20 };

static bool is_container(MD_BLOCKTYPE type)
{
	return type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL || type == MD_BLOCK_LI;
}

static bool open_list(struct build *b, bool ordered, uint32_t start, bool tight)
{
	struct document_block *list = build_open(b, DOCUMENT_LIST);

	if (!list)
		return false;
	list->ordered = ordered;
	list->number = start;
	list->tight = tight;
	return true;
}

static bool open_item(struct build *b, const MD_BLOCK_LI_DETAIL *detail)
{
	struct document_block *item = build_open(b, DOCUMENT_ITEM);

	if (!item)
		return false;
	if (detail->is_task) {
		item->mark = detail->task_mark == ' ' ? ' ' : 'x';
		build_locate(b, b->input.text.data + detail->task_mark_offset);
	}
	return true;
}

static bool open_container(struct build *b, MD_BLOCKTYPE type, const void *detail)
{
	const MD_BLOCK_OL_DETAIL *ol = detail;
	const MD_BLOCK_UL_DETAIL *ul = detail;

	/* A list that is a block has items that are. */
	if (b->flattened || (b->depth >= DOCUMENT_DEPTH_MAX && type != MD_BLOCK_LI)) {
		b->flattened++;
		return true;
	}
	switch (type) {
	case MD_BLOCK_UL:
		return open_list(b, false, 0, ul->is_tight != 0);
	case MD_BLOCK_OL:
		return open_list(b, true, ol->start, ol->is_tight != 0);
	case MD_BLOCK_LI:
		return open_item(b, detail);
	default:
		return build_open(b, DOCUMENT_QUOTE) != NULL;
	}
}

/* Rows follow each other line by line; between head and body lies the line that makes it a table. */
static bool open_row(struct build *b)
{
	struct document_block *table = &b->doc->blocks[b->open[b->depth - 1]];
	uint32_t line = table->line && !b->head ? b->line + 1 + (b->line == table->line) : 0;
	struct document_block *row = build_open(b, DOCUMENT_ROW);

	if (!row)
		return false;
	row->head = b->head;
	if (line)
		build_locate_line(b, line);
	row->line = line;
	return true;
}

static bool open_cell(struct build *b, const MD_BLOCK_TD_DETAIL *detail)
{
	static const uint8_t aligns[] = {
		[MD_ALIGN_DEFAULT] = DOCUMENT_ALIGN_NONE,
		[MD_ALIGN_LEFT] = DOCUMENT_ALIGN_LEFT,
		[MD_ALIGN_CENTER] = DOCUMENT_ALIGN_CENTER,
		[MD_ALIGN_RIGHT] = DOCUMENT_ALIGN_RIGHT,
	};
	struct document_block *cell;

	if (!build_open_leaf(b, DOCUMENT_CELL))
		return false;
	cell = &b->doc->blocks[b->leaf];
	cell->align = aligns[detail->align];
	cell->head = b->head;
	cell->line = b->doc->blocks[cell->parent].line;
	return true;
}

static bool open_table(struct build *b, const MD_BLOCK_TABLE_DETAIL *detail)
{
	struct document_block *table = build_open(b, DOCUMENT_TABLE);

	if (table)
		table->number = detail->col_count;
	return table != NULL;
}

static bool open_heading(struct build *b, const MD_BLOCK_H_DETAIL *detail)
{
	if (!build_open_leaf(b, DOCUMENT_HEADING))
		return false;
	b->doc->blocks[b->leaf].number = detail->level;
	return true;
}

static bool enter_block(struct build *b, MD_BLOCKTYPE type, const void *detail)
{
	if (b->leaf != DOCUMENT_NONE && !build_close_leaf(b))
		return false;
	if (is_container(type))
		return open_container(b, type, detail);
	switch (type) {
	case MD_BLOCK_HR:
		return build_open(b, DOCUMENT_RULE) != NULL;
	case MD_BLOCK_H:
		return open_heading(b, detail);
	case MD_BLOCK_P:
		return build_open_leaf(b, DOCUMENT_PARAGRAPH);
	case MD_BLOCK_CODE:
		return build_open_verbatim(b, DOCUMENT_CODE, detail);
	case MD_BLOCK_HTML:
		return build_open_verbatim(b, DOCUMENT_HTML, NULL);
	case MD_BLOCK_TABLE:
		return open_table(b, detail);
	case MD_BLOCK_THEAD:
		b->head = true;
		return true;
	case MD_BLOCK_TR:
		return open_row(b);
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		return open_cell(b, detail);
	default:
		return true;
	}
}

static void close_row(struct build *b)
{
	struct document *doc = b->doc;
	uint32_t row = b->open[b->depth - 1];

	/* Rows that are short are filled up by the parser; the head says how many columns there are. */
	while (doc->block_count - 1 > row && !doc->blocks[doc->block_count - 1].run_count)
		doc->block_count--;
	build_close(b);
}

static bool leave_block(struct build *b, MD_BLOCKTYPE type)
{
	if (b->leaf != DOCUMENT_NONE) {
		bool implied = b->implied;

		if (!build_close_leaf(b))
			return false;
		if (!implied)
			return true;
	}
	if (is_container(type) && b->flattened) {
		b->flattened--;
		return true;
	}
	if (!b->depth)
		return true;
	if (type == MD_BLOCK_TR)
		close_row(b);
	else if (type == MD_BLOCK_THEAD)
		b->head = false;
	else if (type == MD_BLOCK_CODE || type == MD_BLOCK_HTML)
		return build_close_verbatim(b);
	else if (is_container(type) || type == MD_BLOCK_HR || type == MD_BLOCK_TABLE)
		build_close(b);
	return true;
}

static int on_enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	return build_work(context, 1) && enter_block(context, type, detail) ? 0 : 1;
}

static int on_leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	(void)detail;
	return build_work(context, 1) && leave_block(context, type) ? 0 : 1;
}

static int on_enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct build *b = context;

	if (b->leaf == DOCUMENT_NONE) {
		if (!build_open_leaf(b, DOCUMENT_PARAGRAPH))
			return 1;
		b->implied = true;
	}
	return build_work(b, 1) && build_enter_span(b, type, detail) ? 0 : 1;
}

static int on_leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	(void)detail;
	return build_work(context, 1) && build_leave_span(context, type) ? 0 : 1;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE len, void *context)
{
	struct build *b = context;

	if (!build_work(b, 1))
		return 1;
	if (b->in_verbatim)
		return build_verbatim_text(b, type, text, len) ? 0 : 1;
	if (b->leaf == DOCUMENT_NONE) {
		if (!build_open_leaf(b, DOCUMENT_PARAGRAPH))
			return 1;
		b->implied = true;
	}
	return build_inline_text(b, type, text, len) ? 0 : 1;
}

/* Blocks of which no line is known stand where the one before them does; lines count from the file's begin. */
static void settle_lines(struct document *doc, uint32_t first_line)
{
	uint32_t more = first_line ? first_line - 1 : 0, line = 1;

	for (uint32_t i = 0; i < doc->block_count; i++) {
		struct document_block *block = &doc->blocks[i];

		line = block->line ? block->line : line;
		block->line = line + more;
		if (block->kind == DOCUMENT_HEADING)
			doc->headings[block->number].line = block->line;
	}
	for (uint32_t i = 0; i < doc->run_count; i++)
		doc->runs[i].line = (doc->runs[i].line ? doc->runs[i].line : 1) + more;
	for (uint32_t i = 0; i < doc->link_count; i++)
		doc->links[i].line = (doc->links[i].line ? doc->links[i].line : 1) + more;
	for (uint32_t i = 0; i < doc->verbatim_count; i++)
		doc->verbatims[i].text_line = (doc->verbatims[i].text_line ? doc->verbatims[i].text_line : 1) + more;
}

/* The whole source as one block of code. */
static bool take_verbatim(struct build *b)
{
	struct document *doc = b->doc;
	struct document_block *block;

	doc->block_count = doc->run_count = doc->link_count = doc->heading_count = doc->verbatim_count = 0;
	map_release(&doc->slugs);
	b->depth = 0;
	b->leaf = DOCUMENT_NONE;
	b->exceeded = false;
	b->work_max = SIZE_MAX;
	doc->limited = true;
	if (!build_open_verbatim(b, DOCUMENT_CODE, NULL))
		return false;
	block = &doc->blocks[0];
	block->line = 1;
	doc->verbatims[0] = (struct document_verbatim){
		.text = b->source, .len = (uint32_t)b->len, .info = "", .text_line = 1};
	return true;
}

static bool build_all(struct build *b)
{
	static const MD_PARSER parser = {
		.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_WIKILINKS,
		.enter_block = on_enter_block,
		.leave_block = on_leave_block,
		.enter_span = on_enter_span,
		.leave_span = on_leave_span,
		.text = on_text,
	};

	b->work_max = b->len * WORK_A_BYTE + WORK_AT_LEAST;
	if (md_parse(b->input.text.data, (MD_SIZE)b->input.text.len, &parser, b) != 0 && !b->exceeded)
		return build_fail(b);
	return !b->exceeded || take_verbatim(b);
}

static bool build_document(struct document *doc, const char *text, size_t len)
{
	struct build b = {.doc = doc, .len = len, .leaf = DOCUMENT_NONE, .link = DOCUMENT_NONE};
	bool ok;

	buf_init(&b.text);
	buf_init(&b.scratch);
	b.source = arena_copy(&doc->arena, text, len);
	ok = b.source && document_lines_init(&b.lines, b.source, len) && document_input_init(&b.input, b.source, len)
		&& build_all(&b);
	document_input_release(&b.input);
	document_lines_release(&b.lines);
	buf_release(&b.text);
	buf_release(&b.scratch);
	return ok;
}

struct document *document_parse(const char *text, size_t len, uint32_t first_line, struct error *err)
{
	struct document *doc;

	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
		text += 3;
		len -= 3;
	}
	if (len > DOCUMENT_SIZE_MAX) {
		error_set(err, "a document of %zu MB; at most %d MB are read", len >> 20, DOCUMENT_SIZE_MAX >> 20);
		return NULL;
	}
	doc = calloc(1, sizeof *doc);
	if (!doc) {
		error_memory(err);
		return NULL;
	}
	map_init(&doc->slugs);
	arena_init(&doc->arena);
	if (!build_document(doc, text, len)) {
		document_free(doc);
		error_memory(err);
		return NULL;
	}
	settle_lines(doc, first_line);
	return doc;
}
