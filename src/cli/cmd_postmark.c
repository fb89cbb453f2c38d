// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "cli/command.h"

static int run_postmark(const struct invocation *call)
{
	return classic_postmark(call->argc, call->argv);
}

const struct command postmark_command = {
	.name = "postmark",
	.summary = "the classic PostMark: many small files, and its report",
	.operands = "[FILE]",
	.run = run_postmark,
	.raw = true,
};
