/* Sheets: text is wrapped between words, tables are fitted, nothing is lost at any width, links can be walked, and no control
 * byte comes out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_folder.h"
#include "document.h"
#include "text.h"
#include "tui/document_sheet.h"
#include "tui/sheet.h"

static int set_up_locale(void **state)
{
	(void)state;
	text_init_locale();
	return 0;
}

static void assert_lays_out(struct sheet *s, int width, const char *expected)
{
	struct buf out;

	buf_init(&out);
	sheet_layout(s, width);
	sheet_to_text(s, &out);
	assert_true(sheet_ok(s));
	assert_string_equal(out.data, expected);
	buf_release(&out);
}

static void words_are_kept_whole_where_they_fit(void **state)
{
	struct sheet s;

	(void)state;
	sheet_init(&s);
	sheet_paragraph(&s, 1, 2);
	sheet_puts(&s, STYLE_TEXT, "one two ");
	sheet_puts(&s, STYLE_STRONG, "three");
	sheet_puts(&s, STYLE_TEXT, " four-five six");
	assert_lays_out(&s, 40, " one two three four-five six\n");
	assert_lays_out(&s, 12, " one two\n   three\n   four-five\n   six\n");
	assert_lays_out(&s, 10, " one two\n   three\n   four-\n   five\n   six\n");
	sheet_release(&s);
}

static void long_words_are_broken_not_lost(void **state)
{
	struct sheet s;

	(void)state;
	sheet_init(&s);
	sheet_paragraph(&s, 0, 0);
	sheet_puts(&s, STYLE_TEXT, "abcdefghij 融合融合");
	assert_lays_out(&s, 4, "abcd\nefgh\nij\n融合\n融合\n");
	assert_lays_out(&s, 1, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n融\n合\n融\n合\n");
	sheet_release(&s);
}

static void a_minus_sign_stays_with_its_word(void **state)
{
	struct sheet s;

	(void)state;
	sheet_init(&s);
	sheet_paragraph(&s, 0, 0);
	sheet_puts(&s, STYLE_TEXT, "aa -is:draft");
	assert_lays_out(&s, 8, "aa\n-is:draf\nt\n");
	sheet_release(&s);
}

static void tables_fit_their_columns(void **state)
{
	static const char *const cells[2][2] = {{"name", "what it does"}, {"long one", "short"}};
	struct sheet s;

	(void)state;
	sheet_init(&s);
	sheet_table_begin(&s);
	for (int row = 0; row < 2; row++) {
		sheet_row(&s);
		for (int column = 0; column < 2; column++) {
			sheet_cell(&s, false);
			sheet_puts(&s, STYLE_TEXT, cells[row][column]);
		}
	}
	sheet_table_end(&s);
	assert_lays_out(&s, 40, "name      what it does\n────────  ────────────\nlong one  short\n");
	assert_lays_out(&s, 14, "name   what it\n       does\n─────  ───────\nlong   short\none\n");
	sheet_release(&s);
}

static void links_are_walked_in_reading_order(void **state)
{
	struct sheet s;

	(void)state;
	sheet_init(&s);
	sheet_paragraph(&s, 0, 0);
	sheet_add(&s, STYLE_LINK, "first link over lines", 21, 7);
	sheet_puts(&s, STYLE_TEXT, " and ");
	sheet_add(&s, STYLE_LINK, "second", 6, 9);
	sheet_layout(&s, 12);
	assert_int_equal(sheet_next_link(&s, SHEET_NO_LINK, 1), 7);
	assert_int_equal(sheet_next_link(&s, 7, 1), 9);
	assert_int_equal(sheet_next_link(&s, 9, 1), SHEET_NO_LINK);
	assert_int_equal(sheet_next_link(&s, 9, -1), 7);
	assert_int_equal(sheet_next_link(&s, 7, -1), SHEET_NO_LINK);
	assert_int_equal(sheet_link_line(&s, 7), 0);
	assert_int_equal(sheet_link_at(&s, 2, 1), 7);
	assert_int_equal(sheet_link_at(&s, 11, 1), SHEET_NO_LINK);
	assert_int_equal(sheet_find(&s, "OVER", 0, 1), -1);
	assert_int_equal(sheet_find(&s, "over", 0, 1), 1);
	sheet_release(&s);
}

static void no_control_byte_comes_out(void **state)
{
	struct sheet s;
	struct buf out;

	(void)state;
	sheet_init(&s);
	buf_init(&out);
	sheet_paragraph(&s, 0, 0);
	for (int c = 1; c < 0x20; c++)
		sheet_add(&s, STYLE_TEXT, &(char){(char)c}, 1, SHEET_NO_LINK);
	sheet_puts(&s, STYLE_TEXT, "\x7f\xc2\x9b\xe2\x80\xae\xff");
	sheet_layout(&s, 30);
	sheet_to_text(&s, &out);
	for (size_t i = 0; i < out.len; i++)
		assert_true(out.data[i] == '\n' || ((unsigned char)out.data[i] >= 0x20 && out.data[i] != 0x7f));
	assert_null(strstr(out.data, "\xe2\x80\xae"));
	buf_release(&out);
	sheet_release(&s);
}

static void remove_blanks(struct buf *text)
{
	size_t kept = 0;

	for (size_t i = 0; i < text->len; i++)
		if (!strchr(" \n", text->data[i]))
			text->data[kept++] = text->data[i];
	buf_truncate(text, kept);
}

/* What the reader says behind a link that can't be followed may stand within a word. */
static void remove_remarks(struct buf *text)
{
	static const char *const remarks[] = {"(leadsnowhere)", "(notopened:onlyhttpandhttpsare)", "(fitsseveralrecords)"};

	for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
		for (char *at; (at = strstr(text->data, remarks[i]));) {
			size_t len = strlen(remarks[i]);

			memmove(at, at + len, (size_t)(text->data + text->len - at) - len + 1);
			buf_truncate(text, text->len - len);
		}
}

