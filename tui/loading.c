#include "loading.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "canvas.h"
#include "screen.h"
#include "terminal_guard.h"

enum {
	QUIET_MS = 60, /* a load this short shows nothing: a screen that flashes by helps nobody */
	TELL_MS = 100  /* how often the line is renewed while it goes on */
};

struct loader {
	struct corpus_options options;
	struct corpus_progress progress;
	struct corpus *corpus;
	struct error err;
	int done[2]; /* a pipe: readable once the load has ended */
};

static void *load(void *argument)
{
	struct loader *l = argument;

	l->corpus = corpus_load(&l->options, &l->err);
	/* The reader is there until it has read this. */
	while (write(l->done[1], "", 1) < 0 && errno == EINTR)
		;
	return NULL;
}

static void paint(const struct loader *l, struct canvas *canvas, const struct theme *theme)
{
	int files = __atomic_load_n(&l->progress.files, __ATOMIC_RELAXED);
	int done = __atomic_load_n(&l->progress.files_done, __ATOMIC_RELAXED);
	struct area a;
	int w, h;

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

/* Whether the user wants to leave; *status is then that of the exit. */
static bool wants_out(int *status)
{
	struct event event;

	while (screen_read(&event)) {
		if (event.kind == EVENT_PASTE)
			free(event.text);
		if (event.kind == EVENT_KEY && (event.key == 'q' || event.key == EKEY_ESCAPE))
			*status = 0;
		else if (event.kind == EVENT_EOF)
			*status = 128 + SIGHUP;
		else if (event.kind == EVENT_SIGNAL && event.signal == SIGTSTP)
			screen_stop();
		else if (event.kind == EVENT_SIGNAL)
			*status = 128 + event.signal;
		if (*status >= 0)
			return true;
	}
	return false;
}

/* Waits until the load has ended or the user leaves. */
static int wait_for(struct loader *l, const struct theme *theme, bool ascii)
{
	struct pollfd fds[3] = {
		{.fd = l->done[0], .events = POLLIN},
		{.fd = screen_fd(), .events = POLLIN},
		{.fd = terminal_guard_fd(), .events = POLLIN},
	};
	struct canvas canvas;
	int status = -1, timeout = QUIET_MS;

	canvas_init(&canvas);
	canvas.ascii = ascii;
	while (status < 0) {
		int ready = poll(fds, 3, timeout);

		if (ready > 0 && fds[0].revents)
			break;
		if (wants_out(&status))
			break;
		paint(l, &canvas, theme);
		timeout = TELL_MS;
	}
	canvas_release(&canvas);
	return status;
}

struct loading_result loading_run(const struct corpus_options *options, const struct theme *theme, bool ascii,
	struct error *err)
{
	struct loader l = {.options = *options};
	struct loading_result result = {NULL, -1};
	pthread_t thread;

	l.options.progress = &l.progress;
	if (pipe(l.done) != 0) {
		error_set(err, "no pipe can be made for loading");
		return result;
	}
	if (pthread_create(&thread, NULL, load, &l) != 0) {
		/* Without a thread the screen waits, and all else is as ever. */
		l.corpus = corpus_load(&l.options, &l.err);
	} else {
		result.status = wait_for(&l, theme, ascii);
		__atomic_store_n(&l.progress.cancel, result.status >= 0, __ATOMIC_RELAXED);
		pthread_join(thread, NULL);
	}
	close(l.done[0]);
	close(l.done[1]);
	if (result.status >= 0) {
		corpus_free(l.corpus);
		return result;
	}
	result.corpus = l.corpus;
	if (!l.corpus && err)
		*err = l.err;
	return result;
}
