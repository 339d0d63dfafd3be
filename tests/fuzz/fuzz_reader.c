/* Any bytes as a YAML, JSON or Markdown file: the first byte says which. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct keys *keys = keys_new();
	struct reader *reader = reader_new(keys);
	struct unit *unit = NULL;

	if (size && reader) {
		const char *bytes = (const char *)data + 1;

		if (data[0] % 3 == 0)
			unit = reader_yaml(reader, "x.yaml", bytes, size - 1);
		else if (data[0] % 3 == 1)
			unit = reader_yaml(reader, "x.json", bytes, size - 1);
		else
			unit = reader_markdown(reader, "x.md", bytes, size - 1);
	}
	/* What was read hangs together: spans stay within, texts end. */
	for (uint32_t i = 0; unit && i < unit->value_count; i++) {
		const struct value *v = &unit->values[i];
		struct node n = {unit, v};

		if (value_span(v) < 1 || i + value_span(v) > unit->value_count)
			abort();
		if (node_is_scalar(n) && node_text(n)[node_len(n)] != '\0')
			abort();
	}
	/* So do its records. */
	for (uint32_t i = 0; unit && i < unit->record_count; i++) {
		const struct unit_record *record = &unit->records[i];

		if (record->value >= unit->value_count || unit->values[record->value].kind != VALUE_MAP)
			abort();
		if (record->text_begin > record->text_end || record->text_end > unit->text_len)
			abort();
	}
	unit_unref(unit);
	reader_free(reader);
	keys_unref(keys);
	return 0;
}
