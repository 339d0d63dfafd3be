#include "width_probe.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "text.h"

enum { ANSWER_MS = 300 };

static bool write_all(const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t n = write(STDOUT_FILENO, text, len);

		if (n <= 0)
			return false;
		text += n;
		len -= (size_t)n;
	}
	return true;
}

/* The column that the terminal reports, from 1; -1 when it says nothing in time. */
static int ask_column(void)
{
	char answer[64];
	size_t used = 0;
	int row, column;

	if (!write_all("\x1b[6n"))
		return -1;
	while (used + 1 < sizeof answer) {
		struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
		const char *begin;

		if (poll(&fd, 1, ANSWER_MS) <= 0 || read(STDIN_FILENO, answer + used, 1) != 1)
			return -1;
		answer[++used] = '\0';
		begin = strstr(answer, "\x1b[");
		if (begin && answer[used - 1] == 'R' && sscanf(begin + 2, "%d;%d", &row, &column) == 2)
			return column;
	}
	return -1;
}

void width_probe(struct width_sample samples[WIDTH_SAMPLES], bool terminal)
{
	static const struct width_sample all[WIDTH_SAMPLES] = {
		{"combining accent", "e\xcc\x81", 0, -1}, {"Chinese character", "\xe8\x9e\x8d", 0, -1}, {"emoji", "\xf0\x9f\x98\x80", 0, -1},
		{"box drawing", "\xe2\x94\x80", 0, -1}, {"bullet", "\xe2\x97\x8f", 0, -1}};
	struct termios before, raw;

	memcpy(samples, all, sizeof all);
	for (int i = 0; i < WIDTH_SAMPLES; i++)
		samples[i].expected = text_width0(samples[i].text);
	if (!terminal || tcgetattr(STDIN_FILENO, &before) != 0)
		return;
	raw = before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
		return;
	for (int i = 0; i < WIDTH_SAMPLES; i++) {
		int column;

		write_all("\r");
		write_all(samples[i].text);
		column = ask_column();
		samples[i].drawn = column > 0 ? column - 1 : -1;
		write_all("\r\x1b[K");
		/* One that does not answer would be waited for again and again. */
		if (column < 0)
			break;
	}
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}
