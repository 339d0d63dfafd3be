#include "story.h"

#include <string.h>

#include "buf.h"

bool story_is(const struct corpus *corpus, uint32_t record)
{
	return strcmp(record_type(corpus, &corpus->records[record])->name, "story") == 0;
}

uint32_t story_find(const struct corpus *corpus, const char *name)
{
	uint32_t record = RECORD_NONE;
	struct buf typed;
	bool found;

	/* A record of another type may have the id as well. */
	buf_init(&typed);
	buf_addf(&typed, "story/%s", name);
	found = (buf_ok(&typed) && corpus_resolve(corpus, typed.data, typed.len, &record) == RESOLVE_FOUND)
		|| corpus_resolve(corpus, name, strlen(name), &record) == RESOLVE_FOUND;
	buf_release(&typed);
	return found && story_is(corpus, record) ? record : RECORD_NONE;
}

static struct node steps_of(const struct corpus *corpus, uint32_t story)
{
	struct node steps = corpus_field(corpus, &corpus->records[story], "steps");

	return node_kind(steps) == VALUE_LIST ? steps : (struct node){0};
}

uint32_t story_step_count(const struct corpus *corpus, uint32_t story)
{
	struct node steps = steps_of(corpus, story);

	return steps.v ? node_count(steps) : 0;
}

static const char *text_of(const struct corpus *c, struct node step, const char *name)
{
	struct node n = corpus_get(c, step, name);

	return node_is_scalar(n) ? node_text(n) : "";
}

static bool yes_of(const struct corpus *c, struct node step, const char *name)
{
	bool yes = false;

	return node_boolean(corpus_get(c, step, name), &yes) && yes;
}

bool story_step_read(const struct corpus *corpus, uint32_t story, uint32_t index, struct story_step *step)
{
	struct node steps = steps_of(corpus, story), n = {0};

	if (steps.v)
		n = node_at(steps, index);
	if (!n.v)
		return false;
	*step = (struct story_step){
		.at = n,
		.headline = text_of(corpus, n, "headline"),
		.notes = text_of(corpus, n, "notes"),
		.lines = corpus_get(corpus, n, "lines"),
		.query = text_of(corpus, n, "query"),
		.pane = text_of(corpus, n, "pane"),
		.layout = text_of(corpus, n, "layout"),
		.select = text_of(corpus, n, "select"),
		.doc = text_of(corpus, n, "doc"),
		.highlight = text_of(corpus, n, "highlight"),
		.marks = corpus_get(corpus, n, "marks"),
		.compare = yes_of(corpus, n, "compare"),
		.zoom = yes_of(corpus, n, "zoom"),
	};
	/* A matrix that fills the screen is the pane that shows it, alone. */
	if (yes_of(corpus, n, "matrix")) {
		step->pane = "portability";
		step->zoom = true;
	}
	return true;
}
