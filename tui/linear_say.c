#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linear_internal.h"
#include "record_sheet.h"

void linear_say(struct linear *l, const char *format, ...)
{
	char small[1024];
	struct buf line;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(small, sizeof small, format, args);
	va_end(args);
	if (len < (int)sizeof small) {
		linear_line(&l->lines, small, strlen(small));
		return;
	}
	buf_init(&line);
	va_start(args, format);
	if (buf_reserve(&line, (size_t)len))
		line.len = (size_t)vsnprintf(line.data, (size_t)len + 1, format, args);
	va_end(args);
	l->failed = l->failed || !buf_ok(&line);
	linear_line(&l->lines, line.data, line.len);
	buf_release(&line);
}

static void say_buf(struct linear *l, struct buf *line)
{
	l->failed = l->failed || !buf_ok(line);
	linear_line(&l->lines, line->data, line->len);
	buf_release(line);
}

void linear_words(struct buf *out, const char *text, size_t len)
{
	static const struct {
		const char *glyph, *word;
	} rows[] = {{"→", "becomes"}, {" · ", ", "}, {"● ", ""}, {"◐ ", ""}, {"◌ ", ""}, {"≈ was derived", "What is derived was"}};

	for (size_t i = 0; i < len;) {
		size_t step = 0;

		for (size_t r = 0; r < sizeof rows / sizeof *rows && !step; r++) {
			size_t size = strlen(rows[r].glyph);

			if (i + size > len || memcmp(text + i, rows[r].glyph, size) != 0)
				continue;
			buf_adds(out, rows[r].word);
			step = size;
		}
		if (!step)
			buf_addc(out, text[i]);
		i += step ? step : 1;
	}
}

/* ---- choices ---- */

void linear_choices_clear(struct linear *l)
{
	for (int i = 0; i < l->choice_count; i++)
		free(l->choices[i].text);
	l->choice_count = 0;
}

int linear_offer(struct linear *l, enum linear_choice_kind kind, const char *text, int number)
{
	char *copy = strdup(text);
	struct linear_choice *more = l->choices;

	if (l->choice_count == l->choice_cap && copy) {
		int cap = l->choice_cap ? l->choice_cap * 2 : 64;

		more = realloc(l->choices, (size_t)cap * sizeof *more);
		if (more) {
			l->choices = more;
			l->choice_cap = cap;
		}
	}
	if (!copy || !more) {
		free(copy);
		l->failed = true;
		return 0;
	}
	l->choices[l->choice_count++] = (struct linear_choice){kind, copy, number};
	return l->choice_count;
}

int linear_offer_record(struct linear *l, uint32_t record, const char *fragment)
{
	struct buf id;
	int number;

	buf_init(&id);
	selection_id(&l->b.s, record, &id);
	if (*fragment)
		buf_addf(&id, "#%s", fragment);
	l->failed = l->failed || !buf_ok(&id);
	number = linear_offer(l, CHOICE_RECORD, id.data, 0);
	buf_release(&id);
	return number;
}

/* ---- what is told in a line or two ---- */

void linear_tell_message(struct linear *l)
{
	struct browser *b = &l->b;
	const char *kind = b->message_style == STYLE_ERROR ? "Error" : b->message_style == STYLE_WARNING ? "Warning" : "Message";
	struct buf line;

	if (b->message_style == STYLE_TEXT)
		return;
	buf_init(&line);
	buf_addf(&line, "%s: ", kind);
	linear_words(&line, b->message, strlen(b->message));
	say_buf(l, &line);
	b->message_style = STYLE_TEXT;
}

static const char *status_of(const struct linear *l, uint32_t record)
{
	const struct corpus *c = l->b.s.corpus;
	struct node status = corpus_field_by_key(&c->records[record], c->key_status);

	return node_is_scalar(status) ? node_text(status) : "no status recorded";
}

void linear_tell_record_line(struct linear *l, uint32_t record, const char *detail)
{
	const struct selection *s = &l->b.s;
	const struct record *r = &s->corpus->records[record];
	struct buf line;

	buf_init(&line);
	buf_addf(&line, "%d. %s: %s", linear_offer_record(l, record, ""), r->title, status_of(l, record));
	buf_adds(&line, bitset_has(&s->marks, record) ? ", marked" : "");
	buf_adds(&line, bitset_has(&s->changed, record) ? ", changed on disk" : "");
	buf_adds(&line, record == s->record ? ", selected" : "");
	if (*detail)
		buf_adds(&line, ". ");
	linear_words(&line, detail, strlen(detail));
	say_buf(l, &line);
}

