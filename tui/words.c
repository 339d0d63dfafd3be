#include "words.h"

#include <string.h>

bool words_split(struct words *w, const char *command)
{
	char *at = w->text;

	w->count = 0;
	if (strlen(command) >= sizeof w->text)
		return false;
	memcpy(w->text, command, strlen(command) + 1);
	while (*(at += strspn(at, " \t"))) {
		if (w->count == WORDS_MAX - 2)
			return false;
		w->items[w->count++] = at;
		at += strcspn(at, " \t");
		if (*at)
			*at++ = '\0';
	}
	w->items[w->count] = NULL;
	return w->count > 0;
}
