// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int bonnie_command_run(const struct invocation *call)
{
	return classic_bonnie(call->argc, call->argv);
}

const struct command bonnie_command = {
	.name = "bonnie",
	.summary = "the classic Bonnie and bonnie++: one big file, many small ones",
	.operands = "[-OPTION...]",
	.run = bonnie_command_run,
	.raw = true,
};