void linear_tell_filter(struct linear *l)
{
	const struct selection *s = &l->b.s;
	const char *text = selection_filter_text(s);

	linear_say(l, "Filter: %s. %u of %u records.", *text ? text : "none", s->order_count, s->all_count);
}

void linear_tell_place(struct linear *l)
{
	const struct browser *b = &l->b;
	const struct selection *s = &b->s;

	if (b->view.kind != VIEW_NONE)
		linear_say(l, "Place: %s %s", b->view.kind == VIEW_DOCUMENT ? "document" : "view", b->view.title);
	else
		linear_say(l, "Place: pane %s", b->panes[b->focus].ops->title);
	linear_tell_filter(l);
	if (s->record < s->corpus->count)
		linear_say(l, "Selected: %s, %s", s->corpus->records[s->record].title, status_of(l, s->record));
	else
		linear_say(l, "Selected: nothing");
	if (selection_mark_count(s))
		linear_say(l, "Marked: %zu", selection_mark_count(s));
}

/* ---- panes ---- */

struct telling {
	struct linear *l;
	enum pane_id pane;
	int by;              /* for a step from group to group */
	char *before, *wanted; /* terms; owned */
	bool found;
};

static void tell_group(void *to, const char *label, const char *term, uint32_t now, uint32_t all, const char *meaning)
{
	struct telling *t = to;
	int number = linear_offer(t->l, CHOICE_GROUP, term, (int)t->pane);

	linear_say(t->l, "%d. Group %s: %u of %u records%s%s", number, label, now, all, *meaning && strcmp(meaning, label) != 0 ? ". " : "",
		*meaning && strcmp(meaning, label) != 0 ? meaning : "");
}

static void tell_entry(void *to, uint32_t record, const char *detail)
{
	linear_tell_record_line(((struct telling *)to)->l, record, detail);
}

static bool tell_list(struct linear *l, enum pane_id pane, const struct pane_reader *reader)
{
	struct pane *p = &l->b.panes[pane];

	if (pane_refresh(p, &l->b.s, p->w ? p->w : 80, p->h ? p->h : 20) && p->ops->tell(p, &l->b.s, reader))
		return true;
	l->failed = true;
	return false;
}

void linear_tell_pane(struct linear *l)
{
	struct telling t = {.l = l, .pane = l->b.focus};
	const struct pane_reader reader = {&t, NULL, tell_group, tell_entry};
	const struct pane_ops *ops = l->b.panes[l->b.focus].ops;
	size_t len;

	if (l->b.focus == PANE_RECORD) {
		linear_tell_record(l, l->b.s.record);
		return;
	}
	linear_choices_clear(l);
	/* Behind a semicolon or in brackets stand the screen's signs. */
	for (len = strcspn(ops->point, ";("); len && ops->point[len - 1] == ' '; len--)
		;
	linear_say(l, "Pane %s: %.*s.", ops->title, (int)len, ops->point);
	linear_tell_filter(l);
	tell_list(l, l->b.focus, &reader);
	if (!l->choice_count)
		linear_say(l, "Nothing to read here: no records. Write clear-filter to take the filter away.");
}

void linear_tell_group(struct linear *l, enum pane_id pane, const char *term)
{
	struct telling t = {.l = l, .pane = pane};
	struct pane_reader reader = {&t, NULL, tell_group, tell_entry};

	/* The term belongs to the list of choices that goes. */
	if (!review_keep(&l->group, term)) {
		l->failed = true;
		return;
	}
	l->group_pane = pane;
	reader.only = l->group;
	linear_choices_clear(l);
	tell_list(l, pane, &reader);
	if (l->choice_count)
		linear_say(l, "Write add-term to keep only this group, exclude-term to leave it out.");
	else
		linear_say(l, "This group is no longer there; write again to read the pane.");
}

static void look_for_group(void *to, const char *label, const char *term, uint32_t now, uint32_t all, const char *meaning)
{
	struct telling *t = to;
	bool here = t->l->group && strcmp(term, t->l->group) == 0, ok = true;

	(void)label, (void)now, (void)all, (void)meaning;
	if (t->wanted)
		return;
	if (t->by > 0 && t->found)
		ok = review_keep(&t->wanted, term);
	else if (t->by < 0 && here)
		ok = review_keep(&t->wanted, t->before ? t->before : "");
	t->found = t->found || here;
	ok = ok && review_keep(&t->before, term);
	t->l->failed = t->l->failed || !ok;
}

