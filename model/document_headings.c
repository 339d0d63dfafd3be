/* Headings and their anchors. */
#include <string.h>

#include "document_build.h"
#include "text.h"

/* Finds an anchor that no heading has yet: the slug, or the slug with a number. */
static const char *free_slug(struct build *b, const char *slug, size_t *len)
{
	struct document *doc = b->doc;
	struct map_slot *slot = map_find(&doc->slugs, slug, *len);
	struct document_heading *first = slot ? &doc->headings[slot->value] : NULL;

	while (slot) {
		buf_clear(&b->text);
		buf_add(&b->text, slug, *len);
		buf_addf(&b->text, "-%u", ++first->repeats);
		if (!buf_ok(&b->text))
			return NULL;
		slot = map_find(&doc->slugs, b->text.data, b->text.len);
	}
	if (first) {
		slug = b->text.data;
		*len = b->text.len;
	}
	return arena_copy(&doc->arena, slug, *len);
}

bool build_add_heading(struct build *b)
{
	struct document *doc = b->doc;
	struct document_block *block = &doc->blocks[b->leaf];
	struct document_heading *headings, *heading;
	size_t text_len, slug_len;
	const char *text, *slug;
	bool added;

	headings = build_grow(b, doc->headings, &b->heading_cap, doc->heading_count, sizeof *headings);
	if (!headings)
		return false;
	doc->headings = headings;
	buf_clear(&b->scratch);
	document_block_text(doc, b->leaf, &b->scratch);
	for (size_t i = 0; i < b->scratch.len; i++)
		if (b->scratch.data[i] == '\n')
			b->scratch.data[i] = ' ';
	text_len = b->scratch.len;
	text = buf_ok(&b->scratch) ? arena_copy(&doc->arena, b->scratch.data, text_len) : NULL;
	if (!text)
		return build_fail(b);
	buf_clear(&b->scratch);
	text_slug(&b->scratch, text, text_len);
	if (!b->scratch.len)
		buf_adds(&b->scratch, "section");
	slug_len = b->scratch.len;
	slug = buf_ok(&b->scratch) ? free_slug(b, b->scratch.data, &slug_len) : NULL;
	if (!slug || !map_put(&doc->slugs, slug, slug_len, doc->heading_count, &added))
		return build_fail(b);
	heading = &headings[doc->heading_count];
	*heading = (struct document_heading){
		.text = text,
		.slug = slug,
		.text_len = (uint32_t)text_len,
		.slug_len = (uint32_t)slug_len,
		.block = b->leaf,
		.level = (uint8_t)block->number,
	};
	block->number = doc->heading_count++;
	return true;
}
