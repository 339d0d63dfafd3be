#include "edit_render.h"

#include <string.h>

#include "reader_internal.h"
#include "text.h"

enum { FOLD_WIDTH = 100 };

static bool is_plain_safe(const char *value, const struct edit_writing *how)
{
	size_t len = strlen(value);
	enum value_kind kind = reader_kind(value, len);

	if (how->json)
		return len && !how->text && kind != VALUE_TEXT && kind != VALUE_DATE;
	if (how->text && kind != VALUE_TEXT)
		return false;
	if (!len || value[0] == ' ' || value[len - 1] == ' ' || value[len - 1] == ':')
		return false;
	if (kind == VALUE_TEXT && strchr("-?:,[]{}#&*!|>'\"%@`.", value[0]))
		return false;
	if (strstr(value, ": ") || strstr(value, " #") || (how->flow && strpbrk(value, ",[]{}:")))
		return false;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)value[i] < 0x20 || value[i] == 0x7F)
			return false;
	return true;
}

static bool render_plain(struct buf *out, const char *value, const struct edit_writing *how)
{
	size_t len = strlen(value);

	if (!is_plain_safe(value, how))
		return false;
	if (how->json && reader_kind(value, len) == VALUE_BOOLEAN)
		buf_adds(out, strchr("yYtT", value[0]) ? "true" : "false");
	else if (how->json && reader_kind(value, len) == VALUE_NULL)
		buf_adds(out, "null");
	else
		buf_adds(out, value);
	return true;
}

static bool render_single(struct buf *out, const char *value, const struct edit_writing *how)
{
	if (how->json)
		return false;
	for (const char *s = value; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7F)
			return false;
	buf_addc(out, '\'');
	for (; *value; value++) {
		if (*value == '\'')
			buf_addc(out, '\'');
		buf_addc(out, *value);
	}
	buf_addc(out, '\'');
	return true;
}

/* Escapes that JSON and YAML share; everything printable stays as it is. */
static bool render_double(struct buf *out, const char *value)
{
	const char *end = value + strlen(value);

	buf_addc(out, '"');
	while (value < end) {
		uint32_t code;
		size_t step = text_decode(value, (size_t)(end - value), &code);

		if (!step)
			return false;
		if (code == '"' || code == '\\')
			buf_addf(out, "\\%c", (char)code);
		else if (code == '\n')
			buf_adds(out, "\\n");
		else if (code == '\t')
			buf_adds(out, "\\t");
		else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xFEFF || code == 0x2028 || code == 0x2029)
			buf_addf(out, "\\u%04x", code);
		else
			buf_add(out, value, step);
		value += step;
	}
	buf_addc(out, '"');
	return true;
}

static void block_line(struct buf *out, const struct edit_writing *how, const char *line, size_t len)
{
	buf_adds(out, how->eol);
	if (!len)
		return;
	buf_add_repeat(out, ' ', how->indent);
	buf_add(out, line, len);
}

/* A line of a folded block is broken at single spaces between words; what would read otherwise is left whole. */
static void folded_line(struct buf *out, const struct edit_writing *how, const char *line, size_t len)
{
	while (len > FOLD_WIDTH) {
		size_t cut = 0;

		for (size_t i = 1; i + 1 < len && (i <= FOLD_WIDTH || !cut); i++)
			if (line[i] == ' ' && line[i - 1] != ' ' && line[i + 1] != ' ')
				cut = i;
		if (!cut)
			break;
		block_line(out, how, line, cut);
		line += cut + 1;
		len -= cut + 1;
	}
	block_line(out, how, line, len);
}

static bool render_block(struct buf *out, const char *value, const struct edit_writing *how)
{
	if (how->flow || how->json || !*value || !how->indent)
		return false;
	buf_add(out, how->head, how->head_len);
	while (*value) {
		size_t len = strcspn(value, "\n");

		if (how->style == EDIT_LITERAL) {
			block_line(out, how, value, len);
		} else {
			folded_line(out, how, value, len);
			/* One line feed of the text takes an empty line in a folded block. */
			if (value[len] && value[len + 1])
				block_line(out, how, "", 0);
		}
		value += len;
		value += *value == '\n';
	}
	return true;
}

bool edit_render(struct buf *out, const char *value, const struct edit_writing *how)
{
	switch (how->style) {
	case EDIT_PLAIN:
		return render_plain(out, value, how);
	case EDIT_SINGLE:
		return render_single(out, value, how);
	case EDIT_DOUBLE:
		return render_double(out, value);
	default:
		return render_block(out, value, how);
	}
}
