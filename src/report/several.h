// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results.h"

/*
 * Several stored experiments as one: their variants are arms of one comparison, their metrics are
 * matched by identity (cell, phase, metric, unit and direction). Variants of one experiment remain
 * pairs of its rounds where it was interleaved; between experiments nothing is paired.
 */

/*
 * Margin, alpha and what is primary are those of the first experiment that has the metric. Where a
 * variant's name is not the only one of its kind, all are called EXPERIMENT:VARIANT. The baseline
 * is the first experiment's. Texts and facts stay those of the experiments, which must outlive the
 * merged results; everything new is the arena's. count is at least 1.
 */
void several_merge(const struct results *experiments, size_t count, struct arena *arena,
	struct results *merged);

/* A metric that some of the experiments have a value of, and some not. */
struct unmatched {
	size_t metric;
	uint64_t *has, *lacks; /* experiments' ids */
	size_t has_count, lacks_count;
};

struct unmatched *several_unmatched_metrics(const struct results *merged, struct arena *arena,
	size_t *count);

/* "only in experiment 2" */
char *unmatched_reason(const struct unmatched *unmatched, struct arena *arena);

/* The same as texts: "lmdd bs=8k write/throughput [bytes/s]: only in
 * experiment 2". NULL-ended. */
const char *const *several_unmatched(const struct results *merged, struct arena *arena);
