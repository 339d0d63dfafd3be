/* Any bytes from a terminal, in pieces: the first byte says how large. Each becomes events; none waits for ever. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tui/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many events there were. */
static size_t take(struct input *in, bool quiet, int64_t now)
{
	struct event event;
	size_t events = 0;

	for (; input_next(in, quiet, now, &event); events++)
		if (event.kind == EVENT_PASTE)
			free(event.text);
	return events;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t piece = size ? 1 + data[0] % 16 : 1, events = 0;
	struct input *in = input_new();

	if (!in)
		return 0;
	for (size_t at = 1; at < size; at += piece) {
		size_t len = size - at < piece ? size - at : piece;

		if (!input_add(in, (const char *)data + at, len))
			break;
		events += take(in, false, (int64_t)at);
	}
	/* Nothing more comes: an Escape that waited is the key, and then nothing is ambiguous. */
	events += take(in, true, (int64_t)size);
	if (input_ambiguous(in))
		abort();
	if (events > 2 * size + 2)
		abort();
	input_free(in);
	return 0;
}
