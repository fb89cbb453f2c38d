// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "core/log.h"
#include "model/shape.h"
#include "workloads/registry.h"

#include <stdio.h>

static void print_metrics(const struct workload *w)
{
	for (const struct metric *m = w->metrics; m->kind != METRIC_END; m++) {
		char name[128];
		(void)snprintf(name, sizeof(name), "%s_%s", m->phase, m->name);
		printf("  %-24s%s, %s is better%s: %s\n", name, m->unit, better_name(m->better),
			m->primary ? ", judged" : "", m->help);
	}
}

static int describe(const struct workload *w, struct arena *arena)
{
	printf("%s: %s\n\nStands for: %s\n\nParameters, as plan keys and as --key=value:\n%s",
		w->name, w->summary, w->source, options_help(arena, w->params, false));
	printf("\nShared by all workloads:\n%s", options_help(arena, run_shape_params, false));
	printf("\nPhases:\n");
	for (const struct phase *p = w->phases; p->name; p++)
		printf("  %-24s%s\n", p->name, p->help);
	printf("\nMetrics:\n");
	print_metrics(w);
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
	.operands = "[NAME]",
	.operands_most = 1,
	.run = workloads_command_run,
};
