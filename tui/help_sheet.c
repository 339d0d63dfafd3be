#include "help_sheet.h"

#include <string.h>

/* "Enter open|+ only this": what the focused pane's own keys do, before all others. */
static void add_pane_keys(struct sheet *s, const struct pane *focused)
{
	const char *keys = focused->ops->keys;

	sheet_paragraph(s, 0, 2);
	sheet_printf(s, STYLE_HEADING, "Here, in %s", focused->ops->title);
	sheet_paragraph(s, 0, 0);
	sheet_printf(s, STYLE_TEXT, "This pane shows %s.", focused->ops->point);
	while (*keys) {
		size_t len = strcspn(keys, "|");

		sheet_paragraph(s, 1, 2);
		sheet_printf(s, STYLE_KEY, "%.*s", (int)len, keys);
		keys += len + (keys[len] == '|');
	}
	sheet_paragraph(s, 1, 2);
	sheet_printf(s, STYLE_KEY, "i the tour, a step each time");
	sheet_blank(s);
}

static void add_panes(struct sheet *s, const struct pane *focused)
{
	static const struct pane_ops *const panes[] = {&pane_families, &pane_cost, &pane_portability, &pane_notes, &pane_record};

	sheet_paragraph(s, 0, 2);
	sheet_puts(s, STYLE_HEADING, "What you see");
	sheet_paragraph(s, 0, 0);
	sheet_puts(s, STYLE_TEXT, "Records of compilers and kernel languages, in linked panes: select a record in one and all show it. "
				  "The line on top filters them all.");
	sheet_blank(s);
	for (size_t i = 0; i < sizeof panes / sizeof *panes; i++) {
		sheet_paragraph(s, 1, 2);
		sheet_printf(s, STYLE_KEY, "%zu ", i + 1);
		sheet_printf(s, focused->ops == panes[i] ? STYLE_STRONG : STYLE_TEXT, "%s%s", panes[i]->title,
			focused->ops == panes[i] ? " (you are here)" : "");
		sheet_printf(s, STYLE_DIM, "  %s", panes[i]->point);
	}
	sheet_blank(s);
	sheet_paragraph(s, 1, 2);
	sheet_puts(s, STYLE_DIM, "Status: ● verified  ○ draft  ◆ contested  ✕ deprecated    * marked    ~ changed on disk    † has figures    ≈ derived");
}

static void add_actions(struct sheet *s, const struct keymap *keymap)
{
	const char *group = "";

	for (int i = 0; i < ACTION_COUNT; i++) {
		const struct action_row *row = &action_rows[i];
		struct buf keys;

		if (strcmp(row->group, group) != 0) {
			if (*group)
				sheet_table_end(s);
			sheet_blank(s);
			sheet_table_begin(s);
			sheet_row(s);
			sheet_cell(s, false);
			sheet_puts(s, STYLE_HEADING, row->group);
			sheet_cell(s, false);
			group = row->group;
		}
		sheet_row(s);
		sheet_cell(s, false);
		buf_init(&keys);
		keymap_print(keymap, (enum action)i, &keys);
		sheet_add(s, STYLE_KEY, keys.data, keys.len, SHEET_NO_LINK);
		buf_release(&keys);
		sheet_cell(s, false);
		sheet_puts(s, STYLE_TEXT, row->help);
	}
	sheet_table_end(s);
	sheet_blank(s);
}

static void add_queries(struct sheet *s)
{
	sheet_table_begin(s);
	sheet_row(s);
	sheet_cell(s, false);
	sheet_puts(s, STYLE_HEADING, "Filter");
	sheet_cell(s, false);
	sheet_puts(s, STYLE_DIM, "Tab completes names and values");
	for (const struct query_help *row = query_help; row->form; row++) {
		sheet_row(s);
		sheet_cell(s, false);
		sheet_puts(s, STYLE_CODE, row->form);
		sheet_cell(s, false);
		sheet_puts(s, STYLE_TEXT, row->meaning);
	}
	sheet_table_end(s);
}

bool help_sheet_build(struct sheet *sheet, const struct pane *focused, const struct keymap *keymap)
{
	add_pane_keys(sheet, focused);
	add_panes(sheet, focused);
	add_actions(sheet, keymap);
	add_queries(sheet);
	return sheet_ok(sheet);
}
