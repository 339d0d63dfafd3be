/* Asks the terminal how wide it draws what programs disagree about, by asking where its cursor went (CPR, ECMA-48; xterm's
 * ctlseqs "DSR 6"). What was drawn for it is taken away again. */
#ifndef KERNATLAS_WIDTH_PROBE_H
#define KERNATLAS_WIDTH_PROBE_H

#include <stdbool.h>

struct width_sample {
	const char *name, *text;
	int expected; /* cells, as the program reckons */
	int drawn;    /* as the terminal says; -1: no answer */
};

enum { WIDTH_SAMPLES = 5 };

/* Fills the samples. Without a terminal on both ends, or one that answers, each is -1. */
void width_probe(struct width_sample samples[WIDTH_SAMPLES], bool terminal);

#endif
