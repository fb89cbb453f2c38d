// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "core/log.h"
#include "core/options.h"
#include "core/text.h"
#include "experiment/plan.h"
#include "model/shape.h"
#include "workloads/registry.h"

#include <stdio.h>

static void add_phases(const struct workload *w, struct arena *arena, struct text *out)
{
	text_puts(out, "\nPhases:\n");
	for (const struct phase *p = w->phases; p->name; p++)
		help_item(out, arena_printf(arena, "  %s", p->name), p->help);
}

static void add_metrics(const struct workload *w, struct arena *arena, struct text *out)
{
	text_puts(out, "\nMetrics, as primary= names them:\n");
	for (const struct metric *m = w->metrics; m->kind != METRIC_END; m++)
		help_item(out, arena_printf(arena, "  %s_%s", m->phase, m->name),
			metric_words(m, arena));
}

static int describe(const struct workload *w, struct arena *arena)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	text_printf(&out, "%s: %s\n\n", w->name, w->summary);
	help_item(&out, "Stands for:", w->source);
	text_printf(&out, "\nParameters, as plan keys and as --key=value:\n%s",
		options_help(arena, w->params, false));
	text_printf(&out, "\nShared by all workloads:\n%s%s",
		options_help(arena, plan_workload_params, false),
		options_help(arena, run_shape_params, false));
	add_phases(w, arena, &out);
	add_metrics(w, arena, &out);
	fputs(out.data, stdout);
	return EXIT_DONE;
}

static int workloads_command_run(const struct invocation *call)
{
	if (call->operand_count == 0) {
		for (const struct workload *const *w = workloads; *w; w++)
			printf("%-10s%s\n", (*w)->name, (*w)->summary);
		return EXIT_DONE;
	}
	const struct workload *w = workload_find(call->operands[0]);
	if (w)
		return describe(w, call->arena);
	const char *nearest = workload_nearest(call->operands[0]);
	log_error("no workload named '%s'%s%s", call->operands[0],
		nearest ? "; the nearest is " : "", nearest ? nearest : "");
	return EXIT_USAGE;
}

const struct command workloads_command = {
	.name = "workloads",
	.summary = "list the workloads, or one's parameters, phases and metrics",
	.operands = "[WORKLOAD]",
	.operands_most = 1,
	.run = workloads_command_run,
};
