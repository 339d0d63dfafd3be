/* A document, wrapped, from its begin or from a heading. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "document_sheet.h"

enum { WIDTH_DEFAULT = 80, WIDTH_MOST = 100 };

/* Lines longer than this are hard to read: a wide terminal is not filled unless one asks for it. */
static int width_of(const struct command *c)
{
	return command_width(c, !c->width ? WIDTH_DEFAULT : c->width > WIDTH_MOST ? WIDTH_MOST : c->width);
}

static int print(const struct command *c, uint32_t record, const char *fragment)
{
	const struct document *doc = c->corpus->documents[c->corpus->records[record].document];
	int width = width_of(c), status, heading = -1, line;
	struct targets targets;
	struct sheet sheet;
	struct buf out;

	if (width < 0)
		return STATUS_USAGE;
	if (fragment && (heading = document_heading_find(doc, fragment, strlen(fragment))) < 0)
		return command_fail(STATUS_NOTHING, "document `%s` has no heading #%s", c->corpus->records[record].id, fragment);
	sheet_init(&sheet);
	targets_init(&targets);
	buf_init(&out);
	if (document_sheet_build(&sheet, &targets, c->corpus, record)) {
		sheet_layout(&sheet, width);
		sheet_to_text(&sheet, &out);
		line = heading >= 0 ? sheet_anchor_line(&sheet, heading) : 0;
		/* Starts at the heading: the lines before it are cut off. */
		for (size_t i = 0, n = 0; line > 0 && i < out.len; i++)
			if (out.data[i] == '\n' && (int)++n == line) {
				memmove(out.data, out.data + i + 1, out.len - i);
				buf_truncate(&out, out.len - i - 1);
				break;
			}
		status = command_write(c, &out);
	} else {
		status = command_fail(STATUS_USAGE, "out of memory");
	}
	buf_release(&out);
	targets_release(&targets);
	sheet_release(&sheet);
	return status;
}

int command_doc(const struct command *c)
{
	const char *operand, *hash;
	uint32_t record;

	if (c->options->operand_count != 1)
		return command_fail(STATUS_USAGE, "name one document: kernatlas doc 15-compilers (kernatlas list type:doc names them)");
	operand = c->options->operands[0];
	hash = strchr(operand, '#');
	record = command_record(c, operand);
	if (record == RECORD_NONE)
		return STATUS_NOTHING;
	if (c->corpus->records[record].document < 0)
		return command_fail(STATUS_NOTHING, "`%s` is a %s, no document; kernatlas show prints it",
			c->corpus->records[record].id, record_type(c->corpus, &c->corpus->records[record])->name);
	return print(c, record, hash ? hash + 1 : NULL);
}
