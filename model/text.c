#include "text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "buf.h"

enum { MARKS_MAX = 4, TAB_STOP = 8 };

bool text_init_locale(void)
{
	static const char *const utf8_locales[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
	bool utf8;

	utf8 = setlocale(LC_ALL, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	/* Widths come from the C library's tables for UTF-8, also where the terminal takes something else. */
	for (size_t i = 0; !utf8 && i < sizeof utf8_locales / sizeof *utf8_locales; i++)
		if (setlocale(LC_CTYPE, utf8_locales[i]))
			break;
	/* Numbers in records are written with a point wherever they are read. */
	setlocale(LC_NUMERIC, "C");
	return utf8;
}

size_t text_decode(const char *s, size_t len, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char lead = (unsigned char)s[0];
	size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
	uint32_t value;

	if (size == 1) {
		*code = lead;
		return 1;
	}
	if (lead < 0xC2 || lead > 0xF4 || size > len)
		return 0;
	value = lead & (0x7Fu >> size);
	for (size_t i = 1; i < size; i++) {
		if (((unsigned char)s[i] & 0xC0) != 0x80)
			return 0;
		value = value << 6 | ((unsigned char)s[i] & 0x3F);
	}
	if (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
		return 0;
	*code = value;
	return size;
}

size_t text_encode(uint32_t code, char *out)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xC0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3F));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xE0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3F));
		out[2] = (char)(0x80 | (code & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3F));
	out[2] = (char)(0x80 | (code >> 6 & 0x3F));
	out[3] = (char)(0x80 | (code & 0x3F));
	return 4;
}

size_t text_valid_prefix(const char *s, size_t len)
{
	size_t i = 0;
	uint32_t code;

	while (i < len) {
		size_t step = (unsigned char)s[i] < 0x80 ? 1 : text_decode(s + i, len - i, &code);

		if (!step)
			break;
		i += step;
	}
	return i;
}

/* Characters that change how others are laid out and have no place of their own: left out. */
static bool is_dropped(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0x034F, 0x034F},   /* grapheme joiner */
		{0x180B, 0x180F},   /* Mongolian variation selectors */
		{0x200B, 0x200D},   /* zero-width space, non-joiner, joiner */
		{0x2060, 0x2064},   /* word joiner, invisible operators */
		{0x206A, 0x206F},   /* deprecated shaping controls */
		{0xFE00, 0xFE0F},   /* variation selectors */
		{0xFEFF, 0xFEFF},   /* byte-order mark */
		{0xFFF9, 0xFFFB},   /* annotation anchors */
		{0x1BCA0, 0x1BCA3}, /* shorthand controls */
		{0x1D173, 0x1D17A}, /* musical beams and slurs */
		{0xE0000, 0xE0FFF}, /* tags, more variation selectors */
	};

	if (code < 0x300)
		return code == 0xAD; /* soft hyphen */
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return false;
}

/* A skin tone after its emoji: some terminals draw it into the emoji, others beside it. */
static bool is_modifier(uint32_t code)
{
	return code >= 0x1F3FB && code <= 0x1F3FF;
}

/* Controls of direction: shown, since they can make text read otherwise than it is. */
static bool is_bidi(uint32_t code)
{
	return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E)
		|| (code >= 0x2066 && code <= 0x2069);
}

/* Cells of a character; -1 when it has no assigned one and a terminal may give it any. */
static int width_of(uint32_t code)
{
	int width;

	if (code < 0x7F)
		return 1;
	width = wcwidth((wchar_t)code);
	/* Without any UTF-8 locale the C library knows no widths at all. */
	return width < 0 && MB_CUR_MAX == 1 ? 1 : width;
}

static void set_visible(struct text_cell *cell, const char *text, int width)
{
	snprintf(cell->text, sizeof cell->text, "%s", text);
	cell->width = width;
	cell->replaced = true;
}

static void set_code(struct text_cell *cell, uint32_t code)
{
	char text[16];

	snprintf(text, sizeof text, "<%x>", code);
	set_visible(cell, text, (int)strlen(text));
}

