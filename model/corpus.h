/* The corpus: every record of one or several folders, in memory, with identity, links and findings.
 *
 * A corpus never changes once loaded. A reload makes a new one, which takes over the units of unchanged files; so a
 * reader in another thread keeps what it has. Records are numbered 0 … count-1, in the order of roots and paths;
 * numbers belong to one corpus, identity ("type/id") outlives it. Two layouts are found by looking: a folder with a
 * schema.yaml (ours) and one with data/ (the public corpus: a folder of JSON files for each type in data/, Markdown in docs/); any other folder is
 * read whole. */
#ifndef KERNATLAS_CORPUS_H
#define KERNATLAS_CORPUS_H

#include "arena.h"
#include "bitset.h"
#include "buf.h"
#include "error.h"
#include "map.h"
#include "schema.h"
#include "value.h"

struct document;

/* What a loader and the one who waits for it share. All atomic. */
struct corpus_progress {
	int files;      /* found so far */
	int files_done; /* read so far */
	int cancel;     /* set to non-zero to stop: corpus_load then returns NULL with the message "cancelled" */
};

/* What a file is taken to hold, whatever is on disk: how a change looks before it is saved. */
struct corpus_overlay {
	const char *path; /* as record_path gives it */
	const char *bytes;
	size_t len;
};

struct corpus_options {
	const char *const *roots;
	int root_count;
	int today;      /* YYYYMMDD: findings on dates are measured from it */
	int stale_days; /* a record older than this is stale; 0: 180 */
	int threads;    /* 0: chosen by the number of files and processors */
	const struct corpus *previous;    /* unchanged files are taken over from it; or NULL */
	const struct corpus_overlay *overlay; /* or NULL */
	const char *cache; /* file of unit_cache.h to begin from, without `previous`; or NULL */
	struct corpus_progress *progress; /* or NULL */
	/* Called once when so many files have been found, while others are still looked for, by the thread that loads; or NULL. */
	void (*many)(void *data);
	void *many_data;
	int many_files;
	int most_files; /* 0: all; else so many, whichever are found first: something to show while the rest is read */
};

enum { RECORD_NONE = 0xFFFFFFFFu };

struct record {
	const char *id;    /* NUL-terminated, in corpus.id_text */
	const char *title; /* never NULL; the id where the record has no title */
	struct unit *unit; /* owned by the corpus */
	struct unit *derived; /* what was derived for it (a map), or NULL; owned by the corpus */
	uint32_t value;       /* its map in the unit */
	uint32_t unit_index;
	uint32_t text_begin, text_end; /* its scalars in the unit's text, NUL between them: what a search looks at */
	uint32_t next_same_id;         /* the next record with this id, or RECORD_NONE */
	uint16_t type;                 /* index in corpus.types */
	int32_t document;              /* index in corpus.documents, or -1 */
};

/* A type that the corpus has, known to the schema or not. */
struct corpus_type {
	const char *name;
	const struct schema_type *schema; /* NULL: fields are what the data show */
	uint32_t count;
	uint32_t first; /* its first record; RECORD_NONE while count is 0 */
};

enum { LINK_NOWHERE = 0xFFFFFFFFu, LINK_AMBIGUOUS = 0xFFFFFFFEu };

/* Nothing in it points anywhere: links can be kept in a file as they are. */
struct link {
	uint32_t from;
	uint32_t to;    /* record, LINK_NOWHERE or LINK_AMBIGUOUS */
	uint32_t value; /* the value in the unit of `from` in which it stands */
	uint32_t line;
	uint32_t target; /* see link_target */
	int32_t heading; /* in a document: index of the heading it stands under, else -1 */
	uint16_t target_len;
	uint16_t column;
	uint8_t kind; /* enum link_kind */
	bool in_document; /* it is one of the links of its document's text */
	uint16_t unused;  /* so that every byte has a value */
};

/* Shared by records that derive the same values; see corpus_derive.c. */
struct derived_set;

