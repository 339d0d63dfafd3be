#include "change_effect.h"

#include <string.h>

#include "check.h"
#include "claim.h"
#include "promote.h"

void change_effect_init(struct change_effect *effect)
{
	memset(effect, 0, sizeof *effect);
	buf_init(&effect->refusals);
	buf_init(&effect->claims);
	finding_change_init(&effect->record);
}

void change_effect_release(struct change_effect *effect)
{
	buf_release(&effect->refusals);
	buf_release(&effect->claims);
	finding_change_release(&effect->record);
}

static bool is_verified(const struct corpus *corpus, uint32_t record)
{
	return node_equals(corpus_field_by_key(&corpus->records[record], corpus->key_status), "verified");
}

static bool compare_record(struct change_effect *effect, const struct corpus *before, uint32_t record,
	const struct corpus *after, uint32_t new_record)
{
	struct finding_list old, new;
	bool ok;

	finding_list_init(&old);
	finding_list_init(&new);
	ok = check_record(before, record, &old) && check_record(after, new_record, &new)
		&& finding_change_compare(&effect->record, &old, &new);
	finding_list_release(&old);
	finding_list_release(&new);
	return ok;
}

/* Whether a list tells the same fault of the same record; what exactly differs may be another thing by now. */
static bool tells_of(const struct finding_list *list, const struct corpus *list_corpus, const struct finding *f,
	const struct corpus *corpus)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].code == f->code
			&& strcmp(list_corpus->records[list->items[i].record].id, corpus->records[f->record].id) == 0)
			return true;
	return false;
}

static bool compare_claims(struct change_effect *effect, const struct corpus *before, const struct corpus *after)
{
	struct finding_list old, new;
	bool ok;

	finding_list_init(&old);
	finding_list_init(&new);
	ok = claim_check(before, &old) && claim_check(after, &new);
	for (size_t i = 0; ok && i < new.count; i++)
		if (!tells_of(&old, before, &new.items[i], after))
			buf_addf(&effect->claims, "no longer holds: %s\n", new.items[i].message);
	for (size_t i = 0; ok && i < old.count; i++)
		if (!tells_of(&new, after, &old.items[i], before))
			buf_addf(&effect->claims, "holds again: claim `%s`\n", before->records[old.items[i].record].id);
	finding_list_release(&old);
	finding_list_release(&new);
	return ok && buf_ok(&effect->claims);
}

static bool judge(struct change_effect *effect, const struct corpus *after, uint32_t record)
{
	if (effect->promotion)
		return promote_check(after, record, &effect->refusals);
	for (size_t i = 0; i < effect->record.added.count; i++) {
		const struct finding *f = &effect->record.added.items[i];

		if (f->severity == SEVERITY_ERROR)
			buf_addf(&effect->refusals, "%s (%s)\n", f->message, finding_remedy(f->code));
	}
	return buf_ok(&effect->refusals);
}

bool change_effect_of(struct change_effect *effect, const struct change *change, const struct corpus *corpus,
	uint32_t record, struct error *err)
{
	struct corpus *after = change_preview(change, corpus, err);
	uint32_t new_record;
	bool ok;

	if (!after)
		return false;
	if (corpus_resolve(after, change->record, strlen(change->record), &new_record) != RESOLVE_FOUND) {
		error_set(err, "%s would no longer be found", change->record);
		corpus_free(after);
		return false;
	}
	effect->promotion = is_verified(after, new_record) && !is_verified(corpus, record);
	ok = compare_record(effect, corpus, record, after, new_record) && compare_claims(effect, corpus, after)
		&& judge(effect, after, new_record);
	corpus_free(after);
	return ok ? true : error_memory(err);
}
