/* Documents: what Markdown becomes as blocks, runs and links, on which lines, and that no input is too much. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "document.h"
#include "text.h"

#define T(f) cmocka_unit_test(f)
#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct buf out;

static struct document *parse_bytes(const char *text, size_t len)
{
	struct error err;
	struct document *doc = document_parse(text, len, 1, &err);

	if (!doc)
		fail_msg("%s", err.message);
	return doc;
}

static struct document *parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

/* ---- a document written down ---- */

static void add_quoted(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '\n')
			buf_adds(&out, "\\n");
		else
			buf_addc(&out, s[i]);
	}
}

static void add_style(uint8_t style)
{
	static const char letters[] = "esc~ih";

	for (int i = 0; letters[i]; i++)
		if (style & 1 << i)
			buf_addc(&out, letters[i]);
}

/* Runs as text; a styled one as {style:text}, breaks as "/" and "//", a link as [kind target: text]. */
static void add_runs(const struct document *doc, uint32_t run, uint32_t count)
{
	static const char *const kinds[] = {"wiki", "to", "url"};
	uint32_t link = DOCUMENT_NONE;

	for (uint32_t i = run; i < run + count; i++) {
		const struct document_run *r = &doc->runs[i];

		if (r->link != link && link != DOCUMENT_NONE)
			buf_addc(&out, ']');
		if (r->link != link && r->link != DOCUMENT_NONE) {
			const struct document_link *l = &doc->links[r->link];

			buf_addf(&out, "[%s%s %.*s%s", l->image ? "image " : "", kinds[l->kind], (int)l->target_len,
				l->target, l->bare ? "" : ": ");
		}
		link = r->link;
		if (r->kind != DOCUMENT_TEXT) {
			buf_adds(&out, r->kind == DOCUMENT_SOFT_BREAK ? "/" : "//");
			continue;
		}
		if (link != DOCUMENT_NONE && doc->links[link].bare)
			continue;
		if (r->style) {
			buf_addc(&out, '{');
			add_style(r->style);
			buf_addc(&out, ':');
		}
		add_quoted(r->text, r->len);
		if (r->style)
			buf_addc(&out, '}');
	}
	if (link != DOCUMENT_NONE)
		buf_addc(&out, ']');
}

static void add_block(const struct document *doc, uint32_t index)
{
	static const char *const names[] = {"p", "h", "list", "item", "quote", "code", "live", "html", "table", "row",
		"cell", "rule"};
	static const char *const aligns[] = {"", "<", "^", ">"};
	const struct document_block *b = &doc->blocks[index];
	uint32_t end = index + b->span;

	buf_addf(&out, "%u:%s", b->line, names[b->kind]);
	switch (b->kind) {
	case DOCUMENT_HEADING:
		buf_addf(&out, "%d#%s", doc->headings[b->number].level, doc->headings[b->number].slug);
		break;
	case DOCUMENT_LIST:
		if (b->ordered)
			buf_addf(&out, "%u", b->number);
		buf_adds(&out, b->tight ? "" : " loose");
		break;
	case DOCUMENT_ITEM:
		if (b->mark)
			buf_addf(&out, "[%c]", b->mark);
		break;
	case DOCUMENT_CELL:
		buf_adds(&out, aligns[b->align]);
		break;
	case DOCUMENT_ROW:
		buf_adds(&out, b->head ? " head" : "");
		break;
	case DOCUMENT_TABLE:
		buf_addf(&out, "%u", b->number);
		break;
	case DOCUMENT_CODE:
	case DOCUMENT_LIVE:
	case DOCUMENT_HTML:
		buf_addf(&out, " '%s' @%u ", doc->verbatims[b->number].info, doc->verbatims[b->number].text_line);
		add_quoted(doc->verbatims[b->number].text, doc->verbatims[b->number].len);
		break;
	default:
		break;
	}
	if (b->run_count) {
		buf_addc(&out, ' ');
		add_runs(doc, b->run, b->run_count);
	}
	if (b->span > 1) {
		buf_addc(&out, '(');
		for (uint32_t i = index + 1; i < end; i += doc->blocks[i].span)
			add_block(doc, i);
		buf_addc(&out, ')');
	}
	buf_addc(&out, ';');
}

static const char *written(const struct document *doc)
{
	buf_clear(&out);
	for (uint32_t i = 0; i < doc->block_count; i += doc->blocks[i].span)
		add_block(doc, i);
	assert_true(buf_ok(&out));
	return out.data;
}

