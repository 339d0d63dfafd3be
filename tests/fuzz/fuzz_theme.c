/* Any bytes as a theme file. Whatever it says, the theme that comes out can be drawn with. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "finding.h"
#include "tui/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const folders[] = {"themes"};
	static struct theme theme;
	struct finding_list findings = {0};

	theme_init_mono(&theme);
	theme_parse(&theme, "x.yaml", (const char *)data, size, folders, 1, &findings, NULL);
	for (int style = 0; style < STYLE_COUNT; style++)
		for (int over = 0; over <= STYLE_COUNT; over++) {
			struct theme_style look = theme_look(&theme, (enum style)style, over);

			if (look.fg < THEME_NO_COLOR || look.fg > 0xffffff || look.bg < THEME_NO_COLOR || look.bg > 0xffffff)
				abort();
		}
	finding_list_release(&findings);
	return 0;
}
