/* Families: a tree of families and their records, with how many of each are in the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pane.h"
#include "rows.h"
#include "text.h"

enum { FOLDED_MAX = 64 };

struct row {
	const char *family; /* value; "" for records without one */
	uint32_t record;    /* RECORD_NONE: the family's own row */
	uint32_t now, all;  /* of a family */
};

struct families {
	struct row *rows;
	struct rows list;
	char *folded[FOLDED_MAX]; /* families that are folded, by value: they stay so when the corpus changes */
	int folded_count;
};

static bool families_init(struct pane *p)
{
	p->state = calloc(1, sizeof(struct families));
	return p->state != NULL;
}

static void families_release(struct pane *p)
{
	struct families *f = p->state;

	if (!f)
		return;
	for (int i = 0; i < f->folded_count; i++)
		free(f->folded[i]);
	free(f->rows);
	free(f);
}

static void families_forget(struct pane *p)
{
	struct families *f = p->state;

	free(f->rows);
	f->rows = NULL;
	f->list.count = 0;
}

static int folded_index(const struct families *f, const char *family)
{
	for (int i = 0; i < f->folded_count; i++)
		if (strcmp(f->folded[i], family) == 0)
			return i;
	return -1;
}

static void set_folded(struct families *f, const char *family, bool fold)
{
	int index = folded_index(f, family);

	if (fold && index < 0 && f->folded_count < FOLDED_MAX) {
		f->folded[f->folded_count] = strdup(family);
		f->folded_count += f->folded[f->folded_count] != NULL;
	} else if (!fold && index >= 0) {
		free(f->folded[index]);
		f->folded[index] = f->folded[--f->folded_count];
	}
}

static int row_of_record(const struct families *f, uint32_t record)
{
	for (int i = 0; i < f->list.count; i++)
		if (f->rows[i].record == record && record != RECORD_NONE)
			return i;
	return -1;
}

static int row_of_family(const struct families *f, const char *family)
{
	for (int i = 0; i < f->list.count; i++)
		if (f->rows[i].record == RECORD_NONE && strcmp(f->rows[i].family, family) == 0)
			return i;
	return 0;
}

/* Families that have records, each with its records of the result unless it is folded. */
static bool build_rows(struct families *f, const struct selection *s)
{
	struct row *rows = calloc((size_t)s->order_count + (size_t)s->family_count + 1, sizeof *rows);
	uint32_t next = 0;
	int n = 0;

	if (!rows)
		return false;
	for (int i = 0; i < s->family_count; i++) {
		const struct selection_family *family = &s->families[i];
		bool folded = folded_index(f, family->value) >= 0;

		/* Beside a type that was asked for, groups of others are only in the way. */
		if (family->all && (family->now || !(s->query && query_names_type(s->query))))
			rows[n++] = (struct row){family->value, RECORD_NONE, family->now, family->all};
		for (; next < s->order_count && s->family_of[s->order[next]] == i; next++)
			if (!folded)
				rows[n++] = (struct row){.family = family->value, .record = s->order[next]};
	}
	free(f->rows);
	f->rows = rows;
	f->list.count = n;
	return true;
}

static bool families_update(struct pane *p, const struct selection *s)
{
	struct families *f = p->state;
	/* The cursor stays on a family's own row while the selection is one of that family's records. */
	int at = f->rows && f->list.at < f->list.count && f->rows[f->list.at].record == RECORD_NONE ? f->list.at : -1;

	if (p->stale && !build_rows(f, s))
		return false;
	rows_fit(&f->list, f->list.count, p->h);
	if (at < 0 || at >= f->list.count || f->rows[at].record != RECORD_NONE) {
		at = row_of_record(f, s->compiler);
		if (at < 0 && s->compiler != RECORD_NONE)
			at = row_of_family(f, s->families[s->family_of[s->compiler]].value);
	}
	rows_go(&f->list, at < 0 ? 0 : at);
	return true;
}

/* The type whose records a group holds; NULL for a family. */
static const struct corpus_type *type_of(const struct selection *s, const char *family)
{
	for (int i = 0; i < s->family_count; i++)
		if (s->families[i].type && strcmp(s->families[i].value, family) == 0)
			return s->families[i].type;
	return NULL;
}

static const char *family_label(const struct selection *s, const char *family)
{
	const struct vocabulary *v = schema_vocabulary_find(s->corpus->schema, "family");
	const struct corpus_type *type = type_of(s, family);

	if (type)
		return type->schema ? type->schema->plural : type->name;
	if (!*family)
		return "no family recorded";
	return v ? vocabulary_label(v, family) : family;
}

static const char *strategy_of(const struct selection *s, uint32_t record)
{
	const char *strategy = node_text(corpus_field(s->corpus, &s->corpus->records[record], "compilation_strategy"));

	/* The one long word of the vocabulary would push the names aside. */
	return strcmp(strategy, "template-instantiation") == 0 ? "template" : strategy;
}

