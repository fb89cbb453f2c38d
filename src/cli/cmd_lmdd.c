// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int lmdd_command_run(const struct invocation *call)
{
	return classic_lmdd(call->argc, call->argv);
}

const struct command lmdd_command = {
	.name = "lmdd",
	.summary = "the classic lmdd: copy blocks and print MB/sec",
	.operands = "[name=value...]",
	.run = lmdd_command_run,
	.raw = true,
};
