#include "scratch.h"

#include <stdlib.h>
#include <string.h>

void scratch_init(struct scratch *s)
{
	memset(s, 0, sizeof *s);
	buf_init(&s->text);
	finding_list_init(&s->findings);
}

void scratch_release(struct scratch *s)
{
	free(s->values);
	free(s->records);
	unit_chunk_unref(s->chunk);
	buf_release(&s->text);
	finding_list_release(&s->findings);
	scratch_init(s);
}

void scratch_clear(struct scratch *s)
{
	s->count = s->record_count = 0;
	buf_clear(&s->text);
	finding_list_clear(&s->findings);
	s->failed = false;
}

static struct value *append(struct scratch *s, uint16_t key, enum value_kind kind, size_t line, size_t column)
{
	struct value *v;

	if (s->failed)
		return NULL;
	if (s->count == s->cap) {
		uint32_t cap = s->cap ? s->cap * 2 : 256;
		struct value *values = realloc(s->values, cap * sizeof *values);

		if (!values) {
			s->failed = true;
			return NULL;
		}
		s->values = values;
		s->cap = cap;
	}
	v = &s->values[s->count++];
	*v = (struct value){
		.text = (uint32_t)s->text.len,
		.line = (uint32_t)line,
		.column = column < 65535 ? (uint16_t)column : 65535,
		.key = key,
		.kind = (unsigned)kind & 7,
	};
	return v;
}

uint32_t scratch_scalar(struct scratch *s, uint16_t key, enum value_kind kind, bool quoted, const char *text, size_t len,
	size_t line, size_t column)
{
	struct value *v = append(s, key, kind, line, column);

	if (!v)
		return SCRATCH_NONE;
	v->size = (uint32_t)len & VALUE_SIZE_MAX;
	v->quoted = quoted;
	if (kind == VALUE_NULL)
		return s->count - 1;
	buf_add(&s->text, text, len);
	buf_addc(&s->text, '\0');
	if (!buf_ok(&s->text)) {
		s->failed = true;
		return SCRATCH_NONE;
	}
	return s->count - 1;
}

uint32_t scratch_open(struct scratch *s, uint16_t key, enum value_kind kind, size_t line, size_t column)
{
	struct value *v = append(s, key, kind, line, column);

	if (!v)
		return SCRATCH_NONE;
	v->size = 1;
	return s->count - 1;
}

uint32_t scratch_close(struct scratch *s, uint32_t index)
{
	uint32_t children = 0;

	s->values[index].size = (s->count - index) & VALUE_SIZE_MAX;
	for (uint32_t child = index + 1; child < s->count; child += value_span(&s->values[child]))
		children++;
	return children;
}

uint32_t scratch_copy(struct scratch *s, uint32_t from, uint16_t key, size_t line, size_t column)
{
	uint32_t first = s->count, span = value_span(&s->values[from]);

	for (uint32_t i = 0; i < span; i++) {
		struct value source = s->values[from + i];
		struct value *v = append(s, i ? source.key : key, source.kind, i ? source.line : line, i ? source.column : column);

		if (!v)
			return SCRATCH_NONE;
		v->size = source.size;
		v->quoted = source.quoted;
		if (source.kind >= VALUE_LIST || source.kind == VALUE_NULL)
			continue;
		if (!buf_reserve(&s->text, source.size + 1)) {
			s->failed = true;
			return SCRATCH_NONE;
		}
		buf_add(&s->text, s->text.data + source.text, source.size + 1);
	}
	return first;
}

uint32_t scratch_graft(struct scratch *s, struct node from, uint16_t key)
{
	uint32_t first = s->count;

	for (uint32_t i = 0; i < value_span(from.v); i++) {
		const struct value *source = from.v + i;
		struct node n = {from.unit, source};
		uint16_t under = i ? source->key : key;
		struct value *v;

		if (source->kind < VALUE_LIST) {
			scratch_scalar(s, under, source->kind, source->quoted, node_text(n), node_len(n), 0, 0);
			continue;
		}
		v = append(s, under, source->kind, 0, 0);
		if (!v)
			return SCRATCH_NONE;
		v->size = source->size;
	}
	return s->failed ? SCRATCH_NONE : first;
}

void scratch_truncate(struct scratch *s, uint32_t index)
{
	if (index >= s->count)
		return;
	buf_truncate(&s->text, s->values[index].text);
	s->count = index;
}

void scratch_record(struct scratch *s, uint32_t index)
{
	uint32_t after, end;

	if (s->failed)
		return;
	if (s->record_count == s->record_cap) {
		uint32_t cap = s->record_cap ? s->record_cap * 2 : 8;
		struct unit_record *records = realloc(s->records, cap * sizeof *records);

		if (!records) {
			s->failed = true;
			return;
		}
		s->records = records;
		s->record_cap = cap;
	}
	after = index + value_span(&s->values[index]);
	end = after < s->count ? s->values[after].text : (uint32_t)s->text.len;
	s->records[s->record_count++] = (struct unit_record){index, s->values[index].text, end};
}

struct unit *scratch_unit(struct scratch *s, const char *path)
{
	size_t values = s->count * sizeof *s->values, records = s->record_count * sizeof *s->records;
	size_t name = strlen(path) + 1;
	struct unit *unit;
	char *at;

	if (s->failed || s->findings.failed)
		return NULL;
	unit = unit_new(&s->chunk, values + records + name + s->text.len + 1);
	if (!unit)
		return NULL;
	unit->clean = true;
	at = (char *)(unit + 1);
	unit->values = (struct value *)(void *)at;
	unit->value_count = s->count;
	if (values)
		memcpy(unit->values, s->values, values);
	at += values;
	unit->records = (struct unit_record *)(void *)at;
	unit->record_count = s->record_count;
	if (records)
		memcpy(unit->records, s->records, records);
	at += records;
	unit->text = at;
	unit->text_len = (uint32_t)s->text.len;
	memcpy(unit->text, s->text.data, s->text.len + 1);
	at += s->text.len + 1;
	unit->path = at;
	memcpy(unit->path, path, name);
	unit->findings = s->findings;
	finding_list_init(&s->findings);
	return unit;
}
