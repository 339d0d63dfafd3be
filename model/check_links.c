/* Rules on links: each leads somewhere, to one record, and to a heading that is there. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "document.h"

static bool add_at(const struct corpus *corpus, const struct link *link, struct finding_list *out, enum finding_code code,
	const char *message)
{
	struct finding *f = finding_add(out, code, link->line, link->column, "%s", message);

	if (!f)
		return false;
	f->record = (int32_t)link->from;
	f->unit = corpus->records[link->from].unit_index;
	return true;
}

static bool unresolved(const struct corpus *corpus, const struct link *link, struct finding_list *out)
{
	char *target = strndup(link_target(corpus, link), link->target_len);
	const char *near = target ? corpus_suggest_id(corpus, target) : NULL;
	struct error text;

	if (!target)
		return false;
	if (*target == '/' || strstr(target, "../"))
		error_set(&text, "[[%s]] leads nowhere; what lies outside the records is not opened", target);
	else if (near)
		error_set(&text, "[[%s]] leads nowhere; did you mean `%s`?", target, near);
	else
		error_set(&text, "[[%s]] leads nowhere", target);
	free(target);
	return add_at(corpus, link, out, FINDING_LINK_UNRESOLVED, text.message);
}

static bool check_heading(const struct corpus *corpus, const struct link *link, struct finding_list *out)
{
	const struct record *to = &corpus->records[link->to];
	size_t len;
	const char *fragment = link_fragment(corpus, link, &len);
	struct error text;

	if (!len || to->document < 0 || document_heading_find(corpus->documents[to->document], fragment, len) >= 0)
		return true;
	error_set(&text, "document `%s` has no heading `#%.*s`", to->id, (int)len, fragment);
	return add_at(corpus, link, out, FINDING_LINK_HEADING, text.message);
}

bool check_links(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	for (uint32_t i = corpus->links_out[record]; i < corpus->links_out[record + 1]; i++) {
		const struct link *link = &corpus->links[i];
		struct error text;
		bool ok;

		if (link->to == LINK_NOWHERE) {
			ok = unresolved(corpus, link, out);
		} else if (link->to == LINK_AMBIGUOUS) {
			error_set(&text, "[[%.*s]] fits several records", (int)link->target_len, link_target(corpus, link));
			ok = add_at(corpus, link, out, FINDING_LINK_AMBIGUOUS, text.message);
		} else {
			ok = check_heading(corpus, link, out);
		}
		if (!ok)
			return false;
	}
	return true;
}
