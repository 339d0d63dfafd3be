/* Keys and their names, and which action a key stands for. Names are those of tmux: "a", "C-o", "M-x", "Enter", "F1". */
#ifndef KERNATLAS_KEYMAP_H
#define KERNATLAS_KEYMAP_H

#include <stddef.h>

#include "action.h"
#include "event.h"

struct buf;

struct keymap_binding {
	uint32_t key;
	bool ctrl, alt;
	enum action action;
};

enum { KEYMAP_MAX = 256 };

struct keymap {
	struct keymap_binding bindings[KEYMAP_MAX];
	int count;
};

/* The default keys of the action list. */
void keymap_init(struct keymap *map);
enum action keymap_action(const struct keymap *map, const struct event *event);

/* Reads one key's name into an event of kind EVENT_KEY. False when it names none. */
bool key_parse(const char *name, size_t len, struct event *event);
void key_print(const struct event *event, struct buf *out);
/* Appends the keys of an action, spaces between. */
void keymap_print(const struct keymap *map, enum action action, struct buf *out);

#endif
