// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/image.h"
#include "experiment/link.h"
#include "experiment/plan.h"
#include "experiment/runner.h"
#include "workloads/registry.h"

#include <errno.h>

struct check_context {
	void (*say)(void *context, const char *variant, const char *command);
	void *context;
	const char *variant;
	const struct run_options *options;
	size_t index; /* of the variant */
};

static void on_check_event(void *context, const struct event *event)
{
	const struct check_context *c = context;

	if (event->type == EVENT_COMMAND && c->say)
		c->say(c->context, c->variant, event->text);
	/* also where it is known: that of a device is a new one after a reboot */
	if (event->type == EVENT_IDENTITY && c->options->identities)
		c->options->identities[c->index] =
			arena_strdup(c->options->identities_arena, event->text);
}

static size_t largest_cell(const struct plan *plan)
{
	size_t largest = 0;

	for (size_t i = 1; i < plan->cell_count; i++) {
		if (plan->cells[i].space > plan->cells[largest].space)
			largest = i;
	}
	return largest;
}

/* -EPERM for what takes root, or rights that this user has not. */
static int judge_check(const struct plan *plan, size_t variant, const struct run_record *record,
	bool root, struct error *err)
{
	const struct variant *v = &plan->variants[variant];

	if (record->outcome != OUTCOME_OK)
		return fail(err, record->outcome == OUTCOME_UNSUPPORTED ? EPERM : EINVAL,
			"[variant %s]: %s", v->name, record->reason);
	if (v->memory > 0 && !root)
		return fail(err, EPERM, "[variant %s]: memory: a cap needs root", v->name);
	return 0;
}

/* Where the agents run is here: what their programs need is looked for here. */
static int look_for_programs(const struct plan *plan, struct arena *arena, struct error *err)
{
	for (size_t i = 0; i < plan->variant_count * plan->cell_count; i++) {
		const struct variant *v = &plan->variants[i / plan->cell_count];
		const struct cell *cell = &plan->cells[i % plan->cell_count];
		const struct workload *w = workload_find(cell->workload);
		struct setting *params;
		size_t count;
		void *config;
		if (!w->look)
			continue;
		plan_cell_params(v, cell, arena, &params, &count);
		int ret = workload_configure(w, params, count, &cell->shape, arena, &config, err);
		if (ret == 0)
			ret = w->look(config, err);
		if (ret < 0)
			return fail_in(err, ret, "%s on %s", cell->label, v->name);
	}
	return 0;
}

int experiment_check(const struct plan *plan, const struct run_options *options,
	void (*say)(void *context, const char *variant, const char *command), void *context,
	struct error *err)
{
	struct arena arena = { 0 };
	struct runner r = { .plan = plan,
		.options = options,
		.arena = &arena,
		.journal_dir = arena_printf(&arena, "%s/journal", options->state_dir) };
	struct error lacks_root;
	int ret = image_check(plan, &arena, err), lacking = 0;

	if (ret == 0)
		ret = look_for_programs(plan, &arena, err);
	for (size_t i = 0; ret == 0 && i < plan->variant_count; i++) {
		struct check_context check = { say, context, plan->variants[i].name, options, i };
		const struct link link = { .exe = options->exe,
			.interrupts = options->interrupts,
			.context = &check,
			.on_event = on_check_event };
		struct run_record record = { 0 };
		struct run_spec spec;
		bool died;
		if (plan->variants[i].hidden)
			continue;
		runner_make_spec(&r, i, largest_cell(plan), 0, 0, &arena, &spec);
		spec.mode = SPEC_CHECK;
		ret = link_run(&link, &spec, &arena, &record, &died, err);
		if (ret == 0)
			ret = judge_check(plan, i, &record, options->root, err);
		if (ret == -EPERM && lacking == 0)
			lacks_root = *err;
		if (ret == -EPERM) { /* the others are looked at all the same */
			lacking = ret;
			ret = 0;
		}
	}
	if (ret == 0 && lacking < 0) {
		*err = lacks_root;
		ret = lacking;
	}
	arena_free(&arena);
	return ret;
}
