/* New records in place of those that are shown: what was open, where it stood and what was marked stay. */
#include <string.h>

#include "browser_state.h"
#include "corpus_changes.h"
#include "loader.h"
#include "present.h"
#include "review.h"

enum { FILES_AT_ONCE = 2000 }; /* fewer are read again in less time than an eye takes */

/* What lies on top was built from the old records; it is built anew, at the same line. */
struct view_kept {
	enum view_kind kind;
	int top, link;
	char search[sizeof(((struct view *)NULL)->search)];
	struct buf id; /* "type/id" of its record */
};

static void keep_view(const struct browser *b, struct view_kept *kept)
{
	buf_init(&kept->id);
	kept->kind = b->view.kind;
	kept->top = b->view.top;
	kept->link = b->view.link;
	memcpy(kept->search, b->view.search, sizeof kept->search);
	selection_id(&b->s, b->view.record, &kept->id);
}

static void bring_view_back(struct browser *b, const struct view_kept *kept)
{
	uint32_t record = RECORD_NONE;

	if (kept->id.len)
		corpus_resolve(b->s.corpus, kept->id.data, kept->id.len, &record);
	if (kept->kind == VIEW_DOCUMENT && record != RECORD_NONE && b->s.corpus->records[record].document >= 0)
		browser_read(b, record, "");
	else if (kept->kind == VIEW_REPORT)
		browser_report_open(b);
	else if (kept->kind == VIEW_HELP || kept->kind == VIEW_COMPARE || (kept->kind == VIEW_LINKS && record != RECORD_NONE))
		browser_open_view(b, kept->kind, record);
	else
		return;
	if (b->view.kind != kept->kind)
		return;
	b->view.top = kept->top;
	b->view.link = kept->link < b->view.targets.count ? kept->link : SHEET_NO_LINK;
	memcpy(b->view.search, kept->search, sizeof kept->search);
	view_fit(&b->view, b->layout.main);
}

bool browser_replace(struct browser *b, struct corpus *corpus, struct error *err)
{
	struct view_kept kept;
	bool ok;

	cache_saver_stop(&b->saver);
	browser_review_put_away(b);
	keep_view(b, &kept);
	if (b->choosing) {
		browser_close_chooser(b);
		browser_leave_themes(b);
	}
	for (int i = 0; i < PANE_COUNT; i++)
		pane_forget(&b->panes[i]);
	ok = selection_replace(&b->s, corpus, err);
	if (ok) {
		view_close(&b->view);
		bring_view_back(b, &kept);
		browser_review_bring_back(b);
		if (b->present)
			browser_present_reload(b);
	}
	buf_release(&kept.id);
	return ok;
}

/* Whether what is wrong with the file came with this load: its unit is not the one of before. */
static bool is_fresh(const struct finding *f, const struct corpus *now, const struct unit *const *before, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (before[i] == now->units[f->unit])
			return false;
	return true;
}

/* The first error of a file that was read just now; NULL when there is none. */
static const struct finding *fresh_error(const struct corpus *now, const struct corpus *before)
{
	for (size_t i = 0; i < now->findings.count; i++) {
		const struct finding *f = &now->findings.items[i];

		if (f->severity == SEVERITY_ERROR
			&& is_fresh(f, now, (const struct unit *const *)before->units, before->unit_count))
			return f;
	}
	return NULL;
}

/* Below its root: the bottom line is short. */
static const char *short_path(const struct corpus *corpus, uint32_t unit)
{
	const char *path = corpus_path_of_unit(corpus, unit);

	for (int i = 0; i < corpus->root_count; i++) {
		size_t len = strlen(corpus->roots[i]);

		if (len && strncmp(path, corpus->roots[i], len) == 0 && path[len] == '/')
			return path + len + 1;
	}
	return path;
}

