#include "loading.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "canvas.h"
#include "screen.h"
#include "terminal_guard.h"

enum {
	QUIET_MS = 60, /* of few files nothing is shown for so long: a screen that flashes by helps nobody */
	SOON_MS = 150, /* the whole is waited for that long before a part is shown */
	TELL_MS = 100  /* how often the line is renewed while it goes on */
};

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void paint(const struct loader *l, struct canvas *canvas, const struct theme *theme)
{
	int done, files, w, h;
	struct area a;

	loader_count(l, &done, &files);
	screen_size(&w, &h);
	if (!canvas_resize(canvas, w, h))
		return;
	a = canvas_area(canvas);
	canvas_puts(canvas, a, 1, 0, STYLE_HEADING, "kernatlas");
	if (files)
		canvas_printf(canvas, a, 1, 2, STYLE_TEXT, "reading records: %d of %d files", done, files);
	else
		canvas_puts(canvas, a, 1, 2, STYLE_TEXT, "looking for records");
	canvas_puts(canvas, a, 1, 4, STYLE_DIM, "q leaves");
	screen_present(canvas, theme);
}

/* Keys are for what comes, but for those that leave, where nothing was typed before them. */
static void take_key(struct loading *loading, const struct event *event)
{
	if (event->kind == EVENT_KEY && !loading->key_count && (event->key == 'q' || event->key == EKEY_ESCAPE))
		loading->status = 0;
	else if (loading->key_count < LOADING_KEYS_MAX)
		loading->keys[loading->key_count++] = *event;
	else if (event->kind == EVENT_PASTE)
		free(event->text);
}

static void take_events(struct loading *loading)
{
	struct event event;

	while (loading->status < 0 && screen_read(&event)) {
		if (event.kind == EVENT_KEY || event.kind == EVENT_PASTE)
			take_key(loading, &event);
		else if (event.kind == EVENT_EOF)
			loading->status = 128 + SIGHUP;
		else if (event.kind == EVENT_SIGNAL && event.signal == SIGTSTP)
			screen_stop();
		else if (event.kind == EVENT_SIGNAL)
			loading->status = 128 + event.signal;
	}
}

struct wait {
	struct loader *loader;
	struct corpus *part; /* at hand, and fit to be shown */
	int64_t begin;
	bool shown;
};

static int time_left(const struct wait *w, int64_t now)
{
	int64_t until = w->begin + QUIET_MS;

	if (w->shown)
		until = now + TELL_MS;
	if (w->part && w->begin + SOON_MS < until)
		until = w->begin + SOON_MS;
	return until > now ? (int)(until - now) : 0;
}

/* Takes news. True when there is an end to the waiting. */
static bool take_news(struct wait *w, struct loading *loading, bool (*part_fits)(const struct corpus *part, void *data),
	void *data, struct error *err)
{
	struct corpus *corpus;
	enum loader_news news = loader_take(w->loader, &corpus, err);

	if (news == LOADER_PART) {
		if (part_fits(corpus, data))
			w->part = corpus;
		else
			corpus_free(corpus);
		return false;
	}
	if (news == LOADER_WHOLE)
		loading->corpus = corpus;
	return news == LOADER_WHOLE || news == LOADER_FAILED;
}

void loading_run(struct loading *loading, struct loader *loader, bool (*part_fits)(const struct corpus *part, void *data),
	void *data, const struct theme *theme, bool ascii, struct error *err)
{
	struct wait w = {.loader = loader, .begin = milliseconds()};
	struct pollfd fds[3] = {
		{.fd = loader_fd(loader), .events = POLLIN},
		{.fd = screen_fd(), .events = POLLIN},
		{.fd = terminal_guard_fd(), .events = POLLIN},
	};
	struct canvas canvas;
	bool ended = false;

	*loading = (struct loading){.status = -1};
	canvas_init(&canvas);
	canvas.ascii = ascii;
	while (!ended && loading->status < 0) {
		int64_t now;

		poll(fds, 3, time_left(&w, milliseconds()));
		ended = take_news(&w, loading, part_fits, data, err);
		if (ended)
			break;
		take_events(loading);
		now = milliseconds();
		if (w.part && now - w.begin >= SOON_MS) {
			loading->corpus = w.part;
			w.part = NULL;
			break;
		}
		if (loader_is_long(loader) || now - w.begin >= QUIET_MS) {
			paint(loader, &canvas, theme);
			loader_go_on(loader);
			w.shown = true;
		}
	}
	corpus_free(w.part);
	canvas_release(&canvas);
}