static void draw_record(const struct selection *s, const struct row *row, struct canvas *c, struct area a, int y)
{
	const char *strategy = strategy_of(s, row->record);
	int strategy_width = *strategy && a.w > 28 ? text_width0(strategy) + 1 : 0;

	pane_draw_record(s, row->record, c, a, 2, y, a.w - 2 - strategy_width);
	if (strategy_width)
		canvas_text_right(c, a, a.w, y, STYLE_DIM, strategy);
}

static void draw_family(const struct selection *s, const struct families *f, const struct row *row, struct canvas *c,
	struct area a, int y)
{
	char tally[32];

	snprintf(tally, sizeof tally, "%u/%u", row->now, row->all);
	canvas_puts(c, a, 0, y, STYLE_LABEL, folded_index(f, row->family) >= 0 ? "▸" : "▾");
	canvas_text(c, a, 2, y, row->now ? style_of_value("family", row->family, STYLE_HEADING) : STYLE_DIM, family_label(s, row->family),
		strlen(family_label(s, row->family)), a.w - 3 - (int)strlen(tally));
	canvas_text_right(c, a, a.w, y, STYLE_TALLY, tally);
}

static void families_draw(struct pane *p, const struct selection *s, struct canvas *c, struct area a, bool focused)
{
	const struct families *f = p->state;

	for (int y = 0; y < a.h && f->list.top + y < f->list.count; y++) {
		int index = f->list.top + y;
		const struct row *row = &f->rows[index];

		if (row->record == RECORD_NONE)
			draw_family(s, f, row, c, a, y);
		else
			draw_record(s, row, c, a, y);
		if (index == f->list.at && (focused || row->record != RECORD_NONE))
			canvas_over(c, a, 0, y, a.w, pane_selection_style(focused));
		else if (row->record != RECORD_NONE && row->record == s->compiler)
			canvas_over(c, a, 0, y, a.w, STYLE_SELECTION_IDLE);
	}
	if (!f->list.count)
		canvas_puts(c, a, 1, 0, STYLE_DIM, "no records");
}

static void select_row(const struct families *f, struct selection *s)
{
	if (f->list.at < f->list.count && f->rows[f->list.at].record != RECORD_NONE)
		selection_select(s, f->rows[f->list.at].record);
}

static enum pane_answer fold_row(struct pane *p, struct selection *s, bool fold)
{
	struct families *f = p->state;
	const char *family = f->rows[f->list.at].family;

	set_folded(f, family, fold);
	f->list.at = row_of_family(f, family);
	p->built = 0;
	s->version++;
	return PANE_DONE;
}

static enum pane_answer families_act(struct pane *p, struct selection *s, enum action action)
{
	struct families *f = p->state;
	const struct row *row = f->list.at < f->list.count ? &f->rows[f->list.at] : NULL;
	bool folded = row && folded_index(f, row->family) >= 0;

	if (rows_act(&f->list, action)) {
		select_row(f, s);
		return PANE_DONE;
	}
	if (!row)
		return PANE_IGNORED;
	switch (action) {
	case ACTION_LEFT:
		if (row->record != RECORD_NONE) {
			rows_go(&f->list, row_of_family(f, row->family));
			return PANE_DONE;
		}
		return fold_row(p, s, true);
	case ACTION_RIGHT:
		if (row->record == RECORD_NONE && folded)
			return fold_row(p, s, false);
		rows_go(&f->list, f->list.at + (row->record == RECORD_NONE));
		select_row(f, s);
		return PANE_DONE;
	case ACTION_FOLD:
		return fold_row(p, s, !folded);
	case ACTION_OPEN:
		return row->record == RECORD_NONE ? fold_row(p, s, !folded) : PANE_OPEN;
	default:
		return PANE_IGNORED;
	}
}

static enum pane_answer families_click(struct pane *p, struct selection *s, int x, int y, bool open)
{
	struct families *f = p->state;
	int index = f->list.top + y;

	(void)x;
	if (index >= f->list.count)
		return PANE_DONE;
	rows_go(&f->list, index);
	select_row(f, s);
	return open ? families_act(p, s, ACTION_OPEN) : PANE_DONE;
}

static void families_wheel(struct pane *p, int by)
{
	rows_wheel(&((struct families *)p->state)->list, by);
}

static const char *family_meaning(const struct selection *s, const char *family)
{
	const struct vocabulary *v = schema_vocabulary_find(s->corpus->schema, "family");
	int index = v ? vocabulary_index(v, family) : -1;
	const struct corpus_type *type = type_of(s, family);

	if (type)
		return type->schema ? type->schema->meaning : "a type that the schema does not describe";
	return index >= 0 ? v->values[index].meaning : "";
}

static void add_term(const struct selection *s, const char *family, struct buf *out)
{
	if (type_of(s, family))
		buf_adds(out, family);
	else if (*family)
		query_quote_term(out, "family", family);
	else
		buf_adds(out, "missing:family");
}