/* What holds for every document. */
static void check_bounds(const struct document *doc)
{
	uint32_t line = 0;

	for (uint32_t i = 0; i < doc->block_count; i++) {
		const struct document_block *b = &doc->blocks[i];
		int depth = 0;

		assert_true(b->span >= 1 && b->span <= doc->block_count - i);
		assert_true(b->line >= 1);
		assert_true(b->parent == DOCUMENT_NONE || b->parent < i);
		if (b->parent != DOCUMENT_NONE) {
			const struct document_block *p = &doc->blocks[b->parent];

			assert_true(i + b->span <= b->parent + p->span);
			assert_int_equal(p->kind == DOCUMENT_LIST, b->kind == DOCUMENT_ITEM);
			assert_int_equal(p->kind == DOCUMENT_TABLE, b->kind == DOCUMENT_ROW);
			assert_int_equal(p->kind == DOCUMENT_ROW, b->kind == DOCUMENT_CELL);
		}
		for (uint32_t p = b->parent; p != DOCUMENT_NONE && depth < 100; p = doc->blocks[p].parent)
			depth++;
		assert_true(depth <= DOCUMENT_DEPTH_MAX + 4);
		if (b->run_count)
			assert_true(b->kind == DOCUMENT_PARAGRAPH || b->kind == DOCUMENT_HEADING || b->kind == DOCUMENT_CELL);
		assert_true(b->run + b->run_count <= doc->run_count);
	}
	for (uint32_t i = 0; i < doc->run_count; i++)
		assert_true(doc->runs[i].link == DOCUMENT_NONE || doc->runs[i].link < doc->link_count);
	for (uint32_t i = 0; i < doc->link_count; i++) {
		const struct document_link *l = &doc->links[i];

		assert_true(l->run_count >= 1 && l->run + l->run_count <= doc->run_count);
		assert_true(l->block < doc->block_count);
		assert_true(l->heading < (int32_t)doc->heading_count);
		assert_int_equal(l->heading, document_heading_over(doc, l->block));
		assert_true(i == 0 || l->run >= l[-1].run + l[-1].run_count);
	}
	for (uint32_t i = 0; i < doc->heading_count; i++) {
		assert_int_equal(document_heading_find(doc, doc->headings[i].slug, doc->headings[i].slug_len), i);
		assert_true(doc->headings[i].line >= line);
		line = doc->headings[i].line;
	}
}

struct expected {
	const char *text, *written;
};

static void expect(const struct expected *table, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct document *doc = parse(table[i].text);

		assert_string_equal(written(doc), table[i].written);
		check_bounds(doc);
		document_free(doc);
	}
}

