/* Copying: the link of a record, what is under the cursor, the query, the command that shows the same, any value. It goes to
 * the terminal's clipboard, or to the command that $KERNATLAS_COPY names. */
#include <stdlib.h>
#include <string.h>

#include "browser_state.h"
#include "child.h"
#include "clipboard.h"
#include "compare_sheet.h"
#include "document.h"
#include "field_address.h"
#include "present.h"
#include "screen.h"
#include "text.h"
#include "words.h"

enum { COMMAND_MS = 3000, SHOWN_WIDTH = 200 };

/* ---- what there is to copy ---------------------------------------------------------------------- */

/* One argument of a shell's command line. */
static void add_argument(struct buf *out, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:@,";

	buf_adds(out, " ");
	if (*text && text[strspn(text, plain)] == '\0') {
		buf_adds(out, text);
		return;
	}
	buf_addc(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			buf_adds(out, "'\\''");
		else
			buf_addc(out, *text);
	buf_addc(out, '\'');
}

static void begin_command(const struct browser *b, const char *command, struct buf *out)
{
	buf_adds(out, "kernatlas");
	for (int i = 0; i < b->options->root_given; i++) {
		buf_adds(out, " -r");
		add_argument(out, b->options->roots[i]);
	}
	if (*command)
		add_argument(out, command);
}

static const char *id_of(const struct browser *b, uint32_t record)
{
	return record < b->s.corpus->count ? b->s.corpus->records[record].id : "";
}

/* The filter as an operand; one that begins with a minus sign is no option. */
static void add_filter(const struct browser *b, struct buf *out)
{
	const char *text = selection_filter_text(&b->s);

	if (*text == '-')
		buf_adds(out, " --");
	if (*text)
		add_argument(out, text);
}

/* The command that opens the browser here, or the story that is on the screen. */
static void add_open_command(const struct browser *b, struct buf *out)
{
	bool presents = browser_presents(b);

	begin_command(b, presents ? "present" : "", out);
	if (!presents && *selection_filter_text(&b->s)) {
		buf_adds(out, " -q");
		add_argument(out, selection_filter_text(&b->s));
	}
	if (b->theme_chosen) {
		buf_adds(out, " --theme");
		add_argument(out, b->theme_name);
	}
	if (presents)
		add_argument(out, b->present->story);
	else if (b->s.record < b->s.corpus->count)
		add_argument(out, id_of(b, b->s.record));
}

/* The heading of the document that stands at the top of the view, or the last above it; "" for none. */
static const char *heading_in_view(const struct browser *b)
{
	const struct document_heading *headings;
	const char *slug = "";
	size_t count;

	headings = document_outline(b->s.corpus->documents[b->s.corpus->records[b->view.record].document], &count);
	for (size_t i = 0; i < count; i++) {
		int line = sheet_anchor_line(&b->view.sheet, (int)i);

		if (line >= 0 && line <= b->view.top)
			slug = headings[i].slug;
	}
	return slug;
}

static void add_place(const struct browser *b, struct buf *out)
{
	const char *heading = b->view.kind == VIEW_DOCUMENT ? heading_in_view(b) : "";

	buf_adds(out, id_of(b, b->view.record));
	if (*heading)
		buf_addf(out, "#%s", heading);
}

static void add_marked(const struct browser *b, struct buf *out)
{
	int count = 0;

	for (size_t r = bitset_next(&b->s.marks, 0); r < b->s.corpus->count && count++ < COMPARE_MOST;
		r = bitset_next(&b->s.marks, r + 1))
		add_argument(out, id_of(b, (uint32_t)r));
}

/* The command that prints what is shown. */
static void add_print_command(const struct browser *b, struct buf *out)
{
	struct buf place;

	buf_init(&place);
	if (b->view.kind == VIEW_DOCUMENT) {
		begin_command(b, "doc", out);
		add_place(b, &place);
		add_argument(out, place.data);
	} else if (b->view.kind == VIEW_LINKS) {
		begin_command(b, "links", out);
		add_argument(out, id_of(b, b->view.record));
	} else if (b->view.kind == VIEW_COMPARE) {
		begin_command(b, "compare", out);
		add_marked(b, out);
	} else if (b->focus == PANE_RECORD) {
		begin_command(b, "show", out);
		add_argument(out, id_of(b, b->s.record));
	} else {
		begin_command(b, b->focus == PANE_PORTABILITY ? "matrix" : "list", out);
		add_filter(b, out);
	}
	buf_release(&place);
}

static void add_link(const struct browser *b, struct buf *out)
{
	struct buf id;

	buf_init(&id);
	if (b->view.kind == VIEW_DOCUMENT)
		add_place(b, &id);
	else
		selection_id(&b->s, b->s.record, &id);
	buf_addf(out, "[[%s]]", buf_ok(&id) ? id.data : "");
	buf_release(&id);
}

static void add_value(struct browser *b, struct buf *out)
{
	struct pane *p = &b->panes[b->focus];

	if (b->view.kind != VIEW_NONE)
		targets_say(&b->view.targets, b->s.corpus, b->view.link, out);
	else if (p->ops->value)
		p->ops->value(p, &b->s, out);
	else if (p->ops->say)
		p->ops->say(p, &b->s, out);
}

/* ---- the chooser -------------------------------------------------------------------------------- */

static void offer(struct browser *b, const char *label, const struct buf *text)
{
	struct buf clean, shown;

	buf_init(&clean);
	buf_init(&shown);
	clipboard_clean(&clean, text->data, text->len, true);
	text_show(&shown, clean.data, clean.len, SHOWN_WIDTH);
	b->chooser.failed = b->chooser.failed || !buf_ok(text) || !buf_ok(&clean) || !buf_ok(&shown);
	if (clean.len && !b->chooser.failed)
		chooser_add(&b->chooser, browser_keep_term(b, clean.data), STYLE_TEXT, label, NULL, shown.data);
	buf_release(&shown);
	buf_release(&clean);
}

static bool offer_field(void *context, const char *address, const struct schema_field *field, struct node n)
{
	struct browser *b = context;
	struct buf text;

	(void)field;
	if (!node_is_scalar(n) || b->term_count >= FACET_TERMS_MAX)
		return true;
	buf_init(&text);
	buf_add(&text, node_text(n), node_len(n));
	offer(b, address, &text);
	buf_release(&text);
	return true;
}

static void offer_made(struct browser *b, const char *label, void (*add)(const struct browser *b, struct buf *out))
{
	struct buf text, line;

	buf_init(&text);
	buf_init(&line);
	add(b, &text);
	/* One line, so that pasting it runs nothing by itself. */
	if (buf_ok(&text))
		clipboard_clean(&line, text.data, text.len, false);
	else
		b->chooser.failed = true;
	offer(b, label, &line);
	buf_release(&line);
	buf_release(&text);
}

static void add_query(const struct browser *b, struct buf *out)
{
	buf_adds(out, selection_filter_text(&b->s));
}

void browser_list_copies(struct browser *b)
{
	bool record = b->s.record < b->s.corpus->count;
	struct buf value;

	chooser_init(&b->chooser, "Copy", "Enter copies; type to narrow");
	buf_init(&value);
	add_value(b, &value);
	if (record)
		offer_made(b, "link", add_link);
	if (value.len)
		offer(b, "under the cursor", &value);
	offer_made(b, "query", add_query);
	offer_made(b, "command to open this", add_open_command);
	if (record || (b->view.kind == VIEW_NONE && b->focus != PANE_RECORD))
		offer_made(b, "command to print this", add_print_command);
	buf_release(&value);
	if (!record || b->s.corpus->records[b->s.record].document >= 0)
		return;
	chooser_heading(&b->chooser, "Values of the record");
	if (!field_address_walk(b->s.corpus, b->s.record, offer_field, b))
		b->chooser.failed = true;
}

/* ---- sending ------------------------------------------------------------------------------------ */

void browser_copy(struct browser *b, const char *text)
{
	free(b->copy);
	b->copy = strdup(text);
	if (!b->copy)
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
}

static void run_command(struct browser *b, const char *command)
{
	struct error err = {0};
	struct words words;
	int status;

	if (!words_split(&words, command)) {
		browser_say(b, STYLE_ERROR, "KERNATLAS_COPY is no command: a program and its arguments, with blanks between");
		return;
	}
	status = child_input((const char *const *)words.items, b->copy, strlen(b->copy), COMMAND_MS, &err);
	if (status < 0)
		browser_say(b, STYLE_ERROR, "not copied: %s", err.message);
	else if (status)
		browser_say(b, STYLE_ERROR, "not copied: %s failed with status %d", words.items[0], status);
	else
		browser_say(b, STYLE_MESSAGE, "copied by %s: %s", words.items[0], b->copy);
}

static void send_to_terminal(struct browser *b)
{
	const char *tmux = getenv("TMUX");
	size_t len = strlen(b->copy);
	struct buf bytes;

	if (!screen_knows_strings()) {
		browser_say(b, STYLE_WARNING, "this terminal has no clipboard to be set; name a command in KERNATLAS_COPY, such as xclip");
		return;
	}
	if (len > CLIPBOARD_LIMIT) {
		browser_say(b, STYLE_WARNING, "not copied: %zu bytes, and terminals take %d; name a command in KERNATLAS_COPY", len,
			CLIPBOARD_LIMIT);
		return;
	}
	buf_init(&bytes);
	clipboard_sequence(&bytes, b->copy, len, tmux && *tmux);
	if (buf_ok(&bytes)) {
		screen_send(&bytes);
		browser_say(b, STYLE_MESSAGE, "to the %s's clipboard: %s", tmux && *tmux ? "terminal's and tmux" : "terminal", b->copy);
	} else {
		browser_say(b, STYLE_ERROR, "out of memory: this could not be done");
	}
	buf_release(&bytes);
}

void browser_copy_send(struct browser *b)
{
	const char *command = getenv("KERNATLAS_COPY");

	if (command && *command)
		run_command(b, command);
	else
		send_to_terminal(b);
	free(b->copy);
	b->copy = NULL;
}
