// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "cli/report_out.h"
#include "cli/session.h"

#include <string.h>

enum { GATE_NO, GATE_YES, GATE_STRICT };
static const char *const gate_choices[] = { "no", "yes", "strict", NULL };

struct compare_options {
	const char *baseline, *db;
	int style, gate;
	bool verbose, explain;
};

static const struct param compare_params[] = {
	PARAM(TEXT, struct compare_options, baseline, .fallback = "", .value = "VARIANT",
		.help = "the variant that the others are compared with; the plan's where there is "
			"none"),
	PARAM(CHOICE, struct compare_options, style, .fallback = "verdict",
		.choices = report_style_names, .help = "how to print it"),
	PARAM(CHOICE, struct compare_options, gate, .fallback = "no", .alone = "yes",
		.choices = gate_choices,
		.help = "exit 3 where a variant is SLOWER, 5 where the experiment is INVALID; "
			"strict: 4 where INCONCLUSIVE"),
	PARAM(BOOL, struct compare_options, verbose, .letter = 'v',
		.help = "a second line of numbers for each verdict, and the metrics that are not "
			"judged"),
	PARAM(BOOL, struct compare_options, explain,
		.help = "say in sentences what was computed, and from what"),
	PARAM(TEXT, struct compare_options, db, .fallback = "", .value = "FILE", .help = DB_HELP),
	{ 0 },
};

static int gate_status(const struct judgement *j, int gate)
{
	if (gate == GATE_NO)
		return EXIT_DONE;
	if (judgement_has(j, VERDICT_INVALID))
		return EXIT_INVALID;
	if (judgement_has(j, VERDICT_SLOWER))
		return EXIT_SLOWER;
	if (gate == GATE_STRICT && judgement_has(j, VERDICT_INCONCLUSIVE))
		return EXIT_INCONCLUSIVE;
	return EXIT_DONE;
}

static int compare_command_run(const struct invocation *call)
{
	const struct compare_options *o = call->options;
	struct report_request request = { .baseline = o->baseline,
		.style = o->style,
		.verbose = o->verbose,
		.explain = o->explain };
	struct session session;
	struct judgement judgement;
	struct error err;

	if (call->operand_count > 0 && parse_id(call->operands[0], &request.experiment, &err) < 0)
		return say_usage_error(&err);
	if (session_start(&session, call->arena, o->db, &err) < 0)
		return say_failure(&err);
	int ret = session_open_results(&session, &err);
	if (ret == 0)
		ret = report_print(&session, &request, call->arena, &judgement, &err);
	session_end(&session);
	return ret < 0 ? say_failure(&err) : gate_status(&judgement, o->gate);
}

const struct command compare_command = {
	.name = "compare",
	.summary = "say which variant is faster, by how much, and how sure that is",
	.operands = "[EXPERIMENT]",
	.about = "Without an EXPERIMENT: the newest one.\n",
	.options = compare_params,
	.options_size = sizeof(struct compare_options),
	.operands_most = 1,
	.run = compare_command_run,
};
