/* A small curses program for the harness's own tests: shows what it gets. Keys: q ends it with status 3, t answers
 * only after a time, c lets a child process answer, everything else is shown by name. */
#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void show_start(void)
{
	init_pair(1, COLOR_RED, COLOR_BLUE);
	attron(A_BOLD | COLOR_PAIR(1));
	mvaddstr(0, 0, "Probe");
	attrset(A_DIM);
	mvaddstr(0, 10, "dim");
	attrset(A_UNDERLINE);
	mvaddstr(0, 20, "under");
	attrset(A_REVERSE);
	mvhline(1, 0, ' ', 10);
	attrset(A_NORMAL);
	mvaddstr(2, 0, "日本 │");
	mvprintw(3, 0, "%d x %d", COLS, LINES);
}

static void show_mouse(void)
{
	MEVENT event;

	if (getmouse(&event) != OK)
		return;
	mvprintw(5, 0, "mouse %d,%d %s", event.y, event.x,
	         event.bstate & BUTTON1_PRESSED    ? "press"
	         : event.bstate & BUTTON1_RELEASED ? "release"
	         : event.bstate & BUTTON4_PRESSED  ? "up"
	                                           : "other");
}

/* Works for a while in a process of its own, which then writes to the terminal. */
static void run_child(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		poll(NULL, 0, 150);
		_exit(7);
	}
	if (pid > 0) {
		int status = 0;

		waitpid(pid, &status, 0);
		mvprintw(6, 0, "child ended with %d", WEXITSTATUS(status));
	}
}

static void show_key(int key)
{
	move(5, 0);
	clrtoeol();
	switch (key) {
	case 't':
		poll(NULL, 0, 150);
		mvaddstr(6, 0, "late");
		break;
	case 'c':
		run_child();
		break;
	case KEY_MOUSE:
		show_mouse();
		break;
	case KEY_RESIZE:
		erase();
		show_start();
		break;
	default:
		mvprintw(5, 0, "key %s", keyname(key));
	}
}

int main(void)
{
	int key;

	setlocale(LC_ALL, "");
	setenv("ESCDELAY", "25", 1);
	initscr();
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	curs_set(0);
	start_color();
	use_default_colors();
	mousemask(ALL_MOUSE_EVENTS, NULL);
	mouseinterval(0);
	printf("\033[?2004h");
	fflush(stdout);
	show_start();
	refresh();
	while ((key = getch()) != 'q' && key != ERR) {
		show_key(key);
		refresh();
	}
	printf("\033[?2004l");
	fflush(stdout);
	endwin();
	return key == 'q' ? 3 : 4;
}
