#include "snapshot_format.h"

#include <string.h>

static bool same_look(const struct theme_style *a, const struct theme_style *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->attrs == b->attrs;
}

static struct theme_style look(const struct theme *theme, const struct cell *cell)
{
	return theme_look(theme, (enum style)cell->style, cell->over);
}

static void put_sgr(struct buf *out, const struct theme_style *s)
{
	static const struct {
		int attr;
		const char *code;
	} codes[] = {{THEME_BOLD, ";1"}, {THEME_DIM, ";2"}, {THEME_ITALIC, ";3"}, {THEME_UNDERLINE, ";4"}, {THEME_REVERSE, ";7"}};

	buf_adds(out, "\033[0");
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (s->attrs & codes[i].attr)
			buf_adds(out, codes[i].code);
	if (s->fg >= 0)
		buf_addf(out, ";38;2;%d;%d;%d", s->fg >> 16, s->fg >> 8 & 255, s->fg & 255);
	if (s->bg >= 0)
		buf_addf(out, ";48;2;%d;%d;%d", s->bg >> 16, s->bg >> 8 & 255, s->bg & 255);
	buf_addc(out, 'm');
}

bool snapshot_ansi(const struct canvas *c, const struct theme *theme, struct buf *out)
{
	for (int y = 0; y < c->h; y++) {
		struct theme_style now = {-2, -2, 0};

		for (int x = 0; x < c->w; x++) {
			const struct cell *cell = canvas_cell(c, x, y);
			struct theme_style s = look(theme, cell);

			if (!same_look(&s, &now))
				put_sgr(out, &s);
			now = s;
			buf_adds(out, cell->text);
		}
		buf_adds(out, "\033[0m\n");
	}
	return buf_ok(out);
}

/* Of a font of 13 pixels; its line is no higher than its frames' glyphs, so that frames have no gaps. */
enum { CELL_W = 8, CELL_H = 15, BASELINE = 12 };

static void put_escaped(struct buf *out, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '<':
			buf_adds(out, "&lt;");
			break;
		case '>':
			buf_adds(out, "&gt;");
			break;
		case '&':
			buf_adds(out, "&amp;");
			break;
		default:
			buf_addc(out, *text);
		}
}

/* Colours of a cell with reverse worked out; the theme's text colours where it names none. */
static void colours_of(const struct theme *theme, const struct theme_style *s, int *fg, int *bg)
{
	struct theme_style text = theme_look(theme, STYLE_TEXT, 0);
	bool light = theme->background == THEME_LIGHT;

	*fg = s->fg >= 0 ? s->fg : text.fg >= 0 ? text.fg : light ? 0x202020 : 0xD8D8D8;
	*bg = s->bg >= 0 ? s->bg : text.bg >= 0 ? text.bg : light ? 0xFFFFFF : 0x101418;
	if (s->attrs & THEME_REVERSE) {
		int spare = *fg;

		*fg = *bg;
		*bg = spare;
	}
}

static void put_run(struct buf *out, const struct canvas *c, const struct theme *theme, int y, int begin, int end,
	const struct theme_style *s)
{
	bool blank = true;
	int fg, bg;

	colours_of(theme, s, &fg, &bg);
	buf_addf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>", begin * CELL_W, y * CELL_H,
		(end - begin) * CELL_W, CELL_H, bg);
	for (int x = begin; x < end; x++)
		blank = blank && strcmp(canvas_cell(c, x, y)->text, " ") == 0;
	if (blank)
		return;
	/* The length is given, so that columns line up whatever font the viewer has. */
	buf_addf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s%s%s xml:space=\"preserve\">", begin * CELL_W,
		y * CELL_H + BASELINE, (end - begin) * CELL_W, fg, s->attrs & THEME_BOLD ? " font-weight=\"bold\"" : "",
		s->attrs & THEME_DIM ? " fill-opacity=\"0.7\"" : "", s->attrs & THEME_ITALIC ? " font-style=\"italic\"" : "",
		s->attrs & THEME_UNDERLINE ? " text-decoration=\"underline\"" : "");
	for (int x = begin; x < end; x++)
		put_escaped(out, canvas_cell(c, x, y)->text);
	buf_adds(out, "</text>\n");
}

bool snapshot_svg(const struct canvas *c, const struct theme *theme, struct buf *out)
{
	buf_addf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13\">\n",
		c->w * CELL_W, c->h * CELL_H, c->w * CELL_W, c->h * CELL_H);
	for (int y = 0; y < c->h; y++) {
		for (int x = 0; x < c->w;) {
			struct theme_style s = look(theme, canvas_cell(c, x, y));
			bool wide = canvas_cell(c, x, y)->width != 1;
			int end = x + 1;

			/* A wide character stands alone, so that it can't push its neighbours. */
			while (end < c->w && canvas_cell(c, end, y)->width == 0)
				end++;
			while (!wide && end < c->w && canvas_cell(c, end, y)->width == 1) {
				struct theme_style next = look(theme, canvas_cell(c, end, y));

				if (!same_look(&s, &next))
					break;
				end++;
			}
			put_run(out, c, theme, y, x, end, &s);
			x = end;
		}
	}
	buf_adds(out, "</svg>\n");
	return buf_ok(out);
}
