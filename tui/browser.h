/* The browser: linked panes over one result set and one selected record. */
#ifndef KERNATLAS_BROWSER_H
#define KERNATLAS_BROWSER_H

#include "corpus.h"
#include "options.h"

/* Runs until the user leaves. Returns the exit status; what goes wrong is told on standard error after the terminal has
 * been given back. */
int browser_run(const struct options *options, const struct corpus_options *load, bool utf8);

#endif
