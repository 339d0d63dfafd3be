/* The loop: wait for the terminal, a signal or a changed file; take all that waits; paint once. */
#include "browser.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "browser_state.h"
#include "command.h"
#include "loading.h"
#include "present.h"
#include "present_state.h"
#include "reload_timer.h"
#include "review.h"
#include "screen.h"
#include "settings.h"
#include "terminal_guard.h"
#include "watch.h"
#include "words.h"

bool browser_init(struct browser *b, const struct options *options, const struct corpus_options *load,
	struct corpus *corpus, struct error *err)
{
	static const struct pane_ops *const kinds[PANE_COUNT] = {
		&pane_families, &pane_cost, &pane_portability, &pane_notes, &pane_record};

	memset(b, 0, sizeof *b);
	b->options = options;
	b->load = *load;
	b->message_style = STYLE_TEXT;
	canvas_init(&b->canvas);
	history_init(&b->history);
	view_init(&b->view);
	prompt_init(&b->prompt);
	keymap_init(&b->keymap);
	if (options->settings)
		b->keymap = options->settings->keymap;
	theme_init_mono(&b->theme);
	b->review = review_new();
	if (!selection_init(&b->s, corpus, err))
		return false;
	if (!b->review)
		return error_memory(err);
	for (int i = 0; i < PANE_COUNT; i++) {
		b->panes[i].ops = kinds[i];
		if (!kinds[i]->init(&b->panes[i]))
			return error_memory(err);
	}
	if (!browser_resize(b, 80, 24))
		return error_memory(err);
	if (!browser_theme_init(b, err))
		return false;
	if (options->query && !browser_filter(b, options->query)) {
		error_set(err, "query, column %d: %s", b->filter_error.column, b->filter_error.message);
		return false;
	}
	return true;
}

void browser_release(struct browser *b)
{
	loader_free(b->loader);
	cache_saver_stop(&b->saver);
	if (b->choosing)
		browser_close_chooser(b);
	for (int i = 0; i < PANE_COUNT; i++)
		if (b->panes[i].ops)
			b->panes[i].ops->release(&b->panes[i]);
	free(b->copy);
	review_free(b->review);
	present_free(b->present);
	view_release(&b->view);
	prompt_release(&b->prompt);
	history_release(&b->history);
	canvas_release(&b->canvas);
	selection_release(&b->s);
}

bool browser_resize(struct browser *b, int w, int h)
{
	b->frame.panes = false;
	b->canvas.ascii = b->options->ascii;
	if (!canvas_resize(&b->canvas, w, h))
		return false;
	layout_compute(&b->layout, b->canvas.w, b->canvas.h, b->focus, b->zoom);
	return true;
}

/* Opens an address outside: the opener gets it as one argument, never through a shell; only http and https come here. */
static void open_outside(struct browser *b)
{
	const char *own = getenv("KERNATLAS_OPENER");
	struct words words;
	bool chosen = own && words_split(&words, own);
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		int null = open("/dev/null", O_RDWR);

		if (null >= 0) {
			dup2(null, 0);
			dup2(null, 1);
			dup2(null, 2);
		}
		/* A grandchild, so that the opener is nobody's to wait for. */
		if (fork() == 0) {
			setsid();
			if (chosen) {
				words.items[words.count++] = b->open_url;
				words.items[words.count] = NULL;
				execvp(words.items[0], words.items);
				_exit(127);
			}
			execlp("xdg-open", "xdg-open", b->open_url, (char *)NULL);
			execlp("open", "open", b->open_url, (char *)NULL);
			_exit(127);
		}
		_exit(0);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	browser_say(b, STYLE_MESSAGE, "opening %s", b->open_url);
	b->open_url[0] = '\0';
}

/* Watches the records and the themes. */
static struct watch *watch_all(const struct browser *b)
{
	const char *folders[ROOTS_MAX + THEME_FOLDERS_MAX + 1];
	struct watch *watch;
	struct buf steps;
	int n = 0;

	buf_init(&steps);
	if (b->present && b->present->notes && present_state_folder(&steps, NULL))
		folders[n++] = steps.data;

	for (int i = 0; i < b->load.root_count && i < ROOTS_MAX; i++)
		folders[n++] = b->load.roots[i];
	for (int i = 0; i < b->theme_folders.count; i++)
		if (access(b->theme_folders.list[i], R_OK | X_OK) == 0)
			folders[n++] = b->theme_folders.list[i];
	watch = watch_new(folders, n, NULL);
	buf_release(&steps);
	return watch;
}

enum { PROGRESS_MS = 100 }; /* how often it is told how far reading is */

struct loop {
	struct browser *b;
	struct watch *watch;
	struct reload_timer timer;
	int64_t looked; /* when the files were last looked at, where changes are not told */
	int status;     /* of the exit; -1 while running */
	struct corpus *whole; /* to begin with anew; see browser_take_loaded */
};

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool key_waits(void *data)
{
	struct pollfd fd = {.fd = screen_fd(), .events = POLLIN};

	(void)data;
	return poll(&fd, 1, 0) > 0;
}

