#include "terminal_facts.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool terminal_facts(const char *term, int *colors)
{
	/* The functions take names that are not constant. */
	char cup[] = "cup", number[] = "colors";
	int status = 0;
	const char *moves;
	bool able;

	*colors = 0;
	if (!term || !*term || setupterm(term, STDOUT_FILENO, &status) != OK)
		return false;
	moves = tigetstr(cup);
	able = moves && moves != (char *)-1;
	*colors = tigetnum(number) > 0 ? tigetnum(number) : 0;
	del_curterm(cur_term);
	return able;
}

const char *terminal_curses_version(void)
{
	return curses_version();
}
