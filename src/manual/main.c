// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A program of the build: reads a template of a manual page or a completion on standard input, and
 * prints it with the tables of the commands and workloads in it. Names no date and no machine: the
 * same source gives the same bytes.
 */
#include "core/log.h"
#include "manual/template.h"

#include <errno.h>
#include <stdio.h>

static int read_template(struct text *template, struct error *err)
{
	char some[4096];
	size_t n;

	while ((n = fread(some, 1, sizeof(some), stdin)) > 0)
		text_add(template, some, n);
	return ferror(stdin) ? fail_errno(err, "read the template")
			     : text_check(template, "the template", err);
}

static int make(struct arena *arena, struct error *err)
{
	struct manual m = { .arena = arena };
	AUTO_TEXT struct text template, out;

	text_init(&template, MIB);
	text_init(&out, 16 * MIB);
	int ret = read_template(&template, err);
	for (const struct command *const *c = all_commands; ret == 0 && *c; c++)
		ret = command_manual_make(*c, arena, ARENA_PUSH(arena, m.commands, m.count), err);
	if (ret == 0)
		completions_make(m.commands, m.count, arena, &m.completions);
	if (ret == 0)
		ret = template_fill(template.data, &m, &out, err);
	if (ret == 0 && (fputs(out.data, stdout) < 0 || fflush(stdout) != 0))
		ret = fail_errno(err, "write to standard output");
	return ret;
}

int main(void)
{
	struct arena arena = { 0 };
	struct error err;
	int ret = make(&arena, &err);

	if (ret < 0)
		log_error("manual: %s", err.text);
	arena_free(&arena);
	return ret < 0 ? EXIT_WENT_WRONG : EXIT_DONE;
}
