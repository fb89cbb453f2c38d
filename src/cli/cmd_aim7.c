// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7.h"
#include "cli/command.h"

static int aim7_command_run(const struct invocation *call)
{
	return classic_aim7(call->options, call->operand_count > 0 ? call->operands[0] : NULL);
}

const struct command aim7_command = {
	.name = "aim7",
	.summary = "mixes of AIM Suite VII's disk tests: jobs/min by users",
	.operands = "[MIX|WORKFILE]",
	.about = "MIX is compute, dbase, fserver or shared. Only the disk tests of a mix are\n"
		 "run; the others are named, and the rates count what was run.\n",
	.options = aim7_params,
	.options_size = sizeof(struct aim7_options),
	.operands_most = 1,
	.run = aim7_command_run,
};