/* Adds the combining marks that follow; more than a few on one base are a prank, and are dropped. */
static void take_marks(const char **s, const char *end, struct text_cell *cell)
{
	size_t used = strlen(cell->text);
	int marks = 0;

	while (*s < end) {
		uint32_t code;
		size_t step = (unsigned char)**s < 0x80 ? 0 : text_decode(*s, (size_t)(end - *s), &code);

		bool dropped;

		if (!step || is_bidi(code))
			return;
		dropped = is_dropped(code) || (is_modifier(code) && cell->width == 2);
		if (!dropped && (code < 0x300 || wcwidth((wchar_t)code) != 0))
			return;
		if (!dropped && marks < MARKS_MAX && used + step < sizeof cell->text) {
			memcpy(cell->text + used, *s, step);
			used += step;
			cell->text[used] = '\0';
			marks++;
		}
		*s += step;
	}
}

static void take_control(uint32_t code, int column, struct text_cell *cell)
{
	char picture[8] = "";

	if (code == '\t') {
		int width = TAB_STOP - (column < 0 ? 0 : column) % TAB_STOP;

		snprintf(cell->text, sizeof cell->text, "%*s", width, "");
		cell->width = width;
		cell->space = true;
		return;
	}
	if (code == '\n') {
		cell->newline = true;
		cell->width = 0;
		cell->text[0] = '\0';
		return;
	}
	if (code >= 0x80) {
		set_code(cell, code);
		return;
	}
	picture[text_encode(code == 0x7F ? 0x2421 : 0x2400 + code, picture)] = '\0';
	set_visible(cell, picture, 1);
}

bool text_next_cell(const char **s, const char *end, int column, struct text_cell *cell)
{
	uint32_t code = 0;
	size_t step;

	memset(cell, 0, sizeof *cell);
	for (;;) {
		if (*s >= end)
			return false;
		step = text_decode(*s, (size_t)(end - *s), &code);
		if (!step || !is_dropped(code))
			break;
		*s += step;
	}
	if (!step) {
		++*s;
		set_visible(cell, "\xEF\xBF\xBD", 1);
		return true;
	}
	if (code == '\r' && *s + 1 < end && (*s)[1] == '\n') {
		++*s;
		code = '\n';
	}
	*s += step;
	if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
		take_control(code, column, cell);
		return true;
	}
	cell->width = width_of(code);
	if (cell->width < 0 || is_bidi(code) || code == 0x2028 || code == 0x2029) {
		set_code(cell, code);
		return true;
	}
	cell->space = code == ' ';
	if (cell->width == 0) {
		/* A mark without a base gets the circle that Unicode gives such marks. */
		memcpy(cell->text, "\xE2\x97\x8C", 3);
		memcpy(cell->text + 3, *s - step, step);
		cell->width = 1;
	} else {
		memcpy(cell->text, *s - step, step);
	}
	if (*s < end && (unsigned char)**s >= 0x80)
		take_marks(s, end, cell);
	return true;
}

static bool is_plain_ascii(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] < 0x20 || (unsigned char)s[i] > 0x7E)
			return false;
	return true;
}

int text_width(const char *s, size_t len)
{
	const char *end = s + len;
	struct text_cell cell;
	int width = 0;

	if (is_plain_ascii(s, len))
		return len < 0x3FFFFFFF ? (int)len : 0x3FFFFFFF;
	while (width < 0x3FFFFFFF && text_next_cell(&s, end, width, &cell))
		width += cell.newline ? 1 : cell.width;
	return width;
}

int text_width0(const char *s)
{
	return text_width(s, strlen(s));
}

static void show(struct buf *out, const char *s, size_t len, int width, bool lines)
{
	const char *end = s + len;
	struct text_cell cell;
	size_t cut = out->len; /* where "…" goes when the text turns out too long */
	int column = 0;

	if (width == 0)
		return;
	while (text_next_cell(&s, end, column, &cell)) {
		int cells = cell.newline ? 1 : cell.width;

		if (width > 0 && column + cells > width) {
			buf_truncate(out, cut);
			buf_adds(out, "…");
			return;
		}
		if (cell.newline && lines) {
			buf_addc(out, '\n');
			column = 0;
			continue;
		}
		buf_adds(out, cell.newline ? " " : cell.text);
		column += cells;
		if (column < width)
			cut = out->len;
	}
}

