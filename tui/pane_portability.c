/* Portability: records by what they run on, with what binds the artifact beneath. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "pane.h"
#include "rows.h"
#include "text.h"

enum { HEAD = 1, DETAIL = 3, NAME_MIN = 12, NAME_MAX = 30 };

struct portability {
	struct matrix_reach reach; /* of the corpus; its corpus is NULL until it is worked out */
	struct matrix matrix;
	struct rows list;
	int column, first; /* under the cursor; first in view */
	char kept[128];    /* value of the column to stand on again */
	char sort[128];    /* value of the column that rows are ordered by; "" for by family */
	bool built;
};

static bool portability_init(struct pane *p)
{
	p->state = calloc(1, sizeof(struct portability));
	return p->state != NULL;
}

static void portability_release(struct pane *p)
{
	struct portability *m = p->state;

	if (m) {
		matrix_release(&m->matrix);
		matrix_reach_release(&m->reach);
	}
	free(m);
}

static void keep_column(struct portability *m)
{
	if (m->built && m->column < (int)m->matrix.column_count)
		snprintf(m->kept, sizeof m->kept, "%s", m->matrix.columns[m->column].value);
}

static void portability_forget(struct pane *p)
{
	struct portability *m = p->state;

	keep_column(m);
	matrix_release(&m->matrix);
	matrix_reach_release(&m->reach);
	m->built = false;
	m->list.count = 0;
}

static int body_height(const struct pane *p)
{
	int rows = p->h - HEAD - (p->h >= 8 ? DETAIL : 0);

	return rows < 1 ? 1 : rows;
}

static int name_width(const struct pane *p)
{
	int width = p->w * 3 / 10;

	return width < NAME_MIN ? NAME_MIN : width > NAME_MAX ? NAME_MAX : width;
}

/* A column is as wide as its head; an unlisted target's long name is cut. */
static int column_width(const struct matrix *m, uint32_t column)
{
	int width = text_width0(m->columns[column].value) + 1;

	return m->columns[column].unlisted && width > 14 ? 14 : width < 5 ? 5 : width;
}

/* How many columns from `first` fit. */
static int columns_shown(const struct pane *p, int first)
{
	const struct portability *m = p->state;
	int room = p->w - name_width(p), shown = 0;

	while (first + shown < (int)m->matrix.column_count) {
		room -= column_width(&m->matrix, (uint32_t)(first + shown));
		if (room < 0)
			break;
		shown++;
	}
	return shown < 1 && first < (int)m->matrix.column_count ? 1 : shown;
}

static void keep_column_in_view(struct pane *p)
{
	struct portability *m = p->state;
	int count = (int)m->matrix.column_count;

	m->column = m->column >= count ? count - 1 : m->column;
	m->column = m->column < 0 ? 0 : m->column;
	if (m->column < m->first)
		m->first = m->column;
	while (m->first < m->column && m->column >= m->first + columns_shown(p, m->first))
		m->first++;
	while (m->first > 0 && m->first - 1 + columns_shown(p, m->first - 1) >= count)
		m->first--;
}

static int column_by_value(const struct matrix *m, const char *value)
{
	for (uint32_t i = 0; *value && i < m->column_count; i++)
		if (strcmp(m->columns[i].value, value) == 0)
			return (int)i;
	return -1;
}

static int row_of_record(const struct matrix *m, uint32_t record)
{
	for (uint32_t i = 0; i < m->row_count; i++)
		if (m->rows[i].record == record)
			return (int)i;
	return 0;
}

/* The matrix of those records of the result that can have targets at all, in the order in which they stand elsewhere. */
static bool build_matrix(struct portability *m, const struct selection *s)
{
	uint32_t *records = calloc((size_t)s->order_count + 1, sizeof *records), count = 0;
	bool ok = records && (m->reach.corpus || matrix_reach_build(&m->reach, s->corpus));

	for (uint32_t i = 0; ok && i < s->order_count; i++)
		if (m->reach.begin[s->order[i]] < m->reach.begin[s->order[i] + 1]
			|| selection_knows_field(s, s->order[i], "target_backends"))
			records[count++] = s->order[i];
	ok = ok && matrix_build_on(&m->matrix, &m->reach, records, count);
	free(records);
	return ok;
}

static bool rebuild(struct pane *p, const struct selection *s)
{
	struct portability *m = p->state;
	int column;

	keep_column(m);
	matrix_release(&m->matrix);
	m->built = true;
	if (!build_matrix(m, s))
		return false;
	column = column_by_value(&m->matrix, m->sort);
	if (column >= 0 && !matrix_sort(&m->matrix, column))
		return false;
	column = column_by_value(&m->matrix, m->kept);
	m->column = column >= 0 ? column : m->column;
	return true;
}

