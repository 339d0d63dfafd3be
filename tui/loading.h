/* Loading while the screen already answers: the corpus is read by threads of its own, and meanwhile a line tells how far
 * it is. Quitting takes effect at once. */
#ifndef KERNATLAS_LOADING_H
#define KERNATLAS_LOADING_H

#include "corpus.h"
#include "theme.h"

struct loading_result {
	struct corpus *corpus; /* NULL when it failed or was given up */
	int status;            /* of the exit, when the user or a signal ended it; -1 otherwise */
};

/* Loads with the screen open. `ascii` as the browser draws. What fails is in `err`. */
struct loading_result loading_run(const struct corpus_options *options, const struct theme *theme, bool ascii,
	struct error *err);

#endif
