/* A pattern over more records than one thread is left alone with: each record gets the answer that it gets alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "pattern.h"
#include "query.h"
#include "tests/unit/corpus_folder.h"

enum { RECORDS = 6500, HARD_EVERY = 650 };

/* On this the pattern ^(x+x+)+[yz] takes more steps than are allowed. */
#define HARD "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static void write_records(struct corpus_folder *f)
{
	struct buf text;

	buf_init(&text);
	for (int i = 0; i < RECORDS; i++)
		buf_addf(&text, "---\nid: k%d\ntype: compiler\nname: Number %d\nnotes: %s\n", i, i,
			i % HARD_EVERY == 7 ? HARD : i % 3 ? "tiles" : "graphs of tiles");
	assert_true(buf_ok(&text));
	corpus_folder_write(f, "compilers/all.yaml", text.data);
	buf_release(&text);
	corpus_folder_load(f);
	assert_int_equal(f->corpus->count, RECORDS);
}

static void run(const struct corpus_folder *f, const char *text, const struct query_context *context, struct query_result *result)
{
	struct error err;
	struct query *query = query_parse(f->corpus, text, &err);

	if (!query)
		fail_msg("%s", err.message);
	assert_true(query_run(query, context, result, &err));
	query_free(query);
}

static void each_record_gets_the_answer_that_it_gets_alone(void **state)
{
	static const char *const patterns[] = {"graphs", "Number \\d*7$", "^tiles$", "(?<=graphs of )tiles", "nothing like it"};
	struct corpus_folder *f = *state;

	write_records(f);
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		struct pattern *alone = pattern_new(patterns[i], strlen(patterns[i]), 0, NULL);
		struct query_result result;
		char text[128];
		size_t count = 0;

		assert_non_null(alone);
		snprintf(text, sizeof text, "type:any /%s/", patterns[i]);
		run(f, text, NULL, &result);
		for (uint32_t r = 0; r < f->corpus->count; r++) {
			const struct record *record = &f->corpus->records[r];
			bool found = pattern_match(alone, record->unit->text + record->text_begin,
					     record->text_end - record->text_begin) == PATTERN_YES;

			assert_int_equal(bitset_has(&result.records, r), found);
			count += found;
		}
		assert_int_equal(result.count, count);
		assert_int_equal(result.gave_up_count, 0);
		query_result_release(&result);
		pattern_free(alone);
	}
}

static void where_the_pattern_gives_up_is_known_for_each(void **state)
{
	struct query_context context = {.budget_ms = 60000};
	struct corpus_folder *f = *state;
	struct query_result result;

	write_records(f);
	run(f, "type:any /^(x+x+)+[yz]/", &context, &result);
	assert_int_equal(result.count, 0);
	assert_int_equal(result.gave_up_count, RECORDS / HARD_EVERY);
	for (int i = 0; i < RECORDS; i++) {
		char id[16];

		snprintf(id, sizeof id, "k%d", i);
		assert_int_equal(bitset_has(&result.gave_up, corpus_folder_find(f, id)), i % HARD_EVERY == 7);
	}
	query_result_release(&result);
}

struct ask {
	int asked, until;
};

static bool is_cancelled(void *data)
{
	struct ask *ask = data;

	return ++ask->asked >= ask->until;
}

static void it_stops_when_it_is_told_to(void **state)
{
	struct ask ask = {.until = 1};
	struct query_context context = {.cancelled = is_cancelled, .data = &ask};
	struct corpus_folder *f = *state;
	struct query_result result;

	write_records(f);
	run(f, "type:any /tiles/", &context, &result);
	assert_true(result.cancelled);
	assert_int_equal(ask.asked, 1);
	assert_in_range(result.count, 0, RECORDS - 1);
	query_result_release(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_record_gets_the_answer_that_it_gets_alone, corpus_folder_set_up,
			corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(where_the_pattern_gives_up_is_known_for_each, corpus_folder_set_up, corpus_folder_tear_down),
		cmocka_unit_test_setup_teardown(it_stops_when_it_is_told_to, corpus_folder_set_up, corpus_folder_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
