// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/session.h"
#include "core/log.h"
#include "journal/journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct clean_options {
	struct param_list forget;
};

static const struct param clean_params[] = {
	PARAM(LIST, struct clean_options, forget, .value = "JOURNAL",
		.help = "give up what this journal could not undo: print it, and remove the "
			"journal; the name is the one that `clean` complains of"),
	{ 0 },
};

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
	const struct clean_options *o = call->options;
	const char *dir = arena_printf(call->arena, "%s/journal", session.places.state);
	for (size_t i = 0; i < o->forget.count; i++) {
		const char *name = o->forget.items[i], *slash = strrchr(name, '/');
		bool here = slash && strncmp(name, dir, (size_t)(slash - name)) == 0 &&
			    strlen(dir) == (size_t)(slash - name);
		if (journal_forget(dir, here ? slash + 1 : name, say, NULL, &err) < 0)
			return say_failure(&err);
	}
	if (o->forget.count > 0)
		return EXIT_DONE;
	if (journal_clean(dir, say, NULL, &undone, &err) < 0) {
		log_error("%s: %s", dir, err.text);
		log_info("`bakeoff clean --forget=JOURNAL` gives up what a journal holds");
		return EXIT_WENT_WRONG;
	}
	printf("%" PRIu64 " change%s undone\n", undone, undone == 1 ? "" : "s");
	return EXIT_DONE;
}

const struct command clean_command = {
	.name = "clean",
	.summary = "undo what a killed or crashed bakeoff has left on this machine",
	.operands = "",
	.about = "Only what its undo journal says is touched, and only where it is still the same\n"
		 "thing: mounts, loop devices, knobs, cgroups, images. `run` does the same first,\n"
		 "and goes on where something cannot be undone.\n",
	.options = clean_params,
	.options_size = sizeof(struct clean_options),
	.run = clean_command_run,
};
