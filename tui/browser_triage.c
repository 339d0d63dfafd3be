/* Walking the queue of a review: the list, one record after another, and what is left. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "review.h"
#include "triage_sheet.h"

static void say_memory(struct browser *b)
{
	browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

bool browser_triage_refresh(struct browser *b)
{
	struct review *r = b->review;

	if (r->queue_of != b->s.corpus) {
		triage_release(&r->queue);
		r->queue_of = NULL;
		if (!triage_build(&r->queue, b->s.corpus)) {
			triage_release(&r->queue);
			say_memory(b);
			return false;
		}
		r->queue_of = b->s.corpus;
	}
	if (!r->queue.count)
		browser_say(b, STYLE_MESSAGE, "nothing needs a review: no drafts, nothing contested, no findings");
	return r->queue.count > 0;
}

static const char *title_of(const struct browser *b, const struct triage_item *item)
{
	const char *path;

	if (item->record < b->s.corpus->count)
		return b->s.corpus->records[item->record].title;
	path = corpus_path_of_unit(b->s.corpus, item->unit);
	return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}

static void say_progress(const struct browser *b, struct buf *out)
{
	const struct review *r = b->review;

	buf_addf(out, "reviewed %zu, left %zu", sitting_looked_count(&r->sitting),
		sitting_left_count(&r->sitting, &r->queue, b->s.corpus));
}

static void list_item(struct browser *b, const struct triage_item *item)
{
	const struct review *r = b->review;
	const struct corpus *c = b->s.corpus;
	int style = STYLE_ERROR;
	const char *glyph = item->record < c->count ? selection_status_glyph(c, &c->records[item->record], &style) : "!";
	struct buf id, label, detail;
	bool looked;

	buf_init(&id);
	buf_init(&label);
	buf_init(&detail);
	triage_id(c, item, &id);
	looked = sitting_has_looked(&r->sitting, id.data);
	buf_addf(&label, "%s %s", *glyph ? glyph : " ", title_of(b, item));
	buf_addf(&detail, "%s", item->state);
	if (item->record < c->count) {
		buf_adds(&detail, "; on it rest ");
		triage_reach_say(&item->reach, &detail);
	}
	b->chooser.failed = b->chooser.failed || !buf_ok(&id) || !buf_ok(&label) || !buf_ok(&detail);
	chooser_add(&b->chooser, browser_keep_term(b, id.data),
		looked ? STYLE_DIM : item->errors ? STYLE_ERROR : item->warnings ? STYLE_WARNING : STYLE_TEXT, label.data,
		looked ? "reviewed" : "", detail.data);
	buf_release(&id);
	buf_release(&label);
	buf_release(&detail);
}

void browser_list_triage(struct browser *b)
{
	struct review *r = b->review;
	struct buf hint;

	buf_init(&hint);
	buf_addf(&hint, "what misleads most first · ");
	say_progress(b, &hint);
	chooser_init(&b->chooser, "Review", hint.data);
	for (size_t i = 0; i < r->queue.count; i++)
		list_item(b, &r->queue.items[i]);
	buf_release(&hint);
}

void browser_triage_choose(struct browser *b)
{
	const struct review *r = b->review;
	int at = -1, first = -1;

	if (!browser_triage_refresh(b))
		return;
	browser_choose(b, CHOOSE_TRIAGE);
	for (int i = 0; b->choosing && i < b->term_count; i++) {
		if (r->at && strcmp(b->terms[i], r->at) == 0)
			at = i;
		if (first < 0 && !sitting_has_looked(&r->sitting, b->terms[i]))
			first = i;
	}
	if (b->choosing)
		chooser_go(&b->chooser, at >= 0 ? at : first);
}

/* The item of a name; one made up for a record that is not in the queue. False when there is no such record. */
static bool find_item(const struct browser *b, const char *id, struct triage_item *item)
{
	const struct review *r = b->review;
	long index = triage_find(&r->queue, b->s.corpus, id);
	uint32_t record;

	if (index >= 0) {
		*item = r->queue.items[index];
		return true;
	}
	if (corpus_resolve(b->s.corpus, id, strlen(id), &record) != RESOLVE_FOUND)
		return false;
	*item = (struct triage_item){.record = record, .unit = b->s.corpus->records[record].unit_index};
	return true;
}

