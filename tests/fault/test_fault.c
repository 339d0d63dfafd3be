/* What happens when memory ends, a file can't be read or written, at the n-th call, for every n of a tour: no crash, no
 * leak, no damaged file, and a message.
 *
 * Each point runs in a child of its own. FAULT_POINTS=n sets how many points of a tour are tried, spread evenly (300);
 * 0: every one. FAULT_ONE="browser allocation 17" runs that point alone and in this process, for a debugger; with
 * "17+" all calls after it fail too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "change.h"
#include "check.h"
#include "claim.h"
#include "facet.h"
#include "grid.h"
#include "json.h"
#include "link_graph.h"
#include "matrix.h"
#include "query.h"
#include "triage.h"
#include "tests/fault/inject.h"
#include "tests/harness/harness.h"
#include "tests/harness/workdir.h"
#include "tui/browser_state.h"
#include "tui/document_sheet.h"

/* What a tour leaves behind for its parent. */
struct outcome {
	bool done;        /* it went all the way */
	bool silent;      /* a step failed without a message */
	char step[64];    /* the last one begun */
	char message[512];
	long leaked;
};

static struct outcome *outcome;
static const char *folder;

static const char DOCUMENT[] = "---\nid: d\ntitle: D\n---\n# One\n\nSee [[triton]] and **[[qnn#x|that]]**.\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n"
			       "```kernatlas\nquery: 'backend:cuda'\ncolumns: [name, license]\n```\n\n- item\n  > quote\n";

static void begin(const char *step)
{
	snprintf(outcome->step, sizeof outcome->step, "%s", step);
}

/* Notes the message of a step that failed. */
static bool judge(bool ok, const struct error *err)
{
	if (!ok) {
		outcome->silent = outcome->silent || !err->message[0];
		memcpy(outcome->message, err->message, sizeof outcome->message);
	}
	return ok;
}

static struct corpus *load(struct error *err)
{
	const char *roots[1];
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = 20261201, .threads = 1};

	roots[0] = folder;
	return corpus_load(&options, err);
}

static bool ask(const struct corpus *corpus, const char *text, struct bitset *domain, struct error *err)
{
	struct query *query = query_parse(corpus, text, err);
	struct query_result result = {0};
	struct buf printed;
	bool ok = false;

	if (!judge(query != NULL, err))
		return false;
	buf_init(&printed);
	query_print(query, &printed);
	buf_release(&printed);
	ok = judge(query_run(query, NULL, &result, err), err);
	if (ok && domain) {
		bitset_release(domain);
		*domain = result.records;
		result.records = (struct bitset){0};
	}
	query_result_release(&result);
	query_free(query);
	return ok;
}

static bool count_and_print(const struct corpus *corpus, const struct bitset *domain)
{
	struct facet facet = {0};
	struct matrix matrix = {0};
	struct buf out;
	struct grid grid;
	uint32_t *all = calloc(corpus->count + 1, sizeof *all), length;
	bool ok = all != NULL;

	buf_init(&out);
	grid_init(&grid);
	for (uint32_t i = 0; all && i < corpus->count; i++)
		all[i] = i;
	ok = ok && facet_count(&facet, corpus, "target_backends", domain, domain) && matrix_build(&matrix, corpus, all, corpus->count);
	if (ok)
		matrix_evidence(&matrix, 0, 0, &out);
	for (uint32_t i = 0; i < corpus->count; i++) {
		json_node(&out, corpus, record_root(&corpus->records[i]), 0);
		free(link_neighbours(corpus, i, &length));
	}
	if (corpus->count > 1)
		free(link_path(corpus, 0, 1, &length));
	grid_head(&grid, "name");
	grid_add(&grid, "a cell that wraps at a narrow width");
	grid_table(&grid, 12, &out);
	grid_csv(&grid, &out);
	ok = ok && buf_ok(&out) && grid_ok(&grid);
	facet_release(&facet);
	matrix_release(&matrix);
	grid_release(&grid);
	buf_release(&out);
	free(all);
	return ok;
}