static bool portability_update(struct pane *p, const struct selection *s)
{
	struct portability *m = p->state;

	if (p->stale && !rebuild(p, s))
		return false;
	keep_column_in_view(p);
	rows_fit(&m->list, (int)m->matrix.row_count, body_height(p));
	rows_go(&m->list, row_of_record(&m->matrix, s->compiler));
	return true;
}

static enum style cell_style(enum cell_state state)
{
	switch (state) {
	case CELL_LISTED:
		return STYLE_CELL_LISTED;
	case CELL_PORT:
		return STYLE_CELL_PORT;
	case CELL_STAND_IN:
		return STYLE_CELL_STAND_IN;
	default:
		return STYLE_CELL_NONE;
	}
}

static void draw_head(const struct pane *p, struct canvas *c, struct area a, bool focused)
{
	const struct portability *m = p->state;
	int x = name_width(p), shown = columns_shown(p, m->first);

	if (m->first > 0)
		canvas_printf(c, a, 0, 0, STYLE_KEY, "◂ %d more", m->first);
	for (int i = m->first; i < m->first + shown && i < (int)m->matrix.column_count; i++) {
		const struct matrix_column *column = &m->matrix.columns[i];
		int width = column_width(&m->matrix, (uint32_t)i);
		enum style style = focused && i == m->column ? STYLE_HEADING : column->total ? STYLE_LABEL : STYLE_DIM;

		canvas_text(c, a, x, 0, style, column->value, strlen(column->value), width - 1);
		x += width;
	}
	if (m->first + shown < (int)m->matrix.column_count)
		canvas_text_right(c, a, a.w, 0, STYLE_KEY, "▸");
}

static void draw_row(const struct pane *p, const struct selection *s, struct canvas *c, struct area a, int y, int index,
	bool focused)
{
	const struct portability *m = p->state;
	int x = name_width(p), shown = columns_shown(p, m->first);
	uint32_t record = m->matrix.rows[index].record;

	pane_draw_record(s, record, c, a, 0, y, x - 1);
	for (int i = m->first; i < m->first + shown && i < (int)m->matrix.column_count; i++) {
		enum cell_state state = matrix_cell(&m->matrix, (uint32_t)index, (uint32_t)i);
		int width = column_width(&m->matrix, (uint32_t)i);

		canvas_puts(c, a, x + 1, y, cell_style(state), cell_state_glyph(state));
		if (focused && index == m->list.at && i == m->column)
			canvas_over(c, a, x, y, 3, STYLE_SELECTION);
		x += width;
	}
	if (record == s->compiler)
		canvas_over(c, a, 0, y, focused ? name_width(p) - 1 : a.w, pane_selection_style(focused));
}

/* What the cell rests on, and what binds the record's artifact. */
static void draw_detail(const struct pane *p, const struct selection *s, struct canvas *c, struct area a)
{
	const struct portability *m = p->state;
	int y = HEAD + body_height(p);
	struct node list, n;
	int used;

	if (a.h - y < DETAIL || m->list.at >= (int)m->matrix.row_count)
		return;
	canvas_rule(c, a, y++, STYLE_BORDER);
	list = corpus_field(s->corpus, &s->corpus->records[m->matrix.rows[m->list.at].record], "portability");
	used = canvas_puts(c, a, 0, y, STYLE_LABEL, "bound to ");
	n = node_first(list);
	if (!n.v)
		canvas_puts(c, a, used, y, STYLE_DIM, "nothing recorded");
	for (; n.v && y < a.h; n = node_next(list, n), y++) {
		const char *evidence = node_text(corpus_get(s->corpus, n, "evidence"));
		const char *constraint = node_text(corpus_get(s->corpus, n, "constraint"));

		used = 9;
		if (record_is_derived(&s->corpus->records[m->matrix.rows[m->list.at].record], n))
			used += canvas_puts(c, a, used, y, STYLE_DERIVED, "≈ ");
		used += canvas_puts(c, a, used, y, STYLE_STRONG, node_text(corpus_get(s->corpus, n, "bound_to")));
		if (y == a.h - 1 && node_next(list, n).v)
			canvas_printf(c, a, used, y, STYLE_DIM, " … %u bindings: Enter", node_count(list));
		else
			canvas_printf(c, a, used, y, STYLE_DIM, " (%s) %s", *evidence ? evidence : "no evidence named", constraint);
	}
}

static void portability_draw(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused)
{
	const struct portability *m = p->state;
	int rows = body_height(p);

	if (!m->list.count) {
		canvas_puts(c, a, 1, 0, STYLE_DIM, s->order_count ? "records of this type have no targets" : "no records");
		return;
	}
	draw_head(p, c, a, focused);
	for (int y = 0; y < rows && m->list.top + y < m->list.count; y++)
		draw_row(p, s, c, a, HEAD + y, m->list.top + y, focused);
	draw_detail(p, s, c, a);
}

