#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit_cache.h"

struct unit *unit_ref(struct unit *unit)
{
	__atomic_add_fetch(&unit->refs, 1, __ATOMIC_RELAXED);
	return unit;
}

void unit_unref(struct unit *unit)
{
	if (!unit || __atomic_sub_fetch(&unit->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	finding_list_release(&unit->findings);
	unit_cache_unref(unit->cache);
	if (unit->chunk)
		unit_chunk_unref(unit->chunk);
	else
		free(unit);
}

static size_t unit_block_size(const struct unit *unit)
{
	return sizeof *unit + strlen(unit->path) + 1 + unit->value_count * sizeof *unit->values
		+ unit->record_count * sizeof *unit->records + unit->text_len + 1;
}

/* Copies bytes to *at, which moves behind them. */
static void *move_to(char **at, const void *bytes, size_t len)
{
	void *to = *at;

	if (len)
		memcpy(to, bytes, len);
	*at += len;
	return to;
}

struct unit *unit_copy(const struct unit *unit)
{
	struct unit_chunk *none = NULL;
	struct unit *copy = unit_new(&none, unit_block_size(unit) - sizeof *unit);
	char *at;

	if (!copy)
		return NULL;
	*copy = *unit;
	copy->refs = 1;
	copy->chunk = NULL;
	copy->cache = NULL;
	at = (char *)(copy + 1);
	copy->values = move_to(&at, unit->values, unit->value_count * sizeof *unit->values);
	copy->records = move_to(&at, unit->records, unit->record_count * sizeof *unit->records);
	copy->text = move_to(&at, unit->text, (size_t)unit->text_len + 1);
	copy->path = move_to(&at, unit->path, strlen(unit->path) + 1);
	finding_list_init(&copy->findings);
	return copy;
}

size_t unit_memory(const struct unit *unit)
{
	return unit_block_size(unit);
}

enum value_state node_state(struct node n)
{
	if (!n.v)
		return STATE_ABSENT;
	if (n.v->kind == VALUE_NULL)
		return STATE_NULL;
	return n.v->size > (n.v->kind >= VALUE_LIST) ? STATE_GIVEN : STATE_EMPTY;
}

const char *value_state_name(enum value_state state)
{
	static const char *const names[] = {"not recorded", "null", "empty", "given"};

	return names[state];
}

enum value_kind node_kind(struct node n)
{
	return n.v ? (enum value_kind)n.v->kind : VALUE_NULL;
}

bool node_is_scalar(struct node n)
{
	return n.v && n.v->kind != VALUE_NULL && n.v->kind < VALUE_LIST;
}

const char *node_text(struct node n)
{
	return node_is_scalar(n) ? n.unit->text + n.v->text : "";
}

size_t node_len(struct node n)
{
	return node_is_scalar(n) ? n.v->size : 0;
}

uint32_t node_count(struct node n)
{
	uint32_t count = 0;

	for (struct node child = node_first(n); child.v; child = node_next(n, child))
		count++;
	return count;
}

struct node node_first(struct node n)
{
	return (struct node){n.unit, n.v && value_span(n.v) > 1 ? n.v + 1 : NULL};
}

struct node node_next(struct node parent, struct node child)
{
	const struct value *next = child.v + value_span(child.v);

	return (struct node){parent.unit, next < parent.v + value_span(parent.v) ? next : NULL};
}

struct node node_get(struct node map, uint16_t key)
{
	struct node child = {map.unit, NULL};

	if (key == KEY_NONE || node_kind(map) != VALUE_MAP)
		return child;
	for (child = node_first(map); child.v && child.v->key != key; child = node_next(map, child))
		;
	return child;
}

struct node node_at(struct node list, uint32_t index)
{
	struct node child = node_first(list);

	while (child.v && index--)
		child = node_next(list, child);
	return child;
}

bool node_number(struct node n, double *number)
{
	char *end;

	if (!n.v || (n.v->kind != VALUE_INTEGER && n.v->kind != VALUE_NUMBER))
		return false;
	*number = strtod(node_text(n), &end);
	return *end == '\0' && isfinite(*number);
}

bool node_boolean(struct node n, bool *boolean)
{
	if (!n.v || n.v->kind != VALUE_BOOLEAN)
		return false;
	*boolean = strchr("yYtT", node_text(n)[0]) != NULL;
	return true;
}

bool node_equals(struct node n, const char *text)
{
	return node_is_scalar(n) && node_len(n) == strlen(text) && memcmp(node_text(n), text, node_len(n)) == 0;
}

struct walk {
	const struct path *path;
	path_visit visit;
	void *context;
};

static bool walk_from(const struct walk *walk, struct node n, int depth)
{
	if (n.v && n.v->kind == VALUE_LIST && node_first(n).v) {
		for (struct node item = node_first(n); item.v; item = node_next(n, item))
			if (!walk_from(walk, item, depth))
				return false;
		return true;
	}
	if (depth == walk->path->depth)
		return walk->visit(walk->context, n);
	/* An empty list or a null on the way answers for all that would be beneath it. */
	if (node_state(n) != STATE_GIVEN)
		return walk->visit(walk->context, n);
	return walk_from(walk, node_get(n, walk->path->keys[depth]), depth + 1);
}

bool path_walk(struct node root, const struct path *path, path_visit visit, void *context)
{
	const struct walk walk = {path, visit, context};

	return walk_from(&walk, root, 0);
}

static bool note_state(void *context, struct node n)
{
	enum value_state *best = context, state = node_state(n);

	if (state > *best)
		*best = state;
	return *best != STATE_GIVEN;
}

enum value_state path_state(struct node root, const struct path *path)
{
	enum value_state state = STATE_ABSENT;

	path_walk(root, path, note_state, &state);
	return state;
}

static int days_in_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return days[month - 1] + (month == 2 && leap);
}

bool value_parse_date(const char *text, size_t len, int *date)
{
	int parts[3] = {0, 0, 0};

	if (len != 10 || text[4] != '-' || text[7] != '-')
		return false;
	for (size_t i = 0, part = 0; i < len; i++) {
		if (i == 4 || i == 7) {
			part++;
			continue;
		}
		if (text[i] < '0' || text[i] > '9')
			return false;
		parts[part] = parts[part] * 10 + (text[i] - '0');
	}
	if (parts[1] < 1 || parts[1] > 12 || parts[2] < 1 || parts[2] > days_in_month(parts[0], parts[1]))
		return false;
	*date = parts[0] * 10000 + parts[1] * 100 + parts[2];
	return true;
}

/* Days since a fixed day long past, by the Gregorian rules (years counted from March, so that the leap day is last). */
static int day_number(int date)
{
	int year = date / 10000, month = date / 100 % 100, day = date % 100;

	if (month <= 2) {
		year--;
		month += 12;
	}
	return 365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day;
}

int value_days_between(int from, int to)
{
	return day_number(to) - day_number(from);
}