static void blocks(void **state)
{
	static const struct expected table[] = {
		{"", ""},
		{"\n\n \n", ""},
		{"a\nb\n\nc", "1:p a/b;4:p c;"},
		{"\xEF\xBB\xBF" "# bom", "1:h1#bom bom;"},
		{"# One\n## Two ##\n\nThree\n===\nFour\nmore\n---\n#",
			"1:h1#one One;2:h2#two Two;4:h1#three Three;6:h2#four-more Four/more;9:h1#section;"},
		{"***\n---\n\n_ _ _", "1:rule;2:rule;4:rule;"},
		/* Lists: tight and loose, numbered, tasks, nested, empty. */
		{"- a\n- b", "1:list(1:item(1:p a;);2:item(2:p b;););"},
		{"* a\n\n* b", "1:list loose(1:item(1:p a;);3:item(3:p b;););"},
		{"7. a\n8. b", "1:list7(1:item(1:p a;);2:item(2:p b;););"},
		{"3) a\n\n   b", "1:list3 loose(1:item(1:p a;3:p b;););"},
		{"- [ ] a\n- [x] b\n- [X] c\n- [y] d",
			"1:list(1:item[ ](1:p a;);2:item[x](2:p b;);3:item[x](3:p c;);4:item(4:p [y] d;););"},
		{"- a\n  - b\n    1. c\n- d",
			"1:list(1:item(1:p a;2:list(2:item(2:p b;3:list1(3:item(3:p c;);););););4:item(4:p d;););"},
		{"- a\n  ***\n  b", "1:list(1:item(1:p a;2:rule;3:p b;););"},
		{"-\n- b\n-", "1:list(1:item;2:item(2:p b;);3:item;);"},
		{"- * -\n\n***", "1:list(1:item(1:list(1:item(1:list(1:item;);););););3:rule;"},
		{"- a\n+ b", "1:list(1:item(1:p a;););2:list(2:item(2:p b;););"},
		/* Quotes. */
		{"> a\nb\n>\n> c", "1:quote(1:p a/b;4:p c;);"},
		{"> > a\n\n> # h\n> - i", "1:quote(1:quote(1:p a;););3:quote(3:h1#h h;4:list(4:item(4:p i;);););"},
		{">\n\n---", "1:quote;3:rule;"},
		/* Code. */
		{"```c x\na\n\n  b\n```\nc", "1:code 'c x' @2 a\\n\\n  b\\n;6:p c;"},
		{"~~~\n```\n~~~", "1:code '' @2 ```\\n;"},
		{"a\n\n```\n```\n---", "1:p a;3:code '' @4 ;5:rule;"},
		{"```\n\n\nx", "1:code '' @2 \\n\\nx\\n;"},
		{"```a&amp;b\\*\n```", "1:code 'a&b*' @2 ;"},
		{"    a\n\tb\n\n      c\n---", "1:code '' @1 a\\nb\\n\\n  c\\n;5:rule;"},
		{"> ```\n> a\n---", "1:quote(1:code '' @2 a\\n;);3:rule;"},
		{"- ```x\n  a\n  ```", "1:list(1:item(1:code 'x' @2 a\\n;););"},
		{"```\n[[a]] *b* <!-- c --> &amp;\n```", "1:code '' @2 [[a]] *b* <!-- c --> &amp;\\n;"},
		/* Live blocks. */
		{"\n```kernatlas\nquery: x\n```", "2:live 'kernatlas' @3 query: x\\n;"},
		{"~~~ kernatlas wide\n~~~", "1:live 'kernatlas wide' @2 ;"},
		{"```kernatlases\n```", "1:code 'kernatlases' @2 ;"},
		/* HTML is text, a comment is not. */
		{"<div>\n*a*\n</div>\n\nb", "1:html '' @1 <div>\\n*a*\\n</div>;5:p b;"},
		{"<!-- a\n\nb -->\n\nc", "5:p c;"},
		{"<div>\n<!-- x -->\n<p><!-- y\nz --> t <!-- u -->\n</div>", "1:html '' @1 <div>\\n<p> t \\n</div>;"},
		{"<!--> a <!---> b -->", "1:html '' @1  a  b -->;"},
		{"<!-- never closed\n\nshown", "1:html '' @1 <!-- never closed\\n\\nshown;"},
		{"a <!-- b\nc --> d <b>e</b> <!--f-->\n<!--g-->\nh", "1:p a  d {h:<b>}e{h:</b>} ;4:p h;"},
		{"- <!-- nothing -->\n- b", "1:list(1:item;2:item(2:p b;););"},
		{"a\n\n<!-- gone -->\n---", "1:p a;4:rule;"},
		/* CRLF and lone CR. */
		{"# a\r\n\r\n- b\r\n- c\r\n\r\n```\r\nd\r\n```\r\n[[e]]\r\nf",
			"1:h1#a a;3:list(3:item(3:p b;);4:item(4:p c;););6:code '' @7 d\\n;9:p [wiki e]/f;"},
		/* A definition is no text. */
		{"[r]: /x\n\n[r]\n***", "3:p [to /x: r];4:rule;"},
	};

	(void)state;
	expect(table, COUNT(table));
}

