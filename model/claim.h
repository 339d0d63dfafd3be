/* Claims: statements that a query checks. A claim record gives a query and what it must give:
 * `expect: {ids: […]}` exactly these records; `{count: N}`; or `{relation: equal|less|more|at-most|at-least, other: QUERY}`,
 * the query's count compared with the other's. */
#ifndef KERNATLAS_CLAIM_H
#define KERNATLAS_CLAIM_H

#include "bitset.h"
#include "corpus.h"

enum claim_verdict { CLAIM_TRUE, CLAIM_FALSE, CLAIM_INVALID };

struct claim_result {
	enum claim_verdict verdict;
	struct bitset records; /* what the query gives */
	bool gave_up;          /* INVALID since a pattern gave up, not since the claim is at fault */
	char why[1024];        /* for FALSE and INVALID: what differs, with ids; else "" */
};

/* Judges a record of type claim. False with a message only when memory ends. Release the result. */
bool claim_judge(const struct corpus *corpus, uint32_t record, struct claim_result *result, struct error *err);
void claim_result_release(struct claim_result *result);
const char *claim_verdict_name(enum claim_verdict verdict); /* "true", "false", "invalid" */

/* Findings for every claim that does not hold, and for queries in views and stories that do not parse. */
bool claim_check(const struct corpus *corpus, struct finding_list *out);
bool claim_check_record(const struct corpus *corpus, uint32_t record, struct finding_list *out);

#endif