static bool reach_of(const struct browser *b, struct triage_item *item)
{
	struct triage_reach *all;

	/* An item of the queue knows it. */
	if (item->state)
		return true;
	all = triage_reach_of(b->s.corpus);
	if (!all)
		return false;
	item->reach = all[item->record];
	free(all);
	return true;
}

static bool build(struct browser *b, const struct triage_item *item, const char *id)
{
	struct review *r = b->review;
	const struct finding_change *since = r->changed && strcmp(r->changed, id) == 0 ? &r->since : NULL;

	return item->record < b->s.corpus->count
		? triage_sheet_build(&b->view.sheet, &b->view.targets, b->s.corpus, item->record, &item->reach, since)
		: triage_sheet_build_file(&b->view.sheet, b->s.corpus, item->unit);
}

static void title_view(const struct browser *b, struct buf *title)
{
	const struct review *r = b->review;

	buf_adds(title, "Review");
	if (r->position < (long)r->queue.count && triage_find(&r->queue, b->s.corpus, r->at) >= 0)
		buf_addf(title, " · %ld of %zu", r->position + 1, r->queue.count);
	else
		buf_adds(title, " · no longer in the queue");
	buf_adds(title, " · ");
	say_progress(b, title);
}

/* Shows the item `at`. */
static void show(struct browser *b)
{
	struct review *r = b->review;
	struct triage_item item;
	struct buf title;
	bool ok;

	if (!r->at || !find_item(b, r->at, &item)) {
		view_close(&b->view);
		browser_say(b, STYLE_WARNING, "this record is no longer there");
		return;
	}
	if (triage_find(&r->queue, b->s.corpus, r->at) >= 0)
		r->position = triage_find(&r->queue, b->s.corpus, r->at);
	buf_init(&title);
	ok = sitting_look(&r->sitting, r->at, title_of(b, &item)) && reach_of(b, &item);
	title_view(b, &title);
	ok = ok && view_open(&b->view, VIEW_TRIAGE, title.data) && build(b, &item, r->at);
	buf_release(&title);
	if (!ok) {
		view_close(&b->view);
		say_memory(b);
		return;
	}
	b->view.record = item.record;
	if (item.record < b->s.corpus->count)
		selection_select(&b->s, item.record);
	view_fit(&b->view, b->layout.main);
	b->view.top = r->top;
}

void browser_triage_open(struct browser *b, const char *id)
{
	if (!review_keep(&b->review->at, id)) {
		say_memory(b);
		return;
	}
	browser_triage_refresh(b);
	b->message_style = STYLE_TEXT;
	b->review->top = 0;
	show(b);
}

void browser_triage_reopen(struct browser *b)
{
	enum style style = b->message_style;

	/* An empty queue is told when it is asked for. */
	browser_triage_refresh(b);
	b->message_style = style;
	show(b);
}

void browser_triage_step(struct browser *b, int by)
{
	struct review *r = b->review;
	long here, next;
	struct buf id;

	if (!browser_triage_refresh(b))
		return;
	here = r->at ? triage_find(&r->queue, b->s.corpus, r->at) : -1;
	/* One that left the queue gave its place to the next. */
	next = here >= 0 ? here + by : !r->at ? 0 : by > 0 ? r->position : r->position - 1;
	if (next < 0 || next >= (long)r->queue.count) {
		browser_say(b, STYLE_MESSAGE, next < 0 ? "this is the first of the queue" : "this is the last of the queue");
		return;
	}
	buf_init(&id);
	triage_id(b->s.corpus, &r->queue.items[next], &id);
	if (buf_ok(&id))
		browser_triage_open(b, id.data);
	else
		say_memory(b);
	buf_release(&id);
}
