/* Themes: what a file gives each role, what is said of mistakes, how colours are mapped, and that words can be read. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "finding.h"
#include "tui/theme.h"

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (sizeof(a) / sizeof *(a))

static const char *const folders[] = {"themes"};
static struct finding_list findings;
static struct theme theme;
static struct error err;

/* Parses a theme; true where the whole was understood. */
static bool parse(const char *yaml)
{
	finding_list_clear(&findings);
	error_clear(&err);
	return theme_parse(&theme, "t.yaml", yaml, strlen(yaml), folders, 1, &findings, &err) && findings.count == 0;
}

static void assert_found(const char *yaml, uint32_t line, uint32_t column, const char *says)
{
	assert_false(parse(yaml));
	if (findings.count != 1)
		fail_msg("%zu findings, not one, of:\n%s", findings.count, yaml);
	if (!strstr(findings.items[0].message, says))
		fail_msg("\"%s\" does not say \"%s\"", findings.items[0].message, says);
	assert_int_equal(findings.items[0].line, line);
	assert_int_equal(findings.items[0].column, column);
}

static void a_style_has_colours_and_attributes(void **state)
{
	const struct theme_style *s;

	(void)state;
	assert_true(parse("name: dusk\ntitle: At Dusk\nbackground: dark\n"
	                  "colors: {ink: \"#d0e0F0\", wall: 16, pale: \"#abc\"}\n"
	                  "styles:\n  text: ink on wall\n  heading: bold underline pale\n  dim: none on 231\n"
	                  "  key: 'on #102030 reverse'\n"));
	assert_string_equal(theme.name, "dusk");
	assert_string_equal(theme.title, "At Dusk");
	assert_int_equal(theme.background, THEME_DARK);
	s = theme.styles;
	assert_int_equal(s[STYLE_TEXT].fg, 0xD0E0F0);
	assert_int_equal(s[STYLE_TEXT].bg, 0x000000);
	assert_int_equal(s[STYLE_HEADING].fg, 0xAABBCC);
	assert_int_equal(s[STYLE_HEADING].attrs, THEME_BOLD | THEME_UNDERLINE);
	assert_int_equal(s[STYLE_DIM].bg, 0xFFFFFF);
	assert_int_equal(s[STYLE_KEY].fg, THEME_NO_COLOR);
	assert_int_equal(s[STYLE_KEY].bg, 0x102030);
	assert_int_equal(s[STYLE_KEY].attrs, THEME_REVERSE);
}

static void what_is_not_said_is_as_in_the_base(void **state)
{
	struct theme base;

	(void)state;
	assert_true(theme_load(&base, "dark", folders, 1, &findings, &err));
	assert_true(parse("extends: dark\ncolors: {ground: \"#000000\"}\nstyles: {dim: green italic}\n"));
	assert_string_equal(theme.name, "t");
	assert_int_equal(theme.background, THEME_DARK);
	assert_int_equal(theme.styles[STYLE_TEXT].bg, 0); /* the base's role follows the new meaning of its colour */
	assert_int_equal(theme.styles[STYLE_TEXT].fg, base.styles[STYLE_TEXT].fg);
	assert_int_equal(theme.styles[STYLE_DIM].fg, base.styles[STYLE_VERIFIED].fg);
	assert_int_equal(theme.styles[STYLE_DIM].attrs, THEME_ITALIC);
	/* Member by member: what lies between them is nobody's. */
	assert_int_equal(theme.styles[STYLE_BIG].fg, base.styles[STYLE_BIG].fg);
	assert_int_equal(theme.styles[STYLE_BIG].bg, base.styles[STYLE_BIG].bg);
	assert_int_equal(theme.styles[STYLE_BIG].attrs, base.styles[STYLE_BIG].attrs);
}

