/* What terminfo says of a terminal. Apart from the rest since <term.h> defines plain words as macros. */
#ifndef KERNATLAS_TERMINAL_FACTS_H
#define KERNATLAS_TERMINAL_FACTS_H

#include <stdbool.h>

/* Whether it is described and can move its cursor; its colours go to *colors (0: none). */
bool terminal_facts(const char *term, int *colors);
const char *terminal_curses_version(void);

#endif
