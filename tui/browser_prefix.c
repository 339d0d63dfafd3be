/* A key that begins longer ones waits: what may follow is shown, Escape or a key that does not follow cancels. There is no
 * clock in it, so that nothing depends on how fast one types. */
#include <string.h>

#include "browser_state.h"
#include "text.h"

static void say_cancelled(struct browser *b, const struct event *event)
{
	struct buf keys;

	buf_init(&keys);
	keymap_print_keys(b->prefix, b->prefix_count, &keys);
	if (event->key == EKEY_ESCAPE)
		browser_say(b, STYLE_MESSAGE, "%s: cancelled", keys.data);
	else
		browser_say(b, STYLE_WARNING, "%s stands for nothing", keys.data);
	buf_release(&keys);
}

enum action browser_prefix_take(struct browser *b, const struct event *event)
{
	enum action action = ACTION_NONE;
	enum keymap_answer answer;
	bool waited = b->prefix_count > 0;

	if (waited && event->key == EKEY_ESCAPE) {
		say_cancelled(b, event);
		b->prefix_count = 0;
		return ACTION_NONE;
	}
	/* No binding is longer: what waits has room for one key more. */
	b->prefix[b->prefix_count++] = keymap_key_of(event);
	answer = keymap_take(&b->keymap, b->prefix, b->prefix_count, &action);
	if (answer == KEYMAP_WAITS)
		return ACTION_NONE;
	if (answer == KEYMAP_NOTHING && waited)
		say_cancelled(b, event);
	b->prefix_count = 0;
	return answer == KEYMAP_ACTION ? action : ACTION_NONE;
}

/* ---- what may follow ---- */

/* Whether a binding before this one goes on with the same key. */
static bool was_shown(const struct browser *b, int index)
{
	const struct keymap_binding *here = &b->keymap.bindings[index];

	for (int i = 0; i < index; i++)
		if (keymap_begins(&b->keymap.bindings[i], here->keys, b->prefix_count + 1))
			return true;
	return false;
}

/* One line: the next key, and what it does or how many go on with it. */
static void add_line(const struct browser *b, int index, struct buf *key, struct buf *words)
{
	const struct keymap_binding *here = &b->keymap.bindings[index];
	int more = 0;

	keymap_print_keys(&here->keys[b->prefix_count], 1, key);
	if (here->count == b->prefix_count + 1) {
		buf_addf(words, "%s: %s", action_rows[here->action].name, action_rows[here->action].help);
		return;
	}
	for (int i = 0; i < b->keymap.count; i++)
		more += keymap_begins(&b->keymap.bindings[i], here->keys, b->prefix_count + 1);
	buf_addf(words, "… %d more behind it", more);
}

void browser_prefix_paint(struct browser *b)
{
	enum { KEY_WIDTH = 10 };
	int shown[KEYMAP_MAX], count = 0, rows, most = b->canvas.h - 4;
	struct area frame, inside;

	for (int i = 0; i < b->keymap.count; i++)
		if (keymap_begins(&b->keymap.bindings[i], b->prefix, b->prefix_count) && !was_shown(b, i))
			shown[count++] = i;
	rows = count > most ? most : count;
	frame = (struct area){0, b->canvas.h - rows - 3, b->canvas.w, rows + 2};
	inside = layout_inside(frame);
	canvas_fill(&b->canvas, frame, STYLE_TEXT);
	canvas_frame(&b->canvas, frame, STYLE_BORDER_FOCUS);
	for (int y = 0; y < rows; y++) {
		struct buf key, words;

		if (y == rows - 1 && rows < count) {
			canvas_printf(&b->canvas, inside, 1, y, STYLE_DIM, "… %d more", count - rows + 1);
			break;
		}
		buf_init(&key);
		buf_init(&words);
		add_line(b, shown[y], &key, &words);
		canvas_text(&b->canvas, inside, 1, y, STYLE_KEY, key.data, key.len, KEY_WIDTH - 1);
		canvas_text(&b->canvas, inside, 1 + KEY_WIDTH, y, STYLE_TEXT, words.data, words.len, inside.w - KEY_WIDTH - 2);
		buf_release(&key);
		buf_release(&words);
	}
}

void browser_prefix_say(const struct browser *b, struct buf *out)
{
	keymap_print_keys(b->prefix, b->prefix_count, out);
	buf_adds(out, " waits for the next key; Escape cancels");
}
