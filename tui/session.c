#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "layout.h"
#include "reader.h"
#include "text.h"

enum { LINES_MOST = 1 << 20 };

static const char *const place_words[PLACE_WORDS] = {[PLACE_AT] = "at", [PLACE_TOP] = "top", [PLACE_COLUMN] = "column",
	[PLACE_FIRST] = "first"};

/* The texts of a session with their names in the file: reading and writing walk them. */
static const struct text_row {
	const char *name;
	size_t offset;
} texts[] = {
	{"query", offsetof(struct session, place.query)},
	{"record", offsetof(struct session, place.record)},
	{"compiler", offsetof(struct session, place.compiler)},
	{"document", offsetof(struct session, place.document)},
	{"view", offsetof(struct session, view)},
	{"about", offsetof(struct session, about)},
	{"search", offsetof(struct session, search)},
	{"theme", offsetof(struct session, theme)},
	{"theme_setting", offsetof(struct session, theme_setting)},
};

enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static char **text_at(struct session *s, const struct text_row *row)
{
	return (char **)(void *)((char *)s + row->offset);
}

void session_init(struct session *s)
{
	memset(s, 0, sizeof *s);
}

void session_release(struct session *s)
{
	place_release(&s->place);
	pane_place_release(&s->reading);
	free(s->view);
	free(s->about);
	free(s->search);
	for (int i = 0; i < PLACE_PANES; i++)
		free(s->arrangements[i]);
	free(s->marks);
	free(s->theme);
	free(s->theme_setting);
	session_init(s);
}

/* ---- writing ---- */

/* What a terminal could take for more than text is not kept; no name that anybody gave has it. */
static bool is_plain(const char *text, size_t len)
{
	uint32_t code;

	for (size_t i = 0, n; i < len; i += n) {
		n = text_decode(text + i, len - i, &code);
		if (!n || code < 0x20 || (code >= 0x7f && code < 0xa0))
			return false;
	}
	return true;
}

static void add_text(struct buf *out, const char *text, size_t len)
{
	json_string(out, text, is_plain(text, len) ? len : 0);
}

/* Lines as a list. */
static void add_lines(struct buf *out, const char *lines, int most)
{
	buf_addc(out, '[');
	for (int i = 0; lines && *lines && i < most; i++) {
		size_t len = strcspn(lines, "\n");

		buf_adds(out, i ? ", " : "");
		add_text(out, lines, len);
		lines += len + (lines[len] == '\n');
	}
	buf_addc(out, ']');
}

static void add_place(struct buf *out, const struct pane_place *place)
{
	buf_addc(out, '{');
	for (int i = 0; i < PLACE_WORDS; i++)
		if (place->words[i]) {
			buf_addf(out, "%s: ", place_words[i]);
			add_text(out, place->words[i], strlen(place->words[i]));
			buf_adds(out, ", ");
		}
	buf_addf(out, "nth: %d, below: %d, apart: %s}", place->nth, place->below, place->apart ? "yes" : "no");
}

void session_print(const struct session *s, const char *roots, struct buf *out)
{
	buf_addf(out, "# Where kernatlas was left. It is read at the next start and written anew at its end; it may be deleted.\nsession: %d\nroots: ",
		SESSION_VERSION);
	add_lines(out, roots, LINES_MOST);
	for (int i = 0; i < TEXT_COUNT; i++) {
		const char *text = *text_at((struct session *)s, &texts[i]);

		buf_addf(out, "\n%s: ", texts[i].name);
		add_text(out, text ? text : "", text ? strlen(text) : 0);
	}
	buf_addf(out, "\nfocus: %s\nzoom: %s\ndocument_place: ", pane_id_name((enum pane_id)s->place.pane), s->place.zoom ? "yes" : "no");
	add_place(out, &s->place.reading);
	buf_adds(out, "\nview_place: ");
	add_place(out, &s->reading);
	buf_adds(out, "\nmarks: ");
	add_lines(out, s->marks, SESSION_MARKS_MAX);
	buf_adds(out, "\npanes:\n");
	for (int i = 0; i < PLACE_PANES; i++) {
		buf_addf(out, "  %s:\n    place: ", pane_id_name((enum pane_id)i));
		add_place(out, &s->place.panes[i]);
		buf_adds(out, "\n    arranged: ");
		add_lines(out, s->arrangements[i], LINES_MOST);
		buf_addc(out, '\n');
	}
}

