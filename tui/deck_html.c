/* A story as one file of HTML. Its policy forbids every load, and scripts and styles but its own; what comes from records
 * passes markup_html(). Steps are pages on paper, and sections on a screen, which keys go through where a script runs. */
#include <string.h>

#include "deck.h"
#include "markup.h"
#include "theme.h"

/* Scripts and styles with this word are the file's own; text that slipped in as markup would not have it. */
#define NONCE "kernatlas"

static const char rules[] =
	"html{font:16px/1.45 system-ui,\"DejaVu Sans\",sans-serif}\n"
	"body{margin:0}\n"
	"header,section{box-sizing:border-box;min-height:100vh;padding:5vh 5vw;border-bottom:1px solid}\n"
	"h1{font-size:2.6rem;line-height:1.15;margin:0 0 1rem}\n"
	"h2{font-size:2.1rem;line-height:1.15;margin:.2rem 0 1rem}\n"
	"h3{font-size:1rem;margin:1rem 0 .3rem}\n"
	"p{margin:.25rem 0;max-width:62rem;break-inside:avoid}\n"
	"pre{margin:.4rem 0;overflow-x:auto;font:.85rem/1.35 ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
	"code{font:.9em ui-monospace,\"DejaVu Sans Mono\",monospace}\n"
	".lines{font-size:1.3rem;line-height:1.4;margin:0 0 1.2rem;padding-left:1.3rem}\n"
	".table{overflow-x:auto;margin:.4rem 0}\n"
	"table{border-collapse:collapse;font-size:.85rem}\n"
	"th,td{padding:.12rem .7rem .12rem 0;text-align:left;vertical-align:top}\n"
	"th{border-bottom:1px solid}\n"
	".right{text-align:right}\n"
	".count,.query,.sources{font-size:.85rem}\n"
	".notes{margin-top:1rem;padding:.1rem 1rem .5rem;border-left:.3rem solid;font-size:.95rem}\n"
	".hide-notes .notes{display:none}\n"
	"#sources li{margin:.3rem 0}\n"
	"@media print,(min-width:70rem){.part{columns:2;column-gap:2.5rem}.table{column-span:all}}\n"
	"#hint{position:fixed;right:1rem;bottom:.5rem;font-size:.75rem}\n"
	"@media print{\n"
	"@page{size:A4 landscape;margin:11mm}\n"
	"html{font-size:8.5pt}\n"
	"h1,h2{font-size:20pt}\n"
	".lines{font-size:11pt;margin-bottom:.5rem}\n"
	"#sources ol{columns:3;font-size:6.5pt}\n"
	"header,section{min-height:0;padding:0;border:0;break-after:page}\n"
	"section:last-of-type{break-after:auto}\n"
	"table{font-size:7.5pt}\n"
	"tr,.notes{break-inside:avoid}\n"
	"h3{break-after:avoid}\n"
	"#hint{display:none}\n"
	"}\n";

static const char script[] =
	"(function(){\n"
	"var steps=[].slice.call(document.querySelectorAll('header,section')),hint=document.createElement('div');\n"
	"function here(){var at=0;steps.forEach(function(s,i){if(s.getBoundingClientRect().top<innerHeight/3)at=i});return at}\n"
	"function go(i){steps[Math.max(0,Math.min(steps.length-1,i))].scrollIntoView()}\n"
	"document.addEventListener('keydown',function(e){\n"
	"if(e.ctrlKey||e.altKey||e.metaKey)return;\n"
	"if(e.key==='ArrowRight'||e.key==='PageDown'||e.key==='n')go(here()+1);\n"
	"else if(e.key==='ArrowLeft'||e.key==='PageUp'||e.key==='p')go(here()-1);\n"
	"else if(e.key==='Home')go(0);\n"
	"else if(e.key==='End')go(steps.length-1);\n"
	"else if(e.key==='s')document.documentElement.classList.toggle('hide-notes');\n"
	"else return;\n"
	"e.preventDefault()});\n"
	"hint.id='hint';hint.textContent='\\u2190 \\u2192 steps \\u00b7 s notes';document.body.appendChild(hint)\n"
	"})()\n";

static void add(struct buf *out, const char *text)
{
	markup_html(out, text, strlen(text));
}

