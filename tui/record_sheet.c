#include "record_sheet.h"

#include <string.h>

#include "check.h"
#include "claim.h"
#include "document.h"
#include "query.h"
#include "record_values.h"
#include "selection.h"
#include "style.h"
#include "text.h"

enum { ANSWER_MOST = 60, TWINS_MOST = 8 };

/* The order in which a compiler's questions are answered. What is not named here follows in schema order. */
static const struct {
	const char *heading;
	const char *fields[5];
} sections[] = {
	{"WHERE THE COST LANDS", {"costs", "compile_time_seconds", "compile_time_basis"}},
	{"WHAT IT RUNS ON", {"target_backends", "unlisted_targets", "qualifiers"}},
	{"WHAT BINDS THE ARTIFACT", {"portability"}},
	{"FOR", {"strengths"}},
	{"AGAINST", {"weaknesses"}},
	{"EVIDENCE", {"production_ready", "production_evidence"}},
};

/* Fields that the head shows, or that links and findings show in their own way. */
static const char *const elsewhere[] = {"id", "type", "name", "title", "status", "confidence", "updated", "family",
	"compilation_strategy", "body", "derived"};

static bool is_elsewhere(const struct record *r, const char *name)
{
	for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
		if (strcmp(elsewhere[i], name) == 0)
			return strcmp(name, "body") != 0 || r->document >= 0;
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		for (size_t f = 0; f < 5 && sections[i].fields[f]; f++)
			if (strcmp(sections[i].fields[f], name) == 0)
				return true;
	return false;
}

static void add_head(struct value_view *v)
{
	const struct corpus *c = v->corpus;
	const struct corpus_type *type = record_type(c, v->record);
	static const char *const facts[] = {"family", "compilation_strategy", "license", "language", "first_release_year"};
	struct node status = corpus_field_by_key(v->record, c->key_status), updated = corpus_field(c, v->record, "updated");
	struct node confidence = corpus_field(c, v->record, "confidence");
	int style;
	const char *glyph = selection_status_glyph(c, v->record, &style), *separator = " · ";

	sheet_paragraph(v->sheet, 0, 2);
	sheet_puts(v->sheet, STYLE_HEADING, v->record->title);
	sheet_paragraph(v->sheet, 0, 2);
	if (node_is_scalar(status))
		sheet_printf(v->sheet, (enum style)style, "%s %s", glyph, node_text(status));
	if (node_is_scalar(confidence))
		sheet_printf(v->sheet, STYLE_TEXT, "%sconfidence %s", node_is_scalar(status) ? separator : "", node_text(confidence));
	if (node_is_scalar(updated))
		sheet_printf(v->sheet, STYLE_TEXT, "%schecked %s", node_is_scalar(status) ? separator : "", node_text(updated));
	if (v->record->derived)
		sheet_puts(v->sheet, STYLE_DERIVED, " · partly derived (≈)");
	sheet_paragraph(v->sheet, 0, 2);
	sheet_puts(v->sheet, STYLE_TEXT, type->schema ? type->schema->label : type->name);
	sheet_printf(v->sheet, STYLE_DIM, " %s", v->record->id);
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		struct node n = corpus_field(c, v->record, facts[i]);

		if (!node_is_scalar(n) || (i > 1 && node_len(n) > 24))
			continue;
		sheet_puts(v->sheet, STYLE_TEXT, separator);
		value_view_scalar(v, type->schema ? schema_field_at(type->schema, facts[i]) : NULL, n);
	}
}

/* Which fields were derived, and that this is so: a derived value never passes for a recorded one. */
static void add_derived(struct value_view *v)
{
	struct node root = {v->record->derived, v->record->derived ? v->record->derived->values : NULL};

	for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
		if (n.v == node_first(root).v) {
			sheet_paragraph(v->sheet, 0, 2);
			sheet_puts(v->sheet, STYLE_DERIVED, "≈ derived by rule of the schema, not recorded: ");
		} else {
			sheet_puts(v->sheet, STYLE_DIM, ", ");
		}
		sheet_puts(v->sheet, STYLE_DERIVED, keys_name(v->corpus->keys, n.v->key));
	}
}

