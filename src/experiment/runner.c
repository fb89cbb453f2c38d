// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/runner.h"

#include "core/clock.h"
#include "core/log.h"
#include "experiment/image.h"
#include "experiment/leftovers.h"
#include "experiment/link.h"
#include "experiment/output_values.h"
#include "experiment/plan.h"

#include <string.h>

static const char *destroy_of(const struct plan *plan, const struct variant *v)
{
	for (size_t i = 0; i < plan->destroy.count; i++) {
		if (strcmp(plan->destroy.items[i], v->target.path) == 0)
			return plan->destroy.items[i];
	}
	return "";
}

/* Variants on the same device or image are made on the same thing. */
static const char *identity_of(const struct runner *r, const struct variant *v)
{
	const struct plan *plan = r->plan;

	for (size_t i = 0; r->options->identities && i < plan->variant_count; i++) {
		const struct target_spec *t = &plan->variants[i].target;
		if (t->kind == v->target.kind && strcmp(t->path, v->target.path) == 0 &&
			*r->options->identities[i])
			return r->options->identities[i];
	}
	return "";
}

void runner_make_spec(const struct runner *r, size_t variant, size_t cell, uint64_t round,
	uint64_t attempt, struct arena *arena, struct run_spec *spec)
{
	const struct plan *plan = r->plan;
	const struct variant *v = &plan->variants[variant];
	const struct cell *c = &plan->cells[cell];
	char *uuid = NEW(arena, char, 37);

	schedule_uuid(plan, round, uuid);
	*spec = (struct run_spec){
		.experiment = plan->name,
		.variant = v->name,
		.cell = c->label,
		.workload = c->workload,
		.round = round,
		.attempt = attempt,
		.seed = schedule_run_seed(plan, round, c),
		.shape = c->shape,
		.target = v->target,
		.cgroup_procs = r->caps ? r->caps[variant].procs : "",
		.cgroup_version = r->caps ? r->caps[variant].version : "",
		.memory = v->memory,
		.timeout = plan->timeout,
		.observe = plan->observe,
		.journal_dir = r->journal_dir,
		.use_tsc = r->options->use_tsc,
	};
	plan_cell_params(v, c, arena, &spec->params, &spec->param_count);
	spec->target.uuid = uuid;
	spec->target.destroy = destroy_of(plan, v);
	spec->target.identity = identity_of(r, v);
	if (v->target.kind == TARGET_LOOP)
		spec->target.path =
			image_path(r->images ? r->images : plan->scratch, v->target.size, arena);
}

static void on_event(void *context, const struct event *event)
{
	struct runner *r = context;

	if (event->type != EVENT_PROGRESS)
		return;
	r->progress.phase = arena_strdup(r->arena, event->progress_phase);
	r->progress.share = event->progress_share;
}

static void on_tick(void *context)
{
	struct runner *r = context;

	if (r->options->progress)
		r->options->progress(r->options->context, &r->progress);
}

static void note_time(struct runner *r, const struct run_record *run)
{
	r->done++;
	r->timed_runs++;
	r->busy_ns += run->ended_ns - run->started_ns;
	double mean_s = (double)r->busy_ns / (double)r->timed_runs / (double)NS_PER_S;
	r->progress.left_seconds =
		mean_s * (double)(r->progress.runs - min_u64(r->done, r->progress.runs));
}

int runner_run_one(struct runner *r, const struct visit *visit, size_t variant, size_t cell,
	enum outcome *outcome, struct error *err)
{
	const struct link link = { .exe = r->options->exe,
		.isolated = r->options->root,
		.interrupts = r->options->interrupts,
		.context = r,
		.on_event = on_event,
		.on_tick = on_tick };
	struct run_record record = { .round = visit->round,
		.attempt = visit->attempt,
		.position = r->position++,
		.variant = variant,
		.cell = cell };
	struct arena arena = { 0 };
	struct run_spec spec;
	bool died = false;
	uint64_t run_id;

	runner_make_spec(r, variant, cell, visit->round, visit->attempt, &arena, &spec);
	record.seed = spec.seed;
	r->progress.run = r->done + 1;
	r->progress.round = visit->round;
	r->progress.variant = spec.variant;
	r->progress.cell = spec.cell;
	r->progress.phase = "making";
	r->progress.share = -1;
	on_tick(r);
	int ret = link_run(&link, &spec, &arena, &record, &died, err);
	if (died) /* what its namespaces did not take along is undone by its journal */
		(void)leftovers_undo(r); /* looked at again in the end */
	if (ret == 0)
		ret = output_values_add(&spec, r->plan->cells[cell].primary,
			r->plan->cells[cell].primary_count, &arena, &record, err);
	if (ret == 0)
		ret = store_add_run(r->store, r->id, &record, &run_id, err);
	if (ret == 0) {
		note_time(r, &record);
		if (r->options->run_done)
			r->options->run_done(r->options->context, &r->progress, &record);
		*outcome = record.outcome;
	}
	arena_free(&arena);
	return ret;
}
