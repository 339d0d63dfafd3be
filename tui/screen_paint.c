#include "screen_paint.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "canvas.h"
#include "text.h"
#include "theme.h"

enum { PAIRS_MAX = 1024 };

struct ink {
	attr_t attrs;
	int pair;
	bool known;
};

static struct {
	int colors;
	uint64_t *hashes; /* of the rows as shown; NULL: all count as changed */
	int w, h;
	struct theme_style styles[STYLE_COUNT]; /* of the theme that the inks are of */
	struct ink inks[STYLE_COUNT][STYLE_COUNT + 1];
	int pair_fg[PAIRS_MAX], pair_bg[PAIRS_MAX];
	int pairs; /* in use; pair 0 is the terminal's own */
	struct theme mono;
} paint;

void paint_start(int colors)
{
	memset(&paint, 0, sizeof paint);
	paint.colors = colors;
	paint.pairs = 1;
	theme_init_mono(&paint.mono);
}

void paint_stop(void)
{
	paint_forget();
}

void paint_forget(void)
{
	free(paint.hashes);
	paint.hashes = NULL;
}

/* ---- colours ------------------------------------------------------------------------------------ */

static int pair_of(int fg, int bg)
{
	int limit = COLOR_PAIRS < PAIRS_MAX ? COLOR_PAIRS : PAIRS_MAX;

	if (fg < 0 && bg < 0)
		return 0;
	for (int i = 1; i < paint.pairs; i++)
		if (paint.pair_fg[i] == fg && paint.pair_bg[i] == bg)
			return i;
	if (paint.pairs >= limit || init_extended_pair(paint.pairs, fg, bg) == ERR)
		return 0;
	paint.pair_fg[paint.pairs] = fg;
	paint.pair_bg[paint.pairs] = bg;
	return paint.pairs++;
}

static attr_t attrs_of(uint8_t bits)
{
	return (bits & THEME_BOLD ? A_BOLD : 0) | (bits & THEME_DIM ? A_DIM : 0) | (bits & THEME_ITALIC ? A_ITALIC : 0)
		| (bits & THEME_UNDERLINE ? A_UNDERLINE : 0) | (bits & THEME_REVERSE ? A_REVERSE : 0);
}

static void mix_ink(const struct theme *theme, enum style style, int over, struct ink *ink)
{
	struct theme_shown shown = theme_show(theme, style, over, paint.colors);

	ink->attrs = attrs_of(shown.attrs);
	ink->pair = pair_of(shown.fg, shown.bg);
	ink->known = true;
}

static bool is_known(const struct theme *theme)
{
	for (int i = 0; i < STYLE_COUNT; i++) {
		const struct theme_style *a = &paint.styles[i], *b = &theme->styles[i];

		if (a->fg != b->fg || a->bg != b->bg || a->attrs != b->attrs)
			return false;
	}
	return true;
}

/* The inks are kept until the theme changes. */
static void take_theme(const struct theme *theme)
{
	if (is_known(theme))
		return;
	memcpy(paint.styles, theme->styles, sizeof paint.styles);
	memset(paint.inks, 0, sizeof paint.inks);
	paint_forget();
	paint.pairs = 1;
}

/* ---- cells -------------------------------------------------------------------------------------- */

static void put_cell(const struct cell *cell, const struct ink *ink, int x, int y)
{
	wchar_t text[CCHARW_MAX + 1];
	size_t len = strlen(cell->text), n = 0;
	int pair = ink->pair, width;
	cchar_t c;

	for (size_t i = 0, step; i < len && n < CCHARW_MAX; i += step, n++) {
		uint32_t code;

		step = text_decode(cell->text + i, len - i, &code);
		if (!step)
			break;
		text[n] = (wchar_t)code;
	}
	text[n] = L'\0';
	/* A character that curses would place otherwise than the canvas would shift the rest of its row. */
	width = wcwidth(text[0]);
	if (width != cell->width && width != 1) {
		text[0] = L'?';
		text[1] = L'\0';
	}
	if (setcchar(&c, text, ink->attrs, 0, &pair) == OK)
		mvadd_wch(y, x, &c);
	if (cell->width == 2 && width != 2 && setcchar(&c, L" ", ink->attrs, 0, &pair) == OK)
		mvadd_wch(y, x + 1, &c);
}

static void paint_row(const struct canvas *canvas, const struct theme *theme, int y, int w)
{
	for (int x = 0; x < w; x++) {
		const struct cell *cell = canvas_cell(canvas, x, y);
		struct ink *ink = &paint.inks[cell->style][cell->over];

		if (cell->width == 0)
			continue;
		if (!ink->known)
			mix_ink(theme, (enum style)cell->style, cell->over, ink);
		if (cell->width == 2 && x + 1 >= w) {
			const struct cell edge = {.text = " ", .width = 1};

			put_cell(&edge, ink, x, y);
			continue;
		}
		put_cell(cell, ink, x, y);
	}
}

static bool remember_size(int w, int h)
{
	if (paint.hashes && paint.w == w && paint.h == h)
		return true;
	paint_forget();
	paint.w = w;
	paint.h = h;
	return false;
}

void paint_rows(const struct canvas *canvas, const struct theme *theme, int w, int h)
{
	bool known;

	/* Without colours a theme that tells roles apart by colour would not tell them at all. */
	if (!paint.colors)
		theme = &paint.mono;
	take_theme(theme);
	w = canvas->w < w ? canvas->w : w;
	h = canvas->h < h ? canvas->h : h;
	known = remember_size(w, h);
	/* Without memory for them every row counts as changed, always. */
	if (!known) {
		paint.hashes = calloc((size_t)h, sizeof *paint.hashes);
		erase();
	}
	for (int y = 0; y < h; y++) {
		uint64_t hash = canvas_row_hash(canvas, y);

		if (known && paint.hashes[y] == hash)
			continue;
		paint_row(canvas, theme, y, w);
		if (paint.hashes)
			paint.hashes[y] = hash;
	}
}