static void mistakes_are_named_with_their_place(void **state)
{
	(void)state;
	assert_found("styles:\n  heding: bold\n", 2, 11, "no style \"heding\"; did you mean \"heading\"?");
	assert_found("colors: {amber: \"#ffaa00\"}\nstyles:\n  key: bold ambr\n", 3, 13, "did you mean \"amber\"?");
	assert_found("styles:\n  key: \"bold on bold\"\n", 2, 17, "no colour \"bold\"");
	assert_found("styles:\n  key: \"bold blod\"\n", 2, 14, "did you mean \"bold\"?");
	assert_found("styles: {key: 256}\n", 1, 15, "\"256\"");
	assert_found("styles: {key: \"1 2\"}\n", 1, 18, "needs `on`");
	assert_found("styles: {key: \"1 on\"}\n", 1, 18, "no colour after \"on\"");
	assert_found("styles: {key: [1]}\n", 1, 15, "a style is words");
	assert_found("styles: [key]\n", 1, 9, "`styles` is a mapping");
	assert_found("colors: {bold: 3}\n", 1, 16, "can't be named \"bold\"");
	assert_found("colors: {a: \"#12345\"}\n", 1, 13, "\"#12345\"");
	assert_found("background: drak\n", 1, 13, "dark, light or any");
	assert_found("style: {key: bold}\n", 1, 8, "did you mean `styles`?");
	assert_found("extends: drak\n", 1, 10, "did you mean \"dark\"?");
	assert_found("styles: {key: bold}\nstyles: {dim: dim}\n", 2, 9, "t.yaml: ");
}

static void the_rest_of_a_theme_with_mistakes_is_used(void **state)
{
	(void)state;
	assert_false(parse("styles:\n  key: bold\n  nothing: bold\n  link: wrong underline\n"));
	assert_int_equal(findings.count, 2);
	assert_int_equal(theme.styles[STYLE_KEY].attrs, THEME_BOLD);
	assert_int_equal(theme.styles[STYLE_LINK].attrs, THEME_UNDERLINE);
}

static void what_is_no_theme_leaves_mono(void **state)
{
	static const char *const files[] = {"", "- a\n", "word", "\xFF\xFE", "{", "a: &x [*x]\n"};
	struct theme mono;

	(void)state;
	theme_init_mono(&mono);
	for (size_t i = 0; i < COUNT(files); i++) {
		parse(files[i]);
		assert_memory_equal(theme.styles, mono.styles, sizeof mono.styles);
	}
	assert_false(parse("- a\n"));
	assert_non_null(strstr(err.message, "t.yaml: a theme is a mapping"));
}

static void colours_have_the_terminals_names_too(void **state)
{
	(void)state;
	assert_true(parse("colors: {red: \"#123456\"}\nstyles: {key: red on bright-blue, dim: black on white}\n"));
	assert_int_equal(theme.styles[STYLE_KEY].fg, 0x123456); /* the theme's own comes first */
	assert_int_equal(theme.styles[STYLE_KEY].bg, theme_color_rgb(12));
	assert_int_equal(theme.styles[STYLE_DIM].fg, 0);
	assert_int_equal(theme.styles[STYLE_DIM].bg, theme_color_rgb(7));
	assert_found("styles: {key: bright-}\n", 1, 15, "no colour or attribute \"bright-\"");
}

/* The user's own `light` that changes one colour of the shipped one. */
static void a_theme_may_extend_its_own_name_of_a_later_folder(void **state)
{
	char folder[] = "/tmp/themes-XXXXXX", path[64];
	const char *places[2] = {folder, "themes"};
	struct theme shipped;
	FILE *file;

	(void)state;
	assert_true(theme_load(&shipped, "light", folders, 1, &findings, &err));
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/light.yaml", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("extends: light\ncolors: {ground: '#fff0e0'}\n", file);
	fclose(file);
	finding_list_clear(&findings);
	assert_true(theme_load(&theme, "light", places, 2, &findings, &err));
	assert_int_equal(findings.count, 0);
	assert_int_equal(theme.styles[STYLE_TEXT].bg, 0xFFF0E0);
	assert_int_equal(theme.styles[STYLE_TEXT].fg, shipped.styles[STYLE_TEXT].fg);
	unlink(path);
	rmdir(folder);
}

static void themes_that_extend_in_a_circle_end(void **state)
{
	char folder[] = "/tmp/themes-XXXXXX", path[64];
	const char *places[2];
	FILE *file;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/round.yaml", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("extends: round\nstyles: {key: bold}\n", file);
	fclose(file);
	places[0] = folder;
	places[1] = "themes";
	finding_list_clear(&findings);
	assert_true(theme_load(&theme, "round", places, 2, &findings, &err));
	assert_int_equal(findings.count, 1);
	assert_non_null(strstr(findings.items[0].message, "circle"));
	unlink(path);
	rmdir(folder);
}

