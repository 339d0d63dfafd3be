/* Commands that print: each takes what the command line asked for and gives the exit status (0 found or clean, 1 nothing
 * matched or findings of severity error, 2 wrong usage or unreadable corpus). */
#ifndef KERNATLAS_COMMAND_H
#define KERNATLAS_COMMAND_H

#include "buf.h"
#include "corpus.h"
#include "options.h"

enum { STATUS_FOUND = 0, STATUS_NOTHING = 1, STATUS_USAGE = 2 };

struct command {
	const struct options *options;
	struct corpus *corpus; /* loaded before; NULL for help */
	bool terminal;         /* standard output is a terminal */
	bool utf8;             /* it takes UTF-8 */
	int width;             /* its cells; 0 where it is no terminal: no limit */
};

int command_list(const struct command *c);
int command_show(const struct command *c);
int command_matrix(const struct command *c);
int command_facets(const struct command *c);
int command_compare(const struct command *c);
int command_doc(const struct command *c);
int command_links(const struct command *c);
int command_check(const struct command *c);
int command_set(const struct command *c);
int command_snapshot(const struct command *c);
int command_export(const struct command *c);
int command_complete(const struct command *c);
/* Takes the folders of records that the words to be completed name. */
void command_complete_roots(struct options *o);
/* Loads the records itself, so that it can tell why they can't be. */
int command_doctor(const struct command *c, const struct corpus_options *load);
struct settings;
int command_config(const struct command *c, const struct settings *settings);
int command_help(const struct command *c);

/* Writes a result to the file of --output, whole or not at all, or else to standard output, made ASCII where the terminal takes nothing else. 0, or 2 when it can't be
 * written. A reader that has gone away is no error to speak of: the status is then 141, as after SIGPIPE. */
int command_write(const struct command *c, const struct buf *text);
/* `kernatlas: message` to standard error, made safe for a terminal. Returns the status given. */
int command_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Runs the query of the operands (joined by spaces). A query that does not parse is told with a caret under the column,
 * and NULL returned; then *status is 2. The caller frees the sorted record numbers. */
uint32_t *command_select(const struct command *c, uint32_t *count, int *status);
/* The cells of --width, or `otherwise` where it is not given; -1 after telling that it is no number of use. */
int command_width(const struct command *c, int otherwise);
/* The record that an operand names; RECORD_NONE after telling, with a suggestion. */
uint32_t command_record(const struct command *c, const char *id);

#endif
