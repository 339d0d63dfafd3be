/* The settings' keys: a mapping of actions to keys, checked against the action list. */
#include <string.h>

#include "buf.h"
#include "settings.h"
#include "text.h"

static int action_find(const char *name)
{
	for (int i = 0; i < ACTION_COUNT; i++)
		if (strcmp(action_rows[i].name, name) == 0)
			return i;
	return -1;
}

static void tell_unknown(struct settings *s, struct node n, const char *name)
{
	struct text_nearest near;

	text_nearest_init(&near, name);
	for (int i = 0; i < ACTION_COUNT; i++)
		text_nearest_offer(&near, action_rows[i].name);
	finding_add(&s->faults, FINDING_UNKNOWN_FIELD, n.v->line, n.v->column, "there is no action `%s`%s%s%s", name,
		near.best ? "; did you mean `" : "", near.best ? near.best : "", near.best ? "`?" : "");
}

/* Two bindings that the file has, of which one begins the other: a key could neither act nor wait. */
static void tell_clash(struct settings *s, struct node n, const struct keymap_binding *b, const struct keymap_binding *there)
{
	const char *name = action_rows[there->action].name;
	uint32_t line = s->keys[there->action].line;
	struct buf mine, other;

	buf_init(&mine);
	buf_init(&other);
	keymap_print_keys(b->keys, b->count, &mine);
	keymap_print_keys(there->keys, there->count, &other);
	if (b->count == there->count)
		finding_add(&s->faults, FINDING_DUPLICATE_KEY, n.v->line, n.v->column, "the key %s is that of `%s` already, on line %u", mine.data, name, line);
	else
		finding_add(&s->faults, FINDING_DUPLICATE_KEY, n.v->line, n.v->column,
			b->count > there->count ? "the keys %s begin with %s, which is for `%s`, on line %u" : "%s begins the keys %s, which are for `%s`, on line %u",
			mine.data, other.data, name, line);
	buf_release(&mine);
	buf_release(&other);
}

static void bind_key(struct settings *s, enum action action, struct node n)
{
	struct keymap_binding b = {.action = action};
	int at = 0;

	if (!node_is_scalar(n) || !keymap_parse(node_text(n), node_len(n), &b)) {
		finding_add(&s->faults, FINDING_WRONG_TYPE, n.v->line, n.v->column,
			"`%s` is no key; write keys as q, C-o, M-x, Enter, Space, F1, and up to %d, one after another, as \"g d\"",
			node_is_scalar(n) ? node_text(n) : "a list", KEYMAP_KEYS);
		return;
	}
	for (const struct keymap_binding *there; (there = keymap_clash(&s->keymap, &b, &at));)
		if (s->keys[there->action].own && (there->action != action || there->count != b.count)) {
			tell_clash(s, n, &b, there);
			return;
		}
	/* Defaults give way to what the user says. */
	keymap_bind(&s->keymap, &b);
}

/* A program that can't be left, or in which nothing can be found, helps nobody. Each may take a key from another. */
static void check_ways_out(struct settings *s, struct node keys)
{
	static const enum action needed[] = {ACTION_QUIT, ACTION_HELP, ACTION_CANCEL, ACTION_PALETTE};
	enum { NEEDED = sizeof needed / sizeof *needed };

	for (int i = 0; i < NEEDED * NEEDED; i++) {
		enum action action = needed[i % NEEDED];

		if (keymap_has(&s->keymap, action))
			continue;
		finding_add(&s->faults, FINDING_MISSING_FIELD, keys.v->line, keys.v->column, "no key is left for `%s`; its default keys stay",
			action_rows[action].name);
		keymap_bind_defaults(&s->keymap, action);
	}
}

void settings_take_keys(struct settings *s, const struct keys *names, struct node keys)
{
	if (node_kind(keys) != VALUE_MAP) {
		finding_add(&s->faults, FINDING_WRONG_TYPE, keys.v->line, keys.v->column, "keys: a mapping of actions to keys is expected");
		return;
	}
	for (struct node n = node_first(keys); n.v; n = node_next(keys, n)) {
		const char *name = keys_name(names, n.v->key);
		int action = action_find(name);

		if (action < 0) {
			tell_unknown(s, n, name);
			continue;
		}
		s->keys[action].own = true;
		s->keys[action].line = n.v->line;
		keymap_unbind(&s->keymap, (enum action)action);
		if (node_kind(n) == VALUE_LIST)
			for (struct node item = node_first(n); item.v; item = node_next(n, item))
				bind_key(s, (enum action)action, item);
		else if (node_kind(n) != VALUE_NULL)
			bind_key(s, (enum action)action, n);
	}
	check_ways_out(s, keys);
}
