#include "roff.h"

#include <ctype.h>
#include <string.h>

#include "text.h"

enum { LINE_CELLS = 60 }; /* the source is broken at the first blank behind this */

/* One character. A minus stays a minus, as it is typed; what is no ASCII goes by its number, which every formatter knows. */
static size_t put_char(struct buf *out, const char *at)
{
	static const struct {
		char plain;
		const char *roff;
	} special[] = {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'"', "\\(dq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
	uint32_t code;
	size_t len;

	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (*at == special[i].plain) {
			buf_adds(out, special[i].roff);
			return 1;
		}
	if ((unsigned char)*at < 0x80) {
		buf_addc(out, (unsigned char)*at < ' ' ? ' ' : *at);
		return 1;
	}
	len = text_decode(at, strlen(at), &code);
	buf_addf(out, "\\[u%04X]", (unsigned)code);
	return len ? len : 1;
}

/* A line that begins with a dot would be a request. */
static void begin_line(struct buf *out, char first)
{
	buf_adds(out, first == '.' || first == '\'' ? "\\&" : "");
}

static void put(struct buf *out, const char *text, bool marked)
{
	bool bold = false;
	size_t line = out->len;

	begin_line(out, *text);
	while (*text) {
		if (marked && *text == '`') {
			bold = !bold;
			buf_adds(out, bold ? "\\fB" : "\\fR");
			text++;
		} else if (marked && *text == '\n') {
			buf_addc(out, '\n');
			while (isspace((unsigned char)*text))
				text++;
			begin_line(out, *text);
		} else if (marked && *text == ' ' && out->len - line > LINE_CELLS) {
			buf_addc(out, '\n');
			line = out->len;
			begin_line(out, *++text);
		} else {
			text += put_char(out, text);
		}
	}
	buf_adds(out, bold ? "\\fR" : "");
}

void roff_text(struct buf *out, const char *text)
{
	put(out, text, true);
	buf_addc(out, '\n');
}

static void put_upper(struct buf *out, const char *name)
{
	for (; *name; name++)
		if (*name == '-')
			buf_adds(out, "\\-");
		else
			buf_addc(out, (char)toupper((unsigned char)*name));
}

void roff_page(struct buf *out, const char *name, const char *section, const char *about)
{
	buf_adds(out, ".\\\" Written by `kernatlas help manual` from the program's own tables.\n.TH ");
	put_upper(out, name);
	buf_addf(out, " %s \"\" \"kernatlas %s\" \"kernatlas\"\n.SH NAME\n", section, KERNATLAS_VERSION);
	put(out, name, false);
	buf_adds(out, " \\- ");
	put(out, about, false);
	buf_addc(out, '\n');
}

static void head(struct buf *out, const char *request, const char *title)
{
	buf_addf(out, "%s \"", request);
	put(out, title, false);
	buf_adds(out, "\"\n");
}

void roff_section(struct buf *out, const char *title)
{
	head(out, ".SH", title);
}

void roff_subsection(struct buf *out, const char *title)
{
	head(out, ".SS", title);
}

static void begin_paragraph(struct buf *out)
{
	size_t len = out->len;

	/* Directly beneath a heading a paragraph begins by itself. */
	while (len > 1 && out->data[len - 2] != '\n')
		len--;
	if (!len || strncmp(out->data + len - 1, ".S", 2) != 0)
		buf_adds(out, ".PP\n");
}

void roff_paragraph(struct buf *out, const char *text)
{
	begin_paragraph(out);
	roff_text(out, text);
}

void roff_entry(struct buf *out, const char *tag, const char *takes, const char *meaning)
{
	buf_adds(out, ".TP\n\\fB");
	put(out, tag, false);
	buf_adds(out, "\\fR");
	if (takes && *takes) {
		buf_adds(out, " \\fI");
		put(out, takes, false);
		buf_adds(out, "\\fR");
	}
	buf_addc(out, '\n');
	roff_text(out, meaning);
}

void roff_example(struct buf *out, const char *lines)
{
	begin_paragraph(out);
	buf_adds(out, ".nf\n.RS 4\n");
	while (*lines) {
		size_t len = strcspn(lines, "\n");

		begin_line(out, *lines);
		for (size_t i = 0; i < len;)
			i += put_char(out, lines + i);
		buf_addc(out, '\n');
		lines += len + (lines[len] == '\n');
	}
	buf_adds(out, ".RE\n.fi\n");
}
