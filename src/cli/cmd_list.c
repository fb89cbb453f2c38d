// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/session.h"
#include "core/log.h"
#include "report/list_text.h"

#include <errno.h>
#include <stdio.h>

struct list_options {
	const char *db;
};

static const struct param list_params[] = {
	PARAM(TEXT, struct list_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

static int list_command_run(const struct invocation *call)
{
	const struct list_options *o = call->options;
	struct stored_experiment *list = NULL;
	struct session session;
	struct error err;
	size_t count = 0;
	AUTO_TEXT struct text out;

	text_init(&out, 64 * MIB);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	int ret = session_open_results(&session, &err);
	if (ret == 0)
		ret = store_list(session.store, call->arena, &list, &count, &err);
	else if (ret == -ENOENT && !*o->db) /* nothing is stored yet: an empty list */
		ret = 0;
	if (ret == 0)
		ret = list_text(list, count, &out, &err);
	if (ret == 0)
		fputs(out.data, stdout);
	if (ret == 0 && count == 0)
		log_info("no experiment is stored yet; `bakeoff run` makes one");
	session_end(&session);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command list_command = {
	.name = "list",
	.summary = "list the experiments, newest first; the first column is the id",
	.operands = "",
	.options = list_params,
	.options_size = sizeof(struct list_options),
	.run = list_command_run,
};
