#include "field_address.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"

struct node field_address_node(const struct corpus *corpus, uint32_t record, const char *address)
{
	struct node n = record_root(&corpus->records[record]);

	while (*address && n.v) {
		size_t len;

		if (*address == '[') {
			char *end;
			unsigned long index = strtoul(address + 1, &end, 10);

			if (end == address + 1 || *end != ']' || node_kind(n) != VALUE_LIST || index >= node_count(n))
				return (struct node){n.unit, NULL};
			n = node_at(n, (uint32_t)index);
			address = end + 1;
			continue;
		}
		address += *address == '.';
		len = strcspn(address, ".[");
		n = node_get(n, keys_find(corpus->keys, address, len));
		address += len;
	}
	return n;
}

const struct schema_field *field_address_schema(const struct corpus *corpus, uint32_t record, const char *address)
{
	const struct schema_type *schema = record_type(corpus, &corpus->records[record])->schema;

	return schema ? schema_field_at(schema, address) : NULL;
}

bool field_address_is_item(const char *address)
{
	size_t len = strlen(address);

	return len && address[len - 1] == ']';
}

struct walk {
	const struct corpus *corpus;
	field_address_visit visit;
	void *context;
	struct buf address;
};

static bool walk_map(struct walk *w, const struct schema_field *fields, int count, struct node map);

static bool walk_value(struct walk *w, const struct schema_field *field, struct node n)
{
	size_t len = w->address.len;
	uint32_t index = 0;

	if (!buf_ok(&w->address))
		return false;
	if (node_kind(n) == VALUE_MAP)
		return walk_map(w, field ? field->fields : NULL, field ? field->field_count : 0, n);
	if (!w->visit(w->context, w->address.data, field, n))
		return false;
	for (struct node item = node_first(n); item.v; item = node_next(n, item)) {
		buf_addf(&w->address, "[%u]", index++);
		if (!walk_value(w, field, item))
			return false;
		buf_truncate(&w->address, len);
	}
	return true;
}

static bool walk_map(struct walk *w, const struct schema_field *fields, int count, struct node map)
{
	size_t len = w->address.len;

	for (struct node n = node_first(map); n.v; n = node_next(map, n)) {
		buf_adds(&w->address, len ? "." : "");
		buf_adds(&w->address, keys_name(w->corpus->keys, n.v->key));
		if (!walk_value(w, schema_field_by_key(fields, count, n.v->key), n))
			return false;
		buf_truncate(&w->address, len);
	}
	return true;
}

bool field_address_walk(const struct corpus *corpus, uint32_t record, field_address_visit visit, void *context)
{
	const struct schema_type *schema = record_type(corpus, &corpus->records[record])->schema;
	struct walk w = {.corpus = corpus, .visit = visit, .context = context};
	bool ok;

	buf_init(&w.address);
	ok = walk_map(&w, schema ? schema->fields : NULL, schema ? schema->field_count : 0, record_root(&corpus->records[record]));
	buf_release(&w.address);
	return ok;
}