static void select_row(const struct portability *m, struct selection *s)
{
	if (m->list.at < (int)m->matrix.row_count)
		selection_select(s, m->matrix.rows[m->list.at].record);
}

static enum pane_answer sort_by_column(struct pane *p, struct selection *s)
{
	struct portability *m = p->state;
	const char *value = m->column < (int)m->matrix.column_count ? m->matrix.columns[m->column].value : "";

	if (strcmp(m->sort, value) == 0)
		m->sort[0] = '\0';
	else
		snprintf(m->sort, sizeof m->sort, "%s", value);
	p->built = 0;
	s->version++;
	return PANE_DONE;
}

static enum pane_answer portability_act(struct pane *p, struct selection *s, enum action action)
{
	struct portability *m = p->state;

	if (rows_act(&m->list, action)) {
		select_row(m, s);
		return PANE_DONE;
	}
	switch (action) {
	case ACTION_LEFT:
	case ACTION_RIGHT:
		m->column += action == ACTION_LEFT ? -1 : 1;
		keep_column_in_view(p);
		return PANE_DONE;
	case ACTION_SORT:
		return sort_by_column(p, s);
	case ACTION_OPEN:
		return m->list.count ? PANE_OPEN : PANE_DONE;
	default:
		return PANE_IGNORED;
	}
}

static enum pane_answer portability_click(struct pane *p, struct selection *s, int x, int y, bool open)
{
	struct portability *m = p->state;
	int at = name_width(p), shown = columns_shown(p, m->first);

	for (int i = m->first; i < m->first + shown; i++) {
		int width = column_width(&m->matrix, (uint32_t)i);

		if (x >= at && x < at + width)
			m->column = i;
		at += width;
	}
	if (y < HEAD || y >= HEAD + body_height(p) || m->list.top + y - HEAD >= m->list.count)
		return PANE_DONE;
	rows_go(&m->list, m->list.top + y - HEAD);
	select_row(m, s);
	return open ? PANE_OPEN : PANE_DONE;
}

static void portability_wheel(struct pane *p, int by)
{
	rows_wheel(&((struct portability *)p->state)->list, by);
}

static void add_term(const struct matrix_column *column, struct buf *out)
{
	query_quote_term(out, column->unlisted ? "target" : "backend", column->value);
}

static bool portability_term(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct portability *m = p->state;

	(void)s;
	if (m->column >= (int)m->matrix.column_count)
		return false;
	add_term(&m->matrix.columns[m->column], out);
	return true;
}

static void portability_say(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct portability *m = p->state;

	(void)s;
	if (m->list.at < (int)m->matrix.row_count && m->column < (int)m->matrix.column_count)
		matrix_evidence(&m->matrix, (uint32_t)m->list.at, (uint32_t)m->column, out);
}

static void portability_tally(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct portability *m = p->state;

	(void)s;
	buf_adds(out, "● listed ◐ port ◌ stand-in · not listed – no slot");
	if (m->sort[0])
		buf_addf(out, " | by %s", m->sort);
}

static void portability_enter(struct pane *p, struct selection *s)
{
	(void)p;
	selection_select(s, s->compiler);
}

static void portability_more(const struct pane *p, bool *above, bool *below)
{
	rows_more(&((const struct portability *)p->state)->list, above, below);
}

static bool portability_place(const struct pane *p, const struct selection *s, struct pane_place *place)
{
	const struct portability *m = p->state;
	int columns = m->built ? (int)m->matrix.column_count : 0;

	place->apart = rows_apart(&m->list);
	if (m->list.at < m->list.count
		&& (!pane_place_record(place, PLACE_AT, s, m->matrix.rows[m->list.at].record)
			|| !pane_place_record(place, PLACE_TOP, s, m->matrix.rows[m->list.top].record)))
		return false;
	return (m->column >= columns || pane_place_set(place, PLACE_COLUMN, m->matrix.columns[m->column].value))
		&& (m->first >= columns || pane_place_set(place, PLACE_FIRST, m->matrix.columns[m->first].value));
}

static int row_named(const struct portability *m, const struct selection *s, const struct pane_place *place, enum place_word word)
{
	uint32_t record = pane_place_find(place, word, s);

	for (uint32_t i = 0; i < m->matrix.row_count && record != RECORD_NONE; i++)
		if (m->matrix.rows[i].record == record)
			return (int)i;
	return -1;
}