static void a_missing_theme_is_an_error_with_a_suggestion(void **state)
{
	(void)state;
	assert_false(theme_load(&theme, "ligth", folders, 1, &findings, &err));
	assert_string_equal(err.message, "no theme \"ligth\"; did you mean \"light\"?");
	assert_false(theme_load(&theme, "zzzzzzzz", folders, 1, &findings, &err));
	assert_non_null(strstr(err.message, "there are "));
	assert_false(theme_load(&theme, "../themes/nothing.yaml", folders, 1, &findings, &err));
	assert_non_null(strstr(err.message, "can't read"));
	assert_string_equal(theme.name, "mono");
	assert_true(theme_load(&theme, "themes/dark.yaml", NULL, 0, &findings, &err));
	assert_string_equal(theme.name, "dark");
}

static void mono_needs_no_file_and_its_file_says_the_same(void **state)
{
	struct theme file;

	(void)state;
	finding_list_clear(&findings);
	assert_true(theme_load(&theme, "mono", NULL, 0, &findings, &err));
	assert_true(theme_load(&file, "mono", folders, 1, &findings, &err));
	assert_string_equal(file.title, theme.title);
	for (int i = 0; i < STYLE_COUNT; i++) {
		assert_int_equal(file.styles[i].attrs, theme.styles[i].attrs);
		assert_int_equal(file.styles[i].fg, THEME_NO_COLOR);
		assert_int_equal(file.styles[i].bg, THEME_NO_COLOR);
	}
}

static void names_are_listed_once_and_sorted(void **state)
{
	const char *const twice[] = {"themes", "/nonexistent", "themes"};
	char **names = theme_list(twice, 3);
	int count = 0;

	(void)state;
	assert_non_null(names);
	for (; names[count]; count++)
		if (count)
			assert_true(strcmp(names[count - 1], names[count]) < 0);
	assert_true(count >= 8);
	theme_list_free(names);
	names = theme_list(NULL, 0);
	assert_non_null(names);
	assert_string_equal(names[0], "mono");
	assert_null(names[1]);
	theme_list_free(names);
}

/* Frames are no words; 3:1 is enough for them (WCAG 2.1, 1.4.11). */
static double wanted_contrast(enum style style)
{
	if (style == STYLE_BORDER)
		return 3;
	return strcmp(theme.name, "high-contrast") == 0 ? 7 : 4.5;
}

static void check_readable(enum style style, int over)
{
	struct theme_style look = theme_look(&theme, style, over);
	double contrast;

	if (look.fg < 0 && look.bg < 0)
		return;
	assert_true(look.fg >= 0 && look.bg >= 0);
	contrast = theme_contrast((uint32_t)look.fg, (uint32_t)look.bg);
	if (contrast < wanted_contrast(style))
		fail_msg("%s: %s under %s has a contrast of %.2f", theme.name, style_name(style),
		         over ? style_name((enum style)(over - 1)) : "nothing", contrast);
}

static void words_can_be_read_in_every_theme(void **state)
{
	static const enum style overs[] = {STYLE_SELECTION, STYLE_SELECTION_IDLE, STYLE_MARKED, STYLE_MATCH,
	                                   STYLE_LINK_HERE};
	char **names = theme_list(folders, 1);

	(void)state;
	assert_non_null(names);
	for (char **name = names; *name; name++) {
		finding_list_clear(&findings);
		if (!theme_load(&theme, *name, folders, 1, &findings, &err))
			fail_msg("%s", err.message);
		if (findings.count)
			fail_msg("%s", findings.items[0].message);
		assert_string_equal(theme.name, *name);
		for (int i = 0; i < STYLE_COUNT; i++) {
			check_readable((enum style)i, 0);
			for (size_t k = 0; k < COUNT(overs); k++)
				check_readable((enum style)i, overs[k] + 1);
		}
	}
	theme_list_free(names);
}

/* Mapped to fewer colours, words must not vanish in their ground. */
static void words_can_be_read_on_terminals_of_few_colours(void **state)
{
	static const int colors[] = {8, 16, 256};
	char **names = theme_list(folders, 1);

	(void)state;
	assert_non_null(names);
	for (char **name = names; *name; name++) {
		assert_true(theme_load(&theme, *name, folders, 1, &findings, &err));
		for (int i = 0; i < STYLE_COUNT * (int)COUNT(colors); i++) {
			struct theme_style look = theme_look(&theme, (enum style)(i / 3), STYLE_SELECTION + 1);
			int bg, fg;

			if (look.fg < 0)
				continue;
			bg = theme_color_index((uint32_t)look.bg, colors[i % 3]);
			fg = theme_color_index_on((uint32_t)look.fg, (uint32_t)look.bg, bg, colors[i % 3]);
			assert_in_range(fg, 0, colors[i % 3] - 1);
			if (theme_contrast(theme_color_rgb(fg), theme_color_rgb(bg)) < 3)
				fail_msg("%s: %s on %d colours is %d on %d", *name, style_name((enum style)(i / 3)),
				         colors[i % 3], fg, bg);
		}
	}
	theme_list_free(names);
}

