/* Curses has the output; the input is read past it (input.h), so that what a terminal sends is decoded the same
 * whatever its description says. Mouse and paste modes are switched by hand for the same reason. */
#include "screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "canvas.h"
#include "error.h"
#include "input.h"
#include "screen_paint.h"
#include "terminal_guard.h"

enum { ESCAPE_DELAY_MS = 25, DIRECT = 1 << 24 };

static struct {
	bool open, suspended;
	bool ended, ended_told;
	int in, out;
	FILE *in_file, *out_file;
	SCREEN *curses;
	struct input *input;
	struct termios before;
	int flags_before; /* of the file status, which a child may change */
	int colors;
	int32_t background; /* as answered; -1: not known */
	bool redraw;
	struct buf enter, leave, crash; /* what is written around curses' own */
} screen = {.in = -1, .out = -1, .background = -1};

/* ---- modes -------------------------------------------------------------------------------------- */

static const char *capability(const char *name)
{
	const char *value = tigetstr(name);

	return value && value != (char *)-1 ? value : "";
}

/* Adds a capability without its padding ("$<5>"), which no terminal of today needs. */
static void add_capability(struct buf *out, const char *name)
{
	const char *s = capability(name);

	while (*s) {
		if (s[0] == '$' && s[1] == '<' && strchr(s, '>'))
			s = strchr(s, '>') + 1;
		else
			buf_addc(out, *s++);
	}
}

static bool make_sequences(const struct screen_options *options)
{
	/* Modes of xterm are for terminals that take its kind of sequences. */
	bool ansi = strncmp(capability("cup"), "\033[", 2) == 0;
	bool mouse = ansi && !(options && options->no_mouse) && *capability("kmous");

	add_capability(&screen.enter, "smkx");
	if (mouse)
		buf_adds(&screen.enter, "\033[?1000h\033[?1006h");
	if (ansi)
		buf_adds(&screen.enter, "\033[?2004h");
	if (mouse)
		buf_adds(&screen.leave, "\033[?1006l\033[?1000l");
	if (ansi)
		buf_adds(&screen.leave, "\033[?2004l");
	add_capability(&screen.leave, "rmkx");
	buf_add(&screen.crash, screen.leave.data, screen.leave.len);
	add_capability(&screen.crash, "sgr0");
	add_capability(&screen.crash, "op");
	add_capability(&screen.crash, "cnorm");
	add_capability(&screen.crash, "rmcup");
	return buf_ok(&screen.enter) && buf_ok(&screen.leave) && buf_ok(&screen.crash);
}

static void write_all(const struct buf *bytes)
{
	for (size_t done = 0; done < bytes->len;) {
		ssize_t n = write(screen.out, bytes->data + done, bytes->len - done);
		struct pollfd ready = {.fd = screen.out, .events = POLLOUT};

		if (n >= 0)
			done += (size_t)n;
		else if (errno == EAGAIN && poll(&ready, 1, 1000) > 0)
			continue;
		else if (errno != EINTR)
			return;
	}
}