static bool change_and_save(const struct corpus *corpus, struct error *err)
{
	struct change change;
	struct buf diff;
	uint32_t record;
	struct corpus *preview;
	bool ok;

	/* Where its file could not be read, that is told. */
	if (corpus_resolve(corpus, "qnn", 3, &record) != RESOLVE_FOUND) {
		outcome->silent = corpus->findings.count == 0;
		return false;
	}
	change_init(&change);
	buf_init(&diff);
	ok = judge(change_begin(&change, corpus, record, err), err) && judge(change_set(&change, corpus, record, "confidence", "0.6", err), err);
	if (ok) {
		preview = change_preview(&change, corpus, err);
		ok = judge(preview != NULL, err) && change_diff(&change, &diff);
		corpus_free(preview);
	}
	ok = ok && judge(change_save(&change, err), err);
	change_release(&change);
	buf_release(&diff);
	return ok;
}

static void tour_model(void)
{
	struct error err = {0};
	struct bitset domain = {0};
	struct finding_list findings = {0};
	struct triage triage = {0};
	struct corpus *corpus;

	begin("loading");
	corpus = load(&err);
	if (!judge(corpus != NULL, &err))
		return;
	begin("checking");
	check_run(corpus, &findings);
	claim_check(corpus, &findings);
	finding_list_release(&findings);
	begin("asking");
	if (ask(corpus, "backend:cuda | -status:draft", &domain, &err) && ask(corpus, "/c[ou]/i name~\"a b\" (kernel | linked-from:d)", NULL, &err)) {
		begin("counting");
		count_and_print(corpus, &domain);
	}
	bitset_release(&domain);
	begin("queueing");
	triage_build(&triage, corpus);
	triage_release(&triage);
	begin("saving");
	outcome->done = change_and_save(corpus, &err);
	corpus_free(corpus);
}

static void tour_browser(void)
{
	static const char *const keys[] = {"j", "2", "l", "3", "j", "Space", "4", "j", "5", "j", "/", "c", "u", "d", "a", "Enter", "f", "Escape", "v", "Escape", "d", "Enter",
		"Tab", "Escape", "?", "Escape", "=", "Escape", "T", "Escape", "z", "b", "Escape", ":", "t", "Escape"};
	struct options options = {.command = "", .no_mouse = true};
	const char *roots[1];
	struct corpus_options how = {.roots = roots, .root_count = 1, .today = 20261201, .threads = 1};
	struct error err = {0};
	struct browser b;
	struct corpus *corpus;
	struct buf text;

	begin("loading");
	roots[0] = folder;
	corpus = corpus_load(&how, &err);
	if (!judge(corpus != NULL, &err))
		return;
	begin("opening");
	if (judge(browser_init(&b, &options, &how, corpus, &err), &err) && browser_resize(&b, 100, 30)) {
		outcome->done = browser_paint(&b);
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
			struct event event;

			begin(keys[i]);
			if (!key_parse(keys[i], strlen(keys[i]), &event))
				abort();
			browser_take(&b, &event);
			outcome->done = browser_paint(&b) && outcome->done;
		}
		buf_init(&text);
		canvas_to_text(&b.canvas, &text);
		buf_release(&text);
	}
	begin("closing");
	browser_release(&b);
}

/* ---- running a tour with a fault ---- */

static void make_folder(void)
{
	static const char *const files[] = {"schema.yaml", "compilers/triton.yaml", "compilers/qnn.yaml", "claims/two-drafts.yaml", "views/apple.yaml"};
	const char *shipped = harness_format("%s/records", harness_root());

	folder = workdir_new();
	workdir_make(folder, "compilers");
	workdir_make(folder, "claims");
	workdir_make(folder, "views");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		workdir_copy(workdir_path(shipped, files[i]), workdir_path(folder, files[i]));
	workdir_write(folder, "docs/d.md", DOCUMENT);
	outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(outcome != MAP_FAILED);
	inject_set_up();
}

