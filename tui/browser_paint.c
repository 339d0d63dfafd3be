/* What is drawn: the filter line, the panes in their frames, what lies on top of them, the bottom line. */
#include <stdio.h>
#include <string.h>

#include "browser_state.h"
#include "loader.h"
#include "present.h"
#include "review.h"
#include "text.h"

/* Every count is of what was read so far. */
static void say_progress(const struct browser *b, int width, struct buf *out)
{
	int done, files;

	loader_count(b->loader, &done, &files);
	buf_adds(out, " so far");
	if (files && width >= 100)
		buf_addf(out, " · reading: %d of %d files", done, files);
	else if (files)
		buf_addf(out, " · %d %%", (int)(100.0 * done / files));
}

static void paint_filter(struct browser *b)
{
	struct area a = b->layout.filter;
	const char *text = selection_filter_text(&b->s);
	size_t marks = selection_mark_count(&b->s);
	struct buf tally;
	int used, room;

	buf_init(&tally);
	buf_addf(&tally, "%u of %u", b->s.order_count, b->s.all_count);
	if (browser_is_partial(b))
		say_progress(b, a.w, &tally);
	if (marks)
		buf_addf(&tally, " · %zu marked", marks);
	if (bitset_count(&b->s.changed))
		buf_addf(&tally, " · %zu changed ~", bitset_count(&b->s.changed));
	if (b->present)
		buf_addf(&tally, " · P: step %u/%u", b->present->step + 1, b->present->count);
	if (b->s.gave_up)
		buf_addf(&tally, " · gave up on %zu", b->s.gave_up);
	canvas_fill(&b->canvas, a, STYLE_FILTER);
	if (b->prompting == PROMPT_PICTURE)
		used = canvas_puts(&b->canvas, a, 0, 0, STYLE_KEY, "save as ");
	else if (b->prompting > PROMPT_SEARCH)
		used = canvas_printf(&b->canvas, a, 0, 0, STYLE_KEY, "%s: ", browser_review_prompt(b));
	else
		used = canvas_puts(&b->canvas, a, 0, 0, STYLE_KEY, b->prompting == PROMPT_SEARCH ? "search " : "/");
	room = a.w - used - text_width0(tally.data) - 2;
	if (b->prompting != PROMPT_NONE)
		prompt_draw(&b->prompt, &b->canvas, (struct area){used, a.y, room > 8 ? room : 8, 1}, STYLE_FILTER);
	else if (*text)
		canvas_text(&b->canvas, a, used, 0, STYLE_FILTER, text, strlen(text), room);
	else
		canvas_text(&b->canvas, a, used, 0, STYLE_DIM, " to filter, e.g. backend:cuda backend:rocm",
			strlen(" to filter, e.g. backend:cuda backend:rocm"), room);
	canvas_text_right(&b->canvas, a, a.w, 0, STYLE_TALLY, tally.data);
	/* The place of an error is marked in the text itself. */
	if (b->prompting == PROMPT_FILTER && b->filter_error.message[0] && b->filter_error.column > 0) {
		int cell = prompt_cell(&b->prompt, room > 8 ? room : 8, b->filter_error.column);

		if (cell >= 0)
			canvas_over(&b->canvas, a, used + cell, 0, 1, STYLE_ERROR);
	}
	buf_release(&tally);
}

static void paint_tabs(struct browser *b)
{
	struct area a = b->layout.tabs;
	int x = 0;

	if (!a.w)
		return;
	canvas_fill(&b->canvas, a, STYLE_DIM);
	for (int i = 0; i < PANE_COUNT; i++) {
		const char *title = b->panes[i].ops->title;
		bool short_form = a.w < 60 && i != (int)b->focus;
		int width = short_form ? 3 : 0;

		x += canvas_printf(&b->canvas, a, x, 0, i == (int)b->focus ? STYLE_TITLE_FOCUS : STYLE_TITLE, " %d ", i + 1);
		if (!width)
			x += canvas_puts(&b->canvas, a, x, 0, i == (int)b->focus ? STYLE_TITLE_FOCUS : STYLE_TITLE, title);
		x += canvas_puts(&b->canvas, a, x, 0, STYLE_DIM, " ");
	}
}

static void tally_of(struct browser *b, struct pane *p, struct buf *out)
{
	if (p->ops->tally)
		p->ops->tally(p, &b->s, out);
	/* A legend without a count is the same with the whole. */
	if (out->len && browser_is_partial(b) && strpbrk(out->data, "0123456789"))
		buf_adds(out, " so far");
}

static void paint_title(struct browser *b, int index, bool focused)
{
	struct pane *p = &b->panes[index];
	struct area f = b->layout.panes[index];
	enum style style = focused ? STYLE_TITLE_FOCUS : STYLE_TITLE;
	struct buf tally;
	int used;

	used = 1 + canvas_printf(&b->canvas, f, 1, 0, style, "%d %s", index + 1, p->ops->title);
	buf_init(&tally);
	tally_of(b, p, &tally);
	if (tally.len && f.w - used - 4 > 10)
		canvas_text(&b->canvas, f, used + 2, 0, STYLE_DIM, tally.data, tally.len, f.w - used - 4);
	buf_release(&tally);
}

