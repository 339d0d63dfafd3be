/* Any bytes as the file of settings. Whatever it says, numbers are in their range and the program can be left. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/buf.h"
#include "tui/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum action needed[] = {ACTION_QUIT, ACTION_HELP, ACTION_CANCEL, ACTION_PALETTE};
	struct settings s;

	settings_init(&s);
	if (settings_parse(&s, "config.yaml", (const char *)data, size)) {
		for (int i = 0; i < SETTING_COUNT; i++)
			if (setting_rows[i].kind == SETTING_NUMBER) {
				long number = setting_number(&s, (enum setting)i);

				expect(number >= setting_rows[i].least && number <= setting_rows[i].most);
			}
		for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
			struct buf keys = {0};

			keymap_print(&s.keymap, needed[i], &keys);
			expect(keys.len > 0);
			buf_release(&keys);
		}
		for (size_t i = 0; i < s.faults.count; i++)
			expect(s.faults.items[i].message && s.faults.items[i].line <= size + 1);
	}
	settings_release(&s);
	return 0;
}
