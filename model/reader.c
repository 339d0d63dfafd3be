/* libyaml's events become values as they come: each open list or map is a frame on a small stack. A frame of a map
 * waits for a key or for that key's value; what can't be a key (a list, a map) is skipped with its value. */
#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "reader_bytes.h"
#include "reader_internal.h"
#include "reader_json.h"
#include "scratch.h"

enum { ANCHORS_MAX = 256, KEY_CACHE = 256 };

enum frame_state { FRAME_ITEM, FRAME_KEY, FRAME_VALUE, FRAME_SKIP_VALUE };

struct frame {
	uint32_t index;
	uint16_t key;
	enum frame_state state;
};

struct anchor {
	char *name;
	uint32_t index;
	bool open; /* its list or map is not finished yet */
};

struct reader {
	struct keys *keys;
	struct scratch scratch;
	struct buf bytes, json;
	struct {
		const char *name;
		size_t len;
		uint16_t key;
	} key_cache[KEY_CACHE]; /* keys repeat in every record: most are found without the shared table */
	struct frame frames[READER_DEPTH_LIMIT];
	int depth;
	int skipping; /* open lists and maps of what is being skipped */
	struct anchor anchors[ANCHORS_MAX];
	int anchor_count;
	uint32_t alias_values;
	uint32_t document_begin;
	uint32_t root; /* of the document, SCRATCH_NONE before it begins */
	long line_offset;
	const struct reader_tail *tail;
	bool stopped; /* a limit or an error: no more of this file */
	bool no_json; /* told already: the file is no JSON, whatever YAML makes of it */
	struct {
		uint32_t count, line, column; /* how many, and where the first one stands */
	} lost_keys;
};

struct reader *reader_new(struct keys *keys)
{
	struct reader *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->keys = keys;
	scratch_init(&r->scratch);
	buf_init(&r->bytes);
	buf_init(&r->json);
	return r;
}

static void forget_anchors(struct reader *r)
{
	for (int i = 0; i < r->anchor_count; i++)
		free(r->anchors[i].name);
	r->anchor_count = 0;
}

void reader_free(struct reader *r)
{
	if (!r)
		return;
	forget_anchors(r);
	scratch_release(&r->scratch);
	buf_release(&r->bytes);
	buf_release(&r->json);
	free(r);
}

void reader_expect_many(struct reader *r)
{
	/* Without a chunk each unit is allocated by itself: slower, and as good. */
	if (!r->scratch.chunk)
		r->scratch.chunk = unit_chunk_new();
}

struct unit_chunk **reader_chunk(struct reader *r)
{
	return &r->scratch.chunk;
}

struct scratch *reader_scratch(struct reader *r)
{
	return &r->scratch;
}

uint16_t reader_key(struct reader *r, const char *name, size_t len)
{
	/* Names of a kind of record differ in length and ends; a slot that two share costs a look-up. */
	size_t slot = (len * 31 + (unsigned char)(len ? name[0] : 0) * 7 + (unsigned char)(len ? name[len - 1] : 0)
			      + (unsigned char)(len > 2 ? name[len / 2] : 0) * 3)
		% KEY_CACHE;
	uint16_t key;

	if (r->key_cache[slot].name && r->key_cache[slot].len == len && memcmp(r->key_cache[slot].name, name, len) == 0)
		return r->key_cache[slot].key;
	key = keys_add(r->keys, name, len);
	if (key != KEY_NONE) {
		r->key_cache[slot].name = keys_name(r->keys, key);
		r->key_cache[slot].len = len;
		r->key_cache[slot].key = key;
	}
	return key;
}

static uint32_t line_of(const struct reader *r, const yaml_mark_t *mark)
{
	return (uint32_t)((long)mark->line + 1 + r->line_offset);
}

static void stop(struct reader *r, enum finding_code code, uint32_t line, size_t column, const char *message)
{
	if (!finding_add(&r->scratch.findings, code, line, (uint32_t)column, "%s", message))
		r->scratch.failed = true;
	r->stopped = true;
}

static void stop_at(struct reader *r, const yaml_mark_t *mark, enum finding_code code, const char *message)
{
	stop(r, code, line_of(r, mark), mark->column + 1, message);
}

/* Marks duplicate keys of a finished map. `seen` by sorting would reorder; maps are small, and large ones go through
 * a table, so that a hostile map stays linear. */
