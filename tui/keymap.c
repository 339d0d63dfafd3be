#include "keymap.h"

#include <string.h>

#include "buf.h"
#include "text.h"

const struct action_row action_rows[ACTION_COUNT] = {
#define ACTION(id, name, keys, group, help) [ACTION_##id] = {name, keys, group, help},
	ACTIONS(ACTION)
#undef ACTION
};

/* The first name of a key is the one that is printed. */
static const struct {
	const char *name;
	uint32_t key;
} key_names[] = {
	{"Up", EKEY_UP}, {"Down", EKEY_DOWN}, {"Left", EKEY_LEFT}, {"Right", EKEY_RIGHT}, {"Home", EKEY_HOME}, {"End", EKEY_END},
	{"PageUp", EKEY_PAGE_UP}, {"PPage", EKEY_PAGE_UP}, {"PgUp", EKEY_PAGE_UP}, {"PageDown", EKEY_PAGE_DOWN},
	{"NPage", EKEY_PAGE_DOWN}, {"PgDn", EKEY_PAGE_DOWN}, {"Insert", EKEY_INSERT}, {"IC", EKEY_INSERT}, {"Delete", EKEY_DELETE},
	{"DC", EKEY_DELETE}, {"BSpace", EKEY_BACKSPACE}, {"Backspace", EKEY_BACKSPACE}, {"Enter", EKEY_ENTER}, {"Escape", EKEY_ESCAPE},
	{"Tab", EKEY_TAB}, {"BTab", EKEY_BACK_TAB}, {"Space", ' '}, {"F1", EKEY_F1}, {"F2", EKEY_F2}, {"F3", EKEY_F3}, {"F4", EKEY_F4},
	{"F5", EKEY_F5}, {"F6", EKEY_F6}, {"F7", EKEY_F7}, {"F8", EKEY_F8}, {"F9", EKEY_F9}, {"F10", EKEY_F10}, {"F11", EKEY_F11},
	{"F12", EKEY_F12},
};

bool key_parse(const char *name, size_t len, struct event *event)
{
	uint32_t code;

	memset(event, 0, sizeof *event);
	event->kind = EVENT_KEY;
	while (len > 2 && name[1] == '-' && (name[0] == 'C' || name[0] == 'M')) {
		event->ctrl = event->ctrl || name[0] == 'C';
		event->alt = event->alt || name[0] == 'M';
		name += 2;
		len -= 2;
	}
	for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
		if (strlen(key_names[i].name) == len && memcmp(key_names[i].name, name, len) == 0) {
			event->key = key_names[i].key;
			return true;
		}
	if (!len || text_decode(name, len, &code) != len || code < 0x21)
		return false;
	event->key = code;
	return true;
}

void key_print(const struct event *event, struct buf *out)
{
	char text[5] = "";

	buf_adds(out, event->ctrl ? "C-" : "");
	buf_adds(out, event->alt ? "M-" : "");
	for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
		if (key_names[i].key == event->key) {
			buf_adds(out, key_names[i].name);
			return;
		}
	text[text_encode(event->key, text)] = '\0';
	text_show(out, text, strlen(text), -1);
}

struct keymap_key keymap_key_of(const struct event *event)
{
	return (struct keymap_key){event->key, event->ctrl, event->alt};
}

void keymap_print_keys(const struct keymap_key *keys, int count, struct buf *out)
{
	for (int i = 0; i < count; i++) {
		struct event event = {.kind = EVENT_KEY, .key = keys[i].key, .ctrl = keys[i].ctrl, .alt = keys[i].alt};

		buf_adds(out, i ? " " : "");
		key_print(&event, out);
	}
}

void keymap_print(const struct keymap *map, enum action action, struct buf *out)
{
	bool first = true, several = false;

	for (int i = 0; i < map->count; i++)
		several = several || (map->bindings[i].action == action && map->bindings[i].count > 1);
	for (int i = 0; i < map->count; i++) {
		const struct keymap_binding *b = &map->bindings[i];

		if (b->action != action)
			continue;
		buf_adds(out, first ? "" : several ? ", " : " ");
		keymap_print_keys(b->keys, b->count, out);
		first = false;
	}
}

