/* A folder of records for a test, loaded as a corpus. Whatever fails fails the test. */
#ifndef KERNATLAS_CORPUS_FOLDER_H
#define KERNATLAS_CORPUS_FOLDER_H

#include "corpus.h"

struct corpus_folder {
	char root[64];
	struct corpus *corpus; /* NULL until loaded */
};

enum { CORPUS_FOLDER_TODAY = 20261201 };

/* As a cmocka test's setup and teardown: *state becomes a struct corpus_folder. */
int corpus_folder_set_up(void **state);
int corpus_folder_tear_down(void **state);

/* Writes a file below the folder, making folders above it. */
void corpus_folder_write(const struct corpus_folder *f, const char *name, const char *text);
/* Loads, or loads anew. */
void corpus_folder_load(struct corpus_folder *f);
/* The record that a reference names. */
uint32_t corpus_folder_find(const struct corpus_folder *f, const char *reference);
/* Fails unless a file holds exactly this. */
void corpus_folder_assert_holds(const struct corpus_folder *f, const char *name, const char *text);

#endif
