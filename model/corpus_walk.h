/* Which files a corpus is made of. */
#ifndef KERNATLAS_CORPUS_WALK_H
#define KERNATLAS_CORPUS_WALK_H

#include "error.h"
#include "value.h"

enum walk_kind { WALK_YAML, WALK_MARKDOWN, WALK_SCHEMA, WALK_REFUSED };

struct walk_file {
	char *path; /* owned; root and all */
	enum walk_kind kind;
	struct stamp stamp; /* only where `stamped` */
	bool stamped;
	const char *refused; /* of WALK_REFUSED: why; a constant */
};

struct walk_list {
	struct walk_file *items;
	size_t count, cap;
	size_t most; /* 0: no end; else that many files are enough */
	bool cut;    /* there may be more than `most` */
	void (*many)(void *data); /* called when there are `many_at`; or NULL */
	void *many_data;
	size_t many_at;
};

enum { WALK_DEPTH_LIMIT = 32 };

/* Adds every record, document and schema file below `root`, sorted by path. Names that begin with a dot are passed
 * over; a symbolic link is followed only where it stays below the root; what is no regular file is refused by name.
 * False with a message when the root itself can't be read or memory ends. */
/* With `stamps` each file's stamp is taken; without, only what the folder itself tells: a first load reads every file
 * anyway and learns its stamp then. */
bool corpus_walk(struct walk_list *list, const char *root, bool stamps, struct error *err);
void walk_list_release(struct walk_list *list);

struct stat;
struct stamp stamp_of(const struct stat *st);
bool stamp_equal(const struct stamp *a, const struct stamp *b);

#endif
