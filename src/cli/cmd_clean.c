// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/session.h"
#include "journal/journal.h"

#include <inttypes.h>
#include <stdio.h>

static void say(void *context, const char *line)
{
	(void)context;
	puts(line);
}

static int clean_command_run(const struct invocation *call)
{
	struct session session;
	struct error err;
	uint64_t undone = 0;

	if (session_start(&session, call->arena, "", &err) < 0)
		return say_failure(&err);
	const char *dir = arena_printf(call->arena, "%s/journal", session.places.state);
	if (journal_clean(dir, say, NULL, &undone, &err) < 0)
		return say_failure(&err);
	printf("%" PRIu64 " change%s undone\n", undone, undone == 1 ? "" : "s");
	return EXIT_DONE;
}

const struct command clean_command = {
	.name = "clean",
	.summary = "undo what a killed or crashed bakeoff has left on this machine",
	.operands = "",
	.about =
		"Only what its undo journal says is touched, and only where it is still the same\n"
		"thing: mounts, loop devices, knobs, cgroups, images. `run` does the same first.\n",
	.run = clean_command_run,
};
