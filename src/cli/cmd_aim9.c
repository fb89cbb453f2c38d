// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int aim9_command_run(const struct invocation *call)
{
	return classic_aim9(call->argc, call->argv);
}

const struct command aim9_command = {
	.name = "aim9",
	.summary = "classic disk tests, modelled on AIM Suite IX",
	.operands = "",
	.run = aim9_command_run,
	.raw = true,
};
