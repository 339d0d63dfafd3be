#include "layout.h"

#include <string.h>

enum { TINY_W = 40, TINY_H = 12, NARROW_W = 72, NARROW_H = 20, MEDIUM_W = 92, MEDIUM_H = 26, WIDE_W = 120, WIDE_H = 30 };
/* The rows that the panes of a kind need for themselves. */
enum { WIDE_PANES_H = 20, MEDIUM_PANES_H = 6, NARROW_PANES_H = 11 };

static const char *const names[] = {"none", "tiny", "narrow", "medium", "wide"};

static const char *const pane_names[PANE_COUNT] = {"families", "cost", "portability", "tenstorrent", "record"};

const char *pane_id_name(enum pane_id pane)
{
	return pane_names[pane];
}

enum pane_id pane_id_by_name(const char *name)
{
	for (int i = 0; i < PANE_COUNT; i++)
		if (strcmp(pane_names[i], name) == 0)
			return (enum pane_id)i;
	return PANE_FAMILIES;
}

const char *layout_kind_name(enum layout_kind kind)
{
	return names[kind];
}

enum layout_kind layout_kind_by_name(const char *name)
{
	for (int i = LAYOUT_TINY; i <= LAYOUT_WIDE; i++)
		if (strcmp(names[i], name) == 0)
			return (enum layout_kind)i;
	return LAYOUT_NONE;
}

struct area layout_inside(struct area frame)
{
	struct area a = {frame.x + 1, frame.y + 1, frame.w - 2, frame.h - 2};

	if (a.w < 0 || a.h < 0 || frame.w == 0)
		a.w = a.h = 0;
	return a;
}

static enum layout_kind kind_of(int w, int h)
{
	if (w < TINY_W || h < TINY_H)
		return LAYOUT_NONE;
	if (w >= WIDE_W && h >= WIDE_H)
		return LAYOUT_WIDE;
	if (w >= MEDIUM_W && h >= MEDIUM_H)
		return LAYOUT_MEDIUM;
	return w >= NARROW_W && h >= NARROW_H ? LAYOUT_NARROW : LAYOUT_TINY;
}

static int clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

/* The record stands at the right, full height. To its left two panes above, the matrix and the notes beneath. */
static void lay_wide(struct layout *l)
{
	struct area m = l->main;
	int record = clamp(m.w * 33 / 100, 44, 76), left = m.w - record + 1;
	int families = clamp(left * 29 / 100, 31, 46);
	int notes = clamp(m.h / 5, 6, 10), top = (m.h - notes) / 2 + 1;

	l->panes[PANE_RECORD] = (struct area){m.x + m.w - record, m.y, record, m.h};
	l->panes[PANE_FAMILIES] = (struct area){m.x, m.y, families, top};
	l->panes[PANE_COST] = (struct area){m.x + families - 1, m.y, left - families + 1, top};
	l->panes[PANE_PORTABILITY] = (struct area){m.x, m.y + top - 1, left, m.h - notes - top + 2};
	l->panes[PANE_NOTES] = (struct area){m.x, m.y + m.h - notes, left, notes};
}

/* A column of lists, the record beside it. The focused list gets the larger part of the column. */
static void lay_medium(struct layout *l, enum pane_id focus)
{
	struct area m = l->main;
	int left = clamp(m.w * 56 / 100, 50, 68);
	enum pane_id list = focus == PANE_RECORD ? PANE_FAMILIES : focus;

	l->panes[list] = (struct area){m.x, m.y, left, m.h};
	l->panes[PANE_RECORD] = (struct area){m.x + left - 1, m.y, m.w - left + 1, m.h};
}

static void lay_single(struct layout *l, enum pane_id focus, bool with_preview)
{
	struct area m = l->main;
	int preview = with_preview && focus != PANE_RECORD ? clamp(m.h / 3, 5, 8) : 0;

	l->panes[focus] = (struct area){m.x, m.y, m.w, m.h - preview + (preview ? 1 : 0)};
	if (preview)
		l->preview = (struct area){m.x, m.y + m.h - preview, m.w, preview};
}

void layout_arrange(struct layout *l, enum layout_kind kind, enum pane_id focus)
{
	struct area m = l->main;

	memset(l->panes, 0, sizeof l->panes);
	l->preview = (struct area){0};
	if (kind == LAYOUT_WIDE && m.w >= WIDE_W && m.h >= WIDE_PANES_H)
		lay_wide(l);
	else if (kind >= LAYOUT_MEDIUM && m.w >= MEDIUM_W && m.h >= MEDIUM_PANES_H)
		lay_medium(l, focus);
	else
		lay_single(l, focus, kind >= LAYOUT_NARROW && m.w >= NARROW_W && m.h >= NARROW_PANES_H);
}

void layout_compute(struct layout *l, int w, int h, enum pane_id focus, bool zoom)
{
	bool tabs;

	memset(l, 0, sizeof *l);
	l->kind = kind_of(w, h);
	l->filter = (struct area){0, 0, w, 1};
	l->status = (struct area){0, h - 1, w, 1};
	if (l->kind == LAYOUT_NONE)
		return;
	tabs = l->kind < LAYOUT_WIDE && !zoom;
	if (tabs)
		l->tabs = (struct area){0, 1, w, 1};
	l->main = (struct area){0, 1 + tabs, w, h - 2 - tabs};
	if (zoom)
		l->panes[focus] = l->main;
	else
		layout_arrange(l, l->kind, focus);
}
