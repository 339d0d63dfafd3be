/* The shipped themes: every role has its look, and what must be told apart can be: on terminals of few colours, without
 * colours, and by eyes that see fewer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "corpus.h"
#include "error.h"
#include "finding.h"
#include "matrix.h"
#include "tui/theme.h"

#include <math.h>

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (int)(sizeof(a) / sizeof *(a))

static const char *const folders[] = {"themes"};

/* Roles of one kind, which stand beside each other. Those with a glyph are told by it as well. */
struct kind {
	const char *name;
	enum style styles[5];
	int count;
	bool glyphs;
};

static const struct kind kinds[] = {
	{"statuses", {STYLE_VERIFIED, STYLE_DRAFT, STYLE_CONTESTED, STYLE_DEPRECATED}, 4, true},
	{"cells", {STYLE_CELL_LISTED, STYLE_CELL_PORT, STYLE_CELL_STAND_IN, STYLE_CELL_NONE}, 4, true},
	{"claims", {STYLE_CLAIM_TRUE, STYLE_CLAIM_FALSE}, 2, true},
	{"links", {STYLE_TEXT, STYLE_LINK, STYLE_LINK_HERE, STYLE_LINK_DEAD}, 4, false},
	{"frames", {STYLE_BORDER, STYLE_BORDER_FOCUS}, 2, false},
	{"titles", {STYLE_TITLE, STYLE_TITLE_FOCUS}, 2, false},
	{"text and headings", {STYLE_TEXT, STYLE_DIM, STYLE_HEADING}, 3, false},
	{"text and finds", {STYLE_TEXT, STYLE_MATCH}, 2, false},
};

static void load(struct theme *theme, const char *name)
{
	struct finding_list findings;
	struct error err = {0};

	finding_list_init(&findings);
	if (!theme_load(theme, name, folders, 1, &findings, &err))
		fail_msg("%s", err.message);
	if (findings.count)
		fail_msg("%s: %s", name, findings.items[0].message);
	finding_list_release(&findings);
}

static void for_each_theme(void (*check)(const struct theme *theme))
{
	char **names = theme_list(folders, 1);

	assert_non_null(names);
	for (char **name = names; *name; name++) {
		struct theme theme;

		load(&theme, *name);
		check(&theme);
	}
	theme_list_free(names);
}

/* ---- completeness ------------------------------------------------------------------------------- */

static void check_complete(const struct theme *theme)
{
	const struct theme_style *text = &theme->styles[STYLE_TEXT];

	if (strcmp(theme->name, "mono") == 0)
		return;
	if (text->fg < 0 || text->bg < 0)
		fail_msg("%s: text has no colour or no ground", theme->name);
	if (theme->background == THEME_ANY)
		fail_msg("%s does not say for which rooms it is", theme->name);
	for (int i = 0; i < STYLE_COUNT; i++)
		if (theme->styles[i].fg < 0 && theme->styles[i].bg < 0)
			fail_msg("%s: nothing is said of %s", theme->name, style_name((enum style)i));
}

static void every_role_has_its_look(void **state)
{
	(void)state;
	for_each_theme(check_complete);
}

static void check_room(const struct theme *theme)
{
	uint32_t ground;

	if (theme->background == THEME_ANY)
		return;
	ground = (uint32_t)theme->styles[STYLE_TEXT].bg;
	assert_int_equal(theme_contrast(ground, 0) > theme_contrast(ground, 0xFFFFFF), theme->background == THEME_LIGHT);
}

static void dark_themes_are_dark_and_light_ones_light(void **state)
{
	static const char *const shipped[] = {"dark", "light", "high-contrast", "projector", "colour-blind",
	                                      "colour-blind-light", "warm", "warm-light", "cool", "mono"};
	struct theme theme;

	(void)state;
	for_each_theme(check_room);
	for (int i = 0; i < COUNT(shipped); i++)
		load(&theme, shipped[i]);
	load(&theme, "projector");
	assert_int_equal(theme.background, THEME_LIGHT);
	assert_true(theme.styles[STYLE_TEXT].attrs & THEME_BOLD);
}

/* ---- few colours -------------------------------------------------------------------------------- */

static bool same(struct theme_shown a, struct theme_shown b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attrs == b.attrs;
}

static void check_apart(const struct theme *theme, int colors)
{
	for (int k = 0; k < COUNT(kinds); k++) {
		for (int i = 0; i < kinds[k].count && !kinds[k].glyphs; i++) {
			struct theme_shown a = theme_show(theme, kinds[k].styles[i], 0, colors);

			for (int j = 0; j < i; j++) {
				if (same(a, theme_show(theme, kinds[k].styles[j], 0, colors)))
					fail_msg("%s: with %d colours %s looks like %s", theme->name, colors,
					         style_name(kinds[k].styles[i]), style_name(kinds[k].styles[j]));
			}
		}
	}
}

static void check_apart_everywhere(const struct theme *theme)
{
	static const int colors[] = {8, 16, 256, 1 << 24};

	for (int i = 0; i < COUNT(colors); i++)
		check_apart(theme, colors[i]);
}

/* Where no glyph tells, colours or attributes do, with any number of colours; in mono, attributes alone. */
static void roles_without_a_glyph_are_told_by_their_look(void **state)
{
	(void)state;
	for_each_theme(check_apart_everywhere);
}

/* With 256 colours the statuses keep colours of their own. */
static void check_statuses(const struct theme *theme)
{
	const struct kind *statuses = &kinds[0];

	if (strcmp(theme->name, "mono") == 0)
		return;
	for (int i = 0; i < statuses->count; i++)
		for (int j = 0; j < i; j++) {
			if (same(theme_show(theme, statuses->styles[i], 0, 256), theme_show(theme, statuses->styles[j], 0, 256)))
				fail_msg("%s: with 256 colours %s looks like %s", theme->name, style_name(statuses->styles[i]),
				         style_name(statuses->styles[j]));
		}
}

