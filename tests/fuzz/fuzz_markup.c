/* Any bytes as a text of HTML and Markdown, as an address and as a clipboard's text: nothing of them can act. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "tui/clipboard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
	if (!holds)
		abort();
}

/* No control but line feeds, and nothing that opens or closes markup. */
static void check_html(const struct buf *out)
{
	for (size_t i = 0; i < out->len; i++)
		demand(((unsigned char)out->data[i] >= ' ' || out->data[i] == '\n') && !strchr("<>\"'", out->data[i]));
}

/* Each sign of markup has a backslash of its own. */
static void check_markdown(const struct buf *out)
{
	bool escaped = false;

	for (size_t i = 0; i < out->len; i++) {
		demand((unsigned char)out->data[i] >= ' ');
		demand(escaped || !strchr("|`<*[]", out->data[i]));
		escaped = !escaped && out->data[i] == '\\';
	}
}

static void check_url(const struct buf *out)
{
	for (size_t i = 0; i < out->len; i++)
		demand(out->data[i] > ' ' && out->data[i] < 0x7F && !strchr("\"'<>()[]\\", out->data[i]));
}

/* Base64 between the sequence's own bytes. */
static void check_clipboard(const struct buf *out)
{
	static const char begin[] = "\033]52;c;";

	demand(out->len >= sizeof begin && memcmp(out->data, begin, sizeof begin - 1) == 0 && out->data[out->len - 1] == '\a');
	for (size_t i = sizeof begin - 1; i + 1 < out->len; i++)
		demand(strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", out->data[i]) != NULL);
}

static void check_clean(const struct buf *out, bool lines)
{
	for (size_t i = 0; i < out->len; i++)
		demand(((unsigned char)out->data[i] >= ' ' && out->data[i] != 0x7F) || (lines && strchr("\n\t", out->data[i])));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct buf out;

	buf_init(&out);
	markup_html(&out, text, size);
	check_html(&out);
	buf_clear(&out);
	markup_markdown(&out, text, size);
	check_markdown(&out);
	buf_clear(&out);
	markup_url(&out, text, size);
	for (char *amp = out.data; out.len && (amp = strstr(amp, "&amp;")); amp += 5)
		memset(amp, 'x', 5);
	check_url(&out);
	buf_clear(&out);
	clipboard_sequence(&out, text, size, false);
	check_clipboard(&out);
	for (int lines = 0; lines < 2; lines++) {
		buf_clear(&out);
		clipboard_clean(&out, text, size, lines);
		check_clean(&out, lines);
	}
	buf_release(&out);
	return 0;
}
