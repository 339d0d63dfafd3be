/* Keys and their names, and which action a key, or several pressed one after another, stands for. Names are those of tmux: "a",
 * "C-o", "M-x", "Enter", "F1"; several with a space between: "g d". No binding begins another, so that a key either acts or
 * waits for the next, without a clock. */
#ifndef KERNATLAS_KEYMAP_H
#define KERNATLAS_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "action.h"
#include "event.h"

struct buf;

enum { KEYMAP_MAX = 256, KEYMAP_KEYS = 4 };

struct keymap_key {
	uint32_t key;
	bool ctrl, alt;
};

struct keymap_binding {
	struct keymap_key keys[KEYMAP_KEYS];
	int count; /* of keys */
	enum action action;
};

struct keymap {
	struct keymap_binding bindings[KEYMAP_MAX];
	int count;
};

/* The default keys of the action list. */
void keymap_init(struct keymap *map);
/* The action that one key stands for by itself; ACTION_NONE. */
enum action keymap_action(const struct keymap *map, const struct event *event);
/* What the keys pressed so far stand for. */
enum keymap_answer { KEYMAP_NOTHING, KEYMAP_ACTION, KEYMAP_WAITS };
enum keymap_answer keymap_take(const struct keymap *map, const struct keymap_key *keys, int count, enum action *action);
/* Whether a binding begins with these keys. */
bool keymap_begins(const struct keymap_binding *b, const struct keymap_key *keys, int count);
struct keymap_key keymap_key_of(const struct event *event);

/* Reads a binding's keys. False for what names none, for more than KEYMAP_KEYS, and for Escape among several: it cancels. */
bool keymap_parse(const char *text, size_t len, struct keymap_binding *b);
/* A binding, from `*at` on, of which one begins the other, the same keys too; NULL. `*at` is where to go on. */
const struct keymap_binding *keymap_clash(const struct keymap *map, const struct keymap_binding *b, int *at);
/* Binds; whatever clashes gives way. */
void keymap_bind(struct keymap *map, const struct keymap_binding *b);
/* Binds an action's default keys beside those it has. */
void keymap_bind_defaults(struct keymap *map, enum action action);
/* Takes all keys of an action away. */
void keymap_unbind(struct keymap *map, enum action action);
bool keymap_has(const struct keymap *map, enum action action);

/* Reads one key's name into an event of kind EVENT_KEY. False when it names none. */
bool key_parse(const char *name, size_t len, struct event *event);
void key_print(const struct event *event, struct buf *out);
void keymap_print_keys(const struct keymap_key *keys, int count, struct buf *out);
/* Appends the keys of an action, spaces between; commas, where one of them is several keys. */
void keymap_print(const struct keymap *map, enum action action, struct buf *out);

#endif
