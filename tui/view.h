/* A view: a sheet that fills the main area on top of the panes: a document, help, a comparison, the links of a record.
 * Tab goes from link to link, a search marks what it finds. */
#ifndef KERNATLAS_VIEW_H
#define KERNATLAS_VIEW_H

#include "action.h"
#include "history.h"
#include "targets.h"

enum view_kind { VIEW_NONE, VIEW_DOCUMENT, VIEW_HELP, VIEW_COMPARE, VIEW_LINKS, VIEW_TRIAGE, VIEW_CHANGE, VIEW_REPORT };

enum { VIEW_MEASURE = 96 }; /* the widest that prose is wrapped to */

struct view {
	enum view_kind kind;
	struct sheet sheet;
	struct targets targets;
	char *title;     /* owned */
	uint32_t record; /* of a document, or whose links they are */
	int top, link, height;
	char search[256]; /* "" when nothing is searched */
};

enum view_answer { VIEW_IGNORED, VIEW_DONE, VIEW_FOLLOW };

void view_init(struct view *v);
void view_release(struct view *v);
/* Makes an empty view of a kind; the caller then fills its sheet and calls view_ready. */
bool view_open(struct view *v, enum view_kind kind, const char *title);
void view_close(struct view *v);
/* Lays out for the area, which `wide` views take whole; others keep to a readable measure. */
void view_fit(struct view *v, struct area main);
/* Where one reads, into an empty place (false when memory ends), and back to that: false when its heading is gone. */
bool view_place(const struct view *v, const struct corpus *corpus, struct pane_place *place);
bool view_back(struct view *v, const struct corpus *corpus, const struct pane_place *place);
/* Scrolls to a heading of a document by its index. */
void view_go_to_anchor(struct view *v, int anchor);
enum view_answer view_act(struct view *v, enum action action);
/* A click at a cell of the screen. */
enum view_answer view_click(struct view *v, struct area main, int x, int y);
void view_wheel(struct view *v, int by);
/* Searches from the present place on; false when nothing is found. */
bool view_search(struct view *v, const char *text, int by);
void view_draw(struct view *v, struct canvas *c, struct area main, const struct corpus *corpus);

#endif
