// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/session.h"
#include "report/list_text.h"
#include "report/show_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct show_options {
	const char *db;
	bool plan, verbose;
	int output;
};

enum { OUTPUT_NONE };
static const char *const output_choices[] = {
	[OUTPUT_NONE] = "none",
	"stdout",
	"stderr",
	"prepare",
	"cleanup",
	NULL,
};

static const struct param show_params[] = {
	PARAM(BOOL, struct show_options, plan,
		.help = "print the plan that was run, as a plan file"),
	PARAM(BOOL, struct show_options, verbose, .letter = 'v',
		.help = "of a run: everything that was observed of the machine, under PCP's names"),
	PARAM(CHOICE, struct show_options, output, .fallback = "none", .alone = "stdout",
		.choices = output_choices,
		.help = "print what the programs of the run printed, byte by byte, one client "
			"after the other"),
	PARAM(TEXT, struct show_options, db, .fallback = "", .not_empty = true, .value = "FILE",
		.help = DB_HELP),
	{ 0 },
};

/* ID or ID/RUN. */
static int parse_what(const char *text, struct arena *arena, uint64_t *id, uint64_t *run,
	struct error *err)
{
	const char *slash = strchr(text, '/');
	int ret = parse_id(slash ? arena_strndup(arena, text, (size_t)(slash - text)) : text, id,
		err);

	if (ret == 0 && slash && parse_id(slash + 1, run, err) < 0)
		ret = fail(err, EINVAL,
			"'%s': EXPERIMENT/RUN is expected; `bakeoff show %" PRIu64
			"` lists the runs",
			text, *id);
	return ret;
}

static int read_run(const struct session *session, const struct stored_experiment *experiment,
	uint64_t run, struct arena *arena, struct run_record *record, struct error *err)
{
	uint64_t of = 0;
	int ret = store_get_run(session->store, run, arena, record, &of, err);

	if (ret == 0 && of != experiment->id)
		ret = fail(err, ENOENT,
			"run %" PRIu64 " is of experiment %" PRIu64 ", not of %" PRIu64, run, of,
			experiment->id);
	return ret;
}

/* Not by way of a text: it may have zero bytes, and be longer than any page. */
static int show_output(const struct session *session, const struct stored_experiment *experiment,
	uint64_t run, const char *stream, struct arena *arena, struct error *err)
{
	struct run_record record;
	bool any = false;
	int ret = read_run(session, experiment, run, arena, &record, err);

	for (size_t i = 0; ret == 0 && i < record.output_count; i++) {
		const struct output_record *o = &record.outputs[i];
		if (strcmp(o->stream, stream) != 0)
			continue;
		any = true;
		if (fwrite(o->data, 1, o->size, stdout) != o->size)
			ret = fail(err, EIO, "write to standard output: %s", strerror(errno));
	}
	if (ret == 0 && !any)
		ret = fail(err, ENOENT, "run %" PRIu64 " has no %s", run, stream);
	return ret;
}

static int show_run(const struct session *session, const struct stored_experiment *experiment,
	uint64_t run, bool verbose, struct arena *arena, struct text *out, struct error *err)
{
	struct run_record record;
	int ret = read_run(session, experiment, run, arena, &record, err);

	return ret < 0 ? ret : show_run_text(experiment, run, &record, verbose, out, err);
}

static int show_experiment(const struct session *session,
	const struct stored_experiment *experiment, struct arena *arena, struct text *out,
	struct error *err)
{
	struct results results;
	struct stored_run *runs = NULL;
	size_t count = 0;
	int ret = store_get_runs(session->store, experiment->id, arena, &runs, &count, err);

	if (ret == 0)
		ret = store_get_results(session->store, experiment->id, arena, &results, err);
	return ret < 0 ? ret : show_experiment_text(experiment, runs, count, &results, out, err);
}

static int show_command_run(const struct invocation *call)
{
	const struct show_options *o = call->options;
	struct stored_experiment experiment;
	struct session session;
	struct error err;
	uint64_t id = 0, run = 0;
	AUTO_TEXT struct text out;

	text_init(&out, 64 * MIB);
	if (call->operand_count > 0 &&
		parse_what(call->operands[0], call->arena, &id, &run, &err) < 0)
		return say_usage_error(&err);
	if (o->output != OUTPUT_NONE && !run &&
		fail(&err, EINVAL, "output: EXPERIMENT/RUN says of which run") < 0)
		return say_usage_error(&err);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	int ret = session_open_results(&session, &err);
	if (ret == 0)
		ret = store_get_experiment(session.store, id, call->arena, &experiment, &err);
	if (ret == 0 && o->plan && experiment.text_count > 0)
		ret = fail(&err, ENODATA, "experiment %" PRIu64 " was imported: it has no plan",
			experiment.id);
	else if (ret == 0 && o->output != OUTPUT_NONE)
		ret = show_output(&session, &experiment, run, output_choices[o->output],
			call->arena, &err);
	else if (ret == 0 && o->plan)
		text_puts(&out, experiment.plan_text);
	else if (ret == 0)
		ret = run ? show_run(&session, &experiment, run, o->verbose, call->arena, &out,
				    &err)
			  : show_experiment(&session, &experiment, call->arena, &out, &err);
	if (ret == 0)
		fputs(out.data, stdout);
	session_end(&session);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}

const struct command show_command = {
	.name = "show",
	.summary = "show an experiment's runs, or everything about one run",
	.operands = "[EXPERIMENT[/RUN]]",
	.about = "Without an EXPERIMENT: the newest one.\n",
	.options = show_params,
	.options_size = sizeof(struct show_options),
	.operands_most = 1,
	.run = show_command_run,
};
