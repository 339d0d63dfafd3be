/* The settings' file: YAML values checked against the table; its keys are settings_keys.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "reader.h"
#include "settings.h"
#include "text.h"

struct parse {
	struct settings *s;
	const char *path;
	struct keys *keys;
	struct unit *unit;
};

static void fault(struct parse *p, enum finding_code code, struct node n, const char *message, const char *detail)
{
	finding_add(&p->s->faults, code, n.v ? n.v->line : 1, n.v ? n.v->column : 1, message, detail);
}

static int setting_find(const char *name)
{
	for (int i = 0; i < SETTING_COUNT; i++)
		if (strcmp(setting_rows[i].name, name) == 0)
			return i;
	return -1;
}

static void unknown(struct parse *p, struct node n, const char *name, const char *near)
{
	finding_add(&p->s->faults, FINDING_UNKNOWN_FIELD, n.v->line, n.v->column, "there is no setting `%s`%s%s%s", name, near ? "; did you mean `" : "", near ? near : "",
		near ? "`?" : "");
}

/* ---- values ---- */

static bool take(struct parse *p, int setting, struct node n, const char *text)
{
	struct setting_value *v = &p->s->values[setting];
	char *copy = strdup(text);

	if (!copy)
		return false;
	free(v->text);
	*v = (struct setting_value){.text = copy, .from = FROM_FILE, .line = n.v->line};
	return true;
}

/* A folder, with ~ for the home folder. */
static void add_folder(struct buf *out, const char *text)
{
	const char *home = getenv("HOME");

	buf_adds(out, out->len ? "\n" : "");
	if (text[0] == '~' && (text[1] == '/' || !text[1]) && home)
		buf_addf(out, "%s%s", home, text + 1);
	else
		buf_adds(out, text);
}

static bool take_list(struct parse *p, int setting, struct node n)
{
	struct buf all;
	bool ok = true;

	buf_init(&all);
	if (node_is_scalar(n) && node_len(n)) {
		add_folder(&all, node_text(n));
	} else {
		for (struct node item = node_first(n); item.v; item = node_next(n, item))
			if (node_is_scalar(item) && node_len(item) && !strchr(node_text(item), '\n'))
				add_folder(&all, node_text(item));
			else
				fault(p, FINDING_WRONG_TYPE, item, "%s: each item is the name of a folder", setting_rows[setting].name);
	}
	if (all.len)
		ok = buf_ok(&all) && take(p, setting, n, all.data);
	buf_release(&all);
	return ok;
}

static bool take_value(struct parse *p, int setting, struct node n)
{
	const struct setting_row *row = &setting_rows[setting];
	bool yes;
	double number;

	if (row->kind == SETTING_LIST && (node_kind(n) == VALUE_LIST || (node_is_scalar(n) && node_kind(n) != VALUE_NULL)))
		return take_list(p, setting, n);
	if (row->kind == SETTING_LIST || !node_is_scalar(n) || node_kind(n) == VALUE_NULL) {
		fault(p, FINDING_WRONG_TYPE, n, row->kind == SETTING_LIST ? "%s: a list of folders is expected" : "%s: one value is expected", row->name);
		return true;
	}
	if (row->kind == SETTING_YES_NO) {
		if (node_boolean(n, &yes))
			return take(p, setting, n, yes ? "yes" : "no");
		finding_add(&p->s->faults, FINDING_WRONG_TYPE, n.v->line, n.v->column, "%s: `%s` is neither yes nor no", row->name, node_text(n));
		return true;
	}
	if (row->kind == SETTING_NUMBER) {
		if (node_number(n, &number) && number >= (double)row->least && number <= (double)row->most && number == (double)(long)number) {
			char whole[32];

			/* YAML has other ways to write it: 1e2 is a hundred. */
			snprintf(whole, sizeof whole, "%ld", (long)number);
			return take(p, setting, n, whole);
		}
		finding_add(&p->s->faults, FINDING_WRONG_TYPE, n.v->line, n.v->column, "%s: `%s` is no number from %ld to %ld", row->name, node_text(n), row->least, row->most);
		return true;
	}
	if (!node_len(n)) {
		fault(p, FINDING_WRONG_TYPE, n, "%s: it is empty", row->name);
		return true;
	}
	return take(p, setting, n, node_text(n));
}

static bool take_root(struct parse *p, struct node root)
{
	for (struct node n = node_first(root); n.v; n = node_next(root, n)) {
		const char *name = keys_name(p->keys, n.v->key);
		int setting = setting_find(name);
		struct text_nearest near;

		if (strcmp(name, "keys") == 0) {
			settings_take_keys(p->s, p->keys, n);
		} else if (setting >= 0 && p->s->values[setting].from == FROM_FILE) {
			/* Given twice, which the reader has told: the first counts. */
			continue;
		} else if (setting >= 0) {
			if (!take_value(p, setting, n))
				return false;
		} else {
			text_nearest_init(&near, name);
			text_nearest_offer(&near, "keys");
			for (int i = 0; i < SETTING_COUNT; i++)
				text_nearest_offer(&near, setting_rows[i].name);
			unknown(p, n, name, near.best);
		}
	}
	return true;
}

bool settings_parse(struct settings *s, const char *path, const char *bytes, size_t len)
{
	struct parse p = {.s = s, .path = path, .keys = keys_new()};
	struct reader *reader = p.keys ? reader_new(p.keys) : NULL;
	bool ok = false;

	p.unit = reader ? reader_yaml(reader, path, bytes, len) : NULL;
	if (p.unit) {
		for (size_t i = 0; i < p.unit->findings.count; i++) {
			const struct finding *f = &p.unit->findings.items[i];

			/* Records need an id and a type; settings have none. */
			if (f->code != FINDING_NO_IDENTITY)
				finding_add(&s->faults, f->code, f->line, f->column, "%s", f->message);
		}
		ok = true;
		if (p.unit->value_count) {
			struct node root = {p.unit, &p.unit->values[0]};

			if (node_kind(root) == VALUE_MAP)
				ok = take_root(&p, root);
			else if (node_kind(root) != VALUE_NULL)
				fault(&p, FINDING_WRONG_TYPE, root, "%s", "settings are a mapping of names to values");
		}
	}
	unit_unref(p.unit);
	reader_free(reader);
	keys_unref(p.keys);
	return ok && !s->faults.failed;
}
