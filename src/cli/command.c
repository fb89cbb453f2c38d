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

char *command_help(const struct command *c, struct arena *arena)
{
	return arena_printf(arena, "usage: bakeoff %s [OPTION...]%s%s\n\n%s\n%s%s\n%s%s", c->name,
		*c->operands ? " " : "", c->operands, c->summary, c->about ? "\n" : "",
		c->about ? c->about : "", c->options ? options_help(arena, c->options, true) : "",
		options_help(arena, common_params, true));
}

int parse_id(const char *text, uint64_t *id, struct error *err)
{
	int ret = units_parse_count(text, id, err);

	if (ret < 0 || *id == 0)
		return fail(err, EINVAL,
			"'%s' is no id of an experiment; `bakeoff list` shows them", text);
	return 0;
}