static void check_keys(struct reader *r, uint32_t index)
{
	struct scratch *s = &r->scratch;
	static _Thread_local uint32_t seen[KEYS_MAX];
	static _Thread_local uint32_t serial;
	uint32_t end = index + value_span(&s->values[index]);

	if (++serial == 0) {
		memset(seen, 0, sizeof seen);
		serial = 1;
	}
	for (uint32_t i = index + 1; i < end; i += value_span(&s->values[i])) {
		uint16_t key = s->values[i].key;

		if (seen[key] == serial
			&& !finding_add(&s->findings, FINDING_DUPLICATE_KEY, s->values[i].line, s->values[i].column,
				"key `%s` is given twice in one mapping", keys_name(r->keys, key)))
			s->failed = true;
		seen[key] = serial;
	}
}

/* Where the next value goes. False when it is to be skipped. */
static bool take_place(struct reader *r, uint16_t *key)
{
	struct frame *f = r->depth ? &r->frames[r->depth - 1] : NULL;

	*key = KEY_NONE;
	if (!f || f->state == FRAME_ITEM)
		return true;
	if (f->state == FRAME_SKIP_VALUE) {
		f->state = FRAME_KEY;
		return false;
	}
	*key = f->key;
	f->state = FRAME_KEY;
	return true;
}

static bool awaits_key(const struct reader *r)
{
	return r->depth && r->frames[r->depth - 1].state == FRAME_KEY;
}

static void add_anchor(struct reader *r, const yaml_char_t *name, uint32_t index, bool open, const yaml_mark_t *mark)
{
	struct anchor *a;

	if (!name || index == SCRATCH_NONE)
		return;
	if (r->anchor_count == ANCHORS_MAX) {
		stop_at(r, mark, FINDING_LIMIT, "more than 256 anchors in one document");
		return;
	}
	a = &r->anchors[r->anchor_count];
	a->name = strdup((const char *)name);
	if (!a->name) {
		r->scratch.failed = true;
		return;
	}
	a->index = index;
	a->open = open;
	r->anchor_count++;
}

static void note_root(struct reader *r, uint32_t index)
{
	if (!r->depth && r->root == SCRATCH_NONE)
		r->root = index;
}

static void on_key(struct reader *r, const yaml_event_t *event)
{
	struct frame *f = &r->frames[r->depth - 1];
	const char *name = (const char *)event->data.scalar.value;
	size_t len = event->data.scalar.length;

	f->key = memchr(name, '\0', len) ? KEY_NONE : reader_key(r, name, len);
	if (f->key == KEY_NONE) {
		if (!r->lost_keys.count++) {
			r->lost_keys.line = line_of(r, &event->start_mark);
			r->lost_keys.column = (uint32_t)event->start_mark.column + 1;
		}
		f->state = FRAME_SKIP_VALUE;
		return;
	}
	f->state = FRAME_VALUE;
}

static void on_scalar(struct reader *r, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	size_t len = event->data.scalar.length;
	bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	uint16_t key;
	uint32_t index;

	if (r->skipping)
		return;
	if (awaits_key(r)) {
		on_key(r, event);
		return;
	}
	if (!take_place(r, &key))
		return;
	if (len > READER_SCALAR_LIMIT) {
		stop_at(r, &event->start_mark, FINDING_LIMIT, "a text of more than 16 MiB");
		return;
	}
	index = scratch_scalar(&r->scratch, key, plain ? reader_kind(text, len) : VALUE_TEXT, !plain, text, len,
		line_of(r, &event->start_mark), event->start_mark.column + 1);
	add_anchor(r, event->data.scalar.anchor, index, false, &event->start_mark);
	note_root(r, index);
}

static void on_alias(struct reader *r, const yaml_event_t *event)
{
	const char *name = (const char *)event->data.alias.anchor;
	struct scratch *s = &r->scratch;
	int i = r->anchor_count - 1;
	uint16_t key;

	if (r->skipping)
		return;
	if (awaits_key(r)) {
		r->frames[r->depth - 1].state = FRAME_SKIP_VALUE;
		return;
	}
	while (i >= 0 && strcmp(r->anchors[i].name, name) != 0)
		i--;
	if (i < 0 || r->anchors[i].open) {
		stop_at(r, &event->start_mark, FINDING_SYNTAX,
			i < 0 ? "alias to an anchor that was not given before" : "alias to something that contains it");
		return;
	}
	r->alias_values += value_span(&s->values[r->anchors[i].index]);
	if (r->alias_values > READER_ALIAS_LIMIT) {
		stop_at(r, &event->start_mark, FINDING_LIMIT, "aliases that stand for more than 65,536 values");
		return;
	}
	if (take_place(r, &key))
		note_root(r, scratch_copy(s, r->anchors[i].index, key, line_of(r, &event->start_mark),
				     event->start_mark.column + 1));
}

