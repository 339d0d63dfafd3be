/* Coming back to where one was: the session is taken at the start and kept at the end. What the command line names goes
 * before it; of what is gone since, the nearest is shown and a line says so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"
#include "present.h"
#include "review.h"
#include "session_file.h"
#include "settings.h"

/* Views that a session names. Of a change that was not saved, and of the report of a sitting, nothing is left. */
static const struct {
	enum view_kind kind;
	const char *name;
} views[] = {{VIEW_HELP, "help"}, {VIEW_COMPARE, "compare"}, {VIEW_LINKS, "links"}, {VIEW_TRIAGE, "review"}};

enum { VIEW_NAMES = sizeof views / sizeof *views };

/* ---- taking ---- */

static void open_view(struct browser *b, const struct session *s, struct buf *gone)
{
	enum view_kind kind = VIEW_NONE;
	uint32_t record = RECORD_NONE;

	for (int i = 0; i < VIEW_NAMES; i++)
		if (strcmp(views[i].name, s->view) == 0)
			kind = views[i].kind;
	if (kind == VIEW_LINKS && corpus_resolve(b->s.corpus, s->about, strlen(s->about), &record) == RESOLVE_NOTHING) {
		buf_addf(gone, "; %s is gone", s->about);
		return;
	}
	if (kind == VIEW_TRIAGE)
		browser_triage_open(b, s->about);
	else if (kind != VIEW_NONE)
		browser_open_view(b, kind, record);
	if (b->view.kind == kind && kind != VIEW_NONE) {
		view_fit(&b->view, b->layout.main);
		view_back(&b->view, b->s.corpus, &s->reading);
	} else if (kind != VIEW_NONE) {
		buf_adds(gone, "; what was open is gone");
	}
}

static void take_marks(struct browser *b, const char *lines, struct buf *gone)
{
	int lost = 0;
	uint32_t record;

	while (*lines) {
		size_t len = strcspn(lines, "\n");

		if (corpus_resolve(b->s.corpus, lines, len, &record) == RESOLVE_NOTHING)
			lost++;
		else if (!bitset_has(&b->s.marks, record))
			selection_mark(&b->s, record);
		lines += len + (lines[len] == '\n');
	}
	if (lost)
		buf_addf(gone, "; %d marked record%s %s gone", lost, lost == 1 ? "" : "s", lost == 1 ? "is" : "are");
}

static void take_theme(struct browser *b, const struct session *s, struct buf *gone)
{
	const char *setting = b->options->preferred_theme ? b->options->preferred_theme : "";

	if (!*s->theme || strcmp(s->theme_setting, setting) != 0)
		return;
	snprintf(b->theme_kept, sizeof b->theme_kept, "%s", s->theme);
	if (b->options->theme)
		return;
	if (browser_set_theme(b, s->theme))
		b->theme_chosen = true;
	else
		buf_addf(gone, "; the theme %s can't be used", s->theme);
}

static void take_place(struct browser *b, const struct session *s, struct buf *gone)
{
	const struct place *place = &s->place;
	unsigned lost;

	for (int i = 0; i < PANE_COUNT; i++)
		if (b->panes[i].ops->arrange)
			b->panes[i].ops->arrange(&b->panes[i], s->arrangements[i]);
	lost = browser_restore(b, place);
	if (lost & PLACE_QUERY_GONE)
		buf_addf(gone, "; the filter `%s` does not hold any more: %s", place->query, b->filter_error.message);
	error_clear(&b->filter_error);
	if (lost & PLACE_RECORD_GONE)
		buf_addf(gone, "; %s is gone", place->record);
	if (lost & PLACE_DOCUMENT_GONE)
		buf_addf(gone, "; the document %s is gone", place->document);
	if (lost & PLACE_HEADING_GONE)
		buf_addf(gone, "; %s has no heading #%s any more", place->document, pane_place_word(&place->reading, PLACE_TOP));
	open_view(b, s, gone);
	if (b->view.kind != VIEW_NONE)
		snprintf(b->view.search, sizeof b->view.search, "%s", s->search);
}

/* What going there said on its way is not news; what is gone is, behind what was said before. */
static void tell(struct browser *b, const char *before, enum style style, const struct buf *gone)
{
	if (!gone->len && style == STYLE_TEXT)
		b->message_style = STYLE_TEXT;
	else if (!gone->len)
		browser_say(b, style, "%s", before);
	else if (style == STYLE_TEXT)
		browser_say(b, STYLE_WARNING, "where you were: %s", gone->data + 2);
	else
		browser_say(b, style, "%s; where you were: %s", before, gone->data + 2);
}

