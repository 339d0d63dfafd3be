/* The least that a program on curses does: a line of text on the screen, until a key. What a first paint is measured against. */
#include <curses.h>
#include <locale.h>

int main(void)
{
	setlocale(LC_ALL, "");
	if (!initscr())
		return 1;
	cbreak();
	noecho();
	mvaddstr(2, 1, "no records");
	refresh();
	getch();
	return endwin() == ERR;
}
