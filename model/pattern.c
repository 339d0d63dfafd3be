#define PCRE2_CODE_UNIT_WIDTH 8
#include "pattern.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum {
	/* About 20 ms on a slow machine: far beyond what a sensible pattern needs for one record. */
	MATCH_LIMIT = 1000000,
	DEPTH_LIMIT = 20000,
	HEAP_LIMIT_KB = 8192,
	JIT_STACK_MIN = 32 << 10,
	JIT_STACK_MAX = 1 << 20
};

struct pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	bool shared;   /* the code is another's */
	bool by_value; /* looks beyond what it matches: each value has to be searched alone */
};

void pattern_free(struct pattern *p)
{
	if (!p)
		return;
	pcre2_match_data_free(p->data);
	pcre2_match_context_free(p->context);
	pcre2_jit_stack_free(p->stack);
	if (!p->shared)
		pcre2_code_free(p->code);
	free(p);
}

static uint32_t options_of(unsigned flags)
{
	uint32_t options = PCRE2_UTF | PCRE2_MULTILINE;

	if (flags & PATTERN_LITERAL)
		options = PCRE2_UTF | PCRE2_LITERAL;
	else
		options |= PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
	if (flags & PATTERN_CASELESS)
		options |= PCRE2_CASELESS;
	if (flags & PATTERN_DOTALL)
		options |= PCRE2_DOTALL;
	if (flags & PATTERN_EXTENDED)
		options |= PCRE2_EXTENDED;
	if (flags & PATTERN_UNGREEDY)
		options |= PCRE2_UNGREEDY;
	return options;
}

static bool looks_around(const char *text, size_t len)
{
	static const char *const signs[] = {"\\A", "\\z", "\\Z", "\\G", "(?=", "(?!", "(?<", "(*", "\\B", "\\K"};

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (memmem(text, len, signs[i], strlen(signs[i])))
			return true;
	return false;
}

static int column_of(const char *text, size_t len, size_t offset)
{
	int column = 1;

	for (size_t i = 0; i < offset && i < len; i++)
		column += ((unsigned char)text[i] & 0xC0) != 0x80;
	return column;
}

static bool compile(struct pattern *p, const char *text, size_t len, unsigned flags, struct error *err)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	PCRE2_SIZE offset = 0;
	int code = 0;

	if (!context)
		return error_memory(err);
	pcre2_set_newline(context, PCRE2_NEWLINE_NUL);
	pcre2_set_parens_nest_limit(context, 200);
	pcre2_set_max_pattern_length(context, 64 << 10);
	p->code = pcre2_compile((PCRE2_SPTR)text, len, options_of(flags), &code, &offset, context);
	pcre2_compile_context_free(context);
	if (!p->code) {
		char message[160];

		pcre2_get_error_message(code, (PCRE2_UCHAR *)message, sizeof message);
		error_set_at(err, 0, column_of(text, len, offset), "pattern: %s", message);
		return false;
	}
	return true;
}

const char *pattern_library_version(void)
{
	static char version[64];

	if (!*version)
		pcre2_config(PCRE2_CONFIG_VERSION, version);
	return version;
}

/* What a match works with beside the code. Without JIT (not every machine has it) the interpreter answers the same, only
 * slower. */
static bool prepare(struct pattern *p, bool jit)
{
	p->data = pcre2_match_data_create_from_pattern(p->code, NULL);
	p->context = pcre2_match_context_create(NULL);
	if (!p->data || !p->context)
		return false;
	pcre2_set_match_limit(p->context, MATCH_LIMIT);
	pcre2_set_depth_limit(p->context, DEPTH_LIMIT);
	pcre2_set_heap_limit(p->context, HEAP_LIMIT_KB);
	if (jit)
		p->stack = pcre2_jit_stack_create(JIT_STACK_MIN, JIT_STACK_MAX, NULL);
	if (p->stack)
		pcre2_jit_stack_assign(p->context, NULL, p->stack);
	return true;
}

struct pattern *pattern_share(const struct pattern *p)
{
	struct pattern *other = calloc(1, sizeof *other);

	if (!other)
		return NULL;
	other->code = p->code;
	other->shared = true;
	other->by_value = p->by_value;
	if (!prepare(other, p->stack != NULL)) {
		pattern_free(other);
		return NULL;
	}
	return other;
}

struct pattern *pattern_new(const char *text, size_t len, unsigned flags, struct error *err)
{
	struct pattern *p = calloc(1, sizeof *p);

	if (!p) {
		error_memory(err);
		return NULL;
	}
	if (text_valid_prefix(text, len) < len) {
		error_set_at(err, 0, column_of(text, len, text_valid_prefix(text, len)), "pattern: bytes that are not UTF-8");
		pattern_free(p);
		return NULL;
	}
	if (!compile(p, text, len, flags, err)) {
		pattern_free(p);
		return NULL;
	}
	if (!prepare(p, pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE) == 0)) {
		pattern_free(p);
		error_memory(err);
		return NULL;
	}
	p->by_value = !(flags & PATTERN_LITERAL) && looks_around(text, len);
	return p;
}

static enum pattern_result match(struct pattern *p, const char *text, size_t len, size_t from)
{
	int found;

	/* The shorter way does without looking at options that are not given. */
	if (p->stack)
		found = pcre2_jit_match(p->code, (PCRE2_SPTR)text, len, from, PCRE2_NO_UTF_CHECK, p->data, p->context);
	else
		found = pcre2_match(p->code, (PCRE2_SPTR)text, len, from, PCRE2_NO_UTF_CHECK, p->data, p->context);
	return found >= 0 ? PATTERN_YES : found == PCRE2_ERROR_NOMATCH ? PATTERN_NO : PATTERN_GAVE_UP;
}

static enum pattern_result match_values(struct pattern *p, const char *text, size_t len)
{
	enum pattern_result result = PATTERN_NO;

	for (const char *end = text + len; text < end;) {
		const char *nul = memchr(text, '\0', (size_t)(end - text));
		const char *stop = nul ? nul : end;
		enum pattern_result one = match(p, text, (size_t)(stop - text), 0);

		if (one == PATTERN_YES)
			return one;
		if (one == PATTERN_GAVE_UP)
			result = one;
		text = stop + 1;
	}
	return result;
}

enum pattern_result pattern_match(struct pattern *p, const char *text, size_t len)
{
	enum pattern_result result;
	PCRE2_SIZE *range;

	if (p->by_value)
		return match_values(p, text, len);
	if (len && text[len - 1] == '\0')
		len--;
	result = match(p, text, len, 0);
	if (result != PATTERN_YES)
		return result;
	range = pcre2_get_ovector_pointer(p->data);
	if (range[1] > range[0] && memchr(text + range[0], '\0', range[1] - range[0]))
		return match_values(p, text, len);
	return result;
}

bool pattern_find(struct pattern *p, const char *text, size_t len, size_t from, size_t *begin, size_t *end)
{
	while (from <= len && match(p, text, len, from) == PATTERN_YES) {
		PCRE2_SIZE *range = pcre2_get_ovector_pointer(p->data);

		if (range[1] > range[0]) {
			*begin = range[0];
			*end = range[1];
			return true;
		}
		from = range[1] + 1;
		while (from < len && ((unsigned char)text[from] & 0xC0) == 0x80)
			from++;
	}
	return false;
}
