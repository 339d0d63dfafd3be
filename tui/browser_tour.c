/* The tour: a few steps over the real records. Each does what its keys would and says so in the bottom line; between them
 * everything else works as always, so that leaving the tour needs nothing. */
#include "browser_state.h"

enum { TOUR_ACTIONS = 3 };

static const struct tour_step {
	enum action actions[TOUR_ACTIONS]; /* ACTION_NONE ends them */
	const char *filter;                /* set first; NULL: as it is */
	const char *says;
} tour[] = {
	{{ACTION_PANE_1, ACTION_NONE}, "", "1: who writes the kernel. Arrows move, Tab or a number goes to another pane, all show the same record"},
	{{ACTION_PANE_2, ACTION_NONE}, NULL, "2: where the compile cost lands, from build to serve; † has figures"},
	{{ACTION_PANE_3, ACTION_NONE}, NULL, "3: what it runs on; the line beneath says who says so"},
	{{ACTION_PANE_3, ACTION_NONE}, "backend:cuda backend:rocm", "/ filters: here one source for NVIDIA and AMD; u takes it back, c clears it"},
	{{ACTION_PANE_5, ACTION_NONE}, "", "5: all that is known of the record, with sources; z gives a pane the whole screen"},
	{{ACTION_VIEWS, ACTION_NONE}, NULL, "v: questions with their answers; Escape, then i, goes on"},
	{{ACTION_DOCUMENTS, ACTION_NONE}, NULL, "d: documents to read; Escape, then i, goes on"},
	{{ACTION_HELP, ACTION_NONE}, NULL, "?: every key; : finds anything by name. That was the tour; i begins again"},
};

enum { TOUR_STEPS = sizeof tour / sizeof *tour };

void browser_tour(struct browser *b)
{
	int at = b->tour;
	const struct tour_step *step = &tour[at];

	view_close(&b->view);
	if (step->filter)
		browser_filter(b, step->filter);
	for (int i = 0; i < TOUR_ACTIONS && step->actions[i] != ACTION_NONE; i++)
		browser_act(b, step->actions[i]);
	b->tour = (at + 1) % TOUR_STEPS;
	browser_say(b, STYLE_MESSAGE, "tour %d/%d%s  %s", at + 1, (int)TOUR_STEPS, b->tour ? " (i: next)" : "", step->says);
}
