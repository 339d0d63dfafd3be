/* The main program of a fuzz target that is built without a fuzzer: gives it every stored input once, so that what
 * was found by fuzzing stays found, and then a short run of changed ones, the same on every machine. The inputs of
 * build/tests/fuzz/fuzz_x are the files of tests/fuzz/corpus/x/. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_LIMIT = 16 << 20, CHANGED_LIMIT = 4096, CHANGED_PER_INPUT = 200 };

static unsigned seed = 1;

static size_t below(size_t n)
{
	seed = seed * 1103515245u + 12345u;
	return n ? seed / 65536 % n : 0;
}

/* Changes a few bytes: one becomes another, some are taken out, or doubled, or text of the formats comes between. */
static void change(struct buf *bytes)
{
	static const char *const pieces[] = {"\n", ": ", "- ", "[", "]", "{", "}", "\"", "'", "\\", "|", ">-", "&a", "*a", "#", "---\n", "\t", "\x1b", "\xff", "\xe2\x80\xae", "(", ")", "~/", "<="};

	for (size_t n = 1 + below(4); n; n--) {
		size_t at = below(bytes->len + 1), len = below(bytes->len - at < 40 ? bytes->len - at + 1 : 40);
		struct buf out;

		buf_init(&out);
		buf_add(&out, bytes->data, at);
		switch (below(4)) {
		case 0:
			buf_addc(&out, (char)below(256));
			at += at < bytes->len;
			break;
		case 1:
			at += len;
			break;
		case 2:
			buf_add(&out, bytes->data + at, len);
			break;
		default:
			buf_adds(&out, pieces[below(sizeof pieces / sizeof *pieces)]);
		}
		buf_add(&out, bytes->data + at, bytes->len - at);
		buf_release(bytes);
		*bytes = out;
	}
}

static void try_changed(const struct buf *input)
{
	if (input->len > CHANGED_LIMIT)
		return;
	for (int i = 0; i < CHANGED_PER_INPUT; i++) {
		struct buf changed;

		buf_init(&changed);
		buf_add(&changed, input->data, input->len);
		change(&changed);
		if (!buf_ok(&changed))
			abort();
		LLVMFuzzerTestOneInput((const uint8_t *)changed.data, changed.len);
		buf_release(&changed);
	}
}

static int replay_file(const char *path)
{
	struct buf input;
	int ok;

	buf_init(&input);
	ok = buf_read_file(&input, path, INPUT_LIMIT);
	if (ok) {
		LLVMFuzzerTestOneInput((const uint8_t *)input.data, input.len);
		try_changed(&input);
	} else {
		printf("can't read %s\n", path);
	}
	buf_release(&input);
	return ok;
}

int main(int argc, char **argv)
{
	const char *name = argc > 0 ? strrchr(argv[0], '/') : NULL;
	int passed = 0, failed = 0;
	char folder[256], path[512];
	struct dirent *entry;
	DIR *dir;

	name = name ? name + 1 : "";
	if (!strncmp(name, "fuzz_", 5))
		name += 5;
	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", name);
	dir = opendir(folder);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		/* Said before: a crash then tells by which input. */
		printf("%s\n", entry->d_name);
		fflush(stdout);
		if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path
		    && replay_file(path))
			passed++;
		else
			failed++;
	}
	if (dir)
		closedir(dir);
	printf("%d passed, %d failed\n", passed + 1, failed);
	return failed != 0;
}
