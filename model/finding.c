#include "finding.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

static const struct {
	const char *name, *title, *remedy;
	enum severity severity;
} codes[] = {
#define FINDING(id, name, severity, what, remedy) [FINDING_##id] = {name, what, remedy, SEVERITY_##severity},
	FINDING_CODES(FINDING)
#undef FINDING
};

const char *finding_code_name(enum finding_code code)
{
	return codes[code].name;
}

const char *finding_code_title(enum finding_code code)
{
	return codes[code].title;
}

const char *finding_remedy(enum finding_code code)
{
	return codes[code].remedy;
}

enum severity finding_default_severity(enum finding_code code)
{
	return codes[code].severity;
}

enum finding_code finding_code_parse(const char *name)
{
	for (int i = 0; i < FINDING_CODE_COUNT; i++)
		if (strcmp(codes[i].name, name) == 0)
			return (enum finding_code)i;
	return FINDING_CODE_COUNT;
}

const char *severity_name(enum severity severity)
{
	static const char *const names[] = {"info", "warning", "error"};

	return names[severity];
}

void finding_list_init(struct finding_list *list)
{
	memset(list, 0, sizeof *list);
}

void finding_list_clear(struct finding_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].message);
	list->count = 0;
	list->failed = false;
}

void finding_list_release(struct finding_list *list)
{
	finding_list_clear(list);
	free(list->items);
	finding_list_init(list);
}

static struct finding *append(struct finding_list *list, const char *message)
{
	struct finding *f;
	char *copy = strdup(message);

	if (copy && list->count == list->cap) {
		size_t cap = list->cap ? list->cap * 2 : 4;
		struct finding *items = realloc(list->items, cap * sizeof *items);

		if (items) {
			list->items = items;
			list->cap = cap;
		}
	}
	if (!copy || list->count == list->cap) {
		free(copy);
		list->failed = true;
		return NULL;
	}
	f = &list->items[list->count++];
	memset(f, 0, sizeof *f);
	f->message = copy;
	f->record = FINDING_NO_RECORD;
	return f;
}

struct finding *finding_add(struct finding_list *list, enum finding_code code, uint32_t line, uint32_t column,
	const char *format, ...)
{
	struct finding *f;
	struct error text; /* borrowed for its bounded, well-cut message */
	va_list args;

	va_start(args, format);
	error_vset(&text, format, args);
	va_end(args);
	f = append(list, text.message);
	if (f) {
		f->code = code;
		f->severity = codes[code].severity;
		f->line = line;
		f->column = column;
	}
	return f;
}

bool finding_copy(struct finding_list *list, const struct finding *from)
{
	struct finding *f = append(list, from->message);

	if (f) {
		char *message = f->message;

		*f = *from;
		f->message = message;
	}
	return f != NULL;
}
