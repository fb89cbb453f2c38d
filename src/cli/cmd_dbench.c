// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int dbench_command_run(const struct invocation *call)
{
	return classic_dbench(call->argc, call->argv);
}

const struct command dbench_command = {
	.name = "dbench",
	.summary = "the classic dbench: replay a file server load and print MB/sec",
	.operands = "[OPTION...] N",
	.run = dbench_command_run,
	.raw = true,
};