void text_show(struct buf *out, const char *s, size_t len, int width)
{
	if (is_plain_ascii(s, len) && (width < 0 || len <= (size_t)width))
		buf_add(out, s, len);
	else
		show(out, s, len, width, false);
}

void text_show_padded(struct buf *out, const char *s, size_t len, int width)
{
	size_t begin = out->len;
	int used;

	text_show(out, s, len, width);
	if (!buf_ok(out))
		return;
	used = text_width(out->data + begin, out->len - begin);
	if (used < width)
		buf_add_repeat(out, ' ', (size_t)(width - used));
}

void text_show_lines(struct buf *out, const char *s, size_t len)
{
	show(out, s, len, -1, true);
}

char text_ascii_of(uint32_t code)
{
	static const struct {
		uint16_t code;
		char ascii;
	} table[] = {
		{0x00A0, ' '}, {0x00B7, '.'}, {0x00D7, 'x'}, {0x2010, '-'}, {0x2011, '-'}, {0x2012, '-'}, {0x2013, '-'},
		{0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201C, '"'}, {0x201D, '"'}, {0x2020, '+'}, {0x2022, '*'},
		{0x2026, '~'}, {0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'}, {0x2194, '-'}, {0x21B5, '<'},
		{0x2264, '<'}, {0x2265, '>'}, {0x2248, '~'}, {0x2423, '_'}, {0x25A0, '#'}, {0x25A1, '#'}, {0x25AA, '*'},
		{0x25B2, '^'}, {0x25B4, '^'}, {0x25B6, '>'}, {0x25B8, '>'}, {0x25BC, 'v'}, {0x25BE, 'v'}, {0x25C0, '<'},
		{0x25C2, '<'}, {0x25C6, '!'}, {0x25CB, 'o'}, {0x25CC, 's'}, {0x25CF, '*'}, {0x25D0, 'p'}, {0x2605, '*'},
		{0x2713, 'y'}, {0x2714, 'y'}, {0x2715, 'x'}, {0x2717, 'n'}, {0x2718, 'n'}, {0x2716, 'x'}, {0x258F, '|'},
		{0x2588, '#'}, {0x2591, '.'}, {0x2592, ':'}, {0x2593, '#'}, {0x2580, '#'}, {0x2584, '#'},
	};

	if (code < 0x80)
		return (char)code;
	if (code >= 0x2400 && code <= 0x2421)
		return '?';
	if (code == 0x2500 || code == 0x2501 || code == 0x2504 || code == 0x2508 || code == 0x254C || code == 0x2574)
		return '-';
	if (code == 0x2550)
		return '=';
	if (code == 0x2502 || code == 0x2503 || code == 0x2506 || code == 0x250A || code == 0x2551 || code == 0x2575)
		return '|';
	if (code >= 0x250C && code <= 0x257F)
		return '+';
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].code == code)
			return table[i].ascii;
	return 0;
}

static bool is_ascii(const char *s)
{
	while (*s && (unsigned char)*s < 0x80)
		s++;
	return !*s;
}

void text_to_ascii(struct buf *out, const char *s, size_t len)
{
	const char *end = s + len;
	struct text_cell cell;

	for (int column = 0; text_next_cell(&s, end, column, &cell); column = cell.newline ? 0 : column + cell.width) {
		uint32_t code = 0;

		if (cell.newline) {
			buf_addc(out, '\n');
			continue;
		}
		if (is_ascii(cell.text)) {
			buf_adds(out, cell.text);
			continue;
		}
		text_decode(cell.text, strlen(cell.text), &code);
		buf_addc(out, text_ascii_of(code) ? text_ascii_of(code) : '?');
		for (int i = 1; i < cell.width; i++)
			buf_addc(out, '?');
	}
}