/* ---- colours ------------------------------------------------------------------------------------ */

static void add_look(struct buf *out, const char *selector, const struct theme_style *look, const struct theme_style *text)
{
	buf_addf(out, "%s{", selector);
	if (look->fg >= 0)
		buf_addf(out, "color:#%06x;", look->fg);
	if (look->bg >= 0 && (text == look || look->bg != text->bg))
		buf_addf(out, "background:#%06x;", look->bg);
	if (text != look) {
		buf_adds(out, look->attrs & THEME_BOLD && !(text->attrs & THEME_BOLD) ? "font-weight:bold;" : "");
		buf_adds(out, look->attrs & THEME_ITALIC ? "font-style:italic;" : "");
		buf_adds(out, look->attrs & THEME_UNDERLINE ? "text-decoration:underline;" : "");
		buf_adds(out, look->attrs & THEME_DIM ? "opacity:.75;" : "");
	}
	buf_adds(out, "}\n");
}

static void add_colours(struct buf *out, const struct theme *theme)
{
	static const struct {
		const char *selector;
		enum style style;
	} parts[] = {{"h1,h2", STYLE_BIG}, {"h3", STYLE_HEADING}, {"a", STYLE_LINK}, {"mark", STYLE_MATCH}, {"th,th .label", STYLE_LABEL},
		{".count,.query,.sources,#hint", STYLE_DIM}, {".ref", STYLE_TEXT}};
	struct theme_style text = theme_look(theme, STYLE_TEXT, 0), border = theme_look(theme, STYLE_BORDER, 0);

	add_look(out, "body", &text, &text);
	for (int i = 0; i < STYLE_COUNT; i++) {
		struct theme_style look = theme_look(theme, (enum style)i, 0);
		char selector[64] = ".";

		strncat(selector, style_name((enum style)i), sizeof selector - 2);
		add_look(out, selector, &look, &text);
	}
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct theme_style look = theme_look(theme, parts[i].style, 0);

		add_look(out, parts[i].selector, &look, &text);
	}
	if (border.fg >= 0)
		buf_addf(out, "header,section,th,.notes{border-color:#%06x}\n", border.fg);
	/* Browsers leave backgrounds out on paper. */
	buf_adds(out, "@media print{mark{color:inherit;background:none;font-weight:bold;text-decoration:underline}}\n");
	/* Light on dark is for screens: paper is white. */
	if (theme->background == THEME_DARK)
		buf_adds(out, "@media print{body *,body{color:#000!important;background:none!important}}\n");
}

static void add_indents(struct buf *out)
{
	for (int i = 1; i <= 16; i++)
		buf_addf(out, ".i%d{margin-left:%d.%dem}.h%d{padding-left:%d.%dem;text-indent:-%d.%dem}\n", i, i * 6 / 10, i * 6 % 10, i,
			i * 6 / 10, i * 6 % 10, i * 6 / 10, i * 6 % 10);
}

/* ---- parts -------------------------------------------------------------------------------------- */

static void add_head(struct buf *out, const struct deck *deck, const struct theme *theme)
{
	buf_adds(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'nonce-" NONCE
		      "'; script-src 'nonce-" NONCE "'; base-uri 'none'; form-action 'none'\">\n"
		      "<meta name=\"referrer\" content=\"no-referrer\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		      "<link rel=\"icon\" href=\"data:,\">\n<title>");
	add(out, deck->title);
	buf_adds(out, "</title>\n<style nonce=\"" NONCE "\">\n");
	buf_adds(out, rules);
	add_indents(out);
	add_colours(out, theme);
	buf_adds(out, "</style>\n</head>\n<body>\n");
}

static void add_contents(struct buf *out, const struct deck *deck)
{
	buf_adds(out, "<header>\n<h1>");
	add(out, deck->title);
	buf_adds(out, "</h1>\n");
	if (*deck->about) {
		buf_adds(out, "<p>");
		add(out, deck->about);
		buf_adds(out, "</p>\n");
	}
	buf_adds(out, "<nav><ol>\n");
	for (int i = 0; i < deck->step_count; i++) {
		buf_addf(out, "<li><a href=\"#step-%d\">", i + 1);
		add(out, deck->steps[i].story.headline);
		buf_adds(out, "</a></li>\n");
	}
	buf_adds(out, "</ol></nav>\n");
	buf_adds(out, "<p class=\"count\">Tables and lists were drawn from the records when this file was written.</p>\n</header>\n");
}

