/* What may stand as the last word of a command line: for the shells' completion. One line a word, a tab and what it means
 * behind it. Commands, options and formats come from their tables, the rest from the records and the query language. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "document.h"
#include "manual.h"
#include "query.h"
#include "text.h"
#include "theme.h"
#include "theme_folders.h"

struct offers {
	struct buf out;
	const char *word; /* what was typed of it */
	size_t len;
	const char *head; /* stands before each candidate, such as what was typed of a list */
	size_t head_len;
	bool names; /* a colon behind the name of a field is left out */
};

static void offer(struct offers *o, const char *word, const char *meaning)
{
	size_t len = strlen(word);

	if (len < o->len || !text_equal_nocase(word, o->len, o->word, o->len))
		return;
	/* A line a candidate: what would break it can't be typed either. */
	if (word[strcspn(word, "\t\n")])
		return;
	buf_add(&o->out, o->head, o->head_len);
	buf_adds(&o->out, word);
	buf_addc(&o->out, '\t');
	text_show(&o->out, meaning, strlen(meaning), -1);
	buf_addc(&o->out, '\n');
}

/* The rest of the word, behind what separates it from what is complete. */
static void move_to(struct offers *o, size_t offset)
{
	if (!o->head_len)
		o->head = o->word;
	o->head_len += offset;
	o->word += offset;
	o->len -= offset;
}

static void offer_query_word(void *data, const char *word, int count)
{
	struct offers *o = data;
	char name[128], meaning[32] = "";
	size_t len = strlen(word);

	if (len >= sizeof name)
		return;
	memcpy(name, word, len + 1);
	if (o->names && len && name[len - 1] == ':')
		name[len - 1] = '\0';
	if (count >= 0)
		snprintf(meaning, sizeof meaning, "%d record%s", count, count == 1 ? "" : "s");
	offer(o, name, meaning);
}

static void offer_query(const struct command *c, struct offers *o)
{
	const char *text = o->word;
	size_t from, len = o->len;

	if (!c->corpus)
		return;
	/* What is complete of it stays in front of each candidate. */
	for (from = len; from > 0 && !strchr(" |(-:=<>,", o->word[from - 1]); from--)
		;
	move_to(o, from);
	query_complete(c->corpus, text, len, &from, offer_query_word, o);
}

static void offer_fields(const struct command *c, struct offers *o)
{
	size_t from = o->len, unused;

	if (!c->corpus)
		return;
	while (from > 0 && !strchr(",-", o->word[from - 1]))
		from--;
	move_to(o, from);
	o->names = true;
	query_complete(c->corpus, o->word, o->len, &unused, offer_query_word, o);
}

static void offer_ids(const struct command *c, struct offers *o, const char *type)
{
	for (uint32_t r = 0; c->corpus && r < c->corpus->count; r++)
		if (!type || strcmp(record_type(c->corpus, &c->corpus->records[r])->name, type) == 0)
			offer(o, c->corpus->records[r].id, c->corpus->records[r].title);
}

/* ID[#heading]: documents, and behind the sign the headings of one. */
static void offer_documents(const struct command *c, struct offers *o)
{
	const char *hash = memchr(o->word, '#', o->len);
	const struct document *doc;
	uint32_t record;

	if (!hash) {
		offer_ids(c, o, "doc");
		return;
	}
	if (!c->corpus || corpus_resolve(c->corpus, o->word, (size_t)(hash - o->word), &record) != RESOLVE_FOUND
		|| c->corpus->records[record].document < 0)
		return;
	doc = c->corpus->documents[c->corpus->records[record].document];
	move_to(o, (size_t)(hash - o->word) + 1);
	for (uint32_t i = 0; i < doc->heading_count; i++)
		offer(o, doc->headings[i].slug, doc->headings[i].text);
}

/* FIELD=VALUE of a record. */
static void offer_assignment(const struct command *c, struct offers *o, const char *id)
{
	const struct schema_type *type;
	const struct schema_field *field;
	const char *equals = memchr(o->word, '=', o->len);
	uint32_t record;
	char name[128];

	if (!c->corpus || corpus_resolve(c->corpus, id, strlen(id), &record) != RESOLVE_FOUND
		|| !(type = record_type(c->corpus, &c->corpus->records[record])->schema))
		return;
	if (!equals) {
		for (int i = 0; i < type->field_count; i++)
			if (snprintf(name, sizeof name, "%s=", type->fields[i].name) < (int)sizeof name)
				offer(o, name, type->fields[i].meaning);
		return;
	}
	snprintf(name, sizeof name, "%.*s", (int)(equals - o->word), o->word);
	field = schema_field_at(type, name);
	move_to(o, (size_t)(equals - o->word) + 1);
	for (int i = 0; field && field->vocabulary && i < field->vocabulary->count; i++)
		offer(o, field->vocabulary->values[i].value, field->vocabulary->values[i].meaning);
	if (field && field->kind == FIELD_BOOLEAN) {
		offer(o, "true", "yes");
		offer(o, "false", "no");
	}
}

