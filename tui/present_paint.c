#include <stdio.h>
#include <string.h>

#include "block_letters.h"
#include "check.h"
#include "present.h"
#include "text.h"

enum { LINES_MOST = 200, LARGE_LINES = 2, SMALL_LINES = 2, PLAIN_ROWS = 3, BESIDE_LEAST = 110 };

static int margin_of(int w)
{
	return w >= 140 ? 6 : w >= 100 ? 4 : w >= 60 ? 2 : 1;
}

/* The rows that panes need beneath to be of use. */
static int region_least(int h)
{
	return h >= 40 ? 16 : h >= 28 ? 11 : h >= 20 ? 9 : 5;
}

static void build_lines(struct sheet *lines, const struct story_step *step, bool spaced, bool with_headline)
{
	int n = 0;

	sheet_clear(lines);
	if (with_headline) {
		sheet_paragraph(lines, 0, 0);
		sheet_puts(lines, STYLE_HEADING, step->headline);
		sheet_blank(lines);
	}
	for (struct node item = node_first(step->lines); item.v && n < LINES_MOST; item = node_next(step->lines, item), n++) {
		if (n && spaced)
			sheet_blank(lines);
		sheet_paragraph(lines, 0, 2);
		sheet_puts(lines, STYLE_HEADING, "• ");
		sheet_add(lines, STYLE_STRONG, node_text(item), node_len(item), SHEET_NO_LINK);
	}
}

static int headline_height(const char *text, int width, int block)
{
	struct sheet plain;
	int height;

	if (block >= 0) {
		int most = block == BLOCK_LARGE ? LARGE_LINES : SMALL_LINES;

		height = block_letters_height(text, width, (enum block_size)block);
		return height > most * BLOCK_LINE ? 0 : height;
	}
	sheet_init(&plain);
	sheet_paragraph(&plain, 0, 0);
	sheet_puts(&plain, STYLE_HEADING, text);
	sheet_layout(&plain, width);
	height = plain.line_count ? plain.line_count : 1;
	sheet_release(&plain);
	return height;
}

void present_layout(struct present_layout *l, struct sheet *lines, const struct story_step *step, int w, int h, bool ascii, bool zoom)
{
	static const struct {
		int block;
		bool spaced;
	} ways[] = {{BLOCK_LARGE, true}, {BLOCK_SMALL, true}, {BLOCK_LARGE, false}, {BLOCK_SMALL, false}, {-1, true}, {-1, false}};
	int margin = margin_of(w), width = w - 2 * margin, room = h - 2, least = region_least(h), top = h >= 20 ? 2 : 1;
	int head = 0, body = 0, gap = 0;

	*l = (struct present_layout){.block = -1, .pages = 1, .region = {0, 1, w, h - 2}};
	if (zoom) {
		sheet_clear(lines);
		return;
	}
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (ways[i].block >= 0 && ascii)
			continue;
		head = headline_height(step->headline, width, ways[i].block);
		/* A headline that goes on and on is paged with the lines. */
		if (ways[i].block < 0 && head > PLAIN_ROWS) {
			head = 0;
			build_lines(lines, step, ways[i].spaced, true);
		} else {
			build_lines(lines, step, ways[i].spaced, false);
		}
		sheet_layout(lines, width);
		body = lines->line_count;
		l->block = ways[i].block;
		/* A line of block letters ends in half an empty row. */
		gap = head && (ways[i].spaced || l->block < 0);
		if ((head || l->block < 0) && top - 1 + head + gap + body + 1 + least <= room)
			break;
	}
	l->headline = (struct area){margin, top, width, head};
	l->lines = (struct area){margin, top + head + gap, width, body};
	if (l->lines.y + body + 1 + least > h - 1) {
		l->lines.h = h - 1 - least - 1 - l->lines.y;
		l->lines.h = l->lines.h < 1 ? 1 : l->lines.h;
	}
	l->pages = body > l->lines.h ? (body + l->lines.h - 1) / l->lines.h : 1;
	l->region.y = l->lines.y + l->lines.h + (body ? 1 : 0);
	l->region.h = h - 1 - l->region.y;
	if (l->region.h < 0)
		l->region.h = 0;
}

