// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/metric.h"
#include "model/outcome.h"

/* What compare and report see of an experiment: read by the store in a few queries, judged by
 * stats. */
struct result_variant {
	const char *name;
	bool baseline;       /* the plan's; the aa arm is a copy of this one */
	bool hidden;         /* the aa arm: a second copy of the baseline */
	const char *summary; /* what it is: "ext2 (ext4 driver) on loop:1G" */
	const char *facts;   /* JSON object, of its first run that was ok; NULL or "{}": none */
};

struct result_metric {
	const char *cell; /* workload name and sorted factor levels: "lmdd bs=4k" */
	const char *phase, *metric, *unit;
	enum better better;
	bool primary;
	double margin; /* equivalence margin delta, a fraction */
};

struct result_flag {
	size_t variant;
	uint64_t round;
	const char *cell;
	const char *text; /* a warning or the reason of a failed run */
};

/* One run of whatever outcome: where it stood in the order, and how it ended. */
struct result_run {
	uint64_t id, round, attempt, seed, started_ns, ended_ns;
	size_t variant;
	const char *cell;
	enum outcome outcome;
	const char *reason;
};

struct results {
	uint64_t experiment;                    /* its id in the store */
	const char *name, *plan_sha256, *state; /* state: running, done, interrupted, invalid */
	const char *state_reason;
	uint64_t seed;
	uint64_t started_ns;
	double alpha;
	bool interleaved;
	uint64_t rounds_planned,
		attempts_repeated; /* without the warm-up; rounds that were run again */
	struct result_variant *variants;
	size_t variant_count;
	size_t baseline; /* the one to compare with; the plan's own has its flag set */
	struct result_metric *metrics;
	size_t metric_count;
	size_t round_count; /* complete rounds, without the warm-up */
	uint64_t *round_numbers;
	double *values; /* [metric][variant][round]; NaN where there is none */
	double *warmup; /* [metric][variant]; NaN where there is none */
	struct result_flag *flags;
	size_t flag_count;
	struct result_run *runs; /* all of them, in the order in which they were started */
	size_t run_count;
};

static inline double *results_row(const struct results *r, size_t metric, size_t variant)
{
	return &r->values[(metric * r->variant_count + variant) * r->round_count];
}
