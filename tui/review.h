/* Reviewing in the browser: the state of one sitting. browser_triage.c walks the queue, browser_edit.c changes values,
 * browser_note.c keeps notes and the report, browser_editor.c hands over to an editor. */
#ifndef KERNATLAS_REVIEW_H
#define KERNATLAS_REVIEW_H

#include "browser_state.h"
#include "change_log.h"
#include "finding_change.h"
#include "sitting.h"

enum { ADDRESS_MAX = 256 };

struct review {
	struct triage queue;
	const struct corpus *queue_of; /* the corpus of which the queue is; NULL: none was built yet */
	char *at;         /* the item of the queue that is looked at, by triage_id; owned; NULL: none yet */
	long position;    /* where it stood in the queue */
	int top;          /* the first line shown of it, while something else is shown */
	struct sitting sitting;
	struct change_log log;

	/* The edit that is being made. */
	char *record;                /* "type/id"; owned; NULL: none */
	char address[ADDRESS_MAX];   /* of the value */
	bool adding;                 /* an entry for the list at the address */
	bool from_triage;            /* where to go back to */
	bool report_from_triage;     /* the same for the report */
	enum view_kind put_away;     /* the view that was open when the records were replaced */
	struct change pending;       /* shown, not yet saved */
	bool has_pending, refused;

	/* What became of the findings of a record by the last edit of it. */
	char *changed; /* "type/id"; owned; NULL: nothing yet */
	struct finding_change since;

	/* The editor: asked for; the loop starts it. */
	bool editor_asked;
	char *editor_path, *editor_record; /* owned; the record "" for a file of which none could be read */
	int editor_line;
};

struct review *review_new(void); /* NULL when memory ends */
void review_free(struct review *r);
/* Keeps a text in place of another. False when memory ends. */
bool review_keep(char **kept, const char *text);

/* ---- the queue: browser_triage.c ---- */

/* Brings the queue up to date with the corpus. False after saying so. */
bool browser_triage_refresh(struct browser *b);
/* Opens the list, at the item that is looked at or the first that was not. */
void browser_triage_choose(struct browser *b);
void browser_list_triage(struct browser *b);
/* Opens the view of an item of the queue, or of a record that is not in it. */
void browser_triage_open(struct browser *b, const char *id);
/* To the next or the one before. */
void browser_triage_step(struct browser *b, int by);
/* The view again after a change of the records: what was open, at the same line. */
void browser_triage_reopen(struct browser *b);

/* ---- editing: browser_edit.c ---- */

/* The record that actions are about: that of the view, or the selected one; RECORD_NONE. */
uint32_t browser_edit_record(const struct browser *b);
void browser_edit_begin(struct browser *b);
/* Remembers where an edit was begun from, to go back to. */
void browser_edit_leave_from(struct browser *b);
void browser_list_fields(struct browser *b);
void browser_list_values(struct browser *b);
void browser_edit_field_picked(struct browser *b, const char *term);
void browser_edit_value(struct browser *b, const char *value);
/* Begins a change to a record, as the pending one. False after saying why not. */
bool browser_edit_open(struct browser *b, uint32_t record);
/* Shows the pending change, with what it would do. */
void browser_edit_show(struct browser *b);
void browser_edit_save(struct browser *b);
/* Leaves the pending change unsaved. */
void browser_edit_leave(struct browser *b);
void browser_edit_undo(struct browser *b, bool redo);
/* Notes what became of a record's findings, against those it had. */
void browser_edit_compare(struct browser *b, const char *id, const struct finding_list *before);

/* ---- notes: browser_note.c ---- */

void browser_note_begin(struct browser *b);
void browser_note_typed(struct browser *b, const char *text);
void browser_report_open(struct browser *b);
void browser_report_save(struct browser *b, const char *path);

/* ---- the editor: browser_editor.c ---- */

/* Asks for the editor at a finding, or at the record. */
void browser_editor_ask(struct browser *b);
/* Runs it; called by the loop, which owns the terminal. False when the terminal is gone. */
bool browser_editor_run(struct browser *b);

/* ---- what the browser's other files call ---- */

/* What is open goes before the records are replaced, and comes back after. */
void browser_review_put_away(struct browser *b);
void browser_review_bring_back(struct browser *b);
/* Actions of reviewing; false for others. */
bool browser_review_act(struct browser *b, enum action action);
/* Enter and Escape on the views of reviewing; false where they have no other meaning than elsewhere. */
bool browser_review_view_act(struct browser *b, enum action action);
void browser_review_picked(struct browser *b, enum chooser_use use, const char *term);
void browser_review_typed(struct browser *b, enum prompt_use use, const char *text);
/* What stands before the prompt, and the keys that the bottom line names. */
const char *browser_review_prompt(const struct browser *b);
const char *browser_review_hints(const struct browser *b);

#endif
