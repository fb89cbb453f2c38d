// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/dry_run.h"
#include "cli/measure.h"
#include "experiment/plan.h"
#include "workloads/registry.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

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

/* Reading the command line from left to right: options of a workload belong to the last one named.
 */
struct reading {
	struct arena *arena;
	struct run_command_options options;
	struct plan_lines lines; /* what the command line says, after what a plan file says */
	const char *plan_file, *workload; /* the section of the last workload named */
	struct option_scan scan;
	size_t own, experiment, section, shape, parameters;
};

static bool is_plan(const char *operand)
{
	size_t length = strlen(operand);

	return strchr(operand, '/') || (length > 4 && strcmp(operand + length - 4, ".ini") == 0);
}

static int take_operand(struct reading *r, const char *operand, struct error *err)
{
	if (is_plan(operand)) {
		if (r->plan_file)
			return fail(err, EINVAL, "two plans: %s and %s", r->plan_file, operand);
		r->plan_file = operand;
		return plan_read_file(operand, r->arena, &r->lines, err);
	}
	const struct workload *w = workload_or_suite(operand);
	const char *nearest = w ? NULL : workload_nearest(operand);
	if (!w)
		return fail(err, ENOENT,
			"no workload named '%s'%s%s (`bakeoff workloads` lists them; a plan file "
			"ends in .ini or contains a /)",
			operand, nearest ? "; the nearest is " : "", nearest ? nearest : "");
	r->workload = plan_add_workload(r->arena, &r->lines, operand);
	r->scan.table_count =
		r->experiment + 1; /* the options of the workload before are no longer known */
	r->section = option_scan_add(&r->scan, plan_workload_params);
	r->shape = option_scan_add(&r->scan, run_shape_params);
	r->parameters = option_scan_add(&r->scan, w->params);
	return 0;
}

static int take_option(struct reading *r, const struct option_hit *hit, struct error *err)
{
	if (hit->table == r->own && strcmp(hit->param->name, "variant") == 0)
		return plan_add_variant_option(hit->value, r->arena, &r->lines, err);
	if (hit->table == r->own)
		return param_set_one(hit->param, r->arena, &r->options, hit->value, err);
	if (hit->table == r->experiment)
		plan_add_option(r->arena, &r->lines, "experiment", "", hit->param->name,
			hit->value);
	else
		plan_add_option(r->arena, &r->lines, "workload", r->workload, hit->param->name,
			hit->value);
	return 0;
}

static int read_command_line(struct reading *r, const struct invocation *call, struct error *err)
{
	struct option_hit hit;
	struct error unknown;
	int ret = param_defaults(run_params, r->arena, &r->options, err);

	option_scan_init(&r->scan, call->argc, call->argv);
	r->own = option_scan_add(&r->scan, run_params);
	r->experiment = option_scan_add(&r->scan, plan_experiment_params);
	while (ret == 0 && (ret = option_scan_next(&r->scan, &hit, err)) > 0) {
		ret = hit.param ? take_option(r, &hit, err) : take_operand(r, hit.value, err);
		if (ret < 0)
			return ret;
	}
	if (ret != -ENOENT || r->workload)
		return ret;
	unknown = *err;
	return fail(err, ENOENT, "%s; a workload's options stand after its name", unknown.text);
}

static int make_plan(struct reading *r, const struct session *session, struct plan *plan,
	struct error *err)
{
	struct plan_world world = { .directory = session->directory };
	uint32_t chance = 0;

	if (getrandom(&chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return fail_errno(err, "draw a seed");
	world.seed = chance ? chance : 1;
	return plan_build(&r->lines, &world, r->arena, plan, err);
}

static int run_command_run(const struct invocation *call)
{
	struct reading reading = { .arena = call->arena };
	struct session session;
	struct plan plan;
	struct error err;

	if (read_command_line(&reading, call, &err) < 0)
		return say_usage_error(&err);
	if (reading.options.help) {
		fputs(command_help(call->command, call->arena), stdout);
		return EXIT_DONE;
	}
	if (session_start(&session, call->arena, reading.options.db, &err) < 0 ||
		session_find_directory(&session, call->arena, &err) < 0)
		return say_failure(&err);
	if (make_plan(&reading, &session, &plan, &err) < 0)
		return say_usage_error(&err);
	int status = reading.options.dry_run ? dry_run(&session, &plan, call->arena)
					     : measure_and_report(&session, &plan, 0,
						       reading.options.style, call->arena);
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