/* Every word of the document is in the sheet; one that had to be broken (in code, say) when its line breaks are taken out. */
static void assert_nothing_lost(const struct corpus *c, uint32_t record, int width)
{
	const struct document *doc = c->documents[c->records[record].document];
	struct targets targets;
	struct sheet sheet;
	struct buf plain, shown, joined;

	buf_init(&plain);
	buf_init(&shown);
	buf_init(&joined);
	sheet_init(&sheet);
	targets_init(&targets);
	assert_true(document_sheet_build(&sheet, &targets, c, record));
	sheet_layout(&sheet, width);
	assert_true(sheet_ok(&sheet));
	sheet_to_text(&sheet, &shown);
	buf_add(&joined, shown.data, shown.len);
	remove_blanks(&joined);
	remove_remarks(&joined);
	document_plain_text(doc, &plain);
	for (char *word = plain.data; *word;) {
		size_t len = strcspn(word, " \t\n");
		char *next = word + len + (word[len] != '\0');

		word[len] = '\0';
		/* Links are shown by the title of what they lead to; long words are broken. */
		if (!strpbrk(word, "/#:[]") && text_width0(word) <= 8 && !strstr(shown.data, word) && !strstr(joined.data, word))
			fail_msg("`%s` of %s is lost at width %d:\n%s", word, c->records[record].id, width, shown.data);
		word = next;
	}
	for (size_t i = 0; i < shown.len; i++)
		if ((unsigned char)shown.data[i] < 0x20 && shown.data[i] != '\n')
			fail_msg("a control character at width %d", width);
	for (int i = 0; i < sheet.line_count; i++)
		for (int p = 0; p < sheet.lines[i].piece_count; p++) {
			const struct sheet_piece *piece = &sheet.pieces[sheet.lines[i].piece + p];

			if (piece->x + piece->width > width)
				fail_msg("line %d reaches cell %d of %d", i, piece->x + piece->width, width);
		}
	targets_release(&targets);
	sheet_release(&sheet);
	buf_release(&plain);
	buf_release(&shown);
	buf_release(&joined);
}