static void statuses_keep_colours_of_their_own(void **state)
{
	(void)state;
	for_each_theme(check_statuses);
}

/* Selected, idle and plain rows are three things, however few the colours. */
static void check_rows(const struct theme *theme)
{
	static const int colors[] = {0, 8, 16, 256, 1 << 24};

	for (int i = 0; i < COUNT(colors); i++) {
		struct theme_shown text, here, idle;
		struct theme mono;

		theme_init_mono(&mono);
		/* Without colours, mono is what is shown whatever the theme. */
		text = theme_show(colors[i] ? theme : &mono, STYLE_TEXT, 0, colors[i]);
		here = theme_show(colors[i] ? theme : &mono, STYLE_TEXT, STYLE_SELECTION + 1, colors[i]);
		idle = theme_show(colors[i] ? theme : &mono, STYLE_TEXT, STYLE_SELECTION_IDLE + 1, colors[i]);
		if (same(text, here) || same(text, idle) || same(here, idle))
			fail_msg("%s: with %d colours a selected row can't be told", theme->name, colors[i]);
	}
}

static void a_selected_row_is_seen_with_any_colours(void **state)
{
	(void)state;
	for_each_theme(check_rows);
}

static void glyphs_differ(const char *what, const char *(*glyph)(const void *of, int i), const void *of, int count)
{
	for (int i = 0; i < count; i++) {
		assert_true(*glyph(of, i));
		for (int j = 0; j < i; j++)
			if (strcmp(glyph(of, i), glyph(of, j)) == 0)
				fail_msg("two %s have the glyph %s", what, glyph(of, i));
	}
}

static const char *status_glyph(const void *vocabulary, int i)
{
	return ((const struct vocabulary *)vocabulary)->values[i].glyph;
}

static const char *cell_glyph(const void *none, int i)
{
	(void)none;
	return cell_state_glyph((enum cell_state)i);
}

static void statuses_and_cells_have_glyphs_of_their_own(void **state)
{
	static const char *const roots[] = {"records"};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = 20261201};
	struct corpus *corpus = corpus_load(&options, NULL);
	const struct vocabulary *v;

	(void)state;
	assert_non_null(corpus);
	v = schema_vocabulary_find(corpus->schema, "status");
	assert_non_null(v);
	assert_true(v->count >= 4);
	glyphs_differ("statuses", status_glyph, v, v->count);
	glyphs_differ("cells", cell_glyph, NULL, CELL_STATE_COUNT);
	corpus_free(corpus);
}

/* ---- eyes --------------------------------------------------------------------------------------- */

/* How colours look to eyes without cones of one kind: Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
static const double deficiencies[][3][3] = {
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};
static const char *const deficiency_names[] = {"protan", "deutan", "tritan"};

static double to_linear(uint32_t part)
{
	double c = part / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static uint32_t from_linear(double c)
{
	c = c < 0 ? 0 : c > 1 ? 1 : c;
	c = c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055;
	return (uint32_t)(c * 255 + 0.5);
}

static uint32_t seen(uint32_t rgb, int deficiency)
{
	double in[3] = {to_linear(rgb >> 16), to_linear(rgb >> 8 & 255), to_linear(rgb & 255)};
	uint32_t out = 0;

	for (int i = 0; i < 3; i++) {
		const double *row = deficiencies[deficiency][i];

		out = out << 8 | from_linear(row[0] * in[0] + row[1] * in[1] + row[2] * in[2]);
	}
	return out;
}

/* The nearest two of a kind, seen so; in OKLab, where white to black is 1. */
static double nearest_pair(const struct theme *theme, const struct kind *kind, int deficiency)
{
	double least = 1;

	for (int i = 0; i < kind->count; i++)
		for (int j = 0; j < i; j++) {
			uint32_t a = (uint32_t)theme_look(theme, kind->styles[i], 0).fg;
			uint32_t b = (uint32_t)theme_look(theme, kind->styles[j], 0).fg;
			double distance = theme_distance(seen(a, deficiency), seen(b, deficiency));

			least = distance < least ? distance : least;
		}
	return least;
}

static void colour_blind_themes_keep_kinds_apart(void **state)
{
	static const char *const names[] = {"colour-blind", "colour-blind-light"};
	struct theme theme;

	(void)state;
	/* White and grey stay what they are, for all eyes; red and green come near one another for two. */
	for (int d = 0; d < 3; d++)
		assert_true(theme_distance(seen(0xFFFFFF, d), 0xFFFFFF) < 0.01);
	assert_true(theme_distance(0xA05050, 0x508050) > 3 * theme_distance(seen(0xA05050, 1), seen(0x508050, 1)));
	for (int n = 0; n < COUNT(names); n++) {
		load(&theme, names[n]);
		for (int k = 0; k < COUNT(kinds); k++)
			for (int d = 0; d < 3 && kinds[k].glyphs; d++) {
				double distance = nearest_pair(&theme, &kinds[k], d);

				if (distance < 0.08)
					fail_msg("%s: two %s are only %.3f apart for %s eyes", theme.name, kinds[k].name, distance,
					         deficiency_names[d]);
			}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(every_role_has_its_look), T(dark_themes_are_dark_and_light_ones_light),
		T(roles_without_a_glyph_are_told_by_their_look), T(statuses_keep_colours_of_their_own),
		T(a_selected_row_is_seen_with_any_colours), T(statuses_and_cells_have_glyphs_of_their_own),
		T(colour_blind_themes_keep_kinds_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
