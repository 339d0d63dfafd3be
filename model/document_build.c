/* Blocks: opening and closing them, and where in the file they stand. */
#include "document_build.h"

#include <stdlib.h>
#include <string.h>

#include "document_entity.h"

bool build_fail(struct build *b)
{
	b->failed = true;
	return false;
}

bool build_work(struct build *b, size_t amount)
{
	b->work += amount;
	if (b->work > b->work_max)
		b->exceeded = true;
	return !b->exceeded && !b->failed;
}

void *build_grow(struct build *b, void *array, uint32_t *cap, uint32_t count, size_t size)
{
	uint32_t more = *cap ? *cap * 2 : 32;
	void *grown;

	if (count < *cap)
		return array;
	grown = more > *cap ? realloc(array, more * size) : NULL;
	if (grown)
		*cap = more;
	else
		build_fail(b);
	return grown;
}

struct document_block *build_open(struct build *b, enum document_block_kind kind)
{
	struct document *doc = b->doc;
	struct document_block *blocks, *block;

	if (b->depth == DOCUMENT_STACK) {
		build_fail(b);
		return NULL;
	}
	blocks = build_grow(b, doc->blocks, &b->block_cap, doc->block_count, sizeof *blocks);
	if (!blocks)
		return NULL;
	doc->blocks = blocks;
	block = &blocks[doc->block_count];
	*block = (struct document_block){
		.kind = (uint8_t)kind,
		.parent = b->depth ? b->open[b->depth - 1] : DOCUMENT_NONE,
		.span = 1,
		.run = doc->run_count,
	};
	b->open[b->depth++] = doc->block_count++;
	return block;
}

static uint32_t line_by_sign(struct build *b, const struct document_block *block)
{
	enum document_sign sign;

	switch (block->kind) {
	case DOCUMENT_RULE:
		sign = SIGN_RULE;
		break;
	case DOCUMENT_HEADING:
		sign = SIGN_HEADING;
		break;
	case DOCUMENT_CODE:
	case DOCUMENT_LIVE:
		sign = SIGN_FENCE;
		break;
	case DOCUMENT_ITEM:
		sign = SIGN_ITEM;
		break;
	case DOCUMENT_QUOTE:
		sign = SIGN_QUOTE;
		break;
	default:
		return 0;
	}
	return document_lines_find(&b->lines, b->line, sign);
}

void build_close(struct build *b)
{
	uint32_t index = b->open[b->depth - 1];
	struct document_block *block = &b->doc->blocks[index];

	if (!block->line) {
		uint32_t line = line_by_sign(b, block);

		if (line)
			build_locate_line(b, line);
	}
	block->span = b->doc->block_count - index;
	b->depth--;
}

void build_locate_line(struct build *b, uint32_t line)
{
	b->line = line;
	for (int i = b->depth - 1; i >= 0 && !b->doc->blocks[b->open[i]].line; i--)
		b->doc->blocks[b->open[i]].line = line;
}

bool build_offset(const struct build *b, const char *input, size_t *offset)
{
	uintptr_t at = (uintptr_t)input, begin = (uintptr_t)b->input.text.data;

	if (at < begin || at > begin + b->input.text.len)
		return false;
	*offset = document_input_offset(&b->input, at - begin);
	return true;
}

void build_locate(struct build *b, const char *input)
{
	size_t offset;

	if (build_offset(b, input, &offset))
		build_locate_line(b, document_lines_of(&b->lines, offset, b->line));
}

const char *build_source(struct build *b, const char *input, size_t *len)
{
	const char *copy;
	size_t begin, end;

	if (build_offset(b, input, &begin) && build_offset(b, input + *len, &end)) {
		*len = end - begin;
		return b->source + begin;
	}
	copy = build_work(b, *len) ? arena_copy(&b->doc->arena, input, *len) : NULL;
	if (!copy && !b->exceeded)
		build_fail(b);
	return copy;
}

bool build_open_leaf(struct build *b, enum document_block_kind kind)
{
	if (!build_open(b, kind))
		return false;
	b->leaf = b->open[b->depth - 1];
	b->emphasis = b->strong = b->code = b->struck = b->images = b->inner_links = b->inner_images = 0;
	b->link = DOCUMENT_NONE;
	b->comment = b->implied = false;
	return true;
}

bool build_close_leaf(struct build *b)
{
	struct document_block *block = &b->doc->blocks[b->leaf];

	if (!build_finish_leaf(b))
		return false;
	block->run_count = b->doc->run_count - block->run;
	if (block->kind == DOCUMENT_HEADING && !build_add_heading(b))
		return false;
	build_close(b);
	/* An underlined heading ends on the line below its text. */
	if (block->kind == DOCUMENT_HEADING && !document_lines_match(&b->lines, block->line, SIGN_HEADING))
		b->line++;
	/* Nothing but a comment: no paragraph. */
	if (block->kind == DOCUMENT_PARAGRAPH && !block->run_count && b->leaf == b->doc->block_count - 1)
		b->doc->block_count--;
	b->leaf = DOCUMENT_NONE;
	return true;
}

static const char *joined_attribute(struct build *b, const MD_ATTRIBUTE *attribute, size_t *len)
{
	buf_clear(&b->scratch);
	for (size_t i = 0; attribute->substr_offsets[i] < attribute->size; i++) {
		const char *piece = attribute->text + attribute->substr_offsets[i];
		size_t size = attribute->substr_offsets[i + 1] - attribute->substr_offsets[i], decoded;
		MD_TEXTTYPE type = attribute->substr_types[i];
		char character[4];

		if (type == MD_TEXT_NULLCHAR)
			buf_adds(&b->scratch, "\xEF\xBF\xBD");
		else if (type == MD_TEXT_ENTITY && (decoded = document_entity(piece, size, character)))
			buf_add(&b->scratch, character, decoded);
		else
			buf_add(&b->scratch, piece, size);
	}
	*len = b->scratch.len;
	if (!buf_ok(&b->scratch)) {
		build_fail(b);
		return NULL;
	}
	return build_source(b, b->scratch.data, len);
}

const char *build_attribute(struct build *b, const MD_ATTRIBUTE *attribute, size_t *len)
{
	*len = attribute->size;
	/* The parser has looked at all of it, even where a definition is used for the thousandth time. */
	if (!build_work(b, attribute->size))
		return NULL;
	if (!attribute->size)
		return "";
	if (attribute->substr_types[0] == MD_TEXT_NORMAL && attribute->substr_offsets[1] == attribute->size)
		return build_source(b, attribute->text, len);
	return joined_attribute(b, attribute, len);
}
