/* Sheets as lines: a paragraph is a line, a row of a table is a line that names its columns, a link is followed by its number. */
#include <string.h>

#include "linear_internal.h"
#include "matrix.h"

struct speech {
	struct linear *l;
	const struct sheet *sheet;
	const struct targets *targets;
	const struct corpus *corpus;
};

/* The program's glyphs at the beginning of a run, and the words for them. */
static const struct {
	const char *glyph, *words;
} openings[] = {
	{"→ ", "links to "}, {"← ", "linked from "}, {"– ", "missing: "}, {"† has figures, whose conditions", "Figures' conditions"},
	{" †", " (has figures)"}, {"✓ fixed: ", "fixed: "}, {"✓ fixes: ", "fixes: "}, {"  ✓ it holds", ": it holds"},
	{"  ✗ it does not hold", ": it does not hold"}, {"✓", "(holds)"}, {"✗", "(does not hold)"}, {"† ", "figure "},
	{"≈ ", "derived: "}, {" · ", ", "}, {"• ", "item: "}, {"└ ", "neighbour: "}, {" § ", ", section "}, {"? ", "question: "},
};

static int target_number(const struct speech *v, int link)
{
	const struct target *t = link >= 0 && link < v->targets->count ? &v->targets->items[link] : NULL;

	if (!t)
		return 0;
	if (t->record < v->corpus->count)
		return linear_offer_record(v->l, t->record, t->fragment);
	return *t->url ? linear_offer(v->l, CHOICE_ADDRESS, t->url, 0) : 0;
}

/* A glyph of a status stands before its word, or alone: then the style has the word. */
static bool put_status(const struct sheet_run *run, const char **text, size_t *len, struct buf *out)
{
	static const char prefix[] = "status-";
	const char *name = style_name(run->style);

	if (strncmp(name, prefix, sizeof prefix - 1) != 0 || *len < 4 || (unsigned char)**text < 0x80)
		return false;
	if (*len > 4)
		buf_adds(out, "status ");
	else
		buf_addf(out, "%s: ", name + sizeof prefix - 1);
	*text += 4;
	*len -= 4;
	return true;
}

/* A cell of the matrix. */
static bool put_cell(const struct sheet_run *run, const char **text, size_t *len, struct buf *out)
{
	if (run->style < STYLE_CELL_LISTED || run->style > STYLE_CELL_NONE)
		return false;
	for (int i = 0; i < CELL_STATE_COUNT; i++) {
		const char *glyph = cell_state_glyph((enum cell_state)i);

		if (strlen(glyph) == *len && memcmp(glyph, *text, *len) == 0) {
			buf_adds(out, cell_state_meaning((enum cell_state)i));
			*len = 0;
			return true;
		}
	}
	return false;
}

/* Runs that are the program's own words. */
static bool is_own(const struct speech *v, const struct sheet_run *run)
{
	static const char links[] = "LINKS ";

	if (run->style == STYLE_HEADING)
		return run->len > sizeof links && memcmp(v->sheet->text.data + run->begin, links, sizeof links - 1) == 0;
	return run->style == STYLE_DIM || (run->style == STYLE_TEXT && v->l->b.view.kind == VIEW_CHANGE);
}

/* The program sets labels apart by two blanks; here a colon does. */
static bool takes_blanks(const char **text, size_t *len, bool ends)
{
	if (*len < 2 || memcmp(ends ? *text + *len - 2 : *text, "  ", 2) != 0)
		return false;
	*text += ends ? 0 : 2;
	*len -= 2;
	return true;
}

static void add_run(const struct speech *v, const struct sheet_run *run, struct buf *out)
{
	const char *text = v->sheet->text.data + run->begin;
	size_t len = run->len;
	bool before, behind, put = put_status(run, &text, &len, out) || put_cell(run, &text, &len, out);

	for (size_t i = 0; i < sizeof openings / sizeof *openings && !put; i++) {
		size_t size = strlen(openings[i].glyph);

		if (len < size || memcmp(text, openings[i].glyph, size) != 0)
			continue;
		buf_adds(out, openings[i].words);
		text += size;
		len -= size;
		break;
	}
	before = takes_blanks(&text, &len, false);
	behind = takes_blanks(&text, &len, true);
	buf_adds(out, before ? ": " : "");
	if (is_own(v, run))
		linear_words(out, text, len);
	else
		buf_add(out, text, len);
	buf_adds(out, behind ? ": " : "");
}

/* The text of a block; each link's number stands behind it. */
static void block_text(struct speech *v, const struct sheet_block *b, struct buf *out)
{
	const struct sheet *s = v->sheet;

	for (int i = b->run; i < b->run + b->run_count; i++) {
		const struct sheet_run *run = &s->runs[i];
		bool last = i + 1 == b->run + b->run_count || s->runs[i + 1].link != run->link;

		if (b->kind == SHEET_PRE)
			buf_add(out, s->text.data + run->begin, run->len);
		else
			add_run(v, run, out);
		if (run->link >= 0 && last) {
			int number = target_number(v, run->link);

			if (number)
				buf_addf(out, " [%d]", number);
		}
	}
}

static bool is_heading(const struct sheet *s, const struct sheet_block *b)
{
	return b->kind == SHEET_PARAGRAPH && b->run_count && s->runs[b->run].style == STYLE_HEADING;
}

