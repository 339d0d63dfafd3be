#include "triage.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "check.h"

/* How much a state misleads: an error says what is not so, a draft or a contested record may, a deprecated one says so
 * itself, and what is only to be known of misleads least. */
enum { GRAVITY_ERROR = 8, GRAVITY_UNSETTLED = 4, GRAVITY_WARNING = 3, GRAVITY_DEPRECATED = 2, GRAVITY_NOTE = 1 };

struct builder {
	const struct corpus *corpus;
	struct finding_list findings;
	struct triage_item *records; /* one for each record */
	struct triage_item *files;   /* one for each unit */
	struct triage_reach *reach;
};

static void count_finding(struct triage_item *item, const struct finding *f)
{
	item->errors += f->severity == SEVERITY_ERROR;
	item->warnings += f->severity == SEVERITY_WARNING;
	item->notes += f->severity == SEVERITY_INFO;
	if (!item->state || f->severity > item->worst) {
		item->worst = f->severity;
		item->state = finding_code_title(f->code);
		item->line = f->line;
	}
}

static uint32_t gravity_of(const struct triage_item *item, const char *status)
{
	if (item->errors)
		return GRAVITY_ERROR;
	if (strcmp(status, "draft") == 0 || strcmp(status, "contested") == 0)
		return GRAVITY_UNSETTLED;
	if (item->warnings)
		return GRAVITY_WARNING;
	if (strcmp(status, "deprecated") == 0)
		return GRAVITY_DEPRECATED;
	return item->notes ? GRAVITY_NOTE : 0;
}

/* The states that stand in the queue by themselves; a constant text, or NULL. */
static const char *unsettled(const char *status)
{
	static const char *const states[] = {"draft", "contested", "deprecated"};

	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strcmp(states[i], status) == 0)
			return states[i];
	return NULL;
}

static void weigh(struct builder *b, uint32_t record)
{
	struct triage_item *item = &b->records[record];
	const struct record *r = &b->corpus->records[record];
	const char *status = node_text(corpus_field_by_key(r, b->corpus->key_status));

	item->record = record;
	item->unit = r->unit_index;
	item->reach = b->reach[record];
	item->weight = gravity_of(item, status) * (1 + triage_reach_total(&item->reach));
	if (!item->line)
		item->line = record_root(r).v->line;
	if (unsettled(status) && !item->errors)
		item->state = unsettled(status);
}

static int worst_first(const void *a, const void *b)
{
	const struct triage_item *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static bool collect(struct builder *b, struct triage *triage)
{
	const struct corpus *c = b->corpus;

	triage->items = calloc((size_t)c->count + c->unit_count + 1, sizeof *triage->items);
	if (!triage->items)
		return false;
	for (uint32_t u = 0; u < c->unit_count; u++)
		if (b->files[u].state) {
			b->files[u].record = RECORD_NONE;
			b->files[u].unit = u;
			/* A file that can't be read hides nobody knows what: before all else. */
			b->files[u].weight = b->files[u].errors ? UINT32_MAX : GRAVITY_WARNING;
			triage->items[triage->count++] = b->files[u];
		}
	for (uint32_t r = 0; r < c->count; r++) {
		weigh(b, r);
		if (b->records[r].weight)
			triage->items[triage->count++] = b->records[r];
	}
	if (triage->count)
		qsort(triage->items, triage->count, sizeof *triage->items, worst_first);
	return true;
}

bool triage_build(struct triage *triage, const struct corpus *corpus)
{
	struct builder b = {.corpus = corpus};
	bool ok;

	*triage = (struct triage){0};
	finding_list_init(&b.findings);
	b.records = calloc((size_t)corpus->count + 1, sizeof *b.records);
	b.files = calloc((size_t)corpus->unit_count + 1, sizeof *b.files);
	b.reach = triage_reach_of(corpus);
	ok = b.records && b.files && b.reach && check_run(corpus, &b.findings);
	for (size_t i = 0; ok && i < b.findings.count; i++) {
		const struct finding *f = &b.findings.items[i];

		if (f->record != FINDING_NO_RECORD)
			count_finding(&b.records[f->record], f);
		else if (f->unit < corpus->unit_count)
			count_finding(&b.files[f->unit], f);
	}
	ok = ok && collect(&b, triage);
	finding_list_release(&b.findings);
	free(b.records);
	free(b.files);
	free(b.reach);
	return ok;
}

void triage_release(struct triage *triage)
{
	free(triage->items);
	*triage = (struct triage){0};
}

void triage_id(const struct corpus *corpus, const struct triage_item *item, struct buf *out)
{
	if (item->record < corpus->count)
		record_reference(corpus, item->record, out);
	else
		buf_addf(out, "file %s", corpus_path_of_unit(corpus, item->unit));
}

long triage_find(const struct triage *triage, const struct corpus *corpus, const char *id)
{
	long found = -1;
	struct buf name;

	buf_init(&name);
	for (size_t i = 0; found < 0 && i < triage->count; i++) {
		buf_clear(&name);
		triage_id(corpus, &triage->items[i], &name);
		found = strcmp(name.data, id) == 0 ? (long)i : -1;
	}
	buf_release(&name);
	return found;
}
