#include "cache_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "corpus_cache.h"
#include "kept_files.h"
#include "state_folder.h"

bool cache_file_folder(struct buf *path)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache == '/')
		buf_addf(path, "%s/kernatlas", cache);
	else if (home && *home == '/')
		buf_addf(path, "%s/.cache/kernatlas", home);
	else
		return false;
	return true;
}

bool cache_file_name(const char *const *roots, int count, struct buf *path)
{
	struct buf names;
	bool ok = cache_file_folder(path);

	/* Units keep the paths by which they were named, so the same folder named otherwise has another cache. */
	buf_init(&names);
	for (int i = 0; ok && i < count; i++) {
		char *real = realpath(roots[i], NULL);

		ok = real != NULL;
		buf_addf(&names, "%s\n%s\n", roots[i], real ? real : "");
		free(real);
	}
	buf_addc(path, '/');
	ok = ok && buf_ok(&names);
	if (ok)
		kept_files_name(names.data, ".units", path);
	buf_release(&names);
	return ok && buf_ok(path);
}

void cache_file_save(const struct corpus *corpus, const char *path, const int *cancel)
{
	const char *slash = strrchr(path, '/');
	struct buf folder;

	if (!slash || !corpus_cache_is_due(corpus))
		return;
	buf_init(&folder);
	buf_add(&folder, path, (size_t)(slash - path));
	/* Its files are private in any case; a folder with wider rights would show their names. */
	if (buf_ok(&folder) && state_folder_make(&folder, NULL) && chmod(folder.data, 0700) == 0
		&& corpus_cache_write(corpus, path, cancel, NULL))
		kept_files_thin_out(folder.data, ".units", CACHE_FILES_MAX);
	buf_release(&folder);
}