static void tables(void **state)
{
	static const struct expected table[] = {
		{"|a|b|c|d|\n|-|:-|:-:|-:|\n|1|2|3|4|",
			"1:table4(1:row head(1:cell a;1:cell< b;1:cell^ c;1:cell> d;);"
			"3:row(3:cell 1;3:cell< 2;3:cell^ 3;3:cell> 4;););"},
		{"x\n\na|b\n-|-\nc\nd|e|f\n\ny", "1:p x;3:table2(3:row head(3:cell a;3:cell b;);5:row(5:cell c;);"
			"6:row(6:cell d;6:cell e;););8:p y;"},
		{"|a|b|\n|-|-|\n||x|\n|||\n|y||",
			"1:table2(1:row head(1:cell a;1:cell b;);3:row(3:cell;3:cell x;);4:row;5:row(5:cell y;););"},
		{"a|b|c\n-:|:-:|--\n`x||y`||z\n- | -\n",
			"1:table3(1:row head(1:cell> a;1:cell^ b;1:cell c;);3:row(3:cell> {c:x||y};3:cell^;"
			"3:cell z;););4:list(4:item(4:p | -;););"},
		{"> |a|\n> |-|\n> |b|", "1:quote(1:table1(1:row head(1:cell a;);3:row(3:cell b;);););"},
		/* A bar that does not end a cell. */
		{"|a|b|\n|-|-|\n|x\\|y|`p\\|q`|",
			"1:table2(1:row head(1:cell a;1:cell b;);3:row(3:cell x|y;3:cell {c:p}{c:|q};););"},
		{"|a|b|\n|-|-|\n|[[x|y z]]|[[x\\|y *z*]]|\n|[[x]]|[[x#y \\| z]]|",
			"1:table2(1:row head(1:cell a;1:cell b;);3:row(3:cell [wiki x: y z];3:cell [wiki x: y {e:z}];);"
			"4:row(4:cell [wiki x];4:cell [wiki x#y:  z];););"},
		{"|a|\n|-|\n|`[[x\\|y]]` [z](w) ![i](j)|",
			"1:table1(1:row head(1:cell a;);3:row(3:cell {c:[[x}{c:|y]]} [to w: z] [image to j: {i:i}];););"},
		/* No table. */
		{"a|b\nc|d", "1:p a|b/c|d;"},
	};

	(void)state;
	expect(table, COUNT(table));
}

static void inlines(void **state)
{
	static const struct expected table[] = {
		{"*a* **b** ***c*** _d_ ~~e~~ `f`", "1:p {e:a} {s:b} {es:c} {e:d} {~:e} {c:f};"},
		{"*a **b* c", "1:p *a *{e:b} c;"},
		{"a_b_c \\*d\\*", "1:p a_b_c *d*;"},
		{"a  \nb\\\nc\nd", "1:p a//b//c/d;"},
		{"`a\nb`", "1:p {c:a}{c: }{c:b};"},
		{"&amp;&lt;&copy;&#65;&#x1F600;&#0;&#xD800;&#9999999;&#99999999;",
			"1:p &<©A😀\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD&#99999999;;"},
		{"&nosuch; &amp AT&T &notanentityname;", "1:p &nosuch; &amp AT&T &notanentityname;;"},
		{"<https://a.b/c> <m@x.y>", "1:p [url https://a.b/c] [url mailto:m@x.y: m@x.y];"},
		{"[a](b) [c](<d e> \"t\") [f][g] [h]\n\n[g]: /i\n[h]: ../j.md#k",
			"1:p [to b: a] [to d e: c] [to /i: f] [to ../j.md#k: h];"},
		{"[*a* `b`](c)", "1:p [to c: {e:a} {c:b}];"},
		{"[a\nb](c)", "1:p [to c: a/b];"},
		{"[x](http://a) [x](//a) [x](a:b) [x](#c) [x](c:\\d) [x](?q)",
			"1:p [url http://a: x] [url //a: x] [to a:b: x] [to #c: x] [to c:\\d: x] [to ?q: x];"},
		{"[a](b&amp;c\\)d)", "1:p [to b&c)d: a];"},
		{"![a *b*](c) ![](d) [![e](f)](g)", "1:p [image to c: {i:a }{ei:b}] [image to d] [to g: {i:e}];"},
		{"![a [b](c)](d)", "1:p [image to d: {i:a }{i:b}];"},
		{"[](a)[]()x", "1:p [to a]x;"},
		{"[a](<>)", "1:p [to : a];"},
		{"![](i[![) a](s)](h) x\n\n![](i[!) a](s)](h) x",
			"1:p [image to i[![] a x;3:p [image to i[!] a](h) x;"},
		{"<b>x</b> <i\na=1>", "1:p {h:<b>}x{h:</b>} {h:<i}/{h:a=1>};"},
		{"| $(id) %n <- = -x", "1:p | $(id) %n <- = -x;"},
	};

	(void)state;
	expect(table, COUNT(table));
}

#define LONG_TARGET \
	"15-compilers#a-heading-so-long-that-its-anchor-alone-is-longer-than-one-hundred-characters-and-some"

