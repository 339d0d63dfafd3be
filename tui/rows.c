#include "rows.h"

enum { MARGIN = 1 };

static int clamp(int value, int low, int high)
{
	return value > high ? (high < low ? low : high) : value < low ? low : value;
}

static void keep_in_view(struct rows *r)
{
	int margin = r->height > 4 ? MARGIN : 0;

	if (r->at < r->top + margin)
		r->top = r->at - margin;
	if (r->at >= r->top + r->height - margin)
		r->top = r->at - r->height + 1 + margin;
	r->top = clamp(r->top, 0, r->count - r->height);
}

void rows_fit(struct rows *r, int count, int height)
{
	r->count = count;
	r->height = height < 1 ? 1 : height;
	r->at = clamp(r->at, 0, count - 1);
	keep_in_view(r);
}

void rows_go(struct rows *r, int at)
{
	r->at = clamp(at, 0, r->count - 1);
	keep_in_view(r);
}

void rows_wheel(struct rows *r, int by)
{
	r->top = clamp(r->top + by, 0, r->count - r->height);
}

bool rows_apart(const struct rows *r)
{
	return r->count && (r->at < r->top || r->at >= r->top + r->height);
}

void rows_back(struct rows *r, int at, int top, bool apart)
{
	r->top = clamp(top < 0 ? r->top : top, 0, r->count - r->height);
	r->at = clamp(at < 0 ? r->at : at, 0, r->count - 1);
	if (!apart)
		keep_in_view(r);
}

bool rows_act(struct rows *r, enum action action)
{
	int page = r->height > 1 ? r->height - 1 : 1, half = r->height > 1 ? r->height / 2 : 1;

	switch (action) {
	case ACTION_UP:
		rows_go(r, r->at - 1);
		return true;
	case ACTION_DOWN:
		rows_go(r, r->at + 1);
		return true;
	case ACTION_PAGE_UP:
		rows_go(r, r->at - page);
		return true;
	case ACTION_PAGE_DOWN:
		rows_go(r, r->at + page);
		return true;
	case ACTION_HALF_UP:
		rows_go(r, r->at - half);
		return true;
	case ACTION_HALF_DOWN:
		rows_go(r, r->at + half);
		return true;
	case ACTION_TOP:
		rows_go(r, 0);
		return true;
	case ACTION_BOTTOM:
		rows_go(r, r->count - 1);
		return true;
	default:
		return false;
	}
}

void rows_more(const struct rows *r, bool *above, bool *below)
{
	*above = r->top > 0;
	*below = r->top + r->height < r->count;
}
