/* The parts of a theme file: names of colours, and roles. For theme_read.c alone. */
#ifndef KERNATLAS_THEME_PARTS_H
#define KERNATLAS_THEME_PARTS_H

#include <stdint.h>

#include "theme.h"
#include "value.h"

enum { PALETTE_MAX = 256, PALETTE_NAME_MAX = 48 };

struct palette {
	struct {
		char name[PALETTE_NAME_MAX];
		int32_t rgb;
	} items[PALETTE_MAX];
	int count;
};

struct parts {
	struct keys *keys;
	struct finding_list *findings;
	const char *path; /* for messages */
	struct palette *palette;
};

/* Both take an absent node as empty. What is wrong becomes a finding and is passed over. */
void parts_take_colors(struct parts *parts, struct node colors);
void parts_take_styles(struct parts *parts, struct node styles, struct theme *theme);

#endif
