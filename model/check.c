#include "check.h"

#include <stdarg.h>
#include <stdlib.h>

#include "claim.h"

bool check_add(struct finding_list *out, const struct corpus *corpus, uint32_t record, struct node at,
	enum finding_code code, const char *format, ...)
{
	const struct record *r = &corpus->records[record];
	struct node place = at.v && at.v->line ? at : record_root(r);
	struct error text;
	struct finding *f;
	va_list args;

	va_start(args, format);
	error_vset(&text, format, args);
	va_end(args);
	f = finding_add(out, code, place.v->line, place.v->column, "%s", text.message);
	if (!f)
		return false;
	f->record = (int32_t)record;
	f->unit = r->unit_index;
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (int)x->code - (int)y->code;
}

void check_sort(struct finding_list *list)
{
	qsort(list->items, list->count, sizeof *list->items, by_place);
}

bool check_run(const struct corpus *corpus, struct finding_list *out)
{
	for (size_t i = 0; i < corpus->findings.count; i++)
		if (!finding_copy(out, &corpus->findings.items[i]))
			return false;
	for (uint32_t i = 0; i < corpus->count; i++)
		if (!check_fields(corpus, i, out) || !check_trust(corpus, i, out) || !check_links(corpus, i, out)
			|| !check_story(corpus, i, out))
			return false;
	if (!claim_check(corpus, out))
		return false;
	if (out->count)
		check_sort(out);
	return !out->failed;
}

bool check_record(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	for (size_t i = 0; i < corpus->findings.count; i++)
		if (corpus->findings.items[i].record == (int32_t)record && !finding_copy(out, &corpus->findings.items[i]))
			return false;
	return check_fields(corpus, record, out) && check_trust(corpus, record, out) && check_links(corpus, record, out)
		&& check_story(corpus, record, out) && claim_check_record(corpus, record, out);
}

size_t check_count(const struct finding_list *list, enum severity severity)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->items[i].severity == severity;
	return count;
}
