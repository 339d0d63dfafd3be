#include "triage_sheet.h"

#include <string.h>

#include "change.h"
#include "check.h"
#include "git.h"
#include "promote.h"
#include "record_sheet.h"
#include "selection.h"

struct builder {
	struct sheet *sheet;
	struct targets *targets;
	const struct corpus *corpus;
	const struct record *r;
	uint32_t record;
};

static void heading(struct sheet *sheet, const char *text)
{
	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 0);
	sheet_puts(sheet, STYLE_HEADING, text);
}

static struct node field(const struct builder *b, const char *name)
{
	return corpus_field(b->corpus, b->r, name);
}

static enum style style_of(enum severity severity)
{
	return severity == SEVERITY_ERROR ? STYLE_ERROR : severity == SEVERITY_WARNING ? STYLE_WARNING : STYLE_INFO;
}

static void add_head(const struct builder *b, const struct triage_reach *reach)
{
	const char *const facts[] = {"confidence", "updated"};
	int style;
	const char *glyph = selection_status_glyph(b->corpus, b->r, &style);
	struct buf text;

	sheet_paragraph(b->sheet, 0, 2);
	sheet_puts(b->sheet, STYLE_HEADING, b->r->title);
	buf_init(&text);
	record_reference(b->corpus, record_index(b->corpus, b->r), &text);
	sheet_printf(b->sheet, STYLE_DIM, "  %s", buf_ok(&text) ? text.data : b->r->id);
	buf_release(&text);
	sheet_paragraph(b->sheet, 0, 2);
	if (node_is_scalar(field(b, "status")))
		sheet_printf(b->sheet, (enum style)style, "%s %s", glyph, node_text(field(b, "status")));
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (node_is_scalar(field(b, facts[i])))
			sheet_printf(b->sheet, STYLE_TEXT, " · %s %s", facts[i], node_text(field(b, facts[i])));
	sheet_printf(b->sheet, STYLE_DIM, " · %s:%u", record_path(b->r), record_root(b->r).v->line);
	buf_init(&text);
	triage_reach_say(reach, &text);
	sheet_paragraph(b->sheet, 0, 2);
	sheet_puts(b->sheet, STYLE_LABEL, "rests on it: ");
	sheet_add(b->sheet, STYLE_TEXT, text.data, text.len, SHEET_NO_LINK);
	buf_release(&text);
}

static void add_finding(struct sheet *sheet, const char *sign, const struct finding *f, bool remedy)
{
	sheet_paragraph(sheet, 1, 2);
	sheet_printf(sheet, style_of(f->severity), "%s%s ", sign, severity_name(f->severity));
	sheet_puts(sheet, STYLE_TEXT, f->message);
	if (remedy)
		sheet_printf(sheet, STYLE_DIM, " · %s · line %u", finding_remedy(f->code), f->line);
}

static void add_since(const struct builder *b, const struct finding_change *since)
{
	if (!since)
		return;
	heading(b->sheet, "SINCE THE LAST EDIT");
	sheet_paragraph(b->sheet, 1, 2);
	sheet_printf(b->sheet, STYLE_TEXT, "%zu fixed, %zu new, %zu still there", since->fixed.count, since->added.count,
		since->same.count);
	for (size_t i = 0; i < since->fixed.count; i++)
		add_finding(b->sheet, "✓ fixed: ", &since->fixed.items[i], false);
	for (size_t i = 0; i < since->added.count; i++)
		add_finding(b->sheet, "new: ", &since->added.items[i], false);
}

static bool add_findings(const struct builder *b)
{
	struct finding_list list;
	bool ok;

	finding_list_init(&list);
	ok = check_record(b->corpus, b->record, &list);
	if (list.count)
		heading(b->sheet, "FINDINGS");
	for (size_t i = 0; i < list.count; i++)
		add_finding(b->sheet, "", &list.items[i], true);
	finding_list_release(&list);
	return ok;
}

static void add_lines(struct sheet *sheet, const char *lines)
{
	while (*lines) {
		size_t len = strcspn(lines, "\n");

		sheet_paragraph(sheet, 1, 2);
		sheet_puts(sheet, STYLE_DIM, "– ");
		sheet_add(sheet, STYLE_TEXT, lines, len, SHEET_NO_LINK);
		lines += len + (lines[len] == '\n');
	}
}

/* What the rules would say if the record were called verified now. */
static bool add_way_to_verified(const struct builder *b)
{
	struct node status = field(b, "status");
	struct change change;
	struct corpus *after = NULL;
	struct buf reasons;
	uint32_t record;
	bool ok = true;

	if (!node_is_scalar(status) || node_equals(status, "verified"))
		return true;
	change_init(&change);
	buf_init(&reasons);
	/* A file that can't be edited in place has its own finding; it is no fault of this view. */
	if (change_begin(&change, b->corpus, b->record, NULL)
		&& change_set(&change, b->corpus, b->record, "status", "verified", NULL)) {
		after = change_preview(&change, b->corpus, NULL);
		ok = after && corpus_resolve(after, change.record, strlen(change.record), &record) == RESOLVE_FOUND
			&& promote_check(after, record, &reasons);
		heading(b->sheet, reasons.len ? "BEFORE IT CAN BE VERIFIED" : "NOTHING KEEPS IT FROM BEING VERIFIED");
		add_lines(b->sheet, reasons.data);
	}
	corpus_free(after);
	buf_release(&reasons);
	change_release(&change);
	return ok;
}

