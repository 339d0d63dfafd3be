/* The browser's state, shared by its files: browser.c (the loop), browser_act.c (what actions do), browser_lists.c (what the
 * chooser offers), browser_paint.c (what is drawn), browser_theme.c (its colours), and more named for what they do. It knows no terminal: events come in, a canvas comes out. */
#ifndef KERNATLAS_BROWSER_STATE_H
#define KERNATLAS_BROWSER_STATE_H

#include "cache_saver.h"
#include "chooser.h"
#include "history.h"
#include "keymap.h"
#include "layout.h"
#include "options.h"
#include "pane.h"
#include "prompt.h"
#include "selection.h"
#include "theme.h"
#include "theme_folders.h"
#include "view.h"

enum chooser_use { CHOOSE_DOCUMENT, CHOOSE_VIEW, CHOOSE_TYPE, CHOOSE_PLACE, CHOOSE_FACET, CHOOSE_THEME, CHOOSE_PALETTE,
	CHOOSE_OUTLINE, CHOOSE_STORY, CHOOSE_STEP, CHOOSE_COMPLETION, CHOOSE_MENTION, CHOOSE_TRIAGE, CHOOSE_FIELD, CHOOSE_VALUE, CHOOSE_COPY };
enum prompt_use { PROMPT_NONE, PROMPT_FILTER, PROMPT_SEARCH, PROMPT_VALUE, PROMPT_NOTE, PROMPT_REPORT, PROMPT_PICTURE };

enum { FACET_FIELDS_MAX = 64, FACET_TERMS_MAX = 2048 };

struct present;
struct review;

/* What the last frame showed, where that was the panes and nothing over them: as long as only the cursor moves within the
 * focused pane, only its inside and the bottom line have to be painted again. */
struct browser_frame {
	bool panes;
	unsigned version; /* of the selection */
	bool above, below;
	char tally[128]; /* of the focused pane */
	unsigned takes, moves;
};

struct browser {
	const struct options *options;
	struct corpus_options load;
	struct selection s;
	struct pane panes[PANE_COUNT];
	enum pane_id focus;
	bool zoom;
	struct layout layout;
	struct canvas canvas;
	struct browser_frame frame;
	unsigned takes; /* events taken and other things done that may change the screen */
	unsigned moves; /* those of them that were for the focused pane alone */
	struct keymap keymap;
	struct keymap_key prefix[KEYMAP_KEYS]; /* keys that wait for the next */
	int prefix_count;
	struct history history;
	struct view view;
	struct chooser chooser;
	bool choosing;
	enum chooser_use use;
	char **terms; /* what the chooser's items stand for; owned */
	int term_count;
	size_t complete_from; /* where a completion begins in the prompt */
	struct prompt prompt;
	enum prompt_use prompting;
	char filter_before[PROMPT_MAX]; /* what Escape goes back to */
	struct error filter_error;
	char message[1024];
	enum style message_style; /* STYLE_TEXT: no message */
	struct theme theme;
	char theme_name[1024];     /* as it was asked for: a name or a path */
	char theme_kept[1024];     /* chosen in the browser, now or in the session before; "" for none */
	bool theme_chosen;         /* by the user: what the terminal tells of its background changes nothing */
	struct theme theme_before; /* while themes are tried on in the chooser */
	char theme_name_before[1024];
	bool theme_trying;
	struct theme_folders theme_folders;
	struct review *review; /* see review.h; owned */
	struct present *present; /* see present.h; owned; NULL while no story is presented */
	bool session; /* where one is is kept at the end */
	struct cache_saver saver;
	struct loader *loader; /* reads the whole, or what has changed, while one goes on; owned; NULL when none does */
	bool touched;          /* a key, a click or a paste has come */
	bool reload_again;     /* files have changed since the loader began */
	bool reload_tell;      /* somebody waits for what the loader has to say */
	int tour; /* the next step of the tour */
	bool quit, suspend, redraw, reload; /* asked for; the loop does it */
	char open_url[2048];                /* an address to open outside; the loop does it */
	char *copy;                         /* a text for the clipboard; the loop hands it over. Owned */
	/* Asked while a filter runs: true when the user wants it stopped. NULL off-screen. */
	bool (*interrupted)(void *data);
	void *interrupted_data;
};

bool browser_init(struct browser *b, const struct options *options, const struct corpus_options *load,
	struct corpus *corpus, struct error *err);
void browser_release(struct browser *b);
/* Sets the screen's size. */
bool browser_resize(struct browser *b, int w, int h);
/* Takes one event of kind key, mouse or paste. */
void browser_take(struct browser *b, const struct event *event);
/* Takes a key for the action it stands for; ACTION_NONE for one that waits for the next, or stands for nothing. */
enum action browser_prefix_take(struct browser *b, const struct event *event);
/* Draws what may follow the keys that wait, over what else there is; what the bottom line says of it. */
void browser_prefix_paint(struct browser *b);
void browser_prefix_say(const struct browser *b, struct buf *out);
/* Brings panes up to date and draws everything. False when memory ends. */
bool browser_paint(struct browser *b);

