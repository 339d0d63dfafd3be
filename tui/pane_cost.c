/* Cost location: one column for each moment of a deployment's life at which compile cost lands, records beneath, and
 * under the columns what the entry at the cursor says, with its figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cost_index.h"
#include "pane.h"
#include "text.h"

enum { COLUMN_MIN = 10, HEAD = 3, DETAIL = 4 };

struct entry {
	uint32_t record;
	struct node cost; /* absent in the column of records that say nothing */
};

struct column {
	const char *lands; /* "" for records without costs */
	const char *label;
	struct entry *entries; /* of the result, in the selection's order */
	uint32_t count, all;
};

struct cost {
	struct column *columns;
	int column_count;
	int at, row;    /* the cursor */
	int first, top; /* first column and row in view */
	struct cost_index index; /* of the corpus; worked out when first asked for */
	char kept[64]; /* the column to stand on again, by what it is */
};

static bool cost_init(struct pane *p)
{
	p->state = calloc(1, sizeof(struct cost));
	return p->state != NULL;
}

static void free_columns(struct cost *k)
{
	for (int i = 0; i < k->column_count; i++)
		free(k->columns[i].entries);
	free(k->columns);
	k->columns = NULL;
	k->column_count = 0;
}

static void cost_release(struct pane *p)
{
	struct cost *k = p->state;

	if (k) {
		free_columns(k);
		cost_index_release(&k->index);
	}
	free(k);
}

static void keep_column(struct cost *k)
{
	if (k->at < k->column_count)
		snprintf(k->kept, sizeof k->kept, "%s", k->columns[k->at].lands);
}

static void cost_forget(struct pane *p)
{
	struct cost *k = p->state;

	keep_column(k);
	free_columns(k);
	cost_index_release(&k->index);
}

static struct column *column_named(struct cost *k, const char *lands)
{
	for (int i = 0; i < k->column_count; i++)
		if (strcmp(k->columns[i].lands, lands) == 0)
			return &k->columns[i];
	return NULL;
}

static bool add_entry(struct column *column, uint32_t record, struct node cost)
{
	struct entry *entries;

	/* Room doubles whenever the count reaches a power of two. */
	if ((column->count & (column->count - 1)) == 0) {
		entries = realloc(column->entries, (column->count ? column->count * 2 : 1) * sizeof *entries);
		if (!entries)
			return false;
		column->entries = entries;
	}
	column->entries[column->count++] = (struct entry){record, cost};
	return true;
}

/* The moments with a column each, and one behind them for records that say nothing. */
static bool make_columns(struct cost *k)
{
	k->columns = calloc((size_t)k->index.moment_count + 1, sizeof *k->columns);
	if (!k->columns)
		return false;
	for (uint32_t i = 0; i < k->index.moment_count; i++)
		k->columns[k->column_count++] = (struct column){.lands = k->index.moments[i].value, .label = k->index.moments[i].label};
	k->columns[k->column_count++] = (struct column){.lands = "", .label = "not recorded"};
	return true;
}

/* Costs without a moment stand with the records that say nothing. */
static struct column *column_of(struct cost *k, const struct cost_entry *entry)
{
	struct column *column = &k->columns[entry->moment];

	return *column->lands ? column : &k->columns[k->column_count - 1];
}

/* Counts a record among all. */
static void note_all(struct cost *k, const struct selection *s, uint32_t r)
{
	uint32_t begin = k->index.begin[r], end = k->index.begin[r + 1];

	for (uint32_t i = begin; i < end; i++)
		column_of(k, &k->index.entries[i])->all++;
	if (begin == end && selection_knows_field(s, r, "costs"))
		k->columns[k->column_count - 1].all++;
}

static bool show_record(struct cost *k, const struct selection *s, uint32_t r)
{
	uint32_t begin = k->index.begin[r], end = k->index.begin[r + 1];

	for (uint32_t i = begin; i < end; i++)
		if (!add_entry(column_of(k, &k->index.entries[i]), r, k->index.entries[i].cost))
			return false;
	return begin < end || !selection_knows_field(s, r, "costs")
		|| add_entry(&k->columns[k->column_count - 1], r, (struct node){0});
}

