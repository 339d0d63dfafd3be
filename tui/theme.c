/* The theme that is compiled in, and how roles combine. */
#include "theme.h"

#include <stdio.h>
#include <string.h>

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

struct theme_style theme_look(const struct theme *theme, enum style style, int over)
{
	struct theme_style look = theme->styles[style];
	const struct theme_style *text = &theme->styles[STYLE_TEXT];

	if (over > 0 && over <= STYLE_COUNT) {
		const struct theme_style *top = &theme->styles[over - 1];

		if (top->fg != THEME_NO_COLOR)
			look.fg = top->fg;
		if (top->bg != THEME_NO_COLOR)
			look.bg = top->bg;
		/* Reversed twice would look like not at all. */
		look.attrs |= top->attrs;
		/* A bar must not be fainter than what it marks. */
		if (top->attrs & (THEME_REVERSE | THEME_BOLD))
			look.attrs &= (uint8_t)~THEME_DIM;
	}
	if (look.fg == THEME_NO_COLOR)
		look.fg = text->fg;
	if (look.bg == THEME_NO_COLOR)
		look.bg = text->bg;
	return look;
}
