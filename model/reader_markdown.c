/* A Markdown file as a record of type `doc`: its front matter's fields, then id and title where it gives none, and the
 * text itself as `body`, so that searching and links treat documents as they treat records. */
#include <string.h>

#include "document.h"
#include "reader_internal.h"

static bool has_child(struct reader *r, uint32_t map, const char *name)
{
	struct scratch *s = reader_scratch(r);
	uint16_t key = reader_key(r, name, strlen(name));

	/* The map is still open: its children reach to the end of what is built. */
	for (uint32_t i = map + 1; i < s->count; i += value_span(&s->values[i]))
		if (s->values[i].key == key)
			return true;
	return false;
}

static void add_text(struct reader *r, const char *name, const char *text, size_t len, size_t line)
{
	scratch_scalar(reader_scratch(r), reader_key(r, name, strlen(name)), VALUE_TEXT, true, text, len, line, 1);
}

/* The text of the first line that is a level-one heading; false where there is none. */
static bool first_heading(const char *body, size_t len, const char **title, size_t *title_len)
{
	for (size_t at = 0; at < len;) {
		const char *end = memchr(body + at, '\n', len - at);
		size_t stop = end ? (size_t)(end - body) : len;

		if (stop - at > 2 && body[at] == '#' && body[at + 1] == ' ') {
			*title = body + at + 2;
			*title_len = stop - at - 2;
			while (*title_len && strchr(" \r#", (*title)[*title_len - 1]))
				--*title_len;
			return *title_len > 0;
		}
		at = stop + 1;
	}
	return false;
}

void reader_add_tail(struct reader *r, uint32_t index, const struct reader_tail *tail)
{
	const char *slash = strrchr(tail->path, '/');
	const char *name = slash ? slash + 1 : tail->path;
	const char *title;
	size_t len = strlen(name);

	if (reader_scratch(r)->failed)
		return;
	if (len > 3 && strcmp(name + len - 3, ".md") == 0)
		len -= 3;
	if (!has_child(r, index, "id"))
		add_text(r, "id", name, len, 1);
	if (!has_child(r, index, "type"))
		add_text(r, "type", "doc", 3, 1);
	if (!has_child(r, index, "title")) {
		size_t title_len;

		if (first_heading(tail->body, tail->body_len, &title, &title_len))
			add_text(r, "title", title, title_len, tail->body_line);
		else
			add_text(r, "title", name, len, 1);
	}
	add_text(r, "body", tail->body, tail->body_len, tail->body_line);
}

struct unit *reader_markdown(struct reader *r, const char *path, const char *bytes, size_t len)
{
	struct scratch *s = reader_scratch(r);
	struct reader_tail tail = {.path = path};
	size_t yaml_begin, yaml_len, body_begin;
	int body_line;
	bool clean = true;
	struct unit *unit;

	scratch_clear(s);
	if (!reader_prepare(r, path, &bytes, &len))
		return NULL;
	document_front_matter(bytes, len, &yaml_begin, &yaml_len, &body_begin, &body_line);
	tail.body = bytes + body_begin;
	tail.body_len = len - body_begin;
	tail.body_line = (size_t)body_line;
	if (yaml_len)
		clean = reader_events(r, bytes + yaml_begin, yaml_len, 1, &tail);
	if (!s->record_count) {
		/* No front matter, or one that can't be read: the text is worth showing all the same. */
		uint32_t map = scratch_open(s, KEY_NONE, VALUE_MAP, 1, 1);

		if (map != SCRATCH_NONE) {
			reader_add_tail(r, map, &tail);
			scratch_close(s, map);
			scratch_record(s, map);
		}
	}
	unit = scratch_unit(s, path);
	if (unit) {
		unit->clean = clean;
		unit->markdown = true;
	}
	return unit;
}