/* ---- binding ---- */

bool keymap_parse(const char *text, size_t len, struct keymap_binding *b)
{
	struct event event;
	size_t at = 0;

	b->count = 0;
	while (at < len) {
		size_t end = at;

		while (end < len && text[end] != ' ')
			end++;
		if (end > at) {
			if (b->count == KEYMAP_KEYS || !key_parse(text + at, end - at, &event))
				return false;
			b->keys[b->count++] = keymap_key_of(&event);
		}
		at = end + 1;
	}
	for (int i = 0; b->count > 1 && i < b->count; i++)
		if (b->keys[i].key == EKEY_ESCAPE)
			return false;
	return b->count > 0;
}

static bool is_same(struct keymap_key a, struct keymap_key b)
{
	return a.key == b.key && a.ctrl == b.ctrl && a.alt == b.alt;
}

bool keymap_begins(const struct keymap_binding *b, const struct keymap_key *keys, int count)
{
	for (int i = 0; i < count; i++)
		if (i == b->count || !is_same(b->keys[i], keys[i]))
			return false;
	return true;
}

const struct keymap_binding *keymap_clash(const struct keymap *map, const struct keymap_binding *b, int *at)
{
	while (*at < map->count) {
		const struct keymap_binding *other = &map->bindings[(*at)++];

		if (keymap_begins(other, b->keys, b->count) || keymap_begins(b, other->keys, other->count))
			return other;
	}
	return NULL;
}

void keymap_bind(struct keymap *map, const struct keymap_binding *b)
{
	int at = 0;

	/* The others keep their order, in which they are told. */
	while (keymap_clash(map, b, &at)) {
		at--;
		memmove(&map->bindings[at], &map->bindings[at + 1], (size_t)(--map->count - at) * sizeof *map->bindings);
	}
	if (map->count < KEYMAP_MAX)
		map->bindings[map->count++] = *b;
}

void keymap_unbind(struct keymap *map, enum action action)
{
	int kept = 0;

	for (int i = 0; i < map->count; i++)
		if (map->bindings[i].action != action)
			map->bindings[kept++] = map->bindings[i];
	map->count = kept;
}

bool keymap_has(const struct keymap *map, enum action action)
{
	for (int i = 0; i < map->count; i++)
		if (map->bindings[i].action == action)
			return true;
	return false;
}

void keymap_init(struct keymap *map)
{
	map->count = 0;
	for (int action = 0; action < ACTION_COUNT; action++)
		keymap_bind_defaults(map, (enum action)action);
}

void keymap_bind_defaults(struct keymap *map, enum action action)
{
	const char *keys = action_rows[action].keys;

	while (*keys) {
		size_t len = strcspn(keys, " ");
		struct keymap_binding b = {.action = action};

		if (keymap_parse(keys, len, &b))
			keymap_bind(map, &b);
		keys += len + (keys[len] == ' ');
	}
}

/* ---- asking ---- */

enum keymap_answer keymap_take(const struct keymap *map, const struct keymap_key *keys, int count, enum action *action)
{
	for (int i = 0; i < map->count; i++) {
		const struct keymap_binding *b = &map->bindings[i];

		if (!keymap_begins(b, keys, count))
			continue;
		*action = b->action;
		return b->count == count ? KEYMAP_ACTION : KEYMAP_WAITS;
	}
	return KEYMAP_NOTHING;
}

enum action keymap_action(const struct keymap *map, const struct event *event)
{
	struct keymap_key key = keymap_key_of(event);
	enum action action = ACTION_NONE;

	return event->kind == EVENT_KEY && keymap_take(map, &key, 1, &action) == KEYMAP_ACTION ? action : ACTION_NONE;
}
