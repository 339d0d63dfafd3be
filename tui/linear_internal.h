/* What the files of linear mode share. See linear.h. */
#ifndef KERNATLAS_LINEAR_INTERNAL_H
#define KERNATLAS_LINEAR_INTERNAL_H

#include "linear.h"
#include "linear_lines.h"
#include "review.h"

enum linear_choice_kind {
	CHOICE_RECORD,  /* "type/id", a heading behind # */
	CHOICE_ADDRESS, /* outside these records */
	CHOICE_GROUP,   /* a term of a query; `number` is the pane */
	CHOICE_ITEM,    /* of the browser's chooser; `number` is the item's */
	CHOICE_HEADING, /* of the document that is open; `number` is its index */
};

/* Choices name what they stand for, so that they outlive a reload. */
struct linear_choice {
	enum linear_choice_kind kind;
	char *text; /* owned */
	int number;
};

struct linear {
	struct browser b;
	struct linear_lines lines;
	struct linear_choice *choices;
	int choice_count, choice_cap;
	char *group;         /* the term of the group that was read last; owned; NULL: none */
	enum pane_id group_pane;
	int section;         /* the heading that was read last in the open document; -1: none */
	bool terminal;       /* standard input is one: what is typed is seen already */
	bool whole;          /* the present line ended in a line feed */
	bool quit, failed;   /* failed: memory ended */
};

/* ---- linear_say.c: lines, lists, places ---- */

void linear_say(struct linear *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Begins a new list of choices. */
void linear_choices_clear(struct linear *l);
/* Adds a choice and returns the number to type for it. */
int linear_offer(struct linear *l, enum linear_choice_kind kind, const char *text, int number);
int linear_offer_record(struct linear *l, uint32_t record, const char *fragment);
/* What the browser has to say of the last command. */
void linear_tell_message(struct linear *l);
/* One line for a record: its number, title, status and what else is known of it here. */
void linear_tell_record_line(struct linear *l, uint32_t record, const char *detail);
/* A text with the program's arrows and glyphs put in words. */
void linear_words(struct buf *out, const char *text, size_t len);
void linear_tell_filter(struct linear *l);
/* Where one is, in a few lines. */
void linear_tell_place(struct linear *l);
/* The pane that has the focus, whole; or of its groups only one. */
void linear_tell_pane(struct linear *l);
void linear_tell_group(struct linear *l, enum pane_id pane, const char *term);
/* The group `by` groups further in its pane. */
void linear_step_group(struct linear *l, int by);
void linear_tell_chooser(struct linear *l);
/* The record in full. */
void linear_tell_record(struct linear *l, uint32_t record);
/* What the open view is called. */
void linear_tell_title(struct linear *l);
/* What lies on top: a question, a list, a view, or the focused pane. */
void linear_tell_top(struct linear *l);

/* ---- linear_sheet.c ---- */

/* Tells blocks of a sheet as lines; its links become choices. `end` may lie behind the last. */
void linear_tell_sheet(struct linear *l, const struct sheet *sheet, const struct targets *targets, int first, int end);
/* One block; of a table the whole row that it stands in. */
void linear_tell_block(struct linear *l, const struct sheet *sheet, const struct targets *targets, int block);
/* Tells only the sections whose heading begins with one of these words (NULL ends them). */
void linear_tell_sections(struct linear *l, const struct sheet *sheet, const struct targets *targets, const char *const *words);

/* ---- linear_document.c ---- */

void linear_tell_outline(struct linear *l);
/* A section of the open document: its heading and what stands under it up to the next. */
void linear_tell_section(struct linear *l, int heading);
/* What a place of the history or a followed link means: the section at the top of the view, else the outline. */
void linear_tell_document(struct linear *l);
void linear_step_section(struct linear *l, int to);
void linear_search(struct linear *l, const char *text, int by);
void linear_tell_story(struct linear *l, const char *id);

/* ---- linear_review.c ---- */

void linear_edit(struct linear *l, const char *arguments);
void linear_note(struct linear *l, const char *text);
void linear_report(struct linear *l, const char *path);
/* The pending change with its question; one that is refused is left at once. */
void linear_tell_change(struct linear *l);
/* The answer to that question. */
void linear_answer(struct linear *l, bool yes);
/* Whether a change waits for its answer. */
bool linear_asks(const struct linear *l);
void linear_undo(struct linear *l, bool redo);
/* Findings of the records that the filter leaves. */
void linear_findings(struct linear *l);

/* ---- linear_act.c ---- */

/* Does an action as it is meant here; `argument` is what was written behind its name. */
void linear_act(struct linear *l, enum action action, const char *argument);
/* Whether it is meant here at all. */
bool linear_has_action(enum action action);
/* What may stand behind an action's name, and what it means here. */
const char *linear_action_argument(enum action action);
const char *linear_action_meaning(enum action action);

/* ---- linear_choose.c ---- */

bool linear_is_number(const char *text);
/* The choice of a number; NULL after saying that there is none. */
const struct linear_choice *linear_choice_of(struct linear *l, const char *digits);
/* Takes the choice of a number. */
void linear_choose(struct linear *l, const char *digits);
/* Goes to what an id, a reference or a number names, and tells it. */
void linear_open(struct linear *l, const char *text);
/* The record that a text names, or a number of the last list; the selected one for "". RECORD_NONE after saying why. */
uint32_t linear_record_of(struct linear *l, const char *text, const char **fragment);
/* ---- linear_help.c ---- */

/* All, or one command by its name. */
void linear_help(struct linear *l, const char *name);

/* ---- linear.c ---- */

/* Words beside the actions' names. */
struct linear_word {
	const char *word, *help;
	enum action action; /* the action that it is another name of; ACTION_NONE: `run` */
	void (*run)(struct linear *l, const char *argument);
};
extern const struct linear_word linear_words_table[]; /* ends with a NULL word */

/* Finds what a command's name, a word or a key stands for: an action, or a word that is none. False for neither. */
bool linear_command(const struct linear *l, const char *name, size_t len, enum action *action, const struct linear_word **word);

#endif