static bool paint_panes(struct browser *b)
{
	for (int i = 0; i < PANE_COUNT; i++)
		if (b->layout.panes[i].w && i != (int)b->focus)
			canvas_frame(&b->canvas, b->layout.panes[i], STYLE_BORDER);
	if (b->layout.panes[b->focus].w)
		canvas_frame(&b->canvas, b->layout.panes[b->focus], STYLE_BORDER_FOCUS);
	for (int i = 0; i < PANE_COUNT; i++) {
		struct area inside = layout_inside(b->layout.panes[i]);
		bool focused = i == (int)b->focus, above = false, below = false;
		struct pane *p = &b->panes[i];

		if (!b->layout.panes[i].w)
			continue;
		if (!pane_refresh(p, &b->s, inside.w, inside.h))
			return false;
		p->ops->draw(p, &b->s, &b->canvas, inside, focused);
		paint_title(b, i, focused);
		p->ops->more(p, &above, &below);
		canvas_more(&b->canvas, b->layout.panes[i], above, below, STYLE_KEY);
	}
	return true;
}

/* Narrow screens: the head of the record beneath the list. */
static bool paint_preview(struct browser *b)
{
	struct area f = b->layout.preview, inside = layout_inside(f);
	struct pane *p = &b->panes[PANE_RECORD];

	if (!f.w)
		return true;
	canvas_frame(&b->canvas, f, STYLE_BORDER);
	if (!pane_refresh(p, &b->s, inside.w, inside.h))
		return false;
	p->ops->draw(p, &b->s, &b->canvas, inside, false);
	canvas_puts(&b->canvas, f, 1, 0, STYLE_TITLE, "Record");
	canvas_text_right(&b->canvas, f, f.w - 2, f.h - 1, STYLE_DIM, "5 all of it");
	return true;
}

bool browser_paint_panes(struct browser *b)
{
	return paint_panes(b) && paint_preview(b);
}

/* "Enter open|+ only this": keys stand out, the words are dim. Hints that have no room are left out whole. */
static void paint_hints(struct browser *b, struct area a, const char *hints)
{
	int x = 0;

	while (*hints) {
		size_t len = strcspn(hints, "|"), key = strcspn(hints, " ");
		int width = text_width(hints, len);

		/* Several keys before the words: all of one or two letters. */
		while (key + 2 < len && hints[key + 2] == ' ' && strchr("hl", hints[key + 1]))
			key += 2;
		if (x + width > a.w)
			return;
		canvas_text(&b->canvas, a, x, 0, STYLE_KEY, hints, key, -1);
		canvas_text(&b->canvas, a, x + text_width(hints, key), 0, STYLE_DIM, hints + key, len - key, -1);
		x += width + 2;
		hints += len + (hints[len] == '|');
	}
}

static void say_place(struct browser *b, struct buf *out)
{
	if (b->view.kind != VIEW_NONE)
		targets_say(&b->view.targets, b->s.corpus, b->view.link, out);
	else if (b->panes[b->focus].ops->say && b->panes[b->focus].seen)
		b->panes[b->focus].ops->say(&b->panes[b->focus], &b->s, out);
}

static void paint_status(struct browser *b)
{
	static const char browser_keys[] = "|/ filter|f facets|v questions|Space mark|= compare|d documents|Tab pane|z zoom|? help|q quit";
	struct area a = b->layout.status;
	struct buf text;

	buf_init(&text);
	if (b->prefix_count) {
		browser_prefix_say(b, &text);
		canvas_text(&b->canvas, a, 0, 0, STYLE_INFO, text.data, text.len, -1);
	} else if (b->message_style != STYLE_TEXT) {
		canvas_text(&b->canvas, a, 0, 0, b->message_style, b->message, strlen(b->message), -1);
	} else if (b->choosing) {
		browser_say_choice(b, &text);
		if (text.len)
			canvas_text(&b->canvas, a, 0, 0, STYLE_INFO, text.data, text.len, -1);
		else
			paint_hints(b, a, "Enter choose|Escape close");
	} else if (browser_presents(b) && b->prompting == PROMPT_NONE) {
		paint_hints(b, a, b->present->notes ? "it follows the step that is shown elsewhere|j k page|K clock|q leave"
			: b->present->pointing ? "arrows move the highlight|H takes it away|Space next|BSpace before|Enter live browser"
			: "Space next|BSpace before|Enter live browser|o steps|z zoom|H highlight|B black|K clock|? keys|q leave");
	} else if (b->prompting == PROMPT_FILTER) {
		paint_hints(b, a, "Enter keep|Tab complete|Up earlier filters|Escape as before");
	} else if (b->prompting == PROMPT_SEARCH) {
		paint_hints(b, a, "Enter find|Escape close");
	} else if (b->prompting == PROMPT_PICTURE) {
		paint_hints(b, a, "Enter save the picture there|Escape leave");
	} else if (b->prompting != PROMPT_NONE) {
		paint_hints(b, a, browser_review_hints(b));
	} else {
		say_place(b, &text);
		if (text.len) {
			bool room = a.w >= 60;

			canvas_text(&b->canvas, a, 0, 0, STYLE_INFO, text.data, text.len, room ? a.w - 8 : a.w);
			if (room)
				paint_hints(b, (struct area){a.w - 6, a.y, 6, 1}, "? help");
		} else if (b->view.kind >= VIEW_TRIAGE) {
			paint_hints(b, a, browser_review_hints(b));
		} else if (b->view.kind != VIEW_NONE) {
			paint_hints(b, a, "Tab link|Enter follow|/ search|o outline|BSpace back|q close");
		} else {
			buf_adds(&text, b->panes[b->focus].ops->keys);
			buf_adds(&text, browser_keys);
			paint_hints(b, a, text.data);
		}
	}
	buf_release(&text);
}

