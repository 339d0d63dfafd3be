#include "document_sheet.h"

#include <stdio.h>
#include <string.h>

#include "document.h"

struct builder {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	const struct document *doc;
	uint32_t record;
};

static enum style run_style(const struct document_run *run, enum style base)
{
	if (run->style & DOCUMENT_INLINE_CODE)
		return STYLE_CODE;
	if (run->style & DOCUMENT_STRONG)
		return STYLE_STRONG;
	if (run->style & (DOCUMENT_EMPHASIS | DOCUMENT_IMAGE))
		return STYLE_EMPHASIS;
	return run->style & (DOCUMENT_STRUCK | DOCUMENT_RAW_HTML) ? STYLE_DIM : base;
}

/* All runs of a link at once: where it leads decides how they look. Returns how many runs it took. */
static uint32_t add_link(struct builder *b, const struct document_run *run)
{
	const struct document_link *link = &b->doc->links[run->link];
	struct buf text;

	buf_init(&text);
	if (!link->bare)
		document_link_text(b->doc, link, &text);
	if (link->kind == DOCUMENT_LINK_URL)
		targets_add_url(b->targets, b->sheet, link->target, link->target_len, text.data, text.len);
	else if (link->target_len && link->target[0] == '#')
		targets_add_record(b->targets, b->sheet, b->corpus, b->record, link->target + 1, link->target_len - 1, text.data,
			text.len);
	else
		targets_add_reference(b->targets, b->sheet, b->corpus, link->target, link->target_len, text.data, text.len);
	b->targets->failed = b->targets->failed || !buf_ok(&text);
	buf_release(&text);
	return link->run + link->run_count;
}

static void add_runs(struct builder *b, const struct document_block *block, enum style base)
{
	for (uint32_t i = block->run; i < block->run + block->run_count;) {
		const struct document_run *run = &b->doc->runs[i];

		if (run->link != DOCUMENT_NONE) {
			uint32_t next = add_link(b, run);

			i = next > i ? next : i + 1;
			continue;
		}
		sheet_add(b->sheet, run_style(run, base), run->text, run->len, SHEET_NO_LINK);
		i++;
	}
}

static uint32_t add_block(struct builder *b, uint32_t index, int indent, enum style base);

static void add_children(struct builder *b, uint32_t index, int indent, enum style base)
{
	uint32_t end = index + b->doc->blocks[index].span;

	for (uint32_t child = index + 1; child < end;)
		child = add_block(b, child, indent, base);
}

/* An item's mark stands before its first paragraph; what else it holds is indented under it. */
static void add_item(struct builder *b, uint32_t index, int indent, const char *mark, enum style base)
{
	uint32_t end = index + b->doc->blocks[index].span, child = index + 1;
	int width = (int)strlen(mark) > 3 ? (int)strlen(mark) : 2;

	sheet_paragraph(b->sheet, indent, width);
	sheet_puts(b->sheet, STYLE_DIM, mark);
	if (b->doc->blocks[index].mark)
		sheet_puts(b->sheet, STYLE_DIM, b->doc->blocks[index].mark == 'x' ? "[x] " : "[ ] ");
	if (child < end && b->doc->blocks[child].kind == DOCUMENT_PARAGRAPH) {
		add_runs(b, &b->doc->blocks[child], base);
		child += b->doc->blocks[child].span;
	}
	while (child < end)
		child = add_block(b, child, indent + width, base);
}

static void add_list(struct builder *b, uint32_t index, int indent, enum style base)
{
	const struct document_block *list = &b->doc->blocks[index];
	uint32_t number = list->number;

	sheet_blank(b->sheet);
	for (uint32_t child = index + 1; child < index + list->span; child += b->doc->blocks[child].span) {
		char mark[24] = "• ";

		if (list->ordered)
			snprintf(mark, sizeof mark, "%u. ", number++);
		add_item(b, child, indent, mark, base);
		if (!list->tight)
			sheet_blank(b->sheet);
	}
	sheet_blank(b->sheet);
}

static void add_table(struct builder *b, uint32_t index)
{
	uint32_t end = index + b->doc->blocks[index].span;

	sheet_blank(b->sheet);
	sheet_table_begin(b->sheet);
	for (uint32_t i = index + 1; i < end; i++) {
		const struct document_block *block = &b->doc->blocks[i];

		if (block->kind == DOCUMENT_ROW) {
			sheet_row(b->sheet);
		} else if (block->kind == DOCUMENT_CELL) {
			sheet_cell(b->sheet, block->align == DOCUMENT_ALIGN_RIGHT);
			add_runs(b, block, block->head ? STYLE_LABEL : STYLE_TEXT);
		}
	}
	sheet_table_end(b->sheet);
	sheet_blank(b->sheet);
}

static void add_heading(struct builder *b, const struct document_block *block)
{
	sheet_blank(b->sheet);
	sheet_anchor(b->sheet, (int)block->number);
	sheet_paragraph(b->sheet, 0, 2);
	add_runs(b, block, STYLE_HEADING);
	if (b->doc->headings[block->number].level == 1)
		sheet_rule(b->sheet);
	sheet_blank(b->sheet);
}

/* Adds a block and all below it; returns the block behind. */
static uint32_t add_block(struct builder *b, uint32_t index, int indent, enum style base)
{
	const struct document_block *block = &b->doc->blocks[index];
	const struct document_verbatim *text;

	switch (block->kind) {
	case DOCUMENT_HEADING:
		add_heading(b, block);
		break;
	case DOCUMENT_PARAGRAPH:
		sheet_paragraph(b->sheet, indent, 0);
		add_runs(b, block, base);
		sheet_blank(b->sheet);
		break;
	case DOCUMENT_LIST:
		add_list(b, index, indent + 1, base);
		break;
	case DOCUMENT_QUOTE:
		add_children(b, index, indent + 3, STYLE_QUOTE);
		break;
	case DOCUMENT_CODE:
	case DOCUMENT_HTML:
		text = &b->doc->verbatims[block->number];
		sheet_pre(b->sheet, indent + 2, block->kind == DOCUMENT_CODE ? STYLE_CODE : STYLE_DIM, text->text, text->len);
		sheet_blank(b->sheet);
		break;
	case DOCUMENT_LIVE:
		text = &b->doc->verbatims[block->number];
		document_live_table(b->sheet, b->targets, b->corpus, text->text, text->len);
		break;
	case DOCUMENT_TABLE:
		add_table(b, index);
		break;
	case DOCUMENT_RULE:
		sheet_rule(b->sheet);
		break;
	default:
		add_children(b, index, indent, base);
	}
	return index + block->span;
}

bool document_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record)
{
	const struct record *r = &corpus->records[record];
	struct builder b = {sheet, targets, corpus, corpus->documents[r->document], record};

	targets->from = record;
	/* The title, unless the text begins with it. */
	if (!b.doc->heading_count || b.doc->headings[0].level != 1) {
		sheet_paragraph(sheet, 0, 2);
		sheet_puts(sheet, STYLE_HEADING, r->title);
		sheet_rule(sheet);
		sheet_blank(sheet);
	}
	for (uint32_t i = 0; i < b.doc->block_count;)
		i = add_block(&b, i, 0, STYLE_TEXT);
	return sheet_ok(sheet) && !targets->failed;
}
