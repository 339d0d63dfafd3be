#include "flow_list.h"

#include "edit_render.h"

bool flow_list_scalar(const char *text, bool is_text, bool in_brackets, struct buf *out)
{
	static const enum edit_style styles[] = {EDIT_PLAIN, EDIT_SINGLE, EDIT_DOUBLE};
	size_t begin = out->len;

	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
		struct edit_writing how = {.style = styles[i], .text = is_text, .flow = in_brackets, .eol = "\n"};

		if (edit_render(out, text, &how))
			return buf_ok(out);
		buf_truncate(out, begin);
	}
	return false;
}

bool flow_list_write(struct node list, const char *more, struct buf *out)
{
	bool first = true;

	buf_addc(out, '[');
	for (struct node n = node_first(list); n.v; n = node_next(list, n)) {
		buf_adds(out, first ? "" : ", ");
		first = false;
		if (!node_is_scalar(n) || !flow_list_scalar(node_text(n), node_kind(n) == VALUE_TEXT, true, out))
			return false;
	}
	if (more) {
		buf_adds(out, first ? "" : ", ");
		if (!flow_list_scalar(more, true, true, out))
			return false;
	}
	buf_addc(out, ']');
	return buf_ok(out);
}