static void wiki_links(void **state)
{
	static const struct expected table[] = {
		{"[[a]] [[t/a]] [[d#h]] [[a|b]] [[ a | b ]] [[#h]]",
			"1:p [wiki a] [wiki t/a] [wiki d#h] [wiki a: b] [wiki a:  b ] [wiki #h];"},
		{"*[[a]]* **[[b|*c*]]** ~~[[d]]~~", "1:p [wiki a] [wiki b: {es:c}] [wiki d];"},
		{"# [[a|b]] c\n\n- [[d]]\n\n> [[e]]",
			"1:h1#b-c [wiki a: b] c;3:list(3:item(3:p [wiki d];););5:quote(5:p [wiki e];);"},
		{"`[[a]]` \\[[b]] [[c", "1:p {c:[[a]]} [[b]] [[c;"},
		{"[[[a]]] [[]] [[|x]] [[a]](b)", "1:p [[wiki a]] [[]] [[|x]] [wiki a](b);"},
		{"[[a|b\nc]]", "1:p [wiki a: b/c];"},
		{"[[https://a.b|c]] [[note:x]]", "1:p [url https://a.b: c] [wiki note:x];"},
		{"[[ключ#Раздел|текст]]", "1:p [wiki ключ#Раздел: текст];"},
		{"x [[" LONG_TARGET "]] y", "1:p x [wiki " LONG_TARGET "] y;"},
		{"[[" LONG_TARGET "|z]]", "1:p [wiki " LONG_TARGET ": z];"},
		{"`[[" LONG_TARGET "]]`", "1:p {c:[[" LONG_TARGET "]]};"},
	};

	(void)state;
	expect(table, COUNT(table));
}

static void links_come_in_order_with_line_and_heading(void **state)
{
	static const char text[] = "[[before]]\n\n# One [[in|x]]\n\n- a\n  [[b]]\n\n|t|\n|-|\n|[c](d.md)|\n\n## Two\n"
				   "x [r] y\n[e\nf](g)\n![](i.png)\n\n[r]: http://r\n";
	static const struct {
		const char *target;
		uint32_t line;
		int32_t heading;
		bool image;
	} want[] = {
		{"before", 21, -1, false}, {"in", 23, 0, false},     {"b", 26, 0, false},     {"d.md", 30, 0, false},
		{"http://r", 33, 1, false}, {"g", 34, 1, false}, {"i.png", 36, 1, true},
	};
	struct error err;
	struct document *doc = document_parse(text, sizeof text - 1, 21, &err);

	(void)state;
	assert_non_null(doc);
	check_bounds(doc);
	assert_int_equal(document_link_count(doc), COUNT(want));
	for (size_t i = 0; i < COUNT(want); i++) {
		const struct document_link *link = document_link_at(doc, i);

		assert_int_equal(link->target_len, strlen(want[i].target));
		assert_memory_equal(link->target, want[i].target, link->target_len);
		assert_int_equal(link->line, want[i].line);
		assert_int_equal(link->heading, want[i].heading);
		assert_int_equal(link->image, want[i].image);
	}
	assert_null(document_link_at(doc, COUNT(want)));
	buf_clear(&out);
	document_link_text(doc, document_link_at(doc, 5), &out);
	assert_string_equal(out.data, "e f");
	document_free(doc);
}

static void headings_have_unique_anchors(void **state)
{
	static const char text[] = "# Same\n# Same\n# same-1\n# SAME\n# 2. Größe & *Maß* `x`\n# Ελλάδα\n# 編譯 器\n# !\n# ?\n"
				   "# a<!-- b -->  \nx\\\ny\n=\n";
	static const char *const slugs[] = {"same", "same-1", "same-1-1", "same-2", "2-größe--maß-x", "ελλάδα",
		"編譯-器", "section", "section-1", "a", "x-y"};
	struct document *doc = parse(text);
	const struct document_heading *headings;
	size_t count;

	(void)state;
	check_bounds(doc);
	headings = document_outline(doc, &count);
	assert_int_equal(count, COUNT(slugs));
	for (size_t i = 0; i < COUNT(slugs); i++)
		assert_string_equal(headings[i].slug, slugs[i]);
	assert_string_equal(headings[4].text, "2. Größe & Maß x");
	assert_string_equal(headings[10].text, "x y");
	document_free(doc);
}

static void fragments_find_headings(void **state)
{
	static const struct {
		const char *fragment;
		int heading;
	} table[] = {
		{"where-it-lands", 0}, {"Where it lands!", 0}, {"where%2Dit-lands", 0}, {"größe", 1},
		{"gr%C3%B6%C3%9Fe", 1}, {"Größe", 1}, {"größe-1", 2},
		{"nowhere", -1}, {"", -1}, {"!", -1}, {"%", -1}, {"%zz", -1}, {"%C3", -1},
	};
	struct document *doc = parse("# Where it lands\n\n# Größe\n\n# Größe\n");

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(document_heading_find(doc, table[i].fragment, strlen(table[i].fragment)), table[i].heading);
	document_free(doc);
}