static void colours_are_mapped_to_what_the_terminal_has(void **state)
{
	(void)state;
	assert_int_equal(theme_color_index(0x123456, 1 << 24), 0x123456);
	assert_int_equal(theme_color_index(0x000003, 1 << 24), 0); /* would be the palette's yellow */
	assert_int_equal(theme_color_index(0xFF0000, 256), 196);
	assert_int_equal(theme_color_index(0x000000, 256), 16);
	assert_int_equal(theme_color_index(0x767676, 256), 243);
	assert_int_equal(theme_color_index(0xFFFFFF, 16), 15);
	assert_int_equal(theme_color_index(0x00FF00, 16), 10);
	assert_int_equal(theme_color_index(0xC01010, 8), 1);
	assert_int_equal(theme_color_index(0xFF0000, 2), -1);
	assert_int_equal(theme_color_index(0xFF0000, 0), -1);
	for (int i = 16; i < 256; i++)
		assert_int_equal(theme_color_rgb(theme_color_index(theme_color_rgb(i), 256)), theme_color_rgb(i));
}

static void contrast_and_distance_are_as_defined(void **state)
{
	(void)state;
	assert_true(theme_contrast(0x000000, 0xFFFFFF) > 20.99 && theme_contrast(0xFFFFFF, 0x000000) < 21.01);
	assert_true(theme_contrast(0x777777, 0xFFFFFF) > 4.47 && theme_contrast(0x777777, 0xFFFFFF) < 4.49);
	assert_true(theme_contrast(0xABCDEF, 0xABCDEF) == 1);
	assert_true(theme_distance(0x000000, 0xFFFFFF) > 0.999 && theme_distance(0x000000, 0xFFFFFF) < 1.001);
	assert_true(theme_distance(0x336699, 0x336699) == 0);
}

static void what_lies_over_a_cell_keeps_what_it_does_not_set(void **state)
{
	struct theme_style look;

	(void)state;
	assert_true(parse("styles:\n  text: '#eeeeee on #111111'\n  key: '#ff9999 dim'\n"
	                  "  selection: 'on #333333 bold'\n"
	                  "  marked: '#ffff00'\n  link-here: '#111111 on #ffffff'\n"));
	look = theme_look(&theme, STYLE_KEY, STYLE_SELECTION + 1);
	assert_int_equal(look.fg, 0xFF9999);
	assert_int_equal(look.bg, 0x333333);
	assert_int_equal(look.attrs, THEME_BOLD);
	look = theme_look(&theme, STYLE_KEY, STYLE_MARKED + 1);
	assert_int_equal(look.fg, 0xFFFF00);
	assert_int_equal(look.bg, 0x111111);
	/* Dark on dark and yellow on white could not be read. */
	assert_int_equal(theme_look(&theme, STYLE_LINK_HERE, STYLE_SELECTION + 1).fg, 0xEEEEEE);
	assert_int_equal(theme_look(&theme, STYLE_LINK_HERE, STYLE_MARKED + 1).bg, 0x111111);
	assert_int_equal(theme_look(&theme, STYLE_LABEL, 0).fg, 0xEEEEEE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_style_has_colours_and_attributes), T(what_is_not_said_is_as_in_the_base),
		T(mistakes_are_named_with_their_place), T(the_rest_of_a_theme_with_mistakes_is_used),
		T(what_is_no_theme_leaves_mono), T(themes_that_extend_in_a_circle_end),
		T(colours_have_the_terminals_names_too), T(a_theme_may_extend_its_own_name_of_a_later_folder),
		T(a_missing_theme_is_an_error_with_a_suggestion), T(mono_needs_no_file_and_its_file_says_the_same),
		T(names_are_listed_once_and_sorted), T(words_can_be_read_in_every_theme),
		T(words_can_be_read_on_terminals_of_few_colours), T(colours_are_mapped_to_what_the_terminal_has),
		T(contrast_and_distance_are_as_defined), T(what_lies_over_a_cell_keeps_what_it_does_not_set),
	};
	int failed;

	finding_list_init(&findings);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	finding_list_release(&findings);
	return failed;
}
