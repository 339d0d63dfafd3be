/* The browser's colours: which one suits the terminal, and the chooser that tries them on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"

/* ---- taking one --------------------------------------------------------------------------------- */

static bool load(struct browser *b, const char *name, struct theme *theme, struct finding_list *findings, struct error *err)
{
	return theme_load(theme, name, b->theme_folders.list, b->theme_folders.count, findings, err);
}

/* Two themes that look the same; their padding does not count. */
static bool is_same(const struct theme *a, const struct theme *b)
{
	for (int i = 0; i < STYLE_COUNT; i++)
		if (a->styles[i].fg != b->styles[i].fg || a->styles[i].bg != b->styles[i].bg || a->styles[i].attrs != b->styles[i].attrs)
			return false;
	return a->background == b->background;
}

bool browser_set_theme(struct browser *b, const char *name)
{
	struct finding_list findings;
	struct error err = {0};
	struct theme theme;
	bool done = false;

	finding_list_init(&findings);
	if (!load(b, name, &theme, &findings, &err)) {
		browser_say(b, STYLE_ERROR, "%s; the colours stay as they are", err.message);
	} else if (findings.count) {
		browser_say(b, STYLE_ERROR, "theme, line %u, column %u: %s; the colours stay as they are", findings.items[0].line,
			findings.items[0].column, findings.items[0].message);
	} else {
		b->redraw = b->redraw || !is_same(&theme, &b->theme);
		b->theme = theme;
		if (name != b->theme_name)
			snprintf(b->theme_name, sizeof b->theme_name, "%s", name);
		done = true;
	}
	finding_list_release(&findings);
	return done;
}

bool browser_theme_init(struct browser *b, struct error *err)
{
	const char *name = b->options->theme;
	struct finding_list findings;
	struct theme theme;
	bool known = true;

	theme_init_mono(&b->theme);
	theme_folders_find(&b->theme_folders, b->load.root_count ? b->load.roots[0] : NULL);
	browser_set_theme(b, "dark");
	if (!*b->theme_name)
		snprintf(b->theme_name, sizeof b->theme_name, "mono");
	b->theme_chosen = name != NULL;
	if (!name && b->options->preferred_theme) {
		b->theme_chosen = true;
		browser_set_theme(b, b->options->preferred_theme);
	}
	if (!name)
		return true;
	/* A name that is none is a mistake on the command line. */
	finding_list_init(&findings);
	known = load(b, name, &theme, &findings, err);
	finding_list_release(&findings);
	if (known)
		browser_set_theme(b, name);
	return known;
}

void browser_renew_theme(struct browser *b)
{
	if (!b->theme_trying)
		browser_set_theme(b, b->theme_name);
}

/* ---- light or dark ------------------------------------------------------------------------------ */

void browser_theme_suits(struct browser *b, int32_t background)
{
	bool light = background >= 0 && theme_contrast((uint32_t)background, 0x000000) > theme_contrast((uint32_t)background, 0xFFFFFF);
	const char *name = light ? "light" : "dark";

	if (b->theme_chosen || background < 0 || b->theme_trying || strcmp(name, b->theme_name) == 0)
		return;
	browser_set_theme(b, name);
}

/* $COLORFGBG ends in the number of the background among the sixteen colours: "15;0", "0;default;15". -1: not said. */
static int32_t background_from_environment(void)
{
	const char *value = getenv("COLORFGBG"), *last = value ? strrchr(value, ';') : NULL;
	char *end;
	long number;

	if (!last)
		return -1;
	number = strtol(last + 1, &end, 10);
	/* The bright black is a dark grey on most terminals, though not on xterm. */
	if (number == 8)
		number = 0;
	return end == last + 1 || *end || number < 0 || number > 15 ? -1 : (int32_t)theme_color_rgb((int)number);
}

void browser_theme_guess(struct browser *b, int32_t background)
{
	browser_theme_suits(b, background >= 0 ? background : background_from_environment());
}

/* ---- the chooser -------------------------------------------------------------------------------- */

static void list_theme(struct browser *b, const char *name)
{
	static const char *const rooms[] = {[THEME_ANY] = "", [THEME_DARK] = " · for dark rooms", [THEME_LIGHT] = " · for light rooms"};
	const char *now = strcmp(name, b->theme_name) == 0 ? "now" : NULL;
	struct finding_list findings;
	struct error err = {0};
	struct theme theme;
	char detail[1024];

	finding_list_init(&findings);
	if (!load(b, name, &theme, &findings, &err))
		snprintf(detail, sizeof detail, "can't be used: %s", err.message);
	else if (findings.count)
		snprintf(detail, sizeof detail, "can't be used: line %u, column %u: %s", findings.items[0].line,
			findings.items[0].column, findings.items[0].message);
	else
		snprintf(detail, sizeof detail, "%s%s", theme.title, rooms[theme.background]);
	chooser_add(&b->chooser, browser_keep_term(b, name), strncmp(detail, "can't", 5) == 0 ? STYLE_ERROR : STYLE_TEXT, name, now, detail);
	finding_list_release(&findings);
}

void browser_list_themes(struct browser *b)
{
	char **names = theme_list(b->theme_folders.list, b->theme_folders.count);

	chooser_init(&b->chooser, "Colours", "shown as you move; Enter keeps, Escape goes back");
	for (int i = 0; names && names[i]; i++)
		list_theme(b, names[i]);
	b->chooser.failed = b->chooser.failed || !names;
	theme_list_free(names);
}

void browser_begin_themes(struct browser *b)
{
	b->theme_before = b->theme;
	memcpy(b->theme_name_before, b->theme_name, sizeof b->theme_name);
	b->theme_trying = true;
	for (int i = 0; i < b->term_count; i++)
		if (strcmp(b->terms[i], b->theme_name) == 0)
			chooser_go(&b->chooser, i);
}

void browser_keep_theme(struct browser *b, const char *name)
{
	b->theme_trying = false;
	if (!browser_set_theme(b, name))
		return;
	b->theme_chosen = true;
	snprintf(b->theme_kept, sizeof b->theme_kept, "%s", name);
}

void browser_leave_themes(struct browser *b)
{
	if (!b->theme_trying)
		return;
	b->theme_trying = false;
	b->theme = b->theme_before;
	memcpy(b->theme_name, b->theme_name_before, sizeof b->theme_name);
	b->redraw = true;
}
