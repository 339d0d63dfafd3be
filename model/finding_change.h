/* What became of findings after a change: fixed, new, still there. Findings are the same when code and message are,
 * wherever they stand by then. */
#ifndef KERNATLAS_FINDING_CHANGE_H
#define KERNATLAS_FINDING_CHANGE_H

#include "finding.h"

struct finding_change {
	struct finding_list fixed, added, same;
};

void finding_change_init(struct finding_change *change);
void finding_change_release(struct finding_change *change);
/* Fills an initialised change. False when memory ends. */
bool finding_change_compare(struct finding_change *change, const struct finding_list *before,
	const struct finding_list *after);

#endif