void browser_session_begin(struct browser *b, bool with_place)
{
	enum style style = b->message_style;
	struct error err = {0};
	char before[sizeof b->message];
	struct session s;
	struct buf gone;

	b->session = !b->options->story && (!b->options->settings || setting_yes(b->options->settings, SETTING_SESSION));
	if (!b->session || b->options->fresh)
		return;
	memcpy(before, b->message, sizeof before);
	session_init(&s);
	buf_init(&gone);
	if (session_file_read(&s, b->load.roots, b->load.root_count, &err)) {
		if (!b->s.corpus->partial)
			take_marks(b, s.marks, &gone);
		take_theme(b, &s, &gone);
		if (with_place && !b->s.corpus->partial)
			take_place(b, &s, &gone);
		tell(b, before, style, &gone);
	} else if (err.message[0] && style == STYLE_TEXT) {
		browser_say(b, STYLE_MESSAGE, "where you were last time can't be read: %s", err.message);
	}
	buf_release(&gone);
	session_release(&s);
}

void browser_session_marks(struct browser *b)
{
	struct error err = {0};
	struct session s;
	struct buf gone;

	if (!b->session || b->options->fresh)
		return;
	session_init(&s);
	buf_init(&gone);
	if (session_file_read(&s, b->load.roots, b->load.root_count, &err))
		take_marks(b, s.marks, &gone);
	buf_release(&gone);
	session_release(&s);
}

void browser_session_greet(struct browser *b)
{
	if (b->session && b->message_style == STYLE_TEXT && session_file_first())
		browser_say(b, STYLE_INFO, "first time here: i is a tour, ? explains the pane, / filters, Tab moves, q leaves");
}

/* ---- keeping ---- */

static bool give_view(const struct browser *b, struct session *s)
{
	struct buf about;

	buf_init(&about);
	for (int i = 0; i < VIEW_NAMES; i++)
		if (views[i].kind == b->view.kind) {
			free(s->view);
			s->view = strdup(views[i].name);
		}
	if (b->view.kind == VIEW_TRIAGE)
		buf_adds(&about, b->review->at ? b->review->at : "");
	else
		selection_id(&b->s, b->view.record, &about);
	s->about = buf_steal(&about);
	s->search = strdup(b->view.kind == VIEW_NONE ? "" : b->view.search);
	return s->view && s->about && s->search && (!*s->view || view_place(&b->view, b->s.corpus, &s->reading));
}

static bool give_marks(const struct browser *b, struct session *s)
{
	struct buf lines, id;
	int count = 0;

	buf_init(&lines);
	buf_init(&id);
	for (size_t r = bitset_next(&b->s.marks, 0); r < b->s.corpus->count && count < SESSION_MARKS_MAX; r = bitset_next(&b->s.marks, r + 1)) {
		selection_id(&b->s, (uint32_t)r, &id);
		buf_addf(&lines, "%s%s", count++ ? "\n" : "", id.data);
	}
	s->marks = buf_ok(&id) ? buf_steal(&lines) : NULL;
	buf_release(&lines);
	buf_release(&id);
	return s->marks != NULL;
}

static bool give_arrangements(const struct browser *b, struct session *s)
{
	for (int i = 0; i < PANE_COUNT; i++) {
		struct buf lines;

		buf_init(&lines);
		if (b->panes[i].ops->arrangement)
			b->panes[i].ops->arrangement(&b->panes[i], &lines);
		s->arrangements[i] = buf_steal(&lines);
		if (!s->arrangements[i])
			return false;
	}
	return true;
}

static bool give(const struct browser *b, struct session *s)
{
	const char *setting = b->options->preferred_theme ? b->options->preferred_theme : "";

	s->view = strdup("");
	s->theme = strdup(b->theme_kept);
	s->theme_setting = strdup(setting);
	return s->view && s->theme && s->theme_setting && browser_place(b, &s->place) && give_view(b, s) && give_marks(b, s)
		&& give_arrangements(b, s);
}

bool browser_session_end(struct browser *b, struct error *err)
{
	struct error why = {0};
	struct session s;
	bool ok;

	/* Where one was last time, perhaps in what was not read yet, is worth more than a glance at a part. */
	if (!b->session || b->s.corpus->partial)
		return true;
	/* A story lies over where one was. */
	if (b->present)
		browser_present_end(b);
	session_init(&s);
	ok = give(b, &s) || error_memory(&why);
	ok = ok && session_file_write(&s, b->load.roots, b->load.root_count, &why);
	if (!ok)
		error_set(err, "where you were is not kept: %s", why.message);
	session_release(&s);
	return ok;
}
