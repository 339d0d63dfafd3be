#include "theme_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding.h"
#include "keys.h"
#include "text.h"

static const struct {
	const char *name;
	uint8_t bit;
} attributes[] = {
	{"bold", THEME_BOLD},           {"dim", THEME_DIM},         {"italic", THEME_ITALIC},
	{"underline", THEME_UNDERLINE}, {"reverse", THEME_REVERSE}, {"plain", 0},
};

enum { ATTRIBUTES = sizeof attributes / sizeof *attributes, WORD_MAX = 64 };

/* One word of a style: a scalar's text between blanks. */
struct word {
	char text[WORD_MAX];
	uint32_t line, column;
};

static void report(struct parts *parts, const struct word *at, const char *what, const struct text_nearest *near)
{
	const char *best = near ? near->best : NULL;

	finding_add(parts->findings, FINDING_VOCABULARY, at->line, at->column, "%s: %s \"%s\"%s%s%s", parts->path, what,
	            at->text, best ? "; did you mean \"" : "", best ? best : "", best ? "\"?" : "");
}

static void report_kind(struct parts *parts, struct node n, const char *what)
{
	finding_add(parts->findings, FINDING_WRONG_TYPE, n.v->line, n.v->column, "%s: %s", parts->path, what);
}

/* ---- colours ------------------------------------------------------------------------------------ */

