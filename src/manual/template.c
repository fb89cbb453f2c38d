// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/template.h"

#include <errno.h>
#include <string.h>

static const struct marker *find_marker(const char *name, size_t length)
{
	static const struct marker *const all[] = {
		page_markers,
		bash_markers,
		fish_markers,
		zsh_markers,
	};

	for (size_t i = 0; i < COUNT_OF(all); i++) {
		for (const struct marker *m = all[i]; m->name; m++) {
			if (strlen(m->name) == length && strncmp(m->name, name, length) == 0)
				return m;
		}
	}
	return NULL;
}

int template_fill(const char *template, const struct manual *m, struct text *out, struct error *err)
{
	unsigned number = 1;

	for (const char *line = template; *line; number++) {
		size_t length = strcspn(line, "\n");
		if (length > 2 && line[0] == '@' && line[length - 1] == '@') {
			const struct marker *marker = find_marker(line + 1, length - 2);
			if (!marker)
				return fail(err, EINVAL, "line %u: no marker '%.*s'", number,
					(int)length, line);
			marker->put(m, out);
		} else {
			text_add(out, line, length);
			text_puts(out, "\n");
		}
		line += length + (line[length] == '\n');
	}
	return text_check(out, "the page", err);
}
