/* The terminal's clipboard, set by OSC 52 (xterm's ctlseqs, "Operating System Commands"). The text travels in base64, so no
 * byte of it reaches a terminal raw. */
#ifndef KERNATLAS_CLIPBOARD_H
#define KERNATLAS_CLIPBOARD_H

#include "buf.h"

/* The most bytes that terminals take: 100 000 of base64 with what is around it, as hterm and tmux limit it. */
enum { CLIPBOARD_LIMIT = 74994 };

/* Appends what sets the clipboard. In tmux it goes to tmux itself, which takes it where `set-clipboard` is on, and wrapped
 * past it to the terminal, which gets it where `allow-passthrough` is on. */
void clipboard_sequence(struct buf *out, const char *text, size_t len, bool tmux);
/* Appends the text as it may be pasted anywhere: line feeds and tabs are kept; other controls, C1 too, bidirectional
 * overrides and bytes that are no UTF-8 are left out. `lines` false: line feeds and tabs become blanks. */
void clipboard_clean(struct buf *out, const char *text, size_t len, bool lines);

#endif