static bool fill(struct cost *k, const struct selection *s)
{
	int kept = 0;

	if ((!k->index.corpus && !cost_index_build(&k->index, s->corpus)) || !make_columns(k))
		return false;
	for (size_t r = bitset_next(&s->domain, 0); r < s->corpus->count; r = bitset_next(&s->domain, r + 1))
		note_all(k, s, (uint32_t)r);
	for (uint32_t i = 0; i < s->order_count; i++)
		if (!show_record(k, s, s->order[i]))
			return false;
	for (int i = 0; i < k->column_count; i++)
		if (k->columns[i].all || k->columns[i].count)
			k->columns[kept++] = k->columns[i];
	k->column_count = kept;
	return true;
}

static const struct entry *entry_at(const struct cost *k)
{
	const struct column *column = k->at < k->column_count ? &k->columns[k->at] : NULL;

	return column && k->row < (int)column->count ? &column->entries[k->row] : NULL;
}

static int clamp(int value, int low, int high)
{
	return value > high ? (high < low ? low : high) : value < low ? low : value;
}

static int column_width(const struct pane *p, const struct cost *k)
{
	int fit = k->column_count ? p->w / k->column_count : p->w;

	return fit > COLUMN_MIN ? (fit > 20 ? 20 : fit) : COLUMN_MIN;
}

static int body_height(const struct pane *p)
{
	int rows = p->h - HEAD - (p->h >= 11 ? DETAIL : p->h >= 8 ? 2 : 0);

	return rows < 1 ? 1 : rows;
}

static void keep_in_view(struct pane *p)
{
	struct cost *k = p->state;
	int shown = p->w / column_width(p, k), rows = body_height(p), most = 0;

	shown = shown < 1 ? 1 : shown;
	k->at = clamp(k->at, 0, k->column_count - 1);
	if (k->column_count)
		k->row = clamp(k->row, 0, (int)k->columns[k->at].count - 1);
	for (int i = 0; i < k->column_count; i++)
		most = (int)k->columns[i].count > most ? (int)k->columns[i].count : most;
	k->first = clamp(k->first, k->at - shown + 1, k->at);
	k->first = clamp(k->first, 0, k->column_count - shown);
	k->top = clamp(k->top, k->row - rows + 1, k->row);
	k->top = clamp(k->top, 0, most - rows);
}

/* Moves the cursor to the selected record: in its column where that holds it, else in the first that does. */
static void find_selected(struct cost *k, const struct selection *s)
{
	const struct entry *here = entry_at(k);

	if (here && here->record == s->compiler)
		return;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < k->column_count; i++)
			for (uint32_t e = 0; (pass || i == k->at) && k->columns[i].entries && e < k->columns[i].count; e++)
				if (k->columns[i].entries[e].record == s->compiler) {
					k->at = i;
					k->row = (int)e;
					return;
				}
}

static bool rebuild(struct cost *k, const struct selection *s)
{
	bool ok;

	keep_column(k);
	free_columns(k);
	ok = fill(k, s);
	for (int i = 0; i < k->column_count; i++)
		if (strcmp(k->columns[i].lands, k->kept) == 0)
			k->at = i;
	k->at = clamp(k->at, 0, k->column_count - 1);
	return ok;
}

static bool cost_update(struct pane *p, const struct selection *s)
{
	struct cost *k = p->state;

	if (p->stale && !rebuild(k, s))
		return false;
	find_selected(k, s);
	keep_in_view(p);
	return true;
}

static bool has_figures(const struct selection *s, struct node cost)
{
	return node_count(corpus_get(s->corpus, cost, "figures")) > 0;
}

static void draw_head(const struct column *column, struct canvas *c, struct area a, int x, int width, bool here)
{
	enum style style = here ? STYLE_HEADING : style_of_value("cost", column->lands, STYLE_LABEL);
	const char *blank = strchr(column->label, ' ');
	char tally[32];

	snprintf(tally, sizeof tally, "%u/%u", column->count, column->all);
	if ((int)strlen(tally) > width - 1)
		snprintf(tally, sizeof tally, "%u", column->count);
	/* A label of two words stands on two lines. */
	if (blank && text_width0(column->label) > width - 1)
		canvas_text(c, a, x, 1, style, blank + 1, strlen(blank + 1), width - 1);
	else
		blank = NULL;
	canvas_text(c, a, x, 0, style, column->label, blank ? (size_t)(blank - column->label) : strlen(column->label), width - 1);
	canvas_text(c, a, x, 2, STYLE_TALLY, tally, strlen(tally), width - 1);
}