static void add_lines(struct buf *out, struct node lines)
{
	if (!node_count(lines))
		return;
	buf_adds(out, "<ul class=\"lines\">\n");
	for (struct node n = node_first(lines); n.v; n = node_next(lines, n)) {
		buf_adds(out, "<li>");
		add(out, node_text(n));
		buf_adds(out, "</li>\n");
	}
	buf_adds(out, "</ul>\n");
}

static void add_step(struct buf *out, const struct deck *deck, int index)
{
	const struct deck_step *step = &deck->steps[index];

	buf_addf(out, "<section id=\"step-%d\">\n<p class=\"count\">%d / %d</p>\n<h2>", index + 1, index + 1, deck->step_count);
	add(out, step->story.headline);
	buf_adds(out, "</h2>\n");
	add_lines(out, step->story.lines);
	for (int p = 0; p < DECK_PARTS; p++) {
		struct deck_links links = {deck, &step->parts[p]};
		struct sheet_markup how = {deck_href, &links, step->story.highlight, 3};

		if (!step->parts[p].sheet.block_count)
			continue;
		buf_adds(out, "<div class=\"part\">\n");
		sheet_to_html(&step->parts[p].sheet, &how, out);
		buf_adds(out, "</div>\n");
	}
	if (*step->story.query) {
		buf_adds(out, "<p class=\"query\">Records: <code>");
		add(out, step->story.query);
		buf_adds(out, "</code></p>\n");
	}
	if (*step->story.notes) {
		buf_adds(out, "<aside class=\"notes\"><h3>Notes</h3><p>");
		add(out, step->story.notes);
		buf_adds(out, "</p></aside>\n");
	}
	if (step->source_count)
		buf_adds(out, "<p class=\"sources\">Sources:");
	for (int i = 0; i < step->source_count; i++)
		buf_addf(out, " <a href=\"#source-%d\">%d</a>", step->sources[i] + 1, step->sources[i] + 1);
	buf_adds(out, step->source_count ? "</p>\n</section>\n" : "</section>\n");
}

static void add_source_field(struct buf *out, const struct deck *deck, const struct record *r, const char *field, const char *before)
{
	struct node n = corpus_field(deck->corpus, r, field);

	if (!node_is_scalar(n) || !*node_text(n))
		return;
	buf_adds(out, before);
	add(out, node_text(n));
}

static void add_sources(struct buf *out, const struct deck *deck)
{
	if (!deck->source_count)
		return;
	buf_adds(out, "<section id=\"sources\">\n<h2>Sources</h2>\n<ol>\n");
	for (int i = 0; i < deck->source_count; i++) {
		const struct record *r = &deck->corpus->records[deck->sources[i]];
		struct node url = corpus_field(deck->corpus, r, "url");
		bool web = node_is_scalar(url) && markup_is_web(node_text(url), node_len(url));

		buf_addf(out, "<li id=\"source-%d\">", i + 1);
		if (web) {
			buf_adds(out, "<a rel=\"noreferrer\" href=\"");
			markup_url(out, node_text(url), node_len(url));
			buf_adds(out, "\">");
		}
		add(out, r->title);
		buf_adds(out, web ? "</a>" : "");
		add_source_field(out, deck, r, "publisher", " · ");
		add_source_field(out, deck, r, "published", " · published ");
		add_source_field(out, deck, r, "accessed", " · read ");
		if (web) {
			buf_adds(out, "<br><code>");
			add(out, node_text(url));
			buf_adds(out, "</code>");
		}
		buf_adds(out, "</li>\n");
	}
	buf_adds(out, "</ol>\n</section>\n");
}

bool deck_html(const struct deck *deck, const struct theme *theme, struct buf *out)
{
	add_head(out, deck, theme);
	add_contents(out, deck);
	for (int i = 0; i < deck->step_count; i++)
		add_step(out, deck, i);
	add_sources(out, deck);
	buf_adds(out, "<script nonce=\"" NONCE "\">\n");
	buf_adds(out, script);
	buf_adds(out, "</script>\n</body>\n</html>\n");
	return buf_ok(out);
}
