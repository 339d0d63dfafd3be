/* Where a presentation stands, for a second terminal: a small file in the user's runtime folder, one a story, made anew at
 * each step. It is only ever read for its number, so whatever else is in it does no harm. */
#ifndef KERNATLAS_PRESENT_STATE_H
#define KERNATLAS_PRESENT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "error.h"

/* The folder: $XDG_RUNTIME_DIR, else $XDG_STATE_HOME, else ~/.local/state, with "kernatlas/present" below. Made for the user
 * alone where it is not there. False with a message. */
bool present_state_folder(struct buf *folder, struct error *err);
/* Writes the step of a story, from 0. False with a message. */
bool present_state_write(const char *story, uint32_t step, struct error *err);
/* The step written last; false when there is none. */
bool present_state_read(const char *story, uint32_t *step);

#endif