static void draw_column(const struct pane *p, const struct selection *s, const struct column *column, struct canvas *c,
	struct area a, int x, int width, bool here, bool focused)
{
	const struct cost *k = p->state;
	int rows = body_height(p);

	draw_head(column, c, a, x, width, here && focused);
	for (int y = 0; y < rows && k->top + y < (int)column->count; y++) {
		const struct entry *e = &column->entries[k->top + y];
		bool figures = has_figures(s, e->cost);

		pane_draw_record(s, e->record, c, a, x, HEAD + y, width - 1 - figures);
		if (figures)
			canvas_puts(c, a, x + width - 2, HEAD + y, STYLE_FIGURE, "†");
		if (e->record == s->compiler)
			canvas_over(c, a, x, HEAD + y, width - 1,
				pane_selection_style(focused && here && k->top + y == k->row));
	}
	if (k->top + rows < (int)column->count) {
		canvas_fill(c, (struct area){a.x + x, a.y + HEAD + rows - 1, width - 1, 1}, STYLE_TEXT);
		canvas_printf(c, a, x, HEAD + rows - 1, STYLE_DIM, "… %d more", (int)column->count - k->top - rows + 1);
	}
}

/* What the entry at the cursor says: what, then its figures with conditions and who measured. */
static void draw_detail(const struct pane *p, const struct selection *s, struct canvas *c, struct area a)
{
	const struct cost *k = p->state;
	const struct entry *e = entry_at(k);
	int y = HEAD + body_height(p);
	struct node what, figures;

	if (!e || a.h - y < 2)
		return;
	canvas_rule(c, a, y++, STYLE_BORDER);
	what = corpus_get(s->corpus, e->cost, "what");
	figures = corpus_get(s->corpus, e->cost, "figures");
	if (node_is_scalar(what)) {
		bool derived = record_is_derived(&s->corpus->records[e->record], e->cost);
		int used = derived ? canvas_puts(c, a, 0, y, STYLE_DERIVED, "≈ derived: ") : 0;

		canvas_text(c, a, used, y++, derived ? STYLE_DERIVED : STYLE_TEXT, node_text(what), node_len(what), -1);
	}
	for (struct node f = node_first(figures); f.v && y < a.h; f = node_next(figures, f), y++) {
		struct node value = corpus_get(s->corpus, f, "value"), conditions = corpus_get(s->corpus, f, "conditions");
		int used = canvas_puts(c, a, 0, y, STYLE_FIGURE, "† ");

		used += canvas_text(c, a, used, y, STYLE_FIGURE, node_text(value), node_len(value), a.w / 2);
		if (y == a.h - 1 && node_next(figures, f).v)
			canvas_puts(c, a, used, y, STYLE_DIM, " … more figures: Enter");
		else
			canvas_printf(c, a, used, y, STYLE_DIM, " · %s · measured by: %s", node_text(conditions),
				node_text(corpus_get(s->corpus, f, "measured_by")));
	}
}

/* What an entry says. A number goes with its conditions and who measured it. */
static void add_value(const struct selection *s, const struct entry *e, struct buf *out)
{
	struct node what = corpus_get(s->corpus, e->cost, "what"), figures = corpus_get(s->corpus, e->cost, "figures");

	buf_add(out, node_text(what), node_len(what));
	for (struct node f = node_first(figures); f.v; f = node_next(figures, f))
		buf_addf(out, "%s%s (%s; measured by: %s)", out->len ? "\n" : "", node_text(corpus_get(s->corpus, f, "value")),
			node_text(corpus_get(s->corpus, f, "conditions")), node_text(corpus_get(s->corpus, f, "measured_by")));
}

static void cost_value(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct entry *e = entry_at(p->state);

	if (e)
		add_value(s, e, out);
}

