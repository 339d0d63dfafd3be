#include "reader_bytes.h"

#include <string.h>

#include "text.h"

enum { LONG_KEY = 1000 };

/* YAML's printable set (YAML 1.1, 5.1) below U+00A0: tab, line feed, carriage return, 20–7E, NEL. */
static bool allowed(uint32_t code)
{
	if (code < 0x20)
		return code == '\t' || code == '\n' || code == '\r';
	if (code < 0xA0)
		return code != 0x7F && (code < 0x80 || code == 0x85);
	return code != 0xFEFF && code != 0xFFFE && code != 0xFFFF;
}

/* Whether eight bytes are all from 20 to 7E: no byte with the high bit, none below 20, none 7F. */
static bool eight_plain(const char *bytes)
{
	const uint64_t high = 0x8080808080808080u, ones = 0x0101010101010101u;
	uint64_t w;

	memcpy(&w, bytes, 8);
	return !((w | (w - ones * 0x20) | ((w ^ ones * 0x7F) - ones)) & high);
}

size_t reader_bytes_first_fault(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len;) {
		if (i + 8 <= len && eight_plain(bytes + i)) {
			i += 8;
			continue;
		}
		unsigned char c = (unsigned char)bytes[i];
		uint32_t code = c;
		size_t step = 1;

		if (c >= 0x80)
			step = text_decode(bytes + i, len - i, &code);
		if (!step || !allowed(code))
			return i;
		i += step;
	}
	return len;
}

bool reader_bytes_clean(struct buf *out, const char *bytes, size_t len, struct finding_list *findings)
{
	size_t count = 0, begin = out->len;
	uint32_t line = 1, column = 1;

	for (size_t at = 0; at < len;) {
		size_t good = reader_bytes_first_fault(bytes + at, len - at);
		uint32_t code;
		size_t step;

		buf_add(out, bytes + at, good);
		at += good;
		if (at == len)
			break;
		if (!count++) {
			for (size_t i = begin; i < out->len; i++) {
				if (out->data[i] == '\n') {
					line++;
					column = 1;
				} else if (((unsigned char)out->data[i] & 0xC0) != 0x80) {
					column++;
				}
			}
		}
		step = text_decode(bytes + at, len - at, &code);
		at += step ? step : 1;
		buf_adds(out, "\xEF\xBF\xBD");
	}
	if (!buf_ok(out))
		return false;
	return !count
		|| finding_add(findings, FINDING_ENCODING, line, column,
			"%zu byte sequence%s that text may not hold, shown as U+FFFD", count, count == 1 ? "" : "s");
}

/* The end of the JSON string that begins at `i` (on its quote): just past the closing quote, or `len`. */
static size_t string_end(const char *bytes, size_t len, size_t i)
{
	for (i++; i < len && bytes[i] != '"'; i++)
		if (bytes[i] == '\\' && i + 1 < len)
			i++;
	return i < len ? i + 1 : len;
}

static bool hex4(const char *s, size_t len, uint32_t *code)
{
	*code = 0;
	if (len < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		char c = s[i];
		uint32_t digit;

		if (c >= '0' && c <= '9')
			digit = (uint32_t)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			digit = (uint32_t)((c | 0x20) - 'a' + 10);
		else
			return false;
		*code = *code * 16 + digit;
	}
	return true;
}

static bool is_surrogate_escape(const char *s, size_t len, uint32_t *code)
{
	return len >= 6 && s[0] == '\\' && s[1] == 'u' && hex4(s + 2, len - 2, code) && *code >= 0xD800 && *code <= 0xDFFF;
}

static bool is_long_key(const char *bytes, size_t len, size_t begin, size_t end)
{
	if (end - begin < LONG_KEY)
		return false;
	while (end < len && strchr(" \t\r\n", bytes[end]) && bytes[end])
		end++;
	return end < len && bytes[end] == ':';
}

bool reader_json_needs_care(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		size_t end;
		uint32_t code;

		if (bytes[i] != '"')
			continue;
		end = string_end(bytes, len, i);
		if (is_long_key(bytes, len, i, end))
			return true;
		for (size_t at = i; at < end; at++) {
			if (bytes[at] != '\\')
				continue;
			if (is_surrogate_escape(bytes + at, end - at, &code))
				return true;
			at++;
		}
		i = end - 1;
	}
	return false;
}

static void prepare_string(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		uint32_t high, low;

		if (is_surrogate_escape(s + i, len - i, &high)) {
			if (high < 0xDC00 && is_surrogate_escape(s + i + 6, len - i - 6, &low) && low >= 0xDC00) {
				buf_addf(out, "\\U%08X", 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
				i += 11;
			} else {
				buf_adds(out, "\\uFFFD");
				i += 5;
			}
		} else if (s[i] == '\\' && i + 1 < len) {
			buf_add(out, s + i++, 2);
		} else {
			buf_addc(out, s[i]);
		}
	}
}

bool reader_json_prepare(struct buf *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len;) {
		const char *quote = memchr(bytes + i, '"', len - i);
		size_t begin = quote ? (size_t)(quote - bytes) : len, end;

		buf_add(out, bytes + i, begin - i);
		if (!quote)
			break;
		end = string_end(bytes, len, begin);
		if (is_long_key(bytes, len, begin, end))
			buf_adds(out, "? ");
		prepare_string(out, bytes + begin, end - begin);
		i = end;
	}
	return buf_ok(out);
}