struct corpus {
	struct keys *keys;
	struct schema *schema;
	uint64_t schema_sum; /* of its text */
	char **roots;
	int root_count;
	int more_owners; /* atomic; see corpus_ref */
	int today, stale_days;
	uint32_t *root_units; /* [root_count + 1]: units of root i are root_units[i] … root_units[i+1]-1, in order of paths */
	struct unit **units;
	uint32_t unit_count;
	uint32_t cached_units;    /* those taken from the cache */
	struct unit_cache *cache; /* what the load began from, or NULL */
	int64_t read_at_ns;    /* the clock's time when reading began */
	struct record *records;
	uint32_t count;
	struct corpus_type *types;
	uint32_t type_count;
	struct document **documents; /* parsed bodies of Markdown records */
	uint32_t document_count;
	struct arena id_text; /* the ids, close together: finding one touches nothing else */
	struct map ids;     /* id → first record of that id */
	struct map aliases; /* alias → record */
	struct map folders; /* folder name → type */
	const struct link *links; /* sorted by `from`, in reading order */
	uint32_t link_count;
	const uint32_t *links_out; /* [count + 1]: links of record r are links[links_out[r] … links_out[r+1]-1] */
	const uint32_t *links_in;  /* [count + 1]: into links_in_order */
	const uint32_t *links_in_order; /* numbers of links, grouped by `to` */
	struct finding_list findings; /* of reading, identity and links; check.h adds the rest */
	struct derived_set *derived;
	struct bitset used_keys;      /* numbers of the keys that records have; the schema's own are not among them */
	uint16_t key_id, key_type, key_status, key_body; /* the keys that the program itself asks for most */
	bool links_kept; /* the links stand in the cache */
	bool partial;    /* there were more files than were asked for */
};

/* Loads everything below the roots. NULL with a message when a root can't be read, memory ends or it was cancelled.
 * A bad file costs a finding, not the corpus. Free with corpus_free. */
struct corpus *corpus_load(const struct corpus_options *options, struct error *err);
void corpus_free(struct corpus *corpus); /* NULL is fine */
/* One more owner, who frees it too; only the last does. For threads that read what another may put away. */
struct corpus *corpus_ref(const struct corpus *corpus);
/* Bytes held: units, records, links, tables. */
size_t corpus_memory(const struct corpus *corpus);
/* Whether any file below the roots differs from what was loaded (by name, size or times). */
bool corpus_is_outdated(const struct corpus *corpus);

/* A record's map. Fields are asked with corpus_field, which also knows what was derived. */
struct node record_root(const struct record *record);
/* The field of that name; an absent node when the record does not have it. */
struct node corpus_field(const struct corpus *corpus, const struct record *record, const char *name);
struct node corpus_field_by_key(const struct record *record, uint16_t key);
/* True when the node was derived, not recorded. */
bool record_is_derived(const struct record *record, struct node n);
/* A child of any map by name. */
struct node corpus_get(const struct corpus *corpus, struct node map, const char *name);
/* Compiles a dotted name. False when no record has such keys (nothing can match). */
bool corpus_path(const struct corpus *corpus, const char *dotted, struct path *path);
/* path_walk over the record and, where it does not have the first key, over what was derived. */
bool record_walk(const struct record *record, const struct path *path, path_visit visit, void *context);
enum value_state record_state(const struct record *record, const struct path *path);

const struct corpus_type *record_type(const struct corpus *corpus, const struct record *record);
/* The type of that name, by name, folder or plural; RECORD_NONE when the corpus has none. */
uint32_t corpus_type_find(const struct corpus *corpus, const char *name, size_t len);
uint32_t record_index(const struct corpus *corpus, const struct record *record);
/* "path" of the record's file, as messages show it. */
const char *record_path(const struct record *record);
const char *corpus_path_of_unit(const struct corpus *corpus, uint32_t unit);

/* What a reference names. Takes an id, an alias, type/id, folder/id, and any of them with #fragment, ".md", "./", "../"; or
 * the place where a record begins: FILE, FILE:LINE, FILE:LINE:COLUMN with the path as record_path gives it.
 * On RESOLVE_AMBIGUOUS `*record` is the first that fits; on RESOLVE_NOTHING it is RECORD_NONE. */
enum resolve { RESOLVE_FOUND, RESOLVE_NOTHING, RESOLVE_AMBIGUOUS };
enum resolve corpus_resolve(const struct corpus *corpus, const char *text, size_t len, uint32_t *record);
/* The same for a reference that stands in the record `from`: a path is taken from its file's folder, then from its root,
 * and never leads out of that; of several records with one id, that of its root is meant. RECORD_NONE: stands nowhere. */
enum resolve corpus_resolve_from(const struct corpus *corpus, uint32_t from, const char *text, size_t len, uint32_t *record);
/* Appends a reference that corpus_resolve takes back to this very record: type/id, or FILE:LINE where that names another. */
void record_reference(const struct corpus *corpus, uint32_t record, struct buf *out);
/* The next other record with the id of `record`, behind `after` (RECORD_NONE: the first); RECORD_NONE at the end. */
uint32_t record_next_twin(const struct corpus *corpus, uint32_t record, uint32_t after);
/* The id or alias nearest to a misspelt one, or NULL. */
const char *corpus_suggest_id(const struct corpus *corpus, const char *id);
/* What a link names, as written: target_len bytes with the #fragment and without label, NOT NUL-terminated. */
const char *link_target(const struct corpus *corpus, const struct link *link);
/* The fragment of a link's target without "#" (*len 0 when it has none). */
const char *link_fragment(const struct corpus *corpus, const struct link *link, size_t *len);

#endif
