/* A command of the user's, as words between blanks: `code --wait`. No quotes, no variables: no shell reads it. */
#ifndef KERNATLAS_WORDS_H
#define KERNATLAS_WORDS_H

#include <stdbool.h>

enum { WORDS_MAX = 32, WORDS_BYTES = 1024 };

struct words {
	char text[WORDS_BYTES];
	char *items[WORDS_MAX + 1]; /* NULL behind the last: an argument list */
	int count;
};

/* False where there is no word, or more than fit; room for two more is left. */
bool words_split(struct words *w, const char *command);

#endif
