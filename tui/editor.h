/* The user's editor, run on a file by argument list: $VISUAL, $EDITOR, or vi. */
#ifndef KERNATLAS_EDITOR_H
#define KERNATLAS_EDITOR_H

#include <stddef.h>

#include "error.h"

/* The editor's name for messages: the last part of its first word. */
void editor_name(char *out, size_t size);
/* Runs it at a line (`+LINE FILE`) and waits. The terminal must be handed over before. When the editor stops, this program
 * stops with it, and both go on together. False with a message when it could not be started, was killed, or told that
 * it failed. */
bool editor_run(const char *path, int line, struct error *err);

#endif