static void on_open(struct reader *r, const yaml_event_t *event, enum value_kind kind, const yaml_char_t *anchor)
{
	uint16_t key;
	uint32_t index;

	if (r->skipping) {
		if (++r->skipping > READER_DEPTH_LIMIT)
			stop_at(r, &event->start_mark, FINDING_LIMIT, "lists and maps nested more than 64 deep");
		return;
	}
	if (awaits_key(r)) {
		if (!finding_add(&r->scratch.findings, FINDING_SYNTAX, line_of(r, &event->start_mark),
				(uint32_t)event->start_mark.column + 1, "a list or map used as a key is left out"))
			r->scratch.failed = true;
		r->frames[r->depth - 1].state = FRAME_SKIP_VALUE;
		r->skipping = 1;
		return;
	}
	if (!take_place(r, &key)) {
		r->skipping = 1;
		return;
	}
	if (r->depth == READER_DEPTH_LIMIT) {
		stop_at(r, &event->start_mark, FINDING_LIMIT, "lists and maps nested more than 64 deep");
		return;
	}
	index = scratch_open(&r->scratch, key, kind, line_of(r, &event->start_mark), event->start_mark.column + 1);
	if (index == SCRATCH_NONE)
		return;
	add_anchor(r, anchor, index, true, &event->start_mark);
	note_root(r, index);
	r->frames[r->depth++] = (struct frame){index, KEY_NONE, kind == VALUE_MAP ? FRAME_KEY : FRAME_ITEM};
}

static void on_close(struct reader *r)
{
	struct scratch *s = &r->scratch;
	uint32_t index, children;

	if (r->skipping) {
		r->skipping--;
		return;
	}
	index = r->frames[--r->depth].index;
	if (!r->depth && r->tail)
		reader_add_tail(r, index, r->tail);
	children = scratch_close(s, index);
	if (s->failed)
		return;
	for (int i = 0; i < r->anchor_count; i++)
		if (r->anchors[i].index == index)
			r->anchors[i].open = false;
	if (s->values[index].kind == VALUE_MAP)
		check_keys(r, index);
	if (children > READER_KEYS_LIMIT)
		stop(r, FINDING_LIMIT, s->values[index].line, s->values[index].column, "more than 65,536 entries in one list or map");
}

static void on_document_begin(struct reader *r)
{
	r->document_begin = r->scratch.count;
	r->root = SCRATCH_NONE;
	r->depth = r->skipping = 0;
	forget_anchors(r);
}

/* A map is a record; of a list, each map. Anything else at the top is data of some other program. */
static void on_document_end(struct reader *r)
{
	struct scratch *s = &r->scratch;
	uint32_t end;

	/* What is wrong behind its end takes nothing of it away. */
	r->document_begin = s->count;
	if (r->root == SCRATCH_NONE || s->failed)
		return;
	if (s->values[r->root].kind == VALUE_MAP)
		scratch_record(s, r->root);
	if (s->values[r->root].kind != VALUE_LIST)
		return;
	end = r->root + value_span(&s->values[r->root]);
	for (uint32_t i = r->root + 1; i < end; i += value_span(&s->values[i]))
		if (s->values[i].kind == VALUE_MAP)
			scratch_record(s, i);
}

static void on_event(struct reader *r, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		on_document_begin(r);
		break;
	case YAML_DOCUMENT_END_EVENT:
		on_document_end(r);
		break;
	case YAML_SCALAR_EVENT:
		on_scalar(r, event);
		break;
	case YAML_ALIAS_EVENT:
		on_alias(r, event);
		break;
	case YAML_SEQUENCE_START_EVENT:
		on_open(r, event, VALUE_LIST, event->data.sequence_start.anchor);
		break;
	case YAML_MAPPING_START_EVENT:
		on_open(r, event, VALUE_MAP, event->data.mapping_start.anchor);
		break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		on_close(r);
		break;
	default:
		break;
	}
	if (!r->stopped && r->scratch.count > READER_VALUE_LIMIT)
		stop_at(r, &event->start_mark, FINDING_LIMIT, "more than 4 million values in one file");
	if (!r->stopped && r->scratch.record_count > READER_DOCUMENT_LIMIT)
		stop_at(r, &event->start_mark, FINDING_LIMIT, "more than 65,536 records in one file");
}

