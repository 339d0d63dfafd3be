/* Runs of text in a paragraph, a heading or a cell, with their styles and links. */
#include <string.h>

#include "document_build.h"
#include "document_entity.h"
#include "reference.h"

/* md4c takes no wiki link with a longer target for one. */
enum { LONG_REFERENCE = 100 };

static uint8_t style_of(const struct build *b)
{
	return (uint8_t)((b->emphasis ? DOCUMENT_EMPHASIS : 0) | (b->strong ? DOCUMENT_STRONG : 0)
		| (b->code ? DOCUMENT_INLINE_CODE : 0) | (b->struck ? DOCUMENT_STRUCK : 0)
		| (b->images ? DOCUMENT_IMAGE : 0));
}

/* The last run of the leaf, or NULL. */
static struct document_run *last_run(const struct build *b)
{
	struct document *doc = b->doc;

	return doc->run_count > doc->blocks[b->leaf].run ? &doc->runs[doc->run_count - 1] : NULL;
}

static bool add_run(struct build *b, enum document_run_kind kind, uint8_t style, const char *text, size_t len)
{
	struct document *doc = b->doc;
	struct document_run *last = last_run(b), *runs;

	if (last && kind == DOCUMENT_TEXT && last->kind == kind && last->style == style && last->link == b->link
		&& last->text + last->len == text && last->line == b->line) {
		last->len += (uint32_t)len;
		return true;
	}
	runs = build_grow(b, doc->runs, &b->run_cap, doc->run_count, sizeof *runs);
	if (!runs)
		return false;
	doc->runs = runs;
	runs[doc->run_count++] = (struct document_run){
		.text = text,
		.len = (uint32_t)len,
		.line = b->line,
		.link = b->link,
		.kind = (uint8_t)kind,
		.style = style,
	};
	return true;
}

static bool add_break(struct build *b, bool hard)
{
	struct document_run *last = last_run(b);

	/* Where a comment was left out, two breaks meet. */
	if (!last || (last->kind != DOCUMENT_TEXT && !hard))
		return true;
	return add_run(b, hard ? DOCUMENT_HARD_BREAK : DOCUMENT_SOFT_BREAK, style_of(b), hard ? "\n" : " ", 1);
}

