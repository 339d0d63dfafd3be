#include "sitting.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "text.h"

void sitting_init(struct sitting *sitting)
{
	*sitting = (struct sitting){0};
}

void sitting_release(struct sitting *sitting)
{
	for (size_t i = 0; i < sitting->count; i++) {
		struct sitting_record *r = &sitting->records[i];

		for (size_t d = 0; d < r->decision_count; d++)
			free(r->decisions[d]);
		free(r->decisions);
		free(r->id);
		free(r->title);
	}
	free(sitting->records);
	sitting_init(sitting);
}

static struct sitting_record *find(const struct sitting *sitting, const char *id)
{
	for (size_t i = 0; i < sitting->count; i++)
		if (strcmp(sitting->records[i].id, id) == 0)
			return &sitting->records[i];
	return NULL;
}

static struct sitting_record *record_of(struct sitting *sitting, const char *id, const char *title)
{
	struct sitting_record *r = find(sitting, id), *records;

	if (r)
		return r;
	records = realloc(sitting->records, (sitting->count + 1) * sizeof *records);
	if (!records)
		return NULL;
	sitting->records = records;
	r = &records[sitting->count];
	*r = (struct sitting_record){.id = strdup(id), .title = strdup(title)};
	if (!r->id || !r->title) {
		free(r->id);
		free(r->title);
		return NULL;
	}
	sitting->count++;
	return r;
}

bool sitting_look(struct sitting *sitting, const char *id, const char *title)
{
	struct sitting_record *r = record_of(sitting, id, title);

	if (r)
		r->looked = true;
	return r != NULL;
}

bool sitting_decide(struct sitting *sitting, const char *id, const char *title, const char *what)
{
	struct sitting_record *r = record_of(sitting, id, title);
	char **decisions = r ? realloc(r->decisions, (r->decision_count + 1) * sizeof *decisions) : NULL;

	if (!decisions)
		return false;
	r->looked = true;
	r->decisions = decisions;
	decisions[r->decision_count] = strdup(what);
	if (!decisions[r->decision_count])
		return false;
	r->decision_count++;
	return true;
}

void sitting_undecide(struct sitting *sitting, const char *id, const char *what)
{
	struct sitting_record *r = find(sitting, id);
	size_t i = r ? r->decision_count : 0;

	while (i > 0 && strcmp(r->decisions[i - 1], what) != 0)
		i--;
	if (!i)
		return;
	free(r->decisions[i - 1]);
	memmove(&r->decisions[i - 1], &r->decisions[i], (r->decision_count - i) * sizeof *r->decisions);
	r->decision_count--;
}

bool sitting_has_looked(const struct sitting *sitting, const char *id)
{
	const struct sitting_record *r = find(sitting, id);

	return r && r->looked;
}

size_t sitting_looked_count(const struct sitting *sitting)
{
	size_t count = 0;

	for (size_t i = 0; i < sitting->count; i++)
		count += sitting->records[i].looked;
	return count;
}

static bool is_left(const struct sitting *sitting, const struct triage_item *item, const struct corpus *corpus, struct buf *id)
{
	buf_clear(id);
	triage_id(corpus, item, id);
	return !sitting_has_looked(sitting, id->data);
}

size_t sitting_left_count(const struct sitting *sitting, const struct triage *triage, const struct corpus *corpus)
{
	size_t count = 0;
	struct buf id;

	buf_init(&id);
	for (size_t i = 0; i < triage->count; i++)
		count += is_left(sitting, &triage->items[i], corpus, &id);
	buf_release(&id);
	return count;
}

/* Text made safe for Markdown: nothing of it is taken for markup. */
static void add_text(struct buf *out, const char *text)
{
	struct buf shown;

	buf_init(&shown);
	text_show(&shown, text, strlen(text), -1);
	for (const char *s = shown.data; *s; s++) {
		if (strchr("\\`*_[]<>#|~", *s))
			buf_addc(out, '\\');
		buf_addc(out, *s);
	}
	if (!buf_ok(&shown))
		out->failed = true;
	buf_release(&shown);
}

static void add_entry(struct buf *out, const char *title, const char *id)
{
	buf_adds(out, "- **");
	add_text(out, title);
	buf_adds(out, "** (");
	add_text(out, id);
	buf_addc(out, ')');
}

/* Records that were looked at, with decisions or without. */
static void add_looked(const struct sitting *sitting, bool decided, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; i < sitting->count; i++) {
		const struct sitting_record *r = &sitting->records[i];

		if (!r->looked || (r->decision_count > 0) != decided)
			continue;
		if (!any)
			buf_adds(out, decided ? "\n## Decided\n\n" : "\n## Looked at, left as they are\n\n");
		any = true;
		add_entry(out, r->title, r->id);
		buf_addc(out, '\n');
		for (size_t d = 0; d < r->decision_count; d++) {
			buf_adds(out, "  - ");
			add_text(out, r->decisions[d]);
			buf_addc(out, '\n');
		}
	}
}

static void add_left(const struct sitting *sitting, const struct triage *triage, const struct corpus *corpus, struct buf *out)
{
	bool any = false;
	struct buf id;

	buf_init(&id);
	for (size_t i = 0; i < triage->count; i++) {
		const struct triage_item *item = &triage->items[i];
		bool file = item->record >= corpus->count;

		if (!is_left(sitting, item, corpus, &id))
			continue;
		if (!any)
			buf_adds(out, "\n## Left\n\n");
		any = true;
		add_entry(out, file ? "A file" : corpus->records[item->record].title, id.data);
		buf_addf(out, ": %s", item->state);
		if (triage_reach_total(&item->reach)) {
			buf_adds(out, "; on it rest ");
			triage_reach_say(&item->reach, out);
		}
		buf_addc(out, '\n');
	}
	out->failed = out->failed || !buf_ok(&id);
	buf_release(&id);
}

bool sitting_report(const struct sitting *sitting, const struct triage *triage, const struct corpus *corpus, struct buf *out)
{
	size_t looked = sitting_looked_count(sitting), decided = 0, left = sitting_left_count(sitting, triage, corpus);

	for (size_t i = 0; i < sitting->count; i++)
		decided += sitting->records[i].decision_count > 0;
	buf_addf(out, "# Review of %04d-%02d-%02d\n\n", corpus->today / 10000, corpus->today / 100 % 100, corpus->today % 100);
	buf_addf(out, "%zu record%s looked at, %zu of them changed; %zu left in the queue.\n", looked, looked == 1 ? "" : "s", decided,
		left);
	add_looked(sitting, true, out);
	add_looked(sitting, false, out);
	add_left(sitting, triage, corpus, out);
	return buf_ok(out);
}
