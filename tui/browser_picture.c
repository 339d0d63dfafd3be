/* A picture of the screen, saved as SVG: the colours of the theme, and text that can be selected. */
#include <stdio.h>
#include <unistd.h>

#include "browser_state.h"
#include "new_file.h"
#include "snapshot_format.h"

enum { NAMES_MAX = 1000 };

void browser_picture_begin(struct browser *b)
{
	char name[64] = "kernatlas.svg";

	for (int i = 2; i < NAMES_MAX && access(name, F_OK) == 0; i++)
		snprintf(name, sizeof name, "kernatlas-%d.svg", i);
	b->prompting = PROMPT_PICTURE;
	prompt_set(&b->prompt, name);
}

void browser_picture_save(struct browser *b, const char *path)
{
	struct error err = {0};
	struct buf bytes;

	if (!*path)
		return;
	/* The screen as it is without the prompt and its messages. */
	b->message_style = STYLE_TEXT;
	buf_init(&bytes);
	if (!browser_paint(b) || !snapshot_svg(&b->canvas, &b->theme, &bytes))
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
	else if (new_file_write(path, &bytes, &err))
		browser_say(b, STYLE_MESSAGE, "the picture is in %s", path);
	else
		browser_say(b, STYLE_ERROR, "%s", err.message);
	buf_release(&bytes);
}