static bool families_term(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct families *f = p->state;

	if (f->list.at >= f->list.count)
		return false;
	add_term(s, f->rows[f->list.at].family, out);
	return true;
}

static void families_tally(struct pane *p, const struct selection *s, struct buf *out)
{
	const struct families *f = p->state;

	if (f->list.at < f->list.count && f->rows[f->list.at].record == RECORD_NONE)
		buf_adds(out, family_meaning(s, f->rows[f->list.at].family));
}

/* Back from the notes, the record that the panes of compilers stand on is the selected one again. */
static void families_enter(struct pane *p, struct selection *s)
{
	(void)p;
	selection_select(s, s->compiler);
}

static void families_more(const struct pane *p, bool *above, bool *below)
{
	rows_more(&((const struct families *)p->state)->list, above, below);
}

/* A family's own row is told from a record's by the word before it. */
#define FAMILY_WORD "family "

static bool name_row(const struct families *f, const struct selection *s, int index, struct pane_place *place, enum place_word word)
{
	struct buf name;
	bool ok;

	if (index >= f->list.count)
		return true;
	if (f->rows[index].record != RECORD_NONE)
		return pane_place_record(place, word, s, f->rows[index].record);
	buf_init(&name);
	buf_addf(&name, FAMILY_WORD "%s", f->rows[index].family);
	ok = buf_ok(&name) && pane_place_set(place, word, name.data);
	buf_release(&name);
	return ok;
}

static int row_named(const struct families *f, const struct selection *s, const struct pane_place *place, enum place_word word)
{
	const char *name = pane_place_word(place, word);

	if (strncmp(name, FAMILY_WORD, strlen(FAMILY_WORD)) != 0)
		return row_of_record(f, pane_place_find(place, word, s));
	for (int i = 0; i < f->list.count; i++)
		if (f->rows[i].record == RECORD_NONE && strcmp(f->rows[i].family, name + strlen(FAMILY_WORD)) == 0)
			return i;
	return -1;
}

static bool families_place(const struct pane *p, const struct selection *s, struct pane_place *place)
{
	const struct families *f = p->state;

	place->apart = rows_apart(&f->list);
	return name_row(f, s, f->list.at, place, PLACE_AT) && name_row(f, s, f->list.top, place, PLACE_TOP);
}

static void families_back(struct pane *p, const struct selection *s, const struct pane_place *place)
{
	struct families *f = p->state;

	rows_back(&f->list, row_named(f, s, place, PLACE_AT), row_named(f, s, place, PLACE_TOP), place->apart);
}

static void families_arrangement(const struct pane *p, struct buf *out)
{
	const struct families *f = p->state;

	for (int i = 0; i < f->folded_count; i++)
		buf_addf(out, "%s%s", i ? "\n" : "", f->folded[i]);
}

static void families_arrange(struct pane *p, const char *lines)
{
	struct families *f = p->state;
	char family[256];

	while (*lines) {
		size_t len = strcspn(lines, "\n");

		snprintf(family, sizeof family, "%.*s", (int)len, lines);
		set_folded(f, family, true);
		lines += len + (lines[len] == '\n');
	}
	p->built = p->seen = 0;
}

static bool families_tell(const struct pane *p, const struct selection *s, const struct pane_reader *reader)
{
	const struct families *f = p->state;
	struct buf text;
	bool wanted = true, ok;

	buf_init(&text);
	for (int i = 0; i < f->list.count; i++) {
		const struct row *row = &f->rows[i];

		buf_clear(&text);
		if (row->record == RECORD_NONE) {
			add_term(s, row->family, &text);
			wanted = !reader->only || strcmp(reader->only, text.data) == 0;
			if (wanted)
				reader->group(reader->to, family_label(s, row->family), text.data, row->now, row->all,
					family_meaning(s, row->family));
		} else if (wanted) {
			if (*strategy_of(s, row->record))
				buf_addf(&text, "strategy %s", strategy_of(s, row->record));
			reader->entry(reader->to, row->record, text.data);
		}
		if (!buf_ok(&text))
			break;
	}
	ok = buf_ok(&text);
	buf_release(&text);
	return ok;
}

const struct pane_ops pane_families = {
	.title = "Families",
	.point = "who writes the kernel: families and their records, as many as the filter leaves of all",
	.keys = "Enter open|+ only this|o fold",
	.init = families_init,
	.release = families_release,
	.forget = families_forget,
	.place = families_place,
	.back = families_back,
	.arrangement = families_arrangement,
	.arrange = families_arrange,
	.update = families_update,
	.draw = families_draw,
	.enter = families_enter,
	.act = families_act,
	.click = families_click,
	.wheel = families_wheel,
	.term = families_term,
	.tally = families_tally,
	.more = families_more,
	.tell = families_tell,
};