/* Says something in the bottom line until the next key. */
void browser_say(struct browser *b, enum style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Does an action, as its key or the palette asks. */
void browser_act(struct browser *b, enum action action);
/* Opens a view that is no document: help, the comparison of what is marked, or the links of a record. */
void browser_open_view(struct browser *b, enum view_kind kind, uint32_t record);
/* Sets the filter and tells what is wrong with it, in the message and `filter_error`. */
bool browser_filter(struct browser *b, const char *text);
/* Sets the filter as a step that one can come back from. */
void browser_refilter(struct browser *b, const struct buf *text);
/* Adds a term to the filter, or takes it out where the filter has it already. */
void browser_toggle_term(struct browser *b, const char *term);
/* Goes to a record (and a heading of a document), remembering the place left. */
void browser_go(struct browser *b, uint32_t record, const char *fragment);
/* Begins at what a reference names: a record is selected, a document opened (at its heading). False when there is none. */
bool browser_start_at(struct browser *b, const char *reference);
/* Follows a link of a sheet: a record or an address. */
void browser_follow(struct browser *b, const struct target *target);
/* Opens a document in the reader at a heading. */
void browser_read(struct browser *b, uint32_t record, const char *fragment);
/* Remembers where one is; before a step (visit) or in place (renew). */
void browser_remember(struct browser *b, bool visit);
bool browser_place(const struct browser *b, struct place *place); /* false when memory ends; else to be released */
/* Comes back to a place as near as can be; tells what of it is no longer there. */
enum { PLACE_QUERY_GONE = 1, PLACE_RECORD_GONE = 2, PLACE_DOCUMENT_GONE = 4, PLACE_HEADING_GONE = 8 };
unsigned browser_restore(struct browser *b, const struct place *place);
void browser_focus(struct browser *b, enum pane_id pane);
/* Reads the records again and says what came of it. What changed is marked until it is seen, but for the record that was
 * changed here: "type/id", or NULL. */
void browser_reload(struct browser *b, const char *own);
/* The same in the background where there are many files; the loop takes what comes. `tell`: also that nothing has changed. */
void browser_reload_begin(struct browser *b, bool tell);
/* Looks whether a file has changed, and then reads the records again. */
void browser_look(struct browser *b);
/* Whether what is shown is a part, and the rest is being read. */
bool browser_is_partial(const struct browser *b);
/* Takes what the loader brings, in place of what is shown. True when a part was shown, nobody has done anything yet and the
 * whole has come: then *whole is the caller's, to begin with anew. */
bool browser_take_loaded(struct browser *b, struct corpus **whole);
/* A new corpus in place of the present one. */
bool browser_replace(struct browser *b, struct corpus *corpus, struct error *err);

/* Comes back to where one was on these records; without `with_place` only to the marks and the colours, for a command line
 * that says where to begin; of a part of the records only to the colours. Says what is gone. */
void browser_session_begin(struct browser *b, bool with_place);
/* The marks of last time, on top of those that there are. */
void browser_session_marks(struct browser *b);
/* Who never left the browser before gets a few keys told. */
void browser_session_greet(struct browser *b);
/* Keeps where one is. False with a message. */
bool browser_session_end(struct browser *b, struct error *err);

/* Draws the panes that the layout has. */
bool browser_paint_panes(struct browser *b);
/* The next step of the tour; behind the last, the first. */
void browser_tour(struct browser *b);
/* Marked records side by side. */
void browser_compare(struct browser *b);

/* Opens the chooser for a use; says so when there is nothing to choose. */
void browser_choose(struct browser *b, enum chooser_use use);
void browser_picked(struct browser *b);
/* Remembers a text and returns its number for an item of the chooser; -1 when memory ends. */
int browser_keep_term(struct browser *b, const char *text);
/* Fills the chooser with every value of every field; picking one adds its term, takes it out, or lifts what hides it. */
void browser_list_facets(struct browser *b);
void browser_take_facet(struct browser *b, const char *term);
/* Fills the chooser with what can stand at the prompt's cursor; puts in what was picked. */
void browser_list_completions(struct browser *b);
void browser_take_completion(struct browser *b, const char *word);
/* The prompt has another text: the filter follows. */
void browser_prompt_changed(struct browser *b);
/* Fills the chooser with the sections of documents that talk of what is under the cursor. */
void browser_list_mentions(struct browser *b);
void browser_close_chooser(struct browser *b);
/* The cursor of the chooser moved: a theme is tried on. */
void browser_chooser_moved(struct browser *b);
/* What the bottom line says of the item under the chooser's cursor: the answer to a question. */
void browser_say_choice(const struct browser *b, struct buf *out);

/* The chooser of what there is to copy; copying; and, for the loop, handing over what was asked for. */
void browser_list_copies(struct browser *b);
void browser_copy(struct browser *b, const char *text);
void browser_copy_send(struct browser *b);
/* A picture of the screen: asks for the file's name, then saves it there. */
void browser_picture_begin(struct browser *b);
void browser_picture_save(struct browser *b, const char *path);

/* Finds the folders of themes and takes the one asked for, else dark. False with an error when there is none of the name. */
bool browser_theme_init(struct browser *b, struct error *err);
/* Takes a theme. One with a fault is told, with its place, and the present one stays: then false. */
bool browser_set_theme(struct browser *b, const char *name);
/* Reads the present theme again, whose file may have changed. */
void browser_renew_theme(struct browser *b);
/* Where no theme was asked for: takes the one for the terminal's background (0xRRGGBB or -1), once it is known. */
void browser_theme_suits(struct browser *b, int32_t background);
/* The same at the start: what the terminal has answered so far, else what $COLORFGBG says. */
void browser_theme_guess(struct browser *b, int32_t background);
/* The chooser of themes: its list, its cursor on the present one, keeping one, leaving without. */
void browser_list_themes(struct browser *b);
void browser_begin_themes(struct browser *b);
void browser_keep_theme(struct browser *b, const char *name);
void browser_leave_themes(struct browser *b);

#endif
