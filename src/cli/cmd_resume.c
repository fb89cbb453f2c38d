// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/measure.h"
#include "experiment/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct resume_options {
	const char *db;
	int style;
};

static const struct param resume_params[] = {
	PARAM(CHOICE, struct resume_options, style, .fallback = "verdict",
		.choices = report_style_names, .help = "how to print the comparison at the end"),
	PARAM(TEXT, struct resume_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

/* The canonical text has neither ${VAR} nor include left. */
static const char *no_variable(void *context, const char *name)
{
	(void)context;
	(void)name;
	return NULL;
}

static int no_file(void *context, struct arena *arena, const char *path, const char **text,
	size_t *length, struct error *err)
{
	(void)context;
	(void)arena;
	(void)text;
	(void)length;
	return fail(err, EINVAL, "%s: a stored plan includes nothing", path);
}

static int read_plan(const struct stored_experiment *e, struct arena *arena, struct plan *plan,
	struct error *err)
{
	static const struct ini_world world = { .read = no_file, .variable = no_variable };
	/* the canonical text has absolute paths only */
	const struct plan_world plan_world = { .seed = 1, .directory = "/" };
	struct plan_lines lines = { 0 };
	int ret = ini_parse(e->plan_text, strlen(e->plan_text), "stored plan", &world, arena,
		&lines, err);

	if (ret == 0)
		ret = plan_build(&lines, &plan_world, arena, plan, err);
	if (ret == 0 && strcmp(plan->sha256, e->plan_sha256) != 0)
		ret = fail(err, EINVAL,
			"experiment %" PRIu64 " was planned by bakeoff %s; this version reads its "
			"plan differently and cannot go on with it",
			e->id, e->version);
	return ret;
}

/* The newest that is interrupted, where none is named. */
static int find_interrupted(const struct session *session, struct arena *arena, uint64_t *id,
	struct error *err)
{
	struct stored_experiment *list = NULL;
	size_t count = 0;
	int ret = store_list(session->store, arena, &list, &count, err);

	for (size_t i = 0; ret == 0 && i < count; i++) {
		if (strcmp(list[i].state, "interrupted") == 0) {
			*id = list[i].id;
			return 0;
		}
	}
	return ret < 0 ? ret
		       : fail(err, ENOENT,
				 "no experiment is interrupted: there is nothing to go on with");
}

static int check_state(const struct stored_experiment *e, struct error *err)
{
	if (strcmp(e->state, "interrupted") == 0)
		return 0;
	if (strcmp(e->state, "running") == 0)
		return fail(err, EBUSY, "experiment %" PRIu64 " is running", e->id);
	return fail(err, EINVAL, "experiment %" PRIu64 " is %s: there is nothing to go on with",
		e->id, e->state);
}

static int resume_command_run(const struct invocation *call)
{
	const struct resume_options *o = call->options;
	struct stored_experiment experiment = { 0 };
	struct session session;
	struct plan plan = { 0 };
	struct error err;
	uint64_t id = 0;
	int status;

	if (call->operand_count > 0 && parse_id(call->operands[0], &id, &err) < 0)
		return say_usage_error(&err);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	int ret = session_open_results(&session, &err);
	if (ret == 0 && id == 0)
		ret = find_interrupted(&session, call->arena, &id, &err);
	if (ret == 0)
		ret = store_get_experiment(session.store, id, call->arena, &experiment, &err);
	if (ret == 0)
		ret = check_state(&experiment, &err);
	if (ret == 0)
		ret = read_plan(&experiment, call->arena, &plan, &err);
	status =
		ret < 0 ? say_failure(&err)
			: measure_and_report(&session, &plan, experiment.id, o->style, call->arena);
	session_end(&session);
	return status;
}

const struct command resume_command = {
	.name = "resume",
	.summary = "go on with an interrupted experiment, in the same order",
	.operands = "[EXPERIMENT]",
	.about = "Without an EXPERIMENT: the newest one that is interrupted. A round that was\n"
		 "cut is run again whole: half of it before a pause and half after would not be\n"
		 "one round.\n",
	.options = resume_params,
	.options_size = sizeof(struct resume_options),
	.operands_most = 1,
	.run = resume_command_run,
};
