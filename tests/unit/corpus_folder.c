#include "corpus_folder.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "buf.h"

int corpus_folder_set_up(void **state)
{
	struct corpus_folder *f = calloc(1, sizeof *f);

	assert_non_null(f);
	snprintf(f->root, sizeof f->root, "/tmp/kernatlas-folder-XXXXXX");
	assert_non_null(mkdtemp(f->root));
	*state = f;
	return 0;
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st, (void)kind, (void)walk;
	return remove(path);
}

int corpus_folder_tear_down(void **state)
{
	struct corpus_folder *f = *state;

	corpus_free(f->corpus);
	nftw(f->root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	free(f);
	return 0;
}

static void path_of(const struct corpus_folder *f, const char *name, struct buf *path)
{
	buf_init(path);
	buf_addf(path, "%s/%s", f->root, name);
	assert_true(buf_ok(path));
}

void corpus_folder_write(const struct corpus_folder *f, const char *name, const char *text)
{
	struct buf path;
	FILE *file;

	path_of(f, name, &path);
	for (char *slash = strchr(path.data + strlen(f->root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path.data, 0755);
		*slash = '/';
	}
	file = fopen(path.data, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
	buf_release(&path);
}

void corpus_folder_load(struct corpus_folder *f)
{
	const char *roots[] = {f->root};
	struct corpus_options options = {
		.roots = roots, .root_count = 1, .today = CORPUS_FOLDER_TODAY, .previous = f->corpus};
	struct error err;
	struct corpus *loaded = corpus_load(&options, &err);

	if (!loaded)
		fail_msg("%s", err.message);
	corpus_free(f->corpus);
	f->corpus = loaded;
}

uint32_t corpus_folder_find(const struct corpus_folder *f, const char *reference)
{
	uint32_t record;

	if (corpus_resolve(f->corpus, reference, strlen(reference), &record) != RESOLVE_FOUND)
		fail_msg("`%s` is not found", reference);
	return record;
}

void corpus_folder_assert_holds(const struct corpus_folder *f, const char *name, const char *text)
{
	struct buf path, now;

	path_of(f, name, &path);
	buf_init(&now);
	assert_true(buf_read_file(&now, path.data, 1 << 20));
	assert_string_equal(now.data, text);
	buf_release(&now);
	buf_release(&path);
}
