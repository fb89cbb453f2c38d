// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

#include <math.h>
#include <string.h>

/* Results made by hand, for the tests of the report room. All memory is the arena's. */

enum { SAMPLE_MOST_ROUNDS = 32 };

/* Rounds numbered from 1, no values yet (NaN), one variant "ext2" as baseline. */
static inline struct results *sample_results(struct arena *arena, size_t metrics, size_t variants,
	size_t rounds)
{
	struct results *r = NEW(arena, struct results, 1);

	*r = (struct results){
		.experiment = 12,
		.name = "ext2-or-xfs",
		.plan_sha256 = "9f3c01ab77d2e6f0a1b2c3d4e5f60718293a4b5c6d7e8f9012233445566778899",
		.state = "done",
		.state_reason = "",
		.seed = 42,
		.started_ns = UINT64_C(1700000000) * NS_PER_S,
		.alpha = 0.05,
		.interleaved = true,
		.rounds_planned = rounds,
		.variants = NEW(arena, struct result_variant, variants),
		.variant_count = variants,
		.metrics = NEW(arena, struct result_metric, metrics),
		.metric_count = metrics,
		.round_count = rounds,
		.round_numbers = NEW(arena, uint64_t, rounds + 1),
		.values = NEW(arena, double, metrics *variants *rounds + 1),
		.warmup = NEW(arena, double, metrics *variants),
	};
	for (size_t i = 0; i < rounds; i++)
		r->round_numbers[i] = i + 1;
	for (size_t i = 0; i < metrics * variants * rounds; i++)
		r->values[i] = NAN;
	for (size_t i = 0; i < metrics * variants; i++)
		r->warmup[i] = NAN;
	for (size_t m = 0; m < metrics; m++)
		r->metrics[m] =
			(struct result_metric){ .cell = arena_printf(arena, "lmdd bs=%zuk", m + 1),
				.phase = "write",
				.metric = "throughput",
				.unit = "bytes/s",
				.better = BETTER_HIGHER,
				.primary = true,
				.margin = 0.05 };
	for (size_t v = 0; v < variants; v++)
		r->variants[v] =
			(struct result_variant){ .name = v == 0   ? "ext2"
							 : v == 1 ? "xfs"
								  : arena_printf(arena,
									    "variant%zu", v),
				.baseline = v == 0,
				.summary = "loop:1G" };
	return r;
}

/* One arm's values, times a factor: sample_values(r, 0, 1, MIB, 312.1, 313.0). */
#define sample_values(r, metric, variant, factor, ...) \
	sample_fill(r, metric, variant, factor, (const double[]){ __VA_ARGS__ }, \
		COUNT_OF(((const double[]){ __VA_ARGS__ })))

static inline void sample_fill(struct results *r, size_t metric, size_t variant, double factor,
	const double *values, size_t count)
{
	for (size_t i = 0; i < count && i < r->round_count; i++)
		results_row(r, metric, variant)[i] = values[i] * factor;
}
