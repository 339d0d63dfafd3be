/* The main program of a fuzz target that is built without a fuzzer: gives it every stored input once, so that what
 * was found by fuzzing stays found. The inputs of build/tests/fuzz/fuzz_x are the files of tests/fuzz/corpus/x/. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_LIMIT = 16 << 20 };

static int replay_file(const char *path)
{
	struct buf input;
	int ok;

	buf_init(&input);
	ok = buf_read_file(&input, path, INPUT_LIMIT);
	if (ok)
		LLVMFuzzerTestOneInput((const uint8_t *)input.data, input.len);
	else
		printf("can't read %s\n", path);
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
