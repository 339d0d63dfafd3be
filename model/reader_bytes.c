#include "reader_bytes.h"

#include <string.h>

#include "text.h"

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
