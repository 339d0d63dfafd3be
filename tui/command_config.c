/* The settings in force and where each comes from. */
#include <string.h>

#include "command.h"
#include "grid.h"
#include "json.h"
#include "settings.h"

static void say_from(const struct settings *s, const struct setting_value *v, const char *variable, struct buf *out)
{
	static const char *const plain[] = {"default", "", "", "command line"};

	if (v->from == FROM_FILE)
		buf_addf(out, "%s:%u", s->path, v->line);
	else if (v->from == FROM_ENVIRONMENT)
		buf_addf(out, "$%s", variable);
	else
		buf_adds(out, plain[v->from]);
}

static void add(struct grid *grid, struct buf *json, bool *first, const char *name, const char *value, const char *from, const char *help)
{
	grid_add(grid, name);
	grid_add(grid, value);
	grid_add(grid, from);
	grid_add(grid, help);
	json_next(json, first, 2);
	buf_adds(json, "{\"name\": ");
	json_string0(json, name);
	buf_adds(json, ", \"value\": ");
	json_string0(json, value);
	buf_adds(json, ", \"from\": ");
	json_string0(json, from);
	buf_addc(json, '}');
}

static void add_all(const struct settings *s, struct grid *grid, struct buf *json)
{
	bool first = true;
	struct buf from, value;

	buf_init(&from);
	buf_init(&value);
	for (int i = 0; i < SETTING_COUNT; i++) {
		buf_clear(&from);
		buf_clear(&value);
		say_from(s, &s->values[i], setting_rows[i].variable, &from);
		for (const char *c = setting_text(s, (enum setting)i); *c; c++)
			buf_adds(&value, *c == '\n' ? ", " : (char[]){*c, '\0'});
		add(grid, json, &first, setting_rows[i].name, value.data, from.data, setting_rows[i].help);
	}
	for (int a = 0; a < ACTION_COUNT; a++) {
		struct buf name;

		buf_init(&name);
		buf_clear(&from);
		buf_clear(&value);
		buf_addf(&name, "keys.%s", action_rows[a].name);
		if (s->keys[a].own)
			buf_addf(&from, "%s:%u", s->path, s->keys[a].line);
		else
			buf_adds(&from, "default");
		keymap_print(&s->keymap, (enum action)a, &value);
		add(grid, json, &first, name.data, value.data, from.data, action_rows[a].help);
		buf_release(&name);
	}
	buf_release(&from);
	buf_release(&value);
}

int command_config(const struct command *c, const struct settings *s)
{
	const char *format = c->options->format ? c->options->format : "text";
	struct grid grid;
	struct buf out, json;
	int status;

	if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
		return command_fail(STATUS_USAGE, "no format `%s`; config prints text or json", format);
	grid_init(&grid);
	grid_head(&grid, "setting");
	grid_head(&grid, "value");
	grid_head(&grid, "from");
	grid_head(&grid, "what it does");
	buf_init(&out);
	buf_init(&json);
	buf_addc(&json, '[');
	add_all(s, &grid, &json);
	buf_adds(&json, "\n]\n");
	if (strcmp(format, "json") == 0) {
		status = command_write(c, &json);
	} else {
		buf_addf(&out, "%s%s\n\n", s->path ? s->path : "no place for settings: XDG_CONFIG_HOME and HOME are not set", s->path && !s->there ? " (not there)" : "");
		grid_table(&grid, c->width, &out);
		status = grid_ok(&grid) ? command_write(c, &out) : command_fail(STATUS_USAGE, "out of memory");
	}
	grid_release(&grid);
	buf_release(&out);
	buf_release(&json);
	return status ? status : s->faults.count ? STATUS_NOTHING : STATUS_FOUND;
}
