/* Writes a corpus for measuring: N compiler records of about 1.8 KB shaped like the shipped ones, and a tenth as many
 * sources, spread over folders. The same number always gives the same bytes.
 *
 *   generate FOLDER N */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_A_FOLDER = 1000 };

static uint64_t state;

static uint32_t next_random(uint32_t below)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((state >> 33) % below);
}

static const char *pick(const char *const *list)
{
	uint32_t count = 0;

	while (list[count])
		count++;
	return list[next_random(count)];
}

static const char *const families[] = {"kernel-dsl", "template-library", "graph-compiler", "infrastructure", NULL};
static const char *const categories[] = {
	"dsl", "kernel-dsl", "compiler-framework", "template-library", "graph-optimizer", "runtime", NULL};
static const char *const strategies[] = {"jit", "aot", "template-instantiation", "graph-rewrite", "mixed", NULL};
static const char *const backends[] = {"cuda", "rocm", "metal", "vulkan", "cpu-avx2", "opencl", "tpu", "spirv", "webgpu", NULL};
static const char *const inputs[] = {"python", "jax", "pytorch", "tensorflow", "onnx", "tflite", "mlir", NULL};
static const char *const artifacts[] = {"ptx", "amdgcn", "spirv", "metal", "c", "llvm-ir", "cubin", "plan", NULL};
static const char *const lands[] = {
	"build", "library-build", "process-start", "model-load", "first-request", "new-shape", "serve", "inherited", NULL};
static const char *const bounds[] = {
	"gpu-architecture", "hardware-generation", "platform", "framework-build", "library-version", "vendor", NULL};
static const char *const evidence[] = {"measured", "documented", "vendor-claim", "unverified", NULL};
static const char *const curves[] = {"low", "moderate", "high", "very-high", NULL};
static const char *const statuses[] = {"verified", "verified", "verified", "verified", "draft", "contested", NULL};
static const char *const words[] = {"kernel", "tile", "warp", "shape", "graph", "matmul", "attention", "cache", "block",
	"schedule", "candidate", "latency", "throughput", "register", "memory", "layout", "operator", "decode", "prefill", "a", "the", "of",
	"and", "for", "with", "through", "each", "first", "call", "compiles", "measures", "binds", "reaches", "lands", "wave", "pipeline",
	"stage", "device", "driver", NULL};

/* A word for which one searches is as rare as in the shipped records: there "fusion" stands once in some 4,000 words. */
enum { RARE = 4000 };

static void put_words(FILE *f, int count)
{
	for (int i = 0; i < count; i++)
		fprintf(f, "%s%s", i ? " " : "", next_random(RARE) ? pick(words) : "fusion");
}

static void put_list(FILE *f, const char *key, const char *const *values, uint32_t most)
{
	uint32_t count = next_random(most) + 1, begin = next_random(5);

	fprintf(f, "%s: [", key);
	for (uint32_t i = 0; i < count; i++)
		fprintf(f, "%s%s", i ? ", " : "", values[begin + i]);
	fprintf(f, "]\n");
}

static void put_texts(FILE *f, const char *key, int count, int length)
{
	fprintf(f, "%s:\n", key);
	for (int i = 0; i < count; i++) {
		fprintf(f, "  - ");
		put_words(f, length);
		fprintf(f, "\n");
	}
}