static bool begins_with_scheme(const char *s, size_t len)
{
	size_t i = 0;

	while (i < len && ((s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'z'))
		i++;
	while (i && i < len && ((s[i] >= '0' && s[i] <= '9') || ((s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'z')
			       || s[i] == '+' || s[i] == '-' || s[i] == '.'))
		i++;
	return i > 1 && i < len && s[i] == ':';
}

static enum document_link_kind kind_of(const char *target, size_t len, bool wiki)
{
	if (len >= 2 && memcmp(target, "//", 2) == 0)
		return DOCUMENT_LINK_URL;
	if (!begins_with_scheme(target, len))
		return wiki ? DOCUMENT_LINK_WIKI : DOCUMENT_LINK_RELATIVE;
	return wiki && !memmem(target, len, "://", 3) ? DOCUMENT_LINK_WIKI : DOCUMENT_LINK_URL;
}

static bool open_link(struct build *b, const char *target, size_t len, bool wiki, bool image)
{
	struct document *doc = b->doc;
	struct document_link *links = build_grow(b, doc->links, &b->link_cap, doc->link_count, sizeof *links);

	if (!links)
		return false;
	doc->links = links;
	links[doc->link_count] = (struct document_link){
		.target = target,
		.target_len = len,
		.kind = kind_of(target, len, wiki),
		.line = 0,
		/* A heading is counted when it is closed: one that holds a link has the number that comes next. */
		.heading = (int32_t)doc->heading_count - (doc->blocks[b->leaf].kind != DOCUMENT_HEADING),
		.block = b->leaf,
		.run = doc->run_count,
		.image = image,
	};
	b->link = doc->link_count++;
	return true;
}

/* Whether a destination stands behind its text, "[…](destination", and not in a definition elsewhere. */
static bool is_inline(const struct build *b, const char *destination)
{
	size_t at;

	if (!build_offset(b, destination, &at))
		return false;
	while (at && strchr(" \t\r\n<", b->source[at - 1]))
		at--;
	return at >= 2 && b->source[at - 1] == '(' && b->source[at - 2] == ']';
}

/* Gives a link without text its target as text; false when it has no target either. */
static bool show_target(struct build *b)
{
	const struct document_link *link = &b->doc->links[b->link];

	if (!link->target_len)
		return false;
	if (is_inline(b, b->destination))
		build_locate(b, b->destination);
	return add_run(b, DOCUMENT_TEXT, style_of(b), link->target, link->target_len);
}

static bool close_link(struct build *b)
{
	struct document *doc = b->doc;
	struct document_link *link = &doc->links[b->link];
	const struct document_run *run;

	/* A break alone is no text. */
	while (doc->run_count > link->run && doc->runs[doc->run_count - 1].kind != DOCUMENT_TEXT)
		doc->run_count--;
	if (doc->run_count == link->run && !show_target(b)) {
		/* "[]()": nothing to show and nowhere to go. */
		doc->link_count--;
		b->link = DOCUMENT_NONE;
		return !b->failed;
	}
	run = &doc->runs[link->run];
	link->run_count = doc->run_count - link->run;
	link->line = run->line;
	link->bare = link->run_count == 1 && run->len == link->target_len
		&& memcmp(run->text, link->target, run->len) == 0;
	b->link = DOCUMENT_NONE;
	b->inner_links = b->inner_images = 0;
	return true;
}

bool build_finish_leaf(struct build *b)
{
	struct document_run *last;

	if (b->link != DOCUMENT_NONE && !close_link(b))
		return false;
	while ((last = last_run(b)) && last->kind != DOCUMENT_TEXT) {
		if (last->link != DOCUMENT_NONE)
			b->doc->links[last->link].run_count--;
		b->doc->run_count--;
	}
	return true;
}

static bool enter_link(struct build *b, MD_SPANTYPE type, const MD_ATTRIBUTE *attribute)
{
	bool wiki = type == MD_SPAN_WIKILINK;
	const char *target, *read;
	size_t len;

	if (b->link != DOCUMENT_NONE) {
		*(type == MD_SPAN_IMG ? &b->inner_images : &b->inner_links) += 1;
		return true;
	}
	b->link_type = type;
	b->destination = attribute->text;
	if (wiki)
		build_locate(b, attribute->text);
	target = build_attribute(b, attribute, &len);
	if (!target)
		return false;
	/* In what was read a backslash before the bar is a space. */
	read = len == attribute->size ? attribute->text : target;
	while (wiki && len && (read[len - 1] == ' ' || read[len - 1] == '\t'))
		len--;
	while (wiki && len && (*target == ' ' || *target == '\t'))
		target++, len--;
	return open_link(b, target, len, wiki, type == MD_SPAN_IMG);
}

static bool leave_link(struct build *b, MD_SPANTYPE type)
{
	int *inner = type == MD_SPAN_IMG ? &b->inner_images : &b->inner_links;

	if (b->link == DOCUMENT_NONE)
		return true;
	if (*inner)
		--*inner;
	else if (b->link_type == type)
		return close_link(b);
	return true;
}

static void leave_style(int *open)
{
	if (*open)
		--*open;
}

bool build_enter_span(struct build *b, MD_SPANTYPE type, const void *detail)
{
	switch (type) {
	case MD_SPAN_EM:
		b->emphasis++;
		return true;
	case MD_SPAN_STRONG:
		b->strong++;
		return true;
	case MD_SPAN_CODE:
		b->code++;
		return true;
	case MD_SPAN_DEL:
		b->struck++;
		return true;
	case MD_SPAN_A:
		return enter_link(b, type, &((const MD_SPAN_A_DETAIL *)detail)->href);
	case MD_SPAN_WIKILINK:
		return enter_link(b, type, &((const MD_SPAN_WIKILINK_DETAIL *)detail)->target);
	case MD_SPAN_IMG:
		b->images++;
		return enter_link(b, type, &((const MD_SPAN_IMG_DETAIL *)detail)->src);
	default:
		return true;
	}
}

bool build_leave_span(struct build *b, MD_SPANTYPE type)
{
	bool ok = true;

	switch (type) {
	case MD_SPAN_EM:
		leave_style(&b->emphasis);
		break;
	case MD_SPAN_STRONG:
		leave_style(&b->strong);
		break;
	case MD_SPAN_CODE:
		leave_style(&b->code);
		break;
	case MD_SPAN_DEL:
		leave_style(&b->struck);
		break;
	case MD_SPAN_IMG:
		/* The text of an image without any is an image's too. */
		ok = leave_link(b, type);
		leave_style(&b->images);
		break;
	case MD_SPAN_A:
	case MD_SPAN_WIKILINK:
		ok = leave_link(b, type);
		break;
	default:
		break;
	}
	return ok;
}

/* Makes links of references that are too long for md4c; all other text becomes one run. */
static bool add_text_with_long_references(struct build *b, const char *text, size_t len)
{
	const char *end = text + len, *s = text;
	struct reference ref;

	while (reference_next(&s, end, &ref)) {
		if (ref.target_len <= LONG_REFERENCE)
			continue;
		if (ref.begin > text && !add_run(b, DOCUMENT_TEXT, style_of(b), text, (size_t)(ref.begin - text)))
			return false;
		if (!open_link(b, ref.target, ref.target_len, true, false))
			return false;
		if (ref.label_len && !add_run(b, DOCUMENT_TEXT, style_of(b), ref.label, ref.label_len))
			return false;
		if (!close_link(b))
			return false;
		text = s;
	}
	return text == end || add_run(b, DOCUMENT_TEXT, style_of(b), text, (size_t)(end - text));
}

/* In a table's code a bar is written "\|". */
static bool add_code(struct build *b, const char *text, size_t len)
{
	const char *end = text + len, *escaped;
	bool cell = b->doc->blocks[b->leaf].kind == DOCUMENT_CELL;

	while (cell && (escaped = memmem(text, (size_t)(end - text), "\\|", 2))) {
		if (escaped > text && !add_run(b, DOCUMENT_TEXT, style_of(b), text, (size_t)(escaped - text)))
			return false;
		text = escaped + 1;
	}
	return text == end || add_run(b, DOCUMENT_TEXT, style_of(b), text, (size_t)(end - text));
}

/* HTML is text; a comment is not. It may come in several pieces, one a line. */
static bool add_html(struct build *b, const char *text, size_t len)
{
	if (len >= 4 && memcmp(text, "<!--", 4) == 0)
		b->comment = true;
	if (b->comment) {
		if (len >= 3 && memcmp(text + len - 3, "-->", 3) == 0)
			b->comment = false;
		return true;
	}
	if (len == 1 && *text == '\n')
		return add_break(b, false);
	return add_run(b, DOCUMENT_TEXT, (uint8_t)(style_of(b) | DOCUMENT_RAW_HTML), text, len);
}

static bool add_entity(struct build *b, const char *text, size_t len)
{
	char decoded[4];
	size_t size = document_entity(text, len, decoded);
	const char *copy = size ? arena_copy(&b->doc->arena, decoded, size) : text;

	if (!copy)
		return build_fail(b);
	return add_run(b, DOCUMENT_TEXT, style_of(b), copy, size ? size : len);
}

bool build_inline_text(struct build *b, MD_TEXTTYPE type, const char *text, size_t len)
{
	if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
		return add_break(b, type == MD_TEXT_BR);
	if (type == MD_TEXT_NULLCHAR)
		return add_run(b, DOCUMENT_TEXT, style_of(b), "\xEF\xBF\xBD", 3);
	build_locate(b, text);
	text = build_source(b, text, &len);
	if (!text)
		return false;
	if (type == MD_TEXT_HTML)
		return add_html(b, text, len);
	if (type == MD_TEXT_ENTITY)
		return add_entity(b, text, len);
	if (type == MD_TEXT_CODE)
		return add_code(b, text, len);
	if (b->link == DOCUMENT_NONE && len > LONG_REFERENCE && memmem(text, len, "[[", 2))
		return add_text_with_long_references(b, text, len);
	return add_run(b, DOCUMENT_TEXT, style_of(b), text, len);
}
