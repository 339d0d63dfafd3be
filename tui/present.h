/* Presenting: the steps of a story fill the screen, each with the live panes beneath it. The browser can be used in between:
 * a step that is left waits until one comes back to it.
 *
 * The state stands in present.c, what is drawn in present_paint.c, where a step is announced to a second terminal in
 * present_state.c, and what that one shows in present_notes.c. */
#ifndef KERNATLAS_PRESENT_H
#define KERNATLAS_PRESENT_H

#include <time.h>

#include "browser_state.h"
#include "buf.h"
#include "sheet.h"
#include "story.h"

struct present {
	char *story; /* its id; owned */
	uint32_t step, count;
	int page, pages; /* of a step's lines, where they do not fit */
	bool live;       /* the browser is in use; the step waits */
	bool black, clock, zoom;
	bool pointing;   /* the cursor of the panes is highlighted, and arrows move it */
	bool notes;      /* the speaker's notes are shown, and follow another terminal's step */
	bool alone;      /* the program was started to present: the end of it is the end of the program */
	int w, h;        /* the size that the step's state was made for; 0: it has to be made */
	struct buf marks; /* the user's own, given back at the end: ids, each ended by NUL */
	time_t begun;
	struct sheet lines;
};

/* How a step's words share a screen with the panes beneath. */
struct present_layout {
	struct area headline, lines, region; /* region: what is left for the panes or the document */
	int block;       /* enum block_size of the headline's letters; -1: plain text */
	int pages;       /* 1: all lines are on the screen */
};

/* Begins a story by id; says so when there is none. `alone`: the program was started for it; `notes`: for its notes. */
bool browser_present(struct browser *b, const char *story, bool alone, bool notes);
void browser_present_end(struct browser *b);
void present_free(struct present *p); /* NULL is fine */

/* Whether a step fills the screen. */
bool browser_presents(const struct browser *b);
/* Takes an action while a step fills the screen. False when it is not one for it: the browser is then live and does it. */
bool browser_present_act(struct browser *b, enum action action);
/* Goes to a step by number. */
void browser_present_go(struct browser *b, uint32_t step);
/* Back from the browser to the step that waits. */
void browser_present_return(struct browser *b);
/* The records were read anew. */
void browser_present_reload(struct browser *b);
/* Brings the browser into the step's state where it is not; draws it. False when memory ends. */
bool browser_present_paint(struct browser *b);
/* Brings the browser into the state that a step names. The layout is the step's by then: documents open at its width. */
void browser_present_enter(struct browser *b, const struct story_step *step);
/* Milliseconds until the clock has to be drawn anew; -1: nothing to wait for. */
int browser_present_wait(const struct browser *b);

/* Lays a step out for a screen of w×h; builds its lines into the empty sheet `lines`. */
void present_layout(struct present_layout *l, struct sheet *lines, const struct story_step *step, int w, int h, bool ascii, bool zoom);
/* Takes the step that another terminal announced. */
void browser_present_follow(struct browser *b);
void present_notes_paint(struct browser *b, const struct story_step *step, const char *next);
bool present_notes_act(struct browser *b, enum action action);
/* Adds a finding for each step of a story whose words do not fit one page of a usual screen. False when memory ends. */
bool present_check(const struct corpus *corpus, uint32_t story, struct finding_list *out);
/* Fill the chooser: with the stories, with the steps of the one that is presented. */
void browser_list_stories(struct browser *b);
void browser_list_steps(struct browser *b);

#endif
