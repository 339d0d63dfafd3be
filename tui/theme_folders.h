/* Where themes are found. */
#ifndef KERNATLAS_THEME_FOLDERS_H
#define KERNATLAS_THEME_FOLDERS_H

enum { THEME_FOLDERS_MAX = 6 };

struct theme_folders {
	char paths[THEME_FOLDERS_MAX][1024];
	const char *list[THEME_FOLDERS_MAX]; /* into `paths`: as theme_load() takes them */
	int count;
};

/* The user's own come first, so that one may stand in for a shipped one; then those beside the program, where it is
 * installed, and beside a folder of records (NULL: none). The result must not be moved. */
void theme_folders_find(struct theme_folders *folders, const char *records);

#endif