/* Other records of this id, each by a name that leads to it alone. */
static void add_twins(struct value_view *v)
{
	uint32_t self = record_index(v->corpus, v->record), twin = RECORD_NONE;
	struct buf name;
	int count = 0;

	buf_init(&name);
	while ((twin = record_next_twin(v->corpus, self, twin)) != RECORD_NONE && ++count <= TWINS_MOST) {
		buf_clear(&name);
		record_reference(v->corpus, twin, &name);
		sheet_paragraph(v->sheet, 0, 2);
		sheet_puts(v->sheet, STYLE_WARNING, "another record of this id: ");
		targets_add_record(v->targets, v->sheet, v->corpus, twin, "", 0, name.data, name.len);
	}
	if (twin != RECORD_NONE) {
		sheet_paragraph(v->sheet, 0, 2);
		sheet_puts(v->sheet, STYLE_WARNING, "and more: filter by this id to see them");
	}
	v->targets->failed = v->targets->failed || !buf_ok(&name);
	buf_release(&name);
}

static const struct schema_field *field_of(const struct value_view *v, const char *name)
{
	const struct schema_type *schema = record_type(v->corpus, v->record)->schema;

	return schema ? schema_field_at(schema, name) : NULL;
}

static void add_heading(struct value_view *v, const char *text)
{
	sheet_blank(v->sheet);
	sheet_paragraph(v->sheet, 0, 0);
	sheet_puts(v->sheet, STYLE_HEADING, text);
}

/* An empty list of targets beside hardware that the vocabulary lacks: says why it is empty. */
static bool add_no_slot(struct value_view *v, struct node targets)
{
	if (node_state(targets) != STATE_EMPTY || !node_count(corpus_field(v->corpus, v->record, "unlisted_targets")))
		return false;
	sheet_paragraph(v->sheet, 1, 2);
	sheet_puts(v->sheet, STYLE_TEXT, "none listed: the vocabulary of backends has no value for its hardware, which is");
	return true;
}

/* The sections of compilers; each appears when the type has such a field at all, so that "not recorded" is said. */
static void add_sections(struct value_view *v)
{
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		bool headed = false;

		for (size_t f = 0; f < 5 && sections[i].fields[f]; f++) {
			const char *name = sections[i].fields[f];
			const struct schema_field *field = field_of(v, name);
			struct node n = corpus_field(v->corpus, v->record, name);

			/* Only the first field of a section is worth saying that it is missing. */
			if ((!field && !n.v) || (f > 0 && !n.v))
				continue;
			if (!headed)
				add_heading(v, sections[i].heading);
			headed = true;
			if (strcmp(name, "target_backends") == 0 && add_no_slot(v, n))
				continue;
			value_view_field(v, field, name, n, f == 0 && node_kind(n) >= VALUE_LIST);
		}
	}
}

static void add_described(struct value_view *v, const struct schema_type *schema)
{
	bool headed = false;

	for (int i = 0; i < schema->field_count; i++) {
		const struct schema_field *f = &schema->fields[i];
		struct node n = corpus_field(v->corpus, v->record, f->name);

		if (is_elsewhere(v->record, f->name) || strcmp(f->name, "related") == 0 || !n.v)
			continue;
		if (!headed)
			sheet_blank(v->sheet);
		headed = true;
		value_view_field(v, f, f->name, n, false);
	}
}

/* Fields that the schema does not have, or all fields of a type without a schema, in the order of the file. */
static void add_undescribed(struct value_view *v, const struct schema_type *schema)
{
	struct node root = record_root(v->record);
	bool headed = false;

	for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
		const char *name = keys_name(v->corpus->keys, n.v->key);

		if ((schema && schema_field_by_key(schema->fields, schema->field_count, n.v->key)) || is_elsewhere(v->record, name))
			continue;
		if (!headed)
			sheet_blank(v->sheet);
		headed = true;
		value_view_field(v, NULL, name, n, false);
	}
}

