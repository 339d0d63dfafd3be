#include "loader.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAINT_MS = 50 }; /* painting never takes so long; a clock that is set meanwhile does no harm either */

struct loader {
	struct corpus_options options;
	struct corpus *previous;         /* what the whole is read on top of; the loader's own reference, or NULL */
	struct corpus_progress progress; /* of the whole */
	int tell[2];                     /* a pipe: a byte for each piece of news */
	int owners;                      /* atomic: who started it, and its thread */
	char **roots;                    /* its own copies: it may outlive who gave them */
	char *cache;
	pthread_mutex_t lock;
	/* Behind the lock: what has come and was not taken. */
	struct corpus *part, *whole;
	enum loader_news end; /* LOADER_NOTHING until it is over */
	bool end_taken;
	bool may_go_on; /* nobody paints, or has done so */
	pthread_cond_t gone_on;
	struct error err;
	int is_long; /* atomic */
};

static void tell(struct loader *l)
{
	/* A full pipe tells as much as one byte more would. */
	while (write(l->tell[1], "", 1) < 0 && errno == EINTR)
		;
}

static struct timespec in_milliseconds(int ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += ms * 1000000L;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/* Reading takes every processor there is: that it takes long is shown before. */
static void note_many(void *data)
{
	struct loader *l = data;
	struct timespec until = in_milliseconds(PAINT_MS);
	int waited = 0;

	__atomic_store_n(&l->is_long, 1, __ATOMIC_RELAXED);
	tell(l);
	pthread_mutex_lock(&l->lock);
	while (!l->may_go_on && waited == 0)
		waited = pthread_cond_timedwait(&l->gone_on, &l->lock, &until);
	l->may_go_on = true;
	pthread_mutex_unlock(&l->lock);
}

static bool is_cancelled(const struct loader *l)
{
	return __atomic_load_n(&l->progress.cancel, __ATOMIC_RELAXED);
}

static void end(struct loader *l, enum loader_news news, struct corpus *whole)
{
	pthread_mutex_lock(&l->lock);
	l->end = news;
	l->whole = whole;
	pthread_mutex_unlock(&l->lock);
	tell(l);
}

/* Some of the files. True when there are more. */
static bool load_part(struct loader *l, struct corpus_options *whole)
{
	struct corpus_options some = *whole;
	struct corpus *part;

	/* Opening a cache would take longer than these few files. */
	some.cache = NULL;
	some.progress = NULL;
	some.most_files = LOADER_PART_FILES;
	part = corpus_load(&some, &l->err);
	if (!part || !part->partial) {
		end(l, part ? LOADER_WHOLE : LOADER_FAILED, part);
		return false;
	}
	/* From a cache that is there, all comes faster than by reading. */
	if (!whole->cache || access(whole->cache, R_OK) != 0)
		whole->previous = l->previous = corpus_ref(part);
	pthread_mutex_lock(&l->lock);
	l->part = part;
	pthread_mutex_unlock(&l->lock);
	tell(l);
	return true;
}

static void load_whole(struct loader *l, const struct corpus_options *options)
{
	struct corpus *whole = is_cancelled(l) ? NULL : corpus_load(options, &l->err);

	end(l, whole ? LOADER_WHOLE : LOADER_FAILED, whole);
}

static void run(struct loader *l)
{
	struct corpus_options whole = l->options;

	whole.progress = &l->progress;
	whole.many = note_many;
	whole.many_data = l;
	whole.many_files = LOADER_MANY_FILES;
	if (whole.previous && !corpus_is_outdated(whole.previous))
		end(l, LOADER_UNCHANGED, NULL);
	else if (whole.previous || load_part(l, &whole))
		load_whole(l, &whole);
}

static void release(struct loader *l)
{
	if (__atomic_sub_fetch(&l->owners, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	corpus_free(l->whole);
	corpus_free(l->part);
	corpus_free(l->previous);
	pthread_mutex_destroy(&l->lock);
	pthread_cond_destroy(&l->gone_on);
	close(l->tell[0]);
	close(l->tell[1]);
	for (int i = 0; l->roots && i < l->options.root_count; i++)
		free(l->roots[i]);
	free(l->roots);
	free(l->cache);
	free(l);
}

static void *run_thread(void *argument)
{
	run(argument);
	release(argument);
	return NULL;
}

static bool copy_names(struct loader *l)
{
	bool ok;

	l->roots = calloc((size_t)l->options.root_count + 1, sizeof *l->roots);
	ok = l->roots != NULL;
	for (int i = 0; ok && i < l->options.root_count; i++) {
		l->roots[i] = strdup(l->options.roots[i]);
		ok = l->roots[i] != NULL;
	}
	l->cache = ok && l->options.cache ? strdup(l->options.cache) : NULL;
	ok = ok && (l->cache || !l->options.cache);
	l->options.roots = (const char *const *)l->roots;
	l->options.cache = l->cache;
	return ok;
}

struct loader *loader_start(const struct corpus_options *options, struct error *err)
{
	struct loader *l = calloc(1, sizeof *l);
	pthread_t thread;

	if (!l || pthread_mutex_init(&l->lock, NULL) != 0) {
		free(l);
		error_memory(err);
		return NULL;
	}
	if (pthread_cond_init(&l->gone_on, NULL) != 0) {
		pthread_mutex_destroy(&l->lock);
		free(l);
		error_memory(err);
		return NULL;
	}
	l->owners = 1;
	l->options = *options;
	l->may_go_on = options->previous != NULL;
	l->previous = options->previous ? corpus_ref(options->previous) : NULL;
	if (pipe2(l->tell, O_CLOEXEC | O_NONBLOCK) != 0) {
		l->tell[0] = l->tell[1] = -1;
		error_set(err, "no pipe can be made for loading");
		release(l);
		return NULL;
	}
	if (!copy_names(l)) {
		error_memory(err);
		release(l);
		return NULL;
	}
	l->owners = 2;
	if (pthread_create(&thread, NULL, run_thread, l) == 0) {
		pthread_detach(thread);
	} else {
		/* Who gets it back only when all is done can't paint before. */
		l->may_go_on = true;
		run_thread(l);
	}
	return l;
}

void loader_free(struct loader *l)
{
	if (!l)
		return;
	__atomic_store_n(&l->progress.cancel, 1, __ATOMIC_RELAXED);
	release(l);
}

void loader_go_on(struct loader *l)
{
	pthread_mutex_lock(&l->lock);
	l->may_go_on = true;
	pthread_cond_signal(&l->gone_on);
	pthread_mutex_unlock(&l->lock);
}

int loader_fd(const struct loader *l)
{
	return l->tell[0];
}

enum loader_news loader_take(struct loader *l, struct corpus **corpus, struct error *err)
{
	enum loader_news news = LOADER_NOTHING;
	char bytes[16];

	while (read(l->tell[0], bytes, sizeof bytes) > 0)
		;
	*corpus = NULL;
	pthread_mutex_lock(&l->lock);
	if (l->end != LOADER_NOTHING && !l->end_taken) {
		/* Nobody needs a part any more, taken or not. */
		news = l->end;
		*corpus = l->whole;
		l->whole = NULL;
		l->end_taken = true;
		if (news == LOADER_FAILED && err)
			*err = l->err;
	} else if (l->part) {
		news = LOADER_PART;
		*corpus = l->part;
		l->part = NULL;
	}
	pthread_mutex_unlock(&l->lock);
	return news;
}

void loader_count(const struct loader *l, int *done, int *files)
{
	*done = __atomic_load_n(&l->progress.files_done, __ATOMIC_RELAXED);
	*files = __atomic_load_n(&l->progress.files, __ATOMIC_RELAXED);
}

bool loader_is_long(const struct loader *l)
{
	return __atomic_load_n(&l->is_long, __ATOMIC_RELAXED);
}
