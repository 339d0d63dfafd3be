#include "error.h"

#include <stdio.h>
#include <string.h>

void error_clear(struct error *err)
{
	if (err) {
		err->message[0] = '\0';
		err->line = err->column = 0;
	}
}

static void set(struct error *err, const char *format, va_list args)
{
	static const char cut[] = "…";
	const size_t size = sizeof err->message;
	int length = vsnprintf(err->message, size, format, args);

	if (length < 0) {
		err->message[0] = '\0';
	} else if ((size_t)length >= size) {
		/* Cut at a character's border, so that the sign follows a whole character. */
		size_t end = size - sizeof cut;
		while (end > 0 && ((unsigned char)err->message[end] & 0xC0) == 0x80)
			end--;
		memcpy(err->message + end, cut, sizeof cut);
	}
}

void error_set(struct error *err, const char *format, ...)
{
	va_list args;

	if (!err)
		return;
	err->line = err->column = 0;
	va_start(args, format);
	set(err, format, args);
	va_end(args);
}

void error_vset(struct error *err, const char *format, va_list args)
{
	if (!err)
		return;
	err->line = err->column = 0;
	set(err, format, args);
}

void error_set_at(struct error *err, int line, int column, const char *format, ...)
{
	va_list args;

	if (!err)
		return;
	err->line = line;
	err->column = column;
	va_start(args, format);
	set(err, format, args);
	va_end(args);
}

void error_set_memory(struct error *err)
{
	error_set(err, "out of memory");
}
