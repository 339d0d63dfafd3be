#include "kept_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/: each file says itself what it is of. */
static uint64_t hash(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h;
}

void kept_files_name(const char *what, const char *suffix, struct buf *out)
{
	buf_addf(out, "%016llx%s", (unsigned long long)hash(what), suffix);
}

/* What else lies in the folder is not ours to remove. */
static bool is_ours(const char *name, const char *suffix)
{
	return strspn(name, "0123456789abcdef") == 16 && strcmp(name + 16, suffix) == 0;
}

void kept_files_thin_out(const char *folder, const char *suffix, int most)
{
	DIR *dir = opendir(folder);
	struct timespec oldest = {0};
	char name[64] = "";
	int count = 0;

	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
		struct stat st;

		if (!is_ours(entry->d_name, suffix) || strlen(entry->d_name) >= sizeof name
			|| fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (!count++ || st.st_mtim.tv_sec < oldest.tv_sec
			|| (st.st_mtim.tv_sec == oldest.tv_sec && st.st_mtim.tv_nsec < oldest.tv_nsec)) {
			oldest = st.st_mtim;
			memcpy(name, entry->d_name, strlen(entry->d_name) + 1);
		}
	}
	if (count > most)
		unlinkat(dirfd(dir), name, 0);
	if (dir)
		closedir(dir);
}
