/* Changing values of a record in its file: the edit of the browser, from the command line. */
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "change.h"
#include "change_effect.h"
#include "command.h"
#include "text.h"

/* One assignment: `field=value`, split at the first equals sign. */
static int assign(const struct command *c, uint32_t record, const char *assignment, struct change *change)
{
	const char *equals = strchr(assignment, '=');
	struct error err = {0};
	struct buf address;
	char *name;
	bool right;
	int status = STATUS_FOUND;

	if (!equals || equals == assignment)
		return command_fail(STATUS_USAGE, "`%s` is no assignment; write FIELD=VALUE, such as status=draft", assignment);
	name = strndup(assignment, (size_t)(equals - assignment));
	if (!name)
		return command_fail(STATUS_USAGE, "out of memory");
	buf_init(&address);
	right = assign_check(c->corpus, record, name, equals + 1, &address, &err);
	if (!right || !change_set(change, c->corpus, record, address.data, equals + 1, &err))
		status = command_fail(STATUS_USAGE, "%s", err.message);
	buf_release(&address);
	free(name);
	return status;
}

static void tell_lines(const char *indent, const struct buf *lines)
{
	const char *at = lines->data;

	while (*at) {
		size_t len = strcspn(at, "\n");

		command_fail(0, "%s%.*s", indent, (int)len, at);
		at += len + (at[len] == '\n');
	}
}

/* What the rules say to it. */
static int judge(const struct command *c, uint32_t record, const struct change *change)
{
	struct change_effect effect;
	struct error err = {0};
	int status = STATUS_FOUND;

	change_effect_init(&effect);
	if (!change_effect_of(&effect, change, c->corpus, record, &err)) {
		status = command_fail(STATUS_USAGE, "%s", err.message);
	} else if (effect.refusals.len) {
		status = command_fail(STATUS_NOTHING, "%s: %s is refused, nothing was saved:", change->record,
			effect.promotion ? "status=verified" : change->what.data);
		tell_lines("  ", &effect.refusals);
	} else {
		for (size_t i = 0; i < effect.record.added.count; i++)
			command_fail(0, "%s: %s: %s", change->record, severity_name(effect.record.added.items[i].severity),
				effect.record.added.items[i].message);
		tell_lines("", &effect.claims);
	}
	change_effect_release(&effect);
	return status;
}

/* The bytes as they are for a program such as patch(1); made safe for a terminal. */
static int print_diff(const struct command *c, const struct change *change)
{
	struct buf diff, out;
	int status;

	buf_init(&diff);
	buf_init(&out);
	if (!change_diff(change, &diff))
		diff.failed = true;
	else if (c->terminal)
		text_show_lines(&out, diff.data, diff.len);
	status = command_write(c, c->terminal && buf_ok(&diff) ? &out : &diff);
	buf_release(&diff);
	buf_release(&out);
	return status;
}

static int finish(const struct command *c, uint32_t record, const struct change *change)
{
	struct error err = {0};
	struct buf out;
	int status;

	if (change_is_empty(change)) {
		buf_init(&out);
		buf_addf(&out, "%s: nothing to change\n", change->record);
		status = command_write(c, &out);
		buf_release(&out);
		return status;
	}
	status = judge(c, record, change);
	if (status)
		return status;
	if (c->options->dry_run)
		return print_diff(c, change);
	if (!change_save(change, &err))
		return command_fail(STATUS_USAGE, "%s", err.message);
	buf_init(&out);
	buf_addf(&out, "%s:%d: %s: %s\n", change->path, change->line, change->record, change->what.data);
	status = command_write(c, &out);
	buf_release(&out);
	return status;
}

int command_set(const struct command *c)
{
	struct change change;
	struct error err = {0};
	int status = STATUS_FOUND;
	uint32_t record;

	if (c->options->operand_count < 2)
		return command_fail(STATUS_USAGE, "name a record and what to set: kernatlas set ID FIELD=VALUE…");
	record = command_record(c, c->options->operands[0]);
	if (record == RECORD_NONE)
		return STATUS_NOTHING;
	change_init(&change);
	if (!change_begin(&change, c->corpus, record, &err))
		status = command_fail(STATUS_USAGE, "%s", err.message);
	for (int i = 1; !status && i < c->options->operand_count; i++)
		status = assign(c, record, c->options->operands[i], &change);
	if (!status)
		status = finish(c, record, &change);
	change_release(&change);
	return status;
}