static void portability_back(struct pane *p, const struct selection *s, const struct pane_place *place)
{
	struct portability *m = p->state;
	int column = column_by_value(&m->matrix, pane_place_word(place, PLACE_COLUMN));
	int first = column_by_value(&m->matrix, pane_place_word(place, PLACE_FIRST));

	rows_back(&m->list, row_named(m, s, place, PLACE_AT), row_named(m, s, place, PLACE_TOP), place->apart);
	m->column = column >= 0 ? column : m->column;
	m->first = first >= 0 ? first : m->first;
	keep_column_in_view(p);
}

static void portability_arrangement(const struct pane *p, struct buf *out)
{
	buf_adds(out, ((const struct portability *)p->state)->sort);
}

static void portability_arrange(struct pane *p, const char *lines)
{
	struct portability *m = p->state;

	snprintf(m->sort, sizeof m->sort, "%.*s", (int)strcspn(lines, "\n"), lines);
	p->built = p->seen = 0;
}

static void add_reached(const struct matrix *m, uint32_t row, enum cell_state state, struct buf *out)
{
	bool any = false;

	for (uint32_t i = 0; i < m->column_count; i++) {
		if (matrix_cell(m, row, i) != state)
			continue;
		buf_addf(out, "%s%s%s", any ? "" : cell_state_meaning(state), any ? ", " : ": ", m->columns[i].value);
		any = true;
	}
	buf_adds(out, any ? ". " : "");
}

/* "listed: cuda, rocm. through a port: hip." and what binds the artifact. */
static void add_row(const struct matrix *m, const struct selection *s, uint32_t row, struct buf *out)
{
	const struct record *r = &s->corpus->records[m->rows[row].record];
	struct node list = corpus_field(s->corpus, r, "portability");

	for (int state = 0; state < CELL_NOT_LISTED; state++)
		add_reached(m, row, (enum cell_state)state, out);
	if (m->column_count && matrix_cell(m, row, 0) >= CELL_NO_SLOT)
		buf_addf(out, "%s. ", cell_state_meaning(matrix_cell(m, row, 0)));
	buf_adds(out, node_first(list).v ? "Bound to:" : "Bound to: nothing recorded");
	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		const char *evidence = node_text(corpus_get(s->corpus, n, "evidence"));

		buf_addf(out, " %s%s (%s) %s", record_is_derived(r, n) ? "derived: " : "",
			node_text(corpus_get(s->corpus, n, "bound_to")), *evidence ? evidence : "no evidence named",
			node_text(corpus_get(s->corpus, n, "constraint")));
	}
}

/* The targets as groups, then each record with what it reaches; of one target alone, what each of its cells rests on. */
static bool portability_tell(const struct pane *p, const struct selection *s, const struct pane_reader *reader)
{
	const struct portability *m = p->state;
	struct buf text;
	bool ok;

	buf_init(&text);
	for (uint32_t i = 0; i < m->matrix.column_count && buf_ok(&text); i++) {
		const struct matrix_column *column = &m->matrix.columns[i];

		buf_clear(&text);
		add_term(column, &text);
		if (reader->only && strcmp(reader->only, text.data) != 0)
			continue;
		reader->group(reader->to, column->value, text.data, column->total, m->matrix.row_count,
			column->unlisted ? "hardware without a value in the vocabulary" : column->label);
		for (uint32_t row = 0; reader->only && row < m->matrix.row_count; row++) {
			if (matrix_cell(&m->matrix, row, i) >= CELL_NOT_LISTED)
				continue;
			buf_clear(&text);
			matrix_evidence(&m->matrix, row, i, &text);
			reader->entry(reader->to, m->matrix.rows[row].record, text.data);
		}
	}
	for (uint32_t row = 0; !reader->only && row < m->matrix.row_count && buf_ok(&text); row++) {
		buf_clear(&text);
		add_row(&m->matrix, s, row, &text);
		reader->entry(reader->to, m->matrix.rows[row].record, text.data);
	}
	ok = buf_ok(&text);
	buf_release(&text);
	return ok;
}

const struct pane_ops pane_portability = {
	.title = "Portability",
	.point = "what each record's artifact runs on, and what binds it; the line below says who says so",
	.keys = "Enter open|+ only this backend|s sort by it",
	.init = portability_init,
	.release = portability_release,
	.forget = portability_forget,
	.place = portability_place,
	.back = portability_back,
	.arrangement = portability_arrangement,
	.arrange = portability_arrange,
	.update = portability_update,
	.draw = portability_draw,
	.enter = portability_enter,
	.act = portability_act,
	.click = portability_click,
	.wheel = portability_wheel,
	.term = portability_term,
	.say = portability_say,
	.tally = portability_tally,
	.more = portability_more,
	.tell = portability_tell,
};
