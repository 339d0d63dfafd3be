/* What the links of a sheet lead to: the sheet knows numbers, this says which record, heading or address each is. */
#ifndef KERNATLAS_TARGETS_H
#define KERNATLAS_TARGETS_H

#include "corpus.h"
#include "sheet.h"

struct target {
	uint32_t record; /* RECORD_NONE: nothing in the corpus */
	char *fragment;  /* heading, without "#"; "" for none. Owned */
	char *url;       /* of an address outside; "" for none. Owned */
};

struct targets {
	struct target *items;
	int count, cap;
	uint32_t from; /* the record whose texts are added: references are taken from there; RECORD_NONE: from nowhere */
	bool failed;
};

void targets_init(struct targets *t);
void targets_release(struct targets *t);
void targets_clear(struct targets *t);
/* The number of a new target; SHEET_NO_LINK when memory ends. Texts are copied. */
int targets_add(struct targets *t, uint32_t record, const char *fragment, size_t fragment_len, const char *url, size_t url_len);

/* Adds text in which [[references]] become links, shown by their label or the title of what they lead to. A reference that
 * leads nowhere is shown as written, marked dead. References to claims become ✓ or ✗. */
void targets_add_prose(struct targets *t, struct sheet *sheet, const struct corpus *corpus, enum style style,
	const char *text, size_t len);
/* Adds one link to a record (and a heading of it), shown by `label` or, where that is empty, its title. */
void targets_add_record(struct targets *t, struct sheet *sheet, const struct corpus *corpus, uint32_t record,
	const char *fragment, size_t fragment_len, const char *label, size_t label_len);
/* Adds what a reference means: a link, a claim's mark, or the dead text. */
void targets_add_reference(struct targets *t, struct sheet *sheet, const struct corpus *corpus, const char *target,
	size_t target_len, const char *label, size_t label_len);
/* Adds an address: a link when it is http or https, plain text otherwise. */
void targets_add_url(struct targets *t, struct sheet *sheet, const char *url, size_t len, const char *label, size_t label_len);
/* What a link leads to, in a line: for the message line. */
void targets_say(const struct targets *t, const struct corpus *corpus, int link, struct buf *out);

#endif
