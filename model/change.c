#include "change.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "assign.h"
#include "corpus_walk.h"
#include "edit.h"
#include "field_address.h"
#include "flow_list.h"
#include "line_diff.h"
#include "reader.h"
#include "text.h"

enum { SHOWN_WIDTH = 60 };

void change_init(struct change *change)
{
	memset(change, 0, sizeof *change);
	buf_init(&change->before);
	buf_init(&change->after);
	buf_init(&change->what);
}

void change_release(struct change *change)
{
	free(change->record);
	free(change->path);
	buf_release(&change->before);
	buf_release(&change->after);
	buf_release(&change->what);
	change_init(change);
}

static bool copy_names(struct change *change, const struct corpus *corpus, const struct record *r)
{
	struct buf id;

	buf_init(&id);
	record_reference(corpus, record_index(corpus, r), &id);
	change->record = buf_steal(&id);
	change->path = strdup(record_path(r));
	return change->record && change->path;
}

bool change_begin(struct change *change, const struct corpus *corpus, uint32_t record, struct error *err)
{
	const struct record *r = &corpus->records[record];
	struct stamp now;
	struct stat st;

	if (r->unit->markdown) {
		error_set(err, "%s is a document; change it in an editor", r->id);
		return false;
	}
	if (!copy_names(change, corpus, r))
		return error_memory(err);
	if (!buf_read_file_stat(&change->before, change->path, READER_FILE_LIMIT, &st)) {
		error_set(err, "%s can't be read: %s", change->path, strerror(errno));
		return false;
	}
	now = stamp_of(&st);
	if (!stamp_equal(&now, &r->unit->stamp)) {
		error_set(err, "%s changed on disk since it was read; look at it again first", change->path);
		return false;
	}
	buf_add(&change->after, change->before.data, change->before.len);
	return buf_ok(&change->after) ? true : error_memory(err);
}

static struct edit_address address_of(const struct corpus *corpus, uint32_t record, const char *address)
{
	const struct record *r = &corpus->records[record];
	const struct corpus_type *type = record_type(corpus, r);

	return (struct edit_address){.id = r->id, .type = type->name, .field = address, .schema = type->schema};
}

/* Puts a plan's result in place of `after`. */
static bool take_plan(struct change *change, const struct edit_plan *plan, struct error *err)
{
	struct buf after;

	buf_init(&after);
	if (!edit_apply(plan, change->after.data, change->after.len, &after)) {
		buf_release(&after);
		return error_memory(err);
	}
	if (!change->line)
		change->line = plan->line;
	buf_release(&change->after);
	change->after = after;
	return true;
}

static void describe_value(struct buf *out, struct node n)
{
	if (node_kind(n) == VALUE_LIST)
		buf_addf(out, node_count(n) ? "%u item%s" : "empty", node_count(n), node_count(n) == 1 ? "" : "s");
	else if (node_is_scalar(n))
		text_show(out, node_text(n), node_len(n), SHOWN_WIDTH);
	else
		buf_adds(out, value_state_name(node_state(n)));
}

static void describe(struct change *change, const char *address, struct node before, const char *verb, const char *value)
{
	buf_addf(&change->what, "%s%s%s", change->what.len ? "; " : "", address, verb ? verb : ": ");
	if (!verb) {
		describe_value(&change->what, before);
		buf_adds(&change->what, " → ");
	}
	if (verb && !value)
		return;
	if (assign_is_null(value))
		buf_adds(&change->what, "null");
	else
		text_show(&change->what, value, strlen(value), SHOWN_WIDTH);
}

/* Whether the value stands there already: then nothing is to be done, whatever its quotes. */
static bool holds(const struct change *change, struct node now, const char *value)
{
	bool same = node_is_scalar(now) ? node_equals(now, value) : now.v && node_kind(now) == VALUE_NULL && assign_is_null(value);

	/* What was loaded tells only while no other edit of this change came before. */
	return same && change_is_empty(change);
}

bool change_set(struct change *change, const struct corpus *corpus, uint32_t record, const char *address, const char *value,
	struct error *err)
{
	struct edit_address at = address_of(corpus, record, address);
	struct node now = field_address_node(corpus, record, address);
	const char *written = *value || field_address_schema(corpus, record, address) == NULL ? value : "null";
	struct edit_plan plan;
	bool ok;

	if (holds(change, now, value))
		return true;
	edit_plan_init(&plan);
	ok = edit_plan_set(&plan, change->after.data, change->after.len, &at, written, err) && take_plan(change, &plan, err);
	edit_plan_release(&plan);
	if (ok)
		describe(change, address, now, NULL, written);
	return ok && (buf_ok(&change->what) || error_memory(err));
}

