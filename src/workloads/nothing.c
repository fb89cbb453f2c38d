// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/registry.h"
#include "workloads/step_loop.h"

struct nothing_config {
	uint64_t operations;
};

struct nothing_state {
	uint64_t left;
};

static const struct param nothing_params[] = {
	PARAM(COUNT, struct nothing_config, operations, .fallback = "100M", .min = 1,
		.help = "operations that do nothing, for each client"),
	{ 0 },
};

enum { NOTHING };

static const char *const nothing_operations[] = { [NOTHING] = "nothing", NULL };

static const struct metric nothing_metrics[] = {
	{
		.name = "rate",
		.phase = "nothing",
		.kind = METRIC_RATE,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "1/s",
		.better = BETTER_HIGHER,
		.primary = true,
		.help = "operations per second: what the harness itself can count and time",
	},
	{
		.name = "latency",
		.phase = "nothing",
		.kind = METRIC_LATENCY,
		.operation = METRIC_ALL_OPERATIONS,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "mean time between two readings of the clock: the harness's own share of "
			"an operation",
	},
	{ 0 },
};

static int nothing_begin(struct client *c, struct error *err)
{
	const struct nothing_config *config = c->config;
	struct nothing_state *state = c->state;

	(void)err; /* nothing can fail */
	state->left = config->operations;
	return 0;
}

static int nothing_step(struct client *c, struct operation *op, struct error *err)
{
	struct nothing_state *state = c->state;

	(void)err; /* nothing can fail */
	if (state->left == 0)
		return STEP_DONE;
	state->left--;
	op->kind = NOTHING;
	return STEP_GO;
}

STEP_LOOP(nothing_step)

static const struct phase nothing_phases[] = {
	{
		.name = "nothing",
		.help = "as many empty operations as asked for",
		.begin = nothing_begin,
		.step = nothing_step,
		.loop = nothing_step_loop,
	},
	{ 0 },
};

const struct workload nothing_workload = {
	.name = "nothing",
	.summary = "do nothing, to measure the harness itself",
	.source = "bakeoff's own, docs/workloads/nothing.md; compare fio's null engine",
	.longer = "operations",
	.params = nothing_params,
	.metrics = nothing_metrics,
	.operations = nothing_operations,
	.phases = nothing_phases,
	.config_size = sizeof(struct nothing_config),
	.state_size = sizeof(struct nothing_state),
};
