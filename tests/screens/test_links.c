/* Every link of every shipped document and record is walked: each says where it leads, Enter lands there, and the way back shows
 * the same screen. Then places at random, back and forward. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/command.h"
#include "tests/harness/same.h"
#include "tests/harness/terminal.h"

enum { LINKS_MOST = 600, JUMPS = 200 };

static void quit(struct terminal *t)
{
	terminal_send(t, "q");
	terminal_assert_exit(t, 0);
	terminal_assert_restored(t);
}

/* Ids of a query, in the order of the command line. */
static size_t list_ids(const char *query, const char **ids, size_t most)
{
	const struct command_result *r = KERNATLAS("list", query, "--format", "jsonl", "--fields", "id");
	size_t n = 0;

	command_assert_status(r, 0);
	for (const char *at = r->out; (at = strstr(at, "\"id\": \"")) && n < most;) {
		at += 7;
		ids[n++] = harness_format("%.*s", (int)strcspn(at, "\""), at);
	}
	assert_true(n > 0);
	return n;
}

/* The preview of the link under the cursor in the bottom line, "" when there is none. Spaces at the ends are cut. */
static const char *preview(struct terminal *t, int rows)
{
	const char *row = terminal_row(t, rows - 1), *end;

	if (strncmp(row, "Enter: ", 7) != 0)
		return "";
	row += 7;
	end = strstr(row, "  ");
	return harness_format("%.*s", end ? (int)(end - row) : (int)strlen(row), row);
}

/* Where Enter has led: the first row of the reader's frame or of the Record pane. */
static bool landed(struct terminal *t, const char *title)
{
	/* A long title may be cut or wrapped; its beginning is there. */
	const char *begin = harness_format("%.24s", title);
	size_t len = strlen(begin);

	while (len && ((unsigned char)begin[len - 1] & 0xC0) == 0x80)
		len--;
	if (len && (unsigned char)begin[len - 1] >= 0xC0)
		len--;
	return terminal_find(t, harness_format("%.*s", (int)len, begin), NULL, NULL);
}

/* Follows the link under the cursor and comes back. */
static void follow_and_return(struct terminal *t, const char *from, const char *said)
{
	const char *before = harness_format("%s", terminal_dump(t)), *title = strchr(said, ' ');

	/* An address outside goes to another program: test_opener.c. */
	if (strncmp(said, "open http", 9) == 0)
		return;
	if (!title)
		fail_msg("in %s a link says only `%s`", from, said);
	terminal_press(t, "Enter");
	if (!landed(t, title + 1))
		fail_msg("in %s the link `%s` leads to\n%s", from, said, terminal_text(t));
	terminal_press(t, "BSpace");
	same_texts(before, terminal_dump(t), harness_format("back in %s from `%s`", from, said));
}

/* Walks all links with a key that goes to the next one. Returns their number. */
static int walk(struct terminal *t, int rows, const char *key, const char *from)
{
	const char *first = NULL, *last = "";
	int n = 0;

	for (; n < LINKS_MOST; n++) {
		const char *said, *now;

		terminal_press(t, key);
		said = preview(t, rows);
		now = harness_format("%s", terminal_dump(t));
		/* Behind the last link the cursor stays or begins anew. */
		if (!*said || (first && strcmp(now, first) == 0) || strcmp(now, last) == 0)
			return n;
		first = first ? first : now;
		last = now;
		if (strstr(said, "leads nowhere") || strstr(said, "not found"))
			fail_msg("in %s a link is dead: %s", from, said);
		follow_and_return(t, from, said);
	}
	fail_msg("%s has more than %d links", from, LINKS_MOST);
	return n;
}

static void every_link_of_every_document_is_followed(void **state)
{
	const char *ids[64];
	size_t count = list_ids("type:doc", ids, 64);

	(void)state;
	assert_true(count >= 7);
	for (size_t i = 0; i < count; i++) {
		struct terminal *t = terminal_open(45, 160, ids[i], NULL);
		const struct command_result *r = KERNATLAS("links", ids[i], "--format", "json");
		int n, out = 0;

		terminal_settle(t);
		n = walk(t, 45, "Tab", ids[i]);
		/* The text's own links at least; live tables have more. */
		for (const char *at = r->out; (at = strstr(at, "\"written\": ")) && at < strstr(r->out, "\"in\": "); at++)
			out += strstr(at, "\"heading\"") && strstr(at, "\"heading\"") < strchr(at, '}');
		if (n < out)
			fail_msg("%s: %d links were walked, and its text has %d", ids[i], n, out);
		print_message("%s: %d links\n", ids[i], n);
		terminal_press(t, "Escape");
		quit(t);
	}
}

static void every_link_of_every_record_is_followed(void **state)
{
	const char *ids[400];
	size_t count = list_ids("type:any -type:doc", ids, 400);
	int links = 0;

	(void)state;
	assert_true(count >= 22);
	for (size_t i = 0; i < count; i++) {
		struct terminal *t = terminal_open(45, 160, ids[i], NULL);

		terminal_settle(t);
		/* The pane is entered by number, which keeps a record of another type in it. */
		terminal_press(t, "5");
		links += walk(t, 45, "l", ids[i]);
		quit(t);
	}
	print_message("%zu records, %d links\n", count, links);
	assert_true(links > 300);
}

/* The screen without its bottom line, which may say that there is no earlier or later place. */
static const char *place_of(struct terminal *t)
{
	const char *text = terminal_text(t), *end = text + strlen(text) - 1;

	while (end > text && end[-1] != '\n')
		end--;
	return harness_format("%.*s", (int)(end - text), text);
}

static unsigned next_random(unsigned *seed, unsigned below)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed / 65536 % below;
}

/* Jumps of all kinds; each then is gone back over and forward again, and both ends look as they did. */
static void back_then_forward_is_the_identity(void **state)
{
	static const char *const jumps[] = {"1 j Enter", "2 l j Enter", "3 j j Enter", "4 j Enter", "5 l l Enter", "d 1 5 Enter", "d Down Down Enter", "5 l Enter",
		"d g a p s Enter Tab Tab Enter", "v Down Down Enter", "1 j j j + ", "x"};
	struct terminal *t = terminal_open(45, 160, NULL);
	unsigned seed = 7;
	int moved = 0;

	(void)state;
	terminal_settle(t);
	terminal_press(t, "1 Enter");
	for (int i = 0; i < JUMPS; i++) {
		const char *here, *there, *keys = jumps[next_random(&seed, sizeof jumps / sizeof *jumps)];
		unsigned back = 1 + next_random(&seed, 3);

		terminal_press(t, keys);
		here = place_of(t);
		for (unsigned k = 0; k < back; k++)
			terminal_press(t, "BSpace");
		there = place_of(t);
		moved += strcmp(here, there) != 0;
		/* As far back as there were places, as far forward again. */
		for (unsigned k = 0; k < back; k++)
			terminal_press(t, ">");
		if (strcmp(here, place_of(t)) != 0)
			same_texts(here, place_of(t), harness_format("jump %d, `%s`: %u back and forward", i, keys, back));
	}
	assert_true(moved > JUMPS / 2);
	terminal_press(t, "Escape");
	quit(t);
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(every_link_of_every_document_is_followed),
		T(every_link_of_every_record_is_followed),
		T(back_then_forward_is_the_identity),
	};

	return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
