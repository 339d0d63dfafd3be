/* Documents of a corpus: the bodies of its Markdown records, parsed once. */
#include <stdlib.h>
#include <string.h>

#include "corpus_internal.h"
#include "document.h"

static bool parse(struct corpus *corpus, struct record *r)
{
	struct node body = node_get(record_root(r), corpus->key_body);
	struct document *doc = document_parse(node_text(body), node_len(body), body.v ? body.v->line : 1, NULL);

	if (!doc)
		return false;
	r->document = (int32_t)corpus->document_count;
	corpus->documents[corpus->document_count++] = doc;
	return true;
}

bool corpus_parse_documents(struct corpus *corpus)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < corpus->count; i++)
		count += corpus->records[i].unit->markdown;
	corpus->documents = calloc((size_t)count + 1, sizeof *corpus->documents);
	if (!corpus->documents)
		return false;
	for (uint32_t i = 0; i < corpus->count; i++)
		if (corpus->records[i].unit->markdown && !parse(corpus, &corpus->records[i]))
			return false;
	return true;
}
