#include "targets.h"

#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "document.h"
#include "reference.h"
#include "text.h"

void targets_init(struct targets *t)
{
	*t = (struct targets){.from = RECORD_NONE};
}

void targets_clear(struct targets *t)
{
	for (int i = 0; i < t->count; i++) {
		free(t->items[i].fragment);
		free(t->items[i].url);
	}
	t->count = 0;
	t->from = RECORD_NONE;
	t->failed = false;
}

void targets_release(struct targets *t)
{
	targets_clear(t);
	free(t->items);
	targets_init(t);
}

int targets_add(struct targets *t, uint32_t record, const char *fragment, size_t fragment_len, const char *url, size_t url_len)
{
	struct target *item;

	if (t->count == t->cap) {
		int cap = t->cap ? t->cap * 2 : 64;
		struct target *items = realloc(t->items, (size_t)cap * sizeof *items);

		if (!items) {
			t->failed = true;
			return SHEET_NO_LINK;
		}
		t->items = items;
		t->cap = cap;
	}
	item = &t->items[t->count];
	*item = (struct target){record, strndup(fragment, fragment_len), strndup(url, url_len)};
	if (!item->fragment || !item->url) {
		free(item->fragment);
		free(item->url);
		t->failed = true;
		return SHEET_NO_LINK;
	}
	return t->count++;
}

void targets_add_record(struct targets *t, struct sheet *sheet, const struct corpus *corpus, uint32_t record,
	const char *fragment, size_t fragment_len, const char *label, size_t label_len)
{
	const struct record *r = &corpus->records[record];
	int link = targets_add(t, record, fragment, fragment_len, "", 0);

	if (label_len) {
		sheet_add(sheet, STYLE_LINK, label, label_len, link);
		return;
	}
	sheet_add(sheet, STYLE_LINK, r->title, strlen(r->title), link);
	if (fragment_len && r->document >= 0) {
		const struct document *doc = corpus->documents[r->document];
		int heading = document_heading_find(doc, fragment, fragment_len);

		if (heading >= 0) {
			sheet_add(sheet, STYLE_LINK, " § ", strlen(" § "), link);
			sheet_add(sheet, STYLE_LINK, doc->headings[heading].text, doc->headings[heading].text_len, link);
		}
	}
}

static void add_claim(struct targets *t, struct sheet *sheet, const struct corpus *corpus, uint32_t record)
{
	struct claim_result result;
	bool holds;

	/* What it is about may be still to come. */
	if (corpus->partial) {
		sheet_puts(sheet, STYLE_DIM, "(not judged yet)");
		return;
	}
	if (!claim_judge(corpus, record, &result, NULL)) {
		t->failed = true;
		return;
	}
	holds = result.verdict == CLAIM_TRUE;
	sheet_add(sheet, holds ? STYLE_CLAIM_TRUE : STYLE_CLAIM_FALSE, holds ? "✓" : "✗", strlen("✓"),
		targets_add(t, record, "", 0, "", 0));
	claim_result_release(&result);
}

void targets_add_reference(struct targets *t, struct sheet *sheet, const struct corpus *corpus, const char *target,
	size_t target_len, const char *label, size_t label_len)
{
	struct reference parts;
	uint32_t record;

	reference_split(target, target_len, &parts);
	if (corpus_resolve_from(corpus, t->from, target, target_len, &record) == RESOLVE_NOTHING) {
		sheet_add(sheet, STYLE_LINK_DEAD, label_len ? label : target, label_len ? label_len : target_len, SHEET_NO_LINK);
		sheet_puts(sheet, STYLE_DIM, corpus->partial ? " (not read yet)" : " (leads nowhere)");
		return;
	}
	if (!label_len && strcmp(record_type(corpus, &corpus->records[record])->name, "claim") == 0)
		add_claim(t, sheet, corpus, record);
	else
		targets_add_record(t, sheet, corpus, record, parts.fragment, parts.fragment_len, label, label_len);
}

void targets_add_url(struct targets *t, struct sheet *sheet, const char *url, size_t len, const char *label, size_t label_len)
{
	bool web = (len > 8 && memcmp(url, "https://", 8) == 0) || (len > 7 && memcmp(url, "http://", 7) == 0);

	const char *colon = memchr(url, ':', len), *slash = memchr(url, '/', len);

	sheet_add(sheet, web ? STYLE_LINK : STYLE_TEXT, label_len ? label : url, label_len ? label_len : len,
		web ? targets_add(t, RECORD_NONE, "", 0, url, len) : SHEET_NO_LINK);
	/* An address of another kind would start whatever program is registered for it. */
	if (!web && colon && (!slash || colon < slash))
		sheet_puts(sheet, STYLE_DIM, " (not opened: only http and https are)");
}

void targets_add_prose(struct targets *t, struct sheet *sheet, const struct corpus *corpus, enum style style,
	const char *text, size_t len)
{
	const char *at = text, *end = text + len, *from = text;
	struct reference ref;

	while (reference_next(&at, end, &ref)) {
		sheet_add(sheet, style, from, (size_t)(ref.begin - from), SHEET_NO_LINK);
		targets_add_reference(t, sheet, corpus, ref.target, ref.target_len, ref.label, ref.label_len);
		from = at;
	}
	sheet_add(sheet, style, from, (size_t)(end - from), SHEET_NO_LINK);
}

void targets_say(const struct targets *t, const struct corpus *corpus, int link, struct buf *out)
{
	const struct target *target;
	const struct record *r;

	if (link < 0 || link >= t->count)
		return;
	target = &t->items[link];
	if (target->record >= corpus->count) {
		buf_addf(out, "Enter: open %s in your web browser", target->url);
		return;
	}
	r = &corpus->records[target->record];
	buf_addf(out, "Enter: %s %s", record_type(corpus, r)->name, r->title);
	if (*target->fragment)
		buf_addf(out, " § %s", target->fragment);
	if (strcmp(record_type(corpus, r)->name, "claim") == 0) {
		struct claim_result result;

		if (claim_judge(corpus, target->record, &result, NULL))
			buf_addf(out, ": %s%s%s", claim_verdict_name(result.verdict), *result.why ? ", " : "", result.why);
		claim_result_release(&result);
	}
}
