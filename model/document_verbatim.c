/* Blocks whose text is taken as it is: code, live blocks and HTML, the last without its comments. */
#include <string.h>

#include "document_build.h"

/* Whether the first word of a fence's info is "kernatlas". */
static bool is_live(const char *info, size_t len)
{
	static const char word[] = "kernatlas";
	size_t size = sizeof word - 1;

	return len >= size && memcmp(info, word, size) == 0 && (len == size || info[size] == ' ' || info[size] == '\t');
}

bool build_open_verbatim(struct build *b, enum document_block_kind kind, const MD_BLOCK_CODE_DETAIL *detail)
{
	struct document *doc = b->doc;
	struct document_verbatim *verbatims;
	struct document_block *block;
	const char *info = "";
	size_t info_len = 0;

	b->fenced = detail && detail->fence_char;
	if (b->fenced) {
		info = build_attribute(b, &detail->info, &info_len);
		if (!info)
			return false;
		info = arena_copy(&doc->arena, info, info_len);
		if (!info)
			return build_fail(b);
		if (is_live(info, info_len))
			kind = DOCUMENT_LIVE;
	}
	verbatims = build_grow(b, doc->verbatims, &b->verbatim_cap, doc->verbatim_count, sizeof *verbatims);
	if (!verbatims)
		return false;
	doc->verbatims = verbatims;
	block = build_open(b, kind);
	if (!block)
		return false;
	block->number = doc->verbatim_count;
	verbatims[doc->verbatim_count++] = (struct document_verbatim){
		.text = "",
		.info = info,
		.info_len = (uint32_t)info_len,
	};
	if (info_len)
		build_locate(b, detail->info.text);
	buf_clear(&b->text);
	b->in_verbatim = true;
	b->feeds = 0;
	return true;
}

/* The first piece whose place is known tells where the block begins. */
static void locate_by_text(struct build *b, const char *text)
{
	size_t offset;
	uint32_t line;

	if (!build_offset(b, text, &offset))
		return;
	line = document_lines_of(&b->lines, offset, b->line);
	line -= b->feeds < line ? b->feeds : line - 1;
	build_locate_line(b, b->fenced && line > 1 ? line - 1 : line);
}

bool build_verbatim_text(struct build *b, MD_TEXTTYPE type, const char *text, size_t len)
{
	if (type == MD_TEXT_NULLCHAR) {
		buf_adds(&b->text, "\xEF\xBF\xBD");
		return true;
	}
	if (!b->doc->blocks[b->open[b->depth - 1]].line)
		locate_by_text(b, text);
	if (len == 1 && *text == '\n')
		b->feeds++;
	text = build_source(b, text, &len);
	if (!text)
		return false;
	buf_add(&b->text, text, len);
	return buf_ok(&b->text) || build_fail(b);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Just past the line feed, where nothing but blanks stands before it; else `at`. */
static size_t past_line_end(const char *text, size_t len, size_t at)
{
	for (size_t i = at; i < len && is_blank(text[i]); i++)
		if (text[i] == '\n')
			return i + 1;
	return at;
}

/* Takes out complete comments, with their lines where nothing else stands on them. One that never ends is text. */
static size_t without_comments(char *text, size_t len)
{
	size_t out = 0, at = 0;
	bool blank = true; /* nothing but blanks is kept of this line so far */

	while (at < len) {
		const char *begin = memmem(text + at, len - at, "<!--", 4);
		/* "<!-->" and "<!--->" are whole comments. */
		const char *end = begin ? memmem(begin + 2, (size_t)(text + len - begin) - 2, "-->", 3) : NULL;
		size_t stop = end ? (size_t)(begin - text) : len;

		for (; at < stop; at++) {
			blank = text[at] == '\n' || (blank && is_blank(text[at]));
			text[out++] = text[at];
		}
		if (end)
			at = (size_t)(end + 3 - text);
		if (end && blank)
			at = past_line_end(text, len, at);
	}
	return out;
}

/* Leaves out empty lines at the begin and all blanks at the end. */
static void trim_lines(const char **text, size_t *len)
{
	size_t skip = 0;

	for (size_t i = 0; i < *len && is_blank((*text)[i]); i++)
		if ((*text)[i] == '\n')
			skip = i + 1;
	*text += skip;
	*len -= skip;
	while (*len && is_blank((*text)[*len - 1]))
		--*len;
}

/* The block's last line: that of the closing fence, if there is one. */
static uint32_t last_line(struct build *b, uint32_t text_line)
{
	uint32_t after = text_line + b->feeds;

	return b->fenced && document_lines_match(&b->lines, after, SIGN_FENCE) ? after : after - 1;
}

bool build_close_verbatim(struct build *b)
{
	struct document *doc = b->doc;
	uint32_t index = b->open[b->depth - 1];
	struct document_block *block = &doc->blocks[index];
	struct document_verbatim *verbatim = &doc->verbatims[block->number];
	const char *text = b->text.data;
	size_t len = b->text.len;

	b->in_verbatim = false;
	build_close(b);
	verbatim->text_line = block->line + b->fenced;
	if (block->line)
		b->line = last_line(b, verbatim->text_line);
	if (block->kind == DOCUMENT_HTML) {
		len = without_comments(b->text.data, len);
		trim_lines(&text, &len);
		if (!len) {
			doc->verbatim_count--;
			doc->block_count--;
			return true;
		}
	}
	verbatim->text = arena_copy(&doc->arena, text, len);
	verbatim->len = (uint32_t)len;
	return verbatim->text || build_fail(b);
}