/* A line of a diff says by words what its sign does; code says that it is some. */
static void pre_opening(const struct speech *v, const struct sheet_block *b, struct buf *out, size_t *skip)
{
	const struct sheet_run *run = &v->sheet->runs[b->run];
	const char *text = v->sheet->text.data + run->begin;

	*skip = 0;
	if (v->l->b.view.kind != VIEW_CHANGE && v->l->b.view.kind != VIEW_TRIAGE) {
		buf_adds(out, run->style == STYLE_CODE ? "Code: " : "");
		return;
	}
	if (run->len > 4 && (memcmp(text, "--- ", 4) == 0 || memcmp(text, "+++ ", 4) == 0)) {
		buf_adds(out, *text == '-' ? "File before: " : "File after: ");
		*skip = 4;
		return;
	}
	*skip = *text == '+' || *text == '-' || *text == ' ';
	buf_adds(out, *text == '+' ? "Line put in: " : *text == '-' ? "Line taken out: " : *text == '@' ? "Place: " : "Line kept: ");
}

static void tell_pre(struct speech *v, const struct sheet_block *b)
{
	struct buf line, text;
	size_t skip;

	if (!b->run_count)
		return;
	buf_init(&line);
	buf_init(&text);
	pre_opening(v, b, &line, &skip);
	block_text(v, b, &text);
	buf_add(&line, text.data + (skip < text.len ? skip : text.len), text.len - (skip < text.len ? skip : text.len));
	v->l->failed = v->l->failed || !buf_ok(&line) || !buf_ok(&text);
	linear_line(&v->l->lines, line.data, line.len);
	buf_release(&line);
	buf_release(&text);
}

static void tell_paragraph(struct speech *v, const struct sheet_block *b)
{
	struct buf line;

	buf_init(&line);
	if (is_heading(v->sheet, b))
		buf_adds(&line, "Heading: ");
	else if (v->l->b.view.kind == VIEW_CHANGE && v->sheet->runs[b->run].style == STYLE_ERROR)
		buf_adds(&line, "Error: ");
	block_text(v, b, &line);
	v->l->failed = v->l->failed || !buf_ok(&line);
	linear_line(&v->l->lines, line.data, line.len);
	buf_release(&line);
}

/* The text of a cell of the first row, without its links' numbers: what the column is called. */
static void column_name(const struct sheet *s, int first, int column, struct buf *out)
{
	for (int i = first; i < s->block_count && s->blocks[i].kind == SHEET_CELL && s->blocks[i].row == s->blocks[first].row; i++)
		if (s->blocks[i].column == column)
			for (int r = s->blocks[i].run; r < s->blocks[i].run + s->blocks[i].run_count; r++)
				buf_add(out, s->text.data + s->runs[r].begin, s->runs[r].len);
}

/* One row, from its first cell on; returns the block behind it. */
static int tell_row(struct speech *v, int table, int cell, int end)
{
	const struct sheet *s = v->sheet;
	int row = s->blocks[cell].row;
	bool head = row == s->blocks[table].row;
	struct buf line, name, text;
	int i = cell;

	buf_init(&line);
	buf_init(&name);
	buf_init(&text);
	buf_adds(&line, head ? "Table: " : "Row: ");
	for (; i < end && s->blocks[i].kind == SHEET_CELL && s->blocks[i].table == s->blocks[table].table && s->blocks[i].row == row; i++) {
		buf_clear(&name);
		buf_clear(&text);
		block_text(v, &s->blocks[i], &text);
		if (!head)
			column_name(s, table, s->blocks[i].column, &name);
		if (!text.len)
			continue;
		buf_addf(&line, "%s%s%s%s", line.data[line.len - 2] == ':' ? "" : "; ", name.data, name.len ? ": " : "", text.data);
	}
	v->l->failed = v->l->failed || !buf_ok(&line) || !buf_ok(&name) || !buf_ok(&text);
	linear_line(&v->l->lines, line.data, line.len);
	buf_release(&line);
	buf_release(&name);
	buf_release(&text);
	return i;
}

void linear_tell_sheet(struct linear *l, const struct sheet *sheet, const struct targets *targets, int first, int end)
{
	struct speech v = {l, sheet, targets, l->b.s.corpus};
	int table = -1;

	end = end < sheet->block_count ? end : sheet->block_count;
	for (int i = first; i < end;) {
		const struct sheet_block *b = &sheet->blocks[i];

		if (b->kind == SHEET_CELL) {
			table = table >= 0 && sheet->blocks[table].table == b->table ? table : i;
			i = tell_row(&v, table, i, end);
			continue;
		}
		if (b->kind == SHEET_PRE)
			tell_pre(&v, b);
		else if (b->kind == SHEET_PARAGRAPH && b->run_count)
			tell_paragraph(&v, b);
		i++;
	}
}

void linear_tell_block(struct linear *l, const struct sheet *sheet, const struct targets *targets, int block)
{
	struct speech v = {l, sheet, targets, l->b.s.corpus};
	const struct sheet_block *b = &sheet->blocks[block];
	int table = block, cell = block;

	if (b->kind != SHEET_CELL) {
		linear_tell_sheet(l, sheet, targets, block, block + 1);
		return;
	}
	while (table > 0 && sheet->blocks[table - 1].kind == SHEET_CELL && sheet->blocks[table - 1].table == b->table)
		table--;
	while (cell > table && sheet->blocks[cell - 1].row == b->row)
		cell--;
	tell_row(&v, table, cell, sheet->block_count);
}

void linear_tell_sections(struct linear *l, const struct sheet *sheet, const struct targets *targets, const char *const *words)
{
	bool wanted = false;

	for (int i = 0; i < sheet->block_count; i++) {
		const struct sheet_block *b = &sheet->blocks[i];

		if (is_heading(sheet, b)) {
			const struct sheet_run *run = &sheet->runs[b->run];

			wanted = false;
			for (const char *const *word = words; *word; word++)
				wanted = wanted || (run->len >= strlen(*word) && memcmp(sheet->text.data + run->begin, *word, strlen(*word)) == 0);
		}
		if (wanted)
			linear_tell_sheet(l, sheet, targets, i, i + 1);
	}
}
