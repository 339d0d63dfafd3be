/* Any bytes as a story's file: its steps are read and laid out for a screen whose size the first two bytes say. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus.h"
#include "finding.h"
#include "story.h"
#include "tui/block_letters.h"
#include "tui/present.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/kernatlas-fuzz-XXXXXX";
static char path[64];

static void clean_up(void)
{
	unlink(path);
	rmdir(folder);
}

static bool write_story(const uint8_t *bytes, size_t len)
{
	FILE *file;
	bool ok;

	if (!*path) {
		if (!mkdtemp(folder))
			return false;
		snprintf(path, sizeof path, "%s/s.yaml", folder);
		atexit(clean_up);
	}
	file = fopen(path, "w");
	if (!file)
		return false;
	ok = fwrite(bytes, 1, len, file) == len;
	return fclose(file) == 0 && ok;
}

static void lay_out(const struct corpus *corpus, uint32_t story, int w, int h)
{
	struct finding_list findings = {0};
	struct story_step step;
	struct canvas canvas;
	struct sheet lines;

	canvas_init(&canvas);
	sheet_init(&lines);
	for (uint32_t i = 0; i < 20 && canvas_resize(&canvas, w, h) && story_step_read(corpus, story, i, &step); i++) {
		struct present_layout l;

		present_layout(&l, &lines, &step, w, h, false, false);
		if (l.pages < 1 || l.region.h < 0 || l.region.y + l.region.h > h)
			abort();
		if (l.block >= 0)
			block_letters_draw(&canvas, l.headline, STYLE_HEADING, step.headline, (enum block_size)l.block);
		sheet_draw(&lines, &canvas, l.lines, 0, SHEET_NO_LINK);
	}
	present_check(corpus, story, &findings);
	finding_list_release(&findings);
	sheet_release(&lines);
	canvas_release(&canvas);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *roots[] = {folder};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = 20261201, .threads = 1};
	struct corpus *corpus;

	if (size < 2 || !write_story(data + 2, size - 2))
		return 0;
	corpus = corpus_load(&options, NULL);
	for (uint32_t r = 0; corpus && r < corpus->count; r++)
		if (story_find(corpus, corpus->records[r].id) == r)
			lay_out(corpus, r, 40 + data[0], 12 + data[1] % 60);
	corpus_free(corpus);
	return 0;
}