static void cost_draw(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused)
{
	const struct cost *k = p->state;
	int width = column_width(p, k), shown = a.w / width;

	for (int i = 0; i < shown && k->first + i < k->column_count; i++)
		draw_column(p, s, &k->columns[k->first + i], c, a, i * width, width, k->first + i == k->at, focused);
	if (k->first > 0)
		canvas_puts(c, a, 0, 2, STYLE_KEY, "◂");
	if (k->first + shown < k->column_count)
		canvas_text_right(c, a, a.w, 0, STYLE_KEY, "▸");
	draw_detail(p, s, c, a);
	if (!k->column_count)
		canvas_puts(c, a, 1, 0, STYLE_DIM, s->order_count ? "records of this type have no cost location" : "no records");
}

static void go(struct pane *p, struct selection *s, int column, int row)
{
	struct cost *k = p->state;
	const struct entry *e;

	k->at = column;
	k->row = row;
	keep_in_view(p);
	e = entry_at(k);
	if (e)
		selection_select(s, e->record);
}

/* The next column in a direction that has entries; the present one where there is none. */
static int next_column(const struct cost *k, int by)
{
	for (int i = k->at + by; i >= 0 && i < k->column_count; i += by)
		if (k->columns[i].count)
			return i;
	return k->at;
}

static enum pane_answer cost_act(struct pane *p, struct selection *s, enum action action)
{
	struct cost *k = p->state;
	int page = body_height(p);

	switch (action) {
	case ACTION_UP:
		go(p, s, k->at, k->row - 1);
		return PANE_DONE;
	case ACTION_DOWN:
		go(p, s, k->at, k->row + 1);
		return PANE_DONE;
	case ACTION_PAGE_UP:
	case ACTION_HALF_UP:
		go(p, s, k->at, k->row - page);
		return PANE_DONE;
	case ACTION_PAGE_DOWN:
	case ACTION_HALF_DOWN:
		go(p, s, k->at, k->row + page);
		return PANE_DONE;
	case ACTION_TOP:
		go(p, s, k->at, 0);
		return PANE_DONE;
	case ACTION_BOTTOM:
		go(p, s, k->at, 1 << 30);
		return PANE_DONE;
	case ACTION_LEFT:
		go(p, s, next_column(k, -1), k->row);
		return PANE_DONE;
	case ACTION_RIGHT:
		go(p, s, next_column(k, 1), k->row);
		return PANE_DONE;
	case ACTION_OPEN:
		return entry_at(k) ? PANE_OPEN : PANE_DONE;
	default:
		return PANE_IGNORED;
	}
}

static enum pane_answer cost_click(struct pane *p, struct selection *s, int x, int y, bool open)
{
	struct cost *k = p->state;
	int column = k->first + x / column_width(p, k);

	if (column >= k->column_count || y >= HEAD + body_height(p))
		return PANE_DONE;
	if (y >= HEAD && k->top + y - HEAD >= (int)k->columns[column].count)
		return PANE_DONE;
	go(p, s, column, y < HEAD ? k->row : k->top + y - HEAD);
	return open ? PANE_OPEN : PANE_DONE;
}

static void cost_wheel(struct pane *p, int by)
{
	struct cost *k = p->state;
	int most = 0, rows = body_height(p);

	for (int i = 0; i < k->column_count; i++)
		most = (int)k->columns[i].count > most ? (int)k->columns[i].count : most;
	k->top = clamp(k->top + by, 0, most - rows);
}

static void add_term(const struct column *column, struct buf *out)
{
	if (*column->lands)
		query_quote_term(out, "cost", column->lands);
	else
		buf_adds(out, "missing:costs");
}

static bool cost_term(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct cost *k = p->state;

	(void)s;
	if (k->at >= k->column_count)
		return false;
	add_term(&k->columns[k->at], out);
	return true;
}

static const char *column_meaning(const struct selection *s, const struct column *column)
{
	const struct vocabulary *v = schema_vocabulary_find(s->corpus->schema, "lands");
	int index = v ? vocabulary_index(v, column->lands) : -1;

	return index >= 0 ? v->values[index].meaning : "";
}

static void cost_tally(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct cost *k = p->state;
	const char *meaning = k->at < k->column_count ? column_meaning(s, &k->columns[k->at]) : "";

	if (*meaning)
		buf_addf(out, "%s: %s", k->columns[k->at].label, meaning);
}

