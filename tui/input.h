/* Input: the bytes a terminal sends, made into events. No terminal is needed for it.
 *
 * It knows the keys of xterm, rxvt and the Linux console with their modifiers (xterm's ctlseqs, "PC-Style Function
 * Keys"), `CSI code ; modifier u`, mouse reports (1000 with and without 1006), bracketed paste (2004), and what else
 * the terminal's description names (input_define). Other sequences and bytes that are no UTF-8 are passed over. */
#ifndef KERNATLAS_INPUT_H
#define KERNATLAS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

enum {
	INPUT_PASTE_LIMIT = 1 << 20, /* bytes of a paste that are kept */
	INPUT_SEQUENCE_LIMIT = 4096, /* bytes of a sequence; a longer one is no sequence */
	INPUT_DOUBLE_MS = 400        /* a second press on the same cell within this time is a double one */
};

struct input;

struct input *input_new(void); /* NULL when memory ends */
void input_free(struct input *in);
/* A further sequence for a key; without effect for one that is empty, long, or an ordinary character. */
void input_define(struct input *in, const char *sequence, uint32_t key);
bool input_add(struct input *in, const char *bytes, size_t len); /* false when memory ends */
/* Takes the next event. `quiet`: no byte came for a while, so an Escape that waits for more is the key itself.
 * `now` in milliseconds, for double presses. False when the bytes make no event yet. */
bool input_next(struct input *in, bool quiet, int64_t now, struct event *event);
/* Whether an Escape waits that only time can tell from a sequence. */
bool input_ambiguous(const struct input *in);
void input_drop(struct input *in); /* forgets the bytes that wait */

#endif
