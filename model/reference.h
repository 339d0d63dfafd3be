/* References in plain text, and their parts: [[type/id]], [[id]], [[doc#heading]], [[id|text]].
 *
 * A document's Markdown is parsed by document.h; this is for the text fields of records, and for taking apart the
 * target of any link. Nothing is copied: all pointers lead into the text that was given. */
#ifndef KERNATLAS_REFERENCE_H
#define KERNATLAS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

struct reference {
	const char *begin;  /* its first "[" */
	const char *target; /* as written, with its #fragment, without label and outer spaces */
	size_t target_len;
	const char *folder; /* the last folder or the type before the id; length 0 when there is none */
	size_t folder_len;
	const char *id; /* without ".md", "./" and "../"; length 0 for "#heading", a place in the same document */
	size_t id_len;
	const char *fragment; /* without "#"; length 0 when there is none */
	size_t fragment_len;
	const char *label; /* what to show for it; length 0 when there is none */
	size_t label_len;
};

/* Takes the next reference from [*s, end) and moves *s past it. Returns false at the end. Brackets without partner,
 * an empty target, one with brackets inside, and "\[[" are plain text; a reference never runs over an empty line. */
bool reference_next(const char **s, const char *end, struct reference *ref);

/* Takes a target apart, such as "../docs/21-topology.md#caches" or "compiler/triton". Never fails: what is not there
 * has length 0. */
void reference_split(const char *target, size_t len, struct reference *ref);

#endif
