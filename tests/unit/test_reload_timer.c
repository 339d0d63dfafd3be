/* When changed files are read again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/reload_timer.h"

static void nothing_waits_without_a_change(void **state)
{
	struct reload_timer t = {0};

	(void)state;
	assert_int_equal(reload_timer_left(&t, 1000, false), -1);
	assert_false(reload_timer_take(&t, 1000000, false));
}

static void a_burst_is_one_reload_when_it_is_over(void **state)
{
	struct reload_timer t = {0};
	int64_t now = 1000;

	(void)state;
	for (int i = 0; i < 20; i++) {
		reload_timer_note(&t, now);
		assert_int_equal(reload_timer_left(&t, now, false), RELOAD_SETTLE_MS);
		now += RELOAD_SETTLE_MS - 1;
		assert_false(reload_timer_take(&t, now, false));
	}
	assert_int_equal(reload_timer_left(&t, now, false), 1);
	assert_true(reload_timer_take(&t, now + 1, false));
	assert_int_equal(reload_timer_left(&t, now + 1, false), -1);
}

static void keys_in_between_do_not_put_it_off(void **state)
{
	struct reload_timer t = {0};

	(void)state;
	reload_timer_note(&t, 0);
	assert_int_equal(reload_timer_left(&t, 50, false), RELOAD_SETTLE_MS - 50);
	assert_int_equal(reload_timer_left(&t, 100, false), RELOAD_SETTLE_MS - 100);
	assert_true(reload_timer_take(&t, 5000, false));
}

static void a_burst_without_end_is_taken_at_the_limit(void **state)
{
	struct reload_timer t = {0};
	int64_t now = 0;

	(void)state;
	while (!reload_timer_take(&t, now, false) && now < 10000) {
		reload_timer_note(&t, now);
		now += 10;
	}
	assert_in_range(now, RELOAD_LIMIT_MS, RELOAD_LIMIT_MS + 10);
}

static void a_file_that_is_being_written_is_waited_for(void **state)
{
	struct reload_timer t = {0};

	(void)state;
	reload_timer_note(&t, 100);
	assert_int_equal(reload_timer_left(&t, 1000, true), RELOAD_LIMIT_MS - 900);
	assert_false(reload_timer_take(&t, 1000, true));
	assert_true(reload_timer_take(&t, 1000, false));
	reload_timer_note(&t, 2000);
	assert_true(reload_timer_take(&t, 2000 + RELOAD_LIMIT_MS, true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_waits_without_a_change),
		cmocka_unit_test(a_burst_is_one_reload_when_it_is_over),
		cmocka_unit_test(keys_in_between_do_not_put_it_off),
		cmocka_unit_test(a_burst_without_end_is_taken_at_the_limit),
		cmocka_unit_test(a_file_that_is_being_written_is_waited_for),
	};

	return cmocka_run_group_tests_name("reload_timer", tests, NULL, NULL);
}