bool change_append(struct change *change, const struct corpus *corpus, uint32_t record, const char *address,
	const char *lines, struct error *err)
{
	struct edit_address at = address_of(corpus, record, address);
	struct edit_plan plan;
	bool ok;

	edit_plan_init(&plan);
	ok = edit_plan_append(&plan, change->after.data, change->after.len, &at, lines, err) && take_plan(change, &plan, err);
	edit_plan_release(&plan);
	if (ok)
		describe(change, address, (struct node){0}, ": an entry added", NULL);
	return ok && (buf_ok(&change->what) || error_memory(err));
}

/* In brackets the whole list is written anew, with the text behind. */
static bool add_in_brackets(struct change *change, const struct edit_address *at, struct node list, const char *text,
	struct error *err)
{
	struct edit_plan plan;
	struct buf value;
	bool ok;

	edit_plan_init(&plan);
	buf_init(&value);
	ok = flow_list_write(list, text, &value)
		&& edit_plan_set(&plan, change->after.data, change->after.len, at, value.data, err) && take_plan(change, &plan, err);
	buf_release(&value);
	edit_plan_release(&plan);
	return ok;
}

bool change_add(struct change *change, const struct corpus *corpus, uint32_t record, const char *address, const char *text,
	struct error *err)
{
	struct edit_address at = address_of(corpus, record, address);
	struct edit_plan plan;
	struct buf line;
	bool ok;

	edit_plan_init(&plan);
	buf_init(&line);
	ok = flow_list_scalar(text, true, false, &line)
		&& edit_plan_append(&plan, change->after.data, change->after.len, &at, line.data, err)
		&& take_plan(change, &plan, err);
	buf_release(&line);
	edit_plan_release(&plan);
	ok = ok || add_in_brackets(change, &at, field_address_node(corpus, record, address), text, err);
	if (ok)
		describe(change, address, (struct node){0}, " gains ", text);
	return ok && (buf_ok(&change->what) || error_memory(err));
}

/* The list of an item: what stands before its last bracket. */
static char *list_of(const char *address)
{
	const char *bracket = strrchr(address, '[');

	return strndup(address, bracket ? (size_t)(bracket - address) : strlen(address));
}

bool change_remove(struct change *change, const struct corpus *corpus, uint32_t record, const char *address,
	struct error *err)
{
	struct node item = field_address_node(corpus, record, address);
	char *list = list_of(address);
	struct edit_address at;
	struct edit_plan plan;
	bool ok;

	if (!list)
		return error_memory(err);
	edit_plan_init(&plan);
	if (item.v && node_count(field_address_node(corpus, record, list)) == 1) {
		at = address_of(corpus, record, list);
		ok = edit_plan_set(&plan, change->after.data, change->after.len, &at, "[]", err);
	} else {
		at = address_of(corpus, record, address);
		ok = edit_plan_remove(&plan, change->after.data, change->after.len, &at, err);
	}
	ok = ok && take_plan(change, &plan, err);
	edit_plan_release(&plan);
	if (ok)
		describe(change, list, item, " loses ", node_is_scalar(item) ? node_text(item) : "an entry");
	free(list);
	return ok && (buf_ok(&change->what) || error_memory(err));
}

bool change_is_empty(const struct change *change)
{
	return change->before.len == change->after.len
		&& memcmp(change->before.data, change->after.data, change->before.len) == 0;
}

bool change_diff(const struct change *change, struct buf *out)
{
	return line_diff(change->path, change->before.data, change->before.len, change->after.data, change->after.len, out);
}

struct corpus *change_preview(const struct change *change, const struct corpus *corpus, struct error *err)
{
	struct corpus_overlay overlay = {change->path, change->after.data, change->after.len};
	struct corpus_options options = {.roots = (const char *const *)corpus->roots,
		.root_count = corpus->root_count,
		.today = corpus->today,
		.stale_days = corpus->stale_days,
		.previous = corpus,
		.overlay = &overlay};

	return corpus_load(&options, err);
}

bool change_is_overtaken(const struct change *change, struct buf *now)
{
	buf_clear(now);
	return buf_read_file(now, change->path, READER_FILE_LIMIT)
		&& (now->len != change->before.len || memcmp(now->data, change->before.data, now->len) != 0);
}

bool change_save(const struct change *change, struct error *err)
{
	return edit_save(change->path, change->before.data, change->before.len, change->after.data, change->after.len, err);
}

bool change_take_back(const struct change *change, struct error *err)
{
	return edit_save(change->path, change->after.data, change->after.len, change->before.data, change->before.len, err);
}
