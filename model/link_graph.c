#include "link_graph.h"

#include <stdlib.h>

/* Calls for each neighbour, repeats included. */
static void each_neighbour(const struct corpus *c, uint32_t record, void (*visit)(void *, uint32_t), void *context)
{
	for (uint32_t i = c->links_out[record]; i < c->links_out[record + 1]; i++)
		if (c->links[i].to < c->count)
			visit(context, c->links[i].to);
	for (uint32_t i = c->links_in[record]; i < c->links_in[record + 1]; i++)
		visit(context, c->links[c->links_in_order[i]].from);
}

struct collecting {
	struct bitset seen;
	uint32_t *records;
	uint32_t count;
};

static void collect(void *context, uint32_t record)
{
	struct collecting *k = context;

	if (bitset_has(&k->seen, record))
		return;
	bitset_add(&k->seen, record);
	k->records[k->count++] = record;
}

uint32_t *link_neighbours(const struct corpus *corpus, uint32_t record, uint32_t *count)
{
	size_t most = corpus->links_out[record + 1] - corpus->links_out[record] + corpus->links_in[record + 1]
		- corpus->links_in[record];
	struct collecting k = {.records = calloc(most + 1, sizeof *k.records)};

	*count = 0;
	if (!k.records || !bitset_init(&k.seen, corpus->count)) {
		free(k.records);
		return NULL;
	}
	bitset_add(&k.seen, record);
	each_neighbour(corpus, record, collect, &k);
	bitset_release(&k.seen);
	*count = k.count;
	return k.records;
}

struct search {
	uint32_t *before; /* the record from which each was reached, plus one; 0: not reached */
	uint32_t *queue;
	uint32_t head, tail, at;
};

static void reach(void *context, uint32_t record)
{
	struct search *s = context;

	if (s->before[record])
		return;
	s->before[record] = s->at + 1;
	s->queue[s->tail++] = record;
}

/* Walks back from the end; the way is then turned round. */
static uint32_t *trace(const struct search *s, uint32_t from, uint32_t to, uint32_t *length)
{
	uint32_t steps = 1, *path;

	for (uint32_t at = to; at != from; at = s->before[at] - 1)
		steps++;
	path = calloc(steps, sizeof *path);
	if (!path)
		return NULL;
	*length = steps;
	for (uint32_t at = to; steps > 0; at = s->before[at] - 1) {
		path[--steps] = at;
		if (at == from)
			break;
	}
	return path;
}

uint32_t *link_path(const struct corpus *corpus, uint32_t from, uint32_t to, uint32_t *length)
{
	struct search s = {calloc((size_t)corpus->count + 1, sizeof *s.before), calloc((size_t)corpus->count + 1, sizeof *s.queue),
		0, 0, 0};
	uint32_t *path = NULL;

	*length = 0;
	if (s.before && s.queue) {
		s.before[from] = from + 1;
		s.queue[s.tail++] = from;
		while (s.head < s.tail && !s.before[to]) {
			s.at = s.queue[s.head++];
			each_neighbour(corpus, s.at, reach, &s);
		}
		path = s.before[to] ? trace(&s, from, to, length) : calloc(1, sizeof *path);
	}
	free(s.before);
	free(s.queue);
	return path;
}
