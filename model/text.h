/* Text: UTF-8, its width in terminal cells, and the one place that makes text safe to show.
 *
 * Nothing from data goes to a terminal but through text_show() or text_next_cell(). Both turn into
 * visible text: C0 controls and DEL (Unicode's control pictures, U+2400 block), C1 controls ("<9b>"),
 * bidirectional overrides and isolates ("<202e>"), line and paragraph separators ("<2028>"), unassigned code
 * points ("<378>"), bytes that are no UTF-8 (U+FFFD). Joiners, variation selectors and skin tones are left out:
 * terminals disagree on their width, and without them each part keeps its own.
 * A tab becomes spaces to the next multiple of eight. */
#ifndef KERNATLAS_TEXT_H
#define KERNATLAS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/* Chooses the character type locale. Returns true where the user's terminal takes UTF-8. Where it does not,
 * widths still work and the caller shows ASCII only. Call once, before anything else here. */
bool text_init_locale(void);

/* Decodes one code point at `s` (len > 0). Returns its bytes (1–4), or 0 when the bytes are no UTF-8
 * (overlong, surrogate, past U+10FFFF, cut short). */
size_t text_decode(const char *s, size_t len, uint32_t *code);
/* Encodes into `out` (room for 4) and returns the bytes. */
size_t text_encode(uint32_t code, char *out);
/* Offset of the first byte that is not UTF-8, or `len` when all of it is. */
size_t text_valid_prefix(const char *s, size_t len);

/* One thing to draw: a base character with its combining marks, or the visible stand-in of one that may not
 * be sent. `text` is UTF-8, NUL-terminated; `width` its cells (0 only at the end of the text). */
struct text_cell {
	char text[32];
	int width;
	bool replaced; /* stands for something that must not be sent raw */
	bool space;    /* a place to break a line */
	bool newline;  /* a line feed (also CR LF): drawn as nothing, ends a line */
};

/* Takes the next cell from [*s, end) and moves *s past it. `column` is where it will stand (for tabs).
 * Returns false at the end. */
bool text_next_cell(const char **s, const char *end, int column, struct text_cell *cell);

/* Cells that text_show() would take for the whole text; line feeds count as one (␊). */
int text_width(const char *s, size_t len);
int text_width0(const char *s);

/* Appends the text made visible, on one line: line feeds become a space. At most `width` cells when width >= 0;
 * what is cut ends in "…" (in `width` cells with it). */
void text_show(struct buf *out, const char *s, size_t len, int width);
/* The same, padded with spaces to exactly `width` cells. */
void text_show_padded(struct buf *out, const char *s, size_t len, int width);
/* Appends the text made visible, keeping its line feeds. */
void text_show_lines(struct buf *out, const char *s, size_t len);
/* Appends the text in ASCII: box drawing and arrows by look-alikes, the rest as "?". Its widths stay. */
void text_to_ascii(struct buf *out, const char *s, size_t len);
/* The ASCII look-alike of one code point of the program's own glyphs, or 0 when it has none. */
char text_ascii_of(uint32_t code);

/* A heading's anchor: lower case; letters and digits of any script, "-" and "_" kept; spaces to "-"; else dropped. */
void text_slug(struct buf *out, const char *s, size_t len);

bool text_equal_nocase(const char *a, size_t alen, const char *b, size_t blen);
/* Edits (insert, delete, change, swap) from a to b, without regard to case; stops counting past `limit`. */
int text_distance(const char *a, const char *b, int limit);

/* Where a name is misspelt: offers candidates one by one and keeps the nearest within reason. */
struct text_nearest {
	const char *wanted;
	const char *best; /* NULL while nothing is near enough */
	int distance;
};
void text_nearest_init(struct text_nearest *near, const char *wanted);
void text_nearest_offer(struct text_nearest *near, const char *candidate);

/* Orders as people do: digit runs by value, letters without regard to case, then bytes. Never 0 for unequal texts. */
int text_compare_natural(const char *a, const char *b);

#endif
