/* Which record a reference means: by id, alias, type and id, or by the place where it is written.
 *
 * Several roots may have records of one type and id. A reference means the one of its own root where it has one; and each
 * of them can be named by FILE:LINE, which no two share. */
#include <string.h>

#include "corpus_internal.h"
#include "document.h"
#include "text.h"

/* A reference taken apart: the folder or type (may be empty) and the id. */
struct reference_parts {
	const char *folder, *id;
	size_t folder_len, id_len;
};

static void take_apart(const char *text, size_t len, struct reference_parts *parts)
{
	const char *end = memchr(text, '|', len), *slash;

	len = end ? (size_t)(end - text) : len;
	end = memchr(text, '#', len);
	len = end ? (size_t)(end - text) : len;
	while (len && (*text == ' ' || *text == '\t' || *text == '\n'))
		text++, len--;
	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\n'))
		len--;
	while (len >= 2 && text[0] == '.' && (text[1] == '/' || (len >= 3 && text[1] == '.' && text[2] == '/'))) {
		size_t step = text[1] == '/' ? 2 : 3;

		text += step;
		len -= step;
	}
	if (len > 3 && memcmp(text + len - 3, ".md", 3) == 0)
		len -= 3;
	slash = memrchr(text, '/', len);
	parts->id = slash ? slash + 1 : text;
	parts->id_len = (size_t)(text + len - parts->id);
	parts->folder = slash ? text : NULL;
	parts->folder_len = slash ? (size_t)(slash - text) : 0;
	if (slash) {
		const char *inner = memrchr(text, '/', parts->folder_len);

		if (inner) {
			parts->folder_len -= (size_t)(inner + 1 - text);
			parts->folder = inner + 1;
		}
	}
}

/* The root that a record was found below. */
static int root_of(const struct corpus *corpus, uint32_t record)
{
	uint32_t unit = corpus->records[record].unit_index;
	int root = 0;

	while (root + 1 < corpus->root_count && unit >= corpus->root_units[root + 1])
		root++;
	return root;
}

/* The best of some candidates: the first that was read, and whether another of them is of another type. */
struct choice {
	uint32_t record;
	bool ambiguous;
};

static void choose(const struct corpus *corpus, struct choice *choice, uint32_t record)
{
	if (choice->record == RECORD_NONE) {
		choice->record = record;
		return;
	}
	choice->ambiguous = choice->ambiguous || corpus->records[choice->record].type != corpus->records[record].type;
	if (record < choice->record)
		choice->record = record;
}

/* Among the records of an id, those of a type if `type` is not RECORD_NONE, those of the root `own` first (-1: none). */
static enum resolve resolve_id(const struct corpus *corpus, const struct reference_parts *parts, uint32_t type, int own,
	uint32_t *record)
{
	struct map_slot *slot = map_find(&corpus->ids, parts->id, parts->id_len);
	struct choice any = {.record = RECORD_NONE}, ours = {.record = RECORD_NONE}, *best;
	uint32_t i = slot ? slot->value : RECORD_NONE;

	/* Without an end a corpus of one id would take the square of its size. */
	for (int look = 0; i != RECORD_NONE && look < SAME_ID_LOOK; i = corpus->records[i].next_same_id, look++) {
		if (type != RECORD_NONE && corpus->records[i].type != type)
			continue;
		choose(corpus, own >= 0 && root_of(corpus, i) == own ? &ours : &any, i);
	}
	best = ours.record != RECORD_NONE ? &ours : &any;
	*record = best->record;
	if (best->record != RECORD_NONE)
		return best->ambiguous ? RESOLVE_AMBIGUOUS : RESOLVE_FOUND;
	slot = map_find(&corpus->aliases, parts->id, parts->id_len);
	if (!slot || (type != RECORD_NONE && corpus->records[slot->value].type != type))
		return RESOLVE_NOTHING;
	*record = slot->value;
	return RESOLVE_FOUND;
}

static enum resolve resolve_name(const struct corpus *corpus, const char *text, size_t len, int own, uint32_t *record)
{
	struct reference_parts parts;
	uint32_t type = RECORD_NONE;

