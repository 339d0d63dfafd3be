/* What is asked of a parsed document. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "text.h"

void document_free(struct document *doc)
{
	if (!doc)
		return;
	free(doc->blocks);
	free(doc->runs);
	free(doc->links);
	free(doc->headings);
	free(doc->verbatims);
	map_release(&doc->slugs);
	arena_release(&doc->arena);
	free(doc);
}

size_t document_memory(const struct document *doc)
{
	return sizeof *doc + doc->arena.total + doc->block_count * sizeof *doc->blocks
		+ doc->run_count * sizeof *doc->runs + doc->link_count * sizeof *doc->links
		+ doc->heading_count * sizeof *doc->headings + doc->verbatim_count * sizeof *doc->verbatims
		+ doc->slugs.cap * sizeof *doc->slugs.slots;
}

static int find_slug(const struct document *doc, const char *slug, size_t len)
{
	const struct map_slot *slot = map_find(&doc->slugs, slug, len);

	return slot ? (int)slot->value : -1;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void decode_percent(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		int high = s[i] == '%' && i + 2 < len ? hex_digit(s[i + 1]) : -1;
		int low = high >= 0 ? hex_digit(s[i + 2]) : -1;

		if (low >= 0) {
			buf_addc(out, (char)(high << 4 | low));
			i += 2;
		} else {
			buf_addc(out, s[i]);
		}
	}
}

int document_heading_find(const struct document *doc, const char *fragment, size_t len)
{
	int found = find_slug(doc, fragment, len);
	struct buf decoded, slug;

	if (found >= 0)
		return found;
	buf_init(&decoded);
	buf_init(&slug);
	decode_percent(&decoded, fragment, len);
	if (buf_ok(&decoded))
		found = find_slug(doc, decoded.data, decoded.len);
	if (found < 0) {
		text_slug(&slug, decoded.data, decoded.len);
		if (buf_ok(&slug) && slug.len)
			found = find_slug(doc, slug.data, slug.len);
	}
	buf_release(&decoded);
	buf_release(&slug);
	return found;
}

int document_heading_over(const struct document *doc, uint32_t block)
{
	uint32_t low = 0, high = doc->heading_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (doc->headings[middle].block <= block)
			low = middle + 1;
		else
			high = middle;
	}
	return (int)low - 1;
}

const struct document_heading *document_outline(const struct document *doc, size_t *count)
{
	*count = doc->heading_count;
	return doc->headings;
}

size_t document_link_count(const struct document *doc)
{
	return doc->link_count;
}

const struct document_link *document_link_at(const struct document *doc, size_t index)
{
	return index < doc->link_count ? &doc->links[index] : NULL;
}

void document_link_text(const struct document *doc, const struct document_link *link, struct buf *out)
{
	for (uint32_t i = link->run; i < link->run + link->run_count; i++) {
		if (doc->runs[i].kind == DOCUMENT_TEXT)
			buf_add(out, doc->runs[i].text, doc->runs[i].len);
		else
			buf_addc(out, ' ');
	}
}

/* A line of plain text for one block; containers have none of their own. */
static void add_block(const struct document *doc, const struct document_block *block, struct buf *out)
{
	const struct document_verbatim *verbatim;

	switch (block->kind) {
	case DOCUMENT_PARAGRAPH:
	case DOCUMENT_HEADING:
	case DOCUMENT_CELL:
		for (uint32_t i = block->run; i < block->run + block->run_count; i++)
			buf_add(out, doc->runs[i].text, doc->runs[i].len);
		break;
	case DOCUMENT_CODE:
	case DOCUMENT_LIVE:
	case DOCUMENT_HTML:
		verbatim = &doc->verbatims[block->number];
		buf_add(out, verbatim->text, verbatim->len);
		break;
	default:
		break;
	}
}

void document_block_text(const struct document *doc, uint32_t block, struct buf *out)
{
	uint32_t end = block + doc->blocks[block].span;
	size_t begin = out->len;

	for (uint32_t i = block; i < end; i++) {
		const struct document_block *at = &doc->blocks[i];

		if (at->kind == DOCUMENT_LIST || at->kind == DOCUMENT_ITEM || at->kind == DOCUMENT_QUOTE
			|| at->kind == DOCUMENT_TABLE || at->kind == DOCUMENT_RULE)
			continue;
		if (out->len > begin && at->kind == DOCUMENT_CELL && i > at->parent + 1)
			buf_addc(out, '\t');
		else if (out->len > begin && at->kind != DOCUMENT_CELL && out->data[out->len - 1] != '\n')
			buf_addc(out, '\n');
		add_block(doc, at, out);
	}
}

void document_plain_text(const struct document *doc, struct buf *out)
{
	for (uint32_t i = 0; i < doc->block_count; i += doc->blocks[i].span) {
		size_t begin = out->len;

		document_block_text(doc, i, out);
		if (out->len > begin && out->data[out->len - 1] != '\n')
			buf_addc(out, '\n');
	}
}