static void take_signal(struct loop *l, int number)
{
	struct event escape = {.kind = EVENT_KEY, .key = EKEY_ESCAPE};

	if (number == SIGTSTP)
		l->b->suspend = true;
	else if (number == SIGINT && (l->b->prompting != PROMPT_NONE || l->b->choosing))
		browser_take(l->b, &escape);
	else
		l->status = 128 + number;
}

static void take_events(struct loop *l)
{
	struct event event;

	while (l->status < 0 && screen_read(&event)) {
		switch (event.kind) {
		case EVENT_RESIZE: {
			int w, h;

			screen_size(&w, &h);
			if (!browser_resize(l->b, w, h))
				l->status = STATUS_USAGE;
			screen_redraw();
			break;
		}
		case EVENT_EOF:
			l->status = 128 + SIGHUP;
			break;
		case EVENT_SIGNAL:
			take_signal(l, event.signal);
			break;
		case EVENT_CONTINUE:
			screen_redraw();
			break;
		case EVENT_BACKGROUND:
			browser_theme_suits(l->b, (int32_t)event.color);
			break;
		default:
			browser_take(l->b, &event);
			if (event.kind == EVENT_PASTE)
				free(event.text);
		}
		if (l->b->quit && l->status < 0)
			l->status = 0;
		/* What an action asked for comes before the next key. */
		if (l->b->suspend || l->b->reload || l->b->open_url[0] || l->b->copy || l->b->review->editor_asked)
			return;
	}
}

static void do_what_was_asked(struct loop *l)
{
	struct browser *b = l->b;

	if (b->suspend) {
		b->suspend = false;
		if (!screen_stop())
			l->status = 128 + SIGHUP;
		else {
			int w, h;

			screen_size(&w, &h);
			browser_resize(b, w, h);
		}
	}
	if (b->reload) {
		b->reload = false;
		browser_reload_begin(b, true);
		browser_renew_theme(b);
	}
	if (b->open_url[0])
		open_outside(b);
	if (b->copy)
		browser_copy_send(b);
	if (b->review->editor_asked && !browser_editor_run(b))
		l->status = 128 + SIGHUP;
	if (b->redraw) {
		b->redraw = false;
		screen_redraw();
	}
}

static bool has_to_look(const struct loop *l)
{
	return !l->watch || watch_fd(l->watch) < 0;
}

static bool is_writing(const struct loop *l)
{
	return l->watch && watch_is_writing(l->watch);
}

static int sooner(int a, int b)
{
	return a < 0 ? b : b < 0 || a < b ? a : b;
}

/* Until when to wait; -1 for ever. What is being chosen was built from the records: it is chosen first. */
static int time_left(const struct loop *l, int64_t now)
{
	int64_t look = l->looked + WATCH_POLL_MS - now;
	int progress = browser_is_partial(l->b) ? PROGRESS_MS : -1;

	if (l->b->choosing)
		return progress;
	if (has_to_look(l))
		return sooner(progress, look > 0 ? (int)look : 0);
	return sooner(progress, sooner(reload_timer_left(&l->timer, now, is_writing(l)), browser_present_wait(l->b)));
}

static void look_at_files(struct loop *l)
{
	browser_look(l->b);
	browser_renew_theme(l->b);
	browser_present_follow(l->b);
	if (l->watch && watch_overflowed(l->watch)) {
		watch_free(l->watch);
		l->watch = watch_all(l->b);
	}
}

/* Waits for something to happen. Nothing wakes the program while nothing does. */
static void wait_for_something(struct loop *l)
{
	bool choosing = l->b->choosing;
	struct pollfd fds[4] = {
		{.fd = screen_fd(), .events = POLLIN},
		{.fd = terminal_guard_fd(), .events = POLLIN},
		{.fd = l->watch ? watch_fd(l->watch) : -1, .events = POLLIN},
		{.fd = l->b->loader && !choosing ? loader_fd(l->b->loader) : -1, .events = POLLIN},
	};
	int ready = poll(fds, 4, time_left(l, milliseconds()));
	int64_t now = milliseconds();

	if (ready < 0 && errno != EINTR)
		l->status = STATUS_USAGE;
	if (ready > 0 && fds[2].revents && watch_take(l->watch))
		reload_timer_note(&l->timer, now);
	if (choosing)
		return;
	if (ready > 0 && fds[3].revents && browser_take_loaded(l->b, &l->whole))
		return;
	if (has_to_look(l) && now - l->looked >= WATCH_POLL_MS) {
		l->looked = now;
		look_at_files(l);
	}
	if (reload_timer_take(&l->timer, now, is_writing(l)))
		look_at_files(l);
}

/* What was typed before there was anything to type at. */
static void take_typed(struct loop *l, struct loading *loading)
{
	for (int i = 0; i < loading->key_count; i++) {
		browser_take(l->b, &loading->keys[i]);
		free(loading->keys[i].text);
		do_what_was_asked(l);
	}
	loading->key_count = 0;
	if (l->b->quit)
		l->status = 0;
}

