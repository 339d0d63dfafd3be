/* Keeping a corpus for the next start while the browser goes on: on a thread of its own. */
#ifndef KERNATLAS_CACHE_SAVER_H
#define KERNATLAS_CACHE_SAVER_H

#include <pthread.h>

#include "corpus.h"

struct cache_saver {
	const struct corpus *corpus;
	const char *path;
	pthread_t thread;
	bool running;
	int cancel; /* atomic */
};

/* Both are borrowed until the stop. Without a path, and where it is not worth its while, nothing happens. */
void cache_saver_start(struct cache_saver *saver, const struct corpus *corpus, const char *path);
/* Ends it, done or not; a file half written goes. */
void cache_saver_stop(struct cache_saver *saver);

#endif
