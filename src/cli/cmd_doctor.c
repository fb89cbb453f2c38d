// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/doctor_plan.h"
#include "cli/plan_arguments.h"
#include "observe/checks.h"
#include "report/checkup_text.h"
#include "version.h"

#include <stdio.h>
#include <string.h>

enum { REPORT_BYTES = 1 << 20 };
static const double watched_seconds = 1;

enum style { STYLE_TEXT, STYLE_JSON };
static const char *const style_names[] = { [STYLE_TEXT] = "text", [STYLE_JSON] = "json", NULL };

struct doctor_options {
	struct param_list variant;
	int style;
	bool help;
};

static const struct param doctor_params[] = {
	PARAM(LIST, struct doctor_options, variant, .value = "NAME:KEY=VALUE,...",
		.help = "an arm of the comparison that is to be run, as of `bakeoff run`"),
	PARAM(CHOICE, struct doctor_options, style, .fallback = "text", .choices = style_names,
		.help = "how to print it"),
	PARAM(BOOL, struct doctor_options, help, .letter = 'h', .help = "print this and end"),
	{ 0 },
};

static int print(const struct checkup *checkup, const struct machine *machine, int style)
{
	AUTO_TEXT struct text out;
	struct error err;
	int ret = 0;

	text_init(&out, REPORT_BYTES);
	if (style == STYLE_JSON)
		ret = checkup_json(checkup, machine->facts, &out, &err);
	else
		checkup_text(checkup, &out);
	if (ret == 0)
		ret = text_check(&out, "report", &err);
	if (ret < 0)
		return say_failure(&err);
	fputs(out.data, stdout);
	return checkup_count(checkup, CHECK_BAD) > 0 ? EXIT_WENT_WRONG : EXIT_DONE;
}

/* The machine first, without a plan of ours disturbing it; then whether the plan can be run. */
static int examine(const struct session *session, const struct plan *plan, int style,
	struct arena *arena)
{
	struct checkup checkup = { .arena = arena };
	struct place_request *places;
	struct machine machine;
	size_t count = doctor_places(plan, session->directory, arena, &places);

	machine_read("", BAKEOFF_VERSION, places, count, watched_seconds, arena, &machine);
	machine_judge(&machine, &checkup);
	doctor_check_plan(plan, session, &checkup);
	int status = print(&checkup, &machine, style);
	machine_free(&machine);
	return status;
}

static int doctor_command_run(const struct invocation *call)
{
	struct doctor_options options = { 0 };
	struct plan_lines lines = { 0 };
	struct session session;
	struct plan plan;
	struct error err;
	bool has_plan = false;

	if (plan_arguments_read(call, doctor_params, &options, &lines, &err) < 0)
		return say_usage_error(&err);
	if (options.help) {
		fputs(command_help(call->command, call->arena), stdout);
		return EXIT_DONE;
	}
	if (session_start(&session, call->arena, "", &err) < 0 ||
		session_find_directory(&session, call->arena, &err) < 0)
		return say_failure(&err);
	if (lines.count > 0) {
		doctor_add_workload(call->arena, &lines);
		if (plan_arguments_build(&lines, &session, call->arena, &plan, &err) < 0)
			return say_usage_error(&err);
		has_plan = true;
	}
	int status = examine(&session, has_plan ? &plan : NULL, options.style, call->arena);
	session_end(&session);
	return status;
}

static const struct argument_list doctor_lists[] = {
	{ "Options", doctor_params, ARGUMENT_OPTION },
	{ "Of the experiment, also keys of a plan's [experiment]", plan_experiment_params,
		ARGUMENT_OPTION },
	{ 0 },
};

const struct command doctor_command = {
	.name = "doctor",
	.summary = "say what will hurt a measurement on this machine, and what helps",
	.operands = "[PLAN] [WORKLOAD...]",
	.usage = "[PLAN] [WORKLOAD [OPTION...]]...\n"
		 "                      [--variant=NAME:KEY=VALUE,...]... [OPTION...]",
	.about = "Looks for a second at what others do, and at what the plan would write to: the\n"
		 "arguments are those of `run`. Without any: at the current directory. Changes\n"
		 "nothing.\n",
	.notes = "Exit status: 0 it can be measured, 1 something is bad: results could not be\n"
		 "trusted, or the plan cannot be run, 2 wrong usage.\n",
	.run = doctor_command_run,
	.raw = true,
	.lists = doctor_lists,
};
