#include "cache_saver.h"

#include "cache_file.h"
#include "corpus_cache.h"

static void *save(void *argument)
{
	struct cache_saver *saver = argument;

	cache_file_save(saver->corpus, saver->path, &saver->cancel);
	return NULL;
}

void cache_saver_start(struct cache_saver *saver, const struct corpus *corpus, const char *path)
{
	*saver = (struct cache_saver){.corpus = corpus, .path = path};
	saver->running = path && corpus_cache_is_due(corpus) && pthread_create(&saver->thread, NULL, save, saver) == 0;
}

void cache_saver_stop(struct cache_saver *saver)
{
	if (!saver->running)
		return;
	__atomic_store_n(&saver->cancel, 1, __ATOMIC_RELAXED);
	pthread_join(saver->thread, NULL);
	saver->running = false;
}
