/* Any value set in any file: `field NUL value NUL file`. What is planned changes nothing outside its own bytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *field = (const char *)data;
	const char *value = memchr(field, '\0', size), *file;
	struct edit_address at = {.id = "a", .field = field};
	struct edit_plan plan;
	struct error err;
	struct buf out;
	size_t len;

	if (!value)
		return 0;
	value++;
	file = memchr(value, '\0', size - (size_t)(value - field));
	if (!file)
		return 0;
	file++;
	len = size - (size_t)(file - field);
	edit_plan_init(&plan);
	buf_init(&out);
	if (edit_plan_set(&plan, file, len, &at, value, &err)) {
		if (plan.begin > plan.end || plan.end > len || !edit_apply(&plan, file, len, &out))
			abort();
		if (memcmp(out.data, file, plan.begin) != 0
			|| memcmp(out.data + plan.begin + plan.text.len, file + plan.end, len - plan.end) != 0)
			abort();
		buf_clear(&out);
		edit_diff(&plan, "x.yaml", file, len, &out);
	} else if (!err.message[0]) {
		abort();
	}
	edit_plan_release(&plan);
	buf_release(&out);
	return 0;
}
