// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int tbench_command_run(const struct invocation *call)
{
	return classic_tbench(call->argc, call->argv);
}

const struct command tbench_command = {
	.name = "tbench",
	.summary = "the classic tbench: the same load as messages over TCP",
	.operands = "[OPTION...] N [HOST]",
	.run = tbench_command_run,
	.raw = true,
};
