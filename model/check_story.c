/* Rules on stories that a schema can't state: how many lines a step may have, and whether what it asks for can be shown. */
#include <string.h>

#include "check.h"
#include "story.h"

static bool is_document(const struct corpus *c, const char *reference, bool *known)
{
	uint32_t record;

	*known = corpus_resolve(c, reference, strlen(reference), &record) == RESOLVE_FOUND;
	return *known && c->records[record].document >= 0;
}

static bool check_step(const struct corpus *c, uint32_t story, const struct story_step *step, uint32_t number, struct finding_list *out)
{
	struct node doc = corpus_get(c, step->at, "doc");
	uint32_t lines = node_kind(step->lines) == VALUE_LIST ? node_count(step->lines) : 0;
	uint32_t marks = node_kind(step->marks) == VALUE_LIST ? node_count(step->marks) : 0;
	bool known;

	if (lines > STORY_LINES_MOST
		&& !check_add(out, c, story, node_at(step->lines, STORY_LINES_MOST), FINDING_STORY_LINES, "step %u has %u lines, more than %d", number, lines, STORY_LINES_MOST))
		return false;
	/* An id that leads nowhere has its finding among the links. */
	if (*step->doc && !is_document(c, step->doc, &known) && known
		&& !check_add(out, c, story, doc, FINDING_STORY_STATE, "step %u opens `%s`, which is no document", number, step->doc))
		return false;
	return !step->compare || marks >= 2
		|| check_add(out, c, story, corpus_get(c, step->at, "compare"), FINDING_STORY_STATE, "step %u compares %u marked record%s; two are needed", number, marks, marks == 1 ? "" : "s");
}

bool check_story(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	struct node steps = corpus_field(corpus, &corpus->records[record], "steps");
	struct story_step step;

	if (!story_is(corpus, record))
		return true;
	/* That steps are missing or no list is told by the schema's rules. */
	if (node_kind(steps) == VALUE_LIST && !node_count(steps))
		return check_add(out, corpus, record, steps, FINDING_STORY_STATE, "a story without a step");
	for (uint32_t i = 0; story_step_read(corpus, record, i, &step); i++)
		if (node_kind(step.at) == VALUE_MAP && !check_step(corpus, record, &step, i + 1, out))
			return false;
	return true;
}
