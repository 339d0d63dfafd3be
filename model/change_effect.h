/* What a change would do to the records before it is saved: whether the rules allow it, which findings of the record go
 * and come, which claims no longer hold or hold again. */
#ifndef KERNATLAS_CHANGE_EFFECT_H
#define KERNATLAS_CHANGE_EFFECT_H

#include "change.h"
#include "finding_change.h"

struct change_effect {
	struct buf refusals; /* a line for each reason; empty when it may be saved */
	bool promotion;      /* the record would become verified */
	struct finding_change record; /* the record's own findings */
	struct buf claims;   /* lines: claims of other records that no longer hold, or hold again */
};

void change_effect_init(struct change_effect *effect);
void change_effect_release(struct change_effect *effect);
/* Works it out. A change is refused when it would bring an error to the record, or call it verified against the rules of
 * promote.h. False with a message when memory ends or the changed file can't be read. */
bool change_effect_of(struct change_effect *effect, const struct change *change, const struct corpus *corpus,
	uint32_t record, struct error *err);

#endif