static void plain_text_has_every_word(void **state)
{
	static const char text[] = "# A *b*\n\nc\nd  \n[e](f) [[g]]\n\n- h\n  1. i\n\n> j\n\n|k|l|\n|-|-|\n|m|n|\n\n"
				   "```\no\n p\n```\n\n<q>\n";
	struct document *doc = parse(text);

	(void)state;
	buf_clear(&out);
	document_plain_text(doc, &out);
	assert_string_equal(out.data, "A b\nc d\ne g\nh\ni\nj\nk\tl\nm\tn\no\n p\n<q>\n");
	document_free(doc);
}

static void front_matter_is_split_off(void **state)
{
	static const struct {
		const char *text, *yaml, *body;
		int line;
	} table[] = {
		{"", NULL, "", 1},
		{"text", NULL, "text", 1},
		{"---\nid: a\n---\nbody\n", "id: a\n", "body\n", 4},
		{"---\r\nid: a\r\nb: c\r\n---\r\nbody", "id: a\r\nb: c\r\n", "body", 5},
		{"\xEF\xBB\xBF---\nid: a\n...\n\nbody", "id: a\n", "\nbody", 4},
		{"\xEF\xBB\xBFtext", NULL, "text", 1},
		{"---\n---\nbody", "", "body", 3},
		{"---\nid: a\n---", "id: a\n", "", 4},
		{"--- \t\nid: a\n---  \nbody", "id: a\n", "body", 4},
		{"---\nnever closed\n----\n", NULL, "---\nnever closed\n----\n", 1},
		{"---", NULL, "---", 1},
		{" ---\nid: a\n---\n", NULL, " ---\nid: a\n---\n", 1},
		{"---\n a: '\n  ---'\n---\nx", " a: '\n  ---'\n", "x", 5},
		{"\n---\nid: a\n---\n", NULL, "\n---\nid: a\n---\n", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *text = table[i].text;
		size_t begin, len, body;
		int line;
		bool found = document_front_matter(text, strlen(text), &begin, &len, &body, &line);

		assert_int_equal(found, table[i].yaml != NULL);
		if (table[i].yaml) {
			assert_int_equal(len, strlen(table[i].yaml));
			assert_memory_equal(text + begin, table[i].yaml, len);
		} else {
			assert_int_equal(len, 0);
		}
		assert_string_equal(text + body, table[i].body);
		assert_int_equal(line, table[i].line);
	}
}

static void a_long_table_is_read_whole(void **state)
{
	struct buf text;
	struct document *doc;

	(void)state;
	buf_init(&text);
	buf_adds(&text, "# Table\n\n| n | link | note |\n|--:|------|------|\n");
	for (int i = 0; i < 5000; i++)
		buf_addf(&text, "| %d | [[note/n%d|n]] | some `code` |\n", i, i);
	doc = parse_bytes(text.data, text.len);
	check_bounds(doc);
	assert_int_equal(doc->blocks[1].kind, DOCUMENT_TABLE);
	assert_int_equal(doc->block_count, 2 + 5001 * 4);
	assert_int_equal(document_link_count(doc), 5000);
	assert_int_equal(document_link_at(doc, 4999)->line, 5004);
	assert_int_equal(doc->blocks[doc->block_count - 1].line, 5004);
	document_free(doc);
	buf_release(&text);
}

/* Wide head, short rows: the cells that are not there take no memory. */
static void missing_cells_cost_nothing(void **state)
{
	struct buf text;
	struct document *doc;

	(void)state;
	buf_init(&text);
	for (int line = 0; line < 2; line++) {
		for (int i = 0; i < 100; i++)
			buf_adds(&text, line ? "|-" : "|a");
		buf_adds(&text, "|\n");
	}
	for (int i = 0; i < 1000; i++)
		buf_adds(&text, "x\n");
	doc = parse_bytes(text.data, text.len);
	check_bounds(doc);
	assert_false(doc->limited);
	assert_int_equal(doc->blocks[0].number, 100);
	assert_int_equal(doc->block_count, 1 + 101 + 1000 * 2);
	document_free(doc);
	buf_release(&text);
}

static void nesting_has_a_bottom(void **state)
{
	static const char *const marks[] = {"> ", "- ", "1. ", "> - ", "* + "};

	(void)state;
	for (size_t i = 0; i < COUNT(marks); i++) {
		struct buf text;
		struct document *doc;

		buf_init(&text);
		for (int n = 0; n < 500; n++)
			buf_adds(&text, marks[i]);
		buf_adds(&text, "the bottom\n");
		doc = parse_bytes(text.data, text.len);
		check_bounds(doc);
		buf_clear(&out);
		document_plain_text(doc, &out);
		assert_non_null(strstr(out.data, "the bottom"));
		document_free(doc);
		buf_release(&text);
	}
}

/* Lists nested by indentation, one level a line: what is too deep stands at the last depth. */
static void deep_lists_keep_their_text(void **state)
{
	struct buf text;
	struct document *doc;

	(void)state;
	buf_init(&text);
	for (int i = 0; i < 200; i++) {
		buf_add_repeat(&text, ' ', 2 * (size_t)i);
		buf_addf(&text, "- item%d\n", i);
	}
	doc = parse_bytes(text.data, text.len);
	check_bounds(doc);
	buf_clear(&out);
	document_plain_text(doc, &out);
	for (int i = 0; i < 200; i++) {
		char word[20];

		snprintf(word, sizeof word, "item%d\n", i);
		assert_non_null(strstr(out.data, word));
	}
	document_free(doc);
	buf_release(&text);
}

/* Input that would take hours where anything started over: a second is far above what it takes. */
static void hostile_input_takes_linear_time(void **state)
{
	static const struct {
		const char *once, *piece, *after;
	} table[] = {
		{"", ">", "\n"},     {"", "> ", "a\n\n\n"}, {"", "- ", "a\n"},      {"", "[", ""},
		{"", "[[", ""},      {"", "![", "](x)"},     {"", "[a](", ""},       {"", "[[a|", "]]"},
		{"", "*a _b ", ""},  {"", "`", ""},          {"", "<!-- ", ""},      {"", "&a", ""},
		{"", "# a\n", ""},   {"", "-\n", ""},        {"", "***\n", ""},      {"", ">\n\n", ""},
		{"", "```\n```\n", ""}, {"", "#\n", ""},     {"", "[[\n", ""},       {"", "\\|", ""},
		{"", "\xFF\n", ""},  {"", "a\r", "\n"},     {"", "- \r", ""},       {"", "[a]: /b \"\n", ""},
		{"", "|-|-\n", ""},  {"a|b\n-|-\n", "||", ""}, {"|a|\n|-|\n", "|[[x\\|y]]|\n", ""},
		{"<div>\n", "   <!-- x --> <!--y-->", ""},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		struct buf text;
		struct document *doc;
		clock_t begin;

		buf_init(&text);
		buf_adds(&text, table[i].once);
		while (text.len < 200000)
			buf_adds(&text, table[i].piece);
		for (int n = 0; n < 10000; n++)
			buf_adds(&text, table[i].after);
		begin = clock();
		doc = parse_bytes(text.data, text.len);
		if (clock() - begin > 10 * CLOCKS_PER_SEC)
			fail_msg("\"%s\" takes %ld ms", table[i].piece, (long)((clock() - begin) * 1000 / CLOCKS_PER_SEC));
		assert_false(doc->limited);
		check_bounds(doc);
		document_free(doc);
		buf_release(&text);
	}
}

/* A definition of great length, used over and over: it is shown as it is, and nothing is lost. */
static void what_costs_too_much_is_shown_as_it_is(void **state)
{
	struct buf text;
	struct document *doc;

	(void)state;
	buf_init(&text);
	buf_adds(&text, "[r]: /");
	buf_add_repeat(&text, 'x', 60000);
	buf_adds(&text, "\n\n# h\n\n");
	for (int i = 0; i < 20000; i++)
		buf_adds(&text, "[r] ");
	doc = parse_bytes(text.data, text.len);
	assert_true(doc->limited);
	check_bounds(doc);
	assert_int_equal(doc->block_count, 1);
	assert_int_equal(doc->blocks[0].kind, DOCUMENT_CODE);
	assert_int_equal(doc->verbatims[0].len, text.len);
	assert_memory_equal(doc->verbatims[0].text, text.data, text.len);
	assert_int_equal(document_link_count(doc), 0);
	assert_int_equal(document_heading_find(doc, "h", 1), -1);
	document_free(doc);
	buf_release(&text);
}

static void random_bytes_are_documents(void **state)
{
	static const char *const pieces[] = {"a", " ", "  ", "\n", "\n\n", "    ", "\t", "#", "- ", "1. ", "> ", "|",
		"|-|\n", "[[", "]]", "[", "](", ")", "*", "**", "_", "~~", "`", "```", "```kernatlas\n",
		"<!--", "-->", "<div>\n", "<b>", "&amp;", "&#x1F;", "\\", "\\|", "![", "[x] ", "---\n", "===\n", "\r\n", "\r",
		"\xFF", "é", "[a]: /b\n", "\x1B[0m", "a|b\n-|-\n", "<http://x>", "||"};
	unsigned seed = 4711;
	struct buf text;

	(void)state;
	buf_init(&text);
	for (int round = 0; round < 20000; round++) {
		struct document *doc;
		size_t outline;

		buf_clear(&text);
		for (int i = 0; i < 40; i++) {
			seed = seed * 1103515245u + 12345u;
			if ((seed >> 16) % 50 == 0)
				buf_addc(&text, (char)(seed >> 24));
			else
				buf_adds(&text, pieces[(seed >> 16) % COUNT(pieces)]);
		}
		doc = parse_bytes(text.data, text.len);
		check_bounds(doc);
		document_outline(doc, &outline);
		assert_int_equal(outline, doc->heading_count);
		buf_clear(&out);
		document_plain_text(doc, &out);
		assert_true(buf_ok(&out));
		document_free(doc);
	}
	buf_release(&text);
}

/* Every letter that is text in the source is in the document's text, in order. */
static void no_word_is_lost(void **state)
{
	static const char *const frames[] = {"%s\n", "# %s\n", "- %s\n", "> %s\n", "| %s |\n|-|\n| %s |\n",
		"**%s** *%s*\n", "`%s`\n", "```\n%s\n```\n", "[%s](t)\n", "[[t|%s]]\n", "![%s](t)\n", "<p>%s</p>\n",
		"1. %s\n   - %s\n", "    %s\n", "~~%s~~ \\*%s\n",
		"[[%s]]\n", "- [ ] %s\n", "%s\n---\n"};
	unsigned seed = 99;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct buf text;
		struct document *doc;
		const char *at;
		int words = 0;

		buf_init(&text);
		for (int i = 0; i < 8; i++) {
			const char *frame, *mark;

			seed = seed * 1103515245u + 12345u;
			for (frame = frames[(seed >> 16) % COUNT(frames)]; (mark = strstr(frame, "%s")); frame = mark + 2) {
				buf_add(&text, frame, (size_t)(mark - frame));
				buf_addf(&text, "w%dw", words++);
			}
			buf_adds(&text, frame);
			buf_adds(&text, seed >> 30 ? "\n" : "");
		}
		doc = parse_bytes(text.data, text.len);
		buf_clear(&out);
		document_plain_text(doc, &out);
		at = out.data;
		for (int i = 0; i < words; i++) {
			char word[20];

			snprintf(word, sizeof word, "w%dw", i);
			at = strstr(at, word);
			if (!at)
				fail_msg("%s is lost of:\n%s\nin:\n%s", word, text.data, out.data);
		}
		document_free(doc);
		buf_release(&text);
	}
}