/* Ends with a status, or with the whole corpus to begin with anew. */
static int run_loop(struct browser *b, struct loading *loading, struct corpus **whole)
{
	struct loop l = {.b = b, .status = -1};

	l.watch = b->options->poll ? NULL : watch_all(b);
	l.looked = milliseconds();
	b->interrupted = key_waits;
	browser_theme_guess(b, screen_background());
	take_typed(&l, loading);
	while (l.status < 0 && !l.whole) {
		if (!browser_paint(b))
			break;
		screen_present(&b->canvas, &b->theme);
		wait_for_something(&l);
		take_events(&l);
		do_what_was_asked(&l);
	}
	watch_free(l.watch);
	*whole = l.whole;
	return l.status < 0 ? STATUS_USAGE : l.status;
}

/* The first thing that is wrong with the settings, and how to see the rest. */
static void say_settings(struct browser *b, const struct settings *settings)
{
	const struct finding *f = settings && settings->faults.count ? &settings->faults.items[0] : NULL;

	if (f)
		browser_say(b, STYLE_WARNING, "settings, line %u: %s (`kernatlas config` tells all %zu)", f->line, f->message, settings->faults.count);
}

/* What is wrong with the start is told once the terminal has been given back. */
static int begin(struct browser *b, const struct options *options, struct loading *loading, struct corpus **whole,
	struct error *err)
{
	const char *near;
	int w, h;

	screen_size(&w, &h);
	if (!browser_resize(b, w, h)) {
		error_memory(err);
		return STATUS_USAGE;
	}
	say_settings(b, options->settings);
	browser_session_begin(b, !options->query && !options->operand_count);
	if (options->operand_count && !browser_start_at(b, options->operands[0])) {
		near = corpus_suggest_id(b->s.corpus, options->operands[0]);
		if (near)
			error_set(err, "no record `%s`; did you mean `%s`?", options->operands[0], near);
		else
			error_set(err, "no record `%s`; `kernatlas list type:any` names all", options->operands[0]);
		b->session = false;
		return STATUS_NOTHING;
	}
	browser_session_greet(b);
	browser_remember(b, true);
	if (options->story && !browser_present(b, options->story, true, options->notes)) {
		error_set(err, "%s", b->message);
		return STATUS_USAGE;
	}
	return run_loop(b, loading, whole);
}

/* A part of the records will do where what the command line names can be shown of it. */
static bool part_fits(const struct corpus *part, void *data)
{
	const struct options *options = data;
	struct query *query;

	if (options->operand_count || options->story)
		return false;
	query = options->query ? query_parse(part, options->query, NULL) : NULL;
	query_free(query);
	return query || !options->query;
}

/* Shows a corpus (owned) until the user leaves, or until it is to be begun anew with the whole of it. `*loader`, when the
 * corpus is part of what it reads, goes over to the browser. */
static int show(const struct options *options, const struct corpus_options *load, struct corpus *corpus,
	struct loader **loader, struct loading *loading, struct corpus **whole, struct error *err)
{
	struct browser b;
	int status = STATUS_USAGE;

	if (browser_init(&b, options, load, corpus, err)) {
		if (corpus->partial) {
			b.loader = *loader;
			*loader = NULL;
		} else {
			cache_saver_start(&b.saver, corpus, load->cache);
		}
		status = begin(&b, options, loading, whole, err);
	}
	if (!*whole) {
		screen_close();
		/* Where one is goes to disk when the terminal is given back. That it can't is told, and changes no status. */
		browser_session_end(&b, err);
	}
	browser_release(&b);
	return status;
}

int browser_run(const struct options *options, const struct corpus_options *load, bool utf8)
{
	const char *no_color = getenv("NO_COLOR");
	struct screen_options screen = {.no_mouse = options->no_mouse, .no_color = no_color && *no_color,
		.ask_background = !options->theme};
	struct options mine = *options;
	struct loading loading = {.status = -1};
	struct corpus *corpus, *whole = NULL;
	struct loader *loader;
	struct error err = {0};
	struct theme theme;
	int status = STATUS_USAGE;

	mine.ascii = mine.ascii || !utf8;
	/* It looks for files while the terminal is made ready. */
	loader = loader_start(load, &err);
	if (loader && !screen_open(&screen, &err)) {
		loader_free(loader);
		loader = NULL;
	}
	theme_init_mono(&theme);
	if (loader)
		loading_run(&loading, loader, part_fits, &mine, &theme, mine.ascii, &err);
	if (loading.status >= 0)
		status = loading.status;
	for (corpus = loading.corpus; corpus; corpus = whole) {
		whole = NULL;
		status = show(&mine, load, corpus, &loader, &loading, &whole, &err);
	}
	screen_close();
	loader_free(loader);
	for (int i = 0; i < loading.key_count; i++)
		free(loading.keys[i].text);
	return err.message[0] ? command_fail(status, "%s", err.message) : status;
}
