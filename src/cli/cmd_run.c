// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/dry_run.h"
#include "cli/measure.h"
#include "cli/plan_arguments.h"

#include <stdio.h>

struct run_command_options {
	struct param_list variant;
	const char *db;
	int style;
	bool dry_run, help;
};

static const struct param run_params[] = {
	PARAM(LIST, struct run_command_options, variant, .value = "NAME:KEY=VALUE,...",
		.help = "an arm of the comparison; repeated for a NAME it adds keys"),
	PARAM_NAMED(BOOL, struct run_command_options, dry_run, "dry-run",
		.help = "print the schedule, the commands that root would run, the space and time "
			"needed"),
	PARAM(CHOICE, struct run_command_options, style, .fallback = "verdict",
		.choices = report_style_names, .help = "how to print the comparison at the end"),
	PARAM(TEXT, struct run_command_options, db, .fallback = "", .not_empty = true,
		.value = "FILE", .help = DB_HELP),
	PARAM(BOOL, struct run_command_options, help, .letter = 'h', .help = "print this and end"),
	{ 0 },
};

static int run_command_run(const struct invocation *call)
{
	struct run_command_options options = { 0 };
	struct plan_lines lines = { 0 };
	struct session session;
	struct plan plan;
	struct error err;

	if (plan_arguments_read(call, run_params, &options, &lines, &err) < 0)
		return say_usage_error(&err);
	if (options.help) {
		fputs(command_help(call->command, call->arena), stdout);
		return EXIT_DONE;
	}
	if (session_start(&session, call->arena, options.db, &err) < 0 ||
		session_find_directory(&session, call->arena, &err) < 0)
		return say_failure(&err);
	if (plan_arguments_build(&lines, &session, call->arena, &plan, &err) < 0)
		return say_usage_error(&err);
	int status = options.dry_run
			     ? dry_run(&session, &plan, call->arena)
			     : measure_and_report(&session, &plan, 0, options.style, call->arena);
	session_end(&session);
	return status;
}

static const struct argument_list run_lists[] = {
	{ "Options", run_params, ARGUMENT_OPTION },
	{ "Of the experiment, also keys of a plan's [experiment]", plan_experiment_params,
		ARGUMENT_OPTION },
	{ "Keys of a variant, also of a plan's [variant NAME]; a key WORKLOAD.KEY sets a\n"
	  "workload's parameter for this variant only",
		plan_variant_params, ARGUMENT_VARIANT_KEY },
	{ "Of a workload, after its name; `bakeoff workloads NAME` shows its own",
		plan_workload_params, ARGUMENT_WORKLOAD_OPTION },
	{ NULL, run_shape_params, ARGUMENT_WORKLOAD_OPTION },
	{ 0 },
};

const struct command run_command = {
	.name = "run",
	.summary = "measure every variant in every round, in random order, and judge",
	.operands = "[PLAN] [WORKLOAD...]",
	.usage = "[PLAN] [WORKLOAD [OPTION...]]...\n"
		 "                   [--variant=NAME:KEY=VALUE,...]... [OPTION...]",
	.notes = "A workload named again is run again, as a section of its own: NAME-2.\n\n"
		 "SIZE: k, M, G, T are powers of 1024; kB, MB, GB, TB of 1000. COUNT: powers of\n"
		 "1000. TIME: seconds, or with ns, us, ms, s, m, h, d. PERCENT: as in 5%.\n"
		 "\nExit status: 0 done, 1 something failed, 2 wrong usage, 130 interrupted.\n",
	.run = run_command_run,
	.raw = true,
	.lists = run_lists,
};