	take_apart(text, len, &parts);
	if (parts.folder)
		type = corpus_type_find(corpus, parts.folder, parts.folder_len);
	if (!parts.id_len || (parts.folder && type == RECORD_NONE))
		return RESOLVE_NOTHING;
	return resolve_id(corpus, &parts, type, own, record);
}

/* The unit of a file by its path as the corpus gives it. Units stand in the order of roots and, within one, of paths. */
static uint32_t unit_at(const struct corpus *corpus, int root, const char *path, size_t len)
{
	uint32_t low = corpus->root_units[root], high = corpus->root_units[root + 1];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const char *other = corpus->units[middle]->path;
		int order = strncmp(other, path, len);

		if (order == 0 && !other[len])
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return RECORD_NONE;
}

/* The first record of a unit, or the one that begins at a place in it (line 0: any; column 0: any). */
static uint32_t record_in_unit(const struct corpus *corpus, uint32_t unit, unsigned long line, unsigned long column)
{
	uint32_t low = 0, high = corpus->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (corpus->records[middle].unit_index < unit)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < corpus->count && corpus->records[low].unit_index == unit; low++) {
		const struct value *v = record_root(&corpus->records[low]).v;

		if ((!line || v->line == line) && (!column || v->column == column))
			return low;
	}
	return RECORD_NONE;
}

/* Takes ":NUMBER" off the end of a path. */
static unsigned long take_number(const char *text, size_t *len)
{
	size_t begin = *len;
	unsigned long number = 0;

	while (begin && text[begin - 1] >= '0' && text[begin - 1] <= '9' && *len - begin < 9)
		begin--;
	if (begin == *len || begin < 2 || text[begin - 1] != ':')
		return 0;
	for (size_t i = begin; i < *len; i++)
		number = number * 10 + (unsigned long)(text[i] - '0');
	*len = begin - 1;
	return number;
}

/* FILE, FILE:LINE or FILE:LINE:COLUMN. */
static enum resolve resolve_place(const struct corpus *corpus, const char *text, size_t len, uint32_t *record)
{
	unsigned long line = take_number(text, &len), column = 0, number = take_number(text, &len);

	if (number) {
		column = line;
		line = number;
	}
	for (int root = 0; len && root < corpus->root_count; root++) {
		uint32_t unit = unit_at(corpus, root, text, len);

		*record = unit == RECORD_NONE ? RECORD_NONE : record_in_unit(corpus, unit, line, column);
		if (*record != RECORD_NONE)
			return RESOLVE_FOUND;
	}
	return RESOLVE_NOTHING;
}

enum resolve corpus_resolve(const struct corpus *corpus, const char *text, size_t len, uint32_t *record)
{
	/* A place first: taken as a name, ROOT/docs/page.md would be the page of any root. */
	enum resolve found = resolve_place(corpus, text, len, record);

	if (found == RESOLVE_NOTHING)
		found = resolve_name(corpus, text, len, -1, record);
	if (found == RESOLVE_NOTHING)
		*record = RECORD_NONE;
	return found;
}

static bool names_a_file(const char *text, size_t len)
{
	static const char *const suffixes[] = {".md", ".json", ".yaml", ".yml"};

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t tail = strlen(suffixes[i]);

		if (len > tail && memcmp(text + len - tail, suffixes[i], tail) == 0)
			return true;
	}
	return false;
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Adds a relative path to a folder, step by step; `least` is the length that "../" may not go below. */
static bool join(struct buf *path, size_t least, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *slash = memchr(text, '/', (size_t)(end - text)), *stop = slash ? slash : end;
		size_t step = (size_t)(stop - text);

		if (step == 2 && memcmp(text, "..", 2) == 0) {
			while (path->len > least && path->data[path->len - 1] != '/')
				path->len--;
			if (path->len <= least)
				return false;
			path->data[--path->len] = '\0';
		} else if (step && !(step == 1 && *text == '.')) {
			buf_addc(path, '/');
			for (const char *at = text; at < stop; at++) {
				/* Addresses in Markdown write a space as %20. */
				int high = *at == '%' && stop - at > 2 ? hex_digit(at[1]) : -1, low = high >= 0 ? hex_digit(at[2]) : -1;

				buf_addc(path, low >= 0 ? (char)(high * 16 + low) : *at);
				at += low >= 0 ? 2 : 0;
			}
		}
		text = slash ? slash + 1 : end;
	}
	return buf_ok(path);
}

