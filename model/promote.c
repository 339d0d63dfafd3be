#include "promote.h"

#include <string.h>

#include "check.h"
#include "text.h"

enum { QUESTION_WIDTH = 70 };

/* Whether records of this type name sources: types that can't have no need to. */
static bool names_sources(const struct corpus *corpus, const struct record *r)
{
	const struct schema_type *schema = record_type(corpus, r)->schema;

	return schema && schema_field_at(schema, "sources") != NULL;
}

static void check_sources(const struct corpus *corpus, uint32_t record, struct buf *reasons)
{
	const struct record *r = &corpus->records[record];
	struct node sources = corpus_field(corpus, r, "sources");

	if (!names_sources(corpus, r))
		return;
	if (node_state(sources) != STATE_GIVEN)
		buf_adds(reasons, "it names no source\n");
	for (struct node n = node_first(sources); n.v; n = node_next(sources, n)) {
		uint32_t to;

		if (node_is_scalar(n) && corpus_resolve_from(corpus, record, node_text(n), node_len(n), &to) == RESOLVE_NOTHING)
			buf_addf(reasons, "its source `%s` leads nowhere\n", node_text(n));
	}
}

static void check_questions(const struct corpus *corpus, uint32_t record, struct buf *reasons)
{
	struct node open = corpus_field(corpus, &corpus->records[record], "open_questions");
	struct node first = node_first(open);

	if (node_state(open) != STATE_GIVEN)
		return;
	buf_addf(reasons, "%u open question%s left: ", node_count(open), node_count(open) == 1 ? " is" : "s are");
	text_show(reasons, node_text(first), node_len(first), QUESTION_WIDTH);
	buf_adds(reasons, node_count(open) > 1 ? " (and others)\n" : "\n");
}

/* Reasons that were told in their own words above. */
static bool is_told(enum finding_code code)
{
	return code == FINDING_VERIFIED_NO_SOURCES || code == FINDING_DRAFT || code == FINDING_DRAFT_SILENT;
}

static bool check_findings(const struct corpus *corpus, uint32_t record, struct buf *reasons)
{
	struct finding_list list;
	bool ok;

	finding_list_init(&list);
	ok = check_record(corpus, record, &list);
	for (size_t i = 0; ok && i < list.count; i++) {
		const struct finding *f = &list.items[i];

		if ((f->severity == SEVERITY_ERROR && !is_told(f->code)) || f->code == FINDING_CONFIDENCE_LOW)
			buf_addf(reasons, "%s (%s)\n", f->message, finding_remedy(f->code));
	}
	finding_list_release(&list);
	return ok;
}

bool promote_check(const struct corpus *corpus, uint32_t record, struct buf *reasons)
{
	check_sources(corpus, record, reasons);
	check_questions(corpus, record, reasons);
	return check_findings(corpus, record, reasons) && buf_ok(reasons);
}
