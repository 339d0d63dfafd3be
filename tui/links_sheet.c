#include "links_sheet.h"

#include <stdlib.h>

#include "link_graph.h"
#include "record_sheet.h"

enum { DEPTH = 2, BRANCHES_MOST = 40 };

struct tree {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	struct bitset shown;
	bool failed;
};

static void add_record(struct tree *t, uint32_t record, int indent)
{
	const struct record *r = &t->corpus->records[record];

	sheet_paragraph(t->sheet, indent, 2);
	sheet_puts(t->sheet, STYLE_DIM, "└ ");
	targets_add_record(t->targets, t->sheet, t->corpus, record, "", 0, "", 0);
	sheet_printf(t->sheet, STYLE_DIM, " %s", record_type(t->corpus, r)->name);
}

/* Each record once, where it is nearest: siblings are shown before their own neighbours are entered. */
static void add_branches(struct tree *t, uint32_t record, int depth)
{
	uint32_t count, kept = 0, *list = link_neighbours(t->corpus, record, &count);

	if (!list) {
		t->failed = true;
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!bitset_has(&t->shown, list[i])) {
			bitset_add(&t->shown, list[i]);
			list[kept++] = list[i];
		}
	for (uint32_t i = 0; i < kept && i < BRANCHES_MOST && !t->failed; i++) {
		add_record(t, list[i], depth * 3);
		if (depth < DEPTH)
			add_branches(t, list[i], depth + 1);
	}
	if (kept > BRANCHES_MOST) {
		sheet_paragraph(t->sheet, depth * 3, 2);
		sheet_printf(t->sheet, STYLE_DIM, "and %u more", kept - BRANCHES_MOST);
	}
	free(list);
}

static void add_path(struct tree *t, const struct bitset *marks)
{
	uint32_t from = (uint32_t)bitset_next(marks, 0), to = (uint32_t)bitset_next(marks, from + 1), length;
	uint32_t *path = link_path(t->corpus, from, to, &length);

	if (!path) {
		t->failed = true;
		return;
	}
	sheet_paragraph(t->sheet, 0, 0);
	sheet_puts(t->sheet, STYLE_HEADING, "THE SHORTEST WAY BETWEEN THE TWO MARKED RECORDS");
	for (uint32_t i = 0; i < length; i++)
		add_record(t, path[i], (int)i * 2);
	if (!length) {
		sheet_paragraph(t->sheet, 1, 2);
		sheet_puts(t->sheet, STYLE_DIM, "no links lead from one to the other");
	}
	sheet_blank(t->sheet);
	free(path);
}

bool links_sheet_build(struct sheet *sheet, struct targets *targets, const struct selection *s, uint32_t record)
{
	struct tree t = {.sheet = sheet, .targets = targets, .corpus = s->corpus};

	if (!bitset_init(&t.shown, s->corpus->count))
		return false;
	if (bitset_count(&s->marks) == 2)
		add_path(&t, &s->marks);
	record_sheet_links(sheet, targets, s->corpus, record);
	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 0);
	sheet_puts(sheet, STYLE_HEADING, "NEIGHBOURHOOD, two steps deep");
	bitset_add(&t.shown, record);
	sheet_paragraph(sheet, 1, 2);
	sheet_puts(sheet, STYLE_STRONG, s->corpus->records[record].title);
	add_branches(&t, record, 1);
	bitset_release(&t.shown);
	return !t.failed && sheet_ok(sheet) && !targets->failed;
}