static int entries(const char *name)
{
	DIR *dir = opendir(workdir_path(folder, name));
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* Returns the calls of that kind; fails the test when the tour ended badly. */
static long run_tour(void (*tour)(void), enum fault fault, long n, bool onwards, const char *old, const char *new)
{
	static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
	const char *now;
	pid_t child;
	int status;

	*outcome = (struct outcome){0};
	workdir_write(folder, "compilers/qnn.yaml", old);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		long before;

		/* A crash is a crash: not for the test framework's handler. */
		for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
			signal(deadly[i], SIG_DFL);
		alarm(60);
		/* What libraries keep from their first use is no leak. */
		tour();
		workdir_write(folder, "compilers/qnn.yaml", old);
		*outcome = (struct outcome){0};
		before = inject_live();
		inject(fault, n, onwards);
		tour();
		inject_stop();
		outcome->leaked = inject_live() - before;
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail_msg("%s %ld%s failed: the tour died with status %x while %s", fault_name(fault), n, onwards ? " and all after it" : "", status, outcome->step);
	if (outcome->silent)
		fail_msg("%s %ld failed: no message while %s", fault_name(fault), n, outcome->step);
	if (outcome->leaked > 0)
		fail_msg("%s %ld failed: %ld blocks leaked, last while %s (%s)", fault_name(fault), n, outcome->leaked, outcome->step, outcome->message);
	now = workdir_read(folder, "compilers/qnn.yaml", NULL);
	if (strcmp(now, old) != 0 && strcmp(now, new) != 0)
		fail_msg("%s %ld failed: the file holds neither the old nor the new bytes:\n%s", fault_name(fault), n, now);
	if (outcome->done && n && tour == tour_model && strcmp(now, old) == 0)
		fail_msg("%s %ld failed: saving said it was done, and the file is as it was", fault_name(fault), n);
	if (entries("compilers") != 4)
		fail_msg("%s %ld failed: a file was left beside the record", fault_name(fault), n);
	return inject_count(fault);
}

static void try_points(void (*tour)(void), const char *name)
{
	const char *wanted = getenv("FAULT_POINTS");
	long points = wanted ? strtol(wanted, NULL, 10) : 300;
	const char *old = workdir_read(folder, "compilers/qnn.yaml", NULL);
	const char *new;

	workdir_replace(folder, "compilers/qnn.yaml", "confidence: 0.5", "confidence: 0.6");
	new = workdir_read(folder, "compilers/qnn.yaml", NULL);
	for (int fault = FAULT_ALLOCATIONS ? 0 : 1; fault < FAULT_COUNT; fault++) {
		long calls = run_tour(tour, (enum fault)fault, 0, false, old, new), tried = 0;
		double step = points && calls > points ? (double)calls / (double)points : 1;

		assert_true(outcome->done);
		if (!calls)
			continue;
		if (tour == tour_model)
			assert_string_equal(workdir_read(folder, "compilers/qnn.yaml", NULL), new);
		for (double at = 1; (long)at <= calls; at += step, tried++)
			run_tour(tour, (enum fault)fault, (long)at, tried % 4 == 3, old, new);
		print_message("%s: %ld of %ld points of %s tried, all survived\n", name, tried, calls, fault_name((enum fault)fault));
	}
}

static void the_model_survives_every_fault(void **state)
{
	(void)state;
	make_folder();
	try_points(tour_model, "model");
}

static void the_browser_survives_every_fault(void **state)
{
	(void)state;
	make_folder();
	try_points(tour_browser, "browser");
}

/* Runs the point that FAULT_ONE names. */
static int run_one(const char *point)
{
	char tour[16], kind[16], more = ' ';
	long n;

	if (sscanf(point, "%15s %15s %ld%c", tour, kind, &n, &more) < 3)
		return 2;
	make_folder();
	for (int fault = 0; fault < FAULT_COUNT; fault++)
		if (strcmp(kind, fault_name((enum fault)fault)) == 0) {
			void (*run)(void) = strcmp(tour, "model") == 0 ? tour_model : tour_browser;

			run();
			inject((enum fault)fault, n, more == '+');
			run();
			inject_stop();
		}
	return 0;
}

int main(void)
{
	if (getenv("FAULT_ONE"))
		return run_one(getenv("FAULT_ONE"));
#define T(name) cmocka_unit_test_teardown(name, harness_teardown)
	const struct CMUnitTest tests[] = {
		T(the_model_survives_every_fault),
		T(the_browser_survives_every_fault),
	};

	return cmocka_run_group_tests_name("fault", tests, NULL, NULL);
}
