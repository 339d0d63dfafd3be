/* Help of linear mode: how lines are read, then every command, from the tables that run them. */
#include <string.h>

#include "linear_internal.h"

static void tell_action(struct linear *l, enum action action)
{
	const char *argument = linear_action_argument(action);
	struct buf keys;

	if (!linear_has_action(action)) {
		linear_say(l, "Command %s, not meant here: %s", action_rows[action].name, linear_action_meaning(action));
		return;
	}
	buf_init(&keys);
	/* Digits choose from a list here. */
	if (action < ACTION_PANE_1 || action > ACTION_PANE_5)
		keymap_print(&l->b.keymap, action, &keys);
	l->failed = l->failed || !buf_ok(&keys);
	linear_say(l, "Command %s%s%s%s%s: %s", action_rows[action].name, *argument ? " " : "", argument, keys.len ? ", key " : "", keys.data,
		linear_action_meaning(action));
	buf_release(&keys);
}

static void tell_word(struct linear *l, const struct linear_word *word)
{
	if (word->action != ACTION_NONE)
		linear_say(l, "Command %s: the same as %s", word->word, action_rows[word->action].name);
	else
		linear_say(l, "Command %s", word->help);
}

static void tell_all(struct linear *l)
{
	static const char *const rules[] = {
		"A line is a command. A number chooses from the last list; [7] behind a text is a link that 7 follows.",
		"A command is its name, its key in the browser, or another word for it, with what it is to act on behind it.",
		"Examples: filter backend:cuda. open triton. edit confidence 0.6. compare triton tilelang.",
		"A line that begins with / is a filter. Nothing is saved before yes. The end of the input leaves, as quit does.",
	};

	linear_choices_clear(l);
	linear_say(l, "Help: reading and reviewing by lines");
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		linear_say(l, "%s", rules[i]);
	for (const struct linear_word *word = linear_words_table; word->word; word++)
		tell_word(l, word);
	for (int i = 0; i < ACTION_COUNT; i++) {
		if (i == 0 || strcmp(action_rows[i].group, action_rows[i - 1].group) != 0)
			linear_say(l, "Heading: %s", action_rows[i].group);
		tell_action(l, (enum action)i);
	}
	linear_say(l, "Heading: Queries");
	for (const struct query_help *row = query_help; row->form; row++)
		linear_say(l, "Query %s: %s", row->form, row->meaning);
}

void linear_help(struct linear *l, const char *name)
{
	enum action action;
	const struct linear_word *word;

	if (!*name) {
		tell_all(l);
		return;
	}
	if (!linear_command(l, name, strlen(name), &action, &word)) {
		linear_say(l, "Error: no command %s; help lists them.", name);
		return;
	}
	if (word)
		tell_word(l, word);
	if (action != ACTION_NONE)
		tell_action(l, action);
}
