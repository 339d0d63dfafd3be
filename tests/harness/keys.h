/* Names of keys, as tmux has them, and the bytes that a terminal sends for them.
 *
 * One character is itself. Named: Enter Escape Tab BTab Space BSpace Delete (DC) Insert (IC) Up Down Left Right
 * Home End PageUp (PgUp, PPage) PageDown (PgDn, NPage) F1 to F12. Before any: C- (control), M- (alt), S- (shift).
 * The bytes are xterm's; for another terminal those of its description, terminfo(5), where it has the key. */
#ifndef KERNATLAS_TESTS_KEYS_H
#define KERNATLAS_TESTS_KEYS_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/* Appends what the terminal `term` (its TERM; may be NULL) sends for the key `name`; `application` is its mode
 * of that name for cursor keys. False, and nothing appended, for a name that is none. */
bool keys_encode(const char *name, size_t len, const char *term, bool application, struct buf *out);

#endif