static void markdown_of_every_kind_keeps_its_words(void **state)
{
	static const char text[] =
		"# One *two* **three** `four`\n\nsoft\nbreak and hard  \nbreak, ~~struck~~ &amp; entity, <b>html</b>\n\n"
		"> quote\n>\n> > inner\n> - item in quote\n\n1. first\n2. second\n   - nested\n     1. deep\n\n- [x] done\n- [ ] open\n\n"
		"```c\nint main(void) { return 0; }\n```\n\n    indented code\n\n***\n\n| a | b |\n|---|--:|\n| cell one | 22 |\n| | empty |\n\n"
		"Setext\n======\n\n![picture](x.png) [named][ref] <https://example.org/x>\n\n[ref]: https://example.org \"title\"\n\n"
		"## Überschrift 融合\n\n## Überschrift 融合\n\n<div>\nblock html\n</div>\n\n<!-- hidden -->\n\n"
		"word\\*escaped\\* and a very-long-hyphenated-word-that-goes-on\n";
	struct corpus_folder *f = *state;

	corpus_folder_write(f, "docs/all.md", text);
	corpus_folder_load(f);
	for (int width = 20; width <= 200; width++)
		assert_nothing_lost(f->corpus, corpus_folder_find(f, "all"), width);
}

/* The examples of a CommonMark specification (https://spec.commonmark.org/, its spec.txt): Markdown between a line of backticks
 * that ends in "example" and a line of a point, tabs written as arrows. The file is not part of this project; COMMONMARK_SPEC
 * names one. */
static void examples_of_the_specification_keep_their_words(void **state)
{
	struct corpus_folder *f = *state;
	const char *path = getenv("COMMONMARK_SPEC");
	FILE *file = path ? fopen(path, "r") : NULL;
	char line[4096], name[32];
	struct buf text;
	int examples = 0;
	bool inside = false;

	if (!file) {
		print_message("COMMONMARK_SPEC names no file: nothing is read\n");
		skip();
	}
	buf_init(&text);
	while (fgets(line, sizeof line, file)) {
		if (!inside) {
			inside = strncmp(line, "````````````````````````````````", 32) == 0 && strstr(line, " example");
			buf_clear(&text);
		} else if (strcmp(line, ".\n") == 0) {
			snprintf(name, sizeof name, "docs/e%04d.md", ++examples);
			corpus_folder_write(f, name, text.data);
			inside = false;
		} else {
			for (const char *s = line; *s; s++)
				if (strncmp(s, "→", 3) == 0) {
					buf_addc(&text, '\t');
					s += 2;
				} else {
					buf_addc(&text, *s);
				}
		}
	}
	fclose(file);
	buf_release(&text);
	corpus_folder_load(f);
	for (uint32_t r = 0; r < f->corpus->count; r++)
		for (int width = 20; width <= 200 && f->corpus->records[r].document >= 0; width++)
			assert_nothing_lost(f->corpus, r, width);
	print_message("%d examples at widths 20 to 200\n", examples);
	assert_true(examples > 0);
}

static void a_table_of_thousands_of_rows_is_laid_out(void **state)
{
	struct corpus_folder *f = *state;
	struct buf text;

	buf_init(&text);
	buf_adds(&text, "| number | words |\n|---|---|\n");
	for (int i = 0; i < 5000; i++)
		buf_addf(&text, "| row%d | some words of a row |\n", i);
	corpus_folder_write(f, "docs/table.md", text.data);
	buf_release(&text);
	corpus_folder_load(f);
	assert_nothing_lost(f->corpus, corpus_folder_find(f, "table"), 40);
}

int main(void)
{
#define F(name) cmocka_unit_test_setup_teardown(name, corpus_folder_set_up, corpus_folder_tear_down)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_kept_whole_where_they_fit),
		cmocka_unit_test(long_words_are_broken_not_lost),
		cmocka_unit_test(a_minus_sign_stays_with_its_word),
		cmocka_unit_test(tables_fit_their_columns),
		cmocka_unit_test(links_are_walked_in_reading_order),
		cmocka_unit_test(no_control_byte_comes_out),
		F(markdown_of_every_kind_keeps_its_words),
		F(examples_of_the_specification_keep_their_words),
		F(a_table_of_thousands_of_rows_is_laid_out),
	};

	return cmocka_run_group_tests_name("sheet", tests, set_up_locale, NULL);
}
