/* Reading records on threads of their own while the screen answers.
 *
 * A first load comes in two parts where there are many files: some of them at once, to look at while the rest is read, and
 * then the whole. A load anew brings the whole, or nothing where no file has changed. */
#ifndef KERNATLAS_LOADER_H
#define KERNATLAS_LOADER_H

#include "corpus.h"

enum {
	LOADER_PART_FILES = 1500, /* a part is no more than that */
	LOADER_MANY_FILES = 300   /* so many take longer to read than an eye takes to see it */
};

enum loader_news {
	LOADER_NOTHING,
	LOADER_PART,      /* some of the records; the loader goes on */
	LOADER_WHOLE,     /* all of them: the end */
	LOADER_UNCHANGED, /* those of before still hold: the end */
	LOADER_FAILED     /* the end */
};

struct loader;

/* Starts a load. With options->previous it is one anew. NULL when memory or
 * what else it takes is short; where no thread can be had the load is over when this returns. */
struct loader *loader_start(const struct corpus_options *options, struct error *err);
/* Gives the load up, done or not, without waiting for it; what was not taken is freed when its thread ends. NULL is fine. */
void loader_free(struct loader *l);

/* Readable when there may be news, and once when it is known that there are many files. */
int loader_fd(const struct loader *l);
/* Takes what has come; *corpus is then the caller's. */
enum loader_news loader_take(struct loader *l, struct corpus **corpus, struct error *err);
/* How far it is: files read, and files in all, 0 while that is not known. */
void loader_count(const struct loader *l, int *done, int *files);
/* A first load of many files waits a moment before it reads them, so that who shows its progress can do so first: call it then. */
void loader_go_on(struct loader *l);
/* Whether this load is one of those that show their progress: there are many files. */
bool loader_is_long(const struct loader *l);

#endif
