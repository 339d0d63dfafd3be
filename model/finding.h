/* Findings: what is wrong, or worth a reviewer's look, in the records. One catalogue of codes.
 *
 * Severity error makes `check` fail; warning is something to mend; info is an honest gap that readers should
 * know of. A finding carries file:line:column and says what to do. */
#ifndef KERNATLAS_FINDING_H
#define KERNATLAS_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };

/* FINDING(id, "code", severity, "what it is", "what to do") */
#define FINDING_CODES(FINDING) \
	FINDING(UNREADABLE, "unreadable", ERROR, "file can't be read", "give read access, or move the file away") \
	FINDING(SYNTAX, "syntax", ERROR, "not valid YAML or JSON", "correct the file at this place; the rest was loaded") \
	FINDING(ENCODING, "encoding", WARNING, "text that is not Unicode", "save the file as UTF-8") \
	FINDING(LIMIT, "limit", ERROR, "over a limit of the reader", "split or shorten what the message names") \
	FINDING(DUPLICATE_KEY, "duplicate-key", ERROR, "key given twice", "keep one of the two; the first is used") \
	FINDING(DUPLICATE_ID, "duplicate-id", ERROR, "two records with one id", "give one of them another id") \
	FINDING(NO_IDENTITY, "no-identity", WARNING, "mapping without id and type", "add `id` and `type`, or move the file away") \
	FINDING(UNKNOWN_TYPE, "unknown-type", INFO, "type that the schema does not describe", "describe the type in schema.yaml") \
	FINDING(UNKNOWN_FIELD, "unknown-field", WARNING, "field that the schema does not have", "correct the name, or add it to schema.yaml") \
	FINDING(VOCABULARY, "vocabulary", ERROR, "value outside its vocabulary", "use a value of the vocabulary, or add a qualifier of kind `outside`") \
	FINDING(OUTSIDE_KEPT, "outside-vocabulary", INFO, "value outside the vocabulary, kept as recorded", "extend the vocabulary when the term is settled") \
	FINDING(WRONG_TYPE, "wrong-type", ERROR, "value of the wrong kind", "write the kind that the schema asks for") \
	FINDING(MISSING_FIELD, "missing-field", ERROR, "required field missing", "add the field") \
	FINDING(LINK_UNRESOLVED, "link-unresolved", ERROR, "link to nothing", "correct the id, or add the record") \
	FINDING(LINK_AMBIGUOUS, "link-ambiguous", ERROR, "link that fits several records", "write it as type/id") \
	FINDING(LINK_HEADING, "link-heading", WARNING, "link to a heading that is not there", "correct the part after #") \
	FINDING(SOURCE_MISSING, "source-missing", WARNING, "no source named", "name the source") \
	FINDING(FIGURE_CONDITIONS, "figure-conditions", WARNING, "figure without conditions", "say under which conditions, or that they are not stated") \
	FINDING(FIGURE_SOURCE, "figure-source", WARNING, "figure without a source or who measured it", "name the source and who measured it") \
	FINDING(DERIVED_BASIS, "derived-basis", WARNING, "derived without its basis", "say in `basis` what it is derived from") \
	FINDING(NO_METHOD, "no-method", INFO, "number without a method", "say how it was measured, when that is known") \
	FINDING(VERIFIED_NO_SOURCES, "verified-no-sources", ERROR, "verified without sources", "add sources, or set the status to draft") \
	FINDING(CONFIDENCE_RANGE, "confidence-range", ERROR, "confidence outside 0 to 1", "give a number from 0 to 1") \
	FINDING(CONFIDENCE_LOW, "confidence-low", WARNING, "verified with low confidence", "raise the confidence with evidence, or set the status to draft") \
	FINDING(UPDATED_FUTURE, "updated-future", WARNING, "updated in the future", "correct the date") \
	FINDING(STALE, "stale", INFO, "not updated for long", "check the record against its sources and update the date") \
	FINDING(CONTESTED, "contested", INFO, "contested: sources disagree", "settle it with a further source, or leave it marked") \
	FINDING(CONTESTED_SOURCES, "contested-sources", WARNING, "contested without two sources", "name the sources that disagree") \
	FINDING(DRAFT, "draft", INFO, "draft", "see what is missing, then promote it") \
	FINDING(DRAFT_SILENT, "draft-silent", WARNING, "draft that does not say what is missing", "list it in open_questions") \
	FINDING(CLAIM_FALSE, "claim-false", ERROR, "claim that the records do not support", "correct the statement or the records") \
	FINDING(QUERY_INVALID, "query-invalid", ERROR, "query that does not parse", "correct the query") \
	FINDING(STORY_OVERFLOW, "story-overflow", WARNING, "step that does not fit its screen", "shorten the step") \
	FINDING(STORY_LINES, "story-lines", WARNING, "step with more than five lines", "leave lines out, or make two steps of it") \
	FINDING(STORY_STATE, "story-state", WARNING, "story that asks for what can't be shown", "correct the step") \
	FINDING(PATTERN_GAVE_UP, "pattern-gave-up", WARNING, "pattern gave up on a record", "make the pattern simpler")

enum finding_code {
#define FINDING(id, name, severity, what, remedy) FINDING_##id,
	FINDING_CODES(FINDING)
#undef FINDING
	FINDING_CODE_COUNT
};

enum { FINDING_NO_RECORD = -1 };

struct finding {
	enum finding_code code;
	enum severity severity; /* the code's, unless raised or lowered for this one */
	int32_t record;         /* index in the corpus, or FINDING_NO_RECORD */
	uint32_t unit;          /* index of the file in the corpus */
	uint32_t line, column;  /* from 1; 0 when the finding has no place in a file */
	char *message;          /* owned; what is wrong with which value, without file and place */
};

struct finding_list {
	struct finding *items;
	size_t count, cap;
	bool failed; /* memory ended while adding */
};

const char *finding_code_name(enum finding_code code);
const char *finding_code_title(enum finding_code code);
const char *finding_remedy(enum finding_code code);
enum severity finding_default_severity(enum finding_code code);
/* The code of a name, or FINDING_CODE_COUNT. */
enum finding_code finding_code_parse(const char *name);
const char *severity_name(enum severity severity);

void finding_list_init(struct finding_list *list);
void finding_list_release(struct finding_list *list);
void finding_list_clear(struct finding_list *list);
/* Adds one with its code's severity; returns it for changing, NULL when memory ends. */
struct finding *finding_add(struct finding_list *list, enum finding_code code, uint32_t line, uint32_t column,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Appends a copy of one. False when memory ends. */
bool finding_copy(struct finding_list *list, const struct finding *from);

#endif