bool present_check(const struct corpus *corpus, uint32_t story, struct finding_list *out)
{
	static const struct {
		int w, h;
	} sizes[] = {{80, 24}, {100, 30}, {160, 45}};
	struct story_step step;
	struct sheet lines;
	bool ok = true;

	sheet_init(&lines);
	for (uint32_t i = 0; ok && story_step_read(corpus, story, i, &step); i++)
		for (size_t s = 0; ok && s < sizeof sizes / sizeof *sizes; s++) {
			struct present_layout l;

			present_layout(&l, &lines, &step, sizes[s].w, sizes[s].h, false, false);
			if (l.pages > 1)
				ok = check_add(out, corpus, story, step.at, FINDING_STORY_OVERFLOW, "step %u takes %d pages at %dx%d", i + 1, l.pages, sizes[s].w, sizes[s].h);
		}
	ok = ok && sheet_ok(&lines);
	sheet_release(&lines);
	return ok;
}

/* ---- drawing ---- */

/* Marks a text wherever it stands in the region. A value of a vocabulary is marked by its label too. */
static void mark_text(struct canvas *c, struct area a, const char *text)
{
	size_t len = strlen(text);

	for (int y = a.y; len && y < a.y + a.h; y++) {
		char row[4096];
		int starts[1000] = {0}, n = 0;
		size_t used = 0;

		/* The row's text, and which cell each byte belongs to. */
		for (int x = a.x; x < a.x + a.w && n < 1000; x++) {
			const struct cell *cell = canvas_cell(c, x, y);
			size_t size = cell ? strlen(cell->text) : 0;

			if (used + size + 1 > sizeof row)
				break;
			memcpy(row + used, cell ? cell->text : "", size);
			used += size;
			starts[n++] = (int)used;
		}
		row[used] = '\0';
		for (char *at = strstr(row, text); at; at = strstr(at + len, text)) {
			int from = 0, to;

			while (from < n && starts[from] <= (int)(at - row))
				from++;
			for (to = from; to < n && starts[to] < (int)(at - row + (ptrdiff_t)len); to++)
				;
			canvas_over(c, canvas_area(c), a.x + from, y, to - from + 1, STYLE_MATCH);
		}
	}
}

static void mark_highlight(struct browser *b, struct area a, const char *text)
{
	const struct schema *schema = b->s.corpus->schema;

	mark_text(&b->canvas, a, text);
	for (int i = 0; i < schema->vocabulary_count; i++) {
		const struct vocabulary *v = &schema->vocabularies[i];

		if (vocabulary_index(v, text) >= 0 && strcmp(vocabulary_label(v, text), text) != 0)
			mark_text(&b->canvas, a, vocabulary_label(v, text));
	}
}

/* The panes of the step: those of its layout; without one its own, and the selected record beside it where there is room. */
static void place_panes(struct browser *b, const struct story_step *step, struct area region)
{
	struct layout *l = &b->layout;
	enum layout_kind kind = layout_kind_by_name(step->layout);
	int beside = *step->select && b->focus != PANE_RECORD && !step->zoom && region.w >= BESIDE_LEAST ? region.w * 2 / 5 : 0;

	memset(l->panes, 0, sizeof l->panes);
	l->filter = l->tabs = l->preview = (struct area){0};
	l->main = region;
	if (region.h < 3)
		return;
	if (kind != LAYOUT_NONE && !step->zoom && !b->present->zoom) {
		layout_arrange(l, kind, b->focus);
		return;
	}
	l->panes[b->focus] = region;
	if (beside) {
		l->panes[b->focus].w = region.w - beside + 1;
		l->panes[PANE_RECORD] = (struct area){region.x + region.w - beside, region.y, beside, region.h};
	}
}

/* The cursor of the focused pane, as far as the pane draws it: a row, a cell of the matrix. */
static void mark_cursor(struct canvas *c, struct area a)
{
	for (int y = a.y; y < a.y + a.h; y++)
		for (int x = a.x; x < a.x + a.w; x++) {
			const struct cell *cell = canvas_cell(c, x, y);

			if (cell && cell->over == STYLE_SELECTION + 1)
				canvas_over(c, canvas_area(c), x, y, 1, STYLE_MATCH);
		}
}

