/* The graph of links: neighbours once, and the shortest way. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus.h"
#include "link_graph.h"

static struct corpus *corpus;
static char root[] = "/tmp/kernatlas-graph-XXXXXX", path[64];

static int set_up(void **state)
{
	const char *roots[] = {root};
	struct corpus_options options = {.roots = roots, .root_count = 1};
	struct error err;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(root));
	snprintf(path, sizeof path, "%s/all.yaml", root);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("- {id: a, type: note, body: 'to [[b]], [[b]] and [[c]]'}\n"
	      "- {id: b, type: note, body: 'to [[d]]'}\n"
	      "- {id: c, type: note, body: 'to [[b]]'}\n"
	      "- {id: d, type: note, body: 'to [[e]]'}\n"
	      "- {id: e, type: note}\n"
	      "- {id: lone, type: note, body: 'to [[nothing]]'}\n", f);
	assert_int_equal(fclose(f), 0);
	corpus = corpus_load(&options, &err);
	assert_non_null(corpus);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	corpus_free(corpus);
	unlink(path);
	rmdir(root);
	return 0;
}

static uint32_t find(const char *id)
{
	uint32_t record;

	assert_int_equal(corpus_resolve(corpus, id, strlen(id), &record), RESOLVE_FOUND);
	return record;
}

static void each_neighbour_counts_once(void **state)
{
	uint32_t count, *list = link_neighbours(corpus, find("b"), &count);

	(void)state;
	assert_non_null(list);
	/* d out, a and c in. */
	assert_int_equal(count, 3);
	assert_int_equal(list[0], find("d"));
	assert_int_equal(list[1], find("a"));
	assert_int_equal(list[2], find("c"));
	free(list);
}

static void the_way_is_the_shortest_and_goes_against_links_too(void **state)
{
	static const char *const forth[] = {"a", "b", "d", "e"}, *const back[] = {"e", "d", "b", "c"};
	uint32_t length, *way = link_path(corpus, find("a"), find("e"), &length);

	(void)state;
	assert_int_equal(length, 4);
	for (uint32_t i = 0; i < length; i++)
		assert_int_equal(way[i], find(forth[i]));
	free(way);
	way = link_path(corpus, find("e"), find("c"), &length);
	assert_int_equal(length, 4);
	for (uint32_t i = 0; i < length; i++)
		assert_int_equal(way[i], find(back[i]));
	free(way);
}

static void a_record_is_its_own_way_and_a_lone_one_has_none(void **state)
{
	uint32_t length, *way = link_path(corpus, find("a"), find("a"), &length);

	(void)state;
	assert_int_equal(length, 1);
	assert_int_equal(way[0], find("a"));
	free(way);
	way = link_path(corpus, find("a"), find("lone"), &length);
	assert_non_null(way);
	assert_int_equal(length, 0);
	free(way);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_neighbour_counts_once),
		cmocka_unit_test(the_way_is_the_shortest_and_goes_against_links_too),
		cmocka_unit_test(a_record_is_its_own_way_and_a_lone_one_has_none),
	};

	return cmocka_run_group_tests_name("link_graph", tests, set_up, tear_down);
}
