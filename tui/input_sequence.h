/* One escape sequence as terminals send them. Sources: ECMA-48 for the form; xterm's ctlseqs ("PC-Style Function
 * Keys", "Mouse Tracking", "Bracketed Paste Mode", "Operating System Commands"), rxvt's and the Linux console's keys for the meaning. */
#ifndef KERNATLAS_INPUT_SEQUENCE_H
#define KERNATLAS_INPUT_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sequence_kind { SEQUENCE_OTHER, SEQUENCE_KEY, SEQUENCE_MOUSE, SEQUENCE_PASTE, SEQUENCE_BACKGROUND };

struct sequence_mouse {
	int buttons; /* as reported: two bits of button, 4–16 modifiers, 32 motion, 64 wheel */
	int x, y;    /* from 0 */
	bool release;
};

struct sequence {
	enum sequence_kind kind;
	uint32_t key;
	bool ctrl, alt;
	struct sequence_mouse mouse;
	uint32_t color; /* of the background: 0xRRGGBB */
};

/* Whether an Escape and what follows it begin a sequence (else they are a key with Alt). */
bool sequence_begins(const char *s, size_t len);
/* Parses the sequence at `s`, which begins one. Returns its bytes, or 0 while it is not complete. */
size_t sequence_parse(const char *s, size_t len, struct sequence *out);

#endif