static bool parse_hex(const char *s, int32_t *rgb)
{
	size_t digits = strspn(s, "0123456789abcdefABCDEF");
	unsigned long value;

	if (s[digits] || (digits != 3 && digits != 6))
		return false;
	value = strtoul(s, NULL, 16);
	if (digits == 3)
		value = (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11;
	*rgb = (int32_t)value;
	return true;
}

static bool parse_index(const char *s, int32_t *rgb)
{
	size_t digits = strspn(s, "0123456789");
	unsigned long value = strtoul(s, NULL, 10);

	if (!digits || s[digits] || digits > 3 || value > 255)
		return false;
	*rgb = (int32_t)theme_color_rgb((int)value);
	return true;
}

/* The terminal's own names, in the order of their numbers. A theme may give each another meaning. */
static bool parse_name(const char *s, int32_t *rgb)
{
	static const char *const names[] = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"};
	bool bright = strncmp(s, "bright-", 7) == 0;

	for (int i = 0; i < 8; i++) {
		if (strcmp(names[i], s + (bright ? 7 : 0)) == 0) {
			*rgb = (int32_t)theme_color_rgb(i + (bright ? 8 : 0));
			return true;
		}
	}
	return false;
}

static bool parse_color(const struct palette *palette, const char *s, int32_t *rgb)
{
	for (int i = 0; i < palette->count; i++) {
		if (strcmp(palette->items[i].name, s) == 0) {
			*rgb = palette->items[i].rgb;
			return true;
		}
	}
	if (parse_name(s, rgb))
		return true;
	if (strcmp(s, "none") == 0) {
		*rgb = THEME_NO_COLOR;
		return true;
	}
	return *s == '#' ? parse_hex(s + 1, rgb) : parse_index(s, rgb);
}

static void name_color(struct parts *parts, struct node n, const char *name, int32_t rgb)
{
	struct palette *palette = parts->palette;
	int at = 0;

	while (at < palette->count && strcmp(palette->items[at].name, name) != 0)
		at++;
	if (at == PALETTE_MAX || strlen(name) >= PALETTE_NAME_MAX) {
		finding_add(parts->findings, FINDING_LIMIT, n.v->line, n.v->column,
		            "%s: a theme names at most %d colours, in fewer than %d bytes each", parts->path,
		            PALETTE_MAX, PALETTE_NAME_MAX);
		return;
	}
	if (at == palette->count)
		snprintf(palette->items[palette->count++].name, PALETTE_NAME_MAX, "%s", name);
	palette->items[at].rgb = rgb;
}

/* A name must not be mistaken for anything else that a style may say. */
static bool is_reserved(const char *name)
{
	int32_t rgb;

	for (int i = 0; i < ATTRIBUTES; i++)
		if (strcmp(name, attributes[i].name) == 0)
			return true;
	return strcmp(name, "on") == 0 || strcmp(name, "none") == 0 || strpbrk(name, " \t\n") || !*name
	       || parse_index(name, &rgb) || *name == '#';
}

void parts_take_colors(struct parts *parts, struct node colors)
{
	if (!colors.v)
		return;
	if (node_kind(colors) != VALUE_MAP && node_kind(colors) != VALUE_NULL)
		report_kind(parts, colors, "`colors` is a mapping of names to colours");
	for (struct node c = node_first(colors); c.v && c.v->key; c = node_next(colors, c)) {
		struct word word = {.line = c.v->line, .column = c.v->column};
		const char *name = keys_name(parts->keys, c.v->key);
		int32_t rgb;

		snprintf(word.text, sizeof word.text, "%s", is_reserved(name) ? name : node_text(c));
		if (is_reserved(name))
			report(parts, &word, "a colour can't be named", NULL);
		else if (!node_is_scalar(c) || !parse_color(parts->palette, node_text(c), &rgb))
			report(parts, &word, "a colour is \"#rrggbb\" or 0 to 255, not", NULL);
		else
			name_color(parts, c, name, rgb);
	}
}

/* ---- roles -------------------------------------------------------------------------------------- */

/* Takes the next word; false at the end. */
static bool next_word(struct node n, size_t *at, struct word *word)
{
	const char *s = node_text(n);
	size_t len;

	*at += strspn(s + *at, " \t\n");
	len = strcspn(s + *at, " \t\n");
	if (!len)
		return false;
	snprintf(word->text, sizeof word->text, "%.*s", (int)(len < WORD_MAX ? len : WORD_MAX - 1), s + *at);
	word->line = n.v->line;
	word->column = n.v->column + (uint32_t)*at + n.v->quoted;
	*at += len;
	return true;
}

static bool take_attribute(const char *word, struct theme_style *style)
{
	for (int i = 0; i < ATTRIBUTES; i++) {
		if (strcmp(word, attributes[i].name) == 0) {
			style->attrs |= attributes[i].bit;
			return true;
		}
	}
	return false;
}

static void report_word(struct parts *parts, const struct word *word, bool ground)
{
	struct text_nearest near;

	text_nearest_init(&near, word->text);
	for (int i = 0; i < parts->palette->count; i++)
		text_nearest_offer(&near, parts->palette->items[i].name);
	for (int i = 0; !ground && i < ATTRIBUTES; i++)
		text_nearest_offer(&near, attributes[i].name);
	report(parts, word, ground ? "no colour" : "no colour or attribute", &near);
}

static void take_style(struct parts *parts, struct node n, struct theme_style *out)
{
	struct theme_style style = {THEME_NO_COLOR, THEME_NO_COLOR, 0};
	struct word word;
	bool ground = false, have_fg = false;
	size_t at = 0;

	while (next_word(n, &at, &word)) {
		int32_t rgb;

		if (!ground && strcmp(word.text, "on") == 0) {
			ground = true;
		} else if (!ground && take_attribute(word.text, &style)) {
			continue;
		} else if (!parse_color(parts->palette, word.text, &rgb)) {
			report_word(parts, &word, ground);
			ground = false;
		} else if (ground) {
			style.bg = rgb;
			ground = false;
		} else if (have_fg) {
			report(parts, &word, "a second colour needs `on` before it:", NULL);
		} else {
			style.fg = rgb;
			have_fg = true;
		}
	}
	if (ground)
		report(parts, &word, "no colour after", NULL);
	*out = style;
}

void parts_take_styles(struct parts *parts, struct node styles, struct theme *theme)
{
	if (!styles.v)
		return;
	if (node_kind(styles) != VALUE_MAP && node_kind(styles) != VALUE_NULL)
		report_kind(parts, styles, "`styles` is a mapping of roles to what they look like");
	for (struct node c = node_first(styles); c.v && c.v->key; c = node_next(styles, c)) {
		const char *name = keys_name(parts->keys, c.v->key);
		enum style style = style_parse(name);

		if (style == STYLE_COUNT) {
			struct word word = {.line = c.v->line, .column = c.v->column};
			struct text_nearest near;

			snprintf(word.text, sizeof word.text, "%s", name);
			text_nearest_init(&near, name);
			for (int i = 0; i < STYLE_COUNT; i++)
				text_nearest_offer(&near, style_name((enum style)i));
			report(parts, &word, "no style", &near);
		} else if (!node_is_scalar(c)) {
			report_kind(parts, c, "a style is words: a colour, `on` a colour, attributes");
		} else {
			take_style(parts, c, &theme->styles[style]);
		}
	}
}
