/* Completion in the filter line: names, values with counts, and saved questions by name, for which their query is put in. */
#include <stdio.h>
#include <string.h>

#include "browser_state.h"
#include "text.h"

static void offer_completion(void *data, const char *word, int count)
{
	struct browser *b = data;
	char side[24] = "";

	if (b->term_count >= FACET_TERMS_MAX)
		return;
	if (count >= 0)
		snprintf(side, sizeof side, "%d", count);
	chooser_add(&b->chooser, browser_keep_term(b, word), STYLE_TEXT, word, side, NULL);
}

/* In brackets where other terms stand before it, or an "or" would take in what is typed behind it. */
static void offer_view(struct browser *b, const struct record *view)
{
	const char *query = node_text(corpus_field(b->s.corpus, view, "query"));
	bool brackets = b->complete_from > 0 || strchr(query, '|');
	struct buf term;

	buf_init(&term);
	buf_addf(&term, "%s%s%s", brackets ? "(" : "", query, brackets ? ")" : "");
	if (!buf_ok(&term))
		b->chooser.failed = true;
	else if (*query)
		chooser_add(&b->chooser, browser_keep_term(b, term.data), STYLE_TEXT, view->id, "question", view->title);
	buf_release(&term);
}

void browser_list_completions(struct browser *b)
{
	const struct corpus *c = b->s.corpus;
	uint32_t type = corpus_type_find(c, "view", 4);
	const char *word;
	size_t len;

	chooser_init(&b->chooser, "Completion", "Enter takes it; behind a value, how many records it would leave");
	b->complete_from = b->prompt.at;
	query_complete(c, b->prompt.text, b->prompt.at, &b->complete_from, offer_completion, b);
	word = b->prompt.text + b->complete_from;
	len = b->prompt.at - b->complete_from;
	if (type == RECORD_NONE || (b->complete_from > 0 && !strchr(" (|-", word[-1])))
		return;
	for (uint32_t r = 0; r < c->count; r++)
		if (c->records[r].type == type && strlen(c->records[r].id) >= len && text_equal_nocase(c->records[r].id, len, word, len))
			offer_view(b, &c->records[r]);
}

void browser_take_completion(struct browser *b, const char *word)
{
	size_t len = strlen(word);

	prompt_replace(&b->prompt, b->complete_from, word);
	if (len && word[len - 1] != ':')
		prompt_insert(&b->prompt, " ", 1);
	browser_close_chooser(b);
	browser_prompt_changed(b);
}
