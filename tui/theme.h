/* Themes: which colours and attributes each role has.
 *
 * A theme is a YAML file of one mapping:
 *
 *	name: dusk
 *	title: Dusk
 *	background: dark            # dark, light or any: for which rooms it is made
 *	extends: dark               # optional: what is not said here is taken from there
 *	colors:
 *	  ink: "#d0d0d0"            # or a number from 0 to 255 of xterm's palette, or black, red … bright-white
 *	styles:
 *	  text: "ink on #101010"    # any of: a colour, `on` a colour, `none`, bold dim italic underline reverse
 *	  heading: bold
 *
 * A role that names no colour is drawn in those of `text`; what lies over a cell keeps the cell's where it names none.
 * `plain` is the attribute of a role that has none. A colour without quotes would be a comment after a blank. */
#ifndef KERNATLAS_THEME_H
#define KERNATLAS_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "style.h"

struct error;
struct finding_list;

enum { THEME_BOLD = 1, THEME_DIM = 2, THEME_ITALIC = 4, THEME_UNDERLINE = 8, THEME_REVERSE = 16 };
enum { THEME_NO_COLOR = -1 };
enum theme_background { THEME_ANY, THEME_DARK, THEME_LIGHT };

struct theme_style {
	int32_t fg, bg; /* 0xRRGGBB or THEME_NO_COLOR */
	uint8_t attrs;
};

struct theme {
	char name[64];
	char title[128];
	enum theme_background background;
	struct theme_style styles[STYLE_COUNT];
};

/* ---- reading ------------------------------------------------------------------------------------ */

/* The theme that is compiled in: attributes alone. */
void theme_init_mono(struct theme *theme);
/* Loads NAME.yaml from the first of the folders that has it; a name with a "/" is a path. A theme that extends its own
 * name means that of a later folder: so one may change a shipped one and keep its name. What is wrong inside a theme
 * becomes findings ("PATH: …", with line and column) and the rest is used. False with the mono theme in `theme` when
 * there is no such theme or it can't be read; the error then suggests a name. */
bool theme_load(struct theme *theme, const char *name, const char *const *folders, int n,
	struct finding_list *findings, struct error *err);
/* The same for the bytes of a file. */
bool theme_parse(struct theme *theme, const char *path, const char *bytes, size_t len, const char *const *folders,
	int n, struct finding_list *findings, struct error *err);
/* The names of the themes in the folders, sorted, each once, "mono" always with them, NULL at the end; to be freed with
 * theme_list_free(). NULL when memory ends. */
char **theme_list(const char *const *folders, int n);
void theme_list_free(char **names);

/* ---- colours ------------------------------------------------------------------------------------ */

/* What a role looks like, with what lies over it (`over`: enum style + 1, or 0). */
struct theme_style theme_look(const struct theme *theme, enum style style, int over);

/* What a terminal shows of a role: numbers of its colours (see theme_color_index), -1 for its own. */
struct theme_shown {
	int fg, bg;
	uint8_t attrs;
};
/* The same for a terminal of so many colours. Where so few are left that the role would look like ordinary text, or a bar
 * like what it lies on, attributes tell it. */
struct theme_shown theme_show(const struct theme *theme, enum style style, int over, int colors);

/* WCAG 2.1's contrast ratio of two colours, 1 to 21. */
double theme_contrast(uint32_t a, uint32_t b);
/* How far colours look apart (OKLab, Björn Ottosson 2020; white to black is 1). */
double theme_distance(uint32_t a, uint32_t b);
/* The RGB value of one of xterm's 256 colours. */
uint32_t theme_color_rgb(int index);
/* The nearest colour of a terminal with that many: its number; the colour itself with 1 << 24; -1 below 8. */
int theme_color_index(uint32_t rgb, int colors);
/* The nearest one that can still be read on the terminal's colour `back`, as well as `rgb` can on `on`. */
int theme_color_index_on(uint32_t rgb, uint32_t on, int back, int colors);

#endif
