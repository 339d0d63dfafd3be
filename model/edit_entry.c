/* Adding entries to lists and taking them out: whole lines in a block list, items between commas in brackets. */
#include "edit_internal.h"

#include <string.h>

/* The entry's lines behind a dash: the first after "- ", the others indented by two more. */
static void add_entry(struct buf *out, const char *lines, size_t indent, const char *eol)
{
	bool first = true;

	while (*lines) {
		size_t len = strcspn(lines, "\n");

		buf_add_repeat(out, ' ', indent);
		buf_adds(out, first ? "- " : "  ");
		buf_add(out, lines, len);
		buf_adds(out, eol);
		first = false;
		lines += len + (lines[len] == '\n');
	}
}

static void strip_last_eol(struct buf *text, const char *eol)
{
	size_t tail = strlen(eol);

	if (text->len >= tail)
		buf_truncate(text, text->len - tail);
}

static bool plan_entry(struct planner *p, const char *lines)
{
	const struct edit_place *place = &p->place;
	struct edit_plan *plan = p->plan;
	size_t indent = place->parent_column;
	bool open;

	if (place->parent_flow || (place->found && (place->form != EDIT_LIST || (place->flow && place->count)))) {
		error_set(p->err, "`%s` of %s is not written as lines; add to it in an editor", p->at->field, p->at->id);
		return false;
	}
	if (place->found && !place->flow) {
		const char *dash = p->bytes + place->begin;

		while (dash > p->bytes && *dash != '-')
			dash--;
		indent = 0;
		while (dash > p->bytes && dash[-1] != '\n')
			dash--, indent++;
		plan->begin = edit_after_value(p, place->end, true, &open);
	} else if (place->found) {
		/* `key: []` becomes lines. */
		plan->begin = place->begin;
		plan->end = place->end;
		buf_adds(&plan->text, p->how.eol);
		add_entry(&plan->text, lines, indent + 2, p->how.eol);
		strip_last_eol(&plan->text, p->how.eol);
		return edit_reads_back(p) ? edit_finish(p) : false;
	} else {
		plan->begin = edit_after_value(p, place->sibling_end, place->sibling_block, &open);
	}
	plan->end = plan->begin;
	if (open)
		buf_adds(&plan->text, p->how.eol);
	if (!place->found) {
		buf_add_repeat(&plan->text, ' ', indent);
		buf_addf(&plan->text, "%s:%s", edit_last_name(p->at->field), p->how.eol);
		indent += 2;
	}
	add_entry(&plan->text, lines, indent, p->how.eol);
	if (open)
		strip_last_eol(&plan->text, p->how.eol);
	if (edit_reads_back(p))
		return edit_finish(p);
	error_set(p->err, "nothing can be added to `%s` of %s in place; open it in an editor", p->at->field, p->at->id);
	return false;
}

bool edit_plan_append(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	const char *lines, struct error *err)
{
	struct planner p = {.bytes = bytes, .len = len, .at = at, .plan = plan, .err = err};

	buf_clear(&plan->text);
	return edit_begin(&p) && plan_entry(&p, lines);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* In brackets: the item with the comma behind it, or before it when it is the last. */
static void cut_from_brackets(struct planner *p)
{
	size_t begin = p->place.begin, end = p->place.end;

	while (end < p->len && is_blank(p->bytes[end]))
		end++;
	if (end < p->len && p->bytes[end] == ',') {
		end++;
		while (end < p->len && is_blank(p->bytes[end]))
			end++;
	} else {
		end = p->place.end;
		while (begin > p->place.parent_begin + 1 && (is_blank(p->bytes[begin - 1]) || p->bytes[begin - 1] == ','))
			begin--;
	}
	p->plan->begin = begin;
	p->plan->end = end;
}

static void cut_lines(struct planner *p)
{
	size_t begin = p->place.begin;
	bool open;

	while (begin > 0 && p->bytes[begin - 1] != '\n')
		begin--;
	p->plan->begin = begin;
	p->plan->end = edit_after_value(p, p->place.end, true, &open);
}

bool edit_plan_remove(struct edit_plan *plan, const char *bytes, size_t len, const struct edit_address *at,
	struct error *err)
{
	struct planner p = {.bytes = bytes, .len = len, .at = at, .plan = plan, .err = err, .removes = true};

	buf_clear(&plan->text);
	if (!edit_begin(&p))
		return false;
	if (!p.place.found || p.place.parent_form != EDIT_LIST) {
		error_set(err, "`%s` of %s is no item of a list", at->field, at->id);
		return false;
	}
	if (p.place.parent_flow)
		cut_from_brackets(&p);
	else
		cut_lines(&p);
	if (edit_reads_back(&p))
		return edit_finish(&p);
	error_set(err, "`%s` of %s can't be taken out without touching other values; open it in an editor", at->field, at->id);
	return false;
}
