#include "corpus_changes.h"

#include <string.h>

#include "corpus_internal.h"

enum { NAMED_MOST = 2 };

/* The record of the same type and id; where several have them, the one of the same unit, else the first. */
static const struct record *counterpart(const struct corpus *in, const struct corpus *of, const struct record *r)
{
	struct map_slot *slot = map_find(&in->ids, r->id, strlen(r->id));
	const char *type = record_type(of, r)->name;
	const struct record *found = NULL;

	uint32_t i = slot ? slot->value : RECORD_NONE;

	for (int look = 0; i != RECORD_NONE && look < SAME_ID_LOOK; i = in->records[i].next_same_id, look++) {
		const struct record *other = &in->records[i];

		if (strcmp(record_type(in, other)->name, type) != 0)
			continue;
		if (other->unit == r->unit && other->value == r->value)
			return other;
		found = found ? found : other;
	}
	return found;
}

static bool same_values(const struct corpus *before, const struct record *a, const struct corpus *after, const struct record *b)
{
	struct node x = record_root(a), y = record_root(b);
	uint32_t span = value_span(x.v);

	if (span != value_span(y.v))
		return false;
	for (uint32_t i = 0; i < span; i++) {
		struct node n = {x.unit, x.v + i}, m = {y.unit, y.v + i};

		if (n.v->kind != m.v->kind || n.v->quoted != m.v->quoted || value_span(n.v) != value_span(m.v))
			return false;
		/* Both loads number keys alike where the second took over from the first. */
		if (before->keys == after->keys ? n.v->key != m.v->key
						: strcmp(keys_name(before->keys, n.v->key), keys_name(after->keys, m.v->key)) != 0)
			return false;
		if (node_len(n) != node_len(m) || memcmp(node_text(n), node_text(m), node_len(n)) != 0)
			return false;
	}
	return true;
}

bool corpus_changes_find(struct corpus_changes *changes, const struct corpus *before, const struct corpus *after)
{
	memset(changes, 0, sizeof *changes);
	if (!bitset_init(&changes->records, after->count))
		return false;
	for (uint32_t i = 0; i < after->count; i++) {
		const struct record *now = &after->records[i], *then = counterpart(before, after, now);

		if (then && ((then->unit == now->unit && then->value == now->value) || same_values(before, then, after, now)))
			continue;
		bitset_add(&changes->records, i);
		if (then)
			changes->changed++;
		else
			changes->added++;
	}
	for (uint32_t i = 0; i < before->count; i++)
		changes->gone += !counterpart(after, before, &before->records[i]);
	return true;
}

void corpus_changes_release(struct corpus_changes *changes)
{
	bitset_release(&changes->records);
}

/* Where they are few. */
static void say_names(const struct corpus_changes *changes, const struct corpus *after, struct buf *out)
{
	bool any = false;

	if (changes->changed + changes->added > NAMED_MOST)
		return;
	for (size_t r = bitset_next(&changes->records, 0); r < after->count; r = bitset_next(&changes->records, r + 1)) {
		buf_addf(out, "%s%s", any ? ", " : " (", after->records[r].title);
		any = true;
	}
	buf_adds(out, any ? ")" : "");
}

void corpus_changes_say(const struct corpus_changes *changes, const struct corpus *after, struct buf *out)
{
	const struct {
		uint32_t count;
		const char *what;
	} parts[] = {{changes->changed, "changed"}, {changes->added, "new"}, {changes->gone, "gone"}};
	bool any = false;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!parts[i].count)
			continue;
		buf_addf(out, "%s%u %s", any ? ", " : "", parts[i].count, parts[i].what);
		any = true;
	}
	if (any)
		say_names(changes, after, out);
	else
		buf_adds(out, "nothing changed");
}
