#include "style.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *meaning;
} styles[] = {
#define STYLE(id, name, what) {name, what},
	STYLES(STYLE)
#undef STYLE
};

const char *style_name(enum style style)
{
	return styles[style].name;
}

const char *style_meaning(enum style style)
{
	return styles[style].meaning;
}

enum style style_parse(const char *name)
{
	for (int i = 0; i < STYLE_COUNT; i++)
		if (strcmp(styles[i].name, name) == 0)
			return (enum style)i;
	return STYLE_COUNT;
}

enum style style_of_value(const char *vocabulary, const char *value, enum style otherwise)
{
	char name[64];
	enum style style;

	snprintf(name, sizeof name, "%s-%s", vocabulary, value);
	style = style_parse(name);
	return style == STYLE_COUNT ? otherwise : style;
}