static void on_parse_error(struct reader *r, const yaml_parser_t *parser)
{
	char message[256];
	const char *problem = parser->problem ? parser->problem : "can't be read";
	const yaml_mark_t *mark = &parser->problem_mark;

	if (r->no_json && parser->error != YAML_MEMORY_ERROR) {
		r->stopped = true;
		return;
	}
	if (parser->error == YAML_MEMORY_ERROR) {
		r->scratch.failed = true;
		return;
	}
	if (parser->context)
		snprintf(message, sizeof message, "%s, %s", parser->context, problem);
	else
		snprintf(message, sizeof message, "%s", problem);
	stop_at(r, mark, FINDING_SYNTAX, message);
}

bool reader_events(struct reader *r, const char *bytes, size_t len, long line_offset, const struct reader_tail *tail)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool done = false;

	r->line_offset = line_offset;
	r->tail = tail;
	r->stopped = false;
	r->alias_values = 0;
	memset(&r->lost_keys, 0, sizeof r->lost_keys);
	on_document_begin(r);
	if (!yaml_parser_initialize(&parser)) {
		r->scratch.failed = true;
		return false;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, len);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (!done && !r->stopped && !r->scratch.failed) {
		if (!yaml_parser_parse(&parser, &event)) {
			on_parse_error(r, &parser);
			break;
		}
		on_event(r, &event);
		done = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	forget_anchors(r);
	if (r->lost_keys.count
		&& !finding_add(&r->scratch.findings, FINDING_LIMIT, r->lost_keys.line, r->lost_keys.column,
			"%u key%s that can't be kept: with empty bytes, or beyond %d different names", r->lost_keys.count,
			r->lost_keys.count == 1 ? "" : "s", KEYS_MAX))
		r->scratch.failed = true;
	if (!done)
		scratch_truncate(&r->scratch, r->document_begin);
	return done;
}

static bool has_suffix(const char *path, const char *suffix)
{
	size_t len = strlen(path), tail = strlen(suffix);

	return len > tail && strcmp(path + len - tail, suffix) == 0;
}

/* What is no JSON in a file that says it is, and a copy for libyaml where it needs one. */
static bool prepare_json(struct reader *r, const char **bytes, size_t *len)
{
	struct finding_list *findings = &r->scratch.findings;
	struct json_scan scan;
	int line, column;

	reader_json_scan(*bytes, *len, &scan);
	r->no_json = *scan.fault.message != '\0';
	if (r->no_json
		&& !finding_add(findings, FINDING_SYNTAX, (uint32_t)scan.fault.line, (uint32_t)scan.fault.column, "not JSON: %s",
			scan.fault.message))
		return false;
	if (scan.lone) {
		reader_json_place(*bytes, scan.lone_at, &line, &column);
		if (!finding_add(findings, FINDING_ENCODING, (uint32_t)line, (uint32_t)column,
			    "%zu escape%s of half a surrogate pair, shown as U+FFFD", scan.lone, scan.lone == 1 ? "" : "s"))
			return false;
	}
	if (!scan.care)
		return true;
	buf_clear(&r->json);
	if (!reader_json_prepare(&r->json, *bytes, *len))
		return false;
	*bytes = r->json.data;
	*len = r->json.len;
	return true;
}

bool reader_prepare(struct reader *r, const char *path, const char **bytes, size_t *len)
{
	r->no_json = false;
	buf_clear(&r->bytes);
	if (*len >= 3 && memcmp(*bytes, "\xEF\xBB\xBF", 3) == 0) {
		*bytes += 3;
		*len -= 3;
	}
	if (reader_bytes_first_fault(*bytes, *len) < *len) {
		if (!reader_bytes_clean(&r->bytes, *bytes, *len, &r->scratch.findings))
			return false;
		*bytes = r->bytes.data;
		*len = r->bytes.len;
	}
	return !has_suffix(path, ".json") || prepare_json(r, bytes, len);
}

struct unit *reader_yaml(struct reader *r, const char *path, const char *bytes, size_t len)
{
	struct unit *unit;
	bool clean;

	scratch_clear(&r->scratch);
	if (!reader_prepare(r, path, &bytes, &len))
		return NULL;
	clean = reader_events(r, bytes, len, 0, NULL);
	unit = scratch_unit(&r->scratch, path);
	if (unit)
		unit->clean = clean && !(r->no_json && !unit->value_count);
	return unit;
}

struct unit *reader_failed(const char *path, enum finding_code code, const char *why)
{
	struct scratch s;
	struct unit *unit = NULL;

	scratch_init(&s);
	if (finding_add(&s.findings, code, 0, 0, "%s", why))
		unit = scratch_unit(&s, path);
	if (unit)
		unit->clean = false;
	scratch_release(&s);
	return unit;
}