/* Takes what was read again (owned). `own` as in browser_reload. */
static void take_again(struct browser *b, struct corpus *corpus, const char *own)
{
	struct corpus_changes changes;
	struct error err = {0}, fault = {0};
	uint32_t record;
	struct buf what;

	if (!corpus_changes_find(&changes, b->s.corpus, corpus)) {
		corpus_free(corpus);
		browser_say(b, STYLE_ERROR, "the records can't be read again: out of memory; what was read before is shown");
		return;
	}
	const struct finding *f = fresh_error(corpus, b->s.corpus);

	if (f)
		error_set(&fault, "%s:%u: %s", short_path(corpus, f->unit), f->line, f->message);
	buf_init(&what);
	corpus_changes_say(&changes, corpus, &what);
	if (!browser_replace(b, corpus, &err)) {
		browser_say(b, STYLE_ERROR, "%s", err.message);
	} else {
		if (own && corpus_resolve(b->s.corpus, own, strlen(own), &record) == RESOLVE_FOUND)
			bitset_remove(&changes.records, record);
		selection_note_changes(&b->s, &changes.records);
		if (fault.message[0])
			browser_say(b, STYLE_ERROR, "%s", fault.message);
		else
			browser_say(b, STYLE_MESSAGE, "read again: %s; %u records", what.data, b->s.corpus->count);
	}
	buf_release(&what);
	corpus_changes_release(&changes);
}

static void say_unread(struct browser *b, const struct error *err)
{
	browser_say(b, STYLE_ERROR, "the records can't be read again: %s; what was read before is shown", err->message);
}

/* Ends what is being read in the background: it is read here and now, or not any more. */
static void stop_loader(struct browser *b)
{
	loader_free(b->loader);
	b->loader = NULL;
	b->reload_again = false;
}

void browser_reload(struct browser *b, const char *own)
{
	struct corpus_options load = b->load;
	struct error err = {0};
	struct corpus *corpus;

	stop_loader(b);
	load.previous = b->s.corpus;
	corpus = corpus_load(&load, &err);
	if (corpus)
		take_again(b, corpus, own);
	else
		say_unread(b, &err);
}

void browser_look(struct browser *b)
{
	/* Of many files the loader looks itself, in the background. */
	if (b->loader || b->s.corpus->unit_count >= FILES_AT_ONCE)
		browser_reload_begin(b, false);
	else
		b->reload = b->reload || corpus_is_outdated(b->s.corpus);
}

void browser_reload_begin(struct browser *b, bool tell)
{
	struct corpus_options load = b->load;
	struct error err = {0};

	b->reload_tell = b->reload_tell || tell;
	if (b->loader) {
		b->reload_again = true;
		return;
	}
	if (b->s.corpus->unit_count < FILES_AT_ONCE) {
		b->reload_tell = false;
		browser_reload(b, NULL);
		return;
	}
	load.previous = b->s.corpus;
	b->loader = loader_start(&load, &err);
	if (!b->loader)
		say_unread(b, &err);
	else if (tell)
		browser_say(b, STYLE_MESSAGE, "reading the records again");
}

bool browser_is_partial(const struct browser *b)
{
	return b->loader && b->s.corpus->partial;
}

/* The whole in place of a part: nothing has changed, there is only more. */
static void take_whole(struct browser *b, struct corpus *corpus)
{
	struct error err = {0};

	if (!browser_replace(b, corpus, &err)) {
		browser_say(b, STYLE_ERROR, "%s", err.message);
		return;
	}
	browser_session_marks(b);
	cache_saver_start(&b->saver, b->s.corpus, b->load.cache);
	if (b->message_style == STYLE_TEXT)
		browser_say(b, STYLE_MESSAGE, "all is read: %u records", b->s.corpus->count);
}

bool browser_take_loaded(struct browser *b, struct corpus **whole)
{
	struct error err = {0};
	struct corpus *corpus;
	enum loader_news news = loader_take(b->loader, &corpus, &err);
	bool was_part = b->s.corpus->partial, again = b->reload_again;

	*whole = NULL;
	if (news == LOADER_NOTHING)
		return false;
	stop_loader(b);
	if (news == LOADER_WHOLE && was_part && !b->touched) {
		*whole = corpus;
		return true;
	}
	if (news == LOADER_WHOLE && was_part)
		take_whole(b, corpus);
	else if (news == LOADER_WHOLE)
		take_again(b, corpus, NULL);
	else if (news == LOADER_FAILED)
		say_unread(b, &err);
	else if (b->reload_tell)
		browser_say(b, STYLE_MESSAGE, "no file has changed; %u records", b->s.corpus->count);
	b->reload_tell = false;
	if (again)
		browser_reload_begin(b, false);
	return false;
}