/* ---- reading ---- */

struct parse {
	struct keys *keys;
	bool memory, hostile;
};

static struct node get(struct parse *p, struct node map, const char *name)
{
	return node_kind(map) == VALUE_MAP ? node_get(map, keys_find(p->keys, name, strlen(name))) : (struct node){0};
}

/* A copy of a text, "" for what is none. */
static char *take_text(struct parse *p, struct node n)
{
	char *text = strdup(node_text(n));

	p->hostile = p->hostile || !is_plain(node_text(n), node_len(n));
	p->memory = p->memory || !text;
	return text;
}

static char *take_lines(struct parse *p, struct node list)
{
	struct buf lines;
	char *text;

	buf_init(&lines);
	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		p->hostile = p->hostile || !is_plain(node_text(n), node_len(n));
		buf_addf(&lines, "%s%s", lines.len ? "\n" : "", node_text(n));
	}
	text = buf_steal(&lines);
	p->memory = p->memory || !text;
	return text;
}

static int take_number(struct parse *p, struct node map, const char *name)
{
	double number;

	return node_number(get(p, map, name), &number) && number >= 0 && number <= 1e6 ? (int)number : 0;
}

static bool take_yes(struct parse *p, struct node map, const char *name)
{
	bool yes;

	return node_boolean(get(p, map, name), &yes) && yes;
}

static void take_place(struct parse *p, struct node map, struct pane_place *place)
{
	for (int i = 0; i < PLACE_WORDS; i++) {
		struct node word = get(p, map, place_words[i]);

		if (node_is_scalar(word))
			place->words[i] = take_text(p, word);
	}
	place->nth = take_number(p, map, "nth");
	place->below = take_number(p, map, "below");
	place->apart = take_yes(p, map, "apart");
}

static void take_all(struct parse *p, struct node root, struct session *s)
{
	struct node panes = get(p, root, "panes");

	for (int i = 0; i < TEXT_COUNT; i++)
		*text_at(s, &texts[i]) = take_text(p, get(p, root, texts[i].name));
	s->place.pane = (int)pane_id_by_name(node_text(get(p, root, "focus")));
	s->place.zoom = take_yes(p, root, "zoom");
	take_place(p, get(p, root, "document_place"), &s->place.reading);
	take_place(p, get(p, root, "view_place"), &s->reading);
	s->marks = take_lines(p, get(p, root, "marks"));
	for (int i = 0; i < PLACE_PANES; i++) {
		struct node pane = get(p, panes, pane_id_name((enum pane_id)i));

		take_place(p, get(p, pane, "place"), &s->place.panes[i]);
		s->arrangements[i] = take_lines(p, get(p, pane, "arranged"));
	}
}

static bool has_roots(struct parse *p, struct node root, const char *roots)
{
	char *lines = take_lines(p, get(p, root, "roots"));
	bool same = lines && strcmp(lines, roots) == 0;

	free(lines);
	return same;
}

/* NULL where it is a session; else why it is none. */
static const char *take_unit(struct parse *p, const struct unit *unit, const char *roots, struct session *s)
{
	struct node root = unit->value_count ? (struct node){unit, &unit->values[0]} : (struct node){0};
	double version;

	if (!unit->clean || !node_number(get(p, root, "session"), &version))
		return "it is damaged";
	if (version != SESSION_VERSION)
		return "it is of another version";
	if (!has_roots(p, root, roots))
		return p->memory ? "out of memory" : p->hostile ? "it has control characters in it" : "it is of other records";
	take_all(p, root, s);
	return p->memory ? "out of memory" : p->hostile ? "it has control characters in it" : NULL;
}

bool session_parse(struct session *s, const char *roots, const char *bytes, size_t len, const char **why)
{
	struct parse p = {.keys = keys_new()};
	struct reader *reader = p.keys ? reader_new(p.keys) : NULL;
	struct unit *unit = reader ? reader_yaml(reader, "session", bytes, len) : NULL;

	*why = unit ? take_unit(&p, unit, roots, s) : "out of memory";
	if (*why)
		session_release(s);
	unit_unref(unit);
	reader_free(reader);
	keys_unref(p.keys);
	return !*why;
}
