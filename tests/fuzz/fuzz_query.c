/* Any text as a query over a small corpus: it parses or says why; what parses prints to an equal query and runs. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "query.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct corpus *load(void)
{
	static const char text[] = "- {id: a, type: compiler, name: Alpha, target_backends: [cuda, rocm], autotuning: yes, updated: 2026-10-04, "
				   "costs: [{lands: build, what: aaaaaaaaaaaaaaaaaaaaaaaaaaaa}], compile_time_seconds: 2.5}\n"
				   "- {id: b, type: compiler, name: Beta, target_backends: [], learning_curve: high, compile_time_seconds: null}\n"
				   "- {id: c, type: note, name: Gamma, body: 'to [[a]] and [[b]]'}\n";
	char root[] = "/tmp/kernatlas-fuzz-XXXXXX", path[64];
	const char *roots[] = {root};
	struct corpus_options options = {.roots = roots, .root_count = 1, .today = 20261201};
	struct corpus *corpus;
	FILE *f;

	if (!mkdtemp(root))
		abort();
	snprintf(path, sizeof path, "%s/all.yaml", root);
	f = fopen(path, "w");
	if (!f || fwrite(text, 1, sizeof text - 1, f) != sizeof text - 1 || fclose(f) != 0)
		abort();
	corpus = corpus_load(&options, NULL);
	unlink(path);
	rmdir(root);
	if (!corpus)
		abort();
	return corpus;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct corpus *corpus;
	struct query *query, *again;
	struct query_result result;
	struct error err;
	struct buf printed;
	char *text;

	if (!corpus)
		corpus = load();
	text = strndup((const char *)data, size);
	if (!text)
		return 0;
	query = query_parse(corpus, text, &err);
	if (!query && (!err.message[0] || err.column < 1))
		abort();
	if (query) {
		struct query_context context = {.budget_ms = 50};

		buf_init(&printed);
		query_print(query, &printed);
		again = query_parse(corpus, printed.data, &err);
		if (!again || !query_equal(query, again))
			abort();
		if (query_run(query, &context, &result, &err))
			query_result_release(&result);
		for (size_t i = 0; i < query_term_count(query); i++) {
			buf_clear(&printed);
			query_without(query, i, &printed);
		}
		query_free(again);
		buf_release(&printed);
	}
	query_free(query);
	free(text);
	return 0;
}
