#include "clipboard.h"

#include <string.h>

#include "text.h"

static void add_base64(struct buf *out, const char *text, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *s = (const unsigned char *)text;

	for (size_t i = 0; i < len; i += 3) {
		size_t left = len - i;
		uint32_t bits = (uint32_t)s[i] << 16 | (left > 1 ? (uint32_t)s[i + 1] << 8 : 0) | (left > 2 ? s[i + 2] : 0);

		buf_addc(out, digits[bits >> 18]);
		buf_addc(out, digits[bits >> 12 & 63]);
		buf_addc(out, left > 1 ? digits[bits >> 6 & 63] : '=');
		buf_addc(out, left > 2 ? digits[bits & 63] : '=');
	}
}

void clipboard_sequence(struct buf *out, const char *text, size_t len, bool tmux)
{
	buf_adds(out, "\033]52;c;");
	add_base64(out, text, len);
	buf_adds(out, "\a");
	if (!tmux)
		return;
	buf_adds(out, "\033Ptmux;\033\033]52;c;");
	add_base64(out, text, len);
	buf_adds(out, "\a\033\\");
}

static bool is_left_out(uint32_t code)
{
	return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F
		|| (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void clipboard_clean(struct buf *out, const char *text, size_t len, bool lines)
{
	for (size_t i = 0, step; i < len; i += step) {
		uint32_t code;

		step = text_decode(text + i, len - i, &code);
		if (!step)
			step = 1;
		else if (code == '\n' || code == '\t')
			buf_addc(out, lines ? (char)code : ' ');
		else if (!is_left_out(code))
			buf_add(out, text + i, step);
	}
}