static void offer_themes(const struct command *c, struct offers *o)
{
	struct theme_folders folders;
	char **names;

	theme_folders_find(&folders, c->options->root_count ? c->options->roots[0] : NULL);
	names = theme_list(folders.list, folders.count);
	for (char **name = names; name && *name; name++)
		offer(o, *name, "theme");
	theme_list_free(names);
}

static const struct command_row *command_of(const char *name)
{
	for (const struct command_row *row = command_rows; row->name; row++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

/* The help of a command names its formats. */
static void offer_formats(struct offers *o, const struct command_row *row)
{
	const char *at = row ? strstr(row->help, "formats: ") : NULL;

	for (at = at ? at + strlen("formats: ") : ")"; *at && *at != ')';) {
		char name[16];
		size_t len = strcspn(at, " )");

		snprintf(name, sizeof name, "%.*s", (int)len, at);
		offer(o, name, "");
		at += len + (at[len] == ' ');
	}
}

static void offer_option_value(const struct command *c, struct offers *o, const struct option_row *option, const struct command_row *row)
{
	if (strcmp(option->name, "--format") == 0)
		offer_formats(o, row);
	else if (strcmp(option->name, "--theme") == 0)
		offer_themes(c, o);
	else if (strcmp(option->name, "--query") == 0)
		offer_query(c, o);
	else if (strcmp(option->name, "--field") == 0 || strcmp(option->name, "--fields") == 0 || strcmp(option->name, "--sort") == 0)
		offer_fields(c, o);
}

static void offer_options(struct offers *o, const char *command)
{
	for (const struct option_row *row = option_rows; row->name; row++)
		if (options_belongs(row, command))
			offer(o, row->name, row->help);
}

static void offer_topics(struct offers *o)
{
	offer(o, "themes", "themes and the roles that one may set");
	offer(o, "manual", "a page of the manual, in roff");
}

static void offer_commands(struct offers *o)
{
	for (const struct command_row *row = command_rows; row->name; row++)
		offer(o, row->name, row->help);
}

static void offer_operand(const struct command *c, struct offers *o, const struct command_row *row, const char *const *operands, int count)
{
	if (!row) {
		if (!count)
			offer_commands(o);
		offer_ids(c, o, NULL);
	} else if (strstr(row->operands, "QUERY")) {
		offer_query(c, o);
	} else if (strstr(row->operands, "STORY")) {
		offer_ids(c, o, "story");
	} else if (strstr(row->operands, "#heading")) {
		offer_documents(c, o);
	} else if (strstr(row->operands, "FIELD=") && count) {
		offer_assignment(c, o, operands[0]);
	} else if (strncmp(row->operands, "ID", 2) == 0) {
		offer_ids(c, o, NULL);
	} else if (strstr(row->operands, "COMMAND") && !count) {
		offer_commands(o);
		offer_topics(o);
	} else if (strstr(row->operands, "COMMAND") && strcmp(operands[0], "manual") == 0) {
		for (const struct manual_page *page = manual_pages; page->name; page++)
			offer(o, page->name, page->about);
	}
}

void command_complete_roots(struct options *o)
{
	for (int i = 0; i + 1 < o->operand_count; i++) {
		const char *equals = strchr(o->operands[i], '=');
		const struct option_row *row = options_find(o->operands[i], strcspn(o->operands[i], "="));

		if (row && row->kind == OPTION_ROOT && o->root_count < ROOTS_MAX)
			o->roots[o->root_count++] = equals ? equals + 1 : o->operands[i + 1];
	}
}

int command_complete(const struct command *c)
{
	enum { OPERANDS_MAX = 64 };
	const char *const *words = c->options->operands;
	const char *operands[OPERANDS_MAX] = {""};
	int count = c->options->operand_count, operand_count = 0, status;
	const char *last = count ? words[count - 1] : "", *equals = strchr(last, '=');
	const struct command_row *row = NULL;
	const struct option_row *waits = NULL;
	struct offers o = {.word = last, .len = strlen(last), .head = ""};

	buf_init(&o.out);
	for (int i = 0; i < count - 1; i++) {
		const struct option_row *option = waits ? NULL : options_find(words[i], strcspn(words[i], "="));

		if (waits || option) {
			waits = option && option->kind != OPTION_FLAG && !strchr(words[i], '=') ? option : NULL;
			continue;
		}
		if (!row && !operand_count && command_of(words[i]))
			row = command_of(words[i]);
		else if (operand_count < OPERANDS_MAX)
			operands[operand_count++] = words[i];
	}
	if (waits) {
		offer_option_value(c, &o, waits, row);
	} else if (strncmp(last, "--", 2) == 0 && equals) {
		const struct option_row *option = options_find(last, (size_t)(equals - last));

		move_to(&o, (size_t)(equals - last) + 1);
		if (option)
			offer_option_value(c, &o, option, row);
	} else if (last[0] == '-' && (!last[1] || last[1] == '-')) {
		offer_options(&o, row ? row->name : "");
	} else {
		offer_operand(c, &o, row, operands, operand_count);
	}
	status = o.out.len ? command_write(c, &o.out) : STATUS_NOTHING;
	buf_release(&o.out);
	return status;
}
