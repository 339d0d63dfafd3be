#include "linear_lines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "text.h"

void linear_lines_init(struct linear_lines *l, bool ascii, int page)
{
	memset(l, 0, sizeof *l);
	buf_init(&l->text);
	l->ascii = ascii;
	l->page = page;
}

void linear_lines_release(struct linear_lines *l)
{
	buf_release(&l->text);
}

void linear_line(struct linear_lines *l, const char *text, size_t len)
{
	struct buf shown;

	buf_init(&shown);
	text_show(&shown, text, len, -1);
	if (l->ascii)
		text_to_ascii(&l->text, shown.data, shown.len);
	else
		buf_add(&l->text, shown.data, shown.len);
	buf_addc(&l->text, '\n');
	l->text.failed = l->text.failed || !buf_ok(&shown);
	buf_release(&shown);
}

void linear_lines_drop(struct linear_lines *l)
{
	buf_clear(&l->text);
	l->given = 0;
}

size_t linear_lines_left(const struct linear_lines *l)
{
	size_t left = 0;

	for (size_t i = l->given; i < l->text.len; i++)
		left += l->text.data[i] == '\n';
	return left;
}

bool linear_lines_write(struct linear_lines *l, const char *text, size_t len)
{
	while (len) {
		ssize_t done = write(STDOUT_FILENO, text, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			/* A reader that has gone away ends it in silence, as SIGPIPE would. */
			l->status = errno == EPIPE
				? 141
				: command_fail(STATUS_USAGE, "standard output can't be written: %s", strerror(errno));
			return false;
		}
		text += done;
		len -= (size_t)done;
	}
	return true;
}

/* The byte behind the next page. */
static size_t page_end(const struct linear_lines *l)
{
	size_t at = l->given;

	for (int lines = 0; at < l->text.len && (!l->page || lines < l->page); at++)
		lines += l->text.data[at] == '\n';
	return at;
}

bool linear_lines_give(struct linear_lines *l)
{
	size_t end, left;
	char more[96];
	int len;

	if (!buf_ok(&l->text)) {
		l->status = command_fail(STATUS_USAGE, "out of memory");
		return false;
	}
	end = page_end(l);
	if (!linear_lines_write(l, l->text.data + l->given, end - l->given))
		return false;
	l->given = end;
	left = linear_lines_left(l);
	if (!left) {
		linear_lines_drop(l);
		return true;
	}
	len = snprintf(more, sizeof more, "%zu more line%s; Enter goes on, any command leaves it\n", left, left == 1 ? "" : "s");
	return linear_lines_write(l, more, (size_t)len);
}

/* Takes a line that lies in the buffer whole, or what there is of it at the end of the input. */
static bool take_line(struct linear_lines *l, struct buf *line, bool *whole)
{
	char *feed = memchr(l->input, '\n', l->input_len);
	size_t len = feed ? (size_t)(feed - l->input) : l->input_len, used = len + (feed != NULL);

	if (!feed && !(l->input_ended && l->input_len))
		return false;
	*whole = feed != NULL;
	buf_clear(line);
	buf_add(line, l->input, len && l->input[len - 1] == '\r' ? len - 1 : len);
	memmove(l->input, l->input + used, l->input_len - used);
	l->input_len -= used;
	return true;
}

enum linear_read linear_lines_read(struct linear_lines *l, struct buf *line, bool *whole)
{
	for (;;) {
		ssize_t got;

		if (take_line(l, line, whole)) {
			bool passed = l->too_long;

			/* The end of a line whose beginning was thrown away. */
			l->too_long = false;
			return passed ? LINEAR_TOO_LONG : LINEAR_READ;
		}
		if (l->input_ended)
			return LINEAR_END;
		if (l->input_len == sizeof l->input) {
			l->too_long = true;
			l->input_len = 0;
		}
		do {
			got = read(STDIN_FILENO, l->input + l->input_len, sizeof l->input - l->input_len);
		} while (got < 0 && errno == EINTR);
		if (got <= 0)
			l->input_ended = true;
		else
			l->input_len += (size_t)got;
	}
}
