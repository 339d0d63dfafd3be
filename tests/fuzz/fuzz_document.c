/* Any bytes as a Markdown document: it parses, and its links and headings stand within it. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "buf.h"
#include "document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct document *doc = document_parse((const char *)data, size, 1, NULL);
	struct buf text;

	if (!doc)
		return 0;
	buf_init(&text);
	document_plain_text(doc, &text);
	for (size_t i = 0; i < document_link_count(doc); i++)
		if (document_link_at(doc, i)->heading >= (int)doc->heading_count)
			abort();
	for (uint32_t i = 0; i < doc->block_count; i++)
		if (doc->blocks[i].span < 1 || i + doc->blocks[i].span > doc->block_count)
			abort();
	buf_release(&text);
	document_free(doc);
	return 0;
}
