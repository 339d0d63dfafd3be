#include "markup.h"

#include <ctype.h>
#include <string.h>

#include "text.h"

void markup_html(struct buf *out, const char *text, size_t len)
{
	struct buf shown;

	buf_init(&shown);
	text_show_lines(&shown, text, len);
	for (size_t i = 0; i < shown.len; i++) {
		switch (shown.data[i]) {
		case '&':
			buf_adds(out, "&amp;");
			break;
		case '<':
			buf_adds(out, "&lt;");
			break;
		case '>':
			buf_adds(out, "&gt;");
			break;
		case '"':
			buf_adds(out, "&quot;");
			break;
		case '\'':
			buf_adds(out, "&#39;");
			break;
		default:
			buf_addc(out, shown.data[i]);
		}
	}
	out->failed = out->failed || !buf_ok(&shown);
	buf_release(&shown);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Within a word `_` and `&` mean nothing, and names of fields read better without a backslash. */
static bool needs_backslash(const char *text, size_t len, size_t i)
{
	char c = text[i];

	if (c == '_' || c == '~')
		return i == 0 || i + 1 == len || !is_word(text[i - 1]) || !is_word(text[i + 1]);
	if (c == '&')
		return i + 1 < len && (isalpha((unsigned char)text[i + 1]) || text[i + 1] == '#');
	return c && strchr("|`<*[]\\", c);
}

void markup_markdown(struct buf *out, const char *text, size_t len)
{
	struct buf shown;

	buf_init(&shown);
	text_show(&shown, text, len, -1);
	for (size_t i = 0; i < shown.len; i++) {
		if (needs_backslash(shown.data, shown.len, i))
			buf_addc(out, '\\');
		buf_addc(out, shown.data[i]);
	}
	out->failed = out->failed || !buf_ok(&shown);
	buf_release(&shown);
}

bool markup_is_web(const char *url, size_t len)
{
	size_t scheme = len > 8 && strncmp(url, "https://", 8) == 0 ? 8 : len > 7 && strncmp(url, "http://", 7) == 0 ? 7 : 0;

	for (size_t i = 0; i < len && scheme; i++)
		if ((unsigned char)url[i] <= ' ' || url[i] == 0x7F)
			return false;
	return scheme > 0;
}

void markup_url(struct buf *out, const char *url, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)url[i];

		if (c == '&')
			buf_adds(out, "&amp;");
		else if (c <= ' ' || c >= 0x7F || strchr("\"'<>()[]\\`{}|^", c))
			buf_addf(out, "%%%02X", c);
		else
			buf_addc(out, (char)c);
	}
}
