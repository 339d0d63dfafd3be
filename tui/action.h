/* What the browser can do: one list feeds the keys, the help, the palette and the manual, so that they can't disagree. */
#ifndef KERNATLAS_ACTION_H
#define KERNATLAS_ACTION_H

/* ACTION(id, "name", "default keys, between spaces", "group", "what it does") */
#define ACTIONS(ACTION) \
	ACTION(UP, "up", "k Up", "Moving", "one row up") \
	ACTION(DOWN, "down", "j Down", "Moving", "one row down") \
	ACTION(LEFT, "left", "h Left", "Moving", "one column, one link or one level to the left") \
	ACTION(RIGHT, "right", "l Right", "Moving", "one column, one link or one level to the right") \
	ACTION(PAGE_UP, "page-up", "PageUp C-b", "Moving", "a page up") \
	ACTION(PAGE_DOWN, "page-down", "PageDown C-f", "Moving", "a page down") \
	ACTION(HALF_UP, "half-page-up", "C-u", "Moving", "half a page up") \
	ACTION(HALF_DOWN, "half-page-down", "C-d", "Moving", "half a page down") \
	ACTION(TOP, "top", "g Home", "Moving", "to the first row") \
	ACTION(BOTTOM, "bottom", "G End", "Moving", "to the last row") \
	ACTION(OPEN, "open", "Enter", "Following", "open what is under the cursor") \
	ACTION(BACK, "back", "BSpace C-o <", "Following", "back to where you were") \
	ACTION(FORWARD, "forward", "> M-Right", "Following", "forward again") \
	ACTION(PLACES, "places", "p", "Following", "list of the places where you were") \
	ACTION(DOCUMENTS, "documents", "d", "Following", "list of documents") \
	ACTION(LINKS, "links", "b", "Following", "links both ways, the neighbourhood, the way between two marked records") \
	ACTION(MENTIONS, "mentions", "w", "Following", "where documents talk of the record or the group under the cursor") \
	ACTION(NEXT_PANE, "next-pane", "Tab", "Panes", "to the next pane (in a document: to the next link)") \
	ACTION(PREVIOUS_PANE, "previous-pane", "BTab", "Panes", "to the pane before (in a document: the link before)") \
	ACTION(PANE_1, "pane-1", "1", "Panes", "to the families") \
	ACTION(PANE_2, "pane-2", "2", "Panes", "to the cost location") \
	ACTION(PANE_3, "pane-3", "3", "Panes", "to the portability matrix") \
	ACTION(PANE_4, "pane-4", "4", "Panes", "to the Tenstorrent notes") \
	ACTION(PANE_5, "pane-5", "5", "Panes", "to the record") \
	ACTION(ZOOM, "zoom", "z", "Panes", "the focused pane alone, and back") \
	ACTION(FOLD, "fold", "o", "Panes", "fold or unfold a group; in a document its outline") \
	ACTION(SORT, "sort", "s", "Panes", "order the matrix by the column under the cursor, and back") \
	ACTION(FILTER, "filter", "/", "Filtering", "type a query (in a document: search its text)") \
	ACTION(CLEAR_FILTER, "clear-filter", "c", "Filtering", "take the filter away") \
	ACTION(ADD_TERM, "add-term", "+", "Filtering", "keep only the group under the cursor; again: take that term out") \
	ACTION(EXCLUDE_TERM, "exclude-term", "-", "Filtering", "leave out the group under the cursor; again: take that term out") \
	ACTION(LIFT_TERM, "lift-term", "x", "Filtering", "take the last term out of the filter") \
	ACTION(UNDO_FILTER, "undo-filter", "u", "Filtering", "the filter before this one") \
	ACTION(FACETS, "facets", "f", "Filtering", "values of every field with counts; Enter adds one to the filter") \
	ACTION(VIEWS, "views", "v", "Filtering", "the questions people come with, answered") \
	ACTION(TYPES, "types", "t", "Filtering", "other types of records") \
	ACTION(SEARCH_NEXT, "search-next", "n", "Filtering", "in a document: the next place found") \
	ACTION(SEARCH_PREVIOUS, "search-previous", "N", "Filtering", "in a document: the place found before") \
	ACTION(MARK, "mark", "Space m", "Comparing", "mark the record, or take the mark away") \
	ACTION(CLEAR_MARKS, "clear-marks", "M", "Comparing", "take all marks away") \
	ACTION(COMPARE, "compare", "=", "Comparing", "marked records side by side, differences first") \
	ACTION(PRESENT, "present", "P", "Presenting", "present a story; from the browser, back to the step that waits; from a step, into the browser") \
	ACTION(BLACK, "black", "B", "Presenting", "a step: black the screen, and back") \
	ACTION(HIGHLIGHT, "highlight", "H", "Presenting", "a step: highlight the row or cell under the cursor and move it, and back") \
	ACTION(CLOCK, "clock", "K", "Presenting", "a step: show the clock and the minutes gone") \
	ACTION(TRIAGE, "triage", "T", "Reviewing", "what needs a review, what misleads most first") \
	ACTION(TRIAGE_NEXT, "review-next", "]", "Reviewing", "the next of the queue") \
	ACTION(TRIAGE_PREVIOUS, "review-previous", "[", "Reviewing", "the one before in the queue") \
	ACTION(EDIT, "edit", "e", "Reviewing", "change a value of the record in its file") \
	ACTION(EDIT_FILE, "edit-file", "E", "Reviewing", "open the record's file in your editor, at what is wrong") \
	ACTION(UNDO_EDIT, "undo-edit", "U", "Reviewing", "take the last saved change back, whatever record it is of") \
	ACTION(REDO_EDIT, "redo-edit", "C-r", "Reviewing", "make the change again that was taken back") \
	ACTION(REVIEW_NOTE, "review-note", "R", "Reviewing", "leave a dated note in the record") \
	ACTION(REVIEW_REPORT, "review-report", "W", "Reviewing", "the report of this sitting, as Markdown") \
	ACTION(COPY, "copy", "y", "Program", "copy a link, a value, the query or the command that shows this") \
	ACTION(PICTURE, "picture", "S", "Program", "save a picture of the screen as SVG") \
	ACTION(RELOAD, "reload", "r", "Program", "read the records again") \
	ACTION(REDRAW, "redraw", "C-l", "Program", "draw the screen anew") \
	ACTION(SUSPEND, "suspend", "C-z", "Program", "leave the browser asleep, back to the shell") \
	ACTION(THEMES, "themes", "C-t", "Program", "choose colours") \
	ACTION(TOUR, "tour", "i", "Program", "a tour over these records, a step each time") \
	ACTION(HELP, "help", "? F1", "Program", "this help") \
	ACTION(PALETTE, "palette", ":", "Program", "find an action, a record, a document or a view by name") \
	ACTION(CANCEL, "cancel", "Escape", "Program", "close what is on top; stop a filter that runs") \
	ACTION(QUIT, "quit", "q C-c", "Program", "close what is on top; with nothing there, leave") \
	ACTION(QUIT_HERE, "quit-here", "Q", "Program", "leave at once, whatever is open: the next start is there again")

enum action {
	ACTION_NONE = -1,
#define ACTION(id, name, keys, group, help) ACTION_##id,
	ACTIONS(ACTION)
#undef ACTION
	ACTION_COUNT
};

struct action_row {
	const char *name, *keys, *group, *help;
};
extern const struct action_row action_rows[ACTION_COUNT];

#endif