static void add_questions(const struct builder *b)
{
	struct node open = field(b, "open_questions");

	if (node_count(open))
		heading(b->sheet, "OPEN QUESTIONS");
	for (struct node n = node_first(open); n.v; n = node_next(open, n)) {
		sheet_paragraph(b->sheet, 1, 2);
		sheet_puts(b->sheet, STYLE_DIM, "? ");
		targets_add_prose(b->targets, b->sheet, b->corpus, STYLE_TEXT, node_text(n), node_len(n));
	}
}

/* Each source with its address, which Enter opens. */
static void add_sources(const struct builder *b)
{
	const struct corpus *c = b->corpus;
	bool any = false;

	for (uint32_t i = c->links_out[b->record]; i < c->links_out[b->record + 1]; i++) {
		const struct link *link = &c->links[i];
		struct node url;
		bool seen = false;

		if (link->kind != LINK_SOURCE || link->to >= c->count)
			continue;
		for (uint32_t j = c->links_out[b->record]; j < i; j++)
			seen = seen || (c->links[j].kind == LINK_SOURCE && c->links[j].to == link->to);
		if (seen)
			continue;
		if (!any)
			heading(b->sheet, "SOURCES");
		any = true;
		sheet_paragraph(b->sheet, 1, 2);
		targets_add_record(b->targets, b->sheet, c, link->to, "", 0, "", 0);
		url = corpus_field(c, &c->records[link->to], "url");
		sheet_puts(b->sheet, STYLE_DIM, "  ");
		targets_add_url(b->targets, b->sheet, node_text(url), node_len(url), "", 0);
	}
}

static void add_reviews(const struct builder *b)
{
	struct node reviews = field(b, "reviews");

	if (node_count(reviews))
		heading(b->sheet, "REVIEWS");
	for (struct node n = node_first(reviews); n.v; n = node_next(reviews, n)) {
		struct node note = corpus_get(b->corpus, n, "note");

		sheet_paragraph(b->sheet, 1, 2);
		sheet_printf(b->sheet, STYLE_DIM, "%s %s  ", node_text(corpus_get(b->corpus, n, "date")),
			node_text(corpus_get(b->corpus, n, "by")));
		targets_add_prose(b->targets, b->sheet, b->corpus, STYLE_TEXT, node_text(note), node_len(note));
	}
}

void triage_sheet_diff(struct sheet *sheet, const char *diff, size_t len)
{
	while (len) {
		const char *feed = memchr(diff, '\n', len);
		size_t line = feed ? (size_t)(feed - diff) : len, step = line + (feed != NULL);
		enum style style = *diff == '+' ? STYLE_CLAIM_TRUE : *diff == '-' ? STYLE_CLAIM_FALSE : *diff == '@' ? STYLE_KEY : STYLE_TEXT;

		if (line && diff[line - 1] == '\r')
			line--;
		sheet_pre(sheet, 1, style, line ? diff : " ", line ? line : 1);
		diff += step;
		len -= step;
	}
}

static void add_git(const struct builder *b)
{
	struct buf diff;
	enum git_state state;

	buf_init(&diff);
	state = git_diff_head(record_path(b->r), &diff);
	if (state != GIT_NONE)
		heading(b->sheet, "SINCE THE LAST COMMIT");
	if (state == GIT_CHANGED) {
		triage_sheet_diff(b->sheet, diff.data, diff.len);
	} else if (state != GIT_NONE) {
		sheet_paragraph(b->sheet, 1, 2);
		sheet_puts(b->sheet, STYLE_DIM, state == GIT_SAME ? "its file is as it was" : "its file is not in git yet");
	}
	buf_release(&diff);
}

bool triage_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record,
	const struct triage_reach *reach, const struct finding_change *since)
{
	struct builder b = {sheet, targets, corpus, &corpus->records[record], record};

	add_head(&b, reach);
	add_since(&b, since);
	if (!add_findings(&b) || !add_way_to_verified(&b))
		return false;
	add_questions(&b);
	add_sources(&b);
	add_reviews(&b);
	add_git(&b);
	record_sheet_links(sheet, targets, corpus, record);
	return sheet_ok(sheet) && !targets->failed;
}

bool triage_sheet_build_file(struct sheet *sheet, const struct corpus *corpus, uint32_t unit)
{
	sheet_paragraph(sheet, 0, 2);
	sheet_puts(sheet, STYLE_HEADING, corpus_path_of_unit(corpus, unit));
	heading(sheet, "FINDINGS");
	for (size_t i = 0; i < corpus->findings.count; i++)
		if (corpus->findings.items[i].unit == unit)
			add_finding(sheet, "", &corpus->findings.items[i], true);
	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 2);
	sheet_puts(sheet, STYLE_DIM, "No record of it could be read. E opens it in the editor.");
	return sheet_ok(sheet);
}
