/* kernatlas-records(5) and kernatlas-query(7), from the schema that is built in and the table of the query language. */
#include <string.h>

#include "finding.h"
#include "keys.h"
#include "manual.h"
#include "query.h"
#include "roff.h"
#include "schema.h"

static const struct {
	const char *option, *meaning;
} state_rows[] = {
	{"given", "A value stands there."},
	{"null", "`field: null` or `field: ~`. Someone looked, and it is not known."},
	{"empty", "`field: []`. It is known that there is none."},
	{"absent", "The field is not there: nobody has looked."},
};

static void add_field(struct buf *out, const struct schema_field *field, const char *before)
{
	struct buf name, takes;

	buf_init(&name);
	buf_init(&takes);
	buf_addf(&name, "%s%s", before, field->name);
	buf_addf(&takes, "%s%s%s%s%s%s", field->list ? "list of " : "", field_kind_name(field->kind),
		field->vocabulary ? " of " : "", field->vocabulary ? field->vocabulary->name : "",
		field->unit && *field->unit ? ", in " : "", field->unit && *field->unit ? field->unit : "");
	buf_adds(&takes, field->required ? ", required" : "");
	if (field->needs)
		buf_addf(&takes, ", needs %s", field->needs);
	roff_entry(out, buf_ok(&name) ? name.data : "", buf_ok(&takes) ? takes.data : "", field->meaning);
	buf_adds(&name, ".");
	for (int i = 0; i < field->field_count && buf_ok(&name); i++)
		add_field(out, &field->fields[i], name.data);
	out->failed = out->failed || name.failed || takes.failed;
	buf_release(&name);
	buf_release(&takes);
}

static void add_type(struct buf *out, const struct schema_type *type)
{
	struct buf about;

	buf_init(&about);
	buf_addf(&about, "%s Folders:", type->meaning);
	for (uint32_t i = 0; i < node_count(type->folders); i++)
		buf_addf(&about, "%s `%s`", i ? "," : "", node_text(node_at(type->folders, i)));
	buf_adds(&about, ".");
	roff_subsection(out, type->name);
	roff_paragraph(out, buf_ok(&about) ? about.data : "");
	for (int i = 0; i < type->field_count; i++)
		add_field(out, &type->fields[i], "");
	out->failed = out->failed || about.failed;
	buf_release(&about);
}

static void add_vocabulary(struct buf *out, const struct vocabulary *vocabulary)
{
	roff_subsection(out, vocabulary->name);
	roff_paragraph(out, vocabulary->meaning);
	if (vocabulary->ordered)
		roff_paragraph(out, "Its values have this order: an earlier one is less than a later one.");
	for (int i = 0; i < vocabulary->count; i++)
		roff_entry(out, vocabulary->values[i].value, NULL,
			*vocabulary->values[i].meaning ? vocabulary->values[i].meaning : vocabulary->values[i].label);
}

/* Calls `write` with the schema that is built in. */
static bool with_schema(struct buf *out, void (*write)(struct buf *out, const struct schema *schema), struct error *err)
{
	struct finding_list findings;
	struct keys *keys = keys_new();
	struct schema *schema;

	finding_list_init(&findings);
	schema = keys ? schema_parse(keys, "schema.yaml (built in)", schema_data, schema_data_size, &findings, err) : NULL;
	if (schema)
		write(out, schema);
	if (!schema || !buf_ok(out))
		error_set(err, "out of memory");
	finding_list_release(&findings);
	keys_unref(keys);
	if (!schema)
		return false;
	schema_free(schema);
	return buf_ok(out);
}

