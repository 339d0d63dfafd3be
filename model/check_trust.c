/* Rules on trust: what a status promises, what a figure needs, how old a record may be. They ask fields by name and so
 * hold for any type that has them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

struct place {
	const struct corpus *corpus;
	uint32_t record;
	const struct record *r;
	struct finding_list *out;
};

static struct node field(const struct place *p, const char *name)
{
	return corpus_field(p->corpus, p->r, name);
}

static bool given(const struct place *p, struct node map, const char *name)
{
	return node_state(corpus_get(p->corpus, map, name)) == STATE_GIVEN;
}

static bool add(const struct place *p, struct node at, enum finding_code code, const char *message)
{
	return check_add(p->out, p->corpus, p->record, at, code, "%s", message);
}

/* Whether records of this type name sources at all: a source is one, and types without a schema have no such rule. */
static bool rests_on_sources(const struct place *p)
{
	const struct schema_type *type = record_type(p->corpus, p->r)->schema;
	const struct schema_field *f = type ? schema_field_at(type, "sources") : NULL;

	return f && f->link == LINK_SOURCE && strcmp(type->name, "source") != 0;
}

static bool check_status(const struct place *p)
{
	struct node status = field(p, "status");

	if (node_equals(status, "draft")) {
		struct node open = field(p, "open_questions");

		/* An empty list says something too: that nothing is missing any more. */
		if (node_state(open) != STATE_GIVEN && node_state(open) != STATE_EMPTY)
			return add(p, status, FINDING_DRAFT_SILENT, "draft without open_questions");
		return check_add(p->out, p->corpus, p->record, status, FINDING_DRAFT, "draft: %u open question%s", node_count(open),
			node_count(open) == 1 ? "" : "s");
	}
	if (node_equals(status, "contested")) {
		struct node sides = field(p, "sides"), sources = field(p, "sources");

		if (node_count(sources) < 2 && node_count(sides) < 2)
			return add(p, status, FINDING_CONTESTED_SOURCES, "contested, yet it names fewer than two sources");
		return add(p, status, FINDING_CONTESTED, "contested: its sources disagree");
	}
	if (node_equals(status, "verified") && rests_on_sources(p) && node_state(field(p, "sources")) != STATE_GIVEN)
		return add(p, status, FINDING_VERIFIED_NO_SOURCES, "verified, yet it names no source");
	return true;
}

static bool check_confidence(const struct place *p)
{
	struct node n = field(p, "confidence");
	double confidence;

	if (!node_number(n, &confidence))
		return true;
	if (confidence < 0 || confidence > 1)
		return check_add(p->out, p->corpus, p->record, n, FINDING_CONFIDENCE_RANGE, "confidence %s is not between 0 and 1",
			node_text(n));
	if (node_equals(field(p, "status"), "verified") && lround(confidence * 100) < CHECK_LOW_CONFIDENCE_PERCENT)
		return check_add(p->out, p->corpus, p->record, n, FINDING_CONFIDENCE_LOW, "verified with a confidence of only %s",
			node_text(n));
	return true;
}

static bool check_age(const struct place *p)
{
	struct node n = field(p, "updated");
	int date, age;

	if (!value_parse_date(node_text(n), node_len(n), &date) || !p->corpus->today)
		return true;
	age = value_days_between(date, p->corpus->today);
	if (age < 0)
		return check_add(p->out, p->corpus, p->record, n, FINDING_UPDATED_FUTURE, "updated on %s, which is still to come",
			node_text(n));
	if (age > p->corpus->stale_days)
		return check_add(p->out, p->corpus, p->record, n, FINDING_STALE, "updated %d days ago (more than %d)", age,
			p->corpus->stale_days);
	return true;
}

static bool check_derived(const struct place *p, struct node map)
{
	bool derived = false;

	if (node_boolean(corpus_get(p->corpus, map, "derived"), &derived) && derived && !given(p, map, "basis"))
		return add(p, map, FINDING_DERIVED_BASIS, "derived, without saying from what");
	return true;
}

static bool check_figures(const struct place *p, struct node list)
{
	for (struct node f = node_first(list); f.v; f = node_next(list, f)) {
		if (node_kind(f) != VALUE_MAP)
			continue;
		if (!given(p, f, "conditions")
			&& !check_add(p->out, p->corpus, p->record, f, FINDING_FIGURE_CONDITIONS, "figure `%s` without conditions",
				node_text(corpus_get(p->corpus, f, "value"))))
			return false;
		if ((!given(p, f, "source") || !given(p, f, "measured_by"))
			&& !check_add(p->out, p->corpus, p->record, f, FINDING_FIGURE_SOURCE, "figure `%s` without %s",
				node_text(corpus_get(p->corpus, f, "value")), given(p, f, "source") ? "who measured it" : "its source"))
			return false;
		if (!check_derived(p, f))
			return false;
	}
	return true;
}

/* Whether the schema asks for a source there: then its absence has been told. */
static bool asks_for_source(const struct place *p, const char *list)
{
	const struct schema_type *type = record_type(p->corpus, p->r)->schema;
	const struct schema_field *f;
	char name[64];

	snprintf(name, sizeof name, "%s.source", list);
	f = type ? schema_field_at(type, name) : NULL;
	return f && f->required;
}

/* Entries that state a fact (a cost, a binding) name where it comes from. */
static bool check_sourced(const struct place *p, const char *name)
{
	struct node list = field(p, name);

	for (struct node entry = node_first(list); entry.v; entry = node_next(list, entry)) {
		struct node source = corpus_get(p->corpus, entry, "source");

		if (node_kind(entry) != VALUE_MAP || record_is_derived(p->r, list))
			continue;
		if (!given(p, entry, "source") && !(!source.v && asks_for_source(p, name))
			&& !check_add(p->out, p->corpus, p->record, entry, FINDING_SOURCE_MISSING, "an entry of %s names no source", name))
			return false;
		if (!check_figures(p, corpus_get(p->corpus, entry, "figures")))
			return false;
	}
	return true;
}

bool check_trust(const struct corpus *corpus, uint32_t record, struct finding_list *out)
{
	const struct record *r = &corpus->records[record];
	struct place p = {corpus, record, r, out};

	return check_status(&p) && check_confidence(&p) && check_age(&p) && check_derived(&p, record_root(r))
		&& check_figures(&p, field(&p, "figures")) && check_sourced(&p, "costs") && check_sourced(&p, "portability")
		&& check_sourced(&p, "sides");
}