/* Nothing lies over the panes, and nothing but keys for the focused one came since. */
static bool is_move(const struct browser *b)
{
	unsigned takes = b->takes - b->frame.takes;

	return b->frame.panes && takes && takes == b->moves - b->frame.moves && b->frame.version == b->s.version && !browser_is_partial(b)
		&& b->message_style == STYLE_TEXT && !b->prefix_count && !b->choosing && b->prompting == PROMPT_NONE
		&& b->view.kind == VIEW_NONE && !browser_presents(b);
}

static void note_frame(struct browser *b, bool panes)
{
	struct pane *p = &b->panes[b->focus];
	struct buf tally;

	b->frame = (struct browser_frame){.panes = panes, .version = b->s.version, .takes = b->takes, .moves = b->moves};
	if (!panes)
		return;
	buf_init(&tally);
	tally_of(b, p, &tally);
	p->ops->more(p, &b->frame.above, &b->frame.below);
	b->frame.panes = buf_ok(&tally) && tally.len < sizeof b->frame.tally;
	if (b->frame.panes)
		memcpy(b->frame.tally, tally.data, tally.len + 1);
	buf_release(&tally);
}

/* Paints what such keys change. False where the frame around the pane changes too: then all has to be painted. */
static bool paint_move(struct browser *b)
{
	struct browser_frame before = b->frame;
	struct area inside = layout_inside(b->layout.panes[b->focus]);
	struct pane *p = &b->panes[b->focus];

	note_frame(b, true);
	if (!b->frame.panes || before.above != b->frame.above || before.below != b->frame.below
		|| strcmp(before.tally, b->frame.tally) != 0)
		return false;
	canvas_clear_area(&b->canvas, inside);
	p->ops->draw(p, &b->s, &b->canvas, inside, true);
	canvas_clear_area(&b->canvas, b->layout.status);
	paint_status(b);
	return true;
}

static void paint_too_small(struct browser *b)
{
	struct area a = canvas_area(&b->canvas);

	canvas_puts(&b->canvas, a, 0, 0, STYLE_TEXT, "kernatlas needs 40x12");
	canvas_printf(&b->canvas, a, 0, 1, STYLE_DIM, "this is %dx%d", a.w, a.h);
}

bool browser_paint(struct browser *b)
{
	if (is_move(b) && paint_move(b))
		return true;
	b->frame.panes = false;
	canvas_clear(&b->canvas);
	layout_compute(&b->layout, b->canvas.w, b->canvas.h, b->focus, b->zoom);
	if (b->layout.kind == LAYOUT_NONE) {
		paint_too_small(b);
		return true;
	}
	if (browser_presents(b)) {
		if (!browser_present_paint(b))
			return false;
		if (b->choosing)
			chooser_draw(&b->chooser, &b->canvas, (struct area){0, 1, b->canvas.w, b->canvas.h - 2});
		else if (b->prompting != PROMPT_NONE) {
			/* A step has no line for it: it lies over the topmost. */
			b->layout.filter = (struct area){0, 0, b->canvas.w, 1};
			paint_filter(b);
		}
		if (b->prefix_count)
			browser_prefix_paint(b);
		if (!b->present->black || b->prefix_count)
			paint_status(b);
		return true;
	}
	paint_filter(b);
	if (b->view.kind != VIEW_NONE) {
		struct area main = b->layout.main;

		/* A view has no use for the tabs. */
		main.h += b->layout.tabs.h;
		main.y -= b->layout.tabs.h;
		b->layout.main = main;
		view_draw(&b->view, &b->canvas, main, b->s.corpus);
	} else {
		paint_tabs(b);
		if (!browser_paint_panes(b))
			return false;
	}
	if (b->choosing)
		chooser_draw(&b->chooser, &b->canvas, b->layout.main);
	if (b->prefix_count)
		browser_prefix_paint(b);
	paint_status(b);
	note_frame(b, b->view.kind == VIEW_NONE && !b->choosing && !b->prefix_count);
	return true;
}
