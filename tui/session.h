/* A session: where the browser was when it was left, to be there again at the next start on the same records. All of it is
 * said by identity (ids, slugs, names of groups), as places are; see history.h.
 *
 * Its text is YAML. Whoever reads it trusts nothing in it: what is damaged, of another version or has control characters in
 * it is no session, and a name that leads nowhere is left out by whoever goes there. */
#ifndef KERNATLAS_SESSION_H
#define KERNATLAS_SESSION_H

#include "buf.h"
#include "history.h"

enum { SESSION_VERSION = 1, SESSION_LIMIT = 256 << 10, SESSION_MARKS_MAX = 2000 };

struct session {
	struct place place;
	char *view;        /* what lies on top, but for documents: "help", "compare", "links", "review"; "" for nothing */
	char *about;       /* whose links; which item of the queue of reviews */
	struct pane_place reading; /* in that view */
	char *search;      /* in a view or a document */
	char *arrangements[PLACE_PANES]; /* of each pane, its lines */
	char *marks;       /* "type/id" a line */
	char *theme;       /* chosen in the browser; "" for none */
	char *theme_setting; /* what the settings said of it then: where they say another now, they are newer */
};

void session_init(struct session *s);
void session_release(struct session *s);
/* Writes it down, with the folders of records that it is of, a line each. */
void session_print(const struct session *s, const char *roots, struct buf *out);
/* Reads it into an empty one. False, with the reason, for what is no session or one of other folders: then `s` is empty. */
bool session_parse(struct session *s, const char *roots, const char *bytes, size_t len, const char **why);

#endif