static bool cost_tell(const struct pane *p, const struct selection *s, const struct pane_reader *reader)
{
	const struct cost *k = p->state;
	struct buf text;
	bool ok;

	buf_init(&text);
	for (int i = 0; i < k->column_count && buf_ok(&text); i++) {
		const struct column *column = &k->columns[i];

		buf_clear(&text);
		add_term(column, &text);
		if (reader->only && strcmp(reader->only, text.data) != 0)
			continue;
		reader->group(reader->to, column->label, text.data, column->count, column->all, column_meaning(s, column));
		for (uint32_t e = 0; e < column->count && buf_ok(&text); e++) {
			const struct entry *entry = &column->entries[e];

			buf_clear(&text);
			if (entry->cost.v && record_is_derived(&s->corpus->records[entry->record], entry->cost))
				buf_adds(&text, "derived: ");
			add_value(s, entry, &text);
			reader->entry(reader->to, entry->record, text.data);
		}
	}
	ok = buf_ok(&text);
	buf_release(&text);
	return ok;
}

static void cost_enter(struct pane *p, struct selection *s)
{
	(void)p;
	selection_select(s, s->compiler);
}

static void cost_more(const struct pane *p, bool *above, bool *below)
{
	const struct cost *k = p->state;
	int most = 0;

	for (int i = 0; i < k->column_count; i++)
		most = (int)k->columns[i].count > most ? (int)k->columns[i].count : most;
	*above = k->top > 0;
	*below = k->top + body_height(p) < most;
}

/* The column that reaches furthest down: its rows say how far all are scrolled. */
static const struct column *longest(const struct cost *k)
{
	const struct column *most = k->column_count ? k->columns : NULL;

	for (int i = 1; i < k->column_count; i++)
		if (k->columns[i].count > most->count)
			most = &k->columns[i];
	return most;
}

/* The row of a record in a column, the n-th of its entries there; -1. */
static int row_of(const struct column *column, uint32_t record, int nth)
{
	for (uint32_t e = 0; column && record != RECORD_NONE && e < column->count; e++)
		if (column->entries[e].record == record && nth-- == 0)
			return (int)e;
	return -1;
}

static bool cost_place(const struct pane *p, const struct selection *s, struct pane_place *place)
{
	const struct cost *k = p->state;
	const struct column *most = longest(k);
	const struct entry *e = entry_at(k);

	if (!most)
		return true;
	place->apart = !e; /* in a column without entries */
	for (int i = 0; e && i < k->row; i++)
		place->nth += k->columns[k->at].entries[i].record == e->record;
	if (k->top < (int)most->count && !pane_place_record(place, PLACE_TOP, s, most->entries[k->top].record))
		return false;
	return (!e || pane_place_record(place, PLACE_AT, s, e->record)) && pane_place_set(place, PLACE_COLUMN, k->columns[k->at].lands)
		&& (k->first >= k->column_count || pane_place_set(place, PLACE_FIRST, k->columns[k->first].lands));
}

static void cost_back(struct pane *p, const struct selection *s, const struct pane_place *place)
{
	struct cost *k = p->state;
	const struct column *column = column_named(k, pane_place_word(place, PLACE_COLUMN)), *first = column_named(k, pane_place_word(place, PLACE_FIRST));
	int row = row_of(column, pane_place_find(place, PLACE_AT, s), place->nth), top = row_of(longest(k), pane_place_find(place, PLACE_TOP, s), 0);

	if (column && place->words[PLACE_COLUMN]) {
		k->at = (int)(column - k->columns);
		k->row = row < 0 ? 0 : row;
	}
	/* Without what the cursor was on, it goes where the selection puts it. */
	if (row < 0 && !place->apart)
		find_selected(k, s);
	k->first = first && place->words[PLACE_FIRST] ? (int)(first - k->columns) : k->first;
	k->top = top >= 0 ? top : k->top;
	keep_in_view(p);
}

const struct pane_ops pane_cost = {
	.title = "Cost location",
	.point = "where the compile cost lands, in the order of a deployment's life; † has figures",
	.keys = "Enter open|+ only this column|h l columns",
	.init = cost_init,
	.release = cost_release,
	.forget = cost_forget,
	.place = cost_place,
	.back = cost_back,
	.update = cost_update,
	.draw = cost_draw,
	.enter = cost_enter,
	.act = cost_act,
	.click = cost_click,
	.wheel = cost_wheel,
	.term = cost_term,
	.value = cost_value,
	.tally = cost_tally,
	.more = cost_more,
	.tell = cost_tell,
};