/* A file beside the citing one, or below its root: `from` is the length of the folder that the path starts at. */
static uint32_t record_of_file(const struct corpus *corpus, uint32_t citing, size_t from, const char *text, size_t len)
{
	const char *path = record_path(&corpus->records[citing]);
	int root = root_of(corpus, citing);
	uint32_t unit = RECORD_NONE;
	struct buf joined;

	buf_init(&joined);
	buf_add(&joined, path, from);
	if (buf_ok(&joined) && join(&joined, strlen(corpus->roots[root]), text, len))
		unit = unit_at(corpus, root, joined.data, joined.len);
	buf_release(&joined);
	return unit == RECORD_NONE ? RECORD_NONE : record_in_unit(corpus, unit, 0, 0);
}

static size_t without_slash(const char *path, size_t len)
{
	while (len > 1 && path[len - 1] == '/')
		len--;
	return len;
}

enum resolve corpus_resolve_from(const struct corpus *corpus, uint32_t from, const char *text, size_t len, uint32_t *record)
{
	const char *end = memchr(text, '|', len), *root, *path, *slash;
	size_t path_len;

	if (from >= corpus->count)
		return corpus_resolve(corpus, text, len, record);
	path_len = end ? (size_t)(end - text) : len;
	end = memchr(text, '#', path_len);
	path_len = end ? (size_t)(end - text) : path_len;
	if (names_a_file(text, path_len)) {
		root = corpus->roots[root_of(corpus, from)];
		path = record_path(&corpus->records[from]);
		slash = strrchr(path, '/');
		*record = slash ? record_of_file(corpus, from, (size_t)(slash - path), text, path_len) : RECORD_NONE;
		if (*record == RECORD_NONE)
			*record = record_of_file(corpus, from, without_slash(root, strlen(root)), text, path_len);
		if (*record != RECORD_NONE)
			return RESOLVE_FOUND;
	}
	return resolve_name(corpus, text, len, root_of(corpus, from), record);
}

void record_reference(const struct corpus *corpus, uint32_t record, struct buf *out)
{
	const struct record *r = &corpus->records[record];
	const struct value *v = record_root(r).v;
	size_t begin = out->len;
	uint32_t found;

	buf_addf(out, "%s/%s", record_type(corpus, r)->name, r->id);
	if (!buf_ok(out) || (corpus_resolve(corpus, out->data + begin, out->len - begin, &found) == RESOLVE_FOUND && found == record))
		return;
	/* Another one has the id, or the id is written with what references are made of. */
	out->len = begin;
	buf_addf(out, "%s:%u", record_path(r), v->line);
	if (!buf_ok(out) || (corpus_resolve(corpus, out->data + begin, out->len - begin, &found) == RESOLVE_FOUND && found == record))
		return;
	buf_addf(out, ":%u", v->column);
}

uint32_t record_next_twin(const struct corpus *corpus, uint32_t record, uint32_t after)
{
	const struct record *r = &corpus->records[record];
	struct map_slot *slot = map_find(&corpus->ids, r->id, strlen(r->id));
	uint32_t i = slot ? slot->value : RECORD_NONE;

	if (after != RECORD_NONE)
		i = corpus->records[after].next_same_id;
	return i == record ? corpus->records[i].next_same_id : i;
}

const char *corpus_suggest_id(const struct corpus *corpus, const char *id)
{
	struct text_nearest near;

	text_nearest_init(&near, id);
	for (uint32_t i = 0; i < corpus->count; i++)
		text_nearest_offer(&near, corpus->records[i].id);
	for (uint32_t i = 0; i < corpus->aliases.cap; i++)
		if (corpus->aliases.slots[i].key)
			text_nearest_offer(&near, corpus->aliases.slots[i].key);
	return near.best;
}
