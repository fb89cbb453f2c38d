// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/agent.h"
#include "cli/command.h"
#include "version.h"

#include <unistd.h>

static int agent_command_run(const struct invocation *call)
{
	struct error err;

	(void)call; /* it has no options: everything is in the spec */
	return agent_run(STDIN_FILENO, STDOUT_FILENO, BAKEOFF_VERSION, &err) < 0 ? say_failure(&err)
										 : EXIT_DONE;
}

const struct command agent_command = {
	.name = "agent",
	.summary = "make one run for a controller: a spec in, events out (plumbing)",
	.operands = "",
	.about = "Reads a run spec, one line of JSON, on its standard input and says what happens\n"
		 "as events, JSON lines, on its standard output: docs/protocol.md.\n",
	.run = agent_command_run,
};
