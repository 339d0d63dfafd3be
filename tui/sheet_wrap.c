/* Wrapping: a block's runs become cells, lines are cut between words, and cells of one run that stand together on a line
 * become one piece. */
#include <string.h>

#include "sheet.h"
#include "text.h"

/* Walks the cells of a block's runs one by one. */
struct walk {
	const struct sheet *s;
	int run, end;        /* runs left */
	const char *at, *stop;
	int column;
};

struct mark {
	int run;
	const char *at;
	int column;
};

static void open_run(struct walk *w)
{
	const struct sheet_run *r = &w->s->runs[w->run];

	w->at = w->s->text.data + r->begin;
	w->stop = w->at + r->len;
}

static void walk_begin(struct walk *w, const struct sheet *s, int block)
{
	const struct sheet_block *b = &s->blocks[block];

	*w = (struct walk){.s = s, .run = b->run, .end = b->run + b->run_count};
	if (w->run < w->end)
		open_run(w);
}

/* The next cell and where it stands; false at the end. */
static bool walk_next(struct walk *w, struct text_cell *cell, struct mark *where)
{
	while (w->run < w->end) {
		*where = (struct mark){w->run, w->at, w->column};
		if (text_next_cell(&w->at, w->stop, w->column, cell)) {
			w->column = cell->newline ? 0 : w->column + cell->width;
			return true;
		}
		if (++w->run < w->end)
			open_run(w);
	}
	return false;
}

static void walk_to(struct walk *w, const struct mark *where)
{
	w->run = where->run;
	if (w->run < w->end) {
		open_run(w);
		w->at = where->at;
	}
	w->column = where->column;
}

/* Adds the cells from one mark up to another as pieces of a line. */
static void add_pieces(struct sheet *s, int line, int x, struct mark from, struct mark to)
{
	for (int run = from.run; run <= to.run && run < s->run_count; run++) {
		const struct sheet_run *r = &s->runs[run];
		const char *begin = run == from.run ? from.at : s->text.data + r->begin;
		const char *end = run == to.run ? to.at : s->text.data + r->begin + r->len;
		struct sheet_piece piece = {.x = x, .begin = (size_t)(begin - s->text.data), .style = r->style, .link = r->link};

		if (end <= begin)
			continue;
		piece.len = (size_t)(end - begin);
		piece.width = text_width(begin, piece.len);
		if (piece.width && !sheet_add_piece(s, line, &piece))
			return;
		x += piece.width;
	}
}

struct line_cut {
	struct mark end;  /* first cell that is not on the line */
	struct mark next; /* where the next line begins: blanks at the cut are dropped */
	int width;
	bool last;
};

/* How far one line reaches from where the walk stands. */
static struct line_cut cut_line(struct walk *w, int room, bool pre)
{
	struct line_cut cut = {.last = true};
	struct text_cell cell;
	struct mark where = {w->run, w->at, w->column};
	struct line_cut word = {.width = -1}; /* the last place between words */
	bool inside = false; /* a word has begun */
	int used = 0;

	cut.end = cut.next = where;
	while (walk_next(w, &cell, &where)) {
		if (cell.newline) {
			cut.end = where;
			cut.next = (struct mark){w->run, w->at, 0};
			cut.width = used;
			cut.last = false;
			return cut;
		}
		if (cell.space && !pre) {
			word.end = where;
			word.next = (struct mark){w->run, w->at, w->column};
			word.width = used;
		}
		if (used + cell.width > room && used > 0) {
			cut.last = false;
			if (word.width >= 0 && !pre) {
				word.last = false;
				return word;
			}
			cut.end = cut.next = where;
			cut.width = used;
			return cut;
		}
		used += cell.width;
		/* A word may also end behind a hyphen or a slash within it; one that begins a word belongs to it. */
		if (!pre && inside && (strcmp(cell.text, "-") == 0 || strcmp(cell.text, "/") == 0) && used < room) {
			word.end = word.next = (struct mark){w->run, w->at, w->column};
			word.width = used;
		}
		inside = !cell.space && strcmp(cell.text, "-") != 0 && strcmp(cell.text, "/") != 0;
	}
	cut.end = (struct mark){w->end - 1 < 0 ? 0 : w->end - 1, w->stop, w->column};
	cut.next = (struct mark){w->end, NULL, 0};
	cut.width = used;
	return cut;
}

void sheet_wrap_block(struct sheet *s, int block, int x, int width)
{
	const struct sheet_block *b = &s->blocks[block];
	bool pre = b->kind == SHEET_PRE, first = true;
	struct walk w;

	walk_begin(&w, s, block);
	for (;;) {
		int indent = b->indent + (first ? 0 : b->hang);
		struct mark from;
		struct line_cut cut;

		/* On a narrow screen text matters more than its indentation. */
		indent = indent > width / 2 ? width / 2 : indent;
		from = (struct mark){w.run, w.at, w.column};
		cut = cut_line(&w, width - indent < 1 ? 1 : width - indent, pre);
		if (!sheet_add_line(s, block))
			return;
		if (b->run_count)
			add_pieces(s, s->line_count - 1, x + indent + (b->right && cut.width < width ? width - cut.width : 0), from, cut.end);
		if (cut.last)
			return;
		walk_to(&w, &cut.next);
		/* Blanks at a line's begin belong to the cut before it. */
		while (!pre && w.run < w.end && w.at < w.stop && *w.at == ' ')
			w.at++;
		first = false;
	}
}

int sheet_block_width(const struct sheet *s, int block, int *longest_word)
{
	struct walk w;
	struct text_cell cell;
	struct mark where;
	int line = 0, widest = 0, word = 0;

	*longest_word = 0;
	walk_begin(&w, s, block);
	while (walk_next(&w, &cell, &where)) {
		line = cell.newline ? 0 : line + cell.width;
		word = cell.newline || cell.space ? 0 : word + cell.width;
		widest = line > widest ? line : widest;
		*longest_word = word > *longest_word ? word : *longest_word;
	}
	return widest;
}
