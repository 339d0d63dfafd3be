/* Where documents talk of what is under the cursor: sections that link to the selected record, and sections whose words name
 * the family, cost column or backend. */
#include <stdio.h>
#include <string.h>

#include "browser_state.h"
#include "document.h"
#include "text.h"

/* The value of a term such as cost:first-request or target:"Huawei Ascend NPU". */
static void value_of_term(const char *term, char *value, size_t size)
{
	const char *colon = strchr(term, ':');
	size_t len;

	snprintf(value, size, "%s", colon ? colon + 1 : "");
	len = strlen(value);
	if (len > 1 && value[0] == '"') {
		memmove(value, value + 1, len - 2);
		value[len - 2] = '\0';
	}
}

static bool holds_words(const struct buf *text, const char *words)
{
	size_t len = strlen(words);

	for (size_t i = 0; len > 2 && i + len <= text->len; i++)
		if (text_equal_nocase(text->data + i, len, words, len))
			return true;
	return false;
}

/* Whether a section's text names the value, as it is typed or as people write it: with blanks for hyphens. */
static bool names(const struct document *doc, uint32_t heading, const char *value)
{
	uint32_t begin = doc->headings[heading].block + 1;
	uint32_t end = heading + 1 < doc->heading_count ? doc->headings[heading + 1].block : doc->block_count;
	char spoken[256];
	struct buf text;
	bool found = false;

	snprintf(spoken, sizeof spoken, "%s", value);
	for (char *c = spoken; *c; c++)
		*c = *c == '-' ? ' ' : *c;
	buf_init(&text);
	for (uint32_t i = begin; i < end; i += doc->blocks[i].span) {
		document_block_text(doc, i, &text);
		buf_addc(&text, '\n');
	}
	found = buf_ok(&text) && (holds_words(&text, value) || holds_words(&text, spoken));
	buf_release(&text);
	return found;
}

static bool links_here(const struct browser *b, uint32_t document, int heading)
{
	const struct corpus *c = b->s.corpus;

	for (uint32_t i = c->links_out[document]; i < c->links_out[document + 1]; i++)
		if (c->links[i].to == b->s.record && c->links[i].heading == heading)
			return true;
	return false;
}

static void add_section(struct browser *b, uint32_t record, uint32_t heading, const char *why)
{
	const struct record *r = &b->s.corpus->records[record];
	const struct document_heading *h = &b->s.corpus->documents[r->document]->headings[heading];
	struct buf target;

	buf_init(&target);
	buf_addf(&target, "%s#%s", r->id, h->slug);
	chooser_add(&b->chooser, browser_keep_term(b, target.data), STYLE_TEXT, h->text, r->id, why);
	buf_release(&target);
}

void browser_list_mentions(struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	struct pane *p = &b->panes[b->focus];
	char value[256] = "", why[300];
	struct buf term;

	buf_init(&term);
	if ((b->focus == PANE_COST || b->focus == PANE_PORTABILITY || b->focus == PANE_FAMILIES) && p->ops->term(p, &b->s, &term))
		value_of_term(term.data, value, sizeof value);
	buf_release(&term);
	snprintf(why, sizeof why, "names %.250s", value);
	chooser_init(&b->chooser, "Where it is written", "sections that talk of the record or the group; Enter reads there");
	for (uint32_t r = 0; r < c->count; r++) {
		const struct document *doc = c->records[r].document >= 0 ? c->documents[c->records[r].document] : NULL;

		for (uint32_t h = 0; doc && h < doc->heading_count; h++) {
			if (links_here(b, r, (int)h))
				add_section(b, r, h, "links to this record");
			else if (*value && names(doc, h, value))
				add_section(b, r, h, why);
		}
	}
}