/* Its file has a fault, or was taken away: said where the step would be. */
static void paint_gone(struct browser *b)
{
	struct area a = {2, 2, b->canvas.w - 4, b->canvas.h - 4};
	struct sheet text;

	sheet_init(&text);
	sheet_paragraph(&text, 0, 0);
	sheet_printf(&text, STYLE_WARNING, "The story %s can't be read now.", b->present->story);
	sheet_blank(&text);
	sheet_paragraph(&text, 0, 0);
	sheet_printf(&text, STYLE_TEXT, "Step %u comes back as soon as its file is mended; Enter leads into the browser.", b->present->step + 1);
	sheet_layout(&text, a.w);
	sheet_draw(&text, &b->canvas, a, 0, SHEET_NO_LINK);
	sheet_release(&text);
}

static void paint_head(struct browser *b)
{
	const struct present *p = b->present;
	struct area a = {0, 0, b->canvas.w, 1};
	uint32_t story = story_find(b->s.corpus, p->story);
	char clock[40] = "", where[80];

	if (p->clock) {
		time_t now = time(NULL);
		struct tm tm;

		if (localtime_r(&now, &tm))
			snprintf(clock, sizeof clock, "%02d:%02d · %ld min · ", tm.tm_hour, tm.tm_min, (long)(now - p->begun) / 60);
	}
	snprintf(where, sizeof where, "%s%u/%u", clock, p->step + 1, p->count);
	canvas_text(&b->canvas, a, margin_of(a.w), 0, STYLE_DIM, b->s.corpus->records[story].title, strlen(b->s.corpus->records[story].title),
		a.w - margin_of(a.w) * 2 - text_width0(where) - 1);
	canvas_text_right(&b->canvas, a, a.w - margin_of(a.w), 0, STYLE_TALLY, where);
}

static void paint_words(struct browser *b, const struct story_step *step, const struct present_layout *l)
{
	struct present *p = b->present;
	struct sheet plain;

	if (p->zoom)
		return;
	if (!l->headline.h) {
		; /* it is among the lines */
	} else if (l->block >= 0) {
		block_letters_draw(&b->canvas, l->headline, STYLE_HEADING, step->headline, (enum block_size)l->block);
	} else {
		sheet_init(&plain);
		sheet_paragraph(&plain, 0, 0);
		sheet_puts(&plain, STYLE_HEADING, step->headline);
		sheet_layout(&plain, l->headline.w);
		sheet_draw(&plain, &b->canvas, l->headline, 0, SHEET_NO_LINK);
		sheet_release(&plain);
	}
	sheet_draw(&p->lines, &b->canvas, l->lines, p->page * l->lines.h, SHEET_NO_LINK);
	if (p->page + 1 < l->pages)
		canvas_text_right(&b->canvas, canvas_area(&b->canvas), b->canvas.w, l->lines.y + l->lines.h - 1, STYLE_KEY, "▼");
	if (p->page > 0)
		canvas_text_right(&b->canvas, canvas_area(&b->canvas), b->canvas.w, l->lines.y, STYLE_KEY, "▲");
}

bool browser_present_paint(struct browser *b)
{
	struct present *p = b->present;
	struct story_step step;
	struct present_layout l;
	uint32_t story = story_find(b->s.corpus, p->story);

	if (p->black)
		return true;
	if (story == RECORD_NONE || !story_step_read(b->s.corpus, story, p->step, &step)) {
		paint_gone(b);
		return true;
	}
	if (p->notes) {
		struct story_step next;

		paint_head(b);
		present_notes_paint(b, &step, story_step_read(b->s.corpus, story, p->step + 1, &next) ? next.headline : "");
		return sheet_ok(&p->lines);
	}
	present_layout(&l, &p->lines, &step, b->canvas.w, b->canvas.h, b->canvas.ascii, p->zoom);
	p->pages = l.pages;
	p->page = p->page < l.pages ? p->page : l.pages - 1;
	if (p->w != b->canvas.w || p->h != b->canvas.h) {
		p->w = b->canvas.w;
		p->h = b->canvas.h;
		b->layout.main = l.region;
		browser_present_enter(b, &step);
	}
	place_panes(b, &step, l.region);
	paint_head(b);
	paint_words(b, &step, &l);
	if (b->view.kind != VIEW_NONE)
		view_draw(&b->view, &b->canvas, l.region, b->s.corpus);
	else if (!browser_paint_panes(b))
		return false;
	if (*step.highlight)
		mark_highlight(b, layout_inside(l.region), step.highlight);
	if (p->pointing)
		mark_cursor(&b->canvas, l.region);
	return sheet_ok(&p->lines);
}
