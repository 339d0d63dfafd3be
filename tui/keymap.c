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

void keymap_print(const struct keymap *map, enum action action, struct buf *out)
{
	bool first = true;

	for (int i = 0; i < map->count; i++) {
		const struct keymap_binding *b = &map->bindings[i];
		struct event key = {.kind = EVENT_KEY, .key = b->key, .ctrl = b->ctrl, .alt = b->alt};

		if (b->action != action)
			continue;
		buf_adds(out, first ? "" : " ");
		key_print(&key, out);
		first = false;
	}
}

void keymap_init(struct keymap *map)
{
	map->count = 0;
	for (int action = 0; action < ACTION_COUNT; action++) {
		const char *keys = action_rows[action].keys;

		while (*keys) {
			size_t len = strcspn(keys, " ");
			struct event event;

			if (map->count < KEYMAP_MAX && key_parse(keys, len, &event))
				map->bindings[map->count++] =
					(struct keymap_binding){event.key, event.ctrl, event.alt, (enum action)action};
			keys += len + (keys[len] == ' ');
		}
	}
}

enum action keymap_action(const struct keymap *map, const struct event *event)
{
	if (event->kind != EVENT_KEY)
		return ACTION_NONE;
	for (int i = 0; i < map->count; i++) {
		const struct keymap_binding *b = &map->bindings[i];

		if (b->key == event->key && b->ctrl == event->ctrl && b->alt == event->alt)
			return b->action;
	}
	return ACTION_NONE;
}
