/* The theme that is compiled in, and how roles combine. */
#include "theme.h"

#include <stdio.h>
#include <string.h>

/* The contrast that words need (WCAG 2.1, 1.4.3). */
static const double READABLE = 4.5;

static const uint8_t mono_attrs[STYLE_COUNT] = {
	[STYLE_DIM] = THEME_DIM,
	[STYLE_STRONG] = THEME_BOLD,
	[STYLE_EMPHASIS] = THEME_UNDERLINE,
	[STYLE_HEADING] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_LINK] = THEME_UNDERLINE,
	[STYLE_LINK_HERE] = THEME_UNDERLINE | THEME_REVERSE,
	[STYLE_LINK_DEAD] = THEME_DIM | THEME_UNDERLINE,
	[STYLE_QUOTE] = THEME_DIM,
	[STYLE_BORDER] = THEME_DIM,
	[STYLE_BORDER_FOCUS] = THEME_BOLD,
	[STYLE_TITLE_FOCUS] = THEME_BOLD | THEME_REVERSE,
	[STYLE_SELECTION] = THEME_REVERSE,
	[STYLE_SELECTION_IDLE] = THEME_UNDERLINE,
	[STYLE_MARKED] = THEME_BOLD,
	[STYLE_MATCH] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_KEY] = THEME_BOLD,
	[STYLE_MESSAGE] = THEME_BOLD,
	[STYLE_WARNING] = THEME_BOLD,
	[STYLE_ERROR] = THEME_BOLD | THEME_REVERSE,
	[STYLE_CONTESTED] = THEME_BOLD,
	[STYLE_DEPRECATED] = THEME_DIM,
	[STYLE_DRAFT] = THEME_DIM,
	[STYLE_DERIVED] = THEME_DIM,
	[STYLE_CELL_NONE] = THEME_DIM,
	[STYLE_CLAIM_FALSE] = THEME_BOLD,
	[STYLE_FAMILY_DSL] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_FAMILY_TEMPLATE] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_FAMILY_GRAPH] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_FAMILY_INFRASTRUCTURE] = THEME_BOLD | THEME_UNDERLINE,
	[STYLE_BIG] = THEME_BOLD,
};

void theme_init_mono(struct theme *theme)
{
	memset(theme, 0, sizeof *theme);
	snprintf(theme->name, sizeof theme->name, "mono");
	snprintf(theme->title, sizeof theme->title, "Attributes alone");
	for (int i = 0; i < STYLE_COUNT; i++)
		theme->styles[i] = (struct theme_style){THEME_NO_COLOR, THEME_NO_COLOR, mono_attrs[i]};
}

static double contrast_of(int32_t fg, int32_t bg)
{
	/* The terminal's own colours are not known; they are taken to be readable. */
	return fg < 0 || bg < 0 ? READABLE : theme_contrast((uint32_t)fg, (uint32_t)bg);
}

/* A role's own colour may vanish on the bar that lies over it (dark on a light link under a dark bar), or the bar's on
 * the role's ground: then the ordinary text's takes its place. */
static void lay_over(struct theme_style *look, const struct theme_style *top, const struct theme_style *text)
{
	bool fg = top->fg != THEME_NO_COLOR, bg = top->bg != THEME_NO_COLOR;

	if (fg)
		look->fg = top->fg;
	if (bg)
		look->bg = top->bg;
	if (contrast_of(look->fg, look->bg) < READABLE) {
		if (bg && !fg && contrast_of(text->fg, look->bg) > contrast_of(look->fg, look->bg))
			look->fg = text->fg;
		else if (fg && !bg && contrast_of(look->fg, text->bg) > contrast_of(look->fg, look->bg))
			look->bg = text->bg;
	}
	look->attrs |= top->attrs;
	/* A bar must not be fainter than what it marks. */
	if (top->attrs & (THEME_REVERSE | THEME_BOLD))
		look->attrs &= (uint8_t)~THEME_DIM;
}

struct theme_style theme_look(const struct theme *theme, enum style style, int over)
{
	struct theme_style look = theme->styles[style];
	const struct theme_style *text = &theme->styles[STYLE_TEXT];

	if (look.fg == THEME_NO_COLOR)
		look.fg = text->fg;
	if (look.bg == THEME_NO_COLOR)
		look.bg = text->bg;
	if (over > 0 && over <= STYLE_COUNT)
		lay_over(&look, &theme->styles[over - 1], text);
	return look;
}

static struct theme_shown mapped(const struct theme_style *look, int colors)
{
	struct theme_shown shown = {-1, -1, look->attrs};

	if (look->bg != THEME_NO_COLOR)
		shown.bg = theme_color_index((uint32_t)look->bg, colors);
	if (look->fg != THEME_NO_COLOR)
		shown.fg = theme_color_index_on((uint32_t)look->fg, look->bg < 0 ? 0 : (uint32_t)look->bg, shown.bg, colors);
	return shown;
}

struct theme_shown theme_show(const struct theme *theme, enum style style, int over, int colors)
{
	struct theme_style look = theme_look(theme, style, over), under = theme_look(theme, style, 0);
	struct theme_shown shown = mapped(&look, colors);

	if (colors >= 256)
		return shown;
	if (!over && style != STYLE_TEXT) {
		struct theme_style text = theme_look(theme, STYLE_TEXT, 0);
		struct theme_shown plain = mapped(&text, colors);

		if (shown.fg == plain.fg && shown.bg == plain.bg && shown.attrs == plain.attrs)
			shown.attrs |= mono_attrs[style];
	}
	if (over && look.bg != under.bg && look.bg != THEME_NO_COLOR && under.bg != THEME_NO_COLOR
		&& shown.bg == theme_color_index((uint32_t)under.bg, colors))
		shown.attrs ^= THEME_REVERSE;
	return shown;
}