static void put_compiler(FILE *f, uint32_t number, uint32_t total)
{
	fprintf(f, "id: compiler-%06u\ntype: compiler\nname: Compiler number %u\nrepo: bench/compiler-%u\n", number, number, number);
	fprintf(f, "language: %s\nlicense: %s\nfirst_release_year: %u\n", next_random(2) ? "C++" : "Python",
		next_random(2) ? "MIT" : "Apache-2.0", 2010 + next_random(16));
	fprintf(f, "category: %s\nfamily: %s\ncompilation_strategy: %s\n", pick(categories), pick(families), pick(strategies));
	put_list(f, "input_languages", inputs, 2);
	put_list(f, "target_backends", backends, 4);
	put_list(f, "output_artifacts", artifacts, 3);
	fprintf(f, "autotuning: %s\nproduction_ready: %s\n", next_random(2) ? "yes" : "no", next_random(4) ? "yes" : "no");
	put_texts(f, "production_evidence", 2, 8);
	fprintf(f, "learning_curve: %s\n", pick(curves));
	if (next_random(2))
		fprintf(f, "compile_time_seconds: %u.0\n", next_random(300));
	else
		fprintf(f, "compile_time_seconds: null\n");
	fprintf(f, "costs:\n  - lands: %s\n    what: >-\n      ", pick(lands));
	put_words(f, 14);
	fprintf(f, "\n    figures:\n      - value: %u s a kernel\n        conditions: ", 1 + next_random(90));
	put_words(f, 6);
	fprintf(f, "\n        measured_by: not stated\n        source: source-%06u\n    source: source-%06u\n",
		next_random(total / 10 + 1), next_random(total / 10 + 1));
	fprintf(f, "portability:\n  - bound_to: %s\n    constraint: ", pick(bounds));
	put_words(f, 10);
	fprintf(f, "\n    evidence: %s\n    source: source-%06u\n", pick(evidence), next_random(total / 10 + 1));
	put_texts(f, "strengths", 3, 9);
	put_texts(f, "weaknesses", 2, 9);
	fprintf(f, "notes: >-\n  ");
	put_words(f, 30);
	fprintf(f, "\n  see [[compiler/compiler-%06u]] for the other\n", next_random(total));
	fprintf(f, "related:\n  - to: compiler/compiler-%06u\n    why: ", next_random(total));
	put_words(f, 4);
	fprintf(f, "\nsources: [source-%06u, source-%06u]\n", next_random(total / 10 + 1), next_random(total / 10 + 1));
	fprintf(f, "status: %s\nconfidence: 0.%02u\nupdated: 2026-%02u-%02u\n", pick(statuses), 50 + next_random(50), 1 + next_random(11),
		1 + next_random(28));
}

static void put_source(FILE *f, uint32_t number)
{
	fprintf(f, "id: source-%06u\ntype: source\nname: Source number %u\nurl: https://example.org/source/%u\npublisher: null\n", number,
		number, number);
	fprintf(f, "kind: repo\npublished: null\naccessed: 2026-10-%02u\n", 1 + next_random(30));
}

static int write_one(const char *folder, const char *kind, uint32_t number, uint32_t total)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%ss/%03u", folder, kind, number / FILES_A_FOLDER);
	if (mkdir(path, 0755) != 0 && errno != EEXIST) {
		perror(path);
		return 1;
	}
	snprintf(path, sizeof path, "%s/%ss/%03u/%s-%06u.yaml", folder, kind, number / FILES_A_FOLDER, kind, number);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		return 1;
	}
	if (strcmp(kind, "compiler") == 0)
		put_compiler(f, number, total);
	else
		put_source(f, number);
	if (fclose(f) != 0) {
		perror(path);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const char *const kinds[] = {"compiler", "source"};
	uint32_t total;
	char path[4096];

	if (argc != 3 || (total = (uint32_t)strtoul(argv[2], NULL, 10)) == 0) {
		fprintf(stderr, "usage: generate FOLDER N\n");
		return 2;
	}
	mkdir(argv[1], 0755);
	for (int k = 0; k < 2; k++) {
		uint32_t count = k ? total / 10 + 1 : total;

		snprintf(path, sizeof path, "%s/%ss", argv[1], kinds[k]);
		mkdir(path, 0755);
		state = 42u + (uint32_t)k;
		for (uint32_t i = 0; i < count; i++)
			if (write_one(argv[1], kinds[k], i, total))
				return 1;
	}
	return 0;
}