static void pass_entry(void *to, uint32_t record, const char *detail)
{
	(void)to, (void)record, (void)detail;
}

void linear_step_group(struct linear *l, int by)
{
	enum pane_id pane = l->group ? l->group_pane : l->b.focus;
	struct telling t = {.l = l, .pane = pane, .by = by, .found = by > 0 && !l->group};
	const struct pane_reader reader = {&t, NULL, look_for_group, pass_entry};

	if (pane == PANE_RECORD || pane == PANE_NOTES) {
		linear_say(l, "There are no groups here; families, cost and portability have some.");
		return;
	}
	tell_list(l, pane, &reader);
	if (t.wanted && *t.wanted)
		linear_tell_group(l, pane, t.wanted);
	else
		linear_say(l, by > 0 ? "This is the last group." : "This is the first group.");
	free(t.wanted);
	free(t.before);
}

/* ---- lists ---- */

/* Items begin with a glyph of the status, which the words behind tell as well. */
static const char *without_glyph(const char *label)
{
	while (*label == ' ')
		label++;
	if ((unsigned char)label[0] >= 0xE2 && label[1] && label[2] && label[3] == ' ')
		return label + 4;
	return (*label == '?' || *label == '!') && label[1] == ' ' ? label + 2 : label;
}

void linear_tell_chooser(struct linear *l)
{
	const struct chooser *c = &l->b.chooser;

	linear_choices_clear(l);
	linear_say(l, "List %s: %d to choose from.", c->title, c->shown_count);
	for (int i = 0; i < c->shown_count; i++) {
		const struct chooser_item *item = &c->items[c->shown[i]];
		struct buf line;

		buf_init(&line);
		if (item->heading)
			buf_addf(&line, "Heading: %s", item->label);
		else
			buf_addf(&line, "%d. %s", linear_offer(l, CHOICE_ITEM, "", item->number), without_glyph(item->label));
		if (item->side && *item->side)
			buf_addf(&line, " (%s)", item->side);
		if (item->detail && *item->detail)
			buf_adds(&line, ": ");
		linear_words(&line, item->detail ? item->detail : "", item->detail ? strlen(item->detail) : 0);
		say_buf(l, &line);
	}
	if (!c->shown_count)
		linear_say(l, "Nothing fits that; write the command with another word, or without one.");
}

void linear_tell_record(struct linear *l, uint32_t record)
{
	struct sheet sheet;
	struct targets targets;

	if (record >= l->b.s.corpus->count) {
		linear_say(l, "Nothing is selected; write families to read the records, or open and an id.");
		return;
	}
	sheet_init(&sheet);
	targets_init(&targets);
	linear_choices_clear(l);
	if (record_sheet_build(&sheet, &targets, l->b.s.corpus, record))
		linear_tell_sheet(l, &sheet, &targets, 0, sheet.block_count);
	else
		l->failed = true;
	sheet_release(&sheet);
	targets_release(&targets);
}

void linear_tell_title(struct linear *l)
{
	struct buf line;

	buf_init(&line);
	buf_adds(&line, "View: ");
	linear_words(&line, l->b.view.title, strlen(l->b.view.title));
	say_buf(l, &line);
}

void linear_tell_top(struct linear *l)
{
	struct browser *b = &l->b;

	if (b->prompting == PROMPT_VALUE || b->prompting == PROMPT_NOTE) {
		linear_say(l, "Question: what is to stand at %s? Now: %s", browser_review_prompt(b), *b->prompt.text ? b->prompt.text : "nothing");
		linear_say(l, "Write the new text as the next line; an empty line leaves it as it is.");
	} else if (b->choosing) {
		linear_tell_chooser(l);
	} else if (linear_asks(l)) {
		linear_tell_change(l);
	} else if (b->view.kind == VIEW_DOCUMENT) {
		linear_tell_document(l);
	} else if (b->view.kind != VIEW_NONE) {
		linear_choices_clear(l);
		linear_tell_title(l);
		linear_tell_sheet(l, &b->view.sheet, &b->view.targets, 0, b->view.sheet.block_count);
	} else {
		linear_tell_pane(l);
	}
}