static void a_document_has_a_limit(void **state)
{
	char *text = calloc(1, (size_t)DOCUMENT_SIZE_MAX + 1);
	struct error err;

	(void)state;
	assert_non_null(text);
	assert_null(document_parse(text, (size_t)DOCUMENT_SIZE_MAX + 1, 1, &err));
	assert_non_null(strstr(err.message, "64 MB"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(blocks),
		T(tables),
		T(inlines),
		T(wiki_links),
		T(links_come_in_order_with_line_and_heading),
		T(headings_have_unique_anchors),
		T(fragments_find_headings),
		T(plain_text_has_every_word),
		T(front_matter_is_split_off),
		T(a_long_table_is_read_whole),
		T(missing_cells_cost_nothing),
		T(nesting_has_a_bottom),
		T(deep_lists_keep_their_text),
		T(hostile_input_takes_linear_time),
		T(what_costs_too_much_is_shown_as_it_is),
		T(random_bytes_are_documents),
		T(no_word_is_lost),
		T(a_document_has_a_limit),
	};
	int failed;

	setenv("LC_ALL", "C.UTF-8", 1);
	text_init_locale();
	buf_init(&out);
	failed = cmocka_run_group_tests_name("document", tests, NULL, NULL);
	buf_release(&out);
	return failed;
}
