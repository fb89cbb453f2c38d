// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"

#include "core/log.h"
#include "core/units.h"

#include <errno.h>

const struct param common_params[] = {
	PARAM(BOOL, struct common_options, help, .letter = 'h', .help = "print this and end"),
	{ 0 },
};

int say_usage_error(const struct error *err)
{
	log_error("%s", err->text);
	return EXIT_USAGE;
}

int say_failure(const struct error *err)
{
	log_error("%s", err->text);
	return EXIT_WENT_WRONG;
}

const struct argument_list *command_lists(const struct command *c, struct arena *arena)
{
	struct argument_list *lists = NULL;
	size_t count = 0;

	if (c->lists || c->raw)
		return c->lists;
	if (c->options)
		*ARENA_PUSH(arena, lists, count) = (struct argument_list){ .params = c->options };
	*ARENA_PUSH(arena, lists, count) = (struct argument_list){ .params = common_params };
	*ARENA_PUSH(arena, lists, count) = (struct argument_list){ 0 };
	return lists;
}

char *command_help(const struct command *c, struct arena *arena)
{
	const struct argument_list *lists = command_lists(c, arena);
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	if (c->usage)
		text_printf(&out, "usage: bakeoff %s %s\n\n", c->name, c->usage);
	else
		text_printf(&out, "usage: bakeoff %s [OPTION...]%s%s\n\n", c->name,
			*c->operands ? " " : "", c->operands);
	text_printf(&out, "%s\n%s%s", c->summary, c->about ? "\n" : "", c->about ? c->about : "");
	for (const struct argument_list *l = lists; l->params; l++) {
		if (l->heading)
			text_printf(&out, "\n%s:\n", l->heading);
		else if (l == lists)
			text_puts(&out, "\n");
		text_puts(&out, options_help(arena, l->params, l->form != ARGUMENT_VARIANT_KEY));
	}
	if (c->notes)
		text_printf(&out, "\n%s", c->notes);
	return arena_strdup(arena, out.data);
}

int parse_id(const char *text, uint64_t *id, struct error *err)
{
	int ret = units_parse_count(text, id, err);

	if (ret < 0 || *id == 0)
		return fail(err, EINVAL,
			"'%s' is no id of an experiment; `bakeoff list` shows them", text);
	return 0;
}
