/* Text: what each character becomes in cells, how wide it is, where it is cut, and how names compare. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "text.h"

/* NOLINTBEGIN(misc-misleading-bidirectional): texts that mislead are what is tested. */

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct buf out;

static const char *shown_bytes(const char *s, size_t len, int width)
{
	buf_clear(&out);
	text_show(&out, s, len, width);
	assert_true(buf_ok(&out));
	return out.data;
}

static const char *shown(const char *s, int width)
{
	return shown_bytes(s, strlen(s), width);
}

static void decodes_what_is_utf8_and_nothing_else(void **state)
{
	static const struct {
		const char *bytes;
		size_t len, step;
		uint32_t code;
	} table[] = {
		{"A", 1, 1, 'A'},
		{"\0", 1, 1, 0},
		{"\x7F", 1, 1, 0x7F},
		{"\xC2\x80", 2, 2, 0x80},
		{"\xDF\xBF", 2, 2, 0x7FF},
		{"\xE0\xA0\x80", 3, 3, 0x800},
		{"\xED\x9F\xBF", 3, 3, 0xD7FF},
		{"\xEE\x80\x80", 3, 3, 0xE000},
		{"\xEF\xBF\xBF", 3, 3, 0xFFFF},
		{"\xF0\x90\x80\x80", 4, 4, 0x10000},
		{"\xF4\x8F\xBF\xBF", 4, 4, 0x10FFFF},
		{"\x80", 1, 0, 0},                   /* continuation alone */
		{"\xBF\x80", 2, 0, 0},
		{"\xC0\x80", 2, 0, 0},               /* overlong NUL */
		{"\xC1\xBF", 2, 0, 0},
		{"\xE0\x9F\xBF", 3, 0, 0},           /* overlong */
		{"\xED\xA0\x80", 3, 0, 0},           /* surrogate */
		{"\xED\xBF\xBF", 3, 0, 0},
		{"\xF0\x8F\xBF\xBF", 4, 0, 0},       /* overlong */
		{"\xF4\x90\x80\x80", 4, 0, 0},       /* past the last code point */
		{"\xF5\x80\x80\x80", 4, 0, 0},
		{"\xFE", 1, 0, 0},
		{"\xFF\xFF\xFF\xFF", 4, 0, 0},
		{"\xC3", 1, 0, 0},                   /* cut short */
		{"\xE2\x82", 2, 0, 0},
		{"\xF0\x9F\x98", 3, 0, 0},
		{"\xE2\x28\xA1", 3, 0, 0},           /* no continuation */
		{"\xC3\xC3", 2, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		uint32_t code = 0;

		assert_int_equal(text_decode(table[i].bytes, table[i].len, &code), table[i].step);
		if (table[i].step) {
			char back[4];

			assert_int_equal(code, table[i].code);
			assert_int_equal(text_encode(code, back), table[i].step);
			assert_memory_equal(back, table[i].bytes, table[i].step);
		}
		assert_int_equal(text_valid_prefix(table[i].bytes, table[i].len), table[i].step);
	}
}

static void every_code_point_comes_back(void **state)
{
	(void)state;
	for (uint32_t code = 0; code <= 0x10FFFF; code++) {
		char bytes[4];
		uint32_t back = 0;
		size_t len;

		if (code == 0xD800)
			code = 0xE000;
		len = text_encode(code, bytes);
		if (text_decode(bytes, len, &back) != len || back != code)
			fail_msg("U+%04X came back as U+%04X", code, back);
	}
}

static void valid_prefix_ends_at_the_first_fault(void **state)
{
	(void)state;
	assert_int_equal(text_valid_prefix("", 0), 0);
	assert_int_equal(text_valid_prefix("gr\xC3\xBC\xC3\x9F", 6), 6);
	assert_int_equal(text_valid_prefix("ab\xC3\xA9\xFF" "cd", 7), 4);
	assert_int_equal(text_valid_prefix("ab\xE2\x82", 4), 2);
}

/* Each row: text, what is shown of it, its cells. */
static const struct visible {
	const char *text, *shown;
	int width;
} visible[] = {
	{"", "", 0},
	{"plain ~text", "plain ~text", 11},
	{"\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9", 3},
	/* Wide characters. */
	{"漢字", "漢字", 4},
	{"ｶﾅ", "ｶﾅ", 2},
	{"Ａ", "Ａ", 2},
	{"한글", "한글", 4},
	{"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 2}, /* a syllable in jamo */
	/* Combining marks stay with their base; the fifth is dropped; one alone gets a circle. */
	{"e\xCC\x81", "e\xCC\x81", 1},
	{"a\xCC\x81\xCC\x82\xCC\x83\xCC\x84\xCC\x85" "b", "a\xCC\x81\xCC\x82\xCC\x83\xCC\x84" "b", 2},
	{"\xCC\x81x", "\xE2\x97\x8C\xCC\x81x", 2},
	{" \xCC\x81", " \xCC\x81", 1},
	{"\n\xCC\x81", " \xE2\x97\x8C\xCC\x81", 2},
	/* Emoji: selectors, joiners and skin tones go, flags stay two letters. */
	{"\xE2\x9D\xA4\xEF\xB8\x8F", "\xE2\x9D\xA4", 1},
	{"\xE2\x98\x8E\xEF\xB8\x8E", "\xE2\x98\x8E", 1},
	{"😀", "😀", 2},
	{"👩\xE2\x80\x8D💻", "👩💻", 4},
	{"👨\xE2\x80\x8D👩\xE2\x80\x8D👧", "👨👩👧", 6},
	{"👍🏽", "👍", 2},
	{"x🏽", "x🏽", 3},
	{"🇩🇪", "🇩🇪", 2},
	{"1\xEF\xB8\x8F\xE2\x83\xA3", "1\xE2\x83\xA3", 1},
	{"🏴\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xBF", "🏴", 2}, /* tags of a subdivision's flag */
	/* What has no place of its own. */
	{"a\xE2\x80\x8B" "b\xE2\x80\x8C" "c\xE2\x80\x8D" "d", "abcd", 4},
	{"\xEF\xBB\xBF" "bom", "bom", 3},
	{"soft\xC2\xADhyphen", "softhyphen", 10},
	{"a\xE2\x81\xA0" "b\xE2\x81\xAA" "c\xEF\xBF\xB9" "d", "abcd", 4},
	/* Direction is shown, never obeyed. */
	{"a\xE2\x80\xAEz", "a<202e>z", 8},
	{"\xE2\x80\xAA\xE2\x80\xAB\xE2\x80\xAC\xE2\x80\xAD", "<202a><202b><202c><202d>", 24},
	{"\xE2\x81\xA6\xE2\x81\xA7\xE2\x81\xA8\xE2\x81\xA9", "<2066><2067><2068><2069>", 24},
	{"\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C", "<200e><200f><61c>", 17},
	{"a\xE2\x80\xA8" "b\xE2\x80\xA9", "a<2028>b<2029>", 14},
	{"שלום", "שלום", 4},
	/* Controls. */
	{"\x1B[31mred\x07", "␛[31mred␇", 9},
	{"a\rb", "a␍b", 3},
	{"a\r\nb", "a b", 3},
	{"a\nb", "a b", 3},
	{"\x7F", "␡", 1},
	{"\xC2\x9B" "31m", "<9b>31m", 7},
	/* Tabs reach to the next multiple of eight. */
	{"\t", "        ", 8},
	{"ab\tc", "ab      c", 9},
	{"1234567\tx", "1234567 x", 9},
	{"12345678\tx", "12345678        x", 17},
	{"漢\tx", "漢      x", 9},
	/* No UTF-8: each byte one replacement. */
	{"a\xFF\xFE" "b", "a\xEF\xBF\xBD\xEF\xBF\xBD" "b", 4},
	{"\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD", 2},
	{"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 3},
	/* Unassigned, private. */
	{"\xCD\xB8", "<378>", 5},
	{"\xEF\xBF\xBF", "<ffff>", 6},
	{"\xEE\x82\xB0", "\xEE\x82\xB0", 1},
	{"\xF4\x8F\xBF\xBF", "<10ffff>", 8},
	{"\xC2\xA0", "\xC2\xA0", 1},
};

static void what_is_shown_is_visible_and_as_wide_as_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(visible); i++) {
		const struct visible *v = &visible[i];

		assert_string_equal(shown(v->text, -1), v->shown);
		assert_int_equal(text_width0(v->text), v->width);
		/* What was shown changes no more. */
		assert_int_equal(text_width(out.data, out.len), v->width);
	}
}

static void no_control_gets_through(void **state)
{
	(void)state;
	for (uint32_t code = 0; code < 0xA0; code++) {
		char bytes[4], want[8];
		size_t len = text_encode(code, bytes);

		if (code == '\t' || code == '\n' || (code >= 0x20 && code < 0x7F))
			continue;
		if (code < 0x80)
			want[text_encode(code == 0x7F ? 0x2421 : 0x2400 + code, want)] = '\0';
		else
			snprintf(want, sizeof want, "<%x>", code);
		assert_string_equal(shown_bytes(bytes, len, -1), want);
	}
}

/* Whatever the bytes, what comes out is UTF-8 without controls, as wide as said, and no wider than asked for. */
static void random_bytes_are_shown_safely(void **state)
{
	static const char *const pieces[] = {"a", " ", "\t", "\n", "\r\n", "\x1B", "\xC2\x9B", "\xFF", "\xE2\x80\xAE",
		"漢", "👩\xE2\x80\x8D💻", "\xCC\x81", "\xEF\xB8\x8F", "\xE2\x82", "🏽", "🇩", "\xCD\xB8", "\x7F", "é", "\xF0\x9F"};
	unsigned seed = 2024;
	struct buf text;

	(void)state;
	buf_init(&text);
	for (int round = 0; round < 20000; round++) {
		int width;

		buf_clear(&text);
		for (int i = 0; i < 12; i++) {
			seed = seed * 1103515245u + 12345u;
			buf_adds(&text, pieces[(seed >> 16) % COUNT(pieces)]);
		}
		width = (int)(seed >> 20) % 20;
		shown_bytes(text.data, text.len, width);
		assert_int_equal(text_valid_prefix(out.data, out.len), out.len);
		assert_true(text_width(out.data, out.len) <= width);
		for (size_t i = 0; i < out.len; i++)
			assert_true((unsigned char)out.data[i] >= 0x20 && out.data[i] != 0x7F);
		buf_clear(&out);
		text_show_padded(&out, text.data, text.len, width);
		assert_int_equal(text_width(out.data, out.len), width);
		shown_bytes(text.data, text.len, -1);
		assert_int_equal(text_width(out.data, out.len), text_width(text.data, text.len));
	}
	buf_release(&text);
}

static void text_is_cut_at_whole_cells(void **state)
{
	static const struct {
		const char *text;
		int width;
		const char *shown;
	} table[] = {
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abcd…"},
		{"abcdef", 1, "…"},
		{"abcdef", 0, ""},
		{"", 3, ""},
		{"漢字", 4, "漢字"},
		{"漢字", 3, "漢…"},
		{"漢字", 2, "…"},
		{"漢字", 1, "…"},
		{"a漢字", 4, "a漢…"},
		{"a漢字", 3, "a…"},
		{"ae\xCC\x81o", 2, "a…"},
		{"ae\xCC\x81", 2, "ae\xCC\x81"},
		{"abc\x1B[0m", 5, "abc␛…"},
		{"ab\xE2\x80\xAE" "cd", 6, "ab…"},
		{"one\ntwo", 5, "one …"},
		{"a\tb", 8, "a…"},
		{"👩\xE2\x80\x8D💻", 3, "👩…"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(shown(table[i].text, table[i].width), table[i].shown);
}

static void padding_fills_the_cells(void **state)
{
	static const struct {
		const char *text;
		int width;
		const char *shown;
	} table[] = {
		{"ab", 4, "ab  "}, {"漢字", 3, "漢…"}, {"漢字", 2, "… "},
		{"", 2, "  "},     {"abc", 0, ""},     {"e\xCC\x81", 2, "e\xCC\x81 "},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		buf_clear(&out);
		text_show_padded(&out, table[i].text, strlen(table[i].text), table[i].width);
		assert_string_equal(out.data, table[i].shown);
	}
}

static void lines_are_kept_where_asked_for(void **state)
{
	static const char text[] = "one\r\ntwo\x1B\n\tx\n";

	(void)state;
	buf_clear(&out);
	text_show_lines(&out, text, sizeof text - 1);
	assert_string_equal(out.data, "one\ntwo␛\n        x\n");
}

static void cells_tell_spaces_lines_and_replacements(void **state)
{
	static const char text[] = "a \n\x1B";
	const char *s = text, *end = text + sizeof text - 1;
	struct text_cell cell;

	(void)state;
	assert_true(text_next_cell(&s, end, 0, &cell));
	assert_false(cell.space || cell.newline || cell.replaced);
	assert_true(text_next_cell(&s, end, 1, &cell));
	assert_true(cell.space);
	assert_true(text_next_cell(&s, end, 2, &cell));
	assert_true(cell.newline);
	assert_int_equal(cell.width, 0);
	assert_true(text_next_cell(&s, end, 0, &cell));
	assert_true(cell.replaced);
	assert_false(text_next_cell(&s, end, 1, &cell));
	assert_false(text_next_cell(&s, end, 1, &cell));
}

static void ascii_keeps_the_widths(void **state)
{
	static const struct {
		const char *text, *ascii;
	} table[] = {
		{"plain", "plain"}, {"╭─┬─╮", "+-+-+"}, {"│ ● ○ ◐ │", "| * o p |"}, {"┌═║", "+=|"},
		{"▸▾", ">v"},       {"cut…", "cut~"},
		{"漢", "??"},      {"é", "?"},           {"e\xCC\x81", "e"},       {"✓✗", "yn"},   {"0.5–5 s", "0.5-5 s"},
		{"a\tb", "a       b"}, {"a\nb", "a\nb"}, {"\x1B", "?"},            {"\xFF", "?"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		buf_clear(&out);
		text_to_ascii(&out, table[i].text, strlen(table[i].text));
		assert_string_equal(out.data, table[i].ascii);
	}
}

static void headings_become_anchors(void **state)
{
	static const struct {
		const char *heading, *slug;
	} table[] = {
		{"", ""},
		{"Simple", "simple"},
		{"2. Where the compile cost lands", "2-where-the-compile-cost-lands"},
		{"  Spaces around\t", "spaces-around"},
		{"C++ & CUDA: a/b", "c--cuda-ab"},
		{"snake_case-and-dash", "snake_case-and-dash"},
		{"Größe ÄÖÜ", "größe-äöü"},
		{"Ελληνικά", "ελληνικά"},
		{"ЁЛКА 2", "ёлка-2"},
		{"編譯 器", "編譯-器"},
		{"हिन्दी", "हिन्दी"},
		{"e\xCC\x81te\xCC\x81", "e\xCC\x81te\xCC\x81"},
		{"emoji 😀 gone", "emoji--gone"},
		{"a\xE2\x80\xAE" "b\xE2\x80\x8D" "c\xFF", "abc"},
		{"...", ""},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		buf_clear(&out);
		text_slug(&out, table[i].heading, strlen(table[i].heading));
		assert_string_equal(out.data, table[i].slug);
	}
}

static void equality_without_case(void **state)
{
	static const struct {
		const char *a, *b;
		bool equal;
	} table[] = {
		{"", "", true}, {"Triton", "tRITON", true}, {"Straße", "STRAßE", true}, {"ÄÖ", "äö", true}, {"a", "ab", false},
		{"ab", "a", false}, {"a\xFF", "A\xFF", true}, {"a\xFF", "a\xFE", false}, {"é", "e", false}, {"ЁЖ", "ёж", true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(text_equal_nocase(table[i].a, strlen(table[i].a), table[i].b, strlen(table[i].b)),
			table[i].equal);
}

static void distances(void **state)
{
	static const struct {
		const char *a, *b;
		int limit, distance;
	} table[] = {
		{"", "", 3, 0},       {"a", "", 3, 1},          {"Cuda", "cUDA", 3, 0},       {"cuda", "cdua", 3, 1},
		{"rocm", "rom", 3, 1}, {"metal", "mental", 3, 1}, {"vulkan", "volcan", 3, 2}, {"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 2, 3}, {"abc", "xyz", 1, 2}, {"ab", "abcdefgh", 3, 4},
	};
	char longer[200];

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		assert_int_equal(text_distance(table[i].a, table[i].b, table[i].limit), table[i].distance);
		assert_int_equal(text_distance(table[i].b, table[i].a, table[i].limit), table[i].distance);
	}
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_int_equal(text_distance(longer, longer, 3), 4);
}

static void the_nearest_name_is_offered(void **state)
{
	static const char *const names[] = {"backend", "bound", "cost", "family", "status", "strategy"};
	static const struct {
		const char *wanted, *best;
	} table[] = {
		{"bakcend", "backend"}, {"familly", "family"}, {"statsu", "status"},
		{"zzzzzz", NULL},       {"x", NULL},           {"cots", "cost"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct text_nearest near;

		text_nearest_init(&near, table[i].wanted);
		for (size_t j = 0; j < COUNT(names); j++)
			text_nearest_offer(&near, names[j]);
		if (table[i].best)
			assert_string_equal(near.best, table[i].best);
		else
			assert_null(near.best);
	}
}

static void natural_order_is_an_order(void **state)
{
	static const char *const sorted[] = {"", "0", "00", "01", "1", "2", "9", "10", "10a", "A", "a", "a01", "a1", "a1b",
		"a2", "a10", "ab", "B", "b", "v0.9", "v0.10", "v1.0", "\xC3\xA9"};

	(void)state;
	for (size_t i = 0; i < COUNT(sorted); i++)
		for (size_t j = 0; j < COUNT(sorted); j++) {
			int order = text_compare_natural(sorted[i], sorted[j]);

			if ((order > 0) - (order < 0) != (i > j) - (i < j))
				fail_msg("\"%s\" against \"%s\" gives %d", sorted[i], sorted[j], order);
		}
}

/* Starts over in another locale; true as text_init_locale says. */
static bool in_locale(const char *name)
{
	bool utf8;

	setenv("LC_ALL", name, 1);
	setlocale(LC_ALL, "C");
	utf8 = text_init_locale();
	assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
	return utf8;
}

static void widths_hold_in_any_locale(void **state)
{
	static const char *const others[] = {"C", "POSIX", "xx_NOT.here", "", "de_DE.ISO-8859-1"};

	(void)state;
	for (size_t i = 0; i < COUNT(others); i++) {
		assert_false(in_locale(others[i]));
		assert_string_equal(nl_langinfo(CODESET), "UTF-8");
		assert_int_equal(text_width0("漢é"), 3);
	}
	assert_true(in_locale("C.UTF-8"));
}

/* NOLINTEND(misc-misleading-bidirectional) */

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(decodes_what_is_utf8_and_nothing_else),
		T(every_code_point_comes_back),
		T(valid_prefix_ends_at_the_first_fault),
		T(what_is_shown_is_visible_and_as_wide_as_said),
		T(no_control_gets_through),
		T(random_bytes_are_shown_safely),
		T(text_is_cut_at_whole_cells),
		T(padding_fills_the_cells),
		T(lines_are_kept_where_asked_for),
		T(cells_tell_spaces_lines_and_replacements),
		T(ascii_keeps_the_widths),
		T(headings_become_anchors),
		T(equality_without_case),
		T(distances),
		T(the_nearest_name_is_offered),
		T(natural_order_is_an_order),
		T(widths_hold_in_any_locale),
	};
	int failed;

	unsetenv("LANG");
	unsetenv("LC_CTYPE");
	in_locale("C.UTF-8");
	buf_init(&out);
	failed = cmocka_run_group_tests_name("text", tests, NULL, NULL);
	buf_release(&out);
	return failed;
}