static void add_missing(struct value_view *v, const struct schema_type *schema)
{
	bool any = false;

	for (int i = 0; i < schema->field_count; i++) {
		const struct schema_field *f = &schema->fields[i];

		if (corpus_field(v->corpus, v->record, f->name).v || (!f->facet && f->kind != FIELD_NUMBER))
			continue;
		if (!any) {
			sheet_blank(v->sheet);
			sheet_paragraph(v->sheet, 0, 2);
			sheet_puts(v->sheet, STYLE_LABEL, "not recorded: ");
		}
		sheet_printf(v->sheet, STYLE_DIM, "%s%s", any ? ", " : "", f->label);
		any = true;
	}
}

static void add_findings(struct value_view *v)
{
	struct finding_list list;

	finding_list_init(&list);
	if (!check_record(v->corpus, record_index(v->corpus, v->record), &list))
		v->targets->failed = true;
	for (size_t i = 0; i < list.count; i++) {
		const struct finding *f = &list.items[i];
		enum style style = f->severity == SEVERITY_ERROR ? STYLE_ERROR : f->severity == SEVERITY_WARNING ? STYLE_WARNING
														: STYLE_INFO;

		if (!i)
			add_heading(v, "FINDINGS");
		sheet_paragraph(v->sheet, 0, 2);
		sheet_printf(v->sheet, style, "%s ", severity_name(f->severity));
		sheet_puts(v->sheet, STYLE_TEXT, f->message);
		sheet_printf(v->sheet, STYLE_DIM, " · %s · line %u", finding_remedy(f->code), f->line);
	}
	finding_list_release(&list);
}

/* What a record's query gives: the answer to a question, the records behind a claim. */
static void add_answer(struct value_view *v)
{
	struct node text = corpus_field(v->corpus, v->record, "query");
	struct query *query = node_is_scalar(text) ? query_parse(v->corpus, node_text(text), NULL) : NULL;
	struct claim_result judged = {0};
	struct query_result found;
	bool claim = strcmp(record_type(v->corpus, v->record)->name, "claim") == 0;

	if (!query || !query_run(query, NULL, &found, NULL)) {
		query_free(query);
		return;
	}
	query_free(query);
	sheet_blank(v->sheet);
	sheet_paragraph(v->sheet, 0, 2);
	sheet_puts(v->sheet, STYLE_HEADING, "WHAT THE QUERY GIVES NOW");
	if (claim && v->corpus->partial)
		sheet_puts(v->sheet, STYLE_DIM, "  not judged yet");
	else if (claim && claim_judge(v->corpus, record_index(v->corpus, v->record), &judged, NULL))
		sheet_printf(v->sheet, judged.verdict == CLAIM_TRUE ? STYLE_CLAIM_TRUE : STYLE_CLAIM_FALSE, "  %s%s%s",
			judged.verdict == CLAIM_TRUE ? "✓ it holds" : "✗ it does not hold", *judged.why ? ": " : "", judged.why);
	sheet_printf(v->sheet, STYLE_DIM, "  %zu record%s", found.count, found.count == 1 ? "" : "s");
	for (size_t r = bitset_next(&found.records, 0), n = 0; r < v->corpus->count && n < ANSWER_MOST;
		r = bitset_next(&found.records, r + 1), n++) {
		sheet_paragraph(v->sheet, 1, 2);
		targets_add_record(v->targets, v->sheet, v->corpus, (uint32_t)r, "", 0, "", 0);
	}
	if (found.count > ANSWER_MOST) {
		sheet_paragraph(v->sheet, 1, 2);
		sheet_printf(v->sheet, STYLE_DIM, "and %zu more: filter by the query to see them", found.count - ANSWER_MOST);
	}
	claim_result_release(&judged);
	query_result_release(&found);
}

