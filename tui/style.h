/* Roles: what a piece of the screen means. Panes draw in roles; a theme gives each role colours and attributes.
 * Every role is also told by a glyph, a word or an attribute, so that nothing depends on colour alone. */
#ifndef KERNATLAS_STYLE_H
#define KERNATLAS_STYLE_H

#include <stdint.h>

/* STYLE(id, "name in theme files", "what it is for") */
#define STYLES(STYLE) \
	STYLE(TEXT, "text", "ordinary text") \
	STYLE(DIM, "dim", "what may be passed over: units, hints, values that are not there") \
	STYLE(STRONG, "strong", "names and words that carry the sentence") \
	STYLE(EMPHASIS, "emphasis", "emphasis in documents") \
	STYLE(HEADING, "heading", "headings") \
	STYLE(LABEL, "label", "names of fields and columns") \
	STYLE(FIGURE, "figure", "measured and stated numbers") \
	STYLE(LINK, "link", "what Enter follows") \
	STYLE(LINK_HERE, "link-here", "the link under the cursor") \
	STYLE(LINK_DEAD, "link-dead", "a link that leads nowhere") \
	STYLE(CODE, "code", "code in documents") \
	STYLE(QUOTE, "quote", "quotations") \
	STYLE(BORDER, "border", "frames") \
	STYLE(BORDER_FOCUS, "border-focus", "the frame of the focused pane") \
	STYLE(TITLE, "title", "titles of panes") \
	STYLE(TITLE_FOCUS, "title-focus", "the title of the focused pane") \
	STYLE(SELECTION, "selection", "the selected row of the focused pane") \
	STYLE(SELECTION_IDLE, "selection-idle", "the selected row of other panes") \
	STYLE(MARKED, "marked", "marked records") \
	STYLE(MATCH, "match", "what a search found") \
	STYLE(FILTER, "filter", "the filter line") \
	STYLE(TALLY, "count", "counts") \
	STYLE(KEY, "key", "names of keys") \
	STYLE(MESSAGE, "message", "messages") \
	STYLE(WARNING, "warning", "warnings and their findings") \
	STYLE(ERROR, "error", "errors and their findings") \
	STYLE(INFO, "info", "findings that only inform") \
	STYLE(VERIFIED, "status-verified", "status verified, glyph ●") \
	STYLE(DRAFT, "status-draft", "status draft, glyph ○") \
	STYLE(CONTESTED, "status-contested", "status contested, glyph ◆") \
	STYLE(DEPRECATED, "status-deprecated", "status deprecated, glyph ✕") \
	STYLE(DERIVED, "derived", "what was derived, not recorded") \
	STYLE(CELL_LISTED, "cell-listed", "matrix: listed, glyph ●") \
	STYLE(CELL_PORT, "cell-port", "matrix: through a port, glyph ◐") \
	STYLE(CELL_STAND_IN, "cell-stand-in", "matrix: stand-in, glyph ◌") \
	STYLE(CELL_NONE, "cell-none", "matrix: not listed or no slot") \
	STYLE(CLAIM_TRUE, "claim-true", "a claim that holds, glyph ✓") \
	STYLE(CLAIM_FALSE, "claim-false", "a claim that does not, glyph ✗") \
	STYLE(FAMILY_DSL, "family-kernel-dsl", "the family of kernel DSLs") \
	STYLE(FAMILY_TEMPLATE, "family-template-library", "the family of template libraries") \
	STYLE(FAMILY_GRAPH, "family-graph-compiler", "the family of graph compilers") \
	STYLE(FAMILY_INFRASTRUCTURE, "family-infrastructure", "the family of infrastructure") \
	STYLE(COST_BUILD, "cost-build", "cost at the build") \
	STYLE(COST_LIBRARY, "cost-library-build", "cost at the build of the library") \
	STYLE(COST_START, "cost-process-start", "cost at the start of the process") \
	STYLE(COST_LOAD, "cost-model-load", "cost at the load of the model") \
	STYLE(COST_FIRST, "cost-first-request", "cost at the first request") \
	STYLE(COST_SHAPE, "cost-new-shape", "cost at each new shape") \
	STYLE(COST_SERVE, "cost-serve", "cost while serving") \
	STYLE(COST_INHERITED, "cost-inherited", "cost that another compiler has") \
	STYLE(BIG, "big", "headlines of presentations")

enum style {
#define STYLE(id, name, what) STYLE_##id,
	STYLES(STYLE)
#undef STYLE
	STYLE_COUNT
};

const char *style_name(enum style style);
const char *style_meaning(enum style style);
/* The style of a name in a theme file, or STYLE_COUNT. */
enum style style_parse(const char *name);
/* The style of a value of a vocabulary, named "VOCABULARY-VALUE"; `otherwise` where there is none. */
enum style style_of_value(const char *vocabulary, const char *value, enum style otherwise);

#endif