static void write_records(struct buf *out, const struct schema *schema)
{
	roff_section(out, "DESCRIPTION");
	roff_paragraph(out, "A folder of records holds YAML files, a record or several documents each, and documents in Markdown with the "
			    "record between two lines of three minus signs at their top. JSON is read as well. The type of a record is "
			    "its `type`, else the folder that it is in; its id is its `id`, else the file's name. A file `schema.yaml` "
			    "in the folder replaces the schema that is built in and described here. A field that the schema does not "
			    "know is kept, shown and searched.");
	roff_section(out, "WHAT A FIELD SAYS");
	roff_paragraph(out, "Four facts stay apart everywhere, also in what is printed for programs:");
	for (size_t i = 0; i < sizeof state_rows / sizeof *state_rows; i++)
		roff_entry(out, state_rows[i].option, NULL, state_rows[i].meaning);
	roff_section(out, "TYPES");
	for (int i = 0; i < schema->type_count; i++)
		add_type(out, &schema->types[i]);
	roff_section(out, "VOCABULARIES");
	for (int i = 0; i < schema->vocabulary_count; i++)
		add_vocabulary(out, &schema->vocabularies[i]);
	roff_section(out, "FINDINGS");
	roff_paragraph(out, "What `kernatlas check` may find, by its code, and what to do.");
	for (int code = 0; code < FINDING_CODE_COUNT; code++) {
		struct buf takes;

		buf_init(&takes);
		buf_addf(&takes, "(%s)", severity_name(finding_default_severity((enum finding_code)code)));
		roff_entry(out, finding_code_name((enum finding_code)code), buf_ok(&takes) ? takes.data : "",
			finding_remedy((enum finding_code)code));
		buf_release(&takes);
	}
}

static void write_query(struct buf *out, const struct schema *schema)
{
	roff_section(out, "DESCRIPTION");
	roff_paragraph(out, "One language serves the filter line, the command line, the saved questions, the claims and the tables in "
			    "documents. A query selects compilers unless it names a type; an empty one selects all of them.");
	roff_section(out, "FORMS");
	for (const struct query_help *row = query_help; row->form; row++)
		roff_entry(out, row->form, NULL, row->meaning);
	roff_section(out, "WHAT IS NOT RECORDED");
	roff_paragraph(out, "A term is unknown where the value it asks for is absent or null, and not unknown is unknown. With `and` false "
			    "wins over unknown and unknown over true; with `or` true wins over unknown and unknown over false. Only true "
			    "selects. An empty list is known: nothing is in it. `missing`, `absent`, `null` and `empty` ask for what is "
			    "recorded and are never unknown.");
	roff_section(out, "NAMES FOR FIELDS");
	roff_paragraph(out, "A field is named as in the record, a part of it with dots, such as `costs.lands`. Shorter names:");
	for (int i = 0; i < schema->alias_count; i++) {
		struct buf paths;

		buf_init(&paths);
		for (int j = 0; j < schema->aliases[i].count; j++)
			buf_addf(&paths, "%s`%s`", j ? " or " : "", schema->aliases[i].paths[j]);
		roff_entry(out, schema->aliases[i].name, NULL, buf_ok(&paths) ? paths.data : "");
		buf_release(&paths);
	}
	roff_section(out, "LIMITS");
	roff_paragraph(out, "A pattern that takes too many steps in a record gives up there: the record is then neither found nor ruled out, "
			    "and is named.");
	roff_section(out, "EXAMPLES");
	roff_example(out, "backend:cuda backend:rocm\ncost:first-request -is:draft\nproduction_ready:no\nmissing:production_ready\n"
			  "year>=2022 (family:kernel-dsl | family:template-library)\ntype:note is:contested\n");
}

static void see_also(struct buf *out, const char *other, const char *section)
{
	roff_section(out, "SEE ALSO");
	buf_addf(out, ".BR kernatlas (1),\n.BR kernatlas\\-%s (%s)\n", other, section);
}

bool manual_records(const struct manual_page *page, struct buf *out, struct error *err)
{
	roff_page(out, page->name, page->section, page->about);
	if (!with_schema(out, write_records, err))
		return false;
	see_also(out, "query", "7");
	return buf_ok(out);
}

bool manual_query(const struct manual_page *page, struct buf *out, struct error *err)
{
	roff_page(out, page->name, page->section, page->about);
	if (!with_schema(out, write_query, err))
		return false;
	see_also(out, "records", "5");
	return buf_ok(out);
}