static void define_keys(void)
{
	static const struct {
		const char *name;
		uint32_t key;
	} keys[] = {
		{"kcuu1", EKEY_UP},    {"kcud1", EKEY_DOWN},      {"kcub1", EKEY_LEFT},       {"kcuf1", EKEY_RIGHT},
		{"khome", EKEY_HOME},  {"kend", EKEY_END},        {"kpp", EKEY_PAGE_UP},      {"knp", EKEY_PAGE_DOWN},
		{"kich1", EKEY_INSERT}, {"kdch1", EKEY_DELETE},   {"kcbt", EKEY_BACK_TAB},    {"kent", EKEY_ENTER},
		{"kf1", EKEY_F1},      {"kf2", EKEY_F2},          {"kf3", EKEY_F3},           {"kf4", EKEY_F4},
		{"kf5", EKEY_F5},      {"kf6", EKEY_F6},          {"kf7", EKEY_F7},           {"kf8", EKEY_F8},
		{"kf9", EKEY_F9},      {"kf10", EKEY_F10},        {"kf11", EKEY_F11},         {"kf12", EKEY_F12},
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		input_define(screen.input, capability(keys[i].name), keys[i].key);
}

/* Every key comes as it is, but for those that send signals: they must work whatever the program is doing. */
static void set_modes(void)
{
	struct termios modes;

	raw();
	noecho();
	nonl();
	if (tcgetattr(screen.in, &modes) < 0)
		return;
	modes.c_lflag |= ISIG | NOFLSH;
#ifdef VDSUSP
	modes.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
	tcsetattr(screen.in, TCSADRAIN, &modes);
	def_prog_mode();
}

/* Curses may believe the environment's LINES and COLUMNS; the terminal itself knows. */
static void take_size(void)
{
	struct winsize size;
	int w = COLS, h = LINES;

	if (ioctl(screen.out, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row) {
		w = size.ws_col;
		h = size.ws_row;
	}
	if (w != COLS || h != LINES)
		resizeterm(h, w);
	/* Even at the same size: the terminal may have wrapped its lines anew in between. */
	screen.redraw = true;
}

/* ---- open and close ----------------------------------------------------------------------------- */

static bool open_terminal(struct error *err)
{
	if (!isatty(STDOUT_FILENO)) {
		error_set(err, "standard output is not a terminal");
		return false;
	}
	screen.out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	screen.in = isatty(STDIN_FILENO) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
	                                 : open("/dev/tty", O_RDWR | O_CLOEXEC);
	if (screen.in < 0 || screen.out < 0 || tcgetattr(screen.in, &screen.before) < 0) {
		error_set(err, "can't open the terminal: %s", strerror(errno));
		return false;
	}
	screen.flags_before = fcntl(screen.in, F_GETFL);
	screen.in_file = fdopen(screen.in, "r");
	screen.out_file = fdopen(screen.out, "w");
	return (screen.in_file && screen.out_file) || error_memory(err);
}

/* newterm() prints and exits over some descriptions; so they are tried before. */
static bool check_term(struct error *err)
{
	const char *name = getenv("TERM");
	bool able = false;
	int status = 0;

	if (!name || !*name) {
		error_set(err, "TERM is not set: set it to the terminal's name, e.g. xterm");
		return false;
	}
	if (setupterm(name, screen.out, &status) == OK) {
		able = *capability("cup") && *capability("clear") && tigetflag("gn") <= 0 && tigetflag("hc") <= 0;
		del_curterm(cur_term);
		status = 1;
	}
	if (status < 0)
		error_set(err, "no descriptions of terminals (terminfo) are installed");
	else if (status == 0)
		error_set(err, "unknown terminal \"%.30s\": set TERM, e.g. to xterm", name);
	else if (!able)
		error_set(err, "terminal \"%.30s\" can't move its cursor: set TERM, e.g. to xterm",
		          name);
	return able;
}

static void start_colors(const struct screen_options *options)
{
	screen.colors = 0;
	if ((options && options->no_color) || !has_colors() || start_color() == ERR || COLORS < 8)
		return;
	screen.colors = COLORS >= DIRECT ? DIRECT : COLORS >= 256 ? 256 : COLORS >= 16 ? 16 : 8;
	/* -1 is then the terminal's own colour, where it has such a thing. */
	use_default_colors();
}

static void release(void)
{
	if (screen.in_file)
		fclose(screen.in_file);
	else if (screen.in >= 0)
		close(screen.in);
	if (screen.out_file)
		fclose(screen.out_file);
	else if (screen.out >= 0)
		close(screen.out);
	input_free(screen.input);
	buf_release(&screen.enter);
	buf_release(&screen.leave);
	buf_release(&screen.crash);
	terminal_guard_remove();
	memset(&screen, 0, sizeof screen);
	screen.in = screen.out = screen.background = -1;
}

static bool start_curses(const struct screen_options *options, struct error *err)
{
	screen.curses = newterm(NULL, screen.out_file, screen.in_file);
	if (!screen.curses) {
		error_set(err, "can't start the screen on terminal \"%.60s\"", getenv("TERM"));
		return false;
	}
	if (!make_sequences(options)) {
		endwin();
		delscreen(screen.curses);
		return error_memory(err);
	}
	return true;
}

bool screen_knows_strings(void)
{
	const char *name = getenv("TERM");

	/* On others, such as the Linux console, they might be seen. */
	return name && strncmp(name, "linux", 5) != 0 && (tigetnum("colors") >= 256 || tigetflag("XT") > 0)
		&& strncmp(capability("cup"), "\033[", 2) == 0;
}

static void ask_background(void)
{
	struct buf question;

	buf_init(&question);
	buf_adds(&question, "\033]11;?\033\\");
	write_all(&question);
	buf_release(&question);
}

bool screen_open(const struct screen_options *options, struct error *err)
{
	if (screen.open)
		return true;
	buf_init(&screen.enter);
	buf_init(&screen.leave);
	buf_init(&screen.crash);
	screen.input = input_new();
	/* Curses leaves signals alone that are handled already. */
	if (!(screen.input || error_memory(err)) || !open_terminal(err) || !check_term(err)
	    || !terminal_guard_install(err) || !start_curses(options, err)) {
		release();
		return false;
	}
	terminal_guard_arm(screen.out, screen.crash.data, screen.crash.len, &screen.before);
	set_modes();
	define_keys();
	start_colors(options);
	typeahead(-1);
	scrollok(stdscr, FALSE);
	leaveok(stdscr, FALSE);
	take_size();
	paint_start(screen.colors);
	write_all(&screen.enter);
	if (options && options->ask_background && screen.colors && screen_knows_strings())
		ask_background();
	screen.open = true;
	return true;
}

void screen_close(void)
{
	if (!screen.open)
		return;
	screen_suspend();
	paint_stop();
	delscreen(screen.curses);
	release();
}

/* ---- output ------------------------------------------------------------------------------------- */

void screen_present(const struct canvas *canvas, const struct theme *theme)
{
	bool cursor = canvas->cursor_x >= 0 && canvas->cursor_x < COLS && canvas->cursor_y >= 0
		&& canvas->cursor_y < LINES;

	if (!screen.open || screen.suspended)
		return;
	if (screen.redraw) {
		clearok(curscr, TRUE);
		paint_forget();
		screen.redraw = false;
	}
	paint_rows(canvas, theme, COLS, LINES);
	curs_set(cursor);
	if (cursor)
		move(canvas->cursor_y, canvas->cursor_x);
	else
		move(LINES - 1, COLS - 1);
	refresh();
}

void screen_send(const struct buf *bytes)
{
	if (screen.open && !screen.suspended)
		write_all(bytes);
}

void screen_redraw(void)
{
	screen.redraw = true;
}

void screen_size(int *w, int *h)
{
	*w = screen.open ? COLS : 0;
	*h = screen.open ? LINES : 0;
}

int32_t screen_background(void)
{
	return screen.background;
}

int screen_colors(void)
{
	return screen.colors;
}

/* ---- events ------------------------------------------------------------------------------------- */

int screen_fd(void)
{
	return screen.in;
}

/* False when the signal needs no event. */
static bool read_signal(int number, struct event *event)
{
	*event = (struct event){.kind = EVENT_SIGNAL, .signal = number};
	if (screen.suspended)
		return number == SIGTERM || number == SIGHUP;
	if (number == SIGWINCH) {
		event->kind = EVENT_RESIZE;
		take_size();
	}
	if (number == SIGCONT) {
		/* Stopped without being asked: whoever ran in between had the terminal in their modes. */
		event->kind = EVENT_CONTINUE;
		screen_suspend();
		if (!screen_resume())
			event->kind = EVENT_EOF;
	}
	return true;
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads what waits, or waits that long for it. False when there was nothing; sets `ended` at the end of input. */
static bool fill_input(int wait_ms)
{
	struct pollfd ready = {.fd = screen.in, .events = POLLIN};
	char bytes[4096];
	ssize_t n;

	if (poll(&ready, 1, wait_ms) <= 0)
		return false;
	n = read(screen.in, bytes, sizeof bytes);
	if (n > 0)
		return input_add(screen.input, bytes, (size_t)n);
	if (n == 0 || (errno != EINTR && errno != EAGAIN))
		screen.ended = true;
	return false;
}

static bool next_event(bool quiet, struct event *event)
{
	bool found = input_next(screen.input, quiet, now_ms(), event);

	if (found && event->kind == EVENT_BACKGROUND)
		screen.background = (int32_t)event->color;
	return found;
}

bool screen_read(struct event *event)
{
	int number;

	if (!screen.open)
		return false;
	while (terminal_guard_take(&number))
		if (read_signal(number, event))
			return true;
	if (screen.suspended)
		return false;
	do {
		if (next_event(false, event))
			return true;
	} while (!screen.ended && fill_input(0));
	while (!screen.ended && input_ambiguous(screen.input)) {
		bool more = fill_input(ESCAPE_DELAY_MS);

		if (next_event(!more, event))
			return true;
	}
	*event = (struct event){.kind = EVENT_EOF};
	if (!screen.ended || screen.ended_told)
		return false;
	screen.ended_told = true;
	return true;
}

/* ---- handing the terminal over ------------------------------------------------------------------ */

void screen_suspend(void)
{
	if (!screen.open || screen.suspended)
		return;
	screen.suspended = true;
	write_all(&screen.leave);
	curs_set(1);
	endwin();
	tcsetattr(screen.in, TCSADRAIN, &screen.before);
	terminal_guard_disarm();
}

bool screen_resume(void)
{
	static const int meant_for_child[] = {SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
	struct termios modes;

	if (!screen.open || !screen.suspended)
		return screen.open;
	if (tcgetattr(screen.in, &modes) < 0)
		return false;
	screen.suspended = false;
	if (screen.flags_before >= 0)
		fcntl(screen.in, F_SETFL, screen.flags_before);
	terminal_guard_arm(screen.out, screen.crash.data, screen.crash.len, &screen.before);
	reset_prog_mode();
	take_size();
	tcflush(screen.in, TCIFLUSH);
	input_drop(screen.input);
	for (size_t i = 0; i < sizeof meant_for_child / sizeof *meant_for_child; i++)
		terminal_guard_forget(meant_for_child[i]);
	write_all(&screen.enter);
	return true;
}

bool screen_stop(void)
{
	screen_suspend();
	terminal_guard_stop();
	return screen_resume();
}