const char *record_link_why(const struct corpus *c, const struct link *link)
{
	const struct record *from = &c->records[link->from];
	const struct value *values = from->unit->values;

	/* The `why` stands beside the `to`: in the nearest map before the value, the record itself left aside. */
	for (uint32_t i = link->value; i > from->value + 1; i--) {
		struct node map = {from->unit, &values[i - 1]};

		if (map.v->kind == VALUE_MAP && link->value < i - 1 + value_span(map.v))
			return node_text(corpus_get(c, map, "why"));
	}
	return "";
}

static void add_link(struct sheet *sheet, struct targets *targets, const struct corpus *c, const struct link *link, bool out)
{
	const struct record *from = &c->records[link->from];
	size_t len;
	const char *fragment = link_fragment(c, link, &len), *why = record_link_why(c, link);

	sheet_paragraph(sheet, 1, 3);
	sheet_puts(sheet, STYLE_DIM, out ? "→ " : "← ");
	if (!out && from->document >= 0 && link->heading >= 0) {
		const struct document *doc = c->documents[from->document];
		const struct document_heading *h = &doc->headings[link->heading];

		targets_add_record(targets, sheet, c, link->from, h->slug, h->slug_len, "", 0);
	} else if (!out) {
		targets_add_record(targets, sheet, c, link->from, "", 0, "", 0);
	} else if (link->to < c->count) {
		targets_add_record(targets, sheet, c, link->to, fragment, len, "", 0);
	} else {
		sheet_add(sheet, STYLE_LINK_DEAD, link_target(c, link), link->target_len, SHEET_NO_LINK);
		sheet_puts(sheet, STYLE_DIM, link->to == LINK_AMBIGUOUS ? " (fits several records)"
			: c->partial ? " (not read yet)" : " (leads nowhere)");
	}
	sheet_printf(sheet, STYLE_DIM, " %s%s%s", link_kind_name((enum link_kind)link->kind), *why ? ": " : "", why);
}

/* Whether an earlier link of the same list says the same: one line for each pair of ends and kind. */
static bool is_repeat(const struct corpus *c, const struct link *link, const struct link *before)
{
	if (before->kind != link->kind || before->to != link->to || before->from != link->from || before->heading != link->heading)
		return false;
	return link->to < c->count
		|| (before->target_len == link->target_len && memcmp(link_target(c, before), link_target(c, link), link->target_len) == 0);
}

void record_sheet_links(struct sheet *sheet, struct targets *targets, const struct corpus *c, uint32_t record)
{
	uint32_t out = c->links_out[record], out_end = c->links_out[record + 1];
	uint32_t in = c->links_in[record], in_end = c->links_in[record + 1];

	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 0);
	sheet_printf(sheet, STYLE_HEADING, "LINKS %u out · %u in", out_end - out, in_end - in);
	for (uint32_t i = out; i < out_end; i++)
		if (i == out || !is_repeat(c, &c->links[i], &c->links[i - 1]))
			add_link(sheet, targets, c, &c->links[i], true);
	for (uint32_t i = in; i < in_end; i++)
		if (i == in || !is_repeat(c, &c->links[c->links_in_order[i]], &c->links[c->links_in_order[i - 1]]))
			add_link(sheet, targets, c, &c->links[c->links_in_order[i]], false);
}

bool record_sheet_build(struct sheet *sheet, struct targets *targets, const struct corpus *corpus, uint32_t record)
{
	struct value_view v = {sheet, targets, corpus, &corpus->records[record]};
	const struct schema_type *schema = record_type(corpus, v.record)->schema;

	targets->from = record;
	add_head(&v);
	add_derived(&v);
	add_twins(&v);
	add_sections(&v);
	if (schema)
		add_described(&v, schema);
	add_undescribed(&v, schema);
	add_answer(&v);
	if (schema)
		add_missing(&v, schema);
	record_sheet_links(sheet, targets, corpus, record);
	add_findings(&v);
	sheet_blank(sheet);
	sheet_paragraph(sheet, 0, 2);
	sheet_printf(sheet, STYLE_DIM, "%s:%u", record_path(v.record), record_root(v.record).v->line);
	return sheet_ok(sheet) && !targets->failed;
}
