#include "prompt.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

void prompt_init(struct prompt *p)
{
	memset(p, 0, sizeof *p);
}

void prompt_release(struct prompt *p)
{
	for (int i = 0; i < p->history_count; i++)
		free(p->history[i]);
	prompt_init(p);
}

void prompt_set(struct prompt *p, const char *text)
{
	p->len = p->at = 0;
	p->text[0] = '\0';
	prompt_insert(p, text, strlen(text));
	p->history_at = p->history_count;
}

void prompt_remember(struct prompt *p)
{
	char *copy;

	if (!p->len || (p->history_count && strcmp(p->history[p->history_count - 1], p->text) == 0))
		return;
	copy = strdup(p->text);
	if (!copy)
		return;
	if (p->history_count == PROMPT_HISTORY) {
		free(p->history[0]);
		memmove(p->history, p->history + 1, (PROMPT_HISTORY - 1) * sizeof *p->history);
		p->history_count--;
	}
	p->history[p->history_count++] = copy;
	p->history_at = p->history_count;
}

bool prompt_insert(struct prompt *p, const char *text, size_t len)
{
	size_t valid = text_valid_prefix(text, len);

	if (p->len + valid >= sizeof p->text)
		return false;
	memmove(p->text + p->at + valid, p->text + p->at, p->len - p->at + 1);
	for (size_t i = 0; i < valid; i++)
		p->text[p->at + i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7F ? ' ' : text[i];
	p->at += valid;
	p->len += valid;
	return true;
}

static void remove_bytes(struct prompt *p, size_t begin, size_t end)
{
	memmove(p->text + begin, p->text + end, p->len - end + 1);
	p->len -= end - begin;
	p->at = begin;
}

void prompt_replace(struct prompt *p, size_t from, const char *text)
{
	remove_bytes(p, from < p->at ? from : p->at, p->at);
	prompt_insert(p, text, strlen(text));
}

static size_t before(const struct prompt *p, size_t at)
{
	while (at > 0 && ((unsigned char)p->text[--at] & 0xC0) == 0x80)
		;
	return at;
}

static size_t after(const struct prompt *p, size_t at)
{
	if (at < p->len)
		at++;
	while (at < p->len && ((unsigned char)p->text[at] & 0xC0) == 0x80)
		at++;
	return at;
}

static size_t word_before(const struct prompt *p)
{
	size_t at = p->at;

	while (at > 0 && p->text[at - 1] == ' ')
		at--;
	while (at > 0 && p->text[at - 1] != ' ')
		at--;
	return at;
}

static size_t word_after(const struct prompt *p)
{
	size_t at = p->at;

	while (at < p->len && p->text[at] == ' ')
		at++;
	while (at < p->len && p->text[at] != ' ')
		at++;
	return at;
}

static void walk_history(struct prompt *p, int by)
{
	int to = p->history_at + by;

	if (to < 0 || to > p->history_count)
		return;
	if (p->history_at == p->history_count)
		memcpy(p->kept, p->text, p->len + 1);
	prompt_set(p, to == p->history_count ? p->kept : p->history[to]);
	p->history_at = to;
}

static bool control_key(struct prompt *p, uint32_t key)
{
	switch (key) {
	case 'a':
		p->at = 0;
		return true;
	case 'e':
		p->at = p->len;
		return true;
	case 'b':
		p->at = before(p, p->at);
		return true;
	case 'f':
		p->at = after(p, p->at);
		return true;
	case 'd':
		remove_bytes(p, p->at, after(p, p->at));
		return true;
	case 'h':
		remove_bytes(p, before(p, p->at), p->at);
		return true;
	case 'w':
		remove_bytes(p, word_before(p), p->at);
		return true;
	case 'u':
		remove_bytes(p, 0, p->at);
		return true;
	case 'k':
		p->len = p->at;
		p->text[p->at] = '\0';
		return true;
	case 'p':
		walk_history(p, -1);
		return true;
	case 'n':
		walk_history(p, 1);
		return true;
	default:
		return false;
	}
}

static bool special_key(struct prompt *p, const struct event *event)
{
	switch (event->key) {
	case EKEY_LEFT:
		p->at = event->ctrl ? word_before(p) : before(p, p->at);
		return true;
	case EKEY_RIGHT:
		p->at = event->ctrl ? word_after(p) : after(p, p->at);
		return true;
	case EKEY_HOME:
		p->at = 0;
		return true;
	case EKEY_END:
		p->at = p->len;
		return true;
	case EKEY_DELETE:
		remove_bytes(p, p->at, after(p, p->at));
		return true;
	case EKEY_BACKSPACE:
		remove_bytes(p, before(p, p->at), p->at);
		return true;
	case EKEY_UP:
		walk_history(p, -1);
		return true;
	case EKEY_DOWN:
		walk_history(p, 1);
		return true;
	default:
		return false;
	}
}

bool prompt_key(struct prompt *p, const struct event *event, bool *changed)
{
	char bytes[4];
	char old[PROMPT_MAX];
	bool taken;

	memcpy(old, p->text, p->len + 1);
	if (event->key >= 0x110000)
		taken = special_key(p, event);
	else if (event->ctrl)
		taken = control_key(p, event->key);
	else
		taken = !event->alt && event->key >= ' ' && prompt_insert(p, bytes, text_encode(event->key, bytes));
	*changed = strcmp(old, p->text) != 0;
	return taken;
}

/* Scrolled by whole characters until the cursor has a cell of its own: the first byte shown. */
static size_t first_shown(const struct prompt *p, int width)
{
	size_t begin = 0;

	while (begin < p->at && text_width(p->text + begin, p->at - begin) > width - 1)
		begin = after(p, begin);
	return begin;
}

void prompt_draw(const struct prompt *p, struct canvas *c, struct area a, enum style style)
{
	size_t begin = first_shown(p, a.w);

	canvas_text(c, a, 0, 0, style, p->text + begin, p->len - begin, -1);
	c->cursor_x = a.x + text_width(p->text + begin, p->at - begin);
	c->cursor_y = a.y;
}

int prompt_cell(const struct prompt *p, int width, int column)
{
	size_t begin = first_shown(p, width), at = 0;
	int cell;

	while (--column > 0 && at < p->len)
		at = after(p, at);
	if (at < begin)
		return -1;
	cell = text_width(p->text + begin, at - begin);
	return cell < width ? cell : -1;
}
