// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"
#include "core/log.h"
#include "core/options.h"
#include "core/text.h"
#include "experiment/plan.h"
#include "model/shape.h"
#include "model/spec.h"
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

static void add_params(const struct workload *w, struct arena *arena, struct text *out)
{
	text_printf(out, "\nParameters, as plan keys and as --key=value:\n%s",
		options_help(arena, w->params, false));
	text_printf(out, "\nShared by all workloads:\n%s%s",
		options_help(arena, plan_workload_params, false),
		options_help(arena, run_shape_params, false));
	for (const struct setting *s = w->shape; s && s->name; s++)
		text_printf(out, "Here the default of %s is %s.\n", s->name, s->value);
}

static int describe(const struct workload *w, struct arena *arena)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	text_printf(&out, "%s: %s\n\n", w->name, w->summary);
	help_item(&out, "Stands for:", w->source);
	add_params(w, arena, &out);
	add_phases(w, arena, &out);
	add_metrics(w, arena, &out);
	if (w->more_help)
		w->more_help(&out);
	fputs(out.data, stdout);
	return EXIT_DONE;
}

static int describe_suite(const struct suite *suite, struct arena *arena)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	text_printf(&out, "%s: %s\n\nA suite: one section for each of\n", suite->name,
		suite->summary);
	const struct workload *const *w = suite->members;
	do /* there is one at least */
		help_item(&out, arena_printf(arena, "  %s", (*w)->name), (*w)->summary);
	while (*++w);
	add_params(suite->members[0], arena, &out);
	fputs(out.data, stdout);
	return EXIT_DONE;
}

static int list_all(void)
{
	for (const struct workload *const *w = workloads; *w; w++)
		printf("%-18s%s\n", (*w)->name, (*w)->summary);
	for (const struct suite *s = suites; s->name; s++)
		printf("%-18sa suite: %s\n", s->name, s->summary);
	return EXIT_DONE;
}

static int workloads_command_run(const struct invocation *call)
{
	if (call->operand_count == 0)
		return list_all();
	const struct workload *w = workload_find(call->operands[0]);
	const struct suite *suite = suite_find(call->operands[0]);
	if (w)
		return describe(w, call->arena);
	if (suite)
		return describe_suite(suite, call->arena);
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
